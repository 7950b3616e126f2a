"""Cases of circular workbooks: when they are right, what is said of others, and what would help."""

import json
import re
import tomllib
from datetime import date

import openpyxl
import pytest
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH
from openpyxl.workbook.defined_name import DefinedName

import xlbuilder
from tests.helpers.command import refused
from tests.helpers.places import DATA
from xlbuilder.proof.cases.spelled import number_in
from xlbuilder.proof.cases.verdict import CaseKind, Help

CIRCLES = DATA / "circles"
LOAN = (CIRCLES / "loan.toml").read_text(encoding="utf-8")
EIGHT = [
    *("row-major", "column-major", "reversed", "jacobi", "random:1"),
    *("deferred", "alternating", "freeze"),
]


def statements(margin=0.25, interest_rate=0.08):
    """Return debt, cash and equity of five years; a bisection finds the debt of each year."""
    cash, plant, debt, equity = 50.0, 600.0, 500.0, 150.0
    found = []
    for year in range(5):
        revenue = 1000 * 1.05**year
        depreciation, capex = 0.1 * plant, 0.08 * revenue

        def income(closing, debt=debt, before=margin * revenue - depreciation):
            profit = before - interest_rate * (debt + closing) / 2
            return profit - 0.25 * max(0, profit)

        low, high = 0.0, debt
        for _ in range(100):
            closing = (low + high) / 2
            spare = cash + income(closing) + depreciation - capex - 50
            low, high = (
                (closing, high) if closing < debt - max(min(debt, spare), 0) else (low, closing)
            )
        cash += income(closing) + depreciation - capex - (debt - closing)
        plant += capex - depreciation
        equity += income(closing)
        debt = closing
        found.append((debt, cash, equity))
    return dict(zip(("debt", "cash", "equity"), map(list, zip(*found, strict=True)), strict=True))


@pytest.fixture
def tested(tmp_path):
    """Return a function that writes a file and runs its tests."""

    def run(text, **manner):
        path = tmp_path / "my.toml"
        path.write_text(text, encoding="utf-8")
        return xlbuilder.test(path, **manner)

    return run


def loan(tests):
    """Return the loan with other tests."""
    return f"{LOAN.partition('# The closed formula')[0]}\n{tests}"


def only(report):
    (verdict,) = report.results
    return verdict


@pytest.mark.slow
@pytest.mark.parametrize("name", ["loan", "counter", "statements"])
def test_the_circles_are_right_in_eight_orders(name):
    report = xlbuilder.test(CIRCLES / f"{name}.toml", order=EIGHT, start=["zero", "file", "empty"])
    assert report.all_right, str(report)
    assert {len(each.runs) for each in report.results} == {24}


def test_the_numbers_of_the_statements_come_from_elsewhere():
    tests = tomllib.loads((CIRCLES / "statements.toml").read_text(encoding="utf-8"))["tests"]
    for case in tests:
        found = statements(**case.get("set", {}))
        for name in case["shows"].keys() & found.keys():
            assert case["shows"][name] == pytest.approx(found[name], abs=1e-6), (case["name"], name)


def test_tests_are_not_part_of_the_workbook(tmp_path):
    texts = LOAN, LOAN.partition("[[tests]]")[0]
    for name, text in zip("ab", texts, strict=True):
        (tmp_path / name).mkdir()
        (tmp_path / name / "loan.toml").write_text(text, encoding="utf-8")
        template = xlbuilder.load(tmp_path / name / "loan.toml")
        template.build(tmp_path / f"{name}.xlsx", values=False)
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_a_number_is_right_up_to_its_tenth_digit_unless_the_case_says_within(tested):
    case = '[[tests]]\nset = { interest_rate = 0, amount = %s }\nshows = { "Loan!E6" = 85000 }\n'
    assert tested(loan(case % "100000.00001")).all_right
    report = tested(loan(case % "100000.001"))
    assert only(report).problems == ("Loan!E6 shows 85000.001, not 85000",)
    assert tested(loan(f"{case % '100000.001'}within = 0.001")).all_right
    assert not tested(loan(f"{case % '100000.001'}within = 0.0009")).all_right


