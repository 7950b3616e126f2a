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
from xlbuilder.observe.candidates import all_candidates, digit_of, is_gone_for_good
from xlbuilder.observe.events import Event, Events
from xlbuilder.observe.own_words import Words
from xlbuilder.observe.reasons import Reason
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.recalc.schedule import MOST_ITERATIONS
from xlbuilder.sudoku.board import NINE, Board, Candidate
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.rules import Rules, name_of
from xlbuilder.sudoku.verdict import Says
from xlbuilder.xlsx.model import Model

_Deductions = dict[tuple[str, bool], list[Candidate]]
"""The candidates that went or were placed (True) for the same reason in words."""


@dataclass(frozen=True)
class Deduction:
    """What a strategy places or eliminates for one reason."""

    eliminated: tuple[Candidate, ...]
    placed: tuple[Candidate, ...]
    words: str
    """The reason, as the workbook puts it."""
    side: int = NINE
    """Of the board."""

    def __str__(self) -> str:
        """Return it as a sentence: ``5 goes from R1C4, R1C5: pointing``."""
        if self.placed:
            what = ", ".join(f"{name_of(cell, self.side)} = {digit}" for cell, digit in self.placed)
        else:
            cells: dict[int, list[str]] = defaultdict(list)
            for cell, digit in self.eliminated:
                cells[digit].append(name_of(cell, self.side))
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
        """The candidates that go: cells row by row from 0, and digits."""
        return tuple(sorted(each for deduction in self.deductions for each in deduction.eliminated))

    @property
    def placed(self) -> tuple[Candidate, ...]:
        """The digits that are placed, as cell and digit."""
        return tuple(sorted(each for deduction in self.deductions for each in deduction.placed))

    @property
    def words(self) -> str:
        """The reason, as the workbook puts it; of several deductions, each as a sentence."""
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
    rules: Rules
    """The rules of the puzzle, as the workbook has them."""
    guessing: str = ""
    """The strategy that guesses; "" when none is known."""

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
            strategies = dict.fromkeys(each.strategy for each in self.steps)
            if "" in strategies:
                text = "the workbook does not say which strategy did what"
                raise PuzzleError(f"{strategy}: {text}; use a template that extends sudoku")
            others = ", ".join(strategies) or "none"
            raise PuzzleError(f"{strategy}: finds nothing on this way; the others are: {others}")
        earlier = [each for each in self.steps if each.iteration < number]
        digits = list(self.start.board.digits)
        for cell, digit in (each for step in earlier for each in step.placed):
            digits[cell] = digit
        board = Board(tuple(digits))
        gone = self.start.deleted.union(*(step.eliminated for step in earlier))
        return Position(board, gone & self.rules.possible(board))

    def first(self) -> "Way":
        """Return the way up to its first step, without the status of its end if there is one."""
        return replace(self, steps=self.steps[:1], status="", says=None) if self.steps else self

    def then(self, other: "Way") -> "Way":
        """Return this way, and as one more step the digits that only the other way found."""
        placed = {each for step in self.steps for each in step.placed}
        rest = sorted({each for step in other.steps for each in step.placed} - placed)
        steps = self.steps
        if rest:
            steps = (*steps, _guessed(other.guessing, rest, steps, self.rules.side))
        return Way(steps, other.status, other.says, self.start, self.rules, other.guessing)


class Round(NamedTuple):
    """What was found in one iteration, without reasons."""

    eliminated: frozenset[Candidate] = frozenset()
    placed: frozenset[Candidate] = frozenset()


