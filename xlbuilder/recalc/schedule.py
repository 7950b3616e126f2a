"""How a workbook is iterated: the order of its cells, its first values, and when it stops.

Excel evaluates in place (a cell sees what was computed before it in the same iteration), row by
row as far as anyone can tell, keeps the values from one recalculation to the next, and ends after
the file's maximum of iterations or when no value changes by the maximum change.  None of it is
documented in full, so a workbook has to be right in every order of its cells; see recalc/orders.py.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Self

from xlbuilder.recalc.choices import Order, Start


class Reads(Enum):
    """Which values a cell sees of the others."""

    IN_PLACE = "in place"
    """What was computed before it, in this iteration too; as Excel does."""
    BEFORE = "before"
    """What they were when the iteration began (Jacobi)."""
    LAGGED = "lagged"
    """For each reference at random: as in place, or as when this or the last iteration began."""


class Stop(Enum):
    """Which changes keep an iteration going; Excel does not say whether texts count."""

    CHANGES = "changes"
    """A number that moves by the maximum change, or any change of text, type or error."""
    SECOND = "second"
    """The same, but there is always a second iteration."""
    NUMBERS = "numbers"
    """Only numbers: an iteration in which texts alone change is the last one."""
    NEVER = "never"
    """Nothing: the full count is always used, as ECMA-376 has it."""


MOST_ITERATIONS = 32_767
"""Of one recalculation, as Excel has it."""
ROW_MAJOR = Order("row-major")
FILE = Start("file")


@dataclass(frozen=True)
class Schedule:
    """One way to iterate a workbook."""

    order: Order = ROW_MAJOR
    start: Start = FILE
    stop: Stop = Stop.CHANGES
    iterations: int | None = None
    """The maximum a recalculation; None is the file's own."""
    recalculations: int | None = None
    """Recalculations after each step, as many times F9; the rest is left out when there is nothing
    left to do.  None is as many as the file says or the engine takes (engines.in_full)."""

    @classmethod
    def parse(
        cls,
        order: str = "row-major",
        start: str = "file",
        *,
        stop: Stop = Stop.CHANGES,
        iterations: int | None = None,
        recalculations: int | None = None,
    ) -> Self:
        """Return the schedule with an order and a start given by their names.

        Raises EngineError when there is no such name, or when its seed is missing or wrong.
        """
        return cls(Order.parse(order), Start.parse(start), stop, iterations, recalculations)


EXCEL = Schedule()
"""What Excel most probably does."""


@dataclass(frozen=True)
class Iteration:
    """What one iteration did."""

    evaluated: int
    """Cells evaluated; those whose value cannot have changed are left alone."""
    moved: bool
    """A number moved by the maximum change; a blank cell is 0."""
    changed: bool
    """A text, a type or an error changed."""

    def goes_on(self, stop: Stop, number: int) -> bool:
        """Return whether another iteration follows this one, the ``number``-th."""
        if stop is Stop.NEVER or (stop is Stop.SECOND and number == 1):
            return True
        return self.moved or (self.changed and stop is not Stop.NUMBERS)


@dataclass(frozen=True)
class Recalculation:
    """What one recalculation did."""

    iterations: int
    """Iterations that were used; the last one of a quiet recalculation only confirmed it."""
    quiet: bool
    """True when nothing moved any more, False when the maximum of iterations ended it."""
    evaluations: int
    """Cells evaluated; those whose value cannot have changed are left alone."""
