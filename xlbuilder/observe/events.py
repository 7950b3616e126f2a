"""One run of a workbook as a stream of events: what each iteration changed, and why.

Whatever looks at values in the midst of a run reads this stream: watch.py, replay.py, steps.py and
removed.py.  A run that nobody observes pays nothing for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from xlbuilder.drive.spacing import cells_of
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, same
from xlbuilder.observe.reasons import Reason
from xlbuilder.observe.solver import Driver
from xlbuilder.recalc.engines import Session
from xlbuilder.recalc.schedule import Iteration
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.position import Position


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
    """Of the candidates; a place is a place in `CANDIDATES`."""
    others: tuple[Event, ...]
    """Of other cells that are looked at, in the order in which they were given."""


class _Shown(NamedTuple):
    """What cells show at one moment."""

    values: list[Value]
    numbers: list[Value]
    """What says why, cell by cell."""


Look = list[_Shown]
"""What is seen at one moment: of the solution, of the candidates, of all other cells."""


class Events:
    """The events of a workbook's runs: on its boards, and in ``others`` of its cells."""

    def __init__(self, driver: Driver, others: Iterable[Area] = ()) -> None:
        self._driver = driver
        boards, reasons = driver.boards.found(), driver.reasons
        solution, candidates = boards.get("solution"), boards.get("candidates")
        placements = reasons.placements
        seen = [board for board in (solution, candidates) if board is not None]
        shown: dict[Area, Area | None] = {}
        if solution is not None:
            shown = {solution: placements}
            if solution.size > driver.boards.side**2:  # it has cells between those of the board
                shown = dict.fromkeys(cells_of(solution))
        rest = {
            cell: cell if placements is not None and placements.holds(cell) else None
            for cell in others
            if not any(board.holds(cell) for board in seen)
        }
        placed = reasons.placed, reasons.is_placed_under_guess
        self._cells = [
            _SeenCells(shown, *placed),
            _SeenCells(
                {candidates: candidates} if candidates else {},
                reasons.removed,
                reasons.is_under_guess,
            ),
            _SeenCells(rest, *placed),
        ]

    def look(self) -> Look:
        """Return what the cells show just now."""
        return [cells.look(self._driver.session) for cells in self._cells]

    def run(self, puzzle: Board | Position | None, known: Look | None = None) -> Iterator[Observed]:
        """Take every step of the workbook's drive, and yield each iteration as soon as it is done.

        ``known`` is what the cells showed before.  When it is not given, nothing is known of them:
        then the first iteration has an event for every cell, each with None before.
        """
        before: Sequence[_Shown | None] = known or [None] * len(self._cells)
        for step, number, iteration in self._driver.iterations(puzzle):
            now = self.look()
            events = (
                tuple(cells.events(old, new))
                for cells, old, new in zip(self._cells, before, now, strict=True)
            )
            yield Observed(step, number, iteration, *events)
            before = now


class _SeenCells:
    """Cells that are looked at, and how the numbers are read that say why."""

    def __init__(
        self,
        numbers: Mapping[Area, Area | None],
        reason: Callable[[Value], Reason | None],
        is_guess: Callable[[Value], bool],
    ) -> None:
        """``numbers`` has for each area of cells the area of the numbers that say why."""
        self._numbers = numbers
        self._cells = [cell for area in numbers for cell in area.cells()]
        self._reason, self._is_guess = reason, is_guess

    def look(self, session: Session) -> _Shown:
        values: list[Value] = []
        numbers: list[Value] = []
        for area, other in self._numbers.items():
            read = session.read(area)
            values += read
            if other is None:
                numbers += [None] * len(read)
            else:
                numbers += read if other == area else session.read(other)
        return _Shown(values, numbers)

    def events(self, before: _Shown | None, now: _Shown) -> Iterator[Event]:
        places: Iterable[int] = range(len(self._cells))
        if before is not None:
            other = {place for pair in zip(before, now, strict=True) for place in _differing(*pair)}
            places = sorted(other)
        for place in places:
            old = before.values[place] if before else None
            number = now.numbers[place]
            reason, is_guess = self._reason(number), self._is_guess(number)
            yield Event(self._cells[place], place, old, now.values[place], number, reason, is_guess)


def _differing(one: Iterable[Value], other: Iterable[Value]) -> Iterator[int]:
    """Yield the places of what is not the same."""
    pairs = enumerate(zip(one, other, strict=True))
    return (place for place, (old, new) in pairs if not same(old, new))
