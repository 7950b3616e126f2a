"""How long one puzzle takes: python benchmarks/puzzle_time.py WORKBOOK PUZZLES [COUNT [ENGINE]].

Prints what starting costs (reading the file, binding its formulas, compiling each family once) and,
over the first COUNT puzzles of the file, the median, least and greatest seconds of a puzzle, and
the median milliseconds of an iteration.  The exit code is 1 when a verdict is false: the time of a
wrong answer is no time.
"""

import statistics
import sys
import time
from pathlib import Path

from common import arguments_of, counted, first_puzzles

from xlbuilder.observe.solver import Solver
from xlbuilder.proof.verify import judged
from xlbuilder.sudoku.sat import Answers
from xlbuilder.xlsx.model import read_workbook


def main(workbook: Path, corpus: Path, count: int, engine: str) -> int:
    """Print the table; return 1 when a verdict is false, and 0 else."""
    begin = time.perf_counter()
    solver = Solver(read_workbook(workbook), engine)
    print(f"start    {time.perf_counter() - begin:8.3f} s")
    verdicts = list(judged(solver, Answers(), first_puzzles(corpus, count)))
    seconds = [verdict.seconds for verdict in verdicts]
    right, unfinished, false = counted(verdict.kind for verdict in verdicts)
    print(f"puzzles  {len(seconds):8} ({right} right, {unfinished} unfinished, {false} false)")
    print(f"median   {statistics.median(seconds):8.3f} s a puzzle")
    each = [verdict.seconds / verdict.iterations * 1000 for verdict in verdicts]
    print(f"median   {statistics.median(each):8.3f} ms an iteration")
    print(f"least    {min(seconds):8.3f} s")
    print(f"most     {max(seconds):8.3f} s")
    return int(false > 0)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("count", nargs="?", type=int, default=5)
    parser.add_argument("engine", nargs="?", default="formulas")
    sys.exit(main(**vars(parser.parse_args())))
