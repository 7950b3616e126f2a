"""Finds which cells of a puzzle are filled or empty together."""

from collections.abc import Callable

from xlbuilder.sudoku.board import NINE

Orbit = tuple[int, ...]
"""Cells, counted row by row from 0, that a symmetry moves onto one another."""

_Move = Callable[[int, int, int], tuple[int, int]]  # of a row, a column, and the last of them

_MOVES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "rotation": (lambda row, column, last: (last - row, last - column),),
    "quarter": (lambda row, column, last: (column, last - row),),
    "mirror": (lambda row, column, last: (row, last - column),),
    "diagonal": (lambda row, column, _: (column, row),),
    "diagonals": (
        lambda row, column, _: (column, row),
        lambda row, column, last: (last - column, last - row),
    ),
}
SYMMETRIES = tuple(_MOVES)
"""No symmetry; a half turn; a quarter turn; left and right; one diagonal; both diagonals."""


def orbits(symmetry: str, side: int = NINE) -> list[Orbit]:
    """Return the orbits of a symmetry, each once, in the order of their first cells.

    ``side`` is the side of the board.
    """
    found: dict[int, set[int]] = {}
    for cell in range(side * side):
        orbit = found.setdefault(cell, {cell})
        for move in _MOVES[symmetry]:
            row, column = move(*divmod(cell, side), side - 1)
            other = side * row + column
            orbit |= found.get(other, {other})
        found |= dict.fromkeys(orbit, orbit)
    return sorted({tuple(sorted(orbit)) for orbit in found.values()})


def clue_counts(symmetry: str, side: int = NINE) -> list[int]:
    """Return the numbers of clues that a puzzle with this symmetry may have."""
    counts = {0}
    for orbit in orbits(symmetry, side):
        counts |= {count + len(orbit) for count in counts}
    return sorted(counts)
