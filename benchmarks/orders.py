"""What a workbook shows under other orders and first values, as Markdown tables.

python benchmarks/orders.py WORKBOOK PUZZLES [COUNT [RECALCULATIONS]] > docs/results/orders.md
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path

from common import WRONG, arguments_of, first_puzzles

from xlbuilder.processes.workers import Portable, in_order
from xlbuilder.proof.pool import all_cores
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.verify import judged
from xlbuilder.recalc.choices import ORDERS, PUZZLE_STARTS, STARTS, Order, Reading
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import Model, read_workbook

SEED = "1"
ENOUGH = 5000
"""Iterations of a recalculation; under `truncated` a workbook takes thousands to come to rest."""
TESTED = [name.replace("SEED", SEED) for name in ORDERS]
FIRST_VALUES = [name.replace("SEED", SEED) for name in (*STARTS, *PUZZLE_STARTS) if name != "file"]
HEAD = """# `{name}` under other orders

    python benchmarks/orders.py {name} {corpus} {count} {recalculations}

Excel's order of evaluation is not documented, so here is what `{name}` makes of the first {count}
puzzles of `{corpus}` under every order and from every first value that xlbuilder knows:
solved / unfinished (every digit that it shows is right) / **wrong digits shown**, with up to
{recalculations} recalculations of up to {iterations} iterations after each step.
`xlbuilder engines` says what the names mean.
"""
TABLES = {
    "State is set to Reset, then to Solve": None,
    "State is set to Solve at once": '[{"state": "Solve"}]',
}
"""For a workbook that is set to Reset and Solve; others have one table."""


def main(workbook: Path, corpus: Path, count: int, recalculations: int) -> None:
    """Print the tables."""
    puzzles = first_puzzles(corpus, count)
    head = {"name": workbook.name, "corpus": corpus.name, "count": len(puzzles)}
    print(HEAD.format(**head, recalculations=recalculations, iterations=f"{ENOUGH:,}"))
    model = read_workbook(workbook)
    has_steps = model.properties["xlbuilder steps"] != "[]"
    for title, steps in TABLES.items() if has_steps else [("Puzzles are typed", None)]:
        print(f"## {title}\n")
        print("| order | " + " | ".join(FIRST_VALUES) + " |")
        print("|---" * (len(FIRST_VALUES) + 1) + "|")
        other = {**model.properties, "xlbuilder steps": steps} if steps else model.properties
        runs = Runs(replace(model, properties=other), recalculations)
        for order, cells in rows(runs, puzzles):
            print(f"| {order} | " + " | ".join(cells) + " |")
        print()


@dataclass
class Runs(Portable):
    """A workbook under all orders from all first values; each process opens it once."""

    model: Model
    recalculations: int

    @cached_property
    def solvers(self) -> dict[Reading, Solver]:
        """The workbook in its engine, once for each reading that an order has."""
        readings = {Order.parse(order).reading for order in TESTED}
        return {reading: Solver(self.model, "fast") for reading in readings}

    @cached_property
    def answers(self) -> Answers:
        """The checker."""
        return Answers()

    def kinds(self, puzzle: Board) -> Iterator[list[Kind]]:
        """Yield, in one list, the verdicts on a puzzle under each order from each first value."""
        found = []
        for order, start in product(TESTED, FIRST_VALUES):
            schedule = Schedule.parse(
                order, start, iterations=ENOUGH, recalculations=self.recalculations
            )
            solver = self.solvers[schedule.order.reading]
            solver.follow(schedule)
            found += [each.kind for each in judged(solver, self.answers, [puzzle])]
        yield found


def rows(runs: Runs, puzzles: Sequence[Board]) -> Iterable[tuple[str, list[str]]]:
    """Yield each order with its cells of the table, one for each first value."""
    for solver in runs.solvers.values():
        solver.session.prepare()  # compiled once here, and not once in each process
    every = list(in_order(runs.kinds, puzzles, str, all_cores()))
    cells = [cell(Counter(kinds)) for kinds in zip(*every, strict=True)]
    for number, order in enumerate(TESTED):
        yield order, cells[number * len(FIRST_VALUES) :][: len(FIRST_VALUES)]


def cell(kinds: Counter[Kind]) -> str:
    """Return how many puzzles are solved, unfinished and wrong."""
    wrong = sum(kinds[kind] for kind in WRONG)
    unfinished = kinds.total() - kinds[Kind.SOLVED] - wrong
    return f"{kinds[Kind.SOLVED]} / {unfinished} / {f'**{wrong}**' if wrong else 0}"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("count", nargs="?", type=int, default=50)
    parser.add_argument("recalculations", nargs="?", type=int, default=3)
    main(**vars(parser.parse_args()))
