"""What the workbook `generator` makes, as Markdown tables.

    python benchmarks/generator.py GENERATOR.xlsx SOLVER.xlsx... [COUNT] [IN_EVERY_ORDER]

The workbook GENERATOR, as it is stored on disk, makes the puzzles with the numbers 1 to COUNT
(default: 1000) for each way to fill, each in one recalculation from first values of 0.  A puzzle
counts as unique when python-sat finds the shown solution and no other; each SOLVER is a workbook
that has to find it too.  Then it makes the first IN_EVERY_ORDER puzzles (default: 50) under several
orders.
"""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from common import area_of, arguments_of

from xlbuilder.proof.pool import Job, all_cores, run
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import EXCEL, Schedule
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import Model, read_workbook

ORDERS = ("row-major", "column-major", "jacobi", "random:1", "subset:1")
FILLS = ("Random", "Pattern")
FROM_ZERO = Schedule.parse(start="zero")


@dataclass(frozen=True)
class Made:
    """One puzzle, and how it was made."""

    puzzle: Board
    solution: Board
    clues: int
    attempts: int
    iterations: int


def main(*arguments: str) -> None:
    """Print the tables."""
    books = [read_workbook(Path(name)) for name in arguments if name.endswith(".xlsx")]
    count, in_every_order = [*(int(text) for text in arguments if text.isdigit()), 1000, 50][:2]
    generator, solvers = books[0], books[1:]
    names = [f"solved by `{solver.path.stem}`" for solver in solvers]
    print(f"| Fill | puzzles | different | full | unique | {' | '.join(names)} |")
    print(f"|---|{'---:|' * (4 + len(names))}")
    found = {fill: list(_made(generator, FROM_ZERO, fill, count)) for fill in FILLS}
    for fill, made in found.items():
        print(f"| {fill} | {' | '.join(f'{number:,}' for number in _counts(made, solvers))} |")
    print("\n| Fill | | min | median | 95 % | max |\n|---|---|---:|---:|---:|---:|")
    for fill, made in found.items():
        for what in ("clues", "attempts", "iterations"):
            _print_spread(f"{fill} | {what}", [getattr(one, what) for one in made])
    print("\n| order | the same puzzles | | min | median | 95 % | max |")
    print("|---|---:|---|---:|---:|---:|---:|")
    for order in ORDERS:
        made = list(_made(generator, Schedule.parse(order, "zero"), "Random", in_every_order))
        pairs = zip(made, found["Random"], strict=False)
        same = sum(one.puzzle == other.puzzle for one, other in pairs)
        _print_spread(f"{order} | {same} of {len(made)} | iterations", [m.iterations for m in made])


def _made(model: Model, schedule: Schedule, fill: str, count: int) -> Iterator[Made]:
    session = open_workbook("fast", model, schedule)

    def read(name: str) -> object:
        return session.read(area_of(model, name))[0]

    def enter(name: str, value: str | float) -> None:
        session.enter(area_of(model, name), value)

    for number in range(1, count + 1):
        session.restart()
        enter("puzzle_number", float(number))
        enter("fill", fill)
        done = session.recalculate()
        puzzle, solution = (_board(str(read(name))) for name in ("puzzle_line", "solution_line"))
        clues = sum(digit > 0 for digit in puzzle.digits)
        attempts = int(cast("float", read("controller"))) // 10
        yield Made(puzzle, solution, clues, attempts, done.iterations)


def _board(line: str) -> Board:
    return Board(tuple(map(int, line.replace(".", "0"))))


def _counts(made: list[Made], solvers: list[Model]) -> Iterator[int]:
    """Yield the columns of the first table."""
    answers = Answers()
    yield len(made)
    yield len({one.puzzle for one in made})
    yield sum(is_solution(one.puzzle, one.solution) for one in made)
    yield sum(
        answers.solution(one.puzzle) == one.solution and not answers.has_several(one.puzzle)
        for one in made
    )
    for solver in solvers:
        verdicts = run(Job(solver, "fast", EXCEL), [one.puzzle for one in made], all_cores())
        yield sum(
            verdict.kind is Kind.SOLVED and verdict.shown == one.solution
            for verdict, one in zip(verdicts, made, strict=True)
        )


def _print_spread(title: str, numbers: list[int]) -> None:
    ordered = sorted(numbers)
    median, most = statistics.median_low(ordered), ordered[-(-len(ordered) * 95 // 100) - 1]
    print(f"| {title} | {ordered[0]:,} | {median:,} | {most:,} | {ordered[-1]:,} |", flush=True)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("arguments", nargs="+", metavar="WORKBOOK.xlsx|NUMBER")
    main(*parser.parse_args().arguments)
