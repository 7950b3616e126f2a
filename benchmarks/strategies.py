"""What strategies solve in corpora of puzzles, as a Markdown page.

python benchmarks/strategies.py PUZZLES... [--count COUNT]

Each PUZZLES is a file with one puzzle a line, of which the first COUNT are tried.  A row has one
strategy or several, plugged in as ``xlbuilder try`` does it: without the search.  They run only
where the base is stuck.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from common import arguments_of, first_puzzles

import xlbuilder

PAIRS = ["naked_pairs", "hidden_pairs"]
SUBSETS = [*PAIRS, "naked_triples", "hidden_triples", "naked_quads", "hidden_quads"]
FISH = ["x_wing", "swordfish", "jellyfish"]
ONE_SOLUTION = ["unique_rectangles", "bug_plus_one"]
COLORED = [*SUBSETS, "simple_colors"]
ALONE = [*SUBSETS, *FISH, "skyscraper", "two_string_kite", "empty_rectangle", "simple_colors"]
ALONE += ["multi_colors", "x_chain", "xy_wing", "xyz_wing", "w_wing", "remote_pairs", *ONE_SOLUTION]
TRIED = {
    **{f"`{name}`": [name] for name in ALONE},
    "naked pairs and triples": ["naked_pairs", "naked_triples"],
    "naked and hidden pairs": PAIRS,
    "pairs and triples: `classic`": ["classic"],
    "pairs, triples and quads": SUBSETS,
    "these and simple colors": COLORED,
    "these and fish": [*COLORED, *FISH],
    "`all`": ["all"],
    "`all` and X-chains": ["all", "x_chain"],
    "these, unique rectangles and BUG+1": ["all", "x_chain", *ONE_SOLUTION],
}
HEAD = """# Strategies

    python benchmarks/strategies.py {files} --count {count} > docs/results/strategies.md

`xlbuilder try --only-unsolved` with the strategies of a row, on the first {count:,} puzzles of each
list, without the search. Each row has naked and hidden singles and locked candidates too.
{without}

The first rows have one strategy each, the others several. Strategies of the
[ladder](../explanation/ladder.md) solve the same in whatever order they work.

- *Newly solved*: the workbook with the strategies solves them, the one without does not.
- *Wrong*: puzzles that the strategies break, or in which they remove a true candidate.
- *Cells* with a formula, and *names*: those of the workbook with the strategies. Strategies that
  work with the same boards share them.
- *Iterations*: the median until the workbook comes to rest, of the puzzles of the first list in
  which the strategies run.

| strategies | cells | names | iterations | {columns} | wrong |
|---|---:|---:|---:|{rule}---:|"""


def main(corpora: Sequence[Path], count: int) -> None:
    """Try the strategies of each row, and print the page."""
    puzzles = {corpus.stem: first_puzzles(corpus, count) for corpus in corpora}
    rows = {
        title: {
            corpus: xlbuilder.try_strategies(names, some, only_unsolved=True).summary()
            for corpus, some in puzzles.items()
        }
        for title, names in TRIED.items()
    }
    print(page(rows, " ".join(corpus.name for corpus in corpora), count))


def page(rows: Mapping[str, Mapping[str, Mapping[str, Any]]], files: str, count: int) -> str:
    """Return the page; ``rows`` has what ``try --json`` prints, by title and by corpus."""
    first = next(iter(rows.values()))
    solved = [
        f"{found['solved_before']:,} of {found['puzzles']:,} in {corpus}"
        for corpus, found in first.items()
    ]
    columns = [f"newly solved in {corpus}" for corpus in first]
    head = HEAD.format(
        files=files,
        count=count,
        without=f"Without the strategies {' and '.join(solved)} are solved.",
        columns=" | ".join(columns),
        rule="---:|" * len(columns),
    )
    return "\n".join([head, *(_row(title, list(found.values())) for title, found in rows.items())])


def _row(title: str, found: Sequence[Mapping[str, Any]]) -> str:
    size = found[0]["cost"]["after"]
    wrong = {
        each["puzzle"]
        for one in found
        for each in (*one["broken"], *one["true_candidates_removed"])
    }
    median = found[0]["iterations"]["after"]["median"]
    counts = [len(one["newly_solved"]) for one in found]
    cells = [title, f"{size['cells']:,}", size["names"], median, *counts, len(wrong)]
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    main(options.puzzles, options.count)
