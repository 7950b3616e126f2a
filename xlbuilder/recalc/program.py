"""The formulas of a model, closed and sorted into families.

A *family* is the set of cells whose closed formulas differ only in where they read: the areas
become numbered slots, so an engine compiles once a family and is fed the values of the slots.
(Equal formulas in R1C1 style would be the narrower choice; the valid-values board of 729 cells
has 729 of those, and nine families.)
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.close import Closer
from xlbuilder.formula.tree import Area, Node, children, rebuilt
from xlbuilder.recalc.model import Model

MAX_READ = 16_000
"""Cells that one formula may read; bounds the memory that a stranger's workbook can ask for."""
MAX_READ_TOGETHER = 4_000_000
"""The same for all formulas together; our workbooks read some 50,000."""
_SLOTS = ""


@dataclass(frozen=True)
class Family:
    """A formula whose areas are slots: areas on the sheet "" laid out one after the other."""

    formula: Node
    slots: tuple[Area, ...]


@dataclass(frozen=True)
class Member:
    """A cell's own part in its family: the area behind each slot."""

    family: Family
    areas: tuple[Area, ...]


@dataclass(frozen=True)
class Program:
    """What is to be calculated: each formula cell's family, in the order of the model."""

    model: Model
    members: Mapping[Area, Member]

    @cached_property
    def precedents(self) -> Mapping[Area, tuple[Area, ...]]:
        """The cells that each formula cell reads, constants included."""
        return {
            cell: tuple(dict.fromkeys(read for area in member.areas for read in area.cells()))
            for cell, member in self.members.items()
        }

    @cached_property
    def dependents(self) -> Mapping[Area, tuple[Area, ...]]:
        """The formula cells that read each cell."""
        found: dict[Area, list[Area]] = {}
        for cell, reads in self.precedents.items():
            for read in reads:
                found.setdefault(read, []).append(cell)
        return {read: tuple(cells) for read, cells in found.items()}

    @cached_property
    def order(self) -> tuple[tuple[Area, ...], tuple[Area, ...]]:
        """The cells before the loops, in the order of their dependencies; then all the others.

        The others are the circular cells and everything that depends on them, sheet by sheet in
        tab order, row by row: what Excel takes through each iteration (ENGINES X4, X7, X17).
        """
        sorter = TopologicalSorter(
            {
                cell: [read for read in reads if read in self.members]
                for cell, reads in self.precedents.items()
            }
        )
        with suppress(CycleError):  # the sorter still gives as many nodes as the cycles allow
            sorter.prepare()
        before: list[Area] = []
        while ready := sorter.get_ready():
            before += ready
            sorter.done(*ready)
        settled = set(before)
        return tuple(before), tuple(cell for cell in self.members if cell not in settled)


def load_program(model: Model) -> Program:
    """Close every formula of ``model``.

    Raises WorkbookError with the cell whose formula cannot be closed.
    """
    members: dict[Area, Member] = {}
    known: dict[Family, Family] = {}
    together = 0
    closer = Closer(model.names)
    for cell, formula in model.formulas.items():
        try:
            member = _member(closer.close(formula, cell))
        except FormulaError as error:
            raise WorkbookError(f"{model.path}: {cell.sheet}!{cell}: {error}") from None
        together += sum(area.shape[0] * area.shape[1] for area in member.areas)
        if together > MAX_READ_TOGETHER:
            raise WorkbookError(f"{model.path}: its formulas read too many cells; refused")
        family = known.setdefault(member.family, member.family)
        members[cell] = Member(family, member.areas)
    return Program(model, members)


def _member(closed: Node) -> Member:
    areas: dict[Area, Area] = {}
    column = 1
    size = 0

    def slot(area: Area) -> Area:
        nonlocal column, size
        if area not in areas:
            rows, columns = area.shape
            size += rows * columns
            if size > MAX_READ:
                raise FormulaError(f"reads more than {MAX_READ:,} cells")
            areas[area] = Area(_SLOTS, 1, column, rows, column + columns - 1)
            column += columns
        return areas[area]

    def with_slots(node: Node) -> Node:
        if isinstance(node, Area):
            return slot(node)
        return rebuilt(node, tuple(map(with_slots, children(node))))

    formula = with_slots(closed)
    return Member(Family(formula, tuple(areas.values())), tuple(areas))
