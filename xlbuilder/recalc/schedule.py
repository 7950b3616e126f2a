"""Excel's iteration: which cells are evaluated in which order, and when it ends.

Excel evaluates in place (a cell sees what was computed before it in the same iteration), row by
row as far as anyone can tell, keeps the values from one recalculation to the next, and ends after
the file's maximum of iterations or when no value changes by the maximum change (ENGINES 1.1).
"""

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass

from xlbuilder.formula.tree import Area
from xlbuilder.formula.values import Value
from xlbuilder.recalc.program import Program

Evaluate = Callable[[Area, MutableMapping[Area, Value]], Value]
"""Gives the value of one formula cell for the current values of all cells."""

ROW_MAJOR = "row-major"


@dataclass(frozen=True)
class Recalculation:
    """What one recalculation did."""

    iterations: int
    """Iterations that were used; the last one of a quiet recalculation only confirmed it."""
    quiet: bool
    """True when it ended by itself, False when the maximum of iterations ended it."""
    evaluations: int
    """Cells evaluated; those whose precedents did not change are left alone."""


class Recalculator:
    """The values of a workbook, and what has to be calculated again."""

    def __init__(self, program: Program, evaluate: Evaluate) -> None:
        self._program = program
        self._evaluate = evaluate
        self.values: dict[Area, Value] = {}
        self.restart()

    def restart(self) -> None:
        """Go back to the file: its constants and stored results, 0 where none is stored."""
        stored = self._program.model.values
        self.values = {cell: stored.get(cell, 0.0) for cell in self._program.members} | dict(stored)
        self._stale = set(self._program.members)

    def enter(self, cell: Area, value: Value) -> None:
        """Type ``value`` into a cell that holds no formula; None clears it."""
        if not same(self.values.get(cell), value):
            self.values[cell] = value
            self._stale.update(self._program.dependents.get(cell, ()))

    def recalculate(self) -> Recalculation:
        """Recalculate once, with the settings of the file."""
        before, sweep = self._program.order
        evaluations = sum(self._evaluated(cell) for cell in before)
        settings = self._program.model.calculation
        if not settings.iterate:
            # Circular cells keep what they show (ENGINES X24); nothing is quiet about that.
            return Recalculation(1, not self._stale, evaluations)
        for iteration in range(1, settings.max_iterations + 1):
            count, moved = self._sweep(sweep, settings.max_change)
            evaluations += count
            if not moved:
                return Recalculation(iteration, quiet=True, evaluations=evaluations)
        return Recalculation(settings.max_iterations, quiet=False, evaluations=evaluations)

    def _sweep(self, cells: Iterable[Area], max_change: float) -> tuple[int, bool]:
        """Evaluate the stale cells in order; return how many, and whether a value moved."""
        count, moved = 0, False
        for cell in cells:
            before = self.values.get(cell)
            if self._evaluated(cell):
                count += 1
                moved = moved or differs(before, self.values[cell], max_change)
        return count, moved

    def _evaluated(self, cell: Area) -> bool:
        if cell not in self._stale:
            return False
        self._stale.discard(cell)
        value = self._evaluate(cell, self.values)
        if not same(self.values.get(cell), value):
            self.values[cell] = value
            self._stale.update(self._program.dependents.get(cell, ()))
        return True


def same(one: Value, other: Value) -> bool:
    """Say whether two values are the same in type and value (1 is not TRUE, "" is not blank)."""
    return type(one) is type(other) and one == other


def differs(one: Value, other: Value, max_change: float) -> bool:
    """Say whether a change keeps the iteration going.

    Numbers count from the maximum change on; any change of text or type counts.  Whether it does
    in Excel is not documented (ENGINES U3).
    """
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) >= max_change
    return not same(one, other)
