"""The vocabulary of Sudoku, and what a solution is.

side       how many cells a row has: 9, or 6 or 4 in small Sudokus
digit      1 to the side; 0 stands for an empty cell
board      side x side digits, row by row, row 1 first
given      a digit of the puzzle, typed by the user; the others are *deduced*
unit       as many cells as the side that hold different digits: a row, a column or a box
clash      a unit that holds a digit twice
candidate  a digit that may still stand in a cell; a *true* one stands there in some solution

The words of the calculation (recalculation, iteration, maximum change) are Excel's, see recalc/.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

BOX_SHAPES = {9: (3, 3), 6: (2, 3), 4: (2, 2)}
"""Rows and columns of a box, by the side of the board."""
NINE = 9
"""The side where nothing else is said."""

Candidate = tuple[int, int]
"""A cell, counted row by row from 0, and a digit that may stand in it."""


def digits_of(side: int) -> range:
    """Return the digits of boards of this side."""
    return range(1, side + 1)


def units(side: int) -> dict[str, tuple[int, ...]]:
    """Return the units by name ("row 1", "column 9", "box 5"), each the indexes of its cells."""
    down, across = BOX_SHAPES[side]
    rows = [tuple(range(side * r, side * r + side)) for r in range(side)]
    columns = [tuple(range(c, side * side, side)) for c in range(side)]
    boxes = [
        tuple(side * (r + i) + c + j for i in range(down) for j in range(across))
        for r in range(0, side, down)
        for c in range(0, side, across)
    ]
    return {
        f"{kind} {number}": unit
        for kind, those in (("row", rows), ("column", columns), ("box", boxes))
        for number, unit in enumerate(those, 1)
    }


DIGITS = tuple(digits_of(NINE))
UNITS = units(NINE)
"""The 27 units of nine by nine cells."""
_BITS = [
    bytes((0, 1, 2, 4, 8, 16, 32, 64, 128)).ljust(256, b"\0"),
    b"\1".rjust(10, b"\0").ljust(256, b"\0"),
]
_SHAPES = [
    (
        8 * near,
        8 * far,
        sum(255 << 8 * (half + UNITS[f"{kind} {n}"][0]) for half in (0, 81) for n in DIGITS),
    )
    for kind, near, far in (("row", 1, 3), ("column", 9, 27), ("box", 1, 9))
]
"""Of each kind of unit of nine by nine cells: steps from one cell to the next, in bits, and the
bits of first cells."""
_SIDES = {side * side: side for side in BOX_SHAPES}
_DIGITS = {cells: frozenset(range(side + 1)) for cells, side in _SIDES.items()}
_NEIGHBORS = [
    [
        other
        for other in (cell - 9, cell - 1, cell + 1, cell + 9)
        if 0 <= other < 81 and abs(other % 9 - cell % 9) < 2
    ]
    for cell in range(81)
]


@dataclass(frozen=True, repr=False)
class Board:
    """A board of 9x9, 6x6 or 4x4 digits; raises ValueError for anything else."""

    digits: tuple[int, ...]
    """``digits[side * row + column]``, rows and columns counted from 0; 0 is an empty cell."""

    def __post_init__(self) -> None:
        allowed = _DIGITS.get(len(self.digits))
        if allowed is None or not allowed.issuperset(self.digits):
            raise ValueError(f"not 81, 36 or 16 digits from 0 to the side: {self.digits!r}")

    @property
    def side(self) -> int:
        """How many rows the board has, and columns, and digits."""
        return _SIDES[len(self.digits)]

    def __str__(self) -> str:
        """Return a character for each cell, ``.`` for an empty one."""
        return "".join(str(digit) if digit else "." for digit in self.digits)

    def __repr__(self) -> str:
        return f"<Board: {self}>"

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the rows, as many as the side."""
        for first in range(0, len(self.digits), self.side):
            yield self.digits[first : first + self.side]


def clashes(board: Board) -> list[str]:
    """Return words for each digit that one of the 27 units has more than once.

    ``row 1 has 5 twice``.  For boards of any side, and other rules, see rules.py.
    """
    return [*repeats(board, UNITS)] if _has_clash(_bits(board)) else []


def repeats(board: Board, houses: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """Yield words for each digit that a house, cells by its name, has more than once."""
    for name, cells in houses.items():
        held = [board.digits[cell] for cell in cells]
        for digit in digits_of(board.side):
            times = held.count(digit)
            if times > 1:
                yield f"{name} has {digit} {'twice' if times == 2 else f'{times} times'}"


def is_map(board: Board) -> bool:
    """Return whether the 81 digits are a map of nine regions, in which equal digits touch."""
    digits = board.digits
    touches = zip(digits, _NEIGHBORS, strict=True)
    return all(digits.count(digit) in {0, 9} for digit in range(10)) and all(
        digit in [digits[other] for other in near] for digit, near in touches
    )


def _bits(board: Board) -> int:
    """Return a byte for each cell with a bit for its digit; the bits for 9 come last."""
    cells = bytes(board.digits)
    return int.from_bytes(b"".join(map(cells.translate, _BITS)), "little")


def _has_clash(bits: int) -> bool:
    """Return whether a unit of nine by nine cells holds a digit twice.

    Then the units have fewer bits than the cells.  It must be fast: for a table of puzzles with
    their solutions it is called a million times.
    """
    count = bits.bit_count()
    for near, far, firsts in _SHAPES:
        three = bits | bits >> near | bits >> 2 * near
        nine = three | three >> far | three >> 2 * far
        if (nine & firsts).bit_count() < count:
            return True
    return False


def keeps_givens(puzzle: Board, board: Board) -> bool:
    """Return whether ``board`` shows every given of ``puzzle`` in its place."""
    return not _bits(puzzle) & ~_bits(board)


def is_solution(puzzle: Board, board: Board) -> bool:
    """Return whether ``board`` keeps the givens and all 27 units are permutations of 1 to 9."""
    bits = _bits(board)
    return 0 not in board.digits and not _has_clash(bits) and not _bits(puzzle) & ~bits