def test_texts_logical_values_errors_and_nothing_are_compared(tmp_path):
    book = openpyxl.Workbook()
    for cell, formula in zip(
        "ABCDE", ("B9", "A9=1", "1/A9", 'IF(A9=1,"","x")', "A9*2"), strict=True
    ):
        book.active[f"{cell}1"] = f"={formula}"
    book.active["B9"] = "Yes"
    book.save(tmp_path / "b.xlsx")
    path = tmp_path / "c.toml"
    path.write_text(
        '[[tests]]\nset = { A9 = 1 }\nshows = { "A1:D1" = ["Yes", true, 1, ""] }\n'
        '[[tests]]\nsteps = [{ A9 = 1 }, { A9 = "", B9 = "no" }]\n'
        'shows = { A1 = "no", "B1:E1" = [[false, "#DIV/0!", "x", 0]] }\n'
        '[[tests]]\nshows = { "A1:E1" = "yes TRUE 1 . ." }\n'
    )
    *right, wrong = xlbuilder.verify(tmp_path / "b.xlsx", cases=path).results
    assert all(each.is_right for each in right)
    assert wrong.problems == (
        "Sheet!A1 shows Yes, not yes",
        "Sheet!B1 shows FALSE, not TRUE",
        "Sheet!C1 shows #DIV/0!, not 1",
        "Sheet!D1 shows x, not nothing",
    )


def test_a_text_where_the_workbook_shows_a_number_is_told(tested):
    case = '[[tests]]\nset = { interest_rate = 0 }\nshows = { "Loan!E6" = "%s" }\n'
    for text, said in (
        ("85,000.0", 'the number 85000, not the text "85,000.0"; write 85000 without quotes'),
        ("#NUM!", "85000, not #NUM!"),
    ):
        assert only(tested(loan(case % text))).problems == (f"Loan!E6 shows {said}",)


def test_a_text_that_is_typed_over_a_number_is_a_warning_for_each_case(tested, caplog):
    case = "[[tests]]\nset = { amount = '', interest_rate = %s, payment = 'x' }\n"
    tested(loan(case % "'5%'" + case % 0.05 + "[[tests]]\nset = { amount = '' }"))
    one, other = (each.getMessage().partition('test "')[2] for each in caplog.records)
    said = "holds a number, and the case types the text"
    rate = f'set: interest_rate (Loan!C3) {said} "5%"; write 0.05 without quotes'
    assert one == f'test 1": {rate}'
    assert other == f'test 2": set: payment (Loan!D3) {said} "x"'


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            ("5%", 0.05),
            ("0,08", 0.08),
            ("1,000,000", 1e6),
            ("=0.05", 0.05),
            (" -1,000.5 ", -1000.5),
        ),
        *(("183371.4313", 183371.4313), ("1e3", 1000), (".5", 0.5), ("", None), ("x", None)),
        *(("=B2", None), ("1,2,3", None), ("%", None), ("nan", None), ("1e", None)),
    ],
)
def test_a_number_as_people_write_it_is_read(text, number):
    assert number_in(text) == number


