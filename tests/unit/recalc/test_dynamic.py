"""Dynamic ranges: OFFSET, INDIRECT and A1:INDEX(...), which depend on values."""

import pytest

from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

CELLS = {"B1": 1, "B2": 2, "B3": 3, "C1": 10, "C2": 20, "C3": 30, "D1": "B2", "D2": '="C"&B3'}


def shown(session, *addresses):
    session.recalculate()
    return [session.read(cell(each))[0] for each in addresses]


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_range_moves_with_what_is_typed_and_back_with_a_restart(tmp_path, engine):
    cells = {
        "F1": "=SUM(OFFSET(B1,B1,0,2,1))",
        "F2": "=INDIRECT(D2)+1",
        "F3": "=SUM(B1:INDEX(B1:B3,B2))",
        "F4": "=F1+F2+F3",
        "F5": "=OFFSET(B1,OFFSET(B1,B1-1,0),1)",  # its argument is a dynamic range too
        "F6": "=SUM(OFFSET(C1,0,0,COUNT(C:C),1))",
        "F7": "=SUM(OFFSET(C:C,0,-B1))",
        "F8": '=ROWS(INDIRECT("A"&1-B1&":A3"))',
    }
    session = opened_in(engine, tmp_path, CELLS | cells)
    before = [5, 31, 3, 39, 20, 60, 6, ExcelError.REF]
    assert shown(session, *cells) == before
    session.enter(cell("B1"), 0.0)
    session.enter(cell("B2"), 3.0)
    session.enter(cell("B3"), 2.0)
    session.enter(cell("C4"), 40.0)
    assert shown(session, *cells) == [3, 21, 5, 29, ExcelError.REF, 100, 100, 3]
    session.restart()
    assert shown(session, *cells) == before


def test_no_range_is_an_error_to_countif(tmp_path):
    formula = {"F1": "=COUNTIF(OFFSET(C1,-B1,0),10)"}
    assert shown(opened_in("fast", tmp_path, CELLS | formula), "F1") == [ExcelError.REF]
    with pytest.raises(EngineError, match=r"^Sheet!F1: the engine formulas does not calculate COU"):
        shown(opened_in("formulas", tmp_path, CELLS | formula), "F1")


def test_a_circle_may_have_one_that_depends_on_no_circle(tmp_path):
    """Its cells keep their first values while the range is found."""
    cells = {"F1": "=OFFSET(F1,B1,0)", "F2": "=F1+1"}
    session = opened_in("fast", tmp_path, CELLS | cells, (True, 10, 0.001))
    assert shown(session, "F1", "F2") == [9, 10]


def test_a_circle_is_seen_before_ranges_are_known(tmp_path):
    cells = {"F1": "=0.5*F2+OFFSET(B1,B1,0)", "F2": "=F1"}
    program = load_program(read_workbook(saved(tmp_path, CELLS | cells)))
    assert program.phases.iterated == (cell("F1"), cell("F2"))


def test_a_range_that_depends_on_a_circle_is_found_behind_it(tmp_path):
    cells = {"F1": "=0.5*F2+1", "F2": "=F1", "F3": "=F4*2", "F4": "=OFFSET(C1,F1,0)"}
    schedule = Schedule.parse("row-major", "zero")
    session = opened_in("fast", tmp_path, CELLS | cells, schedule=schedule)
    last = [*session.iterations()][-1]
    assert [session.read(cell(each))[0] for each in ("F3", "F4")] == [40, 20]
    assert last.moved  # a reader of iterations sees the last one


def test_a_range_of_a_circle_that_depends_on_it_is_refused(tmp_path):
    session = opened_in("fast", tmp_path, CELLS | {"F1": "=OFFSET(C1,F2,0)", "F2": "=MIN(F1,2)"})
    with pytest.raises(EngineError, match=r"^Sheet!F1: is on a circle, and the range of its OFF"):
        session.recalculate()


def test_what_an_argument_lacks_is_told_of_the_cell(tmp_path):
    with pytest.raises(EngineError, match=r"^Sheet!F1: the engine fast lacks the function AREAS"):
        opened_in("fast", tmp_path, CELLS | {"F1": "=OFFSET(C1,AREAS(B1),0)"})


def test_all_is_needed_where_one_is_needed(tmp_path):
    """Whether the formula is that of one cell, or has parts (formula/bind.py)."""
    cells = {"F1": "=B1", "F2": "=OFFSET(D1,B2,0)", "F3": "=OFFSET(D2,B3,0)"}
    model = read_workbook(saved(tmp_path, CELLS | cells))
    assert [*only_needed(model, [cell("F1")]).formulas] == [cell("F1")]
    for each in ("F2", "F3"):
        assert {*only_needed(model, [cell(each)]).formulas} == {*map(cell, ("D2", *cells))}
