"""What a workbook shows under other orders and first values, as Markdown tables.

python benchmarks/orders.py WORKBOOK PUZZLES [COUNT [RECALCULATIONS]] > docs/results/orders.md

--orders takes some orders, with commas between them.  The exit code is 1 when a verdict is false.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path

from common import arguments_of, counted, first_puzzles

from xlbuilder.observe.solver import Solver
from xlbuilder.processes.workers import Portable
from xlbuilder.proof.chunks import Chunk
from xlbuilder.proof.pool import all_cores, run_on_cores
from xlbuilder.proof.verify import judged
from xlbuilder.recalc.choices import ORDERS, PUZZLE_STARTS, STARTS, Order, Reading
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind, Outcome
from xlbuilder.xlsx.model import Model, read_workbook

SEED = "1"
ENOUGH = 5000
"""Iterations of a recalculation; under `truncated` a workbook takes thousands to come to rest."""
TESTED = [name.replace("SEED", SEED) for name in ORDERS]
FIRST_VALUES = [name.replace("SEED", SEED) for name in (*STARTS, *PUZZLE_STARTS) if name != "file"]
HEAD = """# `{name}` under other orders

    python benchmarks/orders.py {name} {corpus} {count} {recalculations}{options}

Excel's order of evaluation is not documented, so here is what `{name}` makes of the first {count}
puzzles of `{corpus}` under each order of the table and from every first value that xlbuilder knows:
right / unfinished / **false**, with up to {recalculations} recalculations of up to {iterations}
iterations after each step. False is a wrong digit, a true candidate that is gone for good, a status
that is not true, and what else [verify](../reference/cli.md#verify) calls so. `xlbuilder engines`
says what the names mean.
"""
TABLES = {
    "State is set to Reset, then to Solve": None,
    "State is set to Solve at once": '[{"state": "Solve"}]',
}
"""For a workbook that is set to Reset and Solve; others have one table."""


def main(  # noqa: PLR0913, PLR0917 - the arguments of its command line
    workbook: Path, corpus: Path, count: int, recalculations: int, orders: str, workers: int
) -> int:
    """Print the tables; return 1 when a verdict is false, and 0 else."""
    puzzles = first_puzzles(corpus, count)
    head = {"name": workbook.name, "corpus": corpus.name, "count": len(puzzles)}
    head["options"] = f" --orders {orders}" * bool(orders)
    tested = orders.split(",") if orders else TESTED
    is_false = False
    print(HEAD.format(**head, recalculations=recalculations, iterations=f"{ENOUGH:,}"))
    model = read_workbook(workbook)
    has_steps = model.properties["xlbuilder steps"] != "[]"
    for title, steps in TABLES.items() if has_steps else [("Puzzles are typed", None)]:
        print(f"## {title}\n")
        print("| order | " + " | ".join(FIRST_VALUES) + " |")
        print("|---" * (len(FIRST_VALUES) + 1) + "|")
        other = {**model.properties, "xlbuilder steps": steps} if steps else model.properties
        runs = Runs(replace(model, properties=other), recalculations, tested)
        for order, counts in rows(runs, puzzles, workers):
            print(f"| {order} | " + " | ".join(map(cell, counts)) + " |")
            is_false = is_false or any(one[Outcome.FALSE] for one in counts)
        print()
    return int(is_false)


@dataclass
class Runs(Portable):
    """A workbook under some orders from all first values: the work of proof/pool.py."""

    chunk_size = 1
    model: Model
    recalculations: int
    orders: Sequence[str]

    @cached_property
    def solvers(self) -> dict[Reading, Solver]:
        """The workbook in its engine, once for each reading that an order has."""
        readings = {Order.parse(order).reading for order in self.orders}
        return {reading: Solver(self.model, "fast") for reading in readings}

    @cached_property
    def answers(self) -> Answers:
        """The checker."""
        return Answers()

    def prepare(self) -> None:
        """Compile the formulas in each reading."""
        for solver in self.solvers.values():
            solver.session.prepare()

    def run(self, chunk: Chunk) -> Iterator[list[Kind]]:
        """Yield the verdicts on each puzzle, under each order from each first value."""
        return map(self._kinds, chunk.puzzles)

    def _kinds(self, puzzle: Board) -> list[Kind]:
        found: list[Kind] = []
        for order, start in product(self.orders, FIRST_VALUES):
            schedule = Schedule.parse(
                order, start, iterations=ENOUGH, recalculations=self.recalculations
            )
            solver = self.solvers[schedule.order.reading]
            solver.follow(schedule)
            found += [each.kind for each in judged(solver, self.answers, [puzzle])]
        return found


def rows(
    runs: Runs, puzzles: Sequence[Board], workers: int
) -> Iterable[tuple[str, list[list[int]]]]:
    """Yield each order with the counts of its verdicts, for each first value."""
    every = list(run_on_cores(runs, puzzles, workers))
    counts = [counted(kinds) for kinds in zip(*every, strict=True)]
    for number, order in enumerate(runs.orders):
        yield order, counts[number * len(FIRST_VALUES) :][: len(FIRST_VALUES)]


def cell(counts: Sequence[int]) -> str:
    """Return how many verdicts are right, unfinished and false."""
    right, unfinished, false = counts
    return f"{right} / {unfinished} / {f'**{false}**' if false else 0}"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("count", nargs="?", type=int, default=50)
    parser.add_argument("recalculations", nargs="?", type=int, default=3)
    parser.add_argument("--orders", default="")
    parser.add_argument("--workers", type=int, default=all_cores())
    sys.exit(main(**vars(parser.parse_args())))