@pytest.mark.program("libreoffice")
def test_libreoffice_shows_one_for_true_and_zero_for_false(tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = "=B1=0", "=B1=1"
    book.save(tmp_path / "b.xlsx")
    path = tmp_path / "c.toml"
    path.write_text(
        "[[tests]]\nshows = { A1 = true, A2 = false }\n[[tests]]\nshows = { A1 = false }\n"
    )
    right, wrong = xlbuilder.verify(tmp_path / "b.xlsx", cases=path, engine="libreoffice").results
    assert right.is_right, right
    assert not wrong.is_right


FLIP = """
[workbook]
title = "Two places to rest"
calculation = {{ iterate = true, max_iterations = {most} }}
[cells.start]
range = "B2"
style = "plain"
value = 0
[cells.one]
range = "B4"
style = "plain"
formula = "={one}"
[cells.other]
range = "B6"
style = "plain"
formula = "={other}"
[cells.both]
range = "B8"
style = "plain"
formula = "=start+one"
[styles.plain]
[[tests]]
name = "a case"
{keys}
"""
SLOW = {"one": "start+0.99*other", "other": "one"}


@pytest.mark.parametrize(
    ("formulas", "keys", "kind", "help_"),
    [
        (
            {"one": "IF(other=0,1,start)", "other": "IF(one=0,1,0)"},
            "",
            "ORDERS_DIFFER",
            "SEVERAL_RESTS",
        ),
        ({"one": "one+1", "other": "one"}, "", "NOT_AT_REST", "NEVER_RESTS"),
        ({"one": "1-other", "other": "one"}, "", "NOT_AT_REST", "NEVER_RESTS"),
        ({"one": "IF(one<500,one+1,one)", "other": "one"}, "", "NOT_AT_REST", "ITERATIONS"),
        (SLOW, "set = { start = 1 }", "NOT_AT_REST", "ITERATIONS"),
        (SLOW, "set = { start = 1 }\nshows = { one = 100 }\nwithin = 0.01", "WRONG", "CHANGE"),
        (
            {**SLOW, "most": 1000},
            "set = { start = 1 }\nshows = { one = 100 }\nwithin = 0.01",
            *("WRONG", "CHANGE"),
        ),
        ({**SLOW, "most": 1000}, "set = { start = 1 }\nwithin = 0.01", "RIGHT", None),
        ({"one": "other/2+start", "other": "one"}, "shows = { one = 1 }", "WRONG", None),
    ],
)
def test_what_would_help_is_tried(tested, formulas, keys, kind, help_):
    text = FLIP.format(**{"most": 100, **formulas}, keys=keys)
    verdict = only(tested(text, order=["row-major", "reversed"]))
    assert verdict.kind is CaseKind[kind], verdict
    assert (verdict.remedy and verdict.remedy.help) is (help_ and Help[help_]), verdict
    if help_ in ("ITERATIONS", "CHANGE"):
        settings = f"max_iterations = {verdict.remedy.iterations}, "
        settings += f"max_change = {verdict.remedy.max_change:.15f}"
        mended = re.sub(r"max_iterations = \d+", settings, text)
        assert tested(mended, order=["row-major", "reversed"]).all_right


def test_a_smaller_change_helps_large_numbers_whose_last_digit_never_rests(tested):
    keys = "set = { start = 1300000 }\nshows = { one = 1300000 }\nwithin = 0.01"
    text = FLIP.format(one="1.9*start-0.9*other", other="one", most=1000, keys=keys)
    text = text.replace("iterate = true", "iterate = true, max_change = 0.1")
    verdict = only(tested(text, order=["row-major", "jacobi"]))
    assert (verdict.kind, verdict.remedy.help) == (CaseKind.WRONG, Help.CHANGE), verdict


def test_an_error_stays_on_a_circle_unless_a_formula_ends_it(tested):
    text = FLIP.format(one="other/10+1", other="one", most=100, keys="within = 0.01")
    verdict = only(report := tested(text, start=["zero", "text"]))
    assert verdict.kind is CaseKind.ORDERS_DIFFER
    assert verdict.remedy.help is Help.ERROR_STAYS
    (entry,) = json.loads(report.to_json())["verdicts"]
    assert entry["remedy"] == {"help": "error_stays"}
    assert verdict.problems[0] == (
        "Main!B4 rests at 1.111 (order row-major, start zero)"
        " and at #VALUE! (order row-major, start text)"
    )
    mended = text.replace("other/10+1", "IFERROR(other/10+1, 0)")
    assert tested(mended, order=EIGHT, start=["zero", "text", "garbage:2"]).all_right


TYPED = 'set = { start = "x" }\nsteps = [{ start = 1 }]\nshows = { one = 2 }\nwithin = 0.01'


@pytest.mark.parametrize(
    ("one", "keys", "manner"),
    [
        ("other/2+start", "", {"order": ["row-major", "jacobi"], "start": ["zero", "text"]}),
        ("other/2+start", "shows = { one = 0 }", {"start": "text"}),
        ("other/2+start", TYPED, {}),
        ("IF(ISERROR(one), 0, other/2+start)", TYPED, {"order": "jacobi"}),
        ("other+1", "rests = false\nshows = { one = 100 }", {"start": "text"}),
    ],
)
def test_an_error_that_stays_is_told_first(tested, one, keys, manner):
    verdict = only(tested(FLIP.format(one=one, other="one", most=100, keys=keys), **manner))
    assert verdict.remedy.help is Help.ERROR_STAYS, verdict
    assert "IFERROR(..., 0) around a formula" in verdict.problems[-1]


@pytest.mark.parametrize("cause", ["1/0", "no_such_name"])
def test_an_error_from_elsewhere_does_not_stay_on_the_circle(tmp_path, cause):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = "=A2/2+B1", "=A1"
    book.active["B1"] = f"={cause}"
    book.calculation.iterate = True
    book.save(tmp_path / "b.xlsx")
    (tmp_path / "c.toml").write_text("[[tests]]\nshows = { A1 = 2 }\n")
    verdict = only(xlbuilder.verify(tmp_path / "b.xlsx", cases=tmp_path / "c.toml"))
    assert (verdict.kind, verdict.remedy) == (CaseKind.WRONG, None), verdict


def test_a_case_that_need_not_rest_is_judged_by_what_it_shows(tested):
    text = FLIP.format(
        one="one+1", other="one", most=100, keys="rests = false\nshows = { one = 100 }"
    )
    assert tested(text).all_right
    assert not tested(text.replace("one = 100", "one = 99")).all_right


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


@pytest.mark.parametrize("epoch", [WINDOWS_EPOCH, MAC_EPOCH])
def test_a_date_is_the_number_by_which_excel_holds_it(tmp_path, epoch):
    book = openpyxl.Workbook()
    book.epoch = epoch
    book.active["A1"], book.active["A2"], book.active["A3"] = "=B1+1", "=B2*24", "=B3"
    book.active["B1"], book.active["B3"] = date(2020, 1, 1), date(2026, 11, 29)
    book.save(tmp_path / "b.xlsx")
    (tmp_path / "c.toml").write_text(
        "[[tests]]\nset = { 'B1:B2' = [2027-12-31, 06:00:00] }\n"
        "shows = { A1 = 2028-01-01T00:00:00, A2 = 6, A3 = 2026-11-29 }\n"
    )
    report = xlbuilder.verify(tmp_path / "b.xlsx", cases=tmp_path / "c.toml")
    assert report.all_right, str(report)


def test_a_name_whose_cells_are_gone_is_told(tmp_path, run):
    book = openpyxl.Workbook()
    book.active["A1"] = "=1"
    for name, text in {"gone": "#REF!", "lost": "Lost!$A$1", "cut": "Sheet!#REF!"}.items():
        book.defined_names[name] = DefinedName(name, attr_text=text)
    book.save(tmp_path / "b.xlsx")
    (tmp_path / "c.toml").write_text("[[tests]]\nshows = { Gone = 1, lost = 1, cut = 1 }\n")
    done = run("verify", "b.xlsx", "--cases", "c.toml")
    said = "stands for no cells (#REF!) in b.xlsx; name cells"
    assert done.stderr.count(said) == 3, done.stderr


def test_a_case_that_cannot_be_calculated_is_not_run(tmp_path, run):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["B1"] = "=B2/2+1", "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(A1)"
    book.active["B2"] = "=A1"
    book.calculation.iterate = True
    book.save(tmp_path / "b.xlsx")
    right, lacking = (
        "[[tests]]\nshows = { A1 = 2 }\nwithin = 0.01\n",
        "[[tests]]\nshows = { B1 = 2 }\n",
    )
    (tmp_path / "c.toml").write_text(right + lacking)
    done = run("verify", "b.xlsx", "--cases", "c.toml")
    assert done.returncode == 2
    assert done.stdout.splitlines()[:2] == ["c.toml: test 1: right", "c.toml: test 2: not run"]
    assert "LAMBDA" in done.stdout
    assert "2 cases: 1 right, 1 not run\n" in done.stdout
    (tmp_path / "c.toml").write_text(lacking)
    refused(run("verify", "b.xlsx", "--cases", "c.toml"), "LAMBDA")


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


def test_what_never_rests_is_recorded_as_such(tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"] = "=A1+1"
    book.calculation.iterate = True
    book.save(tmp_path / "b.xlsx")
    report = xlbuilder.verify(tmp_path / "b.xlsx", cases=tmp_path / "c.toml", record=True)
    assert report.all_right
    assert tomllib.loads((tmp_path / "c.toml").read_text())["tests"] == [
        {"name": "as recorded", "rests": False, "shows": {"Sheet!A1": 100}}
    ]


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


def test_iteration_that_is_off_is_told(tmp_path, run):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = "=A2/2+1", "=A1"
    book.save(tmp_path / "b.xlsx")
    (tmp_path / "c.toml").write_text("[[tests]]\nname = 'x'\n")
    done = run("verify", "b.xlsx", "--cases", "c.toml")
    assert done.returncode == 1
    assert "c.toml: x: not at rest\n" in done.stdout
    assert "iterative calculation is off" in done.stdout
