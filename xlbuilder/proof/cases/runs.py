"""Cases run through a workbook: typed, recalculated, and read back, under each order and start."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, product

from xlbuilder.drive.boards import Boards
from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.values import Value
from xlbuilder.observe.stored import at_least
from xlbuilder.proof.cases.bound import BoundCase
from xlbuilder.proof.settings import Settings, names_of_orders, with_settings
from xlbuilder.recalc.choices import STARTS, Start
from xlbuilder.recalc.engines import Session, asked_schedule, in_full, open_workbook
from xlbuilder.recalc.restless import restless
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import Model


@dataclass(frozen=True)
class Run:
    """One case under one order and from one kind of first values."""

    order: str
    start: str
    iterations: tuple[int, ...] = ()
    """Of each recalculation."""
    at_rest: bool = False
    """Whether nothing moved any more in the last recalculation."""
    values: tuple[Value, ...] = field(default=(), repr=False)
    """What the formula cells show at the end, without those that change by themselves."""
    shown: tuple[tuple[Value, ...], ...] = ()
    """What the cells of ``shows`` show at the end."""
    error: str = ""
    """Why the engine could not calculate it; the case was not run then."""

    def __str__(self) -> str:
        return f"order {self.order}, start {self.start}"


def schedules_of(
    engine: str, orders: Sequence[str], starts: Sequence[str], settings: Settings
) -> list[Schedule]:
    """Return a schedule for each order and each start; without starts, the engine's own start.

    Raises EngineError for an unknown name, and for a start that depends on a puzzle.
    """
    for text in starts:
        if Start.parse(text).depends_on_puzzle:
            known = ", ".join(STARTS)
            raise EngineError(f"{text}: depends on a puzzle, and cases have none; take {known}")
    pairs = product(names_of_orders(orders), dict.fromkeys(starts) if starts else [None])
    asked = (asked_schedule(engine, order, start) for order, start in pairs)
    return [with_settings(each, settings) for each in asked]


class Runner:
    """A workbook opened in an engine, to run cases under several schedules.

    If the workbook as a whole cannot be calculated, the formulas are left out that the cells
    ``wanted`` do not need.  Raises what `open_workbook` raises.
    """

    def __init__(
        self, model: Model, engine: str, schedules: Sequence[Schedule], wanted: Sequence[Area]
    ) -> None:
        self.schedules = tuple(schedules)
        self._said = Boards.of(model).drive.recalculations
        self.engine = engine
        self._followed: Schedule = self.schedules[0]

        def opened(model: Model) -> Session:
            self.model = model
            session = open_workbook(engine, model, self._in_full(self._followed))
            session.recalculate()  # what the engine lacks shows only now
            return session

        self._session = at_least(wanted, model, opened)
        moving = restless(self.model)
        self.cells = tuple(cell for cell in self.model.formulas if cell not in moving)
        """The formula cells that are compared: all, except what changes by itself, such as NOW."""

    @property
    def can_change(self) -> bool:
        """Whether the engine follows any schedule, with any maximum change."""
        return self._session.shows_iterations

    def with_change(self, max_change: float) -> "Runner":
        """Return the same workbook with another maximum change."""
        settings = replace(self.model.calculation, max_change=max_change)
        model = replace(self.model, calculation=settings)
        return Runner(model, self.engine, self.schedules[:1], ())

    def runs(self, cases: Sequence[BoundCase]) -> list[list[Run]]:
        """Run each case under each schedule; return the runs of each case.

        Raises EngineError when the engine cannot follow a schedule.
        """
        found: list[list[Run]] = [[] for _ in cases]
        for schedule in self.schedules:
            for runs, run in zip(found, self.under(schedule, cases), strict=True):
                runs.append(run)
        return found

    def under(self, schedule: Schedule, cases: Sequence[BoundCase]) -> Iterator[Run]:
        """Run each case under one schedule; raises EngineError when the engine cannot follow it."""
        if schedule != self._followed:
            self._session.follow(self._in_full(schedule))
            self._followed = schedule
        for case in cases:
            try:
                yield self._run(case)
            except EngineUnavailableError:
                raise
            except EngineError as error:
                yield Run(str(schedule.order), str(schedule.start), error=str(error))

    def _in_full(self, schedule: Schedule) -> Schedule:
        return in_full(schedule, self.engine, self._said)

    def _run(self, case: BoundCase) -> Run:
        session = self._session
        session.restart()
        done = []
        for step in case.steps:
            for cell, value in (one for content in step for one in content.cells()):
                session.enter(cell, value)
            done.append(session.recalculate())
        return Run(
            str(session.schedule.order),
            str(session.schedule.start),
            tuple(each.iterations for each in done),
            done[-1].quiet,
            tuple(self._values()),
            tuple(tuple(session.read(each.area)) for each in case.shows),
        )

    def _values(self) -> Iterator[Value]:
        """Yield the values of the compared cells; an engine reads a row faster than its cells."""
        for _, row in groupby(self.cells, key=lambda cell: (cell.sheet, cell.top)):
            cells = list(row)
            area = around(cells)
            values = self._session.read(area)
            yield from (values[cell.left - area.left] for cell in cells)
