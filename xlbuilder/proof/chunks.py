"""A corpus in pieces: what is sent to another process together."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from xlbuilder.sudoku.board import Board


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


def begun(puzzles: Iterable[Board], size: int) -> tuple[Iterator[Board], bool]:
    """Return the puzzles, and whether there are more than two chunks of this size.

    Two chunks or fewer are best run in this process: it is done before others have started.
    """
    puzzles = iter(puzzles)
    first = list(islice(puzzles, 2 * size + 1))
    return chain(first, puzzles), len(first) > 2 * size
