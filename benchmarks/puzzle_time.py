"""How long one puzzle takes: python benchmarks/puzzle_time.py WORKBOOK PUZZLES [COUNT [ENGINE]].

Prints what starting costs (reading the file, binding its formulas, compiling each family once) and,
over the first COUNT puzzles of the file, the median, the least and the most seconds a puzzle.
"""

import statistics
import sys
import time
from itertools import islice
from pathlib import Path

from xlbuilder.proof.solver import Solver
from xlbuilder.proof.verify import judged
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.sat import Answers
from xlbuilder.xlsx.model import read_workbook


def main(workbook: str, corpus: str, count: str = "5", engine: str = "formulas") -> None:
    """Print the table."""
    begin = time.perf_counter()
    solver = Solver(read_workbook(Path(workbook)), engine)
    print(f"start    {time.perf_counter() - begin:8.3f} s")
    with Path(corpus).open(encoding="utf-8") as lines:
        puzzles = list(islice(read_puzzles(lines, corpus), int(count)))
    seconds = [verdict.seconds for verdict in judged(solver, Answers(), puzzles)]
    print(f"puzzles  {len(seconds):8}")
    print(f"median   {statistics.median(seconds):8.3f} s a puzzle")
    print(f"least    {min(seconds):8.3f} s")
    print(f"most     {max(seconds):8.3f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
