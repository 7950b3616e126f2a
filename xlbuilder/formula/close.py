"""Closes a formula for the cell that holds it.

A closed formula means the same in every program: names inlined, relative references shifted to
the host cell, positions and constants folded.  Excel resolves a relative reference in a name per
calling cell; LibreOffice does not wrap at the sheet's edge, ``formulas`` resolves from A1, and
``formualizer`` knows no relative names at all, so no engine sees a formula before it is closed.
"""

from collections.abc import Mapping
from typing import NamedTuple

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.fold import fold
from xlbuilder.formula.values import ExcelError

MAX_NODES = 20_000
"""Nodes of one closed formula; names that double at each level would fill the memory."""


MAX_DEPTH = 200
"""Levels of a closed formula."""

Names = Mapping[str, tree.Node | FormulaError]
"""The tree of each defined name, in lower case; of a name of one sheet, ``sheet!name``.

Relative references are as stored, seen from A1.  An error is raised when the name is used.
"""


def close(node: tree.Node, host: tree.Area, names: Names) -> tree.Node:
    """Return ``node`` closed for the one-cell area ``host``; see `Closer.close`."""
    return Closer(names).close(node, host)


class Closer:
    """Closes many formulas with the same names.

    A name that means the same in every cell is closed once.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._everywhere: dict[tuple[str, str], _Known] = {}

    def close(self, node: tree.Node, host: tree.Area) -> tree.Node:
        """Return ``node`` closed for the one-cell area ``host``.

        The references of ``node`` itself are taken as they stand.  A name that is not among the
        names gives ``#NAME?``, a position outside a range ``#REF!``, as in Excel.
        Raises FormulaError when names call each other in a circle, or grow beyond bounds.
        """
        closing = _Closing(host, self._names, self._everywhere)
        return closing.close(node, rows=0, columns=0, within=(), depth=0)


class _Known(NamedTuple):
    node: tree.Node
    size: int
    is_placed: bool
    """It depends on the cell that holds the formula."""


class _Closing:
    def __init__(
        self, host: tree.Area, names: Names, everywhere: dict[tuple[str, str], _Known]
    ) -> None:
        self.host = host
        self.names = names
        self.known: dict[str, _Known] = {}
        self.everywhere = everywhere
        self.nodes = 0
        self.is_placed = False
        """What was closed since this was last set depends on the host."""

    def close(
        self, node: tree.Node, rows: int, columns: int, within: tuple[str, ...], depth: int
    ) -> tree.Node:
        self.nodes += 1
        if self.nodes > MAX_NODES or depth > MAX_DEPTH:
            raise FormulaError("the formula grows beyond bounds when its names are inlined")
        match node:
            case tree.Name(text):
                return self.name(text, within, depth)
            case tree.Reference():
                self.is_placed = self.is_placed or node.is_relative
                return _resolved(node.moved(rows, columns), self.host.sheet)
            case tree.Call("ROW" | "COLUMN", ()):
                self.is_placed = True
                return fold(node, self.host)
            case tree.Call(function, arguments):
                below = tuple(
                    self.close(child, rows, columns, within, depth + 1) for child in arguments
                )
                return fold(tree.Call(function, below), self.host)
            case tree.Infix(sign, left, right):
                left = self.close(left, rows, columns, within, depth + 1)
                right = self.close(right, rows, columns, within, depth + 1)
                return fold(tree.Infix(sign, left, right), self.host)
            case tree.Prefix() | tree.Percent():
                below = (self.close(node.operand, rows, columns, within, depth + 1),)
                return fold(tree.rebuilt(node, below), self.host)
            case _:
                return node

    def name(self, text: str, within: tuple[str, ...], depth: int) -> tree.Node:
        sheet, _, word = text.lower().rpartition("!")
        local = f"{sheet.strip(chr(39)) or self.host.sheet.lower()}!{word}"
        key = local if local in self.names else word
        if key in within:
            raise FormulaError(f"the names {' > '.join([*within, key])} call each other")
        if key not in self.names:
            return tree.ErrorValue(ExcelError.NAME)
        known = self.known.get(key) or self.everywhere.get((self.host.sheet, key))
        if known is None:
            known = self.closed_name(key, within, depth)
        else:
            self.nodes += known.size
        self.is_placed = self.is_placed or known.is_placed
        return known.node

    def closed_name(self, key: str, within: tuple[str, ...], depth: int) -> _Known:
        found = self.names[key]
        if isinstance(found, FormulaError):
            raise found
        before, self.is_placed = self.is_placed, False
        nodes = self.nodes
        rows, columns = self.host.top - 1, self.host.left - 1
        closed = self.close(found, rows, columns, (*within, key), depth + 1)
        known = _Known(closed, self.nodes - nodes, self.is_placed)
        self.is_placed = before
        if known.is_placed:
            self.known[key] = known
        else:
            self.everywhere[self.host.sheet, key] = known
        return known


def _resolved(reference: tree.Reference, home: str) -> tree.Area:
    rows = sorted((reference.first.row, reference.last.row))
    columns = sorted((reference.first.column, reference.last.column))
    return tree.Area(reference.sheet or home, rows[0], columns[0], rows[1], columns[1])
