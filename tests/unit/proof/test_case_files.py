"""Files of cases: what does not fit, what --record writes, and the options of the commands."""

import json
import tomllib

import openpyxl
import pytest

import xlbuilder
from tests.helpers.circles import loan
from tests.helpers.command import refused
from tests.helpers.workbooks import saved, with_stored
from xlbuilder.errors import WorkbookError
from xlbuilder.proof.cases import record


@pytest.mark.parametrize(
    ("tests", "words"),
    [
        ("shows = { total_intrest = 1 }", ["total_intrest", "did you mean total_interest?"]),
        ("shows = { 'Lone!E6' = 1 }", ["has no sheet Lone", "did you mean Loan?"]),
        ("shows = { xyz = 1 }", ["xyz: no name and no cell", "write an address such as Loan!B8"]),
        ("shows = { closing = 1 }", ["closing: has 5 rows of 1 cell", "write a list"]),
        ("shows = { closing = [1, 2] }", ["the list has 2 values"]),
        ("shows = { closing = [[1, 2, 3, 4, 5]] }", ["a list for each row"]),
        ("shows = { closing = '1 2' }", ["write a line for each row"]),
        ("set = { total_interest = 1 }", ["total_interest (Loan!D12) holds a formula"]),
        ("set = { twice = 1 }", ["stands for a formula"]),
        ("show = { total_interest = 1 }", ["unknown key show", "did you mean shows?"]),
        ("within = -1", ["within", "greater than or equal to 0"]),
        ("set = { amount = [] }", ["set.amount", "a number, a text, true, false"]),
        ("set = { amount = inf }", ["set.amount"]),
        ("set = { amount = 1 }\nshows = { B3 = 1 }", ["B3 is what the case itself types"]),
        ("rests = false", ["proves nothing; write shows, or leave out rests = false"]),
        ("set = { amount = 1899-12-31 }", ["a date from 1900 on", "not 1899-12-31"]),
        ("set = { amount = 2027-12-31T00:00:00Z }", ["without a time zone", "+00:00"]),
        ('name = "x"\n[[tests]]\nname = "x"', ['test "x": another test has this name']),
    ],
)
def test_what_does_not_fit_is_one_line(tmp_path, run, tests, words):
    twice = "[names.twice]\nformula = '=2*Loan!$B$3'\n"
    text = loan(f"{twice}[[tests]]\n{tests}").replace("=SUM(interest)", "=SUM(interest)+0*twice")
    (tmp_path / "my.toml").write_text(text)
    refused(run("test", "my.toml"), "my.toml", *words)


def test_a_name_whose_cells_are_gone_is_told(tmp_path, run):
    names = {"gone": "#REF!", "lost": "Lost!$A$1", "cut": "Sheet!#REF!"}
    saved(tmp_path, {"A1": "=1"}, names=names)
    (tmp_path / "c.toml").write_text("[[tests]]\nshows = { Gone = 1, lost = 1, cut = 1 }\n")
    done = run("verify", "book.xlsx", "--cases", "c.toml")
    said = "stands for no cells (#REF!) in book.xlsx; name cells"
    assert done.stderr.count(said) == 3, done.stderr


@pytest.fixture
def stranger(tmp_path):
    """Return a function that saves a workbook of somebody else, with other cells if you like."""

    def save(name="b.xlsx", **cells):
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "My plan"
        own = {"B1": 1000, "B2": 0.1, "B5": "=B2*(B1+B6)/2", "B6": "=B1+B5", "B7": "=NOW()"}
        own |= {"B8": '=IF(B6>1100,"high","low")', "C8": '=IF(B6<0,1,"")', "D5": "=B5/B1"}
        for cell, content in {**own, "D6": "=B6*2", "D9": "=B6>1", **cells}.items():
            sheet[cell] = content
        book.calculation.iterate = True
        book.save(tmp_path / name)
        return tmp_path / name

    return save


