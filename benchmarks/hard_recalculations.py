"""Hard recalculations: python benchmarks/hard_recalculations.py PUZZLES WORKBOOK... [--count N].

Prints how many hard recalculations (Ctrl+Shift+F9) the first puzzles of a list take in LibreOffice
until nothing changes any more, the last one included.
"""

import statistics
import sys
from pathlib import Path

from common import arguments_of, first_puzzles
from libreoffice_time import Timed

from xlbuilder.xlsx.model import read_workbook

MOST = 3000
"""Hard recalculations after which a puzzle is given up."""


def main(corpus: Path, workbooks: list[Path], count: int) -> None:
    """Print the table."""
    puzzles = first_puzzles(corpus, count)
    print("| workbook | list | puzzles | median | most |\n|---|---|---:|---:|---:|")
    for path in workbooks:
        book = Timed(read_workbook(path))
        numbers = []
        for puzzle in puzzles:
            book.enter(puzzle)
            numbers.append(len(book.until_rest(MOST)))
        book.close()
        middle = statistics.median(numbers)
        row = path.stem, corpus.stem, len(puzzles), f"{middle:g}", max(numbers)
        print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("workbooks", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=sys.maxsize)
    main(**vars(parser.parse_args()))
