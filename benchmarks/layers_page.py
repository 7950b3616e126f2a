"""Print docs/reference/layers.md: the layers of sudoku, and what each of them costs.

python benchmarks/layers_page.py

The cost is the difference between the default workbook and one that is built without the layer.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from xlbuilder.template.load import load
from xlbuilder.template.source import read_tables
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.stats import Stats, stats_of

ADDS = {
    "line": "a puzzle is pasted, and the solution copied, as 81 characters",
    "shelf": "a sheet with thirty puzzles, and a cell that chooses one",
    "state": "State is Solve, Any solution, Step or Reset",
    "single_solution": "no guesses while the clues cannot have a single solution; the status says"
    " what they lack",
    "reasons": "why each digit stands, and why the others cannot, in words; of strategies too",
    "rating": "the hardest technique that was used, and how often each was",
    "met_first": "LibreOffice calculates less, as it finds the circle a line at a time",
}
STRATEGIES = {
    ("unique",): "looks for another solution",
    ("reach",): "guesses where much follows",
    ("search",): "guesses; `unique` and `reach` go with it",
    ("classic", "x_wing"): "pairs, triples and X-wings, with the ladder and the boards of sets",
}
HEAD = """\
# The layers of `sudoku`

    python benchmarks/layers_page.py

The default workbook is a core with layers on it. `xlbuilder build sudoku --without LAYER` leaves
one out. The rest still solves, starts again by itself and says in words how it stands:
tests/workbooks/test_layers.py solves without each of them, and without all.

A layer is a file in [templates/sudoku](../../templates/sudoku). It plugs names into *slots*: names
whose formula the layers and the strategies make up together. A slot has a value of its own where
nothing is plugged in, such as `=FALSE` for "Does the workbook wait for the user?". With a layer go
the names, boards and cells that strategies bring only for it.

| layer | what it adds | slots that it extends | names | KB |
|---|---|---|---:|---:|"""
LEFT = """
Without all layers, `search` and the preset `all`, {names} names and {formulas} different cell
formulas are left. `basic` solves the same puzzles with {basic}: it needs no controller, does not
keep why a candidate is gone, and its strategies do not wait for each other.

A name of `basic` means the same here. These have another formula:

| name | in `basic` | in `sudoku` |
|---|---|---|"""
COPY = "the clues that are solved come from a layer too, so clues are asked of `clue_board`"
MOVED = "the same for boards that begin 36 rows or columns further"
SHORT = "the same, without a call of another name, as LibreOffice writes names out"
OTHERS = {
    "band_from_val": SHORT,
    "stack_from_val": SHORT,
    "clue_clashes": COPY,
    "clue_is_digit": COPY + "; no clue is 0 there",
    "row_from_val": MOVED,
    "column_from_val": MOVED,
    "eliminated_by_strategy": "a slot here too; it gives a number that says why, so that a guess"
    " can be taken back",
    "helpers_are_reset": "a slot here too; the boards of more strategies",
    "is_solving": "it asks the controller, which is negative while a guess is taken back",
}
"""The names that both have, with another formula in sudoku, and why."""


def measured(name: str, *left_out: str) -> Stats:
    """Return the figures of a template that is built without these layers and strategies."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        build(load(name, (), left_out).template, path)
        return stats_of(read_workbook(path))


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    whole, basic = measured("sudoku"), measured("basic")
    layers = load("sudoku").source.layers
    yield HEAD
    for name, path in layers.items():
        slots = ", ".join(f"`{slot}`" for slot in read_tables(path).get("plugs", {}))
        yield f"| `{name}` | {ADDS[name]} | {slots} | {_cost(whole, name)} |"
    yield "\nStrategies that the default has, in the same way:\n"
    yield "| strategies | what they add | names | KB |\n|---|---|---:|---:|"
    for names, adds in STRATEGIES.items():
        yield f"| {', '.join(f'`{name}`' for name in names)} | {adds} | {_cost(whole, *names)} |"
    core = measured("sudoku", *layers, "all", "search")
    yield LEFT.format(names=core.names, formulas=core.distinct_formulas, basic=basic.names)
    ours = formulas("basic")
    for name in sorted(OTHERS):
        yield f"| `{name}` | `{ours[name]}` | {OTHERS[name]} |"


def _cost(whole: Stats, *left_out: str) -> str:
    rest = measured("sudoku", *left_out)
    kilobytes = (whole.file_bytes - rest.file_bytes) / 1000
    return f"{whole.names - rest.names} | {kilobytes:.1f}"


def formulas(name: str) -> dict[str, str]:
    """Return the formula of each name of a template as its author wrote it."""
    table = load(name).source.tables
    names = {key: entry["formula"] for key, entry in table["names"].items()}
    names |= {key: entry["last"] for key, entry in table["slots"].items()}
    return {key: " ".join(text.split()) for key, text in names.items()}


def main() -> None:
    """Print the page."""
    usage = argparse.RawDescriptionHelpFormatter
    argparse.ArgumentParser(description=__doc__, formatter_class=usage).parse_args()
    print("\n".join(page()))


if __name__ == "__main__":
    main()
