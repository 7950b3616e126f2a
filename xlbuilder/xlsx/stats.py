"""Counts what a workbook has: the size of its file, its formulas, its names."""

from collections.abc import Iterator
from dataclasses import dataclass

from xlbuilder.formula.tree import to_text
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.readability import Readability, first_cells, named_formulas, readability_of


@dataclass(frozen=True)
class Longest:
    """The longest formula of a workbook."""

    characters: int
    """Without ``=``, and without blanks except those in texts."""
    place: str
    """``Main!D16`` or ``name best_guess``."""


@dataclass(frozen=True)
class Stats:
    """The counts of a workbook as it is stored."""

    file_bytes: int
    formula_cells: int
    distinct_formulas: int
    """Formulas of cells; two that are filled down or right from each other count as one."""
    names: int
    name_formulas: int
    """Names that stand for more than a fixed range."""
    longest: Longest | None
    """None when there is no formula."""
    readability: Readability


def stats_of(model: Model) -> Stats:
    """Return the counts of the workbook that ``model`` was read from.

    Raises WorkbookError when the document properties that name its boards are damaged.
    """
    found = max(_lengths(model), key=lambda each: each.characters, default=None)
    return Stats(
        file_bytes=model.path.stat().st_size,
        formula_cells=len(model.formulas),
        distinct_formulas=len(first_cells(model)),
        names=len(model.names),
        name_formulas=len(named_formulas(model)),
        longest=found,
        readability=readability_of(model),
    )


def _lengths(model: Model) -> Iterator[Longest]:
    for cell, node in model.formulas.items():
        yield Longest(len(to_text(node)), to_text(cell))
    for name, entry in model.names.items():
        if not isinstance(entry, Exception):  # a name that cannot be read
            yield Longest(len(to_text(entry)), f"name {name}")
