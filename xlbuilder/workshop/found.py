"""What is found on puzzles, in rows: their fields are keys of the JSON and heads of tables."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from xlbuilder.proof.report import quantile
from xlbuilder.proof.stats import longest_of
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workshop.bases import Base
from xlbuilder.workshop.trial import TrialRun


class SolvedPuzzle(NamedTuple):
    """A puzzle that only the workbook with the strategies solves."""

    line: int
    """The line of the corpus where the puzzle ends."""
    puzzle: Board


class BrokenPuzzle(NamedTuple):
    """A puzzle that is worse with the strategies than without them."""

    line: int
    order: str
    verdict: Kind
    """With them."""
    detail: str
    puzzle: Board


class LostCandidate(NamedTuple):
    """The first true candidate of a puzzle that the workbook with the strategies removed."""

    line: int
    order: str
    iteration: int | None
    cell: str
    digit: int
    name: str
    """What removed it; "" when the workbook shows no reason."""
    puzzle: Board


class OrdersDiffer(NamedTuple):
    """A puzzle in which the workbook with the strategies rests with other candidates."""

    line: int
    order: str
    cell: str
    digit: int
    """The first candidate that is left under this order or under the first one, not under both."""
    puzzle: Board


class ByName(NamedTuple):
    """What one plugged name did at the end of the runs under the first order, with and without."""

    name: str
    is_tried: bool
    """Whether it belongs to the strategies that are tried."""
    removed: int
    """Candidates."""
    placed: int
    """Digits."""
    puzzles: int
    """In how many puzzles it did anything."""
    removed_before: int
    placed_before: int


class ByOrder(NamedTuple):
    """The counts under one order."""

    order: str
    solved_before: int
    solved_after: int
    newly_solved: int
    broken: int
    true_candidates_removed: int
    other_candidates: int
    """Puzzles with other candidates than under the first order."""


class Cost(NamedTuple):
    """What one of the two workbooks costs, on puzzles that were run in both."""

    cells: int
    """Cells with a formula."""
    names: int
    """Defined names."""
    kb: float
    """The size of its file, in thousands of bytes."""
    longest_formula: int
    """Characters."""
    median: int | None
    """Iterations that half of the puzzles do not exceed; None without a puzzle."""
    p95: int | None
    """Iterations that 95 % of the puzzles do not exceed."""
    max: int | None
    """Iterations that no puzzle exceeds."""
    an_iteration: float | None
    """Seconds."""


Row = SolvedPuzzle | BrokenPuzzle | LostCandidate | OrdersDiffer | ByName | ByOrder


def entry(row: Row) -> dict[str, object]:
    """Return a row as an object of the JSON; verdicts have the words of ``verify``."""
    written: dict[str, object] = {}
    for key, value in row._asdict().items():
        match value:
            case Kind():
                written[key] = value.name.lower()
            case Board():
                written[key] = str(value)
            case _:
                written[key] = value
    return written


def cost_of(base: Base, runs: Sequence[TrialRun]) -> Cost:
    """Return what the workbook costs on these puzzles."""
    longest = longest_of(base.model)
    solving = Counter(each.verdict.iterations for each in runs)
    iterations = sum(each.iterations for one in runs for each in one.verdict.recalculations)
    return Cost(
        len(base.model.formulas),
        len(base.model.names),
        round(base.file_bytes / 1000, 1),
        longest.characters if longest else 0,
        quantile(solving, 50),
        quantile(solving, 95),
        quantile(solving, 100),
        seconds_of(runs) / iterations if iterations else None,
    )


def seconds_of(runs: Sequence[TrialRun]) -> float:
    """Return the seconds of all recalculations together."""
    return sum(each.verdict.seconds for each in runs)
