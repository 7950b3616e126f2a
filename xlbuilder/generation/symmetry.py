"""Finds which cells of a puzzle are filled or empty together."""

from collections.abc import Callable

Orbit = tuple[int, ...]
"""Cells (0 to 80) that a symmetry moves onto one another."""

_Move = Callable[[int, int], tuple[int, int]]  # of a row and a column, 0 to 8

_MOVES: dict[str, tuple[_Move, ...]] = {
    "none": (),
    "rotation": (lambda row, column: (8 - row, 8 - column),),
    "quarter": (lambda row, column: (column, 8 - row),),
    "mirror": (lambda row, column: (row, 8 - column),),
    "diagonal": (lambda row, column: (column, row),),
    "diagonals": (
        lambda row, column: (column, row),
        lambda row, column: (8 - column, 8 - row),
    ),
}
SYMMETRIES = tuple(_MOVES)
"""No symmetry; a half turn; a quarter turn; left and right; one diagonal; both diagonals."""


def orbits(symmetry: str) -> list[Orbit]:
    """Return the orbits of a symmetry, each once, in the order of their first cells."""
    found: dict[int, set[int]] = {}
    for cell in range(81):
        orbit = found.setdefault(cell, {cell})
        for move in _MOVES[symmetry]:
            row, column = move(*divmod(cell, 9))
            orbit |= found.get(9 * row + column, {9 * row + column})
        found |= dict.fromkeys(orbit, orbit)
    return sorted({tuple(sorted(orbit)) for orbit in found.values()})


def clue_counts(symmetry: str) -> list[int]:
    """Return the numbers of clues, from 0 to 81, that a puzzle with this symmetry may have."""
    counts = {0}
    for orbit in orbits(symmetry):
        counts |= {count + len(orbit) for count in counts}
    return sorted(counts)
