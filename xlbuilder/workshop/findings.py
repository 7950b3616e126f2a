"""What strategies did on a corpus: which puzzles they solve, what they break, what they cost."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from xlbuilder.proof.candidates import Removed, address
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workshop.bases import Base
from xlbuilder.workshop.trial import Ran, Tried, candidates_of

UNFINISHED = {Kind.STALLED, Kind.CAPPED, Kind.WORKING, Kind.UNSOLVABLE}
"""The verdicts on a puzzle that is not solved, and about which nothing wrong is shown."""
_LISTED_AT_MOST = 20
Found = TypeVar("Found")


@dataclass(frozen=True)
class Broken:
    """A puzzle that is worse with the strategies than without them."""

    line: int
    puzzle: Board
    order: str
    kind: Kind
    detail: str


@dataclass(frozen=True)
class Lost:
    """The first true candidate of a puzzle that the workbook with the strategies removed."""

    line: int
    puzzle: Board
    order: str
    removed: Removed


@dataclass(frozen=True)
class OrdersDiffer:
    """A puzzle in which the workbook with the strategies rests with other candidates."""

    line: int
    puzzle: Board
    order: str
    """The order that leaves other candidates than the first order."""
    cell: str
    digit: int
    """The first candidate that only one of the two leaves."""


@dataclass(frozen=True)
class ByName:
    """What one plugged name did at the end of the runs under the first order, with and without."""

    name: str
    is_tried: bool
    """Whether it belongs to the strategies that are tried."""
    removed: int
    placed: int
    puzzles: int
    """In how many puzzles it did anything."""
    removed_without: int
    placed_without: int


class Pair(NamedTuple):
    """A puzzle under the first order, with and without the strategies."""

    line: int
    without: Ran
    with_them: Ran


@dataclass
class Findings:
    """What became of each puzzle, and what is counted in it."""

    without: Base
    """The workbook without the strategies."""
    with_them: Base
    """The workbook with them."""
    orders: tuple[str, ...]
    """The orders of evaluation; what names no order is about the first one."""
    build_seconds: float = 0.0
    """Building, writing and reading both workbooks, and opening them in the engine."""
    run_seconds: float = 0.0
    """From the first puzzle to the last, by the clock."""
    lines: list[int] = field(default_factory=list)
    """The line of the corpus where each puzzle ends."""
    tried: list[Tried] = field(default_factory=list)
    """Each puzzle in both workbooks, under each order."""
    unreadable: list[str] = field(default_factory=list)
    """For each line of the corpus that was skipped, what is wrong with it."""

    def add(self, tried: Tried, line: int) -> None:
        """Take in one puzzle; ``line`` is the line of the corpus where it ends."""
        self.tried.append(tried)
        self.lines.append(line)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies that are tried."""
        return tuple(n for n in self.with_them.strategies if n not in self.without.strategies)

    @property
    def is_fine(self) -> bool:
        """Return whether nothing is broken and no true candidate is removed.

        Orders that differ count as broken when all strategies declare that they are monotone.
        """
        is_kept = not (self.with_them.monotone and self.orders_differ)
        return is_kept and not (self.broken or self.true_candidates_removed)

    @cached_property
    def newly_solved(self) -> list[tuple[int, Board]]:
        """The puzzles, each after its line, that only the workbook with the strategies solves."""
        return self._newly_solved(0)

    @cached_property
    def broken(self) -> list[Broken]:
        """The puzzles that are worse with the strategies, under each order."""
        return [
            Broken(
                line, pair[1].verdict.puzzle, order, pair[1].verdict.kind, pair[1].verdict.detail
            )
            for number, order in enumerate(self.orders)
            for line, *pair in self._pairs(number)
            if _is_broken(*(each.verdict.kind for each in pair))
        ]

    @cached_property
    def true_candidates_removed(self) -> list[Lost]:
        """The first true candidate that is gone in each puzzle, under each order."""
        return [
            Lost(line, ran.verdict.puzzle, order, ran.verdict.removed)
            for number, order in enumerate(self.orders)
            for line, _, ran in self._pairs(number)
            if ran.verdict.removed is not None
        ]

    @cached_property
    def orders_differ(self) -> list[OrdersDiffer]:
        """Where an order leaves other candidates at rest than the first order does."""
        found = []
        for line, tried in zip(self.lines, self.tried, strict=True):
            first = tried.with_them[0]
            for order, ran in zip(self.orders[1:], tried.with_them[1:], strict=True):
                if first is None or ran is None or not (first.at_rest and ran.at_rest):
                    continue
                if first.left != ran.left:
                    one = min(candidates_of(first.left ^ ran.left))
                    found.append(
                        OrdersDiffer(line, ran.verdict.puzzle, order, address(one), one[1])
                    )
        return found

    @cached_property
    def by_name(self) -> list[ByName]:
        """What each plugged name did, the names of the strategies that are tried first."""
        removed, placed, puzzles = Counter[str](), Counter[str](), Counter[str]()
        removed_without, placed_without = Counter[str](), Counter[str]()
        for _, without, with_them in self.pairs:
            removed += with_them.removed
            placed += with_them.placed
            puzzles.update({*with_them.removed, *with_them.placed})
            removed_without += without.removed
            placed_without += without.placed
        before = {*self.without.removes.values(), *self.without.places.values()}
        names = dict.fromkeys([*self.with_them.removes.values(), *self.with_them.places.values()])
        return [
            ByName(
                name,
                name not in before,
                *(counts[name] for counts in (removed, placed, puzzles)),
                *(counts[name] for counts in (removed_without, placed_without)),
            )
            for name in sorted(names, key=lambda name: name in before)
        ]

    @cached_property
    def pairs(self) -> list[Pair]:
        """The puzzles that were run in both workbooks, under the first order."""
        return list(self._pairs(0))

    @cached_property
    def changed(self) -> list[Pair]:
        """Those of them that do not end with the same digits and candidates."""
        return [
            pair
            for pair in self.pairs
            if pair.without.left != pair.with_them.left
            or pair.without.verdict.shown != pair.with_them.verdict.shown
        ]

    def solved(self, number: int = 0) -> tuple[int, int]:
        """Return how many puzzles are solved without and with the strategies, under an order."""
        before = [tried.without[number].verdict.kind.is_right for tried in self.tried]
        after = [
            was_solved if (ran := tried.with_them[number]) is None else ran.verdict.kind.is_right
            for was_solved, tried in zip(before, self.tried, strict=True)
        ]
        return sum(before), sum(after)

    def iterations(self) -> dict[str, dict[str, int | None]]:
        """Return the median, the 95 % quantile and the maximum, without and with them."""
        return {
            "before": _quantiles(pair.without.verdict.iterations for pair in self.pairs),
            "after": _quantiles(pair.with_them.verdict.iterations for pair in self.pairs),
        }

    def rates(self) -> tuple[float | None, float | None]:
        """Return the seconds of an iteration, without and with the strategies."""
        without = _rate([pair.without for pair in self.pairs])
        return without, _rate([pair.with_them for pair in self.pairs])

    def seconds(self) -> dict[str, object]:
        """Return what the trial took.

        ``start`` and ``run`` are by the clock; ``recalculating`` is the sum over all processes.
        """
        without = [ran for tried in self.tried for ran in tried.without]
        with_them = [ran for tried in self.tried for ran in tried.with_them if ran]
        both = zip(("before", "after"), (without, with_them), self.rates(), strict=True)
        return {
            "start": round(self.build_seconds, 3),
            "run": round(self.run_seconds, 3),
            **{
                when: {
                    "recalculating": round(sum(each.verdict.seconds for each in ran), 3),
                    "an_iteration": rate,
                }
                for when, ran, rate in both
            },
        }

    def summary(self) -> dict[str, object]:
        """Return all that ``xlbuilder try --json`` prints, by its keys."""
        before, after = self.solved()
        return {
            "strategies": list(self.strategies),
            "is_fine": self.is_fine,
            "puzzles": len(self.tried),
            "unreadable": len(self.unreadable),
            "solved_before": before,
            "solved_after": after,
            "newly_solved": [{"line": n, "puzzle": str(board)} for n, board in self.newly_solved],
            "broken": [
                {**_place(each), "verdict": each.kind.name.lower(), "detail": each.detail}
                for each in self.broken
            ],
            "true_candidates_removed": [_lost(each) for each in self.true_candidates_removed],
            "by_name": {
                each.name: {
                    "is_tried": each.is_tried,
                    "removed": each.removed,
                    "placed": each.placed,
                    "puzzles": each.puzzles,
                    "removed_before": each.removed_without,
                    "placed_before": each.placed_without,
                }
                for each in self.by_name
            },
            "orders": self.by_order(),
            "orders_differ": [
                {**_place(each), "cell": each.cell, "digit": each.digit}
                for each in self.orders_differ
            ],
            "monotone": self.with_them.monotone,
            "cost": {"before": _cost(self.without), "after": _cost(self.with_them)},
            "compared": len(self.pairs),
            "iterations": self.iterations(),
            "seconds": self.seconds(),
        }

    def by_order(self) -> dict[str, dict[str, int]]:
        """Return the counts under each order."""
        found = {}
        for number, order in enumerate(self.orders):
            before, after = self.solved(number)
            found[order] = {
                "solved_before": before,
                "solved_after": after,
                "newly_solved": len(self._newly_solved(number)),
                "broken": _under(order, self.broken),
                "true_candidates_removed": _under(order, self.true_candidates_removed),
                "other_candidates": _under(order, self.orders_differ),
            }
        return found

    def to_json(self) -> str:
        """Return the JSON object that ``xlbuilder try --json`` prints."""
        return json.dumps(self.summary(), indent=1) + "\n"

    def __str__(self) -> str:
        """Return the report that ``xlbuilder try`` prints."""
        return "\n".join(self._told())

    def _told(self) -> Iterator[str]:
        before, after = self.solved()
        yield f"{', '.join(self.strategies)}: {len(self.tried)} puzzles, without search"
        yield f"  solved: {before} without, {after} with; {len(self.newly_solved)} newly"
        yield from _some("broken", self.broken, _broken_line)
        yield from _some("true candidates removed", self.true_candidates_removed, _lost_line)
        yield ""
        yield f"at the end of {len(self.pairs)} puzzles, each name has"
        for each in self.by_name:
            if each.is_tried or each.removed or each.placed:
                yield (
                    f"  {each.name}{' (tried)' * each.is_tried}: removed {each.removed} candidates,"
                    f" placed {each.placed} digits, in {each.puzzles} puzzles (without:"
                    f" {each.removed_without}, {each.placed_without})"
                )
        yield ""
        for order, counts in self.by_order().items():
            words = ", ".join(f"{word.replace('_', ' ')} {n}" for word, n in counts.items())
            yield f"order {order}: {words}"
        yield from _some("other candidates at rest", self.orders_differ, _differ_line)
        yield ""
        yield from self._costs()
        yield from self.unreadable[:_LISTED_AT_MOST]

    def _costs(self) -> Iterator[str]:
        costs = [_cost(self.without), _cost(self.with_them)]
        for key, value in costs[0].items():
            yield f"{key.replace('_', ' ')}: {value} without, {costs[1][key]} with"
        found = self.iterations()
        for word in ("median", "p95", "max"):
            both = [found[when][word] for when in ("before", "after")]
            yield f"iterations, {word}: {both[0]} without, {both[1]} with"
        rates = ["-" if rate is None else f"{1000 * rate:.3f} ms" for rate in self.rates()]
        yield f"an iteration: {rates[0]} without, {rates[1]} with"
        yield f"{self.build_seconds:.1f} s to start, {self.run_seconds:.1f} s to run"

    def _newly_solved(self, number: int) -> list[tuple[int, Board]]:
        return [
            (line, ran.verdict.puzzle)
            for line, without, ran in self._pairs(number)
            if ran.verdict.kind.is_right and not without.verdict.kind.is_right
        ]

    def _pairs(self, number: int) -> Iterator[Pair]:
        for line, tried in zip(self.lines, self.tried, strict=True):
            if (with_them := tried.with_them[number]) is not None:
                yield Pair(line, tried.without[number], with_them)


