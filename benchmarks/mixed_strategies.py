"""Strategies alone and in random company, under random orders, as a Markdown table.

python benchmarks/mixed_strategies.py PUZZLES --count 20 --sets 50 > docs/results/soundness.md

Each strategy of --with all alone, then SETS random sets of them.  A set is tried without the
search, so that a rule that fails is not hidden by guesses, row by row and under one more order; and
built with the search, and then solved in that order.  Each run has puzzles of its own, drawn from
the file, always the same ones.  The exit code is 1 when a strategy breaks something.
"""

import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from sys import maxsize
from typing import NamedTuple

from common import FEW_STRATEGIES, arguments_of, counted, first_puzzles

import xlbuilder
from xlbuilder.proof.pool import all_cores
from xlbuilder.recalc.choices import ORDERS
from xlbuilder.sudoku.board import Board

OTHER_ORDERS = [name for name in ORDERS if name != "row-major" and not name.startswith("lagged")]
"""`lagged` makes workbooks without any strategy lose true candidates: see the page."""
HEAD = """## Strategies alone and in random company

    python benchmarks/mixed_strategies.py {name} --count {count} --sets {sets}

Each of the {known} strategies of `--with all` alone, then random sets of them, {count} puzzles
each.
Without the search: what is solved row by row, and how many puzzles lose a true candidate or are
broken, row by row and in the other order; [try](../reference/cli.md#try) says what is broken, and
puzzles in which monotone strategies differ by the order are counted there. With the search, in the
other order and in one recalculation: right / unfinished / false.

| strategies | other order | before | after | candidates lost | broken | with the search |
|---|---|---:|---:|---:|---:|---:|"""


def strategies_of_all() -> list[str]:
    """Return the strategies of ``--with all`` that follow from the clues alone."""
    every = xlbuilder.load().loaded.template.presets["all"]
    return [name for name in every if name != "unique"]


def main(corpus: Path, count: int, sets: int, workers: int, known: Sequence[str]) -> int:
    """Print the table of these strategies; return 1 when they break something, and 0 else."""
    print(HEAD.format(name=corpus.name, count=count, sets=sets, known=len(known)))
    puzzles = first_puzzles(corpus, maxsize)
    chance = random.Random(1)  # noqa: S311 - no secret
    chosen = [[name] for name in known]
    is_fine = True
    chosen += [chance.sample(known, chance.randint(2, len(known) - 1)) for _ in range(sets)]
    with tempfile.TemporaryDirectory() as folder:
        for strategies in chosen:
            order = chance.choice(OTHER_ORDERS).replace("SEED", str(chance.randint(1, 999)))
            drawn = chance.sample(puzzles, count)
            tried = row(strategies, order, drawn, Path(folder) / "book.xlsx", workers)
            print(f"| {' | '.join(map(str, tried.cells))} |", flush=True)
            is_fine = is_fine and tried.is_fine
    return int(not is_fine)


class Row(NamedTuple):
    """The row of a set of strategies."""

    cells: Sequence[object]
    is_fine: bool
    """Whether they break nothing, and nothing is false with the search."""


def row(
    strategies: Sequence[str], order: str, puzzles: Sequence[Board], path: Path, workers: int
) -> Row:
    """Try a set of strategies, without and with the search; ``path`` is for the workbook."""
    orders = ["row-major", order]
    found = xlbuilder.try_(strategies, puzzles, base=FEW_STRATEGIES, orders=orders, workers=workers)
    xlbuilder.load(FEW_STRATEGIES, with_=strategies).build(path, values=False)
    verdicts = xlbuilder.verify(path, puzzles, order=order, workers=workers)
    right, unfinished, false = counted(verdict.kind for verdict in verdicts)
    cells = (
        ", ".join(strategies),
        order,
        *found.solved(),
        len(found.true_candidates_removed),
        len(found.broken) + (len(found.orders_differ) if found.with_them.monotone else 0),
        f"{right} / {unfinished} / {false}",
    )
    return Row(cells, found.is_fine and not false)


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--sets", type=int, default=50)
    parser.add_argument("--workers", type=int, default=all_cores())
    sys.exit(main(**vars(parser.parse_args()), known=strategies_of_all()))
