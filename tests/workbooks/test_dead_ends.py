"""A cell that has no value left is a dead end: of a guess, or of the puzzle."""

import pytest

from tests.helpers.boards import board
from xlbuilder.sudoku.verdict import Kind

ORDERS = ["row-major", "jacobi"]


NO_DIGIT = board("12345678.", "." * 9, "." * 9, "........9")
"""R1C9 has no digit left."""
ONE_FOR_TWO = board("1234567..", "." * 9, "." * 9, "........8", "........9")
"""R1C8 has 8 and 9 left, R1C9 neither."""


def is_refused(sheet, puzzle, order):
    """Return whether the workbook says that there is no solution."""
    sheet.follow(order)
    (verdict,) = sheet.verdicts([puzzle])
    return verdict.kind is Kind.NO_SOLUTION_SAID


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("puzzle", [NO_DIGIT, ONE_FOR_TWO], ids=["no digit", "one for two"])
def test_without_a_guess_there_is_no_solution(sudoku, puzzle, order):
    for choice in ((), ("-search",), ("-unique", "naked_pairs")):
        sheet = sudoku(*choice)
        assert is_refused(sheet, puzzle, order)
        if "-search" not in choice:
            assert max(sheet.read("guess_stack")) == 0


@pytest.mark.parametrize("order", ORDERS)
def test_when_each_guess_has_ended_there_is_no_solution(sudoku, boards, order):
    sheet = sudoku()
    for name in ("none_1", "none_2"):
        assert is_refused(sheet, boards[name], order)
        assert max(sheet.read("guess_stack")) == 0
        assert sum(sheet.read("dead_ends")) > 1
