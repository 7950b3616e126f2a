"""Verdicts of any number of puzzles, counted and written as they come."""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TextIO

from xlbuilder.proof.candidates import Removed
from xlbuilder.proof.verify import Verdict
from xlbuilder.sudoku.verdict import Kind

LISTED_AT_MOST = 20


@dataclass
class Tally:
    """What became of the puzzles so far; its size does not depend on their number."""

    engine: str
    order: str
    start: str
    startup_seconds: float = 0.0
    """Reading the file, binding its formulas, compiling."""
    seconds: float = 0.0
    """Recalculating only, all puzzles and processes together."""
    kinds: Counter[Kind] = field(default_factory=Counter)
    iterations: Counter[int] = field(default_factory=Counter)
    """How many puzzles took how many iterations in the recalculation that solves."""
    unreadable: int = 0
    """Lines of the corpus that are no puzzle."""
    interrupted: bool = False
    first: list[tuple[int, int | None, Verdict]] = field(default_factory=list)
    """The first verdicts of all, with the numbers of the puzzles and the lines where they end."""
    first_unsolved: list[tuple[int, int | None, Verdict]] = field(default_factory=list)

    @property
    def puzzles(self) -> int:
        """Puzzles judged so far."""
        return self.kinds.total()

    @property
    def right(self) -> int:
        """Puzzles of which nothing more could be asked: solved, or rightly said to have none."""
        return sum(count for kind, count in self.kinds.items() if kind.is_right)

    def add(self, verdict: Verdict, line: int | None = None) -> None:
        """Count one verdict, on the puzzle that ends in this line of its corpus."""
        self.kinds[verdict.kind] += 1
        self.iterations[verdict.iterations] += 1
        self.seconds += verdict.seconds
        for some in (self.first, self.first_unsolved):
            wanted = some is self.first or not verdict.kind.is_right
            if wanted and len(some) < LISTED_AT_MOST:
                some.append((self.puzzles, line, verdict))

    def quantile(self, part: float) -> int | None:
        """Return the iterations that this part of the puzzles did not exceed (0.5: the median)."""
        seen = 0
        for iterations, count in sorted(self.iterations.items()):
            seen += count
            if seen >= part * self.puzzles:
                return iterations
        return None

    def summary(self) -> dict[str, object]:
        """Return all but the single verdicts, as ``verify --json`` prints it."""
        return {
            "engine": self.engine,
            "order": self.order,
            "start": self.start,
            "puzzles": self.puzzles,
            **{kind.name.lower(): self.kinds[kind] for kind in Kind},
            "unreadable": self.unreadable,
            "interrupted": self.interrupted,
            "iterations": {
                "median": self.quantile(0.5),
                "p95": self.quantile(0.95),
                "max": max(self.iterations, default=None),
            },
            "startup_seconds": round(self.startup_seconds, 3),
            "seconds": round(self.seconds, 3),
        }


class JsonReport:
    """One JSON object: the verdicts as they come, the summary behind them."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._between = '{"verdicts": [\n'

    def add(self, verdict: Verdict, line: int | None = None) -> None:
        """Write one verdict, on the puzzle that ends in this line of its corpus."""
        entry = {
            "line": line,
            "puzzle": str(verdict.puzzle),
            "verdict": verdict.kind.name.lower(),
            "shown": str(verdict.shown),
            "iterations": [each.iterations for each in verdict.recalculations],
            "seconds": round(verdict.seconds, 4),
            "detail": verdict.detail,
            "removed": _removed(verdict.removed) if verdict.removed else None,
        }
        self._file.write(self._between + json.dumps(entry))
        self._between = ",\n"

    def end(self, tally: Tally) -> None:
        """Write the summary and close the object."""
        begin = self._between if self._between.startswith("{") else ""
        self._file.write(begin + "],\n" + json.dumps(tally.summary(), indent=1)[1:] + "\n")


def _removed(removed: Removed) -> dict[str, object]:
    number, words = removed.reason or (None, None)
    return {
        "cell": removed.cell,
        "digit": removed.candidate[1],
        "reason": words or None,
        "reason_number": number,
        "step": removed.step or None,
        "iteration": removed.iteration,
    }
