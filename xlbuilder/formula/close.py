"""Closes a formula for the cell that holds it.

A closed formula means the same in every program: names inlined, relative references shifted to
the host cell, positions and constants folded.  Excel resolves a relative reference in a name per
calling cell; LibreOffice does not wrap at the sheet's edge, ``formulas`` resolves from A1, and
``formualizer`` knows no relative names at all, so no engine sees a formula before it is closed.
"""

from collections.abc import Mapping

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.fold import fold
from xlbuilder.formula.values import ExcelError

MAX_NODES = 20_000
"""Nodes of one closed formula; names that double at each level would fill the memory."""


def close(node: tree.Node, host: tree.Area, names: Mapping[str, tree.Node]) -> tree.Node:
    """Return ``node`` closed for the one-cell area ``host``.

    ``names`` maps each defined name in lower case to its tree *as stored*: its relative
    references as seen from A1.  The references of ``node`` itself are taken as they stand.  A name
    that is not there gives ``#NAME?``, a position outside a range ``#REF!``, as in Excel.
    Raises FormulaError when names call each other in a circle, or grow beyond bounds.
    """
    return _Closing(host, names).close(node, rows=0, columns=0, within=())


class _Closing:
    def __init__(self, host: tree.Area, names: Mapping[str, tree.Node]) -> None:
        self.host = host
        self.names = names
        self.known: dict[str, tree.Node] = {}
        self.nodes = 0

    def close(self, node: tree.Node, rows: int, columns: int, within: tuple[str, ...]) -> tree.Node:
        self.nodes += 1
        if self.nodes > MAX_NODES or len(within) > 64:
            raise FormulaError("the formula grows beyond bounds when its names are inlined")
        match node:
            case tree.Name(text):
                return self.name(text.rpartition("!")[2].lower(), within)
            case tree.Reference():
                return _resolved(node.moved(rows, columns), self.host.sheet)
            case _:
                below = tuple(
                    self.close(child, rows, columns, within) for child in tree.children(node)
                )
                return fold(tree.rebuilt(node, below), self.host)

    def name(self, text: str, within: tuple[str, ...]) -> tree.Node:
        if text in within:
            raise FormulaError(f"the names {' > '.join([*within, text])} call each other")
        if text not in self.names:
            return tree.ErrorValue(ExcelError.NAME)
        if text not in self.known:
            rows, columns = self.host.top - 1, self.host.left - 1
            self.known[text] = self.close(self.names[text], rows, columns, (*within, text))
        else:
            self.nodes += sum(1 for _ in tree.walk(self.known[text]))
        return self.known[text]


def _resolved(reference: tree.Reference, home: str) -> tree.Area:
    rows = sorted((reference.first.row, reference.last.row))
    columns = sorted((reference.first.column, reference.last.column))
    return tree.Area(reference.sheet or home, rows[0], columns[0], rows[1], columns[1])
