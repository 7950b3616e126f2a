"""One run of a workbook, iteration by iteration: what appeared, what vanished, and why.

"Why" is the reason that the boards keep (observe/reasons.py), and for one cell its formula with the
value of every name that the formula leads to, resolved for that cell (observe/probes.py).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from xlbuilder.errors import WorkbookError, counted, did_you_mean
from xlbuilder.formula.area import Area
from xlbuilder.formula.called import names_called
from xlbuilder.formula.inline import Names, key_of
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.observe.events import Event, Events
from xlbuilder.observe.places import Places
from xlbuilder.observe.probes import Meaning, Probe, with_probes
from xlbuilder.observe.stored import at_least, driver_of
from xlbuilder.recalc.readings import read_as
from xlbuilder.recalc.schedule import Iteration, Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import Model


class What(Enum):
    """What became of a cell."""

    APPEARED = "appeared"
    VANISHED = "vanished"
    BECAME = "became"
    EMPTIED = "emptied"
    """It shows nothing, as before, but in another way."""


@dataclass(frozen=True)
class Change:
    """A cell that an iteration changed."""

    board: str
    """The board's name, or "" for a cell outside every board."""
    cell: Area
    """Its sheet, its row and its column."""
    before: Value
    after: Value
    """A number is a float, a blank cell None."""
    place: str
    """The cell as a reader names it: ``R8C2``, ``R8C2=4`` or ``T37``."""
    what: What
    """Whether something appeared, vanished, or became something else."""
    reason: str = ""
    """Why a candidate vanished or a digit was placed; "" if the workbook keeps no reason."""


@dataclass(frozen=True, repr=False)
class WatchedIteration:
    """One iteration of a run that is watched."""

    step: str
    """What was entered before the recalculation: ``state=Solve``."""
    number: int
    """Of the iteration in its recalculation, from 1."""
    iteration: Iteration
    """How many cells were evaluated, and whether the iteration changed anything."""
    changes: tuple[Change, ...]
    """The changes of the solution come first, then the changes of the candidates."""
    value: Value = None
    """The watched cell's."""
    meanings: tuple[Meaning, ...] = ()
    """Of the names that the watched cell's formula leads to."""
    asked: tuple[Meaning, ...] = ()
    """Of the names that were asked for."""

    def __str__(self) -> str:
        """Return its step and its number, and how many cells it changed."""
        evaluated = counted(self.iteration.evaluated, "cell")
        title = f"{self.step or 'recalculation'}, iteration {self.number}"
        return f"{title}: {evaluated} evaluated, {len(self.changes)} changed"

    def __repr__(self) -> str:
        return f"<WatchedIteration: {self}>"


class Watch:
    """A workbook whose runs are watched.

    ``cell`` is explained as well; ``names`` are shown with their values, each as it is at a cell.
    Cells are named as in observe/places.py.  Raises WorkbookError for a cell or a name that is not
    there.
    """

    def __init__(
        self,
        model: Model,
        engine: str,
        schedule: Schedule,
        cell: str | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.places = Places(model)
        self._model = model
        meant = read_as(schedule.order.reading, model)[0].names
        self.cell = self.places.find(cell) if cell else None
        called: list[str] = []
        if self.cell is not None:
            if self.cell not in model.formulas:
                raise WorkbookError(f"{model.path}: {self.cell.sheet}!{self.cell} holds no formula")
            formula = model.formulas[self.cell]
            called = list(names_called([(self.cell.sheet, formula)], model.names))
        self._called = [Probe(name, self.cell, model, meant) for name in called if self.cell]
        self._asked = [
            self._probe(name, self.places.find(at), meant) for name, at in (names or {}).items()
        ]
        probes = [*self._called, *self._asked]
        probed = with_probes(model, probes, engine)
        also = [cell for cell in probed.formulas if cell not in model.formulas or cell == self.cell]
        kind = driver_of(model)
        self._driver = at_least(also, probed, lambda some: kind(some, engine, schedule, also))
        self.reasons = self._driver.reasons
        self._events = Events(self._driver, model.formulas)

    def run(self, puzzle: Board | None) -> Iterator[WatchedIteration]:
        """Take every step of the workbook's drive, yielding each iteration.

        The puzzle is None in a workbook that takes none.
        """
        session = self._driver.session
        for one in self._events.run(puzzle, self._events.look()):
            candidates = sorted(
                self._changes(one.marks, are_candidates=True), key=attrgetter("place")
            )
            value = session.read(self.cell)[0] if self.cell else None
            yield WatchedIteration(
                one.step,
                one.number,
                one.iteration,
                (*self._changes(one.digits), *candidates, *self._changes(one.others)),
                value,
                tuple(probe.meaning(session) for probe in self._called),
                tuple(probe.meaning(session) for probe in self._asked),
            )

    def _probe(self, name: str, home: Area, meant: Names) -> Probe:
        key = key_of(name, home.sheet, self._model.names)
        if key not in self._model.names:
            known = "Excel's Name Manager lists them" if self._model.names else "it has none"
            hint = did_you_mean(name, self._model.names, known)
            raise WorkbookError(f"{self._model.path}: has no name {name}; {hint}")
        return Probe(key, home, self._model, meant)

    def _changes(
        self, events: Iterable[Event], *, are_candidates: bool = False
    ) -> Iterator[Change]:
        for cell, _, before, after, _, reason, _ in (each for each in events if each.is_change):
            what = _what(_shown(before, are_candidates), _shown(after, are_candidates))
            is_told = not is_nothing(after) and (what is What.VANISHED or not are_candidates)
            why = str(reason) if reason and is_told else ""
            board, place = self.places.board_of(cell), self.places.name_of(cell)
            yield Change(board, cell, before, after, place, what, why)


def _shown(value: Value, is_candidate: bool) -> bool:
    """Return whether a cell shows something; a candidate that is gone is a number below 1."""
    if is_candidate and isinstance(value, float):
        return value >= 1
    return not is_nothing(value)


def _what(is_before: bool, is_after: bool) -> What:
    if is_before:
        return What.BECAME if is_after else What.VANISHED
    return What.APPEARED if is_after else What.EMPTIED
