"""How long one puzzle takes: python benchmarks/puzzle_time.py out/ellis.xlsx PUZZLES [COUNT].

Prints what starting costs (reading the file, closing its formulas, compiling each family once) and,
over the first COUNT puzzles of the file, the median, the least and the most seconds a puzzle.
"""

import statistics
import sys
from itertools import islice
from pathlib import Path

from xlbuilder.answers import Answers
from xlbuilder.puzzles import read_puzzles
from xlbuilder.verify import Solver, judged


def main(workbook: str, corpus: str, count: str = "5") -> None:
    """Print the table."""
    solver = Solver(Path(workbook), "formulas")
    with Path(corpus).open(encoding="utf-8") as lines:
        puzzles = list(islice(read_puzzles(lines, corpus), int(count)))
    verdicts = list(judged(solver, Answers(), puzzles))
    seconds = [verdict.seconds for verdict in verdicts]
    print(f"start    {solver.startup_seconds:6.2f} s")
    print(f"puzzles  {len(seconds):6}")
    print(f"median   {statistics.median(seconds):6.2f} s a puzzle")
    print(f"least    {min(seconds):6.2f} s")
    print(f"most     {max(seconds):6.2f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
