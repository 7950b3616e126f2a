"""The workbook `life`, opened once and driven under any schedule; Conway's rule in NumPy."""

from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np

from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Reads, Schedule
from xlbuilder.recalc.session import IteratedSession
from xlbuilder.render.conditional import with_formats
from xlbuilder.render.sheet import read_sheet
from xlbuilder.xlsx.model import read_workbook

ALIVE = "1F4E9E"
"""The fill of a live cell."""

# `lagged` is left out, as for sudoku: where two references of one formula see the controller at two
# ages, a cell takes the order of one generation and the number of another.
FIXED = ["row-major", "column-major", "reversed", "reversed-column-major", "alternating"]
FIXED += ["blocks-reversed", "deferred", "jacobi"]
OTHERS = ["permutation:1", "permutation:2", "prelude:1"]
PARTIAL = ["asynchronous:1", "subset:1", "subset:2", "subset:3"]
RANDOM = [f"random:{seed}" for seed in range(4)]
STARTS = ["zero", "empty", "text", "garbage:1", "garbage:2", "stale", "midway", "wild"]


def after(board):
    """Return the generation after this one; the edges of the board are joined."""
    turned = (np.roll(board, (down, right), (0, 1)) for down in (-1, 0, 1) for right in (-1, 0, 1))
    neighbors = sum(turned) - board
    return ((neighbors == 3) | ((neighbors == 2) & (board == 1))).astype(int)


class Generations:
    """All that follows from a start, worked out as far as it is asked for."""

    def __init__(self, start):
        self._made = [np.array(start, int)]

    def __getitem__(self, number):
        while len(self._made) <= number:
            self._made.append(after(self._made[-1]))
        return self._made[number]


class Life:
    """Opens the file on disk, starts from any values, types, and reads what is shown."""

    def __init__(self, path):
        self.model = read_workbook(path)
        session = open_workbook("fast", self.model, Schedule())
        assert isinstance(session, IteratedSession)
        self.session = session
        self._sheet = cache(lambda: read_sheet(self.model))

    def follow(self, order="row-major", start="zero", **settings):
        """Begin anew, under this schedule."""
        self.session.follow(Schedule.parse(order, start, **settings))

    def keep(self):
        """Let the cells hold what they hold now whenever a schedule begins, with start="file"."""
        for cell in self.model.formulas:
            self.model.values[cell] = self.session.read(cell)[0]  # type: ignore[index]  # a dict

    def set(self, **values):
        for name, value in values.items():
            self.session.enter(self.cell(name), float(value) if isinstance(value, int) else value)

    def cell(self, name):
        return next(self.model.area(name).cells())

    def draw(self, board):
        """Type a pattern of one's own."""
        for cell, alive in zip(self.model.area("drawn_board").cells(), board.flat, strict=True):
            self.session.enter(cell, 1.0 if alive else None)

    def calculate(self, iterations=None):
        """Recalculate, break off after so many iterations, and return how many were made."""
        return sum(1 for _ in islice(self.session.iterations(), iterations))

    def evaluate(self, *names):
        """Evaluate these cells alone, one after the other."""
        members = list(self.session.program.members)
        for name in names:
            only = np.array([members.index(self.cell(name))], np.int32)
            self.session._machine.iterate(only, Reads.IN_PLACE, 0, 0.001)  # noqa: SLF001

    def read(self, name):
        return self.session.read(self.model.area(name))

    def one(self, name):
        return self.read(name)[0]

    def start(self):
        """Return the pattern that is chosen."""
        return np.array(self.read("start_board"), int).reshape(40, 40)

    def ordered(self):
        """Return the generation that the controller orders, -1 while it has no number."""
        controller = self.one("controller")
        return controller // 1000 if isinstance(controller, float) else -1

    def shown(self):
        """Return the generation that the counter says, and the cells that are alive in it.

        The colors show the same; `picture` asks them.
        """
        generation = int(self.one("generation"))
        board = np.array(self.read("odd_board" if generation % 2 else "life_board"))
        return generation, (board % 10 == 1).astype(int).reshape(40, 40)

    def watched(self, generations, iterations):
        """Recalculate so often, and look at every moment from the first generation that is ordered.

        Return the generations that were shown; None when a moment shows something else than the
        generation that it says, or another one than is ordered or the one before.
        """
        seen, was_reset = [], False
        for _ in islice(self.many(), iterations):
            was_reset = was_reset or self.ordered() == 0
            if not was_reset or self.ordered() < 1:
                continue
            number, board = self.shown()
            if self.ordered() - number not in (0, 1) or (board != generations[number]).any():
                return None
            seen.append(number)
        return seen

    def many(self):
        """Yield after each iteration of as many recalculations as it takes."""
        while True:
            yield from self.session.iterations()

    def picture(self):
        """Return the cells of the board that have the color of life."""
        cells = dict.fromkeys([*self.model.values, *self.model.formulas])
        values = {cell: self.session.read(cell)[0] for cell in cells}
        looks = with_formats(replace(self.model, values=values), self._sheet()).looks
        board = [looks[cell].fill == ALIVE for cell in self.model.area("life_board").cells()]
        return np.array(board, int).reshape(40, 40)


def begun(life, order, start, pattern="R-pentomino"):
    """Run a pattern under an order, from first values or from what was there before.

    That is another pattern at rest (stale) or broken off in a generation (midway), or this one with
    an order for another generation (wild).  Return the generations that must follow.
    """
    life.follow()
    life.set(state="Reset", pattern=pattern)
    life.calculate()
    generations = Generations(life.start())
    if start in ("stale", "midway"):
        life.follow("random:9")
        life.set(state="Step", pattern="Own", step=1)
        life.calculate()
        life.set(state="Run" if start == "midway" else "Reset")
        life.calculate(9)
    if start == "wild":
        life.set(state="Run")
        life.calculate(9)
        life.session.enter(life.cell("controller"), 50_003.0)
    if start in ("stale", "midway", "wild"):
        life.keep()
        start = "file"
    life.follow(order, start)
    life.set(state="Run", pattern=pattern)
    return generations


def goes_through(seen, generations):
    """Return whether every generation was shown in its turn, and at least so many."""
    if not seen or seen != sorted(seen):
        return False
    return set(range(1, seen[-1] + 1)) <= set(seen) and seen[-1] >= generations


def steps_one_by_one(life):
    """Return whether each step makes a generation, also one raised before the last is made."""
    life.set(state="Reset", pattern="Acorn", step=0)
    life.calculate()
    life.set(state="Step")
    for step in (1, 2, 4):
        life.calculate()
        life.set(step=step)
        life.calculate(None if step < 4 else 1)
    life.set(step=5)
    life.calculate()
    life.calculate()
    return life.shown()[0] == life.ordered() == 4
