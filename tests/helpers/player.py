"""Someone who plays in the workbook `play`, opened in the engine fast."""

from dataclasses import replace
from random import Random

from tests.helpers.sudoku import Sheet
from tests.helpers.without_iteration import looks
from tests.oracle.hints import faults

ANSWER = "4 The digit and why"
STAGES = ["1 Where to look", "2 What to look for", "3 Which cell", ANSWER]


class Player(Sheet):
    def begin(self, puzzle):
        """Type a puzzle and play, as its user does: State is New puzzle, then Play."""
        self.set(state="New puzzle", hint="Off", check="Off", asked_cell=None)
        self.enter(puzzle)
        while self.calculate() and self.one("status_code") in {3, 4, 10}:
            pass
        self.set(state="Play")
        self.calculate()
        self.clues = puzzle.digits
        self.right = self.answers.solution(puzzle).digits
        self.empty = [cell for cell, digit in enumerate(self.clues) if not digit]

    def have(self, cells=(), wrong=()):
        """Let these cells, and no others, have what is typed: right digits, and wrong ones."""
        self.digits = list(self.clues)
        for cell in cells:
            self.digits[cell] = self.right[cell]
        for cell in wrong:
            self.digits[cell] = self.right[cell] % 9 + 1
        for cell in self.empty:
            self.type("in_board", cell, self.digits[cell] or None)
        self.calculate()

    def hint(self, stage=ANSWER):
        self.set(hint=stage)
        self.calculate()
        return self.one("hint_words"), self.one("hint_answer")

    def in_order(self):
        """Return the empty cells in the order in which the workbook placed their digits."""
        placed = self.read("placement_board")
        return sorted(self.empty, key=lambda cell: placed[cell] % 1)

    def false_hints(self, seed, stages, techniques=()):
        """Yield what is false in hints at random stages of the work, the first without a digit.

        Each time it is another digit's turn, and the player has some of those that come later.
        """
        random = Random(seed)
        order = self.in_order()
        for turn in [0, *random.sample(range(len(order)), stages - 1)]:
            later = order[turn + 1 :]
            self.have(order[:turn] + random.sample(later, random.randrange(len(later) + 1)))
            words, answer = self.hint()
            for fault in faults(words, answer, self.digits, self.right, techniques):
                yield self.digits, words, answer, fault

    def fills(self):
        """Return the fills of the cells of the puzzle."""
        of = looks(replace(self.model, values=self.everything()))
        return [of[cell].fill for cell in self.cells("in_board")]
