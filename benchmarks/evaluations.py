"""Where the time of the engine fast goes: python benchmarks/evaluations.py PUZZLES WORKBOOK...

Prints for each workbook, over the first COUNT puzzles: iterations and evaluations of a puzzle, the
microseconds of an evaluation, the milliseconds of a puzzle in the engine alone and with the judging
of what it shows, and the seconds of a start whose compiled code is in the cache.  All are seconds
of the processor, and of each puzzle the least of some rounds, so that other work disturbs little.
"""

import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from common import arguments_of, first_puzzles

from xlbuilder.proof.solver import Solver
from xlbuilder.proof.verify import judged
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.xlsx.model import read_workbook


def main(corpus: Path, workbooks: list[Path], count: int, rounds: int) -> None:
    """Print the table."""
    puzzles, answers = first_puzzles(corpus, count), Answers()
    print(
        "| workbook | iterations | evaluations | us an evaluation | ms in the engine | ms in all |"
    )
    print("|---|---:|---:|---:|---:|---:|")
    starts = []
    for path in workbooks:
        begin = time.process_time()
        solver = Solver(read_workbook(path), "fast")
        solver.session.prepare()
        starts.append(f"{path.stem} {time.process_time() - begin:.2f} s")
        engine, every, iterations, evaluations = [], [], [], []
        for puzzle in puzzles:
            done = solver.run(puzzle)
            iterations.append(sum(each.iterations for each in done))
            evaluations.append(sum(each.evaluations for each in done))
            engine.append(_least(rounds, puzzle, solver.run))
            every.append(_least(rounds, puzzle, partial(_judge, solver, answers)))
        figures = [
            f"{statistics.mean(iterations):.1f}",
            f"{statistics.mean(evaluations):,.0f}",
            f"{sum(engine) / sum(evaluations) * 1e6:.2f}",
            f"{statistics.mean(engine) * 1e3:.1f}",
            f"{statistics.mean(every) * 1e3:.1f}",
        ]
        print(f"| {path.stem} | {' | '.join(figures)} |")
    print(f"\nStart: {', '.join(starts)}.")


def _judge(solver: Solver, answers: Answers, puzzle: Board) -> object:
    return list(judged(solver, answers, [puzzle]))


def _least(rounds: int, puzzle: Board, work: Callable[[Board], object]) -> float:
    """Return the least seconds of the processor that the work on a puzzle took."""
    seconds = []
    for _ in range(rounds):
        begin = time.thread_time()
        work(puzzle)
        seconds.append(time.thread_time() - begin)
    return min(seconds)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("workbooks", type=Path, nargs="+", metavar="workbook")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    main(**vars(parser.parse_args()))
