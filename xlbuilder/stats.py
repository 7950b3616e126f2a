"""How large a workbook is: its file, its formulas, its names."""

from collections.abc import Iterator
from dataclasses import dataclass

from xlbuilder.formula.tree import (
    Area,
    Node,
    Reference,
    children,
    rebuilt,
    sheet_prefix,
    to_text,
)
from xlbuilder.recalc.model import Model


@dataclass(frozen=True)
class Longest:
    """The longest formula of a workbook."""

    characters: int
    """Without ``=``, and without blanks but those in texts."""
    place: str
    """``Main!D16`` or ``name best_guess``."""


@dataclass(frozen=True)
class Stats:
    """What is counted in a workbook as it is stored."""

    file_bytes: int
    formula_cells: int
    distinct_formulas: int
    """Formulas of cells; two that are filled down or right from each other count as one."""
    names: int
    name_formulas: int
    """Names that stand for more than a fixed range."""
    longest: Longest | None
    """None when there is no formula at all."""


def stats_of(model: Model) -> Stats:
    """Count what is in the workbook that ``model`` was read from."""
    formulas = [
        name
        for name, node in model.names.items()
        if not isinstance(node, Reference) or node.is_relative
    ]
    found = max(_lengths(model), key=lambda each: each.characters, default=None)
    return Stats(
        file_bytes=model.path.stat().st_size,
        formula_cells=len(model.formulas),
        distinct_formulas=len({_from_host(node, cell) for cell, node in model.formulas.items()}),
        names=len(model.names),
        name_formulas=len(formulas),
        longest=found,
    )


def _from_host(node: Node, host: Area) -> Node:
    """Return a formula as it would read in A1, so that equal ones compare equal (as in R1C1)."""
    if isinstance(node, Reference):
        return node.moved(1 - host.top, 1 - host.left)
    below = children(node)
    if not below:
        return node
    return rebuilt(node, tuple(_from_host(child, host) for child in below))


def _lengths(model: Model) -> Iterator[Longest]:
    for cell, node in model.formulas.items():
        yield Longest(len(to_text(node)), f"{sheet_prefix(cell.sheet)}{cell}")
    for name, entry in model.names.items():
        if not isinstance(entry, Exception):  # a name that cannot be read
            yield Longest(len(to_text(entry)), f"name {name}")
