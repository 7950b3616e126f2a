"""The way of a workbook through a puzzle or a position, as steps that a person can follow.

The workbook is iterated so that every cell sees the values with which the iteration began (the
order ``jacobi``): what one iteration finds follows from the same board.  A step is what one
strategy finds in one iteration, and each of its deductions has a reason of its own.  A candidate
that goes because its cell is filled, or because the digit stands in sight, belongs to the placement
and is no step.

A step is never taken back, so a candidate that goes under a guess, or a digit that is placed there,
is no step.  All that the workbook knows at the end by guessing alone is one last step.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from xlbuilder.errors import PuzzleError, counted
from xlbuilder.formula.values import Value
from xlbuilder.proof.candidates import address
from xlbuilder.proof.own_words import Words
from xlbuilder.proof.run import MOST_ITERATIONS, asked_schedule
from xlbuilder.proof.solver import Solver
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.sudoku.verdict import Says
from xlbuilder.xlsx.model import Model

GUESSING = "search"
"""The strategy of what no other one found."""

_Deductions = dict[tuple[str, bool], list[Candidate]]
"""The candidates that went or were placed (True) for the same reason in words."""


@dataclass(frozen=True)
class Deduction:
    """What a strategy places or eliminates for one reason."""

    eliminated: tuple[Candidate, ...]
    placed: tuple[Candidate, ...]
    words: str
    """The reason, as the workbook puts it."""

    def __str__(self) -> str:
        """Return it as a sentence: ``5 goes from R1C4, R1C5: pointing``."""
        if self.placed:
            what = ", ".join(f"{address(each)} = {each[1]}" for each in self.placed)
        else:
            cells: dict[int, list[str]] = defaultdict(list)
            for each in self.eliminated:
                cells[each[1]].append(address(each))
            what = "; ".join(f"{digit} goes from {', '.join(at)}" for digit, at in cells.items())
        return f"{what}: {self.words}" if self.words else what


@dataclass(frozen=True)
class Step:
    """What one strategy finds in one iteration."""

    strategy: str
    """The name of the strategy; "" when the workbook does not say which one."""
    deductions: tuple[Deduction, ...]
    iteration: int
    """Of the last recalculation, from 1."""

    @property
    def eliminated(self) -> tuple[Candidate, ...]:
        """The candidates that go: cells from 0 to 80, row by row, and digits."""
        return tuple(sorted(each for deduction in self.deductions for each in deduction.eliminated))

    @property
    def placed(self) -> tuple[Candidate, ...]:
        """The digits that are placed, as cell and digit."""
        return tuple(sorted(each for deduction in self.deductions for each in deduction.placed))

    @property
    def words(self) -> str:
        """The reason, as the workbook puts it; of several deductions, what each of them is."""
        if len(self.deductions) == 1:
            return self.deductions[0].words
        return "; ".join(map(str, self.deductions))

    def __str__(self) -> str:
        """Return the name of the strategy, and what it found, a line for each of several."""
        between = " " if len(self.deductions) == 1 else "\n   "
        return between.join([f"{self.strategy or 'workbook'}:", *map(str, self.deductions)])


@dataclass(frozen=True, repr=False)
class Way:
    """The steps of a workbook through a position, and what it says at the end."""

    steps: tuple[Step, ...]
    status: str
    """The status in words, "" in a workbook without one and after the first step alone."""
    says: Says | None
    start: Position
    """Where it begins."""

    def __str__(self) -> str:
        """Return the steps with their numbers, and the status."""
        steps = [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        return "\n".join([*steps, *filter(None, [self.status])])

    def __repr__(self) -> str:
        return f"<Way: {counted(len(self.steps), 'step')}; {self.status}>"

    def before(self, strategy: str) -> Position:
        """Return the position before the first step of a strategy.

        Raises PuzzleError when it has no step.
        """
        number = next((each.iteration for each in self.steps if each.strategy == strategy), None)
        if number is None:
            found = dict.fromkeys(each.strategy for each in self.steps)
            if "" in found:
                text = "the workbook does not say which strategy did what"
                raise PuzzleError(f"{strategy}: {text}; use a template that extends sudoku")
            others = ", ".join(found) or "none"
            raise PuzzleError(f"{strategy}: finds nothing on this way; the others are: {others}")
        earlier = [each for each in self.steps if each.iteration < number]
        digits = list(self.start.board.digits)
        for cell, digit in (each for step in earlier for each in step.placed):
            digits[cell] = digit
        board = Board(tuple(digits))
        gone = self.start.deleted.union(*(step.eliminated for step in earlier))
        return Position(board, frozenset(each for each in gone if not PLAIN.excludes(board, each)))

    def first(self) -> "Way":
        """Return the way up to its first step, without the status of its end if there is one."""
        return replace(self, steps=self.steps[:1], status="", says=None) if self.steps else self

    def then(self, other: "Way") -> "Way":
        """Return this way, and as one more step the digits that only the other one found."""
        placed = {each for step in self.steps for each in step.placed}
        rest = sorted({each for step in other.steps for each in step.placed} - placed)
        steps = self.steps
        if rest:
            steps = (*steps, _guessed(rest, steps))
        return Way(steps, other.status, other.says, self.start)


class Round(NamedTuple):
    """What was found in one iteration, without reasons."""

    eliminated: frozenset[Candidate] = frozenset()
    placed: frozenset[Candidate] = frozenset()


class Walker:
    """A workbook whose way is watched; ``strategies`` has the strategy of each plugged name.

    Raises WorkbookError when it takes no puzzle.
    """

    def __init__(self, model: Model, strategies: Mapping[str, str]) -> None:
        schedule = replace(asked_schedule("fast", "jacobi"), iterations=MOST_ITERATIONS)
        self.model = model
        self._solver = Solver(model, "fast", schedule)
        self._strategies = strategies
        self._reasons = self._solver.reasons

    def walk(self, position: Position) -> Way:
        """Run the position, and return what the workbook found on its way.

        Raises WorkbookError when something is deleted, and the workbook has no board for it.
        """
        solver = self._solver
        found = list(self._found(position))
        shown, _ = solver.board()
        words = Words(solver)
        steps = list(self._steps(words, found))
        listed = {each for step in steps for each in step.placed}
        rest = tuple(
            each
            for each in enumerate(shown.digits)
            if each[1] and not position.board.digits[each[0]] and each not in listed
        )
        if rest:
            steps.append(_guessed(rest, steps))
        (status,) = solver.texts(solver.drive.status_text or "status", 1)
        return Way(tuple(steps), status, solver.says(), position)

    def rounds(self, position: Position) -> Iterator["Round"]:
        """Yield what each iteration found that found anything, as soon as it did."""
        for _, each in groupby(self._found(position), attrgetter("iteration")):
            found = list(each)
            yield Round(
                frozenset(one.candidate for one in found if not one.is_placed),
                frozenset(one.candidate for one in found if one.is_placed),
            )

    def _found(self, position: Position) -> Iterator["_Event"]:
        """Yield each candidate that went, and each digit that was placed."""
        solver = self._solver
        gone_before: set[Candidate] = set(position.deleted)
        placed: set[Candidate] = set()
        before = position.board
        for _, number, _ in solver.iterations(position):
            gone = solver.gone(quiet=True)
            shown, _ = solver.board()
            for each in sorted(gone.keys() - gone_before):
                if not PLAIN.excludes(before, each):
                    reason = self._reasons.removed(gone[each])
                    yield _Event(number, reason, each, gone[each], is_placed=False)
            gone_before |= gone.keys()
            placements = solver.placements() if solver.is_sure() else []
            for each, value in zip(enumerate(shown.digits), placements, strict=bool(placements)):
                is_new = each[1] and not position.board.digits[each[0]] and each not in placed
                if is_new and (name := self._placed(value)) is not None:
                    placed.add(each)
                    yield _Event(number, name, each, value, is_placed=True)
            before = shown

    def _placed(self, placement: Value) -> str | None:
        """Return the name that placed a digit, None where a guess is behind it."""
        if not self._reasons.placements:
            return ""
        if self._reasons.is_placed_under_guess(placement):
            return None
        return self._reasons.placed(placement) or None

    def _steps(self, words: Words, found: Iterable["_Event"]) -> Iterator[Step]:
        """Yield the steps: what was found in one iteration by one strategy, reason by reason."""
        steps: dict[tuple[int, str], _Deductions] = defaultdict(lambda: defaultdict(list))
        for iteration, name, candidate, value, is_placed in found:
            finder = name
            if is_placed:
                why = words.placed(candidate[0], value)
            else:  # a reason that is no name is words already
                is_word = " " not in name
                why = (is_word and words.eliminated(candidate, value)) or name
                finder = (is_word and words.name(candidate, value)) or name
            steps[iteration, self._strategy(finder)][why, is_placed].append(candidate)
        for (iteration, strategy), deductions in steps.items():
            yield Step(
                strategy,
                tuple(
                    Deduction((), tuple(each), why)
                    if is_placed
                    else Deduction(tuple(each), (), why)
                    for (why, is_placed), each in deductions.items()
                ),
                iteration,
            )

    def _strategy(self, name: str) -> str:
        """Return the strategy that plugs in a name, or the technique that a word stands for."""
        return self._strategies.get(name) or (GUESSING if " " in name else name)


class _Event(NamedTuple):
    """A candidate that went, or a digit that was placed."""

    iteration: int
    name: str
    """What stands for its reason: a plugged name, or words."""
    candidate: Candidate
    value: Value
    """What its cell on the board of placements or candidates shows."""
    is_placed: bool


def _guessed(candidates: Sequence[Candidate], steps: Sequence[Step]) -> Step:
    last = max((step.iteration for step in steps), default=0) + 1
    return Step(GUESSING, (Deduction((), tuple(candidates), "found by guessing"),), last)