def _is_broken(before: Kind, after: Kind) -> bool:
    if after.is_right or not (before.is_right or before in UNFINISHED):
        return False
    return before.is_right or after not in UNFINISHED


def _under(order: str, found: Sequence[Broken | Lost | OrdersDiffer]) -> int:
    return sum(each.order == order for each in found)


def _quantiles(found: Iterator[int]) -> dict[str, int | None]:
    """Return the iterations that a half, 95 % and all of the puzzles do not exceed."""
    ordered = sorted(found)
    if not ordered:
        return {"median": None, "p95": None, "max": None}
    last = len(ordered) - 1
    return {
        "median": ordered[last // 2],
        "p95": ordered[-(-95 * len(ordered) // 100) - 1],
        "max": ordered[last],
    }


def _rate(ran: Sequence[Ran]) -> float | None:
    """Return the seconds an iteration."""
    iterations = sum(each.iterations for one in ran for each in one.verdict.recalculations)
    return sum(one.verdict.seconds for one in ran) / iterations if iterations else None


def _cost(base: Base) -> dict[str, int | float]:
    stats = base.stats
    return {
        "cells": stats.formula_cells,
        "names": stats.names,
        "kb": round(stats.file_bytes / 1000, 1),
        "longest_formula": stats.longest.characters if stats.longest else 0,
    }


def _place(found: Broken | Lost | OrdersDiffer) -> dict[str, object]:
    return {"line": found.line, "puzzle": str(found.puzzle), "order": found.order}


def _lost(lost: Lost) -> dict[str, object]:
    _, name = lost.removed.reason or (0, "")
    return {
        **_place(lost),
        "iteration": lost.removed.iteration,
        "cell": lost.removed.cell,
        "digit": lost.removed.candidate[1],
        "name": name,
    }


def _some(title: str, found: Sequence[Found], told: Callable[[Found], str]) -> Iterator[str]:
    yield f"  {title}: {len(found)}"
    yield from (f"    {told(each)}" for each in found[:_LISTED_AT_MOST])
    if len(found) > _LISTED_AT_MOST:
        yield f"    and {len(found) - _LISTED_AT_MOST} more (--json lists all)"


def _broken_line(each: Broken) -> str:
    verdict = f"{each.kind.value}: {each.detail}"
    return f"line {each.line}, order {each.order}: {verdict} ({each.puzzle})"


def _lost_line(each: Lost) -> str:
    return f"line {each.line}, order {each.order}: {each.removed} ({each.puzzle})"


def _differ_line(each: OrdersDiffer) -> str:
    return f"line {each.line}, order {each.order}: {each.digit} of {each.cell} ({each.puzzle})"
