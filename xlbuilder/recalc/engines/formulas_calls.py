"""The package ``formulas`` behind our values; each call of its functions is made once.

The package parses a formula into a graph of calls and has a scheduler for such graphs, which takes
longer than the calls do.  Here the same calls are a list, in which each call stands behind the
calls that give its arguments.  The result of a call is kept: when the same function gets the same
arguments again, in whatever formula, the kept result is taken.  Calls of formulas with volatile
functions are made every time.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from graphlib import TopologicalSorter
from itertools import chain
from typing import Any

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.extents import extent_of
from xlbuilder.formula.functions import Role, function_of
from xlbuilder.formula.tree import (
    Array,
    Call,
    Infix,
    Logical,
    Name,
    Node,
    Number,
    Prefix,
    Text,
    children,
    rebuilt,
    to_text,
    walk,
)
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.formulas_arithmetic import as_called, functions
from xlbuilder.recalc.family import Family, Member

_MISREAD = re.compile(r"=|<>|[<>]=?[^\W\d]|.*[*?]", re.DOTALL)
"""Criteria of which the package makes something else than Excel."""
MAX_KEPT = 100_000
"""When so many results are kept, all are dropped: some 60 MB.  An easy puzzle has 30,000."""


class PackageValue:
    """A value that the package takes or gives; equal ones are one object while they are kept."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Calls:
    """Calls of functions, and their results."""

    def __init__(self) -> None:
        import schedula  # noqa: PLC0415 - heavy, and only in the extra `verify`
        from formulas.tokens.operand import XlError  # noqa: PLC0415

        self._nothing = schedula.NONE  # what a function gives when it fails
        # Of each of these types ``repr`` shows every difference (numpy 1 prints 1.0 for two types).
        own = {XlError, type(schedula.EMPTY), np.bool_, np.float64, np.int64, np.str_}
        self._plain = frozenset(own | {bool, float, int, str})
        self._known: dict[Hashable, PackageValue] = {}
        self._results: dict[tuple[Any, ...], PackageValue] = {}

    def known(self, value: Any) -> PackageValue:
        """Return the object that stands for the value and for all that are equal to it."""
        key = self._key(value)
        if key is None:
            return PackageValue(value)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = PackageValue(value)
        return found

    def kept(self, function: Callable[..., Any], *given: PackageValue) -> PackageValue:
        """Return what a function gives that gives the same for the same arguments."""
        call = (function, *given)
        found = self._results.get(call)
        if found is None:
            if len(self._results) >= MAX_KEPT:
                self._known.clear()
                self._results.clear()
            found = self._results[call] = self.known(self.made(function, *given).value)
        return found

    def made(self, function: Callable[..., Any], *given: PackageValue) -> PackageValue:
        """Return what a function gives this time.  Raises ValueError when it fails."""
        # It may write into its arguments, so it gets copies.
        values = (one.value for one in given)
        result = function(*(one.copy() if isinstance(one, np.ndarray) else one for one in values))
        if result is self._nothing:
            raise ValueError(f"{function} gives nothing")
        return PackageValue(result)

    def _key(self, value: Any) -> Hashable | None:
        """Return what equal values have in common; None if that is not known of such a value.

        Equal are values that no function can tell apart: 1, 1.0 and TRUE are not, nor are 0 and -0,
        nor a row and a column.
        """
        if not isinstance(value, np.ndarray):
            return (type(value), repr(value)) if type(value) in self._plain else None
        elements = value.ravel().tolist()
        types = tuple(map(type, elements))
        if not self._plain.issuperset(types) or getattr(value, "__dict__", None):
            return None
        return type(value), value.dtype.str, value.shape, types, repr(elements)


class CallList:
    """A formula as a list of calls."""

    def __init__(
        self, pipe: Any, inputs: Sequence[str], calls: Calls, *, is_volatile: bool = False
    ) -> None:
        """Take apart what the package has compiled, given the names of the inputs.

        What the package has worked out by now stands in its graph as default values.
        """
        graph, (output,) = pipe.dsp, pipe.outputs
        defaults = {name: default["value"] for name, default in graph.default_values.items()}
        nodes = [node for node in graph.nodes.values() if node["type"] == "function"]
        makers = {node["outputs"][0]: node for node in nodes}
        reads = {name: maker["inputs"] for name, maker in makers.items()}
        made = [name for name in TopologicalSorter(reads).static_order() if name in makers]
        place = {name: number for number, name in enumerate([*defaults, *inputs, *made])}
        (last,) = graph.nodes[output]["filters"]
        self._constants = tuple(map(calls.known, defaults.values()))
        self._steps = [
            *((makers[name]["function"], [place[read] for read in reads[name]]) for name in made),
            (last, [place[output]]),
        ]
        self._result = calls.made if is_volatile else calls.kept

    def evaluate(self, given: Iterable[PackageValue]) -> PackageValue:
        """Return the value of the formula, given its inputs."""
        result = self._result
        known = [*self._constants, *given]
        for function, places in self._steps:
            known.append(result(function, *[known[place] for place in places]))
        return known[-1]


