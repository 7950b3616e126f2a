"""Puts the formula of each name in the place of the name.

An inlined formula means the same as the written one, in every cell of its sheet.  References that
are fixed are areas now, and what depends neither on a value nor on the cell is folded; relative
references, ``ROW()`` and ``COLUMN()`` wait until the cell is known (formula/bind.py).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from xlbuilder.errors import FormulaError, counted
from xlbuilder.formula import tree
from xlbuilder.formula.area import Area
from xlbuilder.formula.fold import folded
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.values import ExcelError

MAX_NODES = 100_000
"""Nodes of one inlined formula; names that double at each level would fill the memory."""

MAX_CALLED_NODES = 10_000_000
"""Nodes of all calls of the LAMBDAs of names, each of which is inlined anew."""

MAX_DEPTH = 200
"""Levels of an inlined formula."""

Names = Mapping[str, tree.Node | FormulaError]
"""The tree of each defined name, in lower case; of a name of one sheet, ``sheet!name``.

Relative references are as stored, seen from A1.  An error is raised when the name is used.
"""


class _Known(NamedTuple):
    node: tree.Node
    size: int
    height: int


class Inliner:
    """Inlines many formulas with the same names; a name is inlined once a sheet."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[tuple[str, str], _Known] = {}
        self._called_nodes = 0
        self._sheet = ""
        self._nodes = 0
        self._height = 0

    def inlined(self, node: tree.Node, sheet: str) -> tree.Node:
        """Return ``node``, which a cell of ``sheet`` holds, inlined.

        A name that is not among the names gives ``#NAME?``.  The same name is the same object
        wherever it occurs.  Raises FormulaError when names call each other in a circle, or grow
        beyond bounds.
        """
        self._sheet, self._nodes, self._height = sheet, 0, 0
        return self._inlined(node, (), 0)

    def _inlined(self, node: tree.Node, within: tuple[str, ...], depth: int) -> tree.Node:
        self._count(1, depth)
        match node:
            case tree.Name(text):
                return self._name(text, within, depth)
            case tree.Reference(sheet, first, last):
                if not node.is_relative:
                    return tree.interned(resolved(node, self._sheet))
                return tree.interned(tree.Reference(sheet or self._sheet, first, last))
            case tree.Call(function, arguments) if (called := self._lambda(function)) is not None:
                given = [self._inlined(each, within, depth + 1) for each in arguments]
                return self._called(function, called, given, within, depth)
            case _:
                below = [self._inlined(child, within, depth + 1) for child in tree.children(node)]
                return tree.interned(folded(node, tuple(below)) if below else node)

    def _lambda(self, function: str) -> tree.Call | None:
        """Return the LAMBDA that a name stands for, which a formula calls as a function."""
        if function_of(function).is_of_excel:
            return None
        found = self._names.get(key_of(function, self._sheet, self._names))
        return found if isinstance(found, tree.Call) and found.function == "LAMBDA" else None

    def _called(
        self,
        function: str,
        called: tree.Call,
        given: list[tree.Node],
        within: tuple[str, ...],
        depth: int,
    ) -> tree.Node:
        """Return the body of a LAMBDA with what is ``given``, inlined already, for its words."""
        *first, body = called.arguments
        words = [each.text.lower() for each in first if isinstance(each, tree.Name)]
        key = key_of(function, self._sheet, self._names)
        if key in within:
            raise FormulaError(f"{function} calls itself, which is not calculated")
        if len(words) != len(given):
            takes = counted(len(words), "value")
            raise FormulaError(f"calls {function} with {len(given)}; its LAMBDA takes {takes}")
        if self._called_nodes > MAX_CALLED_NODES:
            raise FormulaError("calls LAMBDAs too often; write a part of them into cells")
        values = dict(zip(words, given, strict=True))

        def filled(node: tree.Node) -> tree.Node:
            if isinstance(node, tree.Name):
                return values.get(node.text.lower(), node)
            return tree.mapped(node, filled)

        before = self._nodes
        try:
            return self._inlined(filled(body), (*within, key), depth + 1)
        finally:
            self._called_nodes += self._nodes - before

    def _name(self, text: str, within: tuple[str, ...], depth: int) -> tree.Node:
        key = key_of(text, self._sheet, self._names)
        if key in within:
            raise FormulaError(f"the names {' > '.join([*within, key])} call each other")
        if key not in self._names:
            return tree.ErrorValue(ExcelError.NAME)
        known = self._known.get((self._sheet, key))
        if known is None:
            known = self._known[self._sheet, key] = self._named(key, within, depth)
        else:
            self._count(known.size, depth + known.height)
        return known.node

    def _named(self, key: str, within: tuple[str, ...], depth: int) -> _Known:
        found = self._names[key]
        if isinstance(found, FormulaError):
            raise found
        nodes, height = self._nodes, self._height
        self._height = depth
        node = self._inlined(found, (*within, key), depth + 1)
        known = _Known(node, self._nodes - nodes, self._height - depth)
        self._height = max(self._height, height)
        return known

    def _count(self, nodes: int, depth: int) -> None:
        self._nodes += nodes
        self._height = max(self._height, depth)
        if self._nodes > MAX_NODES or self._height > MAX_DEPTH:
            raise FormulaError("the formula grows beyond bounds when its names are inlined")


def key_of(text: str, sheet: str, names: Names) -> str:
    """Return the key among ``names`` of a name as a cell of ``sheet`` writes it; it may be new."""
    prefix, _, word = text.lower().rpartition("!")
    local = f"{prefix.strip(chr(39)) or sheet.lower()}!{word}"
    return local if local in names else word


@lru_cache(maxsize=2**16)  # a large workbook reads each cell in several formulas
def resolved(reference: tree.Reference, home: str = "") -> Area:
    """Return the area that a reference means; without a sheet, it is on the sheet ``home``."""
    first, last = reference.first, reference.last
    top, bottom = first.row, last.row
    if top > bottom:
        top, bottom = bottom, top
    left, right = first.column, last.column
    if left > right:
        left, right = right, left
    return Area(reference.sheet or home, top, left, bottom, right)
