"""The vocabulary of Sudoku, and what a solution is.

digit      1 to 9; 0 stands for an empty cell
board      81 digits, row by row, row 1 first
given      a digit of the puzzle, typed by the user; the others are *deduced*
unit       nine cells that hold nine different digits: 9 rows, 9 columns, 9 boxes
clash      a unit that holds a digit twice
candidate  a digit that may still stand in a cell; a *true* one stands there in some solution

The words of the calculation (recalculation, iteration, maximum change) are Excel's, see recalc/.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

DIGITS = tuple(range(1, 10))

Candidate = tuple[int, int]
"""A cell, 0 to 80, and a digit that may stand in it."""

_ROWS = [tuple(range(9 * r, 9 * r + 9)) for r in range(9)]
_COLS = [tuple(range(c, 81, 9)) for c in range(9)]
_BOXES = [
    tuple(9 * (r + i) + c + j for i in range(3) for j in range(3))
    for r in (0, 3, 6)
    for c in (0, 3, 6)
]
UNITS: dict[str, tuple[int, ...]] = {
    f"{kind} {number}": unit
    for kind, units in (("row", _ROWS), ("column", _COLS), ("box", _BOXES))
    for number, unit in enumerate(units, 1)
}
"""27 units by name ("row 1", "column 9", "box 5"), each the indexes (0 to 80) of its cells."""
BOXES = frozenset(f"box {number}" for number in range(1, 10))
"""The names of the boxes among the units."""
_BITS = [
    bytes((0, 1, 2, 4, 8, 16, 32, 64, 128)).ljust(256, b"\0"),
    b"\1".rjust(10, b"\0").ljust(256, b"\0"),
]
_SHAPES = [
    (8 * near, 8 * far, sum(255 << 8 * (half + unit[0]) for half in (0, 81) for unit in units))
    for near, far, units in ((1, 3, _ROWS), (9, 27, _COLS), (1, 9, _BOXES))
]
"""Of each kind of unit: steps from one cell to the next, in bits, and the bits of first cells."""
_DIGITS = frozenset(range(10))
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
    """A board of nine by nine digits; raises ValueError for anything else."""

    digits: tuple[int, ...]
    """``digits[9 * row + column]``, rows and columns counted from 0; 0 is an empty cell."""

    def __post_init__(self) -> None:
        if len(self.digits) != 81 or not _DIGITS.issuperset(self.digits):
            raise ValueError(f"not 81 digits from 0 to 9: {self.digits!r}")

    def __str__(self) -> str:
        """Return the 81-character form, ``.`` for an empty cell."""
        return "".join(str(digit) if digit else "." for digit in self.digits)

    def __repr__(self) -> str:
        return f"<Board: {self}>"

    def rows(self) -> Iterator[tuple[int, ...]]:
        """Yield the nine rows, nine digits each."""
        for row in _ROWS:
            yield tuple(self.digits[cell] for cell in row)


def clashes(board: Board) -> list[str]:
    """Return words for each digit that a unit has more than once ("row 1 has 5 twice")."""
    return [*repeats(board, UNITS)] if _has_clash(_bits(board)) else []


def repeats(board: Board, houses: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """Yield words for each digit that a house, cells by its name, has more than once."""
    for name, cells in houses.items():
        held = [board.digits[cell] for cell in cells]
        for digit in DIGITS:
            times = held.count(digit)
            if times > 1:
                yield f"{name} has {digit} {'twice' if times == 2 else f'{times} times'}"


def is_map(board: Board) -> bool:
    """Return whether the board is a map of nine regions, in which equal digits touch each other."""
    digits = board.digits
    touches = zip(digits, _NEIGHBORS, strict=True)
    return all(digits.count(digit) in {0, 9} for digit in _DIGITS) and all(
        digit in [digits[other] for other in near] for digit, near in touches
    )


def _bits(board: Board) -> int:
    """Return a byte for each cell with a bit for its digit; the bits for 9 come last."""
    cells = bytes(board.digits)
    return int.from_bytes(b"".join(map(cells.translate, _BITS)), "little")


def _has_clash(bits: int) -> bool:
    """Return whether a unit holds a digit twice: then the units have fewer bits than the cells.

    It must be fast: for a table of puzzles with their solutions it is called a million times.
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
