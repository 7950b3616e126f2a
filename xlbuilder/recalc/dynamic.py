"""Dynamic ranges, which depend on values: OFFSET, INDIRECT, and ``A1:INDEX(A:A,B1)``.

A formula is bound before any cell has a value.  So each *argument* on which a dynamic range
depends, such as ``B1``, gets a cell of its own, on a sheet that no file has.  A session calculates
these cells (session.py), has the ranges written into the formulas, and binds the formulas again
whenever a range comes to lie elsewhere.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TypeAlias

from xlbuilder.errors import EngineError, FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.extents import gives_several
from xlbuilder.formula.fold import errors_in, folded
from xlbuilder.formula.parse import parsed_form
from xlbuilder.formula.placement import BoundFormula
from xlbuilder.formula.tree import (
    Call,
    Constant,
    ErrorValue,
    Infix,
    Logical,
    Missing,
    Name,
    Node,
    Number,
    Text,
    children,
    walk,
)
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.tabs import with_tabs

Ranges: TypeAlias = Mapping[tuple[str, Node], Node]
"""What the dynamic ranges of each sheet are just now; one that stays as it is cannot be found."""

DYNAMIC = frozenset({"OFFSET", "INDIRECT"})
"""Functions of dynamic ranges."""
SHEET = "arguments on which dynamic ranges depend"
"""The sheet of the arguments; no file can have such a long name."""
_WIDTH = 64
"""Arguments that stand side by side there."""
_FEW = 1000
"""Cells of a range that count as read beside a range that is not known yet."""
_UNKNOWN = Name("unknown range")
_REF = ErrorValue(ExcelError.REF)
_R1C1 = re.compile(r"(?P<sheet>.*!)?R(?P<row>\d+)C(?P<column>\d+)", re.IGNORECASE)


@dataclass
class DynamicRanges:
    """The dynamic ranges that formulas have, and the cells of their arguments."""

    known: Ranges
    """What the ranges are just now; a formula with one that is not known yet is ``#REF!``."""
    arguments: dict[Node, Area] = field(default_factory=dict)
    """The cell of each argument."""
    found: dict[tuple[str, Node], Area] = field(default_factory=dict)
    """The dynamic ranges, each with its sheet, and the first cell that has it."""
    reads: dict[Area, tuple[Area, ...]] = field(default_factory=dict)
    """The arguments on which the formula of each cell depends; while a range of it is not known,
    all that it reads."""
    owners: dict[Area, Area] = field(default_factory=dict)
    """The first cell whose formula depends on each argument."""
    _frames: dict[Node, bool] = field(default_factory=dict)
    """Whether a frame may have dynamic ranges; many cells have the same."""

    def within(self, bound: BoundFormula, cell: Area, sheet: str) -> BoundFormula:
        """Return the bound formula of a cell with ranges in place of its dynamic ranges."""
        has_some = self._frames.get(bound.frame)
        if has_some is None:
            has_some = self._frames[bound.frame] = any(map(may_be_dynamic, walk(bound.frame)))
        if not has_some:
            return bound
        node = self._within(bound.node, cell, sheet)
        parts = [*walk(node)]
        if _UNKNOWN not in parts:
            return BoundFormula(node, {})
        areas = (part for part in parts if isinstance(part, Area) and part.size <= _FEW)
        self.reads[cell] += tuple(chain.from_iterable(area.cells() for area in areas))
        return BoundFormula(_REF, {})

    def bound_arguments(self) -> Iterator[tuple[Area, BoundFormula]]:
        """Yield the cells of the arguments, which may have dynamic ranges too."""
        waiting = deque(self.arguments)
        while waiting:
            count = len(self.arguments)
            argument = waiting.popleft()
            cell = self.arguments[argument]
            yield cell, self.within(BoundFormula(argument, {}), cell, self.owners[cell].sheet)
            waiting.extend(islice(self.arguments, count, None))

    def _within(self, node: Node, cell: Area, sheet: str) -> Node:
        if is_dynamic(node):
            self.found.setdefault((sheet, node), self.owners.get(cell, cell))
            own = [self._cell(argument, cell) for argument in _arguments(node)]
            self.reads[cell] = tuple(dict.fromkeys([*self.reads.get(cell, ()), *own]))
            return self.known.get((sheet, node), _UNKNOWN)
        below = children(node)
        others = tuple([self._within(child, cell, sheet) for child in below])
        return node if others == below else folded(node, others)

    def _cell(self, argument: Node, cell: Area) -> Area:
        """Return the cell of an argument of a dynamic range in a cell."""
        if argument not in self.arguments:
            row, column = divmod(len(self.arguments), _WIDTH)
            place = Area(SHEET, row + 1, column + 1, row + 1, column + 1)
            self.arguments[argument] = place
            self.owners[place] = self.owners.get(cell, cell)
        return self.arguments[argument]

    def now(self, read: Callable[[Area], list[Value]], model: Model) -> Ranges:
        """Return what the ranges are, given the values of the arguments.

        Raises EngineError, with the cell, for a text that INDIRECT cannot be read of.
        """
        values = {argument: _constant(read(cell)[0]) for argument, cell in self.arguments.items()}
        found: dict[tuple[str, Node], Node] = {}
        for (sheet, node), cell in self.found.items():
            try:
                range_ = _Finder(sheet, values, model).range(node)
            except EngineError as error:
                raise EngineError(f"{cell.sheet}!{cell}: {error}") from None
            found[sheet, node] = range_ if isinstance(range_, Area | ErrorValue) else node
        return found


