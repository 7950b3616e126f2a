"""What a workbook costs: its size, and the iterations and the time that it needs."""

from collections.abc import Sequence
from dataclasses import dataclass

from xlbuilder.workshop.bases import Base
from xlbuilder.workshop.trial import Ran


@dataclass(frozen=True)
class Cost:
    """What one of the two workbooks costs."""

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

    @property
    def size(self) -> dict[str, int | float]:
        """The workbook itself, by the keys of the JSON."""
        return {
            "cells": self.cells,
            "names": self.names,
            "kb": self.kb,
            "longest_formula": self.longest_formula,
        }

    @property
    def iterations(self) -> dict[str, int | None]:
        """The iterations, by the keys of the JSON."""
        return {"median": self.median, "p95": self.p95, "max": self.max}


def cost_of(base: Base, ran: Sequence[Ran]) -> Cost:
    """Return what the workbook costs on these puzzles."""
    counts = base.counts
    ordered = sorted(each.verdict.iterations for each in ran)
    return Cost(
        counts.formula_cells,
        counts.names,
        round(counts.file_bytes / 1000, 1),
        counts.longest.characters if counts.longest else 0,
        _quantile(ordered, 50),
        _quantile(ordered, 95),
        _quantile(ordered, 100),
        _an_iteration(ran),
    )


def seconds_of(ran: Sequence[Ran]) -> float:
    """Return the seconds of all recalculations together."""
    return sum(each.verdict.seconds for each in ran)


def _quantile(ordered: Sequence[int], percent: int) -> int | None:
    """Return the least of these numbers that so many percent of them do not exceed."""
    return ordered[-(-percent * len(ordered) // 100) - 1] if ordered else None


def _an_iteration(ran: Sequence[Ran]) -> float | None:
    iterations = sum(each.iterations for one in ran for each in one.verdict.recalculations)
    return seconds_of(ran) / iterations if iterations else None
