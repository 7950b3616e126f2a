"""Squares of nine by nine among many cells."""

from xlbuilder.drive.spacing import LAYOUTS
from xlbuilder.formula.area import Area
from xlbuilder.observe.windows import pairs_of_windows, windows


def cells(sheet, rows, columns):
    return {Area(sheet, row, column, row, column) for row in rows for column in columns}


def square(sheet, row, column):
    return Area(sheet, row, column, row + 8, column + 8)


def test_each_square_of_a_table_is_found_once():
    table = cells("S", range(3, 14), range(2, 12))
    assert windows(table) == [square("S", row, column) for row in (3, 4, 5) for column in (2, 3)]
    gap = Area("S", 8, 6, 8, 6)
    assert windows(table - {gap}) == []
    assert windows(table | cells("T", range(1, 10), range(1, 10)))[-1] == square("T", 1, 1)


def test_a_board_may_have_gaps_between_its_boxes():
    lines = [2, 3, 4, 6, 7, 8, 10, 11, 12]
    found = cells("S", lines, lines)
    assert windows(found) == []
    gaps = [layout for layout in LAYOUTS if windows(found, layout)]
    assert [windows(found, layout) for layout in gaps] == [[Area("S", 2, 2, 12, 12)]]


def test_pairs_are_squares_at_one_distance():
    given = cells("S", range(1, 10), range(1, 10))
    reads = {
        Area("T", cell.top + 4, cell.left + 2, cell.top + 4, cell.left + 2): [cell]
        for cell in given
    }
    assert pairs_of_windows(reads, given) == [(square("S", 1, 1), square("T", 5, 3))]
    last = Area("T", 13, 11, 13, 11)
    assert pairs_of_windows({**reads, last: [Area("S", 1, 1, 1, 1)]}, given) == []


def test_a_large_table_takes_no_pairs_of_squares_one_by_one():
    """Quadratic, this would take minutes: 3,000 squares of cells and as many of formulas."""
    given = cells("S", range(1, 1001), range(1, 12))
    reads = {
        Area("S", cell.top, cell.left + 20, cell.top, cell.left + 20): [cell] for cell in given
    }
    assert len(pairs_of_windows(reads, given)) == 3 * 992
