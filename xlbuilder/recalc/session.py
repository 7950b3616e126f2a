"""A workbook that is iterated cell by cell, by any machine that can evaluate one cell."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value
from xlbuilder.recalc.dynamic import Ranges
from xlbuilder.recalc.iteration_off import warn_of_circle
from xlbuilder.recalc.orders import Cells, Loop, Plan, plans
from xlbuilder.recalc.program import Program, load_program
from xlbuilder.recalc.schedule import Iteration, Reads, Recalculation, Schedule
from xlbuilder.recalc.starts import first_values
from xlbuilder.xlsx.model import Model

_MOST_MOVES = 50
"""Times that dynamic ranges move in one recalculation: as often as they depend on one another."""


class Machine(Protocol):
    """Holds the values of a workbook, and evaluates cells whose precedents changed."""

    def load(self, cells: Mapping[Area, Value]) -> None:
        """Replace all values; a cell that is not there is blank, and every formula is stale."""

    def save(self) -> object:
        """Return a copy of all values, for ``restore``; to be called when nothing is settled."""

    def restore(self, saved: Any) -> None:
        """Go back to saved values; every formula is stale."""

    def enter(self, cell: Area, value: Value) -> None:
        """Change one cell that holds no formula; None clears it."""

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""

    def prepare(self) -> None:
        """Get ready for much work: do now what takes its time once, such as compiling."""

    def wake(self) -> None:
        """Begin a recalculation: no cell is frozen."""

    def iterate(
        self, cells: Cells, reads: Reads, freeze: int, max_change: float, seed: int = 0
    ) -> Iteration:
        """Evaluate those of ``cells`` that are stale, one after the other: one iteration.

        With ``Reads.LAGGED`` every cell is stale, and ``lags`` of the seed says what it sees.

        ``freeze`` is 0, or 1 in the first iteration and 2 in later ones of a recalculation in
        which a cell rests that was evaluated without changing (or to an error).
        """

    def settle(self, cells: Cells) -> Cells:
        """Evaluate, without iteration, the cells that are circular on paper only.

        Such a cell reads no circular cell in fact: the reference stands in a branch of IF that is
        not taken.  Returns the others of ``cells``; a machine may leave all as they are.
        """

    def is_stale(self) -> bool:
        """Return whether a cell has still to be evaluated."""

    def finish(self, *, from_garbage: bool) -> None:
        """End the recalculations: raise EngineError if a cell shows what the machine cannot do.

        If they began ``from_garbage``, it does not matter what cells showed on the way: the values
        of that moment may be the garbage.
        """


def lags(seed: int, holes: int) -> NDArray[np.int64]:
    """Return for each hole of all formulas, in the order of the cells, how old its values are.

    0 is now, 1 when the iteration began, 2 when the last one began.
    """
    return np.random.default_rng(seed).integers(0, 3, holes)


class IteratedSession:
    """A workbook that we iterate ourselves, under one schedule; see ``engines.Session``.

    What changes where a dynamic range lies (dynamic.py) is calculated first, and the formulas are
    bound anew whenever one lies elsewhere.
    """

    shows_iterations = True

    def __init__(
        self, model: Model, machine: Callable[[Program], Machine], schedule: Schedule
    ) -> None:
        self._model = model
        self._new_machine = machine
        self._ranges: Ranges = {}
        self._entered: dict[Area, Value] = {}
        self._open(schedule)
        self.follow(schedule)

    def _open(self, schedule: Schedule) -> None:
        """Bind the formulas as the schedule reads them, dynamic ranges as they lie now."""
        reading = schedule.order.reading
        self.program = program = load_program(self._model, reading, self._ranges)
        self._machine = self._new_machine(program)
        number = {cell: place for place, cell in enumerate(program.members)}
        before, remembered, iterated = program.phases
        self._before = np.array([number[cell] for cell in before], np.int32)
        self._remembered = np.array([number[cell] for cell in remembered], np.int32)
        self._circular = len(iterated) > 0
        self._loop = Loop(program)

    def follow(self, schedule: Schedule) -> None:
        """Go over to another schedule, and to its first values.

        One that reads the formulas in another way takes as long as opening the workbook.
        """
        if schedule.order.reading is not self.program.reading:
            self._open(schedule)
        self.schedule = schedule
        self._begin()

    def _begin(self) -> None:
        self._entered.clear()
        self._machine.load(first_values(self.schedule.start, self.program))
        self._first = self._machine.save()
        self._from_garbage = self.schedule.start.name == "garbage"
        self._plans: Iterator[Plan] = plans(self.schedule.order, self._loop)

    def prepare(self) -> None:
        """Get ready for much work: do now what takes its time once, such as compiling."""
        self._machine.prepare()

    def restart(self) -> None:
        """Go back to the first values of the schedule, and to the beginning of its order."""
        self._entered.clear()
        self._machine.restore(self._first)
        self._from_garbage = self.schedule.start.name == "garbage"
        self._plans = plans(self.schedule.order, self._loop)

    def enter(self, cell: Area, value: Value) -> None:
        """Type a value into a cell that holds no formula; None clears it."""
        self._entered[cell] = value
        self._machine.enter(cell, value)

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""
        return self._machine.read(area)

    def recalculate(self) -> Recalculation:
        """Recalculate as often as the schedule says, or until there is nothing left to do."""
        done = [iteration.evaluated for iteration in self.iterations()]
        return Recalculation(len(done), self._quiet, sum(done))

    def iterations(self) -> Iterator[Iteration]:
        """Do as ``recalculate``, yielding what each iteration did as soon as it is done.

        A caller that stops early does not learn what the engine lacks.
        """
        for _ in range(self.schedule.recalculations or 1):
            yield from self._one_recalculation()
            for iteration in self._ranges_behind():
                self._at_rest = False
                yield iteration
            if self._at_rest:
                break
        self._machine.finish(from_garbage=self._from_garbage)
        self._from_garbage = False

    def _one_recalculation(self) -> Iterator[Iteration]:
        settings = self.program.model.calculation
        count = self.schedule.iterations or settings.max_iterations
        delta, stop = settings.max_change, self.schedule.stop
        self._machine.wake()
        # Cells before the loops have one right order; they are settled in the first iteration.
        settled = self._settled()
        self._quiet = self._at_rest = not self._circular
        if self._quiet or not settings.iterate:
            # Without iterative calculation circular cells keep what they show.
            left = () if self._quiet else self._machine.settle(self._loop.rows)
            self._quiet = self._at_rest = not len(left)
            if not self._quiet:
                warn_of_circle(self.program)
            yield settled
            return
        remembered = self._machine.iterate(self._remembered, Reads.IN_PLACE, 0, delta).evaluated
        still = 0
        for number in range(1, count + 1):
            plan = next(self._plans)
            freeze = min(number, 2) * plan.freeze
            cells = plan.cells if plan.first is None or number > 1 else plan.first
            done = self._iterated(cells, plan, freeze, delta)
            still = 0 if done.moved or done.changed else still + 1
            unfinished = still < plan.proof and plan.reads is Reads.LAGGED
            unfinished = unfinished or (plan.partial and self._machine.is_stale())
            self._quiet = not (done.moved or done.changed or unfinished)
            # A cell that is frozen, or remembered, may still change in the next recalculation.
            may_change = number > 1 and (plan.freeze or len(self._remembered) > 0)
            self._at_rest = self._quiet and not may_change
            evaluated = done.evaluated + (settled.evaluated + remembered if number == 1 else 0)
            yield Iteration(evaluated, done.moved, done.changed)
            if not (done.goes_on(stop, number) or unfinished):
                return

    def _iterated(self, cells: Cells, plan: Plan, freeze: int, delta: float) -> Iteration:
        """Evaluate the cells of one iteration, as ``plan`` says."""
        parts = [(cells, plan.reads)]
        if plan.reads is Reads.IN_PLACE:
            parts = [*self._loop.parts(cells)]
        done = [self._machine.iterate(*part, freeze, delta, plan.seed) for part in parts]
        return Iteration(
            sum(each.evaluated for each in done),
            any(each.moved for each in done),
            any(each.changed for each in done),
        )

    def unsettled(self) -> set[Area]:
        """Evaluate what takes no iteration, and return the other cells.

        They are circular in fact, not on paper only, or read such cells.
        """
        self._machine.wake()
        self._settled()
        members = tuple(self.program.members)
        return {members[number] for number in self._machine.settle(self._loop.rows)}

    def _settled(self) -> Iteration:
        """Evaluate the cells before the loops, once their dynamic ranges lie where they belong."""
        delta = self.program.model.calculation.max_change
        for _ in range(_MOST_MOVES):
            before = self._machine.save() if self.program.dynamic.found else None
            done = self._machine.iterate(self._before, Reads.IN_PLACE, 0, delta)
            ranges = self._ranges_now()
            if ranges == self._ranges:
                return done
            self._machine.restore(before)  # what was read elsewhere is no first value of a circle
            self._move(ranges)
        raise EngineError(f"{self._model.path}: has dynamic ranges that depend on each other")

    def _ranges_behind(self) -> Iterator[Iteration]:
        """Find the dynamic ranges that depend on circles, and evaluate the cells behind circles.

        Yields an iteration for each time that a range moves.
        """
        for _ in range(_MOST_MOVES):
            ranges = self._ranges_now()
            if ranges == self._ranges:
                break
            self._move(ranges)
            number = {cell: place for place, cell in enumerate(self.program.members)}
            cells = np.array([number[cell] for cell in self.program.behind_circles], np.int32)
            yield self._machine.iterate(cells, Reads.IN_PLACE, 0, 0.0)
        self.program.check_ranges()

    def _ranges_now(self) -> Ranges:
        dynamic = self.program.dynamic
        return dynamic.now(self._machine.read, self._model) if dynamic.found else self._ranges

    def _move(self, ranges: Ranges) -> None:
        """Bind the formulas anew, with dynamic ranges that lie elsewhere; all values stay."""
        entered, cells = {**self._entered}, {*self.program.members, *self.program.model.values}
        values = {cell: self._machine.read(cell)[0] for cell in cells} | entered
        self._ranges = ranges
        self._open(self.schedule)
        self._begin()
        self._machine.load(values)
        self._entered = entered
