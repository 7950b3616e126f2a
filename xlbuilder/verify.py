"""Puzzles x workbook x engine: what the workbook makes of each puzzle, and whether it is right.

The workbook is the file on disk.  What it shows is judged by board.py and answers.py alone.
"""

import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from xlbuilder.answers import Answers
from xlbuilder.board import Board, is_solution, keeps_givens
from xlbuilder.drive import Drive
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.tree import Area
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.recalc.model import read_workbook
from xlbuilder.recalc.schedule import EXCEL, Recalculation, Schedule


class Kind(Enum):
    """What became of a puzzle."""

    SOLVED = "solved"
    """Every unit a permutation, every given kept."""
    STALLED = "stalled"
    """It came to rest with empty cells; every digit that it shows is right."""
    CAPPED = "capped"
    """The maximum of iterations ended it, with empty cells; every digit that it shows is right."""
    WRONG = "wrong"
    """It shows a digit that is in no solution of the puzzle, or no digit at all."""
    GIVENS_CHANGED = "givens changed"
    """The solution board does not show the puzzle's own digits."""
    ERROR = "error in a cell"
    """The solution board shows an error value."""
    UNSOLVABLE = "no solution"
    """The puzzle has none, so nothing that the workbook shows can be right."""


@dataclass(frozen=True)
class Verdict:
    """What the workbook made of one puzzle."""

    puzzle: Board
    kind: Kind
    shown: Board
    """The solution board at the end; cells that show no digit are empty here."""
    recalculations: tuple[Recalculation, ...]
    """One for each step of the drive."""
    seconds: float
    """Recalculating only."""
    detail: str = ""

    @property
    def iterations(self) -> int:
        """Iterations of the last recalculation, the one that solves."""
        return self.recalculations[-1].iterations


@dataclass(frozen=True)
class Report:
    """What the workbook made of many puzzles."""

    engine: str
    order: str
    startup_seconds: float
    """Reading the file, closing its formulas, compiling."""
    verdicts: tuple[Verdict, ...]

    def count(self, kind: Kind) -> int:
        """Return the number of puzzles of which this became."""
        return Counter(verdict.kind for verdict in self.verdicts)[kind]

    @property
    def seconds(self) -> float:
        """Recalculating only, all puzzles together."""
        return sum(verdict.seconds for verdict in self.verdicts)

    def to_json(self) -> dict[str, object]:
        """Return the report as the object that ``verify --json`` prints."""
        iterations = [verdict.iterations for verdict in self.verdicts]
        return {
            "engine": self.engine,
            "order": self.order,
            "puzzles": len(self.verdicts),
            **{kind.name.lower(): self.count(kind) for kind in Kind},
            "iterations": {
                "median": statistics.median(iterations) if iterations else None,
                "max": max(iterations, default=None),
            },
            "startup_seconds": round(self.startup_seconds, 3),
            "seconds": round(self.seconds, 3),
            "verdicts": [
                {
                    "puzzle": str(verdict.puzzle),
                    "verdict": verdict.kind.name.lower(),
                    "shown": str(verdict.shown),
                    "iterations": [each.iterations for each in verdict.recalculations],
                    "seconds": round(verdict.seconds, 3),
                    "detail": verdict.detail,
                }
                for verdict in self.verdicts
            ],
        }


