"""One workbook under several orders: one verdict a puzzle, and whether the orders agree.

Monotone strategies leave the same candidates at rest, in whatever order the cells are calculated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from xlbuilder.observe.solver import Solver
from xlbuilder.proof.verify import Verdict, judged
from xlbuilder.recalc.choices import Order
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.rules import name_of
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind


@dataclass(frozen=True)
class _Run:
    """One puzzle under one order."""

    order: Order
    verdict: Verdict
    left: frozenset[Candidate] | None
    """The candidates that are left; None when they are not compared: the workbook did not come to
    rest, or its strategies do not say that they are monotone."""


def judged_under(
    schedules: Sequence[Schedule], solver: Solver, answers: Answers, puzzles: Sequence[Board]
) -> Iterator[Verdict]:
    """Run each puzzle under all schedules, and yield one verdict on it.

    Of the verdicts of all schedules it is the first with the worst outcome; its detail names the
    order, unless it is the first order.  When no verdict is false, it is "orders differ" if two
    orders leave different candidates, though the strategies say that they are monotone.  Raises
    EngineError when the engine cannot change its schedule.
    """
    for runs in zip(*(_runs(each, solver, answers, puzzles) for each in schedules), strict=True):
        yield _one_verdict(runs)


def _runs(
    schedule: Schedule, solver: Solver, answers: Answers, puzzles: Sequence[Board]
) -> list[_Run]:
    solver.follow(schedule)
    runs = []
    for verdict in judged(solver, answers, puzzles):
        left = solver.left() if verdict.at_rest and solver.drive.monotone else None
        runs.append(_Run(schedule.order, verdict, left))
    return runs


def _one_verdict(runs: Sequence[_Run]) -> Verdict:
    first = runs[0]
    chosen = max(runs, key=lambda run: run.verdict.kind.outcome)
    one = replace(chosen.verdict, seconds=sum(run.verdict.seconds for run in runs))
    if chosen is not first:
        one = replace(one, detail=f"{one.detail} (order {chosen.order})")
    if one.kind.is_false:
        return one
    at_rest = [(str(run.order), run.left) for run in runs if run.left is not None]
    for other in at_rest[1:]:
        if detail := _difference(at_rest[0], other, one.puzzle.side):
            return replace(one, kind=Kind.ORDERS_DIFFER, detail=detail)
    return one


def _difference(
    one: tuple[str, frozenset[Candidate]], other: tuple[str, frozenset[Candidate]], side: int
) -> str:
    """Name the first candidate that only one of two orders leaves; "" when there is none."""
    first = min(one[1] ^ other[1], default=None)
    if first is None:
        return ""
    (left_under, _), (gone_under, _) = (one, other) if first in one[1] else (other, one)
    return (
        f"{first[1]} of {name_of(first[0], side)} is left under the order {left_under}, gone under"
        f" {gone_under}, though all strategies say that they are monotone"
    )
