"""The time of workbooks in LibreOffice: python benchmarks/libreoffice_time.py FIRST OTHER...

Each workbook solves the same puzzle, which naked singles solve, in a LibreOffice of its own; in
each round they take turns.  Prints the milliseconds of the first workbook, and for the others how
many times as long they take: medians of the rounds, of the processor time of LibreOffice.  The
first one is mostly the published workbook, built with --names inline, because LibreOffice cannot
resolve its names.

There are four measures, because the number of iterations of a hard recalculation varies:

- one iteration at work: with the maximum set to 1 a recalculation is one iteration.  It is the mean
  of a run, from the first iteration to the last one that leaves something to do.  LibreOffice then
  leaves Err:523 in the cells of the circle, and a cell that meets an error goes through all words
  of its formula, asleep or not: so this measure overstates long formulas.
- a recalculation at work: the mean of those that a user waits for, with the maximum of the file.
- at rest: one more recalculation when the puzzle is solved.
- a whole run, from a new puzzle to rest, with all its iterations and recalculations.
"""

import statistics
from collections.abc import Sequence
from pathlib import Path

from common import area_of, arguments_of

from xlbuilder.drive.drive import Drive
from xlbuilder.recalc.engines.libreoffice import Bridge, bridge_command
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import Model, read_workbook

PUZZLE = "..58....1784.5.....92.4......72.3...6..514..2......3........96.......7....1.7.4.."
"""Naked singles solve it; from tests/data/puzzles.txt."""
ENOUGH = 100
"""Hard recalculations that bring this puzzle to rest."""
WHAT = ("one iteration at work", "a recalculation at work", "at rest", "a whole run")


class Timed:
    """A workbook that is open in LibreOffice, with the processor time of its recalculations."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._drive = Drive.from_properties(model.properties, model.path)
        python, bridge, program = bridge_command()
        own = str(Path(__file__).with_name("libreoffice_processor.py"))
        self._bridge = Bridge((python, own, bridge, program), model.path)
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
            self._type([(*next(iter(self._area(name))), value) for name, value in step.items()])
            if number < len(self._drive.steps):
                self.until_rest(ENOUGH)

    def recalculate(self) -> float:
        """Return the seconds of one hard recalculation."""
        return float(self._bridge.ask(do="recalculate")["seconds"])

    def until_rest(self, most: int) -> list[float]:
        """Return the seconds of each recalculation until nothing changes any more.

        Raises SystemExit when ``most`` are not enough.
        """
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


def print_times(models: Sequence[Model], rounds: int) -> None:
    """Print the table."""
    puzzle = read_puzzle(PUZZLE, "PUZZLE")
    found: list[list[tuple[float, ...]]] = [[] for _ in models]
    for _ in range(rounds):
        for model, times in zip(models, found, strict=True):
            times.append(times_of(model, puzzle))
    medians = [[statistics.median(each) for each in zip(*times, strict=True)] for times in found]
    print(f"| workbook | {' | '.join(WHAT)} |\n|---{'|---:' * len(WHAT)}|")
    first = [f"{seconds * 1000:.0f} ms" for seconds in medians[0]]
    print(f"| {models[0].path.stem} | {' | '.join(first)} |")
    for model, times in zip(models[1:], medians[1:], strict=True):
        ratios = [
            f"{time / of_first:.1f}" for time, of_first in zip(times, medians[0], strict=True)
        ]
        print(f"| {model.path.stem} | {' | '.join(ratios)} |")


def times_of(model: Model, puzzle: Board) -> tuple[float, ...]:
    """Return the seconds of each of the four measures."""
    book = Timed(model)
    book.enter(puzzle, iterations=1)
    at_work = statistics.mean(book.until_converged())
    book.enter(puzzle)
    recalculations = book.until_rest(ENOUGH)
    at_rest = book.recalculate()
    book.close()
    return at_work, statistics.mean(recalculations[:-1]), at_rest, sum(recalculations)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbooks", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print_times([read_workbook(path) for path in given.workbooks], given.rounds)
