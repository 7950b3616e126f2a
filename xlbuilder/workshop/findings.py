"""What strategies did on a corpus: which puzzles they solve, what they break, what they cost."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from xlbuilder.errors import PuzzleError, counted
from xlbuilder.proof.pool import all_cores, run_on_cores
from xlbuilder.sudoku.corpus import Corpus
from xlbuilder.sudoku.rules import name_of
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workshop.bases import Base, names_tried
from xlbuilder.workshop.found import (
    BrokenPuzzle,
    ByName,
    ByOrder,
    Cost,
    LostCandidate,
    OrdersDiffer,
    Row,
    SolvedPuzzle,
    cost_of,
    entry,
    seconds_of,
)
from xlbuilder.workshop.trial import RunPair, Trial, TrialRun, candidates_of

_LISTED_AT_MOST = 20


class Pair(NamedTuple):
    """A puzzle under one order that was run in both workbooks."""

    line: int
    without: TrialRun
    with_them: TrialRun


@dataclass(repr=False)
class Findings:
    """What became of each puzzle, and what is counted in it; its text is the report."""

    without: Base
    """The workbook without the strategies."""
    with_them: Base
    """The workbook with them."""
    strategies: tuple[str, ...]
    """The strategies that are tried, without the strategies that they need; or the new file of two
    files."""
    orders: tuple[str, ...]
    """The orders of evaluation; what names no order is about the first one."""
    old: str = ""
    """The file that a new one is compared with; "" for strategies."""
    build_seconds: float = 0.0
    """Building, writing and reading both workbooks, and opening them in the engine."""
    run_seconds: float = 0.0
    """From the first puzzle to the last, by the clock."""
    lines: list[int] = field(default_factory=list)
    """The line of the corpus where each puzzle ends."""
    tried: list[tuple[RunPair, ...]] = field(default_factory=list)
    """Each puzzle under each order."""
    unreadable: list[str] = field(default_factory=list)
    """For each line of the corpus that was skipped, what is wrong with it."""

    def __str__(self) -> str:
        return report(self)

    def __repr__(self) -> str:
        return f"<Findings: {headline(self)}>"

    @property
    def words(self) -> tuple[str, str]:
        """Return what the two workbooks are called."""
        return ("old", "new") if self.old else ("without", "with")

    @property
    def names_tried(self) -> frozenset[str]:
        """Their names that remove candidates or place digits."""
        return names_tried(self.without, self.with_them)

    @property
    def is_fine(self) -> bool:
        """Return whether nothing is broken and no true candidate is removed.

        Orders that differ count as broken when all strategies declare that they are monotone.
        """
        is_kept = not (self.with_them.monotone and self.orders_differ)
        return is_kept and not (self.broken or self.true_candidates_removed)

    @cached_property
    def newly_solved(self) -> list[SolvedPuzzle]:
        """The puzzles, each after its line, that only the workbook with the strategies solves."""
        return self._newly_solved(0)

    @cached_property
    def broken(self) -> list[BrokenPuzzle]:
        """The puzzles that are false or worse with the strategies, under each order."""
        return [
            BrokenPuzzle(line, order, after.kind, after.detail, after.puzzle)
            for number, order in enumerate(self.orders)
            for line, without, with_them in self._pairs(number)
            if _is_broken(without.verdict.kind, (after := with_them.verdict).kind)
        ]

    @cached_property
    def true_candidates_removed(self) -> list[LostCandidate]:
        """The first true candidate that is gone in each puzzle, under each order."""
        return [
            LostCandidate(
                *(line, order, lost.iteration, lost.cell, lost.candidate[1], lost.words),
                run.verdict.puzzle,
            )
            for number, order in enumerate(self.orders)
            for line, _, run in self._pairs(number)
            if (lost := run.verdict.removed) is not None
        ]

    @cached_property
    def orders_differ(self) -> list[OrdersDiffer]:
        """Where an order leaves other candidates at rest than the first order does.

        Puzzles in which something is wrong under one of the two are not compared.
        """
        differing = []
        for line, (first, *others) in self._ends():
            for order, run in zip(self.orders[1:], others, strict=True):
                if first.verdict.at_rest and run.verdict.at_rest and first.left != run.left:
                    candidate = min(candidates_of(first.left ^ run.left))
                    place = name_of(candidate[0], run.verdict.puzzle.side), candidate[1]
                    differing.append(OrdersDiffer(line, order, *place, run.verdict.puzzle))
        return differing

    @property
    def at_rest(self) -> int:
        """In how many puzzles every order comes to rest, and nothing is wrong."""
        return sum(all(run.verdict.at_rest for run in ends) for _, ends in self._ends())

    @cached_property
    def by_name(self) -> list[ByName]:
        """What each plugged name did, the names of the strategies that are tried first."""
        removed, placed, puzzles = Counter[str](), Counter[str](), Counter[str]()
        removed_without, placed_without = Counter[str](), Counter[str]()
        for _, without, with_them in self.pairs:
            removed += _counts(with_them)
            placed += with_them.placed
            puzzles.update({*with_them.removed, *with_them.placed})
            removed_without += _counts(without)
            placed_without += without.placed
        return [
            ByName(
                name,
                name in self.names_tried,
                *(counts[name] for counts in (removed, placed, puzzles)),
                *(counts[name] for counts in (removed_without, placed_without)),
            )
            for name in sorted(self.with_them.names, key=lambda name: name not in self.names_tried)
        ]

    @cached_property
    def pairs(self) -> list[Pair]:
        """The puzzles that were run in both workbooks, under the first order."""
        return list(self._pairs(0))

    @cached_property
    def changed(self) -> list[Pair]:
        """The puzzles that do not end with the same digits and candidates."""
        return [
            pair
            for pair in self.pairs
            if pair.without.left != pair.with_them.left
            or pair.without.verdict.shown != pair.with_them.verdict.shown
        ]

    @cached_property
    def costs(self) -> tuple[Cost, Cost]:
        """What the two workbooks cost, on the puzzles that were run in both."""
        return (
            cost_of(self.without, [pair.without for pair in self.pairs]),
            cost_of(self.with_them, [pair.with_them for pair in self.pairs]),
        )

    def solved(self, number: int = 0) -> tuple[int, int]:
        """Return how many puzzles are solved without and with the strategies, under an order."""
        solved = [tried[number].solved for tried in self.tried]
        return sum(before for before, _ in solved), sum(after for _, after in solved)

    def by_order(self) -> list[ByOrder]:
        """Return the counts under each order."""
        return [
            ByOrder(
                order,
                *self.solved(number),
                len(self._newly_solved(number)),
                *(
                    sum(each.order == order for each in found)
                    for found in (self.broken, self.true_candidates_removed, self.orders_differ)
                ),
            )
            for number, order in enumerate(self.orders)
        ]

    def summary(self) -> dict[str, object]:
        """Return all that ``xlbuilder try --json`` prints, by its keys."""
        before, after = self.solved()
        costs = dict(zip(("before", "after"), self.costs, strict=True))
        sizes = ("cells", "names", "kb", "longest_formula")
        return {
            "strategies": list(self.strategies),
            "is_fine": self.is_fine,
            "monotone": self.with_them.monotone,
            "puzzles": len(self.tried),
            "unreadable": len(self.unreadable),
            "solved_before": before,
            "solved_after": after,
            "newly_solved": list(map(entry, self.newly_solved)),
            "broken": list(map(entry, self.broken)),
            "true_candidates_removed": list(map(entry, self.true_candidates_removed)),
            "by_name": {each.name: entry(each) for each in self.by_name},
            "orders": {each.order: entry(each) for each in self.by_order()},
            "orders_differ": list(map(entry, self.orders_differ)),
            "compared": len(self.pairs),
            "cost": _parts(costs, sizes),
            "iterations": _parts(costs, ("median", "p95", "max")),
            "seconds": self.seconds(),
        }

    def seconds(self) -> dict[str, object]:
        """Return what the trial took.

        ``start`` and ``run`` are by the clock; ``recalculating`` is the sum over all processes.
        """
        every = [each for tried in self.tried for each in tried]
        run = [each.without for each in every], [each.with_them for each in every]
        return {
            "start": round(self.build_seconds, 3),
            "run": round(self.run_seconds, 3),
            **{
                when: {
                    "recalculating": round(seconds_of([one for one in some if one]), 3),
                    "an_iteration": cost.an_iteration,
                }
                for when, some, cost in zip(("before", "after"), run, self.costs, strict=True)
            },
        }

    def _newly_solved(self, number: int) -> list[SolvedPuzzle]:
        return [
            SolvedPuzzle(line, run.verdict.puzzle)
            for line, without, run in self._pairs(number)
            if run.verdict.kind.is_right and not without.verdict.kind.is_right
        ]

    def _ends(self) -> Iterator[tuple[int, list[TrialRun]]]:
        """Yield how each puzzle ends under each order, with the strategies."""
        for line, tried in zip(self.lines, self.tried, strict=True):
            ends = (each.with_them or each.without for each in tried)
            yield line, [run for run in ends if run is not None]

    def _pairs(self, number: int) -> Iterator[Pair]:
        for line, tried in zip(self.lines, self.tried, strict=True):
            without, with_them = tried[number]
            if without is not None and with_them is not None:
                yield Pair(line, without, with_them)


def findings_of(
    start: Callable[[], Trial],
    corpus: Corpus,
    unreadable: Sequence[PuzzleError],
    workers: int | None,
    shown: Callable[[Iterator[tuple[RunPair, ...]]], Iterator[tuple[RunPair, ...]]] = iter,
) -> Findings:
    """Return what is found when the puzzles of a corpus run through a trial.

    ``start`` makes the trial when there is a puzzle; ``unreadable`` gets the error of each line of
    the corpus that is skipped, while it is read.  Without ``workers`` there is a process for each
    core.  ``shown`` may count the puzzles as they come.

    Raises PuzzleError when there is no puzzle, and what ``start`` and `run_on_cores` raise.
    """
    first = next(iter(corpus), None)
    if first is None:
        raise PuzzleError(f"{unreadable[0]} (no other line is a puzzle either)")
    begin = time.perf_counter()
    trial = start()
    findings = Findings(trial.without, trial.with_them, trial.strategies, trial.orders, trial.old)
    findings.build_seconds = time.perf_counter() - begin
    begin = time.perf_counter()
    with closing(run_on_cores(trial, chain([first], corpus), workers or all_cores())) as runs:
        for tried in shown(runs):
            findings.tried.append(tried)
            findings.lines.append(corpus.line())
    findings.run_seconds = time.perf_counter() - begin
    findings.unreadable += map(str, unreadable)
    return findings


def _counts(run: TrialRun) -> Counter[str]:
    return Counter({name: candidates.bit_count() for name, candidates in run.removed.items()})


def _is_broken(before: Kind, after: Kind) -> bool:
    """Return whether a verdict is false, or worse than without the strategies.

    A workbook that came to rest must do so again.
    """
    is_restless = before is Kind.STALLED and after in (Kind.CAPPED, Kind.WORKING)
    return after.is_false or after.outcome > before.outcome or is_restless


def _parts(costs: Mapping[str, Cost], keys: Sequence[str]) -> dict[str, dict[str, object]]:
    return {when: {key: getattr(cost, key) for key in keys} for when, cost in costs.items()}


class ReportTable(NamedTuple):
    """A table of the report."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[Sequence[object]]


