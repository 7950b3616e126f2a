"""Writes what newer versions of Excel store in a formula as older versions would have it.

Excel 365 stores ``@nm`` as ``SINGLE(nm)`` (one_value.py), ``C1#`` as ``ANCHORARRAY(C1)``, and
functions that are newer than Excel 2007 with a prefix.  LET gives names to parts of its last
argument, and LAMBDA to what it is called with.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TypeAlias

from attrs import evolve, frozen

from xlbuilder.errors import FormulaError, counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.functions import PREFIXED, function_of
from xlbuilder.formula.inline import MAX_DEPTH, MAX_NODES
from xlbuilder.formula.lambdas import CALLING, Calls, written_out
from xlbuilder.formula.tree import (
    Call,
    Name,
    Node,
    Reference,
    children,
    is_position,
    mapped,
    walk,
)

_PREFIX = "_XL"
_SPILLED = "ANCHORARRAY"
_OF_CELL = CALLING | {_SPILLED, "SINGLE"}
PARAMETER = "_XLPM."
"""Stands before a name that LET or LAMBDA gives, where it is called."""
_OPTIONAL = "_xlop."
"""Stands in a file before the name of what a LAMBDA may be called without."""
_BY_NAME = "_XLETA."
"""Stands in a file before a function that is given by its name."""
_CALLED = re.compile(r"(?<![\w.])[\w.]++(?=\()")
"""It goes through a text once, however long its words are."""


@lru_cache(maxsize=4096)
def has_newer(formula: Node) -> bool:
    """Return whether a formula calls a function that has a prefix, or should have one."""
    return any(map(_is_newer, walk(formula)))


def _is_newer(node: Node) -> bool:
    match node:
        case Call(function):
            return function.startswith(_PREFIX) or function in PREFIXED
        case Name(text):
            return text.upper().startswith(_PREFIX)
        case _:
            return False


def lacks_prefix(text: str) -> bool:
    """Return whether a formula seems to call a function that a file has with a prefix without it.

    What stands in a text between quotation marks counts too.
    """
    return not PREFIXED.isdisjoint(_CALLED.findall(text.upper()))


@lru_cache(maxsize=4096)
def is_of_cell(formula: Node) -> bool:
    """Return whether what a formula becomes depends on the cell, or on the size of a range."""
    functions = (part.function for part in walk(formula) if isinstance(part, Call))
    prefixed = (each for each in functions if each.startswith(_PREFIX))
    return not _OF_CELL.isdisjoint(each.rpartition(".")[2] for each in prefixed)


def without_newer(
    node: Node, host: Area, arrays: Mapping[Area, Area], calls: Calls | None = None
) -> Node:
    """Return the formula of the cell ``host``, as a file has it, without prefixes.

    ``arrays`` has the range of each array formula, by its first cell, and ``calls`` are shared by
    the formulas of a workbook.  Raises FormulaError when a function lacks its prefix, when LET or
    LAMBDA makes the formula grow beyond bounds, or when a LAMBDA cannot be written out.
    """
    return _bounded(_NewerWriter(host, arrays, calls or Calls()).written(node, {}))


@frozen
class _Lambda:
    """A LAMBDA, with what the names around it mean."""

    parameters: tuple[str, ...]
    """In lower case."""
    body: Node
    names: "_Names"


_Names: TypeAlias = Mapping[str, Node | _Lambda]
"""What names mean that LET and LAMBDA give, in lower case."""


class _NewerWriter:
    def __init__(self, host: Area, arrays: Mapping[Area, Area], calls: Calls) -> None:
        self._calls = calls
        self._host = host
        self._arrays = arrays

    def written(self, node: Node, names: _Names) -> Node:
        if isinstance(node, Name):
            found = names.get(node.text.lower(), node)
            if isinstance(found, _Lambda):
                raise FormulaError(f"takes the LAMBDA {_shown(node.text)} for a value")
            return found
        if not isinstance(node, Call):
            return mapped(node, lambda child: self.written(child, names))
        function = _without_prefix(node.function)
        if function == "LET" and len(node.arguments) % 2:
            return self._let(node, names)
        if function in CALLING and node.arguments:
            return self._calling(function, node.arguments, names)
        called = names.get(function.lower())
        below = tuple(self.written(child, names) for child in node.arguments)
        if isinstance(called, _Lambda):
            return self._called(called, *below)
        if isinstance(called, Name):
            return Call(_function_named(called), below)
        match function, below:
            case "SINGLE", (Reference(_, first, last) as cell,) if first == last:
                return cell
            case "ANCHORARRAY", (Reference() as reference,):
                return self._spilled(reference)
            case _:
                return Call(function, below)

    def _calling(self, function: str, arguments: Sequence[Node], names: _Names) -> Node:
        *given, last = arguments
        called = self._lambda(last, names)
        if isinstance(called, _Lambda):
            call: Callable[..., Node] = partial(self._called, called)
        elif isinstance(called, Name):  # of a function, or of a defined name that is a LAMBDA
            name = _function_named(called)

            def call(*each: Node) -> Node:
                self._calls.take()
                return Call(name, each)
        else:
            raise FormulaError(f"{function} is calculated with a LAMBDA in its last place alone")
        written = [_bounded(self.written(each, names)) for each in given]
        if not self._host.sheet and any(is_position(each) for each in written):
            raise FormulaError(f"{function} in a name is calculated with ranges such as $A$1:$B$9")
        return written_out(function, written, call)

    def _lambda(self, node: Node, names: _Names) -> Node | _Lambda:
        """Return the LAMBDA that a formula is or that a name stands for; otherwise the formula."""
        match node:
            case Call(function, (*parameters, body)) if _without_prefix(function) == "LAMBDA":
                words = tuple(each.text.lower() for each in parameters if isinstance(each, Name))
                is_optional = any(each.startswith(_OPTIONAL) for each in words)
                if is_optional or len(words) < len(parameters):
                    raise FormulaError("a LAMBDA whose values may be left out is not calculated")
                return _Lambda(words, body, names)
            case Name(text):
                return names.get(text.lower(), node)
        return self.written(node, names)

    def _called(self, called: _Lambda, *given: Node) -> Node:
        if len(given) != len(called.parameters):
            takes = counted(len(called.parameters), "name")
            raise FormulaError(f"calls a LAMBDA of {takes} with {counted(len(given), 'value')}")
        self._calls.take()
        own = dict(zip(called.parameters, given, strict=True))
        return self.written(called.body, {**called.names, **own})

    def _let(self, node: Call, names: _Names) -> Node:
        *pairs, result = node.arguments
        own = names
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            if not isinstance(name, Name):
                raise FormulaError("LET has a value where it takes a name")
            found = self._lambda(value, own)
            own = {**own, name.text.lower(): found}
        return self.written(result, own)

    def _spilled(self, reference: Reference) -> Node:
        sheet, at = reference.sheet or self._host.sheet, reference.first
        array = self._arrays.get(Area(sheet, at.row, at.column, at.row, at.column))
        if array is None:
            return Call(_SPILLED, (reference,))
        last = evolve(reference.first, row=array.bottom, column=array.right)
        return evolve(reference, last=last)


def _shown(word: str) -> str:
    """Return a word of LET or LAMBDA as Excel shows it, without its prefix."""
    return word[len(PARAMETER) :] if word.upper().startswith(PARAMETER) else word


def _function_named(name: Name) -> str:
    return name.text.upper().removeprefix(_BY_NAME)


def _bounded(node: Node) -> Node:
    """Return a formula that is written out.  Raises FormulaError when it has too many parts."""
    level, parts = [node], 1
    for _ in range(MAX_DEPTH):
        level = [child for each in level for child in children(each)]
        if not level:
            return node
        parts += len(level)
        if parts > MAX_NODES:
            break
    raise FormulaError(
        "LET or LAMBDA makes the formula grow beyond bounds; write a part of it into a cell"
    )


@lru_cache(maxsize=1_000)
def _without_prefix(function: str) -> str:
    if prefix := function_of(function).prefix:
        raise FormulaError(
            f"Excel shows #NAME? where a file has {function} without its prefix; write"
            f" {prefix}{function}"
        )
    known = function.removeprefix("_XLFN.").removeprefix("_XLWS.")
    return known if function_of(known).is_of_excel else function
