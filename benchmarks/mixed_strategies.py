"""Strategies alone and in random company, under random orders, as a Markdown table.

python benchmarks/mixed_strategies.py PUZZLES --count 20 --sets 50 > docs/results/soundness.md

Each strategy of --with all alone, then SETS random sets of them.  A set is tried without the
search, so that a rule that fails is not hidden by guesses, row by row and under one more order; and
built with the search, and then solved in that order.  Each run has puzzles of its own, drawn from
the file, always the same ones.
"""

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from sys import maxsize

from common import FEW_STRATEGIES, WRONG, arguments_of, first_puzzles

import xlbuilder
from xlbuilder.recalc.choices import ORDERS
from xlbuilder.sudoku.board import Board

OTHER_ORDERS = [name for name in ORDERS if name != "row-major" and not name.startswith("lagged")]
"""Values of several iterations that never existed together (lagged) are no order of a program."""
HEAD = """## Strategies alone and in random company

    python benchmarks/mixed_strategies.py {name} --count {count} --sets {sets}

Each of the {known} strategies of `--with all` alone, then random sets of them, {count} puzzles
each.
Without the search: what is solved row by row, and how many puzzles lose a true candidate or are
broken, row by row and in the other order. With the search, in the other order and in one
recalculation: solved / unfinished / wrong.

| strategies | other order | before | after | candidates lost | broken | with the search |
|---|---|---:|---:|---:|---:|---:|"""


def main(corpus: Path, count: int, sets: int) -> None:
    """Print the table."""
    known = [name for name in xlbuilder.load().loaded.template.presets["all"] if name != "unique"]
    print(HEAD.format(name=corpus.name, count=count, sets=sets, known=len(known)))
    puzzles = first_puzzles(corpus, maxsize)
    chance = random.Random(1)  # noqa: S311 - no secret
    chosen = [[name] for name in known]
    chosen += [chance.sample(known, chance.randint(2, len(known) - 1)) for _ in range(sets)]
    with tempfile.TemporaryDirectory() as folder:
        for strategies in chosen:
            order = chance.choice(OTHER_ORDERS).replace("SEED", str(chance.randint(1, 999)))
            drawn = chance.sample(puzzles, count)
            print(row(strategies, order, drawn, Path(folder) / "book.xlsx"), flush=True)


def row(strategies: Sequence[str], order: str, puzzles: Sequence[Board], path: Path) -> str:
    """Return the row of a set of strategies."""
    found = xlbuilder.try_(strategies, puzzles, base=FEW_STRATEGIES, orders=["row-major", order])
    xlbuilder.load(FEW_STRATEGIES, with_=strategies).build(path, values=False)
    kinds = [verdict.kind for verdict in xlbuilder.verify(path, puzzles, order=order)]
    solved, wrong = sum(kind.is_right for kind in kinds), sum(kind in WRONG for kind in kinds)
    cells = (
        ", ".join(strategies),
        order,
        *found.solved(),
        len(found.true_candidates_removed),
        len(found.broken),
        f"{solved} / {len(kinds) - solved - wrong} / {wrong}",
    )
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--sets", type=int, default=50)
    main(**vars(parser.parse_args()))
