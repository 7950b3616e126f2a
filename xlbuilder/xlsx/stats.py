"""Counts how large a workbook is: its file, its formulas, its names."""

from collections.abc import Iterator
from dataclasses import dataclass

from xlbuilder.formula.area import sheet_prefix
from xlbuilder.formula.tree import Reference, moved, to_text
from xlbuilder.xlsx.model import Model


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


def stats_of(model: Model) -> Stats:
    """Return the counts of the workbook that ``model`` was read from."""
    formulas = [
        name
        for name, node in model.names.items()
        if not isinstance(node, Reference) or node.is_relative
    ]
    found = max(_lengths(model), key=lambda each: each.characters, default=None)
    return Stats(
        file_bytes=model.path.stat().st_size,
        formula_cells=len(model.formulas),
        # Moved to A1, formulas that are filled from each other are equal, as in R1C1.
        distinct_formulas=len(
            {moved(node, 1 - at.top, 1 - at.left) for at, node in model.formulas.items()}
        ),
        names=len(model.names),
        name_formulas=len(formulas),
        longest=found,
    )


def _lengths(model: Model) -> Iterator[Longest]:
    for cell, node in model.formulas.items():
        yield Longest(len(to_text(node)), f"{sheet_prefix(cell.sheet)}{cell}")
    for name, entry in model.names.items():
        if not isinstance(entry, Exception):  # a name that cannot be read
            yield Longest(len(to_text(entry)), f"name {name}")
