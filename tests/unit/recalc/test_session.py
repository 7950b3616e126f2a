"""A session of an engine that we iterate ourselves: its iterations, and another schedule."""

import openpyxl
import pytest

from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

PAIR = {"A1": "=1+A2", "A2": "=1+A1"}
TEN = (True, 10, 0.001)


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_its_iterations_are_those_of_all_recalculations(tmp_path, engine):
    schedule = Schedule(recalculations=3)
    shown, counted = (opened_in(engine, tmp_path, PAIR, TEN, schedule) for _ in range(2))
    assert shown.shows_iterations
    evaluated = [iteration.evaluated for iteration in shown.iterations()]
    done = counted.recalculate()
    assert (len(evaluated), sum(evaluated)) == (done.iterations, done.evaluations) == (30, 60)
    assert shown.read(cell("A2")) == counted.read(cell("A2")) == [60.0]


@pytest.mark.parametrize("engine", ["fast", "formulas"])
@pytest.mark.parametrize(("order", "count"), [("row-major", 26), ("freeze", 27)])
def test_a_quiet_recalculation_is_the_last(tmp_path, engine, order, count):
    """Unless a cell is frozen in it: then a recalculation follows that changes nothing at all."""
    schedule = Schedule.parse(order, recalculations=9)
    session = opened_in(engine, tmp_path, {"A1": "=MIN(A1+1,25)"}, TEN, schedule)
    assert len(list(session.iterations())) == count


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_it_goes_over_to_another_schedule(tmp_path, engine):
    session = opened_in(engine, tmp_path, PAIR, TEN)
    session.recalculate()
    assert session.read(cell("A1")) == [19.0]
    session.follow(Schedule.parse("reversed", "zero"))
    assert session.schedule == Schedule.parse("reversed", "zero")
    session.recalculate()
    assert session.read(cell("A1")) == [20.0]


# For a moment the position is 0, and the text would have decimals.
FOR_A_MOMENT = {
    "A1": "=INDEX(D1:D3,A2,1)",
    "B1": '=IF(A2=INT(A2),A2,"1/2")*1&"!"',
    "A2": "=IF(A2<1,A2+0.5,A2)",
    "D1": 7.0,
}


@pytest.mark.parametrize("order", ["row-major", "jacobi", "random:1", "truncated:1", "remembered"])
def test_what_fast_lacks_for_a_moment_is_an_error_value(tmp_path, order):
    """Before, no run began that way: exit code 2, whatever came after it."""
    session = opened_in("fast", tmp_path, FOR_A_MOMENT, (True, 100, 0.001), Schedule.parse(order))
    first = next(session.iterations())
    assert first.changed or first.moved
    session.restart()
    assert session.recalculate().quiet
    assert session.read(Area("Sheet", 1, 1, 1, 2)) == [7.0, "1!"]


def test_what_fast_lacks_for_a_moment_is_seen_as_an_error(tmp_path):
    session = opened_in("fast", tmp_path, FOR_A_MOMENT, (True, 100, 0.001))
    shown = [session.read(Area("Sheet", 1, 1, 1, 2)) for _ in session.iterations()]
    value = ExcelError.VALUE
    assert shown == [[value, "0!"], [value, value], [7.0, "1!"], [7.0, "1!"]]


@pytest.mark.parametrize(
    ("counter", "message"),
    [
        ("=A2*0", "Sheet!A1: the engine fast lacks INDEX of a whole row or column"),
        ("=IF(A2<1,1.5,A2)", "Sheet!B1: calculates with a text in which Excel may read a date"),
    ],
)
def test_what_fast_lacks_at_the_end_is_refused(tmp_path, counter, message):
    """And never guessed, as an IF may hide it."""
    cells = FOR_A_MOMENT | {"A2": counter, "C1": "=IF(ISERROR(A1),1,2)"}
    session = opened_in("fast", tmp_path, cells, TEN)
    for _ in range(2):
        with pytest.raises(EngineError) as error:
            session.recalculate()
        assert str(error.value).startswith(message)
    session.enter(cell("D2"), 5.0)
    session.restart()
    with pytest.raises(EngineError):
        session.recalculate()


