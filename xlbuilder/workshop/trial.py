"""Runs puzzles through a workbook without strategies and with them, under some orders.

The chunks of puzzles are worked on by all cores (processes/workers.py), as proof/pool.py does it.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from xlbuilder.errors import EngineError
from xlbuilder.processes.workers import Sent, in_order
from xlbuilder.proof.candidates import reason_of
from xlbuilder.proof.pool import Chunk
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.verify import Verdict, judged
from xlbuilder.recalc.choices import ORDERS, Order, Reading
from xlbuilder.recalc.engines import OWN_STARTS
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workshop.bases import PLACEMENTS, Base

ALL = "all"
_CHUNK = 50
_ENGINE = "fast"
_NOT_OF_ALL = {"lagged"}
"""Hidden singles count places that never existed together under it; no known program does so."""
_FREEZING = {"freeze", "freeze-random"}
_MOST_RECALCULATIONS = 1000


class Ran(NamedTuple):
    """One puzzle in one workbook under one order."""

    verdict: Verdict
    left: int
    """The candidates that are left, a bit for each: see `candidates_of`."""
    removed: Counter[str]
    """How many candidates each name removed."""
    placed: Counter[str]
    """How many digits each name placed."""

    @property
    def at_rest(self) -> bool:
        """Return whether the workbook has come to rest, and nothing is wrong."""
        is_fine = self.verdict.kind in (Kind.SOLVED, Kind.STALLED)
        return is_fine and self.verdict.recalculations[-1].quiet


class Tried(NamedTuple):
    """One puzzle in both workbooks, under each order."""

    without: tuple[Ran, ...]
    with_them: tuple[Ran | None, ...]
    """None where the puzzle was solved without them and is not run again."""


def orders_of(text: str) -> tuple[str, ...]:
    """Return the orders of a list such as ``row-major,random:1``; ``all`` is each of them.

    Raises EngineError for an order that does not exist.
    """
    if text == ALL:
        known = [name.replace("SEED", "1") for name in ORDERS]
        return tuple(name for name in known if name.partition(":")[0] not in _NOT_OF_ALL)
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise EngineError("no order of evaluation is given; write for example row-major,random:1")
    return tuple(str(Order.parse(name)) for name in names)


def candidates_of(bits: int) -> set[Candidate]:
    """Return the candidates that stand in ``bits``: 9 bits a cell, the lowest for R1C1 and 1."""
    places = (place for place in range(729) if bits >> place & 1)
    return {(place // 9, place % 9 + 1) for place in places}


@dataclass
class Trial(Sent):
    """Two workbooks and how they are run; each process that works on them opens them once."""

    without: Base
    with_them: Base
    orders: tuple[str, ...]
    only_unsolved: bool = False
    """Whether a puzzle that is solved without the strategies is not run with them."""

    @cached_property
    def answers(self) -> Answers:
        """The checker; raises EngineUnavailableError when its package is not installed."""
        return Answers()

    @cached_property
    def _solvers(self) -> dict[tuple[bool, Reading], Solver]:
        return {}

    def open(self) -> None:
        """Open both workbooks now; raises EngineError for one that the engine cannot evaluate.

        What is compiled is compiled now: the seconds of both are compared.
        """
        for order in self.orders:
            for is_with in (False, True):
                self._solver(_schedule(order), is_with=is_with).session.prepare()

    def run(self, puzzles: Iterable[Board], workers: int) -> Generator[Tried, None, None]:
        """Yield what became of each puzzle, in their order, working with ``workers`` processes.

        Raises WorkerLostError when the process that works on a chunk is killed twice.
        """
        size = max(1, _CHUNK // len(self.orders))
        puzzles = iter(puzzles)
        first = list(islice(puzzles, 2 * size))
        rest = list(islice(puzzles, 1))
        chunks = _chunks(chain(first, rest, puzzles), size)
        if workers == 1 or not rest:  # it is done before other processes have started
            yield from chain.from_iterable(map(self.run_chunk, chunks))
            return
        yield from chain.from_iterable(in_order(self.run_chunk, chunks, str, workers, 3 * workers))

    def run_chunk(self, chunk: Chunk) -> list[Tried]:
        """Return what became of the puzzles of a chunk."""
        schedules = [_schedule(order) for order in self.orders]
        without: list[Sequence[Ran]] = []
        with_them: list[Sequence[Ran | None]] = []
        for schedule in schedules:
            ran = list(self._runs(schedule, chunk.puzzles, is_with=False))
            without.append(ran)
            is_run = [not (self.only_unsolved and each.verdict.kind.is_right) for each in ran]
            puzzles = [
                board for board, is_asked in zip(chunk.puzzles, is_run, strict=True) if is_asked
            ]
            again = self._runs(schedule, puzzles, is_with=True)
            with_them.append([next(again) if is_asked else None for is_asked in is_run])
        pairs = zip(zip(*without, strict=True), zip(*with_them, strict=True), strict=True)
        return [Tried(*pair) for pair in pairs]

    def _solver(self, schedule: Schedule, *, is_with: bool) -> Solver:
        """Return the workbook opened as the schedule reads its formulas."""
        key = is_with, schedule.order.reading
        if key not in self._solvers:
            base = self.with_them if is_with else self.without
            self._solvers[key] = Solver(base.model, _ENGINE, schedule)
        return self._solvers[key]

    def _runs(
        self, schedule: Schedule, puzzles: Sequence[Board], *, is_with: bool
    ) -> Iterator[Ran]:
        base = self.with_them if is_with else self.without
        solver = self._solver(schedule, is_with=is_with)
        solver.follow(schedule)
        for verdict in judged(solver, self.answers, puzzles):
            left = sum(1 << 9 * cell + digit - 1 for cell, digit in solver.left() or ())
            yield Ran(verdict, left, _removed(solver, base), _placed(solver, base))


def _schedule(order: str) -> Schedule:
    """Return the schedule; cells that rest until the next recalculation need several."""
    name = order.partition(":")[0]
    most = _MOST_RECALCULATIONS if name in _FREEZING else 1
    return Schedule.parse(order, OWN_STARTS[_ENGINE], recalculations=most)


def _removed(solver: Solver, base: Base) -> Counter[str]:
    found: Counter[str] = Counter()
    gone, board = solver.drive.gone, solver.drive.candidates
    if gone is None or board is None or solver.left() is None:
        return found
    for value in solver.read(board):
        if isinstance(value, float) and value < 0:
            reason = reason_of(value, gone)
            if reason is not None and reason[0] in base.removes:
                found[base.removes[reason[0]]] += 1
    return found


def _placed(solver: Solver, base: Base) -> Counter[str]:
    if not base.places or solver.model.area(PLACEMENTS) is None:
        return Counter()
    names = map(base.placed_by, solver.read(PLACEMENTS))
    return Counter(name for name in names if name is not None)


def _chunks(puzzles: Iterator[Board], size: int) -> Iterator[Chunk]:
    first = 1
    while some := list(islice(puzzles, size)):
        yield Chunk(first, some)
        first += len(some)