class FormulasPackage:
    """The parser and the functions of the package, and the calls that were made.

    Raises ImportError when it is not installed.
    """

    def __init__(self) -> None:
        import formulas  # noqa: PLC0415 - heavy, and only in the extra `verify`
        import schedula  # noqa: PLC0415
        from formulas.tokens.operand import Error, XlError  # noqa: PLC0415

        self._error_type = XlError
        self._errors = {error: Error.errors[str(error)] for error in ExcelError}
        self._parser = formulas.Parser()
        self._functions = formulas.get_functions()
        self._functions.update(functions())
        self._calls = Calls()
        self.blank = PackageValue(schedula.EMPTY)

    def has(self, function: str) -> bool:
        """Return whether the package knows a function; each cell of an array formula is one."""
        return function in (ELEMENT, "COMBIN") or function in self._functions

    def compile(self, family: Family) -> CallList:
        """Return the formula of a family.

        Raises EngineError when the package lacks a function, or would misread or cannot compile
        the formula.
        """
        formula = family.formula
        if isinstance(formula, Call) and formula.function == ELEMENT:
            formula = formula.arguments[0]
        formula = _as_it_takes(formula)
        called = [part for part in walk(formula) if isinstance(part, Call)]
        for call in called:
            if call.function not in self._functions:
                raise EngineError(f"the engine formulas lacks the function {call.function}")
            if any(map(_is_misread, _criteria(call))):
                raise EngineError(f"the engine formulas misreads {to_text(call, home='')}")
        text = "=" + to_text(formula, home="")
        inputs = [*map(str, family.holes), *family.numbers]
        is_volatile = any(function_of(call.function).is_volatile for call in called)
        try:
            pipe = self._parser.ast(text)[1].compile()
        except Exception as error:  # noqa: BLE001 - whatever the package raises on a formula
            raise EngineError(f"the engine formulas cannot compile {text}: {error}") from None
        if not set(pipe.inputs) <= set(inputs):
            raise EngineError(f"the engine formulas cannot compile {text}")
        return CallList(pipe, inputs, self._calls, is_volatile=is_volatile)

    def cell(self, value: Value) -> PackageValue:
        """Return what the package takes for the value of a cell, or for a number in a formula."""
        if value is None:
            return self.blank
        return self._calls.known(self._errors[value] if isinstance(value, ExcelError) else value)

    def value(self, cell: PackageValue) -> Value:
        """Return the value of a cell, given what the package takes for it."""
        return None if cell is self.blank else self._ours(cell.value)

    def sizes(self, shape: tuple[int, int]) -> tuple[PackageValue, ...]:
        """Return the rows and columns of an area as ``area`` takes them."""
        return tuple(map(self._calls.known, shape))

    def area(self, sizes: Iterable[PackageValue], cells: Iterable[PackageValue]) -> PackageValue:
        """Return what the package takes for an area, given its cells, row by row."""
        return self._calls.kept(_array, *sizes, *cells)

    def shown(self, result: PackageValue, element: tuple[int, int] | None = None) -> Value:
        """Return what a cell shows of a result.

        ``element`` is its row and column in an array formula, from 1.  Raises EngineError when the
        result is several values.
        """
        array = np.asarray(result.value, dtype=object)
        if element is not None:
            array = np.atleast_2d(array)
            within = [1 if n == 1 else at for n, at in zip(array.shape, element, strict=True)]
            if within[0] > array.shape[0] or within[1] > array.shape[1]:
                return ExcelError.NA
            array = array[within[0] - 1 : within[0], within[1] - 1 : within[1]]
        if array.size != 1:
            shape = "x".join(map(str, array.shape))
            raise EngineError(f"gives {shape} values where a cell takes one")
        value = array.reshape(-1)[0]
        if isinstance(value, np.ndarray) and value.size == 1:  # TEXTBEFORE with a text of its own
            value = value.item()
        # A formula that refers to a blank cell shows 0.
        return 0.0 if value is self.blank.value else self._ours(value)

    def rows(self, result: PackageValue) -> tuple[tuple[Value, ...], ...]:
        """Return all values of a result, row by row."""
        array = np.atleast_2d(np.asarray(result.value, dtype=object))
        return tuple(tuple(self.shown(PackageValue(value)) for value in row) for row in array)

    def _ours(self, value: Any) -> Value:
        if isinstance(value, self._error_type):
            return ExcelError(str(value))
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        return str(value) if isinstance(value, str) else float(value)


