"""Runs puzzles through a workbook without strategies and with them, under some orders."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import NamedTuple, Self

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveSource
from xlbuilder.errors import EngineError, Fault, TemplateError
from xlbuilder.observe.candidates import CANDIDATES
from xlbuilder.observe.solver import Solver
from xlbuilder.processes.workers import Portable
from xlbuilder.proof.chunks import Chunk
from xlbuilder.proof.verify import Verdict, judged
from xlbuilder.recalc.choices import ORDERS, Order, Reading
from xlbuilder.recalc.engines import OWN_STARTS
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.strategy_ref import name_of
from xlbuilder.workshop.bases import Base, as_they_are, names_tried, without_and_with

ALL = "all"
_CHUNK = 50
_ENGINE = "fast"
_NOT_OF_ALL = {"lagged"}
"""Hidden singles count places that never existed together under it; no known program does so."""
_FREEZING = {"freeze", "freeze-random"}
_MOST_RECALCULATIONS = 1000
_MOST_ITERATIONS = 500
"""Many times what is needed without guesses; a puzzle that never comes to rest ends here."""
_MORE_ITERATIONS = {"truncated": 100_000, "subset": 20_000, "asynchronous": 20_000}
"""The same under orders whose iterations leave cells out."""
_BITS = {(cell, digit): 1 << 9 * cell + digit - 1 for cell, digit in CANDIDATES}


class TrialRun(NamedTuple):
    """One puzzle in one workbook under one order."""

    verdict: Verdict
    left: int
    """The candidates that are left, a bit for each: see `candidates_of`."""
    removed: dict[str, int]
    """The candidates that each name removed, a bit for each."""
    placed: Counter[str]
    """How many digits each name placed."""


class RunPair(NamedTuple):
    """One puzzle in both workbooks under one order.

    None stands for a workbook in which the puzzle was not run: it ends as in the other workbook.
    """

    without: TrialRun | None
    with_them: TrialRun | None

    @property
    def solved(self) -> tuple[bool, bool]:
        """Return whether the puzzle is solved without the strategies, and with them."""
        without, with_them = self.without or self.with_them, self.with_them or self.without
        return _is_solved(without), _is_solved(with_them)


def _is_solved(run: TrialRun | None) -> bool:
    return run is not None and run.verdict.kind.is_right


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
    if unknown := [name for name in names if name.lower() == ALL]:
        raise EngineError(f"{unknown[0]}: no such order; write {ALL} by itself for each of them")
    return tuple(str(Order.parse(name)) for name in names)


def candidates_of(bits: int) -> set[Candidate]:
    """Return the candidates that stand in ``bits``: 9 bits a cell, the lowest for R1C1 and 1."""
    places = (place for place in range(729) if bits >> place & 1)
    return {(place // 9, place % 9 + 1) for place in places}


@dataclass
class Trial(Portable):
    """Two workbooks, and how puzzles are run through both: the work of proof/pool.py."""

    without: Base
    with_them: Base
    orders: tuple[str, ...]
    strategies: tuple[str, ...]
    """The strategies that are tried, without the strategies that they need; or the new file of two
    files."""
    old: str = ""
    """The file that a new one is compared with; "" for strategies."""
    only_unsolved: bool = False
    """Whether the workbook without the strategies leads: see `_tried`."""

    @classmethod
    def of_strategies(
        cls,
        base: str,
        strategies: Sequence[str],
        orders: tuple[str, ...],
        *,
        removed: Sequence[str] = (),
        only_unsolved: bool = False,
    ) -> Self:
        """Build and open a template without strategies and with them, both without guesses.

        Raises what `without_and_with` and `prepare` raise, and TemplateError without a strategy.
        """
        if not strategies:
            text = "no strategy is given; name one, or give the path of its file"
            raise TemplateError([Fault("", text)])
        names = tuple(name_of(name) for name in strategies)
        bases = without_and_with(base, strategies, removed)
        return cls(*bases, orders, names, only_unsolved=only_unsolved).prepare()

    @classmethod
    def of_two(
        cls, old: str, new: str, orders: tuple[str, ...], drive: DriveSource | None = None
    ) -> Self:
        """Open two workbooks or templates as they are, with their guesses.

        ``drive`` says where the puzzle is in workbooks that do not say it (`as_they_are`).
        Raises what `as_they_are` and `prepare` raise.
        """
        return cls(*as_they_are(old, new, drive), orders, (new,), old).prepare()

    @cached_property
    def answers(self) -> tuple[Answers, Answers]:
        """The checkers of both workbooks, by the rules of each.

        Raises EngineUnavailableError when the package of the checker is not installed.
        """
        without, with_them = (
            Boards.of(each.model).rules() for each in (self.without, self.with_them)
        )
        return Answers(without), Answers(with_them)

    @cached_property
    def _solvers(self) -> dict[tuple[bool, Reading], Solver]:
        return {}

    def prepare(self) -> Self:
        """Open both workbooks now, and return this trial.

        What is compiled is compiled now: the seconds of both are compared.  Raises EngineError for
        one that the engine cannot evaluate, EngineUnavailableError without the checker.
        """
        _ = self.answers
        for order in self.orders:
            for is_with in (False, True):
                self._solver(self._schedule(order), is_with=is_with).session.prepare()
        return self

    @property
    def chunk_size(self) -> int:
        """How many puzzles are sent to another process together."""
        return max(1, _CHUNK // len(self.orders))

    def run(self, chunk: Chunk) -> Iterator[tuple[RunPair, ...]]:
        """Return what became of the puzzles of a chunk under each order."""
        ran = [self._tried(self._schedule(order), chunk.puzzles) for order in self.orders]
        return zip(*ran, strict=True)

    def _tried(self, schedule: Schedule, puzzles: Sequence[Board]) -> list[RunPair]:
        """Run the puzzles through one workbook, and what it leaves through the other.

        The workbook with the strategies leads, for what they break is seen there alone.  It leaves
        what is not solved, and what is solved with a name of theirs.  A puzzle that is solved by
        other names alone is solved without the strategies too, as strategies are monotone: a
        candidate that they do not remove stays as it was.  A workbook without reasons does not say
        which names did it.
        """
        leads_with = not self.only_unsolved
        first = list(self._runs(schedule, puzzles, is_with=leads_with))
        is_left = [not self._is_solved_by_others(ran) for ran in first]
        rest = self._runs(schedule, list(compress(puzzles, is_left)), is_with=not leads_with)
        second = [next(rest) if left else None for left in is_left]
        pairs = zip(second, first, strict=True) if leads_with else zip(first, second, strict=True)
        return [RunPair(*pair) for pair in pairs]

    def _is_solved_by_others(self, ran: TrialRun) -> bool:
        did = ran.removed.keys() | ran.placed.keys()
        says = bool(self._tried_names) and did.isdisjoint(self._tried_names)
        return ran.verdict.kind.is_right and says

    @cached_property
    def _tried_names(self) -> frozenset[str]:
        return names_tried(self.without, self.with_them)

    def _schedule(self, order: str) -> Schedule:
        """Return the schedule; cells that rest until the next recalculation need several.

        Without guesses few iterations are enough; two files may take as many as they allow.
        """
        name = order.partition(":")[0]
        most = None if self.old else _MORE_ITERATIONS.get(name, _MOST_ITERATIONS)
        return Schedule.parse(
            order,
            OWN_STARTS[_ENGINE],
            iterations=most,
            recalculations=_MOST_RECALCULATIONS if name in _FREEZING else None,
        )

    def _solver(self, schedule: Schedule, *, is_with: bool) -> Solver:
        """Return the workbook opened as the schedule reads its formulas."""
        key = is_with, schedule.order.reading
        if key not in self._solvers:
            base = self.with_them if is_with else self.without
            self._solvers[key] = Solver(base.model, _ENGINE, schedule)
        return self._solvers[key]

    def _runs(
        self, schedule: Schedule, puzzles: Sequence[Board], *, is_with: bool
    ) -> Iterator[TrialRun]:
        base = self.with_them if is_with else self.without
        solver = self._solver(schedule, is_with=is_with)
        solver.follow(schedule)
        for verdict in judged(solver, self.answers[is_with], puzzles):
            yield TrialRun(verdict, *_candidates(solver, base), _placed(solver, base))


def _candidates(solver: Solver, base: Base) -> tuple[int, dict[str, int]]:
    """Return the candidates that are left, and the candidates that each name removed, as bits."""
    left = 0
    negative: dict[float, int] = {}
    for candidate, value in solver.marks().items():
        if value == candidate[1]:
            left |= _BITS[candidate]
        elif isinstance(value, float) and value < 0:
            negative[value] = negative.get(value, 0) | _BITS[candidate]
    removed: dict[str, int] = {}
    for value, bits in negative.items():
        reason = solver.reasons.removed(value)
        if reason and reason.words in base.names:
            removed[reason.words] = removed.get(reason.words, 0) | bits
    return left, removed


def _placed(solver: Solver, base: Base) -> Counter[str]:
    reasons = map(solver.reasons.placed, solver.placements())
    return Counter(each.words for each in reasons if each and each.words in base.names)