# Before A2 is as C1, it is 0.
THROUGH_NOTHING = {
    "A1": "=IF(A2=C1,5,INDEX(D1:D3,A2,1)+A1*0)",
    "A2": "=IFERROR(IF(A2=C1,C1,IF(A2=0,C1,0)),0)",
    "C1": 1,
}


@pytest.mark.parametrize("seed", range(5))
def test_from_garbage_a_circle_may_go_on_from_an_error(tmp_path, seed):
    """Before, sudoku was refused from some garbage."""
    schedule = Schedule.parse("row-major", f"garbage:{seed}")
    session = opened_in("fast", tmp_path, THROUGH_NOTHING, schedule=schedule)
    for _ in range(2):
        assert session.recalculate().quiet
        assert session.read(cell("A1")) == [5.0]
        session.restart()
    session.recalculate()
    session.enter(cell("C1"), 2.0)
    with pytest.raises(EngineError, match="Sheet!A1: the engine fast lacks INDEX"):
        session.recalculate()


REFUSED_AT_FIRST = [
    'CONVERT(1,"gal","l")',
    '"1/2"+0',
    'IFERROR("2-May"+0,9)',
    'COUNTIF(D1:E3,"<2/"&A1+1)',
    'TEXT(5,"* 0")*1',
    "INDEX(D1:D3,A1)",
    "MATCH(2,{1,3,2})",
    'LEN("\U0001f600")',
]


@pytest.mark.parametrize("order", ["row-major", "reversed", "jacobi", "random:1"])
@pytest.mark.parametrize("call", REFUSED_AT_FIRST)
@pytest.mark.parametrize("within", ["{}", "IFERROR({},7)"])
def test_what_a_circle_was_given_in_place_of_a_value_is_refused(tmp_path, order, call, within):
    """Before, the circle ended at #VALUE! or at 7."""
    cells = {"A1": "=B1", "B1": "=" + within.format(f"IF(A1<1,{call},A1)")}
    session = opened_in("fast", tmp_path, cells, TEN, Schedule.parse(order, "zero"))
    with pytest.raises(EngineError, match=r"^Sheet!B1: "):
        session.recalculate()


@pytest.mark.parametrize(
    "formula", ["=COUNTIF(A1:A2,5)", "=SUM(COUNTIF(A1:A2,{1,2,3}))", "=SUMIFS(B1:B2,A1:A2,5)"]
)
def test_a_date_as_a_text_may_be_the_number_that_is_looked_for(tmp_path, formula):
    """Before, a traceback, or a count without it."""
    cells = {"A1": "1/5/1900", "A2": 2, "B1": 1, "C1": formula}
    session = opened_in("fast", tmp_path, cells, TEN)
    session.recalculate()
    assert session.read(cell("C1")) == [1.0]
    session = opened_in("fast", tmp_path, cells | {"A1": "1/5"}, TEN)
    with pytest.raises(EngineError, match=r"^Sheet!C1: .* a text in which Excel may read a date"):
        session.recalculate()


def test_what_is_between_two_circles_counts_too(tmp_path):
    cells = {
        "A1": "=IF(A1<1,A1+0.5,A1)",
        "A2": '=IF(A1<1,CONVERT(1,"gal","l"),3)',
        "A3": "=IF(ISERROR(A2),5,A3)",
    }
    session = opened_in("fast", tmp_path, cells, TEN)
    with pytest.raises(EngineError, match=r"^Sheet!A2: the engine fast lacks CONVERT"):
        session.recalculate()


def test_a_call_that_is_not_made_again_keeps_its_refusal(tmp_path):
    """Before, a KeyError."""
    cells = {"A1": "=IF(ISNUMBER(B1),B1,0)+1", "B1": "=IF(A1=1,FACT(0-1),A1)"}
    session = opened_in("fast", tmp_path, cells, TEN)
    for _ in range(2):
        with pytest.raises(EngineError, match=r"^Sheet!B1: the engine fast lacks FACT"):
            session.recalculate()


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_sheet_that_no_formula_reads_shows_what_its_file_holds(tmp_path, engine):
    path = saved(tmp_path, PAIR, TEN)
    book = openpyxl.load_workbook(path)
    book.create_sheet("Guide")["B2"] = "read me"
    book.save(path)
    session = open_workbook(engine, read_workbook(path), Schedule())
    session.recalculate()
    assert session.read(Area("Guide", 1, 2, 3, 2)) == [None, "read me", None]
