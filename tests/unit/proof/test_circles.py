"""Cases of circular workbooks: when they are right, what is said of others, and what would help."""

import json
import re
import tomllib
from datetime import date

import openpyxl
import pytest
from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

import xlbuilder
from tests.helpers.circles import CIRCLES, LOAN, loan, only
from tests.helpers.command import refused
from tests.helpers.workbooks import saved
from xlbuilder.proof.cases.spelled import number_in
from xlbuilder.proof.cases.verdict import CaseKind, Help

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
    cells = {"A1": "=B9", "B1": "=A9=1", "C1": "=1/A9", "D1": '=IF(A9=1,"","x")', "E1": "=A9*2"}
    book = saved(tmp_path, {**cells, "B9": "Yes"})
    path = tmp_path / "c.toml"
    path.write_text(
        '[[tests]]\nset = { A9 = 1 }\nshows = { "A1:D1" = ["Yes", true, 1, ""] }\n'
        '[[tests]]\nsteps = [{ A9 = 1 }, { A9 = "", B9 = "no" }]\n'
        'shows = { A1 = "no", "B1:E1" = [[false, "#DIV/0!", "x", 0]] }\n'
        '[[tests]]\nshows = { "A1:E1" = "yes TRUE 1 . ." }\n'
    )
    *right, wrong = xlbuilder.verify(book, cases=path).results
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
    book = saved(tmp_path, {"A1": "=B1=0", "A2": "=B1=1"})
    path = tmp_path / "c.toml"
    path.write_text(
        "[[tests]]\nshows = { A1 = true, A2 = false }\n[[tests]]\nshows = { A1 = false }\n"
    )
    right, wrong = xlbuilder.verify(book, cases=path, engine="libreoffice").results
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
    book = saved(tmp_path, {"A1": "=A2/2+B1", "A2": "=A1", "B1": f"={cause}"})
    (tmp_path / "c.toml").write_text("[[tests]]\nshows = { A1 = 2 }\n")
    verdict = only(xlbuilder.verify(book, cases=tmp_path / "c.toml"))
    assert (verdict.kind, verdict.remedy) == (CaseKind.WRONG, None), verdict


def test_a_case_that_need_not_rest_is_judged_by_what_it_shows(tested):
    text = FLIP.format(
        one="one+1", other="one", most=100, keys="rests = false\nshows = { one = 100 }"
    )
    assert tested(text).all_right
    assert not tested(text.replace("one = 100", "one = 99")).all_right


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


def test_a_case_that_cannot_be_calculated_is_not_run(tmp_path, run):
    lambda_ = "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(A1)"
    saved(tmp_path, {"A1": "=B2/2+1", "B1": lambda_, "B2": "=A1"})
    right, lacking = (
        "[[tests]]\nshows = { A1 = 2 }\nwithin = 0.01\n",
        "[[tests]]\nshows = { B1 = 2 }\n",
    )
    (tmp_path / "c.toml").write_text(right + lacking)
    done = run("verify", "book.xlsx", "--cases", "c.toml")
    assert done.returncode == 2
    assert done.stdout.splitlines()[:2] == ["c.toml: test 1: right", "c.toml: test 2: not run"]
    assert "LAMBDA" in done.stdout
    assert "2 cases: 1 right, 1 not run\n" in done.stdout
    (tmp_path / "c.toml").write_text(lacking)
    refused(run("verify", "book.xlsx", "--cases", "c.toml"), "LAMBDA")


def test_iteration_that_is_off_is_told(tmp_path, run):
    saved(tmp_path, {"A1": "=A2/2+1", "A2": "=A1"}, (False, 100, 0.001))
    (tmp_path / "c.toml").write_text("[[tests]]\nname = 'x'\n")
    done = run("verify", "book.xlsx", "--cases", "c.toml")
    assert done.returncode == 1
    assert "c.toml: x: not at rest\n" in done.stdout
    assert "iterative calculation is off" in done.stdout
