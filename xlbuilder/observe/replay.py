"""One run of a workbook as a replay: what each iteration changed on its boards, and why.

A replay holds differences, so that hundreds of iterations stay small.  Its reasons are in the
workbook's own words where it has any: at the end of the run it is asked about each cell, as a user
asks it on the sheet.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from xlbuilder.observe.candidates import all_candidates, digit_of
from xlbuilder.observe.events import Event, Events, Observed
from xlbuilder.observe.own_words import Words
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.xlsx.model import Model

MOST_CHANGES = 400_000
"""Of cells in one replay; the iterations that follow are left out."""


@dataclass(frozen=True)
class Why:
    """Why a digit was placed, or a candidate removed."""

    reason: str = ""
    """The name that is plugged in, or words; "" when the workbook keeps none."""
    words: str = ""
    """The workbook's own words for this cell; "" when it has none."""
    is_guess: bool = False
    """Whether it was done under a guess, and may be taken back."""


@dataclass(frozen=True)
class Digit:
    """A cell of the solution that shows another digit now, or 0 for none."""

    cell: int
    """Row by row, from 0."""
    digit: int
    why: Why


@dataclass(frozen=True)
class Mark:
    """A candidate that is there again, or gone, or gone for another reason."""

    candidate: Candidate
    is_left: bool
    why: Why


@dataclass(frozen=True)
class Frame:
    """What one iteration changed."""

    step: str
    """What was entered before the recalculation: ``state=Solve``."""
    number: int
    evaluated: int
    """Cells of the whole workbook."""
    status: str
    """The workbook's status in words, "" when it has none."""
    digits: tuple[Digit, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Replay:
    """One run.  Before its first frame the boards show nothing."""

    path: Path
    """The file of the workbook."""
    engine: str
    schedule: Schedule
    puzzle: Board
    frames: tuple[Frame, ...]
    has_candidates: bool
    """Whether the workbook has a board of candidates."""
    left_out: int = 0
    """Iterations at the end that are left out, because the run has more than MOST_CHANGES."""


class Recorder:
    """A workbook whose runs are recorded.

    Raises WorkbookError when it takes no puzzle, EngineError when the engine cannot run it.
    """

    def __init__(self, model: Model, engine: str, schedule: Schedule) -> None:
        self._solver = Solver(model, engine, schedule)
        self._events = Events(self._solver)
        self._engine, self._schedule = engine, schedule
        self.reasons = self._solver.reasons

    def record(self, puzzle: Board) -> Replay:
        """Run ``puzzle`` and return what each iteration did.

        Raises EngineError when the engine does not show its iterations.
        """
        done: list[tuple[Observed, str]] = []
        count = left_out = 0
        is_quiet = False
        for one in self._events.run(puzzle):
            is_quiet = not (one.iteration.moved or one.iteration.changed)
            if count > MOST_CHANGES:
                left_out += 1
                continue
            (status,) = self._solver.texts("status_text", 1)
            done.append((one, status))
            count += sum(each.is_change for each in (*one.digits, *one.marks))
        words = Words(self._solver) if is_quiet else None
        frames = tuple(_frames(done, words, all_candidates(puzzle.side)))
        return Replay(
            self._solver.model.path,
            self._engine,
            self._schedule,
            puzzle,
            frames,
            bool(self._solver.marks()),
            left_out,
        )


def _frames(
    done: Iterable[tuple[Observed, str]], words: Words | None, candidates: Sequence[Candidate]
) -> Iterator[Frame]:
    whys: dict[Candidate, Why] = {}
    for one, status in done:
        digits = tuple(
            Digit(each.place, digit_of(each.after), _why_placed(each, words))
            for each in one.digits
            if digit_of(each.before) != digit_of(each.after)
        )
        marks = []
        for each in one.marks:
            candidate = candidates[each.place]
            was_left, is_left = (value == candidate[1] for value in (each.before, each.after))
            why = Why() if is_left else _why_removed(each, candidate, words)
            if is_left != was_left or why != whys.get(candidate, Why()):
                marks.append(Mark(candidate, is_left, why))
                whys[candidate] = why
        evaluated = one.iteration.evaluated
        yield Frame(one.step, one.number, evaluated, status, digits, tuple(marks))


def _why_placed(event: Event, words: Words | None) -> Why:
    text = words.placed(event.place, event.number) if words and event.reason else ""
    return Why(str(event.reason or ""), text, event.is_guess)


def _why_removed(event: Event, candidate: Candidate, words: Words | None) -> Why:
    text = words.eliminated(candidate, event.number) if words else ""
    return Why(str(event.reason or ""), text, event.is_guess)
