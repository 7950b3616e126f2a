"""One run of a workbook as a replay: what each iteration changed on its boards, and why.

A replay holds differences, so that hundreds of iterations stay small.  Its reasons are in the
workbook's own words where it has any: at the end of the run it is asked about each cell, as a user
asks it on the sheet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from xlbuilder.formula.values import Value, same
from xlbuilder.proof.own_words import Words
from xlbuilder.proof.solver import Solver
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.xlsx.model import Model

MOST_CHANGES = 400_000
"""Of cells in one replay; the iterations that follow are left out."""

_Key = TypeVar("_Key")


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
    """From 0 to 80, row by row."""
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


class _Iteration(NamedTuple):
    """What the boards show that they did not show before, while the run goes on."""

    step: str
    number: int
    evaluated: int
    status: str
    digits: dict[int, Value]
    placements: dict[int, Value]
    """Of the cells whose digits changed."""
    marks: dict[Candidate, Value]


class Recorder:
    """A workbook whose runs are recorded.

    Raises WorkbookError when it takes no puzzle, EngineError when the engine cannot run it.
    """

    def __init__(self, model: Model, engine: str, schedule: Schedule) -> None:
        self._solver = Solver(model, engine, schedule)
        self._engine, self._schedule = engine, schedule
        self.reasons = self._solver.reasons

    def record(self, puzzle: Board) -> Replay:
        """Run ``puzzle`` and return what each iteration did.

        Raises EngineError when the engine does not show its iterations.
        """
        done: list[_Iteration] = []
        digits: dict[int, Value] = {}
        marks: dict[Candidate, Value] = {}
        count = left_out = 0
        is_quiet = False
        for step, number, iteration in self._solver.iterations(puzzle):
            is_quiet = not (iteration.moved or iteration.changed)
            if count > MOST_CHANGES:
                left_out += 1
                continue
            new_digits = _new(digits, dict(enumerate(self._solver.shown())))
            new_marks = _new(marks, self._solver.marks())
            placements = self._solver.placements() if new_digits else []
            placed = {cell: placements[cell] for cell in new_digits}
            (status,) = self._solver.texts(self._solver.drive.status_text, 1)
            made = step, number, iteration.evaluated, status
            done.append(_Iteration(*made, new_digits, placed, new_marks))
            digits |= new_digits
            marks |= new_marks
            count += len(new_digits) + len(new_marks)
        frames = tuple(self._frames(done, Words(self._solver) if is_quiet else None))
        return Replay(
            self._solver.model.path,
            self._engine,
            self._schedule,
            puzzle,
            frames,
            bool(self._solver.marks()),
            left_out,
        )

    def _frames(self, done: list[_Iteration], words: Words | None) -> Iterator[Frame]:
        shown: dict[int, int] = {}
        left: set[Candidate] = set()
        whys: dict[Candidate, Why] = {}
        for one in done:
            digits = []
            for cell, value in one.digits.items():
                digit = int(value) if isinstance(value, float) and value in range(1, 10) else 0
                if digit != shown.get(cell, 0):
                    digits.append(
                        Digit(cell, digit, self._placed(cell, one.placements[cell], words))
                    )
                shown[cell] = digit
            marks = []
            for candidate, value in one.marks.items():
                is_left = value == candidate[1]
                why = Why() if is_left else self._removed(candidate, value, words)
                if is_left != (candidate in left) or why != whys.get(candidate, Why()):
                    marks.append(Mark(candidate, is_left, why))
                    whys[candidate] = why
                    (left.add if is_left else left.discard)(candidate)
            yield Frame(
                one.step, one.number, one.evaluated, one.status, tuple(digits), tuple(marks)
            )

    def _placed(self, cell: int, placement: Value, words: Words | None) -> Why:
        reason = self.reasons.placed(placement)
        text = words.placed(cell, placement) if words and reason else ""
        return Why(reason, text, self.reasons.is_placed_under_guess(placement))

    def _removed(self, candidate: Candidate, value: Value, words: Words | None) -> Why:
        text = words.eliminated(candidate, value) if words else ""
        return Why(self.reasons.removed(value), text, self.reasons.is_under_guess(value))


def _new(old: Mapping[_Key, Value], now: Mapping[_Key, Value]) -> dict[_Key, Value]:
    """Return what is new or has changed."""
    return {key: value for key, value in now.items() if not same(value, old.get(key))}
