"""What strategies solve in corpora of puzzles, as a Markdown page.

python benchmarks/strategies.py PUZZLES... [--count COUNT]

Each PUZZLES is a file with one puzzle a line, of which the first COUNT are tried.  A row has one
strategy or several, plugged in as ``xlbuilder try`` does it: without the search.  They run only
where the base is stuck.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from common import FEW_STRATEGIES, arguments_of, first_puzzles

import xlbuilder
from xlbuilder.sudoku.board import Board
from xlbuilder.workshop.findings import Findings

Puzzles = Mapping[str, Sequence[Board]]
"""The puzzles of each corpus."""

ALONE = ["naked_pairs", "hidden_pairs", "naked_triples", "hidden_triples"]
SUBSETS = [*ALONE, "naked_quads", "hidden_quads"]
COLORED = [*SUBSETS, "simple_colors"]
ONE_DIGIT = ["skyscraper", "two_string_kite", "empty_rectangle", "simple_colors", "multi_colors"]
TRIED = {
    **{f"`{name}`": [name] for name in ALONE},
    "naked and hidden pairs": SUBSETS[:2],
    "pairs and triples: `classic`": ["classic"],
    "pairs, triples and quads": SUBSETS,
    "these and simple colors": COLORED,
    "these, X-wing, swordfish and jellyfish": [*COLORED, "x_wing", "swordfish", "jellyfish"],
    "skyscraper, 2-string kite, empty rectangle, simple and multi colors": ONE_DIGIT,
    "XY-, XYZ- and W-wing": ["xy_wing", "xyz_wing", "w_wing"],
    "`all`": ["all"],
}
HEAD = """# Strategies

    python benchmarks/strategies.py {files} --count {count} > docs/results/strategies.md

`xlbuilder try --only-unsolved` with the strategies of a row, on the first {count:,} puzzles of each
list, without the search. Each row has naked and hidden singles and locked candidates too.
{without}

The first rows have one strategy each, the others several. All stand on the
[ladder](../explanation/ladder.md), so a harder one works only where the easier ones find nothing.

- *Newly solved*: the workbook with the strategies solves them, the one without does not.
- *Wrong*: puzzles that the strategies break, or in which they remove a true candidate.
- *Cells* with a formula, and *names*: those of the workbook with the strategies. Strategies that
  work with the same boards share them.
- *Iterations*: the median until the workbook comes to rest, of the puzzles that are not solved
  without the strategies.

| strategies | cells | names | iterations | {columns} | wrong |
|---|---:|---:|---:|{rule}---:|"""


def main(corpora: Sequence[Path], count: int) -> None:
    """Try the strategies of each row, and print the page."""
    puzzles = {corpus.stem: first_puzzles(corpus, count) for corpus in corpora}
    stuck = [puzzle for some in puzzles.values() for puzzle in some]
    for number, (title, names) in enumerate(TRIED.items()):
        found = xlbuilder.try_strategies(names, stuck, base=FEW_STRATEGIES, only_unsolved=True)
        if number == 0:
            stuck = [
                puzzle
                for puzzle, (tried,) in zip(stuck, found.tried, strict=True)
                if not tried.solved[0]
            ]
            print(_head(puzzles, set(stuck), " ".join(corpus.name for corpus in corpora), count))
        print(_row(title, found, puzzles), flush=True)


def _head(puzzles: Puzzles, stuck: Collection[Board], files: str, count: int) -> str:
    solved = [
        f"{sum(puzzle not in stuck for puzzle in some):,} of {len(some):,} in {corpus}"
        for corpus, some in puzzles.items()
    ]
    return HEAD.format(
        files=files,
        count=count,
        without=f"Without the strategies {' and '.join(solved)} are solved.",
        columns=" | ".join(f"newly solved in {corpus}" for corpus in puzzles),
        rule="---:|" * len(puzzles),
    )


def _row(title: str, found: Findings, puzzles: Puzzles) -> str:
    _, with_them = found.costs
    solved = {puzzle for _, puzzle in found.newly_solved}
    counts = [sum(puzzle in solved for puzzle in some) for some in puzzles.values()]
    wrong = {each.puzzle for each in (*found.broken, *found.true_candidates_removed)}
    size = with_them.size
    cells = [title, f"{size['cells']:,}", size["names"], with_them.iterations["median"]]
    return f"| {' | '.join(map(str, [*cells, *counts, len(wrong)]))} |"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    main(options.puzzles, options.count)
