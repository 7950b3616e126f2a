"""Why digits stand and candidates are gone, in the words that the workbook has for it.

Words for digits stand on a board of their own.  Of candidates the workbook speaks when it is asked
for their cell, as a user asks on the sheet; so it must have come to rest.
"""

from xlbuilder.formula.values import Value, same
from xlbuilder.observe.solver import Solver
from xlbuilder.sudoku.board import Candidate


class Words:
    """The words of a workbook that has come to rest, for what it shows now.

    The workbook may have placed the same digit earlier for another reason, and taken it back.  The
    board showed another value then, and the workbook has no words for that value now.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._why = solver.texts("why", len(solver.rules.cells))
        self._around = solver.drive.asked_words
        self._placements = solver.placements()
        self._marks = solver.marks()
        self._lines: dict[int, tuple[list[str], list[str]]] = {}

    def placed(self, cell: int, placement: Value) -> str:
        """Return why the digit of a cell has this placement; "" without words."""
        return self._why[cell] if same(placement, self._placements[cell]) else ""

    def eliminated(self, candidate: Candidate, mark: Value) -> str:
        """Return why a candidate is gone with this mark; "" when it is there, or without words."""
        if self._around is None:
            return ""
        before, after = self._around
        line, _ = self._line(candidate, mark)
        return line.partition(before)[2].partition(after)[0]

    def name(self, candidate: Candidate, mark: Value) -> str:
        """Return the name for which a candidate is gone, where one reason stands for several.

        "" where the number of the reason says it; templates/strategies/unique_rectangles.toml.
        """
        return self._line(candidate, mark)[1]

    def _line(self, candidate: Candidate, mark: Value) -> tuple[str, str]:
        """Return the line of a candidate, and the name that stands beside it."""
        if not same(mark, self._marks.get(candidate)):
            return "", ""
        cell, digit = candidate
        if cell not in self._lines:
            self._lines[cell] = self._asked(cell)
        lines, names = self._lines[cell]
        return lines[digit - 1], names[digit - 1]

    def _asked(self, cell: int) -> tuple[list[str], list[str]]:
        """Return what the workbook says of each digit of a cell when it is asked, and the names."""
        asked = self._solver.boards.areas.get("asked")
        side = self._solver.rules.side
        if asked is None:
            return [""] * side, [""] * side
        self._solver.session.enter(next(asked.cells()), self._solver.rules.name_of(cell))
        self._solver.session.recalculate()
        return self._solver.texts("asked_lines", side), self._solver.texts("asked_names", side)
