"""How many boards without a solution a workbook refutes, and in how many iterations.

python benchmarks/no_solution.py PUZZLES... --workbooks WORKBOOK... [--count COUNT]
                                 [--orders ORDERS] [--iterations MAXIMUM]

From the puzzles of each file come boards without a solution: a clue becomes another digit, a clue
moves to an empty cell, or two clues of different bands and stacks are exchanged.  No two clues of
a board clash.  COUNT boards are made of each kind, always the same; ORDERS have commas between
them.  The exit code is 1 when a verdict is false.
"""

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from sys import maxsize

from common import arguments_of, counted, first_puzzles

from xlbuilder.observe.solver import Solver
from xlbuilder.proof.verify import judged
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.sudoku.board import Board, clashes
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Outcome
from xlbuilder.xlsx.model import read_workbook

Change = Callable[[list[int], random.Random], None]
HEAD = """# Boards without a solution

    python benchmarks/no_solution.py {files} --workbooks {books} {options}

From the puzzles of each list, drawn at random: a clue becomes another digit, a clue moves, or two
clues of different bands and stacks are exchanged, so that there is no solution and no two clues
clash. The workbook *refutes* a board when its status says in one recalculation that there is no
solution, or no single one; *false* is a status that is not true, and what else
[verify](../reference/cli.md#verify) calls so. The last three columns are iterations, at most
{iterations:,}.

| workbook | order | list | change | boards | refuted | unfinished | false | median | 95 % | most |
|---|---|---|---|---:|---:|---:|---:|---:|---:|---:|"""


def another_digit(digits: list[int], chance: random.Random) -> None:
    """Let a clue be another digit."""
    cell = chance.choice([at for at, digit in enumerate(digits) if digit])
    digits[cell] = chance.randint(1, 9)


def moved(digits: list[int], chance: random.Random) -> None:
    """Move a clue to an empty cell."""
    old = chance.choice([at for at, digit in enumerate(digits) if digit])
    new = chance.choice([at for at, digit in enumerate(digits) if not digit])
    digits[new], digits[old] = digits[old], 0


def exchanged(digits: list[int], chance: random.Random) -> None:
    """Exchange two clues of different bands and stacks."""
    clues = [at for at, digit in enumerate(digits) if digit]
    one = chance.choice(clues)
    far = [at for at in clues if at // 27 != one // 27 and at % 9 // 3 != one % 9 // 3]
    if far:
        other = chance.choice(far)
        digits[one], digits[other] = digits[other], digits[one]


CHANGES: dict[str, Change] = {
    "another digit": another_digit,
    "a clue moved": moved,
    "two exchanged": exchanged,
}


def boards_of(
    puzzles: Sequence[Board], change: Change, count: int, answers: Answers
) -> list[Board]:
    """Return so many boards without a solution and without a clash."""
    chance = random.Random(1)  # noqa: S311 - no secret
    found: list[Board] = []
    while len(found) < count:
        digits = list(chance.choice(puzzles).digits)
        change(digits, chance)
        board = Board(tuple(digits))
        if not clashes(board) and answers.solution(board) is None:
            found.append(board)
    return found


def row_of(solver: Solver, boards: Sequence[Board], answers: Answers) -> list[int]:
    """Return how many boards are refuted, unfinished and false, and what iterations they take."""
    verdicts = list(judged(solver, answers, boards))
    taken = sorted(sum(one.iterations for one in verdict.recalculations) for verdict in verdicts)
    most = [int(median(taken)), taken[len(taken) * 95 // 100], taken[-1]]
    return [*counted(verdict.kind for verdict in verdicts), *most]


def main(
    corpora: Sequence[Path],
    books: Sequence[Path],
    count: int,
    orders: Sequence[str],
    iterations: int,
) -> int:
    """Run the boards of each corpus through each workbook, and print the page.

    Returns 1 when a verdict is false, and 0 else.
    """
    is_false = False
    files, names = (" ".join(one.name for one in some) for some in (corpora, books))
    options = f"--count {count} --orders {','.join(orders)} --iterations {iterations}"
    print(HEAD.format(files=files, books=names, options=options, iterations=iterations))
    answers = Answers()
    for corpus in corpora:
        puzzles = first_puzzles(corpus, maxsize)
        for change, how in CHANGES.items():
            boards = boards_of(puzzles, how, count, answers)
            for book in books:
                for order in orders:
                    schedule = replace(asked_schedule("fast", order), iterations=iterations)
                    solver = Solver(read_workbook(book), "fast", schedule)
                    counts = row_of(solver, boards, answers)
                    row = [book.stem, order, corpus.stem, change, len(boards), *counts]
                    print(f"| {' | '.join(map(str, row))} |", flush=True)
                    is_false = is_false or counts[Outcome.FALSE] > 0
    return int(is_false)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--workbooks", nargs="+", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--orders", default="row-major")
    parser.add_argument("--iterations", type=int, default=1000)
    options = parser.parse_args()
    orders = options.orders.split(",")
    sys.exit(main(options.puzzles, options.workbooks, options.count, orders, options.iterations))
