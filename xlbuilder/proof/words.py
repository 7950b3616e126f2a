"""Why digits stand and candidates are gone, in the words that the workbook has for it.

Words for digits stand on a board of their own.  Of candidates the workbook speaks when it is asked
for their cell, as a user asks on the sheet; so it must have come to rest.
"""

import re

from xlbuilder.proof.candidates import address
from xlbuilder.proof.solved import WHY
from xlbuilder.proof.solver import Solver
from xlbuilder.sudoku.board import Candidate

_ASKED, _LINES = "asked_cell", "why_lines"
_LINE = re.compile(r"[1-9]: (.*) \([^()]*\)")
"""``4: naked pair 4 and 7 in row 3 (digits: 50, guesses: 0)``, of a candidate that is gone."""


class Words:
    """The words of a workbook that has come to rest."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._why = self._texts(WHY, 81)
        self._lines: dict[int, list[str]] = {}

    def placed(self, cell: int) -> str:
        """Return why the digit of a cell, 0 to 80, stands there; "" without words."""
        return self._why[cell]

    def eliminated(self, candidate: Candidate) -> str:
        """Return why a candidate is gone; "" when it is there, or without words."""
        cell, digit = candidate
        if cell not in self._lines:
            self._lines[cell] = self._asked(cell)
        match = _LINE.fullmatch(self._lines[cell][digit - 1])
        return match[1] if match else ""

    def cell(self, name: str) -> str:
        """Return the text that a cell shows; "" without such a cell or text."""
        return self._texts(name, 1)[0]

    def _asked(self, cell: int) -> list[str]:
        """Return what the workbook says of each digit of a cell, when it is asked."""
        asked = self._solver.model.area(_ASKED)
        if asked is None:
            return [""] * 9
        self._solver.session.enter(next(asked.cells()), address((cell, 1)))
        self._solver.session.recalculate()
        return self._texts(_LINES, 9)

    def _texts(self, name: str, count: int) -> list[str]:
        area = self._solver.model.area(name)
        values = self._solver.session.read(area) if area is not None else []
        texts = [value if isinstance(value, str) else "" for value in values]
        return texts[:count] if len(texts) >= count else [""] * count
