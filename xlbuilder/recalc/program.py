"""The formulas of a model, bound and sorted into families, and what depends on what."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from graphlib import TopologicalSorter
from itertools import chain
from operator import is_
from typing import NamedTuple

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.placement import Bound
from xlbuilder.formula.tree import (
    MAX_COLUMNS,
    MAX_ROWS,
    Node,
    Reference,
    children,
    rebuilt,
)
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.family import Member, blocks_by_family, members
from xlbuilder.recalc.readings import read_as
from xlbuilder.xlsx.model import Model

MAX_TOGETHER = 4_000_000
"""Cells that all formulas together may read, and parts that they may have; our workbooks have some
60,000 of each."""


class Order(NamedTuple):
    """The formula cells, by when they are evaluated."""

    before: tuple[Area, ...]
    """The cells before the loops, in the order of their dependencies."""
    remembered: tuple[Area, ...]
    """The remembered names that a loop leads to, in the order of their dependencies."""
    iterated: tuple[Area, ...]
    """The circular cells and everything that depends on them, sheet by sheet in tab order, row by
    row: what Excel takes through each iteration, as far as is known."""


@dataclass(frozen=True)
class Program:
    """What is to be calculated, and where it is from."""

    model: Model
    """As it is read; a remembered name has a formula cell there."""
    reading: Reading
    graph: "Graph"

    @property
    def members(self) -> Mapping[Area, Member]:
        """Each formula cell's family, in the order of the model."""
        return self.graph.members

    @property
    def remembered(self) -> frozenset[Area]:
        """The cells of remembered names."""
        return self.graph.remembered

    @property
    def precedents(self) -> Mapping[Area, tuple[Area, ...]]:
        """The cells that each formula cell reads, constants included."""
        return self.graph.precedents

    @property
    def dependents(self) -> Mapping[Area, tuple[Area, ...]]:
        """The formula cells that read each cell."""
        return self.graph.dependents

    @property
    def order(self) -> Order:
        """The order of all formula cells."""
        return self.graph.order


@dataclass(frozen=True)
class Graph:
    """The bound formulas of a model, and what depends on what; values play no part."""

    members: Mapping[Area, Member]
    remembered: frozenset[Area]

    @cached_property
    def precedents(self) -> Mapping[Area, tuple[Area, ...]]:
        """The cells that each formula cell reads, constants included."""
        areas = {area for member in self.members.values() for area in member.areas}
        within = {area: tuple(area.cells()) for area in areas}
        return {
            cell: tuple(dict.fromkeys(chain.from_iterable(within[a] for a in member.areas)))
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
    def order(self) -> Order:
        """The order of all formula cells."""
        reads = {
            cell: [read for read in found if read in self.members]
            for cell, found in self.precedents.items()
        }
        waiting = {cell: len(found) for cell, found in reads.items()}
        ready = [cell for cell in reads if not waiting[cell]]
        before: list[Area] = []
        while ready:
            before += ready
            following = []
            for reader in chain.from_iterable(self.dependents.get(cell, ()) for cell in ready):
                waiting[reader] -= 1
                if not waiting[reader]:
                    following.append(reader)
            ready = following
        settled = set(before)
        others = [cell for cell in self.members if cell not in settled]
        names = {
            cell: self.remembered.intersection(self.precedents[cell])
            for cell in others
            if cell in self.remembered
        }
        called = [cell for cell in TopologicalSorter(names).static_order() if cell in names]
        cells = [cell for cell in others if cell not in self.remembered]
        return Order(tuple(before), tuple(called), tuple(cells))


def load_program(model: Model, reading: Reading = Reading.AS_WRITTEN) -> Program:
    """Bind every formula of ``model``, read as ``reading`` says.

    Raises WorkbookError with the cell whose formula cannot be read or bound.
    """
    model.check_read()
    model, remembered = read_as(reading, model)
    formulas = _Formulas(tuple(model.formulas.items()), tuple(model.names.items()), model)
    return Program(model, reading, _graph(formulas, remembered))


@dataclass(frozen=True)
class _Formulas:
    """The formulas of a model, equal to those of another model with the same ones."""

    cells: tuple[tuple[Area, Node], ...]
    names: tuple[tuple[str, Node | FormulaError], ...]
    model: Model = field(compare=False)


@lru_cache(maxsize=8)
def _graph(formulas: _Formulas, remembered: frozenset[Area]) -> Graph:
    """Bind formulas, once for those who open the same workbook again.

    Those are the worker processes, which begin as a copy of this one, and what walks through a
    workbook and then judges it.
    """
    model = formulas.model
    found: dict[Area, Member] = {}
    together = 0
    for blocks in blocks_by_family(_bound(model)):
        first = blocks[0].cells[0]
        with _told(model, first):
            own = members(blocks)
        together += own[first].family.reads * len(own)
        _refuse(model, together)
        found.update(own)
    return Graph({cell: found[cell] for cell in model.formulas}, remembered)


def _bound(model: Model) -> Iterator[tuple[Area, Bound]]:
    binder = binder_of(model.names)
    used = _Used(model)
    together = 0
    for cell, formula in model.formulas.items():
        with _told(model, cell):
            bound = used.within(binder.bound(formula, cell))
        together += len(bound.parts)
        _refuse(model, together)
        yield cell, bound


class _Used:
    """Lets whole columns and rows end where their sheet does, as far as it is used."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._frames: dict[Node, Node] = {}

    @cached_property
    def _ends(self) -> Mapping[str, Area]:
        """The used part of each sheet: cells with something in them, and named ranges."""
        areas: dict[str, list[Area]] = {sheet: [] for sheet in self._model.sheets}
        names = self._model.names.values()
        named = [resolved(node) for node in names if isinstance(node, Reference)]
        for area in chain(self._model.values, self._model.formulas, named):
            if area.sheet in areas and not _is_whole(area):
                areas[area.sheet].append(area)
        return {sheet: around(found) for sheet, found in areas.items() if found}

    def within(self, bound: Bound) -> Bound:
        """Return a bound formula without whole columns and rows."""
        frame = self._frames.get(bound.frame)
        if frame is None:
            frame = self._frames[bound.frame] = self._cut(bound.frame)
        if not any(_is_whole(part) or children(part) for part in bound.parts.values()):
            return bound if frame is bound.frame else Bound(frame, bound.parts)
        return Bound(frame, {name: self._cut(part) for name, part in bound.parts.items()})

    def _cut(self, node: Node) -> Node:
        if isinstance(node, Area):
            end = self._ends.get(node.sheet, node._replace(bottom=1, right=1))
            bottom = min(node.bottom, end.bottom) if node.bottom == MAX_ROWS else node.bottom
            right = min(node.right, end.right) if node.right == MAX_COLUMNS else node.right
            return node._replace(bottom=max(bottom, node.top), right=max(right, node.left))
        below = children(node)
        others = tuple(map(self._cut, below))
        return node if all(map(is_, below, others)) else rebuilt(node, others)


def _is_whole(node: Node) -> bool:
    return isinstance(node, Area) and (node.bottom == MAX_ROWS or node.right == MAX_COLUMNS)


@contextmanager
def _told(model: Model, cell: Area) -> Iterator[None]:
    """Say in which cell a formula goes wrong."""
    try:
        yield
    except FormulaError as error:
        raise WorkbookError(f"{model.path}: {cell.sheet}!{cell}: {error}") from None


def _refuse(model: Model, together: int) -> None:
    if together > MAX_TOGETHER:
        raise WorkbookError(f"{model.path}: its formulas read too many cells; refused")
