"""A corpus in pieces."""

import pytest

from xlbuilder.proof.chunks import begun
from xlbuilder.sudoku.board import Board

BOARDS = [Board((digit,) + (0,) * 80) for digit in range(8)]


@pytest.mark.parametrize(("size", "is_long"), [(3, True), (4, False), (5, False)])
def test_more_than_two_chunks_are_worth_other_processes(size, is_long):
    puzzles = iter(BOARDS)
    again, found = begun(puzzles, size)
    assert found is is_long
    assert len(list(puzzles)) == max(0, len(BOARDS) - 2 * size - 1)  # it takes no more than it must
    assert list(again) == BOARDS[: 2 * size + 1]
