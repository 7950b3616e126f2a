"""A corpus in pieces."""

import pytest

from xlbuilder.proof.chunks import begun, chunks
from xlbuilder.sudoku.board import Board

BOARDS = [Board((digit,) + (0,) * 80) for digit in range(8)]


def test_chunks_are_numbered_from_1():
    found = list(chunks(iter(BOARDS), 3))
    assert [str(chunk) for chunk in found] == ["puzzles 1 to 3", "puzzles 4 to 6", "puzzles 7 to 8"]
    assert str(next(chunks(BOARDS, 1))) == "puzzle 1"
    assert [board for chunk in found for board in chunk.puzzles] == BOARDS


@pytest.mark.parametrize(("size", "is_long"), [(3, True), (4, False), (5, False)])
def test_more_than_two_chunks_are_worth_other_processes(size, is_long):
    puzzles = iter(BOARDS)
    again, found = begun(puzzles, size)
    assert found is is_long
    assert len(list(puzzles)) == max(0, len(BOARDS) - 2 * size - 1)  # it takes no more than it must
    assert list(again) == BOARDS[: 2 * size + 1]
