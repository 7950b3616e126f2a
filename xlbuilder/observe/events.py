"""One run of a workbook as a stream of events: what each iteration changed, and why.

Whatever looks at values in the midst of a run reads this stream: watch.py, replay.py, steps.py and
removed.py.  A run that nobody observes pays nothing for it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, same
from xlbuilder.observe.reasons import Reason
from xlbuilder.observe.solver import Driver
from xlbuilder.recalc.engines import Session
from xlbuilder.recalc.schedule import Iteration
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.position import Position
from xlbuilder.xlsx.boards import Boards


class Event(NamedTuple):
    """A cell that shows something else than before, or the same for another reason."""

    cell: Area
    place: int
    """The number of the cell on its board, row by row, from 0."""
    before: Value
    after: Value
    number: Value
    """What says why: of a digit its placement, of a candidate or a placement what its cell shows;
    None without any."""
    reason: Reason | None
    """Why the digit stands, or the candidate is gone; None when the workbook does not say it."""
    is_guess: bool
    """Whether it hangs on a guess, and may be taken back."""

    @property
    def is_change(self) -> bool:
        """Return whether the cell shows something else than before."""
        return not same(self.before, self.after)


class Observed(NamedTuple):
    """One iteration and its events, board by board."""

    step: str
    """What was entered before the recalculation: ``state=Solve``."""
    number: int
    """Of the iteration in its recalculation, from 1."""
    iteration: Iteration
    """How many cells were evaluated, and whether the iteration changed anything."""
    digits: tuple[Event, ...]
    """Of the solution."""
    marks: tuple[Event, ...]
    """Of the candidates; their places are those of `CANDIDATES`."""
    placements: tuple[Event, ...]
    others: tuple[Event, ...]
    """Of other cells that are looked at."""


class _Shown(NamedTuple):
    """What a cell shows, and the number that says why."""

    value: Value
    number: Value


Look = list[list[_Shown]]
"""What all cells show at one moment, board by board."""


class Events:
    """The events of a workbook's runs: on its boards, and in ``others`` of its cells."""

    def __init__(self, driver: Driver, others: Iterable[Area] = ()) -> None:
        self._driver = driver
        found, reasons = Boards(driver.model).found(), driver.reasons
        solution, candidates = found.get("solution"), found.get("candidates")
        placements = reasons.placements
        boards = [board for board in (solution, candidates, placements) if board is not None]
        rest = [cell for cell in others if not any(board.holds(cell) for board in boards)]
        self._cells = [
            _Cells([solution], placements, reasons.placed, reasons.is_placed_under_guess),
            _Cells([candidates], candidates, reasons.removed, reasons.is_under_guess),
            _Cells([placements], placements, reasons.placed, reasons.is_placed_under_guess),
            _Cells(rest),
        ]

    def look(self) -> Look:
        """Return what the cells show just now."""
        return [cells.look(self._driver.session) for cells in self._cells]

    def run(self, puzzle: Board | Position | None, known: Look | None = None) -> Iterator[Observed]:
        """Take every step of the workbook's drive, and yield each iteration as soon as it is done.

        ``known`` is what the cells showed before.  When it is not given, nothing is known of them:
        then the first iteration has an event for every cell, each with None before.
        """
        before: Sequence[list[_Shown] | None] = known or [None] * len(self._cells)
        for step, number, iteration in self._driver.iterations(puzzle):
            now = self.look()
            events = (
                tuple(cells.events(old, new))
                for cells, old, new in zip(self._cells, before, now, strict=True)
            )
            yield Observed(step, number, iteration, *events)
            before = now


class _Cells:
    """Cells that are looked at, the numbers that say why, and how these are read."""

    def __init__(
        self,
        areas: Iterable[Area | None],
        numbers: Area | None = None,
        reason: Callable[[Value], Reason | None] = lambda _: None,
        is_guess: Callable[[Value], bool] = lambda _: False,
    ) -> None:
        self._areas = [area for area in areas if area is not None]
        self._cells = [cell for area in self._areas for cell in area.cells()]
        self._numbers = numbers
        self._reason, self._is_guess = reason, is_guess

    def look(self, session: Session) -> list[_Shown]:
        values = [value for area in self._areas for value in session.read(area)]
        if self._numbers is None:
            return [_Shown(value, None) for value in values]
        numbers = values if self._areas == [self._numbers] else session.read(self._numbers)
        return list(map(_Shown, values, numbers))

    def events(self, before: list[_Shown] | None, now: list[_Shown]) -> Iterator[Event]:
        for place, (cell, (value, number)) in enumerate(zip(self._cells, now, strict=True)):
            old = before[place] if before else None
            if old is None or not (same(old.value, value) and same(old.number, number)):
                reason, is_guess = self._reason(number), self._is_guess(number)
                yield Event(
                    cell, place, old.value if old else None, value, number, reason, is_guess
                )
