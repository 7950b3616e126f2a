"""A corpus in pieces: what is sent to another process together."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from xlbuilder.sudoku.board import Board

FEW_CHUNKS = 2
"""As many are best run in this process: they are done before others have started."""


class Chunk(NamedTuple):
    """Some puzzles that follow one another in the corpus."""

    first: int
    """The number of the first, from 1."""
    puzzles: list[Board]

    def __str__(self) -> str:
        last = self.first + len(self.puzzles) - 1
        return f"puzzle {last}" if last == self.first else f"puzzles {self.first} to {last}"


def chunks(puzzles: Iterable[Board], size: int) -> Iterator[Chunk]:
    """Yield the puzzles in chunks of this size; the last one may be smaller."""
    puzzles = iter(puzzles)
    first = 1
    while some := list(islice(puzzles, size)):
        yield Chunk(first, some)
        first += len(some)
