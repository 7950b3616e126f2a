"""What strategies solve in corpora of puzzles, as a Markdown page.

python benchmarks/strategies.py PUZZLES... [--count COUNT]

Each PUZZLES is a file with one puzzle a line, of which the first COUNT are tried.  Several
strategies are plugged in together, as ``xlbuilder try`` does it: without the search.  They run only
where the base is stuck.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from common import arguments_of, first_puzzles

import xlbuilder

SUBSETS = [
    f"{kind}_{size}" for size in ("pairs", "triples", "quads") for kind in ("naked", "hidden")
]
FISH = ["x_wing", "swordfish", "jellyfish"]
TRIED = {
    "naked pairs": ["naked_pairs"],
    "hidden triples": ["hidden_triples"],
    "naked and hidden pairs, triples and quads": SUBSETS,
    "all of these, simple colors and XY-wings": [*SUBSETS, "simple_colors", "xy_wing"],
    "all of these, X-wings, swordfish and jellyfish": [*SUBSETS, "simple_colors", "xy_wing", *FISH],
}
HEAD = """# Strategies

    python benchmarks/strategies.py {files} --count {count} > docs/results/strategies.md

`xlbuilder try --only-unsolved` with all strategies of a row, on the first {count:,} puzzles of each
list, without the search.
{without}

- *Newly solved*: the workbook with the strategies solves them, the one without does not.
- *Wrong*: puzzles that the strategies break, or in which they remove a true candidate.
- *Cells* with a formula, and *names*: those of the workbook with the strategies.

| strategies | cells | names | {columns} | wrong |
|---|---:|---:|{rule}---:|"""


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
    counts = [len(one["newly_solved"]) for one in found]
    cells = [title, f"{size['cells']:,}", size["names"], *counts, len(wrong)]
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    main(options.puzzles, options.count)