class Walker:
    """A workbook whose way is watched; ``strategies`` has the strategy of each plugged name.

    ``guessing`` is the strategy that guesses, "" for none.  Raises WorkbookError when the workbook
    takes no puzzle.
    """

    def __init__(self, model: Model, strategies: Mapping[str, str], guessing: str) -> None:
        schedule = replace(asked_schedule("fast", "jacobi"), iterations=MOST_ITERATIONS)
        self.model = model
        self._solver = Solver(model, "fast", schedule)
        self._events = Events(self._solver)
        self._strategies, self._guessing = strategies, guessing

    def walk(self, position: Position) -> Way:
        """Run the position, and return what the workbook found on its way.

        Raises WorkbookError when something is deleted, and the workbook has no board for it.
        """
        solver = self._solver
        findings = list(self._found(position))
        shown, _ = solver.board()
        words = Words(solver)
        steps = list(self._steps(words, findings))
        listed = {each for step in steps for each in step.placed}
        rest = tuple(
            each
            for each in enumerate(shown.digits)
            if each[1] and not position.board.digits[each[0]] and each not in listed
        )
        if rest:
            steps.append(_guessed(self._guessing, rest, steps, solver.rules.side))
        (status,) = solver.texts("status_text", 1)
        says, rules = solver.says(), solver.rules
        return Way(tuple(steps), status, says, position, rules, self._guessing)

    def rounds(self, position: Position) -> Iterator["Round"]:
        """Yield what each iteration found that found anything, as soon as it did."""
        for _, each in groupby(self._found(position), attrgetter("iteration")):
            findings = list(each)
            yield Round(
                frozenset(one.candidate for one in findings if not one.is_placed),
                frozenset(one.candidate for one in findings if one.is_placed),
            )

    def _found(self, position: Position) -> Iterator["_Finding"]:
        """Yield each candidate that went, and each digit that was placed."""
        gone: set[Candidate] = set(position.deleted)
        placed: set[Candidate] = set()
        board = position.board
        every = all_candidates(board.side)
        marks: dict[Candidate, Event] = {}
        digits: dict[int, Event] = {}
        for one in self._events.run(position):
            marks |= {every[each.place]: each for each in one.marks}
            digits |= {each.place: each for each in one.digits}
            if self._solver.is_sure():  # until then the newest event of each cell waits
                for candidate, event in sorted(marks.items()):
                    if candidate not in gone and self._is_gone(event):
                        gone.add(candidate)
                        if not self._solver.rules.excludes(board, candidate):
                            yield _Finding(one.number, candidate, event, is_placed=False)
                for cell, event in sorted(digits.items()):
                    new = cell, digit_of(event.after)
                    is_new = new[1] and not position.board.digits[cell] and new not in placed
                    if is_new and self._is_placed(event):
                        placed.add(new)
                        yield _Finding(one.number, new, event, is_placed=True)
                marks, digits = {}, {}
            board = _after(board, one.digits)

    def _is_gone(self, event: Event) -> bool:
        rules = self._solver.drive.gone
        return rules is not None and is_gone_for_good(event.after, rules)

    def _is_placed(self, event: Event) -> bool:
        """Return whether a digit was placed under no guess, as far as the workbook says it."""
        says = self._solver.reasons.placements is not None
        return not says or (event.reason is not None and not event.is_guess)

    def _steps(self, words: Words, found: Iterable["_Finding"]) -> Iterator[Step]:
        """Yield the steps: what was found in one iteration by one strategy, reason by reason."""
        steps: dict[tuple[int, str], _Deductions] = defaultdict(lambda: defaultdict(list))
        for iteration, candidate, event, is_placed in found:
            reason, name, why = event.reason, "", str(event.reason or "")
            if is_placed:
                why = words.placed(candidate[0], event.number)
            elif reason is None or reason.name:  # otherwise the reason is words already
                name = words.name(candidate, event.number)
                why = words.eliminated(candidate, event.number) or why
            steps[iteration, self._strategy(reason, name)][why, is_placed].append(candidate)
        side = self._solver.rules.side
        for (iteration, strategy), deductions in steps.items():
            yield Step(
                strategy,
                tuple(
                    Deduction((), tuple(each), why, side)
                    if is_placed
                    else Deduction(tuple(each), (), why, side)
                    for (why, is_placed), each in deductions.items()
                ),
                iteration,
            )

    def _strategy(self, reason: Reason | None, name: str) -> str:
        """Return the strategy that plugs in a name, or the technique that it stands for.

        ``name`` stands beside a reason that is one of several.
        """
        name = name or (reason.name if reason else "")
        unnamed = self._guessing if reason else ""
        return self._strategies.get(name, name) or unnamed


class _Finding(NamedTuple):
    """A candidate that went, or a digit that was placed."""

    iteration: int
    candidate: Candidate
    event: Event
    is_placed: bool


def _after(board: Board, digits: Iterable[Event]) -> Board:
    """Return the board after these events."""
    shown = list(board.digits)
    for each in digits:
        shown[each.place] = digit_of(each.after)
    return Board(tuple(shown))


def _guessed(
    strategy: str, candidates: Sequence[Candidate], steps: Sequence[Step], side: int
) -> Step:
    last = max((step.iteration for step in steps), default=0) + 1
    guesses = Deduction((), tuple(candidates), "found by guessing", side)
    return Step(strategy, (guesses,), last)