def tables(findings: Findings) -> Iterator[ReportTable]:
    """Yield what was found, without tables that would be empty."""
    parts: dict[str, Sequence[Row]] = {
        "broken": findings.broken,
        "true candidates removed": findings.true_candidates_removed,
        "what each name did": [row for row in findings.by_name if row.is_tried or any(row[2:])],
        "under each order": findings.by_order(),
        "orders that come to rest with other candidates": findings.orders_differ,
        "newly solved": findings.newly_solved,
    }
    for title, rows in parts.items():
        if rows:
            heads = tuple(key.replace("_", " ") for key in rows[0]._fields)
            yield ReportTable(title, heads, [list(map(_shown, row)) for row in rows])
    heads = tuple(key.replace("_", " ") for key in Cost._fields)
    costs = zip(heads, *(map(_shown, cost) for cost in findings.costs), strict=True)
    yield ReportTable("what they cost", ("", *findings.words), list(costs))


def headline(findings: Findings) -> str:
    """Return in one line what is tried, and how many puzzles are solved."""
    before, after = findings.solved()
    old, new = findings.words
    how = f"compared with {findings.old}" if findings.old else "without search"
    tried = f"{', '.join(findings.strategies)}: {counted(len(findings.tried), 'puzzle')}, {how}"
    newly = len(findings.newly_solved)
    return f"{tried}; solved: {before} {old}, {after} {new}; {newly} newly"


