"""Clues that cannot have a single solution, and what `sudoku` says of them."""

from tests.helpers.sudoku import EMPTY
from xlbuilder.sudoku.board import Board

SOLUTION = "123456789456789123789123456214365897365897214897214365531642978642978531978531642"


def kept(cells):
    """Return the clues of a solved board in these cells."""
    return Board(tuple(int(SOLUTION[cell]) if cell in cells else 0 for cell in range(81)))


def without(units):
    """Return 17 and more clues: all of the solved board except those of which ``units`` is true."""
    return kept({cell for cell in range(81) if not units(cell)})


LACKING = {
    "no clue": (EMPTY, "Type the clues of a puzzle"),
    "16 clues": (kept(range(0, 80, 5)), "at least 17 clues are needed, there are 16"),
    "7 digits": (without(lambda cell: SOLUTION[cell] in "12"), "8 different digits"),
    "2 rows": (without(lambda cell: cell // 9 in (3, 5)), "two rows of boxes"),
    "2 columns": (without(lambda cell: cell % 9 in (7, 8)), "two columns of boxes"),
}
