import pytest

from tests.helpers.boards import board
from xlbuilder.sudoku.board import UNITS, Board, clashes, is_solution, keeps_givens

SOLUTION = "968327451437159628521864937685941273719235864342786195854693712193472586276518349"


def test_units_are_27_times_nine_cells_and_each_cell_is_in_three():
    assert len(UNITS) == 27
    assert all(len(set(unit)) == 9 for unit in UNITS.values())
    for cell in range(81):
        kinds = [name.split()[0] for name, unit in UNITS.items() if cell in unit]
        assert sorted(kinds) == ["box", "column", "row"]


@pytest.mark.parametrize(
    "digits", [(), (1,) * 80, (10,) + (0,) * 80, (-1,) + (0,) * 80, (7,) * 36, (5,) * 16]
)
def test_a_board_is_81_36_or_16_digits(digits):
    with pytest.raises(ValueError, match="not 81, 36 or 16 digits"):
        Board(digits)


def test_each_way_of_not_being_a_solution_is_seen():
    full = board(SOLUTION)
    one_empty = board("." + SOLUTION[1:])
    two_swapped = board(SOLUTION[1] + SOLUTION[0] + SOLUTION[2:])
    other_given = board("1" + "." * 80)
    assert not is_solution(full, one_empty)
    assert not is_solution(board("." * 81), two_swapped)
    assert not is_solution(other_given, full)
    assert not keeps_givens(other_given, full)


def test_clashes_name_unit_and_digit():
    assert clashes(board("5.......5" + "." * 72)) == ["row 1 has 5 twice"]
    assert clashes(board("5........" * 3 + "." * 54)) == [
        "column 1 has 5 3 times",
        "box 1 has 5 3 times",
    ]
    assert clashes(board(SOLUTION)) == []
