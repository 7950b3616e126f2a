"""How a workbook solves puzzles that are listed by technique, as a Markdown table.

python benchmarks/exemplars.py EXEMPLARS [--with STRATEGY...] > docs/results/exemplars.md

EXEMPLARS has a heading with the code of a technique, such as ``#0300: X-Wing``, and below it a
puzzle in each line.  The workbook has no search.
"""

import re
from collections import Counter, defaultdict
from pathlib import Path

from common import arguments_of
from techniques import OF_TECHNIQUES, TECHNIQUES

import xlbuilder
from xlbuilder.proof.steps import Walker
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.verdict import Says
from xlbuilder.workshop.alone import built

HEADING = re.compile(r"#(\d{4}):")
PUZZLE = re.compile(r"[.\d]{81}")
HEAD = """# Puzzles by technique

    python benchmarks/exemplars.py {name} --with {added} > docs/results/exemplars.md

A list of puzzles, each under a technique that it needs, or that its collector found in it. The
workbook is `sudoku` with `--with {added} --without search`.

- *The technique*: the puzzle is solved, and the technique occurs in its steps.
- *Easier*: it is solved, and all that was used stands below the technique on the ladder.
- *Another way*: it is solved with another technique that stands higher.
- *Not solved*: the workbook comes to rest before.

| technique | code | strategy | puzzles | the technique | easier | another way | not solved |
|---|---|---|---:|---:|---:|---:|---:|"""


def main(exemplars: Path, added: list[str]) -> None:
    """Print a row for each technique that the workbook has."""
    puzzles = read(exemplars)
    book = built(xlbuilder.load(add=added, remove="search").loaded)
    walker = Walker(book.model, book.strategy_of)
    ladder = ["singles", "locked_candidates"]
    presets = xlbuilder.load().loaded.template.presets
    ladder += [name for each in added for name in presets.get(each, [each])]
    print(HEAD.format(name=exemplars.name, added=" ".join(added)))
    for code, texts in puzzles.items():
        strategy = OF_TECHNIQUES.get(code)
        if strategy not in ladder:
            continue
        ways = Counter(way(walker, text, strategy, ladder) for text in texts)
        shown = [ways[each] for each in ("technique", "easier", "another", "unsolved")]
        cells = TECHNIQUES[code], code, f"`{strategy}`", len(texts), *shown
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


def read(path: Path) -> dict[str, list[str]]:
    """Return the puzzles of each technique, by its code."""
    puzzles: dict[str, list[str]] = defaultdict(list)
    code = ""
    for line in path.read_text("utf-8").splitlines():
        if heading := HEADING.match(line):
            code = heading[1]
        elif puzzle := PUZZLE.match(line):
            puzzles[code].append(puzzle[0])
    return puzzles


def way(walker: Walker, text: str, strategy: str, ladder: list[str]) -> str:
    """Return how the workbook solves a puzzle that is listed under a strategy."""
    found = walker.walk(Position(read_puzzle(text, text)))
    used = {step.strategy for step in found.steps}
    if found.says not in (Says.SOLVED, Says.ONLY_SOLUTION):
        return "unsolved"
    if strategy in used:
        return "technique"
    rank = ladder.index(strategy)
    return "easier" if all(ladder.index(each) < rank for each in used & set(ladder)) else "another"


if __name__ == "__main__":
    parser = arguments_of(__doc__)
    parser.add_argument("exemplars", type=Path)
    parser.add_argument("--with", nargs="+", default=["all"], dest="added")
    main(**vars(parser.parse_args()))
