"""The workbook `generator`, opened once and driven under any schedule."""

from collections import Counter

from tests.helpers.opened import Opened
from xlbuilder.sudoku.board import UNITS, Board

FIXED = ["row-major", "column-major", "reversed", "reversed-column-major", "alternating"]
FIXED += ["blocks-reversed", "deferred", "jacobi"]
RANDOM = ["random:1", "permutation:2", "asynchronous:3", "subset:4", "truncated:5", "prelude:6"]


class Generator(Opened):
    def ask(self, number, fill="Random"):
        self.set(puzzle_number=number, fill=fill)

    def made(self, number, fill="Random"):
        """Type a number, calculate to the end, and return the puzzle and its solution."""
        self.ask(number, fill)
        self.session.recalculate()
        return self.shown()

    def shown(self):
        return self.one("puzzle_line"), self.one("solution_line")


def is_full(solution):
    """Return whether all units hold nine different digits."""
    return all(
        Counter(solution.digits[cell] for cell in unit) == Counter(range(1, 10))
        for unit in UNITS.values()
    )


def taken_out(solution, order):
    """Return the puzzle by the post's rule, in plain loops.

    ``order`` holds for each cell when it is tried, 1 to 81.
    """
    digits = list(solution.digits)
    units = list(UNITS.values())

    def holds(cell, digit, kinds):
        own = [unit for unit in units if cell in unit]  # its row, its column, its box
        return any(digits[other] == digit for kind in kinds for other in own[kind])

    for cell in sorted(range(81), key=lambda cell: order[cell]):
        row, column, _ = (unit for unit in units if cell in unit)
        digit = digits[cell]
        elsewhere = [c for c in column if not digits[c] and not holds(c, digit, (0, 2))]
        elsewhere += [c for c in row if not digits[c] and not holds(c, digit, (1, 2))]
        if not elsewhere:
            digits[cell] = 0
    return Board(tuple(digits))