def at_rest(findings: Findings) -> str:
    """Return the sentence about orders that leave the same candidates; "" if there is none."""
    if len(findings.orders) == 1 or findings.orders_differ:
        return ""
    puzzles = f"{findings.at_rest} of {counted(len(findings.tried), 'puzzle')}"
    return f"{len(findings.orders)} orders come to rest with the same candidates in {puzzles}"


def report(findings: Findings) -> str:
    """Return the report as text."""
    return "\n".join(_lines(findings))


def _lines(findings: Findings) -> Iterator[str]:
    yield headline(findings)
    yield from filter(None, [at_rest(findings)])
    for title, heads, rows in tables(findings):
        yield f"\n{title}:"
        written = [list(map(str, row)) for row in (heads, *rows[:_LISTED_AT_MOST])]
        widths = [max(map(len, column)) for column in zip(*written, strict=True)]
        for row in written:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield f"  {'  '.join(cells)}".rstrip()
        if len(rows) > _LISTED_AT_MOST:
            yield f"  and {len(rows) - _LISTED_AT_MOST} more (--json lists all)"
    yield f"\n{findings.build_seconds:.1f} s to start, {findings.run_seconds:.1f} s to run"
    yield from findings.unreadable[:_LISTED_AT_MOST]


def _shown(value: object) -> object:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.3g}" if value < 1 else value
        case Kind():
            return value.value
        case _:
            return value
