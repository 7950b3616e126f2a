"""The verdict on a case: what it is, why, and what would help."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from xlbuilder.errors import counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value
from xlbuilder.proof.cases.bound import BoundCase, is_shown
from xlbuilder.proof.cases.compared import Disagreement, Rest, disagreement, farthest, told
from xlbuilder.proof.cases.runs import Run
from xlbuilder.proof.cases.spelled import without_quotes
from xlbuilder.xlsx.calculation import Calculation

_MOST_TOLD = 5


class CaseKind(Enum):
    """What became of a case."""

    RIGHT = "right"
    WRONG = "wrong"
    """A cell shows something else, or holds no formula."""
    NOT_AT_REST = "not at rest"
    """It does not come to rest."""
    ORDERS_DIFFER = "orders differ"
    """It comes to rest at different values."""
    NOT_RUN = "not run"
    """The engine cannot calculate it."""


class Help(Enum):
    """What would make a case right, as trials have shown; for an error that stays there is none."""

    ITERATIONS = "more iterations"
    CHANGE = "a smaller maximum change"
    NEVER_RESTS = "nothing: it never rests"
    SEVERAL_RESTS = "nothing: it has several places to rest"
    ERROR_STAYS = "nothing: an error stays on the circle"


@dataclass(frozen=True)
class Remedy:
    """What trials with other settings have shown, or that an error stays."""

    help: Help
    iterations: int
    """The most iterations that a recalculation took then."""
    max_change: float
    """The maximum change that was tried."""

    def __str__(self) -> str:
        match self.help:
            case Help.ITERATIONS:
                return f"more iterations help: it takes {self.iterations:,}"
            case Help.CHANGE:
                change = f"{self.max_change:.15f}".rstrip("0")
                taken = f"it takes {self.iterations:,} iterations then"
                return f"a smaller maximum change helps: {change}; {taken}"
            case Help.NEVER_RESTS:
                return f"it does not come to rest in {self.iterations:,} iterations either"
            case Help.SEVERAL_RESTS:
                return (
                    "a smaller maximum change does not help: the circle has more than one place to"
                    " rest, and the order or the first values decide"
                )
            case Help.ERROR_STAYS:
                return (
                    "an error on a circle stays there: IFERROR(..., 0) around a formula of the"
                    " circle can end it; ISERROR of the cell itself cannot"
                )


@dataclass(frozen=True)
class Mismatch:
    """A cell that does not show what a case expects."""

    cell: str
    """The cell as the case names it: ``total_interest (Loan!H8)``."""
    expected: Value
    one: Rest
    """What it shows in the first run that does not show what the case expects."""
    other: Rest | None
    """What it shows in another run, if it differs there by more than orders may."""
    runs: int
    """In how many runs it does not show what the case expects."""

    def in_words(self, of_all: int) -> str:
        """Return what is wrong, and in which of all runs if not in all of them."""
        shown = told(self.one.value) if self.runs == of_all else str(self.one)
        if self.other is not None:
            shown = f"{self.one} and {self.other}"
        count = f"; so in {self.runs} of {of_all} runs" if 1 < self.runs < of_all else ""
        expected = told(self.expected)
        is_text = isinstance(self.expected, str) and self.one.number is not None
        if is_text and (remedy := without_quotes(expected)):
            shown, expected = f"the number {shown}", f'the text "{expected}"{remedy}'
        return f"{self.cell} shows {shown}, not {expected}{count}"


@dataclass(frozen=True)
class CaseVerdict:
    """What became of one case."""

    name: str
    kind: CaseKind
    runs: tuple[Run, ...]
    """One for each order and each start."""
    rests: bool = True
    """Whether the case asks that it comes to rest."""
    mismatches: tuple[Mismatch, ...] = ()
    constants: tuple[str, ...] = ()
    """The cells that hold no formula, though the case expects one, a line each."""
    disagreement: Disagreement | None = None
    remedy: Remedy | None = None
    note: str = ""
    """Why it is not at rest, or not run, if there is more to say."""

    @property
    def is_right(self) -> bool:
        """Whether it shows what it should, at rest, under all orders and from all first values."""
        return self.kind is CaseKind.RIGHT

    @property
    def problems(self) -> tuple[str, ...]:
        """What is not right, in words, and what would help; empty when the case is right."""
        return tuple(self._problems())

    @property
    def restless(self) -> tuple[Run, ...]:
        """The runs that should come to rest and do not."""
        return tuple(run for run in self.runs if self.rests and not (run.at_rest or run.error))

    def _problems(self) -> Iterator[str]:
        if self.is_right:
            return
        yield from self.constants
        for each in self.mismatches[:_MOST_TOLD]:
            yield each.in_words(len(self.runs))
        if (more := len(self.mismatches) - _MOST_TOLD) > 0:
            yield f"and {counted(more, 'cell')} more"
        if restless := self.restless:
            most = max(run.iterations[-1] for run in restless)
            where = _where(restless[0], len(restless), len(self.runs))
            yield f"does not come to rest in {counted(most, 'iteration')}{where}"
        if self.disagreement:
            yield str(self.disagreement)
        if self.note:
            yield self.note
        if self.remedy:
            yield str(self.remedy)

    def __str__(self) -> str:
        """Return the name and the kind, and below them a line for each problem."""
        return "\n  ".join([f"{self.name}: {self.kind.value}", *self.problems])


def judged(
    case: BoundCase, runs: Sequence[Run], cells: Sequence[Area], settings: Calculation
) -> CaseVerdict:
    """Return the verdict on the runs of a case; ``cells`` are those that the runs compare.

    Unless the case says how far numbers may differ between orders, it is the maximum change of the
    workbook: a value at rest is known no better.
    """
    within = settings.max_change if case.within is None else case.within
    done = [run for run in runs if not run.error]
    found = CaseVerdict(
        case.name,
        CaseKind.RIGHT,
        tuple(runs),
        case.rests,
        tuple(_mismatches(case, done, within)),
        case.constants,
        disagreement(cells, done, within) if case.rests else None,
    )
    if errors := [run.error for run in runs if run.error]:
        return replace(found, kind=CaseKind.NOT_RUN, note=errors[0])
    if found.restless and not settings.iterate:
        found = replace(found, note=settings.note or "iterative calculation is off in the file")
    if found.mismatches or found.constants:
        return replace(found, kind=CaseKind.WRONG)
    if found.restless:
        return replace(found, kind=CaseKind.NOT_AT_REST)
    return replace(found, kind=CaseKind.ORDERS_DIFFER) if found.disagreement else found


def _mismatches(case: BoundCase, runs: Sequence[Run], within: float) -> Iterator[Mismatch]:
    for number, each in enumerate(case.shows):
        for place, (cell, expected) in enumerate(each.cells()):
            rests = (Rest(run, run.shown[number][place]) for run in runs)
            wrong = [each for each in rests if not is_shown(each.value, expected, case.within)]
            if wrong:
                far = farthest(wrong, within) or ()
                other = next((rest for rest in far if rest != wrong[0]), None)
                yield Mismatch(each.name_of(cell), expected, wrong[0], other, len(wrong))


def _where(first: Run, count: int, of_all: int) -> str:
    """Return in which of the runs something is so; nothing if it is in all."""
    if count == of_all:
        return ""
    return f" ({first})" if count == 1 else f" ({first}; in {count} of {of_all} runs)"
