"""Writes what newer versions of Excel store in a formula as older versions would have it.

Excel 365 stores ``@nm`` as ``SINGLE(nm)`` (one_value.py), ``C1#`` as ``ANCHORARRAY(C1)``, and
functions that are newer than Excel 2007 with a prefix.  LET gives names to parts of its last
argument.
"""

import re
from collections.abc import Mapping
from itertools import islice

from attrs import evolve

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.functions import PREFIXED, function_of
from xlbuilder.formula.inline import MAX_NODES
from xlbuilder.formula.tree import (
    Call,
    Name,
    Node,
    Reference,
    mapped,
    walk,
)

ELEMENT = "ARRAY_OF_SEVERAL_CELLS"
"""The function that a cell of an array formula has around the formula, with the cell's row and
column in the array, from 1; Excel knows no such function."""

_SPILLED = "ANCHORARRAY"
_CALLED = re.compile(r"(?<![\w.])[\w.]++(?=\()")
"""It goes through a text once, however long its words are."""


def has_newer(text: str) -> bool:
    """Return whether a formula may call a function that has a prefix, or should have one."""
    return "_xl" in text.lower() or lacks_prefix(text)


def lacks_prefix(text: str) -> bool:
    """Return whether a formula seems to call a function that a file has with a prefix without it.

    What stands in a text between quotation marks counts too.
    """
    return not PREFIXED.isdisjoint(_CALLED.findall(text.upper()))


def without_newer(node: Node, host: Area, arrays: Mapping[Area, Area]) -> Node:
    """Return the formula of the cell ``host``, as a file has it, without prefixes.

    ``arrays`` has the range of each array formula, by its first cell.  Raises FormulaError when a
    function lacks its prefix, or when LET makes the formula grow beyond bounds.
    """
    return _NewerWriter(host, arrays).written(node, {})


class _NewerWriter:
    def __init__(self, host: Area, arrays: Mapping[Area, Area]) -> None:
        self._host = host
        self._arrays = arrays

    def written(self, node: Node, names: Mapping[str, Node]) -> Node:
        if isinstance(node, Name):
            return names.get(node.text.lower(), node)
        if not isinstance(node, Call):
            return mapped(node, lambda child: self.written(child, names))
        function = _without_prefix(node.function)
        if function == "LET" and len(node.arguments) % 2:
            return self._let(node, names)
        below = tuple(self.written(child, names) for child in node.arguments)
        match function, below:
            case "SINGLE", (Reference(_, first, last) as cell,) if first == last:
                return cell
            case "ANCHORARRAY", (Reference() as reference,):
                return self._spilled(reference)
            case _:
                return Call(function, below)

    def _let(self, node: Call, names: Mapping[str, Node]) -> Node:
        *pairs, result = node.arguments
        own = dict(names)
        for name, value in zip(pairs[::2], pairs[1::2], strict=True):
            if not isinstance(name, Name):
                raise FormulaError("LET has a value where it takes a name")
            own[name.text.lower()] = self._bounded(self.written(value, own))
        return self._bounded(self.written(result, own))

    def _bounded(self, node: Node) -> Node:
        if sum(1 for _ in islice(walk(node), MAX_NODES + 1)) > MAX_NODES:
            raise FormulaError("LET makes the formula grow beyond bounds")
        return node

    def _spilled(self, reference: Reference) -> Node:
        sheet, at = reference.sheet or self._host.sheet, reference.first
        array = self._arrays.get(Area(sheet, at.row, at.column, at.row, at.column))
        if array is None:
            return Call(_SPILLED, (reference,))
        last = evolve(reference.first, row=array.bottom, column=array.right)
        return evolve(reference, last=last)


def _without_prefix(function: str) -> str:
    if prefix := function_of(function).prefix:
        raise FormulaError(
            f"Excel shows #NAME? where a file has {function} without its prefix; write"
            f" {prefix}{function}"
        )
    known = function.removeprefix("_XLFN.").removeprefix("_XLWS.")
    return known if function_of(known).is_of_excel else function
