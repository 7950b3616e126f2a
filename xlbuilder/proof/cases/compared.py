"""Whether a circle rests at the same values in every order and from all first values."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, in_words, same
from xlbuilder.proof.cases.bound import is_close
from xlbuilder.proof.cases.runs import Run


@dataclass(frozen=True)
class Rest:
    """What a cell shows at the end of one run."""

    run: Run
    value: Value

    @property
    def number(self) -> float | None:
        """The value if it is a number; TRUE is none."""
        return self.value if type(self.value) is float else None

    def __str__(self) -> str:
        return f"{told(self.value)} ({self.run})"


@dataclass(frozen=True)
class Disagreement:
    """The cell that differs most between runs that have come to rest."""

    cell: str
    """Its address: ``Heat!AG14``."""
    one: Rest
    other: Rest

    @property
    def apart(self) -> float:
        """How far the two values are apart; infinite if they are not both numbers."""
        if self.one.number is None or self.other.number is None:
            return inf
        return abs(self.one.number - self.other.number)

    def __str__(self) -> str:
        return f"{self.cell} rests at {self.one} and at {self.other}"


def disagreement(cells: Sequence[Area], runs: Sequence[Run], within: float) -> Disagreement | None:
    """Return where the runs at rest differ most, None where they agree in all ``cells``.

    Numbers agree when they differ by at most ``within``; another text, type or error differs more
    than any number.
    """
    found: Disagreement | None = None
    rested = [run for run in runs if run.at_rest]
    for number, cell in enumerate(cells):
        pair = farthest([Rest(run, run.values[number]) for run in rested], within)
        if pair is not None:
            each = Disagreement(f"{cell.sheet}!{cell}", *pair)
            found = max(found or each, each, key=lambda one: one.apart)
    return found


def farthest(rests: Sequence[Rest], within: float) -> tuple[Rest, Rest] | None:
    """Return the two runs in which a cell differs most, the earlier one first.

    There are none if the cell shows the same in all runs, and if numbers differ by at most
    ``within``.
    """
    first = rests[0] if rests else None
    for each in rests:
        if first and not same(first.value, each.value) and None in (first.number, each.number):
            return first, each
    numbers = {each.number: each for each in reversed(rests) if each.number is not None}
    if len(numbers) < 2 or is_close(least := min(numbers), most := max(numbers), within):
        return None
    pair = numbers[least], numbers[most]
    return pair if rests.index(pair[0]) < rests.index(pair[1]) else pair[::-1]


def told(value: Value) -> str:
    """Return a value for a message: a number with ten digits, more than a case can ask for."""
    if type(value) is float:
        return f"{value or 0:.10G}"
    return in_words(value) or "nothing"