def may_be_dynamic(node: Node) -> bool:
    """Return whether a node of a bound formula is a range that may depend on values."""
    if isinstance(node, Call):
        return node.function in DYNAMIC
    return isinstance(node, Infix) and node.operator in (":", " ")


def is_dynamic(node: Node) -> bool:
    """Return whether a node of a bound formula is a range that depends on values.

    One that depends on several values at once, such as ``OFFSET(A1,ROW(A1:A3),0)``, is none.
    """
    is_range = may_be_dynamic(node) and _is_range(node)
    return is_range and not any(map(gives_several, _arguments(node)))


def _is_range(node: Node) -> bool:
    """Return whether a node is a range whatever the values of its arguments are."""
    match node:
        case Area() | ErrorValue() | Call("INDIRECT", (_, *_)):
            return True
        case Call("OFFSET", (of, _, _, *_)) | Call("INDEX", (of, _, *_)):
            return _is_range(of)
        case Call("IF" | "CHOOSE", (_, _, _, *_)):
            return all(map(_is_range, node.arguments[1:]))
        case Infix(":" | " ", left, right):
            return _is_range(left) and _is_range(right)
        case _:
            return False


def _arguments(node: Node) -> Iterator[Node]:
    """Yield what a range depends on; of constants it does not depend."""
    match node:
        case Call("OFFSET" | "INDEX", (of, *places)):
            yield from _arguments(of)
            yield from filter(_is_open, places)
        case Call("INDIRECT", texts):
            yield from filter(_is_open, texts)
        case Call("IF" | "CHOOSE", (which, *choices)):
            yield from filter(_is_open, [which])
            yield from chain.from_iterable(map(_arguments, choices))
        case Infix(":" | " ", left, right):
            yield from chain(_arguments(left), _arguments(right))


def _is_open(argument: Node) -> bool:
    return not isinstance(argument, Constant | Missing)


def _constant(value: Value) -> Constant:
    match value:
        case bool():
            return Logical(value)
        case str():
            return Text(value)
        case ExcelError():
            return ErrorValue(value)
    return Number(value or 0.0)


@dataclass(frozen=True)
class _Finder:
    """Finds the range that a dynamic range of a sheet is."""

    sheet: str
    values: Mapping[Node, Constant]
    """What the arguments are."""
    model: Model

    def range(self, node: Node) -> Node:
        """Return the range, or the error in its place; any other node cannot be found."""
        match node:
            case Call("OFFSET" | "INDEX", (of, *places)):
                below = (self.range(of), *map(self._number, places))
            case Call("IF" | "CHOOSE", (which, *choices)):
                below = (self._number(which), *map(self.range, choices))
                if isinstance(below[0], ErrorValue):
                    return below[0]
                return folded(node, below)
            case Call("INDIRECT", (text, *style)):
                return self._indirect(self._value(text), [self._number(each) for each in style])
            case Infix(":" | " ", left, right):
                below = (self.range(left), self.range(right))
            case _:
                return node
        errors = errors_in(below)
        return errors[0] if errors else folded(node, below)

    def _value(self, argument: Node) -> Node:
        return self.values.get(argument, argument)

    def _number(self, argument: Node) -> Node:
        """Return an argument as a number: Excel reads a text or a logical value as one."""
        match self._value(argument):
            case Logical(value):
                return Number(float(value))
            case Text(value):
                try:
                    return Number(float(value))
                except ValueError:
                    return ErrorValue(ExcelError.VALUE)
            case other:
                return other

    def _indirect(self, text: Node, style: list[Node]) -> Node:
        """Return the range that a text spells."""
        match text:
            case ErrorValue():
                return text
            case Text(spelled) if style and style[0] == Number(0.0):
                match = _R1C1.fullmatch(spelled)
                if match is None:
                    raise EngineError(f'INDIRECT of "{spelled}" in R1C1 style is not calculated')
                spelled = f"{match['sheet'] or ''}" + str(
                    Area("", *[int(match[part]) for part in ("row", "column")] * 2)
                )
            case Text(spelled):
                pass
            case _:
                return _REF
        if "[" in spelled:
            raise EngineError(
                f'INDIRECT of "{spelled}", a table or another workbook, is not calculated'
            )
        try:
            host = Area(self.sheet, 1, 1, 1, 1)
            form = with_tabs(parsed_form(spelled), self.model.sheets)
            found = bind(form.formula, host, self.model.names)
        except FormulaError:
            return _REF
        return found if isinstance(found, Area) else _REF