@pytest.mark.slow
def test_a_strangers_workbook_is_held_and_a_change_of_one_cell_is_caught(tmp_path, stranger):
    held = tmp_path / "held.toml"
    orders = ["row-major", "jacobi"]
    report = xlbuilder.verify(stranger(), cases=held, record=True, order=orders)
    assert report.all_right, str(report)
    shows = tomllib.loads(held.read_text())["tests"][0]["shows"]
    assert list(shows) == ["My plan!B5:B6", "My plan!D5:D6", "My plan!B8:C8", "My plan!D9"]
    assert xlbuilder.test(held, order=orders).all_right
    changes = {"B1": 1001, "B2": 0.1001, "B5": "=B2*(B1+B6)/2.001", "B6": "=B1+B5+1", "B8": "high"}
    changes |= {"C8": None, "D5": 0.10526, "D6": "=B6*2.1", "D9": True}
    missed = [
        cell
        for cell, content in changes.items()
        if xlbuilder.verify(stranger("c.xlsx", **{cell: content}), cases=held).all_right
    ]
    assert not missed


def test_a_value_typed_over_a_formula_is_seen_though_it_is_the_same(tmp_path, stranger):
    held = tmp_path / "held.toml"
    xlbuilder.verify(stranger(), cases=held, record=True)
    report = xlbuilder.verify(stranger("c.xlsx", B8="high"), cases=held)
    assert "My plan!B8 holds a constant, where the case expects a formula" in str(report)


def test_record_replaces_nothing_and_says_when_other_values_are_stored(tmp_path, stranger, run):
    stranger()
    assert run("verify", "b.xlsx", "--cases", "held.toml", "--record").returncode == 0
    before = (tmp_path / "held.toml").read_bytes()
    done = run("verify", "b.xlsx", "--cases", "held.toml", "--record")
    refused(done, "held.toml: is there already")
    assert (tmp_path / "held.toml").read_bytes() == before


def test_a_record_is_compared_in_the_orders_in_which_it_was_made(tmp_path, run, stranger):
    stranger(B2=1.1)
    for orders in (["row-major"], ["reversed"]):
        name = f"{orders[0]}.toml"
        options = ["--order", *orders] if orders != ["row-major"] else []
        assert run("verify", "b.xlsx", "--cases", name, "--record", *options).returncode == 0
        assert tomllib.loads((tmp_path / name).read_text())["orders"] == orders
        assert xlbuilder.test(tmp_path / name).orders == tuple(orders)
        assert run("test", name).returncode == 0
        assert run("verify", "b.xlsx", "--cases", name).returncode == 0
        assert not xlbuilder.test(tmp_path / name, order="jacobi").all_right


def test_record_says_what_a_reader_may_not_expect_in_the_file(stranger, run):
    stranger(B5="=1+B5", B6="=nothing*2")
    done = run("verify", "b.xlsx", "--cases", "held.toml", "--record")
    assert done.stderr.splitlines() == [
        "xlbuilder: b.xlsx: 5 cells show errors: My plan!B6 shows #NAME?",
        "xlbuilder: b.xlsx: does not come to rest, so the file says rests = false",
    ]


def test_a_recording_has_the_stored_values_of_what_cannot_be_calculated(tmp_path, run):
    cells = {"A1": "=A1*0.5+1", "B1": "=C1*2", "C1": "=[1]Rates!A1"}
    with_stored(saved(tmp_path, cells), {"A1": 2, "B1": 8, "C1": 4})
    done = run("verify", "book.xlsx", "--cases", "held.toml", "--record")
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert "2 formulas keep the values that the file has, since nothing that is typed" in line
    assert "; Sheet!C1: reads another workbook, which is not opened; write its value" in line
    (case,) = tomllib.loads((tmp_path / "held.toml").read_text())["tests"]
    assert case["shows"]["Sheet!A1:C1"][1:] == [8, 4]


def test_what_never_rests_is_recorded_as_such(tmp_path):
    book = saved(tmp_path, {"A1": "=A1+1"})
    report = xlbuilder.verify(book, cases=tmp_path / "c.toml", record=True)
    assert report.all_right
    assert tomllib.loads((tmp_path / "c.toml").read_text())["tests"] == [
        {"name": "as recorded", "rests": False, "shows": {"Sheet!A1": 100}}
    ]


