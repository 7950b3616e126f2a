"""One workbook under several orders: one verdict a puzzle, and whether the orders agree.

Strategies that are monotone come to the same rest in whatever order the cells are calculated.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from xlbuilder.proof.candidates import address
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.verify import Verdict, judged
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind

Left = frozenset[Candidate] | None
"""The candidates that are left; None when there is nothing to be said of them."""


def compared(
    solver: Solver, answers: Answers, puzzles: Sequence[Board], schedules: Sequence[Schedule]
) -> Iterator[Verdict]:
    """Yield one verdict on each puzzle: the first that is not right under these schedules.

    Raises EngineError when the engine cannot change its schedule.
    """
    runs = [list(_under(solver, answers, puzzles, schedule)) for schedule in schedules]
    orders = [str(schedule.order) for schedule in schedules]
    for found in zip(*runs, strict=True):
        yield _together([verdict for verdict, _ in found], [left for _, left in found], orders)


def _under(
    solver: Solver, answers: Answers, puzzles: Sequence[Board], schedule: Schedule
) -> Iterator[tuple[Verdict, Left]]:
    solver.follow(schedule)
    for verdict in judged(solver, answers, puzzles):
        at_rest = verdict.kind in (Kind.SOLVED, Kind.STALLED) and verdict.recalculations[-1].quiet
        yield verdict, solver.left() if at_rest and solver.drive.monotone else None


def _together(verdicts: list[Verdict], lefts: list[Left], orders: list[str]) -> Verdict:
    """Make the verdicts on one puzzle one; where it does not hold of the first order, say so."""
    seconds = sum(verdict.seconds for verdict in verdicts)
    at_rest = [(order, left) for order, left in zip(orders, lefts, strict=True) if left is not None]
    at = next((at for at, each in enumerate(verdicts) if not each.kind.is_right), 0)
    detail = verdicts[at].detail + f" (order {orders[at]})" * bool(at)
    one = replace(verdicts[at], seconds=seconds, detail=detail)
    if one.kind not in (Kind.SOLVED, Kind.STALLED):
        return one
    for order, left in at_rest[1:]:
        if detail := _difference(at_rest[0], (order, left)):
            return replace(one, kind=Kind.ORDERS_DIFFER, detail=detail)
    return one


def _difference(
    one: tuple[str, frozenset[Candidate]], other: tuple[str, frozenset[Candidate]]
) -> str:
    """Name the first candidate that only one of two orders leaves; "" when there is none."""
    first = min(one[1] ^ other[1], default=None)
    if first is None:
        return ""
    (left_under, _), (gone_under, _) = (one, other) if first in one[1] else (other, one)
    return (
        f"{first[1]} of {address(first)} is left under the order {left_under}, gone under"
        f" {gone_under}, though all strategies say that they are monotone"
    )
