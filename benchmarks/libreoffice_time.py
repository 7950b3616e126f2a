"""An iteration in LibreOffice: python benchmarks/libreoffice_time.py ELLIS SUDOKU NO_SEARCH.

ELLIS is the published workbook, SUDOKU the one that is compared with it, NO_SEARCH the same built
--without search.  Each is open in a LibreOffice of its own, and they take turns; the ratios of the
medians are printed as a Markdown table.  ELLIS is built with --names inline, because LibreOffice
cannot resolve its names.

There are three measures, because the number of iterations of a hard recalculation varies:

- one iteration at work: with the maximum set to 1 a recalculation is one iteration.  It is the mean
  of a run, from the first iteration to the last one that leaves something to do, and only the time
  of LibreOffice, not that of reading the many Err:523 that this leaves in cells.  Here both
  workbooks do exactly one iteration, with the same puzzle, while there is something to solve.
- at rest: with the puzzle solved, and with an empty one.  (With an empty puzzle SUDOKU would guess,
  so NO_SEARCH takes its place.)
- a whole run, from a new puzzle to rest, with all its iterations and recalculations.
"""

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from common import area_of, arguments_of

from xlbuilder.recalc.engines.libreoffice import Bridge, bridge_command
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.drive import Drive
from xlbuilder.xlsx.model import Model, read_workbook

PUZZLE = "..58....1784.5.....92.4......72.3...6..514..2......3........96.......7....1.7.4.."
"""Naked singles solve it; from tests/data/puzzles.txt."""
ROUNDS = 15
ENOUGH = 100
"""Hard recalculations that bring these puzzles to rest."""


class Timed:
    """A workbook that is open in LibreOffice, with the time of its recalculations."""

    def __init__(self, model: Model, command: Sequence[str] | None = None) -> None:
        """``command`` starts another bridge than that of the engine."""
        self._model = model
        self._drive = Drive.from_properties(model.properties, model.path)
        self._bridge = Bridge(command or bridge_command(), model.path)
        self.close = self._bridge.close

    def enter(self, puzzle: Board, iterations: int | None = None) -> None:
        """Open the workbook again and type the puzzle in; recalculate before the last step.

        ``iterations`` is the maximum of the recalculations; None is the file's own.
        """
        self._bridge.ask(do="load", iterations=iterations)
        cells = list(self._area(self._drive.input))
        digits = [float(digit) if digit else None for digit in puzzle.digits]
        self._type([(*cell, digit) for cell, digit in zip(cells, digits, strict=True)])
        for number, step in enumerate(self._drive.steps, 1):
            self._type([(*next(iter(self._area(name))), value) for name, value in step])
            if number < len(self._drive.steps):
                self.rest()

    def recalculate(self) -> float:
        """Return the seconds of one hard recalculation."""
        return float(self._bridge.ask(do="recalculate")["seconds"])

    def rest(self) -> float:
        """Recalculate until nothing changes any more, and return the seconds of it all."""
        return sum(self.recalculations(ENOUGH))

    def recalculations(self, most: int) -> list[float]:
        """Return the seconds of each recalculation until nothing changes any more."""
        seconds: list[float] = []
        for _ in range(most):
            answer = self._bridge.ask(do="recalculate")
            seconds.append(float(answer["seconds"]))
            if answer["converged"] and not answer["changed"]:
                return seconds
        raise SystemExit(f"{self._model.path}: does not come to rest")

    def until_converged(self) -> list[float]:
        """Return the seconds of each recalculation that left something to do."""
        seconds: list[float] = []
        while len(seconds) < ENOUGH:
            answer = self._bridge.ask(do="recalculate")
            if answer["converged"]:
                break
            seconds.append(float(answer["seconds"]))
        return seconds

    def _area(self, name: str) -> list[tuple[str, int, int]]:
        area = area_of(self._model, name)
        return [(cell.sheet, cell.left - 1, cell.top - 1) for cell in area.cells()]

    def _type(self, cells: list[tuple[str, int, int, object]]) -> None:
        self._bridge.ask(do="enter", cells=cells)


def main(ellis: Path, sudoku: Path, no_search: Path) -> None:
    """Print the table."""
    puzzle, empty = read_puzzle(PUZZLE, "PUZZLE"), Board((0,) * 81)
    first, second, third = (Timed(read_workbook(path)) for path in (ellis, sudoku, no_search))
    print("| what | ratio of the medians | least and greatest ratio of a round |")
    print("|---|---:|---:|")
    print_ratio("one iteration at work", *at_work(puzzle, first, second))
    print_ratio("at rest, solved", *at_rest(puzzle, first, second))
    print_ratio("at rest, empty puzzle", *at_rest(empty, first, third))
    print_ratio("a whole run", *whole(puzzle, first, second))


def at_rest(puzzle: Board, *books: Timed) -> list[list[float]]:
    """Return the seconds of each workbook, in each round, for a recalculation at rest."""
    for book in books:
        book.enter(puzzle)
        book.rest()
    return [[book.recalculate() for book in books] for _ in range(ROUNDS)]


def at_work(puzzle: Board, *books: Timed) -> list[list[float]]:
    """Return the mean seconds of each workbook, in each round, for one iteration."""
    rounds = []
    for _ in range(ROUNDS // 3):
        for book in books:
            book.enter(puzzle, iterations=1)
        rounds.append([statistics.mean(book.until_converged()) for book in books])
    return rounds


def whole(puzzle: Board, *books: Timed) -> list[list[float]]:
    """Return the seconds of each workbook, in each round, for a whole run."""
    rounds = []
    for _ in range(ROUNDS // 3):
        for book in books:
            book.enter(puzzle)
        rounds.append([book.rest() for book in books])
    return rounds


def print_ratio(what: str, *rounds: list[float]) -> None:
    """Print a row of the table: the time of the second workbook divided by that of the first."""
    medians = [statistics.median(times) for times in zip(*rounds, strict=True)]
    ratios = [second / first for first, second in rounds]
    print(
        f"| {what} | {medians[1] / medians[0]:.2f} | {min(ratios):.2f} to {max(ratios):.2f} |",
        flush=True,
    )
    print([f"{median:.3f}" for median in medians], file=sys.stderr)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("ellis", type=Path)
    parser.add_argument("sudoku", type=Path)
    parser.add_argument("no_search", type=Path)
    main(**vars(parser.parse_args()))
