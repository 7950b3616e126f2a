"""Excel's iteration: what the micro-workbooks of cases.py do not show, on both cell machines."""

import pytest

from tests.helpers.workbooks import cell, opened_in
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.schedule import Schedule, Stop


@pytest.fixture(params=["formulas", "fast"])
def opened(request, tmp_path):
    """Return a function that saves cells, and opens them in an engine."""

    def open_cells(cells, *, iterate=True, count=100, delta=0.001):
        return opened_in(request.param, tmp_path, cells, (iterate, count, delta))

    return open_cells


def value(session, address):
    return session.read(cell(address))[0]


def test_a_change_of_just_the_maximum_change_goes_on(opened):
    session = opened({"A1": "=A1+0.5"}, count=5, delta=0.5)
    assert session.recalculate().iterations == 5


def test_cells_before_the_loop_are_settled_first_whatever_their_place(opened):
    """C1 needs D1, D1 needs E1: against the row's order, and still one evaluation each."""
    session = opened({"C1": "=D1+1", "D1": "=E1+1", "E1": "=F1+1", "F1": 1, "A1": "=A1*0+C1"})
    assert session.recalculate().iterations == 2
    assert value(session, "A1") == 4.0


def test_without_iteration_circular_cells_keep_what_they_show(opened):
    session = opened({"A1": "=A1+1", "B1": "=C1+1", "C1": 1}, iterate=False)
    done = session.recalculate()
    assert (value(session, "A1"), value(session, "B1")) == (0.0, 2.0)
    assert not done.quiet


def test_a_cell_that_finds_itself_in_a_range_is_evaluated_again(opened):
    """The 0 that C1 looks for is C1 at first, and then nowhere.  fast has no HLOOKUP of its own."""
    session = opened({"C1": "=HLOOKUP(A1,B1:C2,2,FALSE)", "C2": "=MAX(A1,1)"})
    session.recalculate()
    assert value(session, "C1") is ExcelError.NA


def test_only_what_changed_is_evaluated(opened):
    session = opened({"A1": "=B1+1", "A2": "=B2+1", "B1": 1, "B2": 2, "A3": "=MAX(A3,A1)"})
    session.recalculate()
    assert session.recalculate().evaluations == 0
    session.enter(cell("B2"), 5.0)
    assert session.recalculate().evaluations == 1
    session.enter(cell("B1"), 1.0)  # the same value again
    assert session.recalculate().evaluations == 0


def test_restart_goes_back_to_the_file(opened):
    session = opened({"A1": "=A1+B1", "B1": 1}, count=3)
    session.enter(cell("B1"), 10.0)
    session.recalculate()
    session.restart()
    session.recalculate()
    assert value(session, "A1") == 3.0


@pytest.mark.parametrize("engine", ["formulas", "fast"])
@pytest.mark.parametrize("start", ["empty", "zero"])
def test_a_number_in_a_blank_cell_is_a_number_that_moved(engine, start, tmp_path):
    """Or a workbook that starts blank ends after one iteration where texts do not count."""
    schedule = Schedule.parse(start=start, stop=Stop.NUMBERS)
    cells = {"A1": "=B1", "B1": "=MIN(A1+1,5)"}
    session = opened_in(engine, tmp_path, cells, schedule=schedule)
    done = session.recalculate()
    assert (value(session, "A1"), value(session, "B1")) == (5.0, 5.0)
    assert (done.iterations, done.quiet) == (7, True)
