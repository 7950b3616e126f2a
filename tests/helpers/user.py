"""Someone who types, changes his mind and does not wait."""

from random import Random

from tests.helpers.sudoku import EMPTY, changed
from xlbuilder.formula.values import ExcelError

NO_DIGITS = [10, 2.5, -1, "x", "5", " ", True, ExcelError.NA]


class User:
    """Does something at random, and knows the clues that stand there."""

    def __init__(self, sheet, seed, puzzles):
        self.sheet, self.random, self.puzzles = sheet, Random(seed), puzzles
        self.clues, self.invalid = EMPTY, set()
        self.type_a_puzzle()

    def type_a_puzzle(self):
        self.clues = self.random.choice(self.puzzles)
        self.invalid.clear()
        self.sheet.enter(self.clues)

    def type_a_clue(self):
        self.clues = changed(self.clues, self.random.randrange(81), self.random.randrange(1, 10))
        self.sheet.enter(self.clues)
        self.invalid.clear()

    def remove_a_clue(self):
        cell = self.random.choice([c for c in range(81) if self.clues.digits[c]] or [0])
        self.clues = changed(self.clues, cell, 0)
        self.sheet.type("in_board", cell, None)
        self.invalid.discard(cell)

    def undo_an_edit(self):
        before = self.clues
        self.type_a_clue()
        self.sheet.calculate(self.random.randrange(1, 4))
        self.clues = before
        self.sheet.enter(before)

    def type_nonsense(self):
        cell = self.random.randrange(81)
        self.invalid.add(cell)
        self.sheet.type("in_board", cell, self.random.choice(NO_DIGITS))

    def set_state(self):
        self.sheet.set(state=self.random.choice(["Solve", "Step", "Reset"]))

    def raise_step(self):
        self.sheet.set(step=self.sheet.one("step") + 1)

    def finish(self):
        for cell in self.invalid:
            self.sheet.type("in_board", cell, self.clues.digits[cell] or None)
        self.sheet.set(state="Solve")
        self.sheet.calculate()


DEEDS = ["type_a_clue", "remove_a_clue", "undo_an_edit", "type_nonsense", "type_a_puzzle"]
DEEDS += ["set_state", "raise_step"]


def play(sheet, seed, puzzles):
    """Let a user do some things, calculating a little or to the end between them."""
    user = User(sheet, seed, puzzles)
    sheet.calculate(user.random.choice([2, 9, None]))
    for _ in range(user.random.randrange(3, 9)):
        getattr(user, user.random.choice(DEEDS))()
        sheet.calculate(user.random.choice([1, 2, 3, 6, 15, 40, None]))
    user.finish()
    return user.clues
