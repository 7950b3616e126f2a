"""The workbook `life`, opened once and driven under any schedule; Conway's rule in NumPy."""

from dataclasses import replace
from itertools import islice

import numpy as np

from tests.helpers.opened import Opened
from xlbuilder.render.conditional import with_formats
from xlbuilder.render.picture import read_sheet

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


class Life(Opened):
    def draw(self, board):
        """Type a pattern of one's own."""
        for cell, alive in zip(self.cells("drawn_board"), board.flat, strict=True):
            self.session.enter(cell, 1.0 if alive else None)

    def evaluate(self, *names):
        """Evaluate these cells alone, one after the other."""
        self.sweep([self.cell(name) for name in names])

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
        model = replace(self.model, values=self.everything())
        looks = with_formats(model, read_sheet(model)).looks
        board = [looks[cell].fill == ALIVE for cell in self.cells("life_board")]
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
        now = {cell: life.session.read(cell)[0] for cell in life.model.formulas}
        life.follow(order)
        life.hold({**life.model.values, **now})
    else:
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
