"""The formulas of a model, bound and sorted into families, and what depends on what."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from graphlib import TopologicalSorter
from itertools import chain
from typing import NamedTuple

from xlbuilder.errors import EngineError, FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.form import Form, Formulas, forms_of
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.last import LAST
from xlbuilder.formula.placement import BoundFormula
from xlbuilder.formula.tree import (
    Call,
    Infix,
    Node,
    Reference,
)
from xlbuilder.recalc.choices import Reading
from xlbuilder.recalc.circles import circular
from xlbuilder.recalc.dynamic import SHEET, DynamicRanges, Ranges
from xlbuilder.recalc.family import Member, blocks_by_family, members
from xlbuilder.recalc.readings import read_as
from xlbuilder.recalc.subtotals import Subtotals
from xlbuilder.recalc.whole import have_whole_areas, is_whole, within_sheets
from xlbuilder.xlsx.left_out import LeftOut
from xlbuilder.xlsx.model import Model

MAX_TOGETHER = 10_000_000
"""Cells that all formulas together may read, and parts that they may have; our workbooks have some
60,000 of each."""


class Phases(NamedTuple):
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
    """What is to be calculated, where it is from, and what depends on what."""

    model: Model
    """As it is read; a remembered name has a formula cell there."""
    reading: Reading
    members: Mapping[Area, Member]
    """Each formula cell's family, in the order of the model."""
    remembered: frozenset[Area]
    """The cells of remembered names."""
    precedents: Mapping[Area, tuple[Area, ...]]
    """The cells that each formula cell reads, constants included."""
    dependents: Mapping[Area, Sequence[Area]]
    """The formula cells that read each cell."""
    phases: Phases
    dynamic: DynamicRanges
    """The dynamic ranges, whose arguments have formula cells of their own."""

    def told(self, cell: Area) -> str:
        """Return the cell that a message names for a formula cell, with its sheet.

        For an argument of a dynamic range this is the first cell whose formula has the range.
        """
        cell = self.dynamic.owners.get(cell, cell)
        return f"{cell.sheet}!{cell}"

    @cached_property
    def behind_circles(self) -> tuple[Area, ...]:
        """The cells that depend on circles and are on none, in the order of their dependencies."""
        iterated = {cell: self.precedents[cell] for cell in self.phases.iterated}
        behind = iterated.keys() - circular(iterated)
        reads = {cell: behind.intersection(iterated[cell]) for cell in iterated if cell in behind}
        return tuple(TopologicalSorter(reads).static_order())

    def check_ranges(self) -> None:
        """Raise EngineError for a cell of a circle with a dynamic range that depends on a circle.

        Excel finds such a range anew in each iteration.
        """
        iterated = {*self.phases.iterated} if self.model.calculation.iterate else set()
        for cell, arguments in self.dynamic.reads.items():
            if not iterated.isdisjoint(arguments) and cell not in self.behind_circles:
                raise EngineError(
                    f"{self.told(cell)}: is on a circle, and the range of its OFFSET, INDIRECT or"
                    " INDEX depends on values of a circle, which is not calculated"
                )


def load_program(
    model: Model, reading: Reading = Reading.AS_WRITTEN, ranges: Ranges | None = None
) -> Program:
    """Bind every formula of ``model``, read as ``reading`` says.

    ``ranges`` says what dynamic ranges are.  Raises WorkbookError with the cell whose formula
    cannot be read or bound.
    """
    model.check_read()
    model, remembered = read_as(reading, replace(model, formulas=Formulas(model.evaluated)))
    forms = {cell: form.changed(_with_last) for cell, form in model.forms.items()}
    model = replace(model, formulas=Formulas(forms))
    written, names = tuple(model.forms.items()), tuple(model.names.items())
    known = tuple((ranges or {}).items())
    program = _program(
        _Formulas(written, names, _ends(model), model, reading, known, model.left_out), remembered
    )
    arguments = {cell: node for node, cell in program.dynamic.arguments.items()}
    if arguments:
        sheets = *model.sheets, SHEET
        forms = {**forms, **forms_of(arguments)}
        model = replace(model, sheets=sheets, formulas=Formulas(forms))
    return replace(program, model=model)


@lru_cache(maxsize=4096)
def _with_last(formula: Node) -> Node:
    """Return the outline of a formula, in which the last operation is a call (formula/last.py)."""
    match formula:
        case Infix("+" | "-" as operator, left, right):
            return Call(LAST[operator], (left, right))
        case Call(function, (array, *place)) if function == ELEMENT:
            return Call(function, (_with_last(array), *place))
        case _:
            return formula


@dataclass(frozen=True)
class _Formulas:
    """The formulas of a model, equal to those of another model with the same ones."""

    cells: tuple[tuple[Area, Form], ...] = field(hash=False)
    names: tuple[tuple[str, Node | FormulaError], ...]
    ends: tuple[tuple[str, int, int], ...]
    model: Model = field(compare=False)
    reading: Reading
    ranges: tuple[tuple[tuple[str, Node], Node], ...]
    left_out: LeftOut