def test_too_many_cells_to_record_are_refused_before_they_are_calculated(tmp_path, monkeypatch):
    monkeypatch.setattr(record, "MOST_CELLS", 2)
    monkeypatch.setattr(record, "opened", None)
    book = saved(tmp_path, {"A1": "=A1+1", "A2": "=1", "A3": "=2"})
    with pytest.raises(WorkbookError, match="has 3 formula cells to record, and 1 to 2 can be;"):
        xlbuilder.verify(book, cases=tmp_path / "c.toml", record=True)


def test_the_command_prints_and_writes_json(tmp_path, run):
    (tmp_path / "my.toml").write_text(loan('[[tests]]\nname = "no"\nshows = { D12 = 1 }'))
    done = run("test", "my.toml", "--json", "--report", "r.json", "--order", "jacobi")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found == json.loads((tmp_path / "r.json").read_text())
    assert (found["file"], found["workbook"]) == ("my.toml", "my.xlsx")
    assert (found["cases"], found["wrong"], found["orders"]) == (1, 1, ["jacobi"])
    (verdict,) = found["verdicts"]
    assert (verdict["name"], verdict["verdict"]) == ("no", "wrong")
    (mismatch,) = verdict["mismatches"]
    assert mismatch["shown"][0]["value"] == pytest.approx(22502.945, abs=0.01)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify", "b.xlsx"], "give --puzzles, or --cases instead"),
        (["verify", "b.xlsx", "--cases", "c.toml", "--puzzles", "p"], "give --puzzles, or --cases"),
        (["verify", "b.xlsx", "--puzzles", "p", "--record"], "--record writes the file of --cases"),
        (["verify", "b.xlsx", "--cases", "c.toml", "--workers", "1"], "--workers is for puzzles"),
        (["verify", "b.xlsx", "--cases", "c.toml", "--step", "A1=1"], "--step is for puzzles"),
        (
            ["verify", "b.xlsx", "--puzzles", "p", "--start", "zero", "--start", "file"],
            "several --start",
        ),
        (["verify", "b.xlsx", "--cases", "c.toml", "--start", "stale"], "depends on a puzzle"),
        (["verify", "b.xlsx", "--cases", "c.toml", "--order", "jacob"], "did you mean jacobi?"),
        (["verify", "b.xlsx", "--cases", "none.toml"], "none.toml: cannot be read: No such file"),
        (["verify", "b.xlsx", "--cases", "b.xlsx"], "b.xlsx: is a workbook; cases are [[tests]]"),
        (["verify", "b.xlsx", "--puzzles", "c.toml"], "no puzzles; give --cases c.toml"),
        (["verify", "gone.xlsx", "--cases", "c.toml"], "gone.xlsx: there is no such file\n"),
        (["test", "gone.toml"], "gone.xlsx: there is no such file\n"),
        (["test", "latin.toml"], "latin.toml: cannot be read: is not UTF-8 text (byte 4)"),
        (["test", "quotes.toml"], "put a name in quotes if it has other characters"),
        (["test", "c.toml"], "names no workbook"),
        (["test", "c.toml", "--base", "basic"], "is no strategy"),
        (["test", "b.xlsx"], "xlbuilder verify b.xlsx --cases FILE"),
        (["test", "basic"], "has no tests"),
        (["test", "naked_pairs", "--order", "jacobi"], "leave out engine, order and start"),
        (["test", "naked_pairs", "--json"], "leave out --report and --json"),
        (["test", "naked_pairs", "x_wing", "--json"], "take one file"),
    ],
)
def test_options_that_do_not_go_together_are_refused(tmp_path, run, stranger, words, said):
    stranger()
    case = "[[tests]]\nshows = { B8 = 'high' }\n"
    (tmp_path / "c.toml").write_text(case)
    (tmp_path / "gone.toml").write_text(f"workbook = 'gone.xlsx'\n{case}")
    (tmp_path / "latin.toml").write_text("# Z\xfcrich\n", encoding="latin-1")
    (tmp_path / "quotes.toml").write_text(case.replace("B8", "My plan!B8"))
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