class Solver:
    """A workbook opened in an engine and driven as its file says.

    Raises WorkbookError when the file is no workbook or lacks the boards that its drive names.
    """

    def __init__(self, path: Path, engine: str, schedule: Schedule = EXCEL) -> None:
        start = time.perf_counter()
        self.model = read_workbook(path)
        self.drive = Drive.from_properties(self.model.properties)
        self._input = self._board(self.drive.input, takes_input=True)
        self._solution = self._board(self.drive.solution)
        self._steps = [
            [(self._cell(name), value) for name, value in step] for step in self.drive.steps
        ]
        self.engine = engine
        self.session: Session = open_workbook(engine, self.model, schedule)
        self.startup_seconds = time.perf_counter() - start

    def run(self, puzzle: Board) -> tuple[Recalculation, ...]:
        """Enter ``puzzle`` into the workbook as it was stored and take every step."""
        self.session.restart()
        for cell, digit in zip(self._input.cells(), puzzle.digits, strict=True):
            self.session.enter(cell, float(digit) if digit else None)
        if not self._steps:
            return (self.session.recalculate(),)
        done = []
        for step in self._steps:
            for cell, value in step:
                self.session.enter(cell, float(value) if isinstance(value, int) else value)
            done.append(self.session.recalculate())
        return tuple(done)

    def shown(self) -> list[tuple[str, Value]]:
        """Return the address and the value of each cell of the solution board."""
        values = self.session.read(self._solution)
        return [
            (str(cell), value) for cell, value in zip(self._solution.cells(), values, strict=True)
        ]

    def read(self, board: str) -> list[Value]:
        """Return the values of the board of this name, row by row."""
        area = self.model.area(board)
        if area is None:
            raise WorkbookError(f"{self.model.path}: has no board named {board}")
        return self.session.read(area)

    def _board(self, name: str, *, takes_input: bool = False) -> Area:
        area = self.model.area(name)
        if area is None or area.shape != (9, 9):
            raise WorkbookError(
                f"{self.model.path}: has no board of 9x9 cells named {name};"
                " is it a workbook that xlbuilder built?"
            )
        if takes_input and not self.model.formulas.keys().isdisjoint(area.cells()):
            raise WorkbookError(
                f"{self.model.path}: the board {name} holds formulas, so it takes no puzzle"
            )
        return area

    def _cell(self, name: str) -> Area:
        area = self.model.area(name)
        if area is None or area.shape != (1, 1) or area in self.model.formulas:
            raise WorkbookError(f"{self.model.path}: has no cell named {name} to type into")
        return area


def verify(path: Path, puzzles: Iterable[Board], engine: str = "formulas") -> Report:
    """Run every puzzle through the workbook ``path`` and judge what it shows."""
    solver, answers = Solver(path, engine), Answers()
    return report(solver, list(judged(solver, answers, puzzles)))


def report(solver: Solver, verdicts: Sequence[Verdict]) -> Report:
    """Return the report on verdicts of one solver."""
    order = solver.session.schedule.order
    return Report(solver.engine, order, solver.startup_seconds, tuple(verdicts))


def judged(solver: Solver, answers: Answers, puzzles: Iterable[Board]) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, as soon as it is known."""
    for puzzle in puzzles:
        start = time.perf_counter()
        recalculations = solver.run(puzzle)
        seconds = time.perf_counter() - start
        shown, problem = _board_of(solver.shown())
        kind, detail = problem or _kind(puzzle, shown, answers, quiet=recalculations[-1].quiet)
        if not solver.model.calculation.iterate and not recalculations[-1].quiet:
            detail = "iterative calculation is off in the file"
        yield Verdict(puzzle, kind, shown, recalculations, seconds, detail)


def _kind(puzzle: Board, shown: Board, answers: Answers, *, quiet: bool) -> tuple[Kind, str]:
    """Judge a solution board that holds nothing but digits and empty cells."""
    if is_solution(puzzle, shown):
        return Kind.SOLVED, ""
    if answers.solution(puzzle) is None:
        return Kind.UNSOLVABLE, "the puzzle has no solution"
    if not keeps_givens(puzzle, shown):
        return Kind.GIVENS_CHANGED, "the solution board does not show the puzzle"
    if answers.solution(shown) is None:
        return Kind.WRONG, _first_wrong(puzzle, shown, answers)
    empty = shown.digits.count(0)
    detail = f"{empty} cell{'s' * (empty > 1)} left"
    return (Kind.STALLED, detail) if quiet else (Kind.CAPPED, detail)


def _first_wrong(puzzle: Board, shown: Board, answers: Answers) -> str:
    """Name the first cell that no solution of the puzzle has so, by the digits before it."""
    so_far = list(puzzle.digits)
    for cell, digit in enumerate(shown.digits):
        so_far[cell] = digit or so_far[cell]
        if answers.solution(Board(tuple(so_far))) is None:
            return f"row {cell // 9 + 1}, column {cell % 9 + 1} shows {digit}"
    raise AssertionError("a board without solution has a wrong digit")


def _board_of(cells: list[tuple[str, Value]]) -> tuple[Board, tuple[Kind, str] | None]:
    """Return the digits of the solution board, and what is not a digit there, if anything."""
    problem = None
    digits = []
    for address, value in cells:
        is_digit = isinstance(value, float) and value in range(1, 10)
        digits.append(int(value) if isinstance(value, float) and is_digit else 0)
        if isinstance(value, ExcelError):
            problem = problem or (Kind.ERROR, f"{address} shows {value}")
        elif not is_digit and value not in (None, "", 0.0):
            problem = problem or (Kind.WRONG, f"{address} shows {value!r}")
    return Board(tuple(digits)), problem
