"""What a workbook shows under other orders and first values, as Markdown tables.

python benchmarks/orders.py WORKBOOK PUZZLES [COUNT [RECALCULATIONS]] > docs/results/orders.md
"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from common import WRONG, arguments_of, first_puzzles

from xlbuilder.proof.pool import Job, all_cores, run
from xlbuilder.recalc.choices import ORDERS, PUZZLE_STARTS, STARTS
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import Model, read_workbook

SEED = "1"
FIRST_VALUES = [name.replace("SEED", SEED) for name in (*STARTS, *PUZZLE_STARTS) if name != "file"]
HEAD = """# `{name}` under other orders

    python benchmarks/orders.py {name} {corpus} {count} {recalculations}

Excel's order of evaluation is not documented, so here is what `{name}` makes of the first {count}
puzzles of `{corpus}` under every order and from every first value that xlbuilder knows:
solved / unfinished (every digit that it shows is right) / **wrong digits shown**, with up to
{recalculations} recalculations after each step. `xlbuilder engines` says what the names mean.
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
    print(HEAD.format(**head, recalculations=recalculations))
    model = read_workbook(workbook)
    has_steps = model.properties["xlbuilder steps"] != "[]"
    for title, steps in TABLES.items() if has_steps else [("Puzzles are typed", None)]:
        print(f"## {title}\n")
        print("| order | " + " | ".join(FIRST_VALUES) + " |")
        print("|---" * (len(FIRST_VALUES) + 1) + "|")
        other = {**model.properties, "xlbuilder steps": steps} if steps else model.properties
        driven = replace(model, properties=other)
        for order in (name.replace("SEED", SEED) for name in ORDERS):
            cells = [_cell(driven, order, start, recalculations, puzzles) for start in FIRST_VALUES]
            print(f"| {order} | " + " | ".join(cells) + " |", flush=True)
        print()


def _cell(model: Model, order: str, start: str, recalculations: int, puzzles: list[Board]) -> str:
    schedule = Schedule.parse(order, start, recalculations=recalculations)
    verdicts = run(Job(model, "fast", schedule), puzzles, all_cores())
    kinds = Counter(verdict.kind for verdict in verdicts)
    wrong = sum(kinds[kind] for kind in WRONG)
    unfinished = len(puzzles) - kinds[Kind.SOLVED] - wrong
    return f"{kinds[Kind.SOLVED]} / {unfinished} / {f'**{wrong}**' if wrong else 0}"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("workbook", type=Path)
    parser.add_argument("corpus", type=Path, metavar="puzzles")
    parser.add_argument("count", nargs="?", type=int, default=50)
    parser.add_argument("recalculations", nargs="?", type=int, default=3)
    main(**vars(parser.parse_args()))
