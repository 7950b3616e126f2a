"""Excel's iteration on workbooks whose answer is known in closed form (ENGINES X12, X14, X24)."""

import openpyxl
import pytest

from xlbuilder.formula.tree import Area
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.model import read_workbook


@pytest.fixture
def opened(tmp_path):
    """Return a function that saves cells, and opens them in the engine formulas."""

    def open_cells(cells, **settings):
        book = openpyxl.Workbook()
        for address, content in cells.items():
            book.active[address] = content
        book.calculation.iterate = settings.get("iterate", True)
        book.calculation.iterateCount = settings.get("count", 100)
        book.calculation.iterateDelta = settings.get("delta", 0.001)
        book.save(tmp_path / "book.xlsx")
        return open_workbook("formulas", read_workbook(tmp_path / "book.xlsx"))

    return open_cells


def cell(address):
    column, row = openpyxl.utils.cell.coordinate_from_string(address)
    column = openpyxl.utils.column_index_from_string(column)
    return Area("Sheet", row, column, row, column)


def value(session, address):
    return session.read(cell(address))[0]


def test_divergent_pair_is_in_place_upper_cell_first(opened):
    """Observed in Excel 2013: A1=1+A2, A2=1+A1 show 19 and 20 after ten iterations."""
    session = opened({"A1": "=1+A2", "A2": "=1+A1"}, count=10)
    done = session.recalculate()
    assert (value(session, "A1"), value(session, "A2")) == (19.0, 20.0)
    assert (done.iterations, done.quiet) == (10, False)


def test_the_next_recalculation_goes_on_from_the_values(opened):
    session = opened({"A1": "=1+A2", "A2": "=1+A1"}, count=10)
    session.recalculate()
    session.recalculate()
    assert (value(session, "A1"), value(session, "A2")) == (39.0, 40.0)


def test_counter_counts_iterations(opened):
    session = opened({"A1": "=A1+1"}, count=7)
    session.recalculate()
    assert value(session, "A1") == 7.0


def test_contraction_stops_below_the_maximum_change(opened):
    """x = x/2 + 10 from 0: after n iterations 20 - 20/2^n; the step 20/2^n is < 0.001 at n = 15."""
    session = opened({"A1": "=A1/2+10"})
    done = session.recalculate()
    assert (done.iterations, done.quiet) == (15, True)
    assert value(session, "A1") == 20 - 20 / 2**15


def test_a_change_of_just_the_maximum_change_goes_on(opened):
    session = opened({"A1": "=A1+0.5"}, count=5, delta=0.5)
    assert session.recalculate().iterations == 5


def test_text_cycle_moves_until_it_rests(opened):
    session = opened({"A1": '=IF(LEN(A1)<4,A1&"x",A1)', "B1": "ab"})
    assert session.recalculate().quiet
    assert value(session, "A1") == "0xxx"  # a cell never calculated is 0


def test_oscillator_hits_the_cap(opened):
    session = opened({"A1": "=1-A1"}, count=9)
    done = session.recalculate()
    assert (done.iterations, done.quiet, value(session, "A1")) == (9, False, 1.0)


def test_latch_keeps_and_resets(opened):
    session = opened({"A1": "Reset", "B1": '=IF(A1="reset",0,IF(B1=0,C1,B1))', "C1": 5})
    session.recalculate()
    assert value(session, "B1") == 0.0
    session.enter(cell("A1"), "Solve")
    session.recalculate()
    session.enter(cell("C1"), 6.0)
    session.recalculate()
    assert value(session, "B1") == 5.0
    session.enter(cell("A1"), "RESET")
    session.recalculate()
    assert value(session, "B1") == 0.0


def test_cells_before_the_loop_are_settled_first_whatever_their_place(opened):
    """C1 needs D1, D1 needs E1: against the row's order, and still one evaluation each."""
    session = opened({"C1": "=D1+1", "D1": "=E1+1", "E1": "=F1+1", "F1": 1, "A1": "=A1*0+C1"})
    assert session.recalculate().iterations == 2
    assert value(session, "A1") == 4.0


def test_dependents_are_swept_with_the_loop(opened):
    """A1 stands before the counter B1, so it shows the count of the iteration before."""
    session = opened({"A1": "=B1", "B1": "=B1+1", "C1": "=B1"}, count=3)
    session.recalculate()
    assert [value(session, a) for a in ("A1", "B1", "C1")] == [2.0, 3.0, 3.0]


def test_without_iteration_circular_cells_keep_what_they_show(opened):
    session = opened({"A1": "=A1+1", "B1": "=C1+1", "C1": 1}, iterate=False)
    done = session.recalculate()
    assert (value(session, "A1"), value(session, "B1")) == (0.0, 2.0)
    assert not done.quiet


def test_nothing_circular_is_quiet_without_iteration(opened):
    session = opened({"B1": "=C1+1", "C1": 1}, iterate=False)
    assert session.recalculate().quiet


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
