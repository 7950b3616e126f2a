"""Hard recalculations in LibreOffice: hard_recalculations.py FIRST OTHER... --easy E --hard H.

Prints a row for each workbook; the first is the one that the others are compared with:

- the processor time of LibreOffice for one iteration at work, and for a whole run, of a puzzle that
  naked singles solve: medians of the rounds, in which the workbooks take turns, as multiples of
  those of the first workbook; what an iteration at work is stands in libreoffice_time.py;
- how many hard recalculations (Ctrl+Shift+F9) the puzzles of two lists take until nothing changes
  any more, the last one included: all of the easy ones, and the first ten of the hard ones.

The first workbook, which cannot solve them all, is not given the lists.
"""

import statistics
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from common import arguments_of, first_puzzles
from libreoffice_time import PUZZLE, Timed

from xlbuilder.recalc.engines.libreoffice import bridge_command
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook

HARD = 10
MOST = 3000
"""Hard recalculations after which a puzzle is given up."""


def main(workbooks: list[Path], easy: Path, hard: Path, rounds: int) -> None:
    """Print the table."""
    puzzle = read_puzzle(PUZZLE, "PUZZLE")
    at_work: dict[Path, list[float]] = {path: [] for path in workbooks}
    whole: dict[Path, list[float]] = {path: [] for path in workbooks}
    for number in range(rounds):
        for path in workbooks:
            book = opened(path)
            book.enter(puzzle, iterations=1)
            at_work[path].append(statistics.mean(book.until_converged()))
            book.enter(puzzle)
            whole[path].append(sum(book.recalculations(MOST)))
            book.close()
            print(number + 1, path.stem, at_work[path][-1], whole[path][-1], file=sys.stderr)
    print("| workbook | an iteration | a whole run | easy: median | most | hard: median | most |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    first = workbooks[0]
    for path in workbooks:
        ratios = [
            statistics.median(times[path]) / statistics.median(times[first])
            for times in (at_work, whole)
        ]
        counts = [] if path == first else counted(path, easy, hard)
        words = [f"{ratio:.1f}" for ratio in ratios] + [f"{count:,.0f}" for count in counts]
        print(f"| {path.stem} | " + " | ".join(words) + " |", flush=True)


def opened(path: Path) -> Timed:
    """Open a workbook in a LibreOffice whose processor time is read."""
    python, bridge, program = bridge_command()
    own = str(Path(__file__).with_name("libreoffice_processor.py"))
    return Timed(read_workbook(path), (python, own, bridge, program))


def counted(path: Path, easy: Path, hard: Path) -> Iterator[float]:
    """Yield the median and the most recalculations of the easy, then of the hard puzzles."""
    book = opened(path)
    for puzzles in (first_puzzles(easy, sys.maxsize), first_puzzles(hard, HARD)):
        numbers = list(numbers_of(book, puzzles))
        print(path.stem, numbers, file=sys.stderr, flush=True)
        yield statistics.median(numbers)
        yield max(numbers)
    book.close()


def numbers_of(book: Timed, puzzles: Iterable[Board]) -> Iterator[int]:
    """Yield how many hard recalculations each puzzle takes."""
    for puzzle in puzzles:
        book.enter(puzzle)
        yield len(book.recalculations(MOST))


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbooks", nargs="+", type=Path)
    parser.add_argument("--easy", type=Path, required=True)
    parser.add_argument("--hard", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    main(**vars(parser.parse_args()))