@lru_cache(maxsize=8)
def _program(formulas: _Formulas, remembered: frozenset[Area]) -> Program:
    """Bind formulas, once for a workbook that is opened again with other values.

    Worker processes, which begin as a copy of this one, open it again; so does code that walks
    through a workbook and then judges it.
    """
    model = formulas.model
    unordered: dict[Area, Member] = {}
    together = 0
    dynamic = DynamicRanges(dict(formulas.ranges))
    for blocks in blocks_by_family(_bound(formulas, dynamic)):
        first = blocks[0].cells[0]
        with _told(model, dynamic.owners.get(first, first)):
            own = members(blocks)
        together += own[first].family.reads * len(own)
        _refuse(model, together)
        unordered.update(own)
    members_by_cell = {cell: unordered[cell] for cell in (*model.formulas, *dynamic.owners)}
    precedents = _precedents(members_by_cell)
    for cell, arguments in dynamic.reads.items():
        precedents[cell] = tuple(dict.fromkeys((*precedents[cell], *arguments)))
    dependents: dict[Area, list[Area]] = {}
    for cell, reads in precedents.items():
        for read in reads:
            dependents.setdefault(read, []).append(cell)
    return Program(
        model,
        formulas.reading,
        members_by_cell,
        remembered,
        precedents,
        dependents,
        _phases(precedents, dependents, remembered),
        dynamic,
    )


def _precedents(members: Mapping[Area, Member]) -> dict[Area, tuple[Area, ...]]:
    areas = {area for member in members.values() for area in member.areas}
    known: dict[Area, Area] = {}  # ranges that overlap share their cells
    within = {area: tuple(known.setdefault(cell, cell) for cell in area.cells()) for area in areas}
    return {
        cell: tuple(dict.fromkeys(chain.from_iterable(map(within.__getitem__, member.areas))))
        for cell, member in members.items()
    }


def _phases(
    precedents: Mapping[Area, tuple[Area, ...]],
    dependents: Mapping[Area, Sequence[Area]],
    remembered: frozenset[Area],
) -> Phases:
    waiting = {
        cell: sum(read in precedents for read in reads) for cell, reads in precedents.items()
    }
    before = [cell for cell in waiting if not waiting[cell]]
    for cell in before:  # grows while it is read
        for reader in dependents.get(cell, ()):
            waiting[reader] -= 1
            if not waiting[reader]:
                before.append(reader)
    settled = set(before)
    others = [cell for cell in precedents if cell not in settled]
    names = {
        cell: remembered.intersection(precedents[cell]) for cell in others if cell in remembered
    }
    called = [cell for cell in TopologicalSorter(names).static_order() if cell in names]
    cells = [cell for cell in others if cell not in remembered]
    return Phases(tuple(before), tuple(called), tuple(cells))


def _bound(formulas: _Formulas, dynamic: DynamicRanges) -> Iterator[tuple[Area, BoundFormula]]:
    model, ending = formulas.model, _Ending(formulas.ends)
    binder, subtotals = binder_of(model.names), Subtotals(model.left_out)
    together = 0
    for cell, form in model.forms.items():
        with _told(model, cell):
            bound = dynamic.within(binder.bound(form, cell), cell, cell.sheet)
            bound = ending.within(subtotals.within(bound))
        together += len(bound.parts)
        _refuse(model, together)
        yield cell, bound
    for cell, argument in dynamic.bound_arguments():
        yield cell, ending.within(subtotals.within(argument))


def _ends(model: Model) -> tuple[tuple[str, int, int], ...]:
    """Return the last row and column of each sheet that hold something or belong to a named range.

    Whole columns and rows end there.
    """
    found: dict[str, tuple[int, int]] = dict.fromkeys(model.sheets, (1, 1))
    named = [resolved(node) for node in model.names.values() if isinstance(node, Reference)]
    for area in chain(model.values, model.formulas, named):
        if area.sheet in found and not is_whole(area):
            bottom, right = found[area.sheet]
            found[area.sheet] = max(bottom, area.bottom), max(right, area.right)
    return tuple((sheet, *end) for sheet, end in found.items())


class _Ending:
    """Writes formulas without whole columns and rows."""

    def __init__(self, ends: Iterable[tuple[str, int, int]]) -> None:
        self._ends = {sheet: (bottom, right) for sheet, bottom, right in ends}
        self._frames: dict[Node, bool] = {}
        """Whether a frame has whole columns or rows; many cells have the same."""

    def within(self, bound: BoundFormula) -> BoundFormula:
        """Return a bound formula without whole columns and rows."""
        has_whole = self._frames.get(bound.frame)
        if has_whole is None:
            has_whole = self._frames[bound.frame] = have_whole_areas([bound.frame])
        if has_whole or have_whole_areas(bound.parts.values()):
            return BoundFormula(within_sheets(bound.node, self._ends), {})
        return bound


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