def element_in(member: Member) -> tuple[int, int] | None:
    """Return the row and the column that a cell has in an array formula, None if it is in none."""
    family = member.family
    if not (isinstance(family.formula, Call) and family.formula.function == ELEMENT):
        return None
    numbers = dict(zip(family.numbers, member.numbers, strict=True))
    row, column = (
        numbers[at.text] if isinstance(at, Name) else at.value
        for at in family.formula.arguments[1:]
        if isinstance(at, Name | Number)
    )
    return int(row), int(column)


def _array(rows: int, columns: int, *cells: Any) -> Any:
    array = np.empty(rows * columns, dtype=object)
    array[:] = cells
    return array.reshape(rows, columns)


def _criteria(call: Call) -> list[Node]:
    """Return the criteria of COUNTIF and its like, nothing of other functions."""
    roles = function_of(call.function).roles(len(call.arguments))
    pairs = zip(call.arguments, roles, strict=True)
    return [argument for argument, role in pairs if role is Role.CRITERION]


def _is_misread(criterion: Node) -> bool:
    """Return whether the package takes a criterion otherwise than Excel.

    To it no blank cell is unequal to anything, an empty text is a blank, a pattern fits blanks and
    a logical value is a number.
    """
    while isinstance(criterion, Infix) and criterion.operator == "&":
        criterion = criterion.left
    if isinstance(criterion, Text):
        return _MISREAD.match(criterion.value) is not None
    if isinstance(criterion, Array):
        return any(map(_is_misread, chain.from_iterable(criterion.rows)))
    return isinstance(criterion, Logical)


def _as_it_takes(node: Node) -> Node:
    """Write a formula with functions that the package has, and that it takes as Excel does.

    It makes nothing of a sign before a logical value, nor of a text in GCD and LCM; its RANDBETWEEN
    gives fractions, its LOOKUP looks for the value in a whole table, its TRIM keeps blanks between
    words, its VALUE reads 1,234 as a date, and it has no COMBIN.
    """
    below = tuple(map(_as_it_takes, children(node)))
    match node, below:
        case Prefix("-"), (operand,):
            return Infix("-", Number(0.0), operand)
        case Infix(), (left, right):
            return as_called(node, (left, right))
        case Call("RANDBETWEEN"), (least, most):
            several = Infix("+", Infix("-", most, least), Number(1.0))
            return Infix("+", least, Call("INT", (Infix("*", Call("RAND", ()), several),)))
        case Call("COMBIN"), (_, _):
            number, chosen = (Call("INT", (each,)) for each in below)
            parts = (number, chosen, Infix("-", number, chosen))
            every, taken, left = (Call("FACT", (part,)) for part in parts)
            return Call("ROUND", (Infix("/", Infix("/", every, taken), left), Number(0.0)))
        case Call("TRIM"), (text,):
            return _trimmed(text)
        case Call("VALUE"), (text,):
            number = Call("NUMBERVALUE", (text, Text("."), Text(",")))
            value = Call("VALUE", (text,))
            is_empty = Infix("=", text, Text(""))
            return Call("IF", (is_empty, value, Call("IFERROR", (number, value))))
        case Call("GCD" | "LCM"), _:
            zero = Number(0.0)
            below = tuple(
                Infix("+", each, zero) if isinstance(each, Text) else each for each in below
            )
        case Call("LOOKUP"), (value, Area() | Array() as table):
            rows, columns = extent_of(table).shape
            function, last = ("HLOOKUP", rows) if columns > rows else ("VLOOKUP", columns)
            return Call(function, (value, table, Number(float(last))))
    return rebuilt(node, below) if below else node


def _trimmed(text: Node) -> Node:
    """Return a text without blanks at its ends, and with one blank for several."""
    left, right = "\x01", "\x02"  # no text has them
    found: Node = Infix("&", Infix("&", Text(" "), text), Text(" "))
    for old, new in ((" ", left + right), (right + left, ""), (left + right, " ")):
        found = Call("SUBSTITUTE", (found, Text(old), Text(new)))
    length = Call("MAX", (Infix("-", Call("LEN", (found,)), Number(2.0)), Number(0.0)))
    return Call("MID", (found, Number(2.0), length))
