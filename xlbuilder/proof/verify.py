"""What a workbook makes of each puzzle, and whether it is right.

The workbook is the file on disk.  What it shows is judged by the room sudoku alone.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from xlbuilder.observe.removed import RemovedCandidate, first_removed
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import Recalculation
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind, judge, with_removed

_MORE = "verify --iterations allows more, F9 in Excel goes on"


@dataclass(frozen=True)
class Verdict:
    """What the workbook made of one puzzle."""

    puzzle: Board
    kind: Kind
    """What became of the puzzle; ``kind.is_right`` says whether that is as it should be."""
    shown: Board
    """The solution board at the end; cells that show no digit are empty here."""
    recalculations: tuple[Recalculation, ...]
    """One for each step of the drive."""
    seconds: float
    """Recalculating only."""
    detail: str = ""
    """What is not right, in words."""
    removed: RemovedCandidate | None = None
    """The first true candidate that is gone for good."""

    @property
    def iterations(self) -> int:
        """Iterations of the last recalculation, in which the puzzle is solved."""
        return self.recalculations[-1].iterations

    @property
    def at_rest(self) -> bool:
        """Whether the workbook has come to rest, and nothing is wrong."""
        return self.kind in (Kind.SOLVED, Kind.STALLED) and self.recalculations[-1].quiet

    def __str__(self) -> str:
        detail = f": {self.detail}" if self.detail else ""
        return f"{self.kind.value}{detail} ({self.puzzle})"


def judged(solver: Solver, answers: Answers, puzzles: Iterable[Board]) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, as soon as it is known."""
    for puzzle in puzzles:
        start = time.perf_counter()
        recalculations = solver.run(puzzle)
        seconds = time.perf_counter() - start
        shown, problem = solver.board()
        quiet = recalculations[-1].quiet
        kind, detail = problem or judge(puzzle, shown, solver.says(), answers, quiet=quiet)
        if kind in (Kind.WORKING, Kind.CAPPED) and not quiet:
            detail += f"; it stopped after {recalculations[-1].iterations:,} iterations ({_MORE})"
        removed = None
        gone = solver.gone(quiet=quiet)
        if true := answers.true_among(puzzle, gone):
            removed = first_removed(solver, puzzle, {each: gone[each] for each in true})
            kind, detail = with_removed(kind, detail, str(removed))
        if not solver.model.calculation.iterate and not quiet:
            note = solver.model.calculation.note
            detail = note or "iterative calculation is off in the file"
        yield Verdict(puzzle, kind, shown, recalculations, seconds, detail, removed)
