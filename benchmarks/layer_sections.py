"""The layers of sudoku, and what each of them costs: a part of strategies.md.

The cost is the difference between the workbook that has it and the one that does not.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from xlbuilder.proof.stats import Stats, stats_of
from xlbuilder.template.load import load
from xlbuilder.template.toml import read_toml
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

ADDS = {
    "single_solution": "no guesses while the clues cannot have a single solution; the status says"
    " what they lack",
    "state": "State is Solve, Any solution, Step or Reset",
    "line": "a puzzle is pasted, and the solution copied, as 81 characters",
    "shelf": "a sheet with thirty puzzles, and a cell that chooses one",
    "reasons": "why each digit stands, and why the others cannot, in words; of strategies too",
    "rating": "the hardest technique that was used, and how often each was",
    "neighbors": "each cell looks at the next one first, so that LibreOffice needs less time",
}
STRATEGIES = {
    "search": "guesses; `unique` goes with it",
    "unique": "looks for another solution",
}
MORE = {
    "naked_pairs": "naked pairs, with the ladder",
    "x_wing": "X-wings, with the ladder and the boards of places",
    "classic": "naked and hidden pairs and triples, with the boards of places and of sets",
    "all": "the whole ladder",
}
HEAD = """\
The default workbook is `basic`, which [anyone can read in an evening](../tutorial/basic.md), with
layers and two strategies on it. `--without LAYER` leaves one out. The rest still solves, starts
again by itself and says in words how it stands: tests/workbooks/test_layers.py solves without each
of them, and without all.

A layer is a file in [templates/sudoku](../../templates/sudoku). It plugs names into *slots*: names
whose formula the layers and the strategies make up together. A slot has a value of its own where
nothing is plugged in. A layer may also override a name, such as "The board of the clues", which is
`=in_board` without layers. With a layer go the names, boards and cells that strategies bring only
for it. [How it works](../explanation/how-it-works.md) explains the layers one by one.

| layer | what it adds | slots and names that it changes | names | KB |
|---|---|---|---:|---:|"""
LEFT = """
The default workbook has {whole} names and {whole_formulas} different cell formulas. Without all
layers, `search` and `unique`, {core} names and {core_formulas} formulas are left: they are those of
`basic`."""


def measured(name: str, added: Iterable[str] = (), left_out: Iterable[str] = ()) -> Stats:
    """Return the figures of a template that is built with and without these."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        build(load(name, [*added], [*left_out]).template, path)
        return stats_of(read_workbook(path))


def section() -> Iterator[str]:
    """Yield the lines of the section; many workbooks are built for them."""
    whole = measured("sudoku")
    layers = load("sudoku").source.layers
    yield HEAD
    for name, path in layers.items():
        tables = read_toml(path)
        names = tables.get("names", {}).values()
        overridden = [each["overrides"] for each in names if "overrides" in each]
        slots = ", ".join(f"`{each}`" for each in [*tables.get("plugs", {}), *overridden]) or "none"
        cost = _cost(measured("sudoku", left_out=[name]), whole)
        yield f"| `{name}` | {ADDS[name]} | {slots} | {cost} |"
    yield "\nStrategies that the default has, in the same way:\n"
    yield "| strategy | what it adds | names | KB |\n|---|---|---:|---:|"
    for name, adds in STRATEGIES.items():
        yield f"| `{name}` | {adds} | {_cost(measured('sudoku', left_out=[name]), whole)} |"
    yield "\nAnd what `--with` adds to the default:\n"
    yield "| strategies | what they add | names | KB |\n|---|---|---:|---:|"
    for name, adds in MORE.items():
        yield f"| `{name}` | {adds} | {_cost(whole, measured('sudoku', added=[name]))} |"
    core = measured("sudoku", left_out=[*layers, *STRATEGIES])
    yield LEFT.format(
        whole=whole.names,
        whole_formulas=whole.distinct_formulas,
        core=core.names,
        core_formulas=core.distinct_formulas,
    )


def _cost(without: Stats, having: Stats) -> str:
    kilobytes = (having.file_bytes - without.file_bytes) / 1000
    return f"{having.names - without.names} | {kilobytes:.1f}"
