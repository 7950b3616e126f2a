"""The rules of a puzzle: which cells hold different digits.

Plain Sudoku has rows, columns and boxes (board.py), of nine cells, or of six or four.  A *variant*
has more houses, such as diagonals or windows, or other houses than boxes, such as the regions of a
jigsaw.  Or cells that are a move apart hold different digits, such as the move of a knight.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from xlbuilder.sudoku.board import (
    NINE,
    Board,
    Candidate,
    clashes,
    digits_of,
    is_solution,
    keeps_givens,
    repeats,
    units,
)

Move = tuple[int, int]
"""Rows and columns from one cell to another."""


@dataclass(frozen=True)
class Rules:
    """What a solution is; without more, a solution of plain Sudoku."""

    houses: Mapping[str, tuple[int, ...]]
    """By name ("row 1", "window 3"), the indexes of cells that hold different digits."""
    moves: tuple[Move, ...] = ()
    """Cells that are one of these apart hold different digits."""
    side: int = NINE
    """Of the boards: 9, 6 or 4."""

    @property
    def cells(self) -> range:
        """The indexes of the cells of a board, row by row."""
        return range(self.side * self.side)

    @property
    def digits(self) -> range:
        """The digits that a cell may hold."""
        return digits_of(self.side)

    @property
    def added(self) -> dict[str, tuple[int, ...]]:
        """The houses that plain Sudoku does not have."""
        of_plain = units(self.side)
        return {name: cells for name, cells in self.houses.items() if name not in of_plain}

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of cells that are a move apart, the first cell first."""
        pairs = {
            (cell, self.side * row + column)
            for cell in self.cells
            for down, right in self.moves
            for row, column in self._reached(cell, down, right)
        }
        return sorted(pair for pair in pairs if pair[0] < pair[1])

    @cached_property
    def in_sight(self) -> list[frozenset[int]]:
        """Of each cell, the other cells that must not hold its digit."""
        seen: list[set[int]] = [set() for _ in self.cells]
        for cells in (*self.houses.values(), *self.pairs):
            for cell in cells:
                seen[cell].update(cells)
        return [frozenset(cells - {cell}) for cell, cells in enumerate(seen)]

    def clashes(self, board: Board) -> list[str]:
        """Return words for each digit that a house has twice, or that two cells have, a move apart.

        ``row 1 has 5 twice``, ``R1C1 and R2C3 both have 7``.
        """
        if self is PLAIN:  # which is faster: a long table of puzzles with solutions asks for each
            return clashes(board)
        digits = board.digits
        apart = (
            f"{self.name_of(one)} and {self.name_of(other)} both have {digits[one]}"
            for one, other in self.pairs
            if digits[one] and digits[one] == digits[other]
        )
        return [*repeats(board, self.houses), *apart]

    def is_solution(self, puzzle: Board, board: Board) -> bool:
        """Return whether ``board`` keeps the givens, and each digit differs from those in sight."""
        if self is PLAIN:
            return is_solution(puzzle, board)
        digits = board.digits
        return (
            0 not in digits
            and keeps_givens(puzzle, board)
            and all(
                len({digits[cell] for cell in cells}) == len(cells)
                for cells in (*self.houses.values(), *self.pairs)
            )
        )

    def excludes(self, board: Board, candidate: Candidate) -> bool:
        """Return whether a digit excludes the candidate: it fills the cell, or stands in sight."""
        cell, digit = candidate
        sight = self.in_sight[cell]
        return board.digits[cell] != 0 or any(board.digits[other] == digit for other in sight)

    def possible(self, board: Board) -> frozenset[Candidate]:
        """Return the candidates of the empty cells that no digit in sight excludes."""
        every = ((cell, digit) for cell in self.cells for digit in self.digits)
        return frozenset(each for each in every if not self.excludes(board, each))

    def name_of(self, cell: int) -> str:
        """Return the name of a cell: ``R1C9``."""
        return name_of(cell, self.side)

    def _reached(self, cell: int, down: int, right: int) -> Iterator[tuple[int, int]]:
        """Yield the rows and columns of the cells that are so far apart, in any direction."""
        row, column = divmod(cell, self.side)
        for rows in {down, -down}:
            for columns in {right, -right}:
                if 0 <= row + rows < self.side and 0 <= column + columns < self.side:
                    yield row + rows, column + columns


PLAIN = Rules(units(NINE))
"""Rows, columns and boxes of nine cells."""


def plain(side: int) -> Rules:
    """Return the rules of rows, columns and boxes of so many cells."""
    return PLAIN if side == NINE else rules_with((), side=side)


def rules_with(
    houses: Iterable[tuple[str, Iterable[int]]],
    moves: Iterable[Move] = (),
    *,
    boxes: bool = True,
    side: int = NINE,
) -> Rules:
    """Return plain rules with more houses and moves; without ``boxes``, only rows and columns.

    Two houses of the same name are two houses.
    """
    plain = units(side)
    kept = {name: plain[name] for name in plain if boxes or not name.startswith("box")}
    for words, cells in houses:
        name = words
        while name in kept:
            name = f"{name} again"
        kept[name] = tuple(cells)
    return Rules(kept, (*moves,), side)


def houses_of(board: str, numbers: Iterable[int]) -> Iterator[tuple[str, list[int]]]:
    """Yield the houses of a board of numbers: in words, and the indexes of their cells.

    The cells with one number above 0 are a house.  The name of the board is its word, with the
    number where the board has several houses.
    """
    cells: dict[int, list[int]] = {}
    for cell, number in enumerate(numbers):
        if number > 0:
            cells.setdefault(number, []).append(cell)
    words = board.replace("_", " ")
    for number, those in sorted(cells.items()):
        yield (f"{words} {number}" if len(cells) > 1 else words), those


def name_of(cell: int, side: int = NINE) -> str:
    """Return the name of a cell of a board of this side: ``R1C9``."""
    return f"R{cell // side + 1}C{cell % side + 1}"
