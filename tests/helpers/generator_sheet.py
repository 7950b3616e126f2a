"""The workbook `generator`, opened once and driven under any schedule."""

from collections import Counter
from itertools import islice

import numpy as np

from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Reads, Schedule
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.sudoku.board import UNITS, Board
from xlbuilder.xlsx.model import read_workbook

FIXED = ["row-major", "column-major", "reversed", "reversed-column-major", "alternating"]
FIXED += ["blocks-reversed", "deferred", "jacobi"]
RANDOM = ["random:1", "permutation:2", "asynchronous:3", "subset:4", "truncated:5", "prelude:6"]


class Generator:
    def __init__(self, path):
        self.model = read_workbook(path)
        session = open_workbook("fast", self.model)
        assert isinstance(session, IteratedSession)
        self.session = session

    def follow(self, order="row-major", start="file", **settings):
        """Begin anew, under this schedule."""
        self.session.follow(Schedule.parse(order, start, **settings))

    def type(self, number, fill="Random"):
        typed = number if isinstance(number, (str, bool, type(None))) else float(number)
        self.session.enter(self.model.area("puzzle_number"), typed)
        self.session.enter(self.model.area("fill"), fill)

    def calculate(self, iterations=None):
        """Recalculate, and break off after so many iterations; return how many were made."""
        return len(list(islice(self.session.iterations(), iterations)))

    def read(self, name):
        return self.session.read(self.model.area(name))

    def one(self, name):
        return self.read(name)[0]

    def made(self, number, fill="Random"):
        """Type a number, calculate to the end, and return the puzzle and its solution."""
        self.type(number, fill)
        self.session.recalculate()
        return self.shown()

    def shown(self):
        return self.one("puzzle_line"), self.one("solution_line")

    def sweep(self, cells):
        """Evaluate these cells once, or all but the controller until they rest."""
        machine, members = self.session._machine, list(self.session.program.members)  # noqa: SLF001
        numbers = np.array([members.index(cell) for cell in cells], np.int32)
        return machine.iterate(numbers, Reads.IN_PLACE, 0, 0.001)

    def settle(self):
        """Evaluate all cells but the controller until they rest."""
        controller = self.model.area("controller")
        others = [cell for cell in self.session.program.members if cell != controller]
        while (done := self.sweep(others)).moved or done.changed:
            pass

    def controller_moves(self):
        """Return whether the controller moves when it is evaluated now; put it back."""
        controller = self.model.area("controller")
        before = self.one("controller")
        self.sweep([controller])
        moved = self.one("controller") != before
        self.session.enter(controller, before)
        return moved

    def controller_moves_without(self, cell, late):
        """Say the same with this late value in one cell; put it back."""
        (right,) = self.session.read(cell)
        self.session.enter(cell, late)
        moved = self.controller_moves()
        self.session.enter(cell, right)
        return moved and right != late


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
