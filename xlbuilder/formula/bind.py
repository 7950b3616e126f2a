"""Binds a formula to the cell that holds it.

A *bound* formula means the same in every program: it has no names, its references are plain areas
on a known sheet, and its positions and constants are folded.  No engine sees a formula before it
is bound, because programs differ in what they make of a relative name.  Excel resolves it for each
calling cell; LibreOffice does not wrap at the edge of the sheet, the package ``formulas`` resolves
it from A1, and ``formualizer`` knows no relative names.

Many cells hold the same formula, and most of the work is done once for all of them.  An example:
``block`` is the name of ``Main!$B$2:$D$5``, and the column C has one formula, filled down.

    cell  formula                              frame                   part_0  part_1
    C1    IF(A1>0,INDEX(block,ROW(),1),5)      IF(A1>0,B2,5)
    C2    IF(A2>0,INDEX(block,ROW(),1),5)      IF(part_0>0,part_1,5)   A2      B3
    C3    IF(A3>0,INDEX(block,ROW(),1),5)      IF(part_0>0,part_1,5)   A3      B4

The three formulas have one shape (formula/shape.py), so they share a *plan*.  It is made in the
second cell, as a formula of one cell alone is not worth a plan.  The plan names the *parts*, which
depend on the cell that holds the formula and on no value; everything else is the *frame*, the same
in all cells.  A part that depends on the row alone is placed once for all cells of the row, even
if they hold different formulas.  Plans and parts are found by their structure: equal nodes are one
key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import is_
from typing import NamedTuple

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.area import Area
from xlbuilder.formula.fold import Sort, folded, sort_of
from xlbuilder.formula.inline import Inliner, Names, resolved
from xlbuilder.formula.shape import Key, OwnName, Shape, shape_of

_MAX_PLACED = 100_000
"""Nodes that are kept for other cells of the same row or column."""


def bind(node: tree.Node, host: Area, names: Names) -> tree.Node:
    """Return ``node`` bound to the one-cell area ``host``; see `Binder.bind`."""
    return Binder(names).bind(node, host)


@dataclass(frozen=True)
class Bound:
    """A bound formula as a frame and its parts."""

    frame: tree.Node
    """Equal in most cells with the same formula; a `Name` in it stands for a part."""
    parts: Mapping[str, tree.Node]

    @property
    def node(self) -> tree.Node:
        """The whole formula."""
        return filled(self.frame, self.parts)


def binder_of(names: Names) -> "Binder":
    """Return a binder with these names; all who ask for it with the same names share it.

    A template is checked, its workbook is written and its file is opened, with the same names each
    time; and what is bound for one cell serves the others.
    """
    return _binder_of(frozenset(names.items()))


@lru_cache(maxsize=4)
def _binder_of(names: frozenset[tuple[str, tree.Node | FormulaError]]) -> "Binder":
    return Binder(dict(names))


class Binder:
    """Binds many formulas with the same names."""

    def __init__(self, names: Names) -> None:
        self._inliner = Inliner(names)
        self._plans: dict[tuple[str, Key], _Plan | None] = {}
        self._decided_nodes: dict[tree.Node, tree.Node] = {}
        self._studied: dict[tree.Node, _Studied] = {}
        self._placed_nodes: dict[tuple[int, int, int], tree.Node] = {}

    def bind(self, node: tree.Node, host: Area) -> tree.Node:
        """Return ``node`` bound to the one-cell area ``host``.

        The references of ``node`` are those that the host shows, the references of a name those
        that A1 shows.  A name that is not among the names gives ``#NAME?``, a position outside a
        range ``#REF!``, as in Excel.  Raises FormulaError when names call each other in a circle,
        or when the formula grows beyond the limits of formula/inline.py.
        """
        return self.bound(node, host).node

    def bound(self, node: tree.Node, host: Area) -> Bound:
        """Return the same as `bind`, as a frame and its parts."""
        shape = shape_of(node)
        written = host.sheet, shape.key
        at = _Place(host.top, host.left, _own_leaves(shape, host.sheet))
        if written not in self._plans:  # the first cell; it may be the only one
            self._plans[written] = None
            inlined = self._inlined(shape.outline(), host.sheet)
            return Bound(_directly(inlined, at), {})
        plan = self._plans[written]
        if plan is None:
            inlined = self._inlined(shape.outline(), host.sheet)
            plan = self._plans[written] = self._plan(inlined)
        if len(self._placed_nodes) > _MAX_PLACED:
            self._placed_nodes.clear()
        parts = {name: self._placed(part, at) for name, part in plan.parts.items()}
        return Bound(plan.frame, parts)

    def _inlined(self, node: tree.Node, sheet: str) -> tree.Node:
        return self._decided(self._inliner.inlined(node, sheet))

    def _decided(self, node: tree.Node) -> tree.Node:
        """Return an inlined node with ``IF(SUM(ROW())>0,x)`` as ``x``: rows count from 1."""
        if not tree.children(node):
            return node
        found = self._decided_nodes.get(node)
        if found is None:
            found = self._decided_nodes[node] = self._decide(node)
        return found

    def _decide(self, node: tree.Node) -> tree.Node:
        if _is_always_true(node):
            return tree.Logical(value=True)
        below = tree.children(node)
        others = tuple(map(self._decided, below))
        match node:
            case tree.Call("IF", (_, _, *_)) if others[0] == tree.Logical(value=True):
                return others[1]
            case _ if all(map(is_, others, below)):
                return node
            case _:
                return folded(node, others)

    def _plan(self, inlined: tree.Node) -> "_Plan":
        names: dict[tree.Node, str] = {}

        def framed(studied: _Studied) -> tree.Node:
            if not studied.is_placed:
                return studied.node
            if studied.sort is None:
                return tree.rebuilt(studied.node, tuple(map(framed, studied.below)))
            return tree.Name(names.setdefault(studied.node, f"part_{len(names)}"))

        frame = framed(self._study(inlined))
        return _Plan(frame, {name: self._studied[node] for node, name in names.items()})

    def _study(self, node: tree.Node) -> "_Studied":
        if node not in self._studied:
            below = tuple([self._study(child) for child in tree.children(node)])
            by_row = any(child.by_row for child in below)
            by_column = any(child.by_column for child in below)
            is_own = any(child.is_own for child in below)
            sort = sort_of(node, [child.sort for child in below])
            match node:
                case OwnName():
                    is_own = True
                    sort = Sort.AREA if node.is_reference else Sort.VALUE
                case tree.Call("ROW", ()):
                    by_row = True
                case tree.Call("COLUMN", ()):
                    by_column = True
                case tree.Call("ROW" | "ROWS", (tree.Reference(),)):
                    by_column = by_column and not by_row
                case tree.Call("COLUMN" | "COLUMNS", (tree.Reference(),)):
                    by_row = by_row and not by_column
                case tree.Reference(_, first, last):
                    by_row = not (first.row_fixed and last.row_fixed)
                    by_column = not (first.column_fixed and last.column_fixed)
            number = len(self._studied)
            self._studied[node] = _Studied(node, below, sort, by_row, by_column, is_own, number)
        return self._studied[node]

    def _placed(self, studied: "_Studied", at: "_Place") -> tree.Node:
        """Return an inlined node as it is in a cell."""
        node, below, _, by_row, by_column, is_own, number = studied
        if is_own:
            return _bound(node, [self._placed(child, at) for child in below], at)
        if not (by_row or by_column):
            return node
        key = (number, at.row if by_row else 0, at.column if by_column else 0)
        found = self._placed_nodes.get(key)
        if found is None:
            others = [self._placed(child, at) for child in below]
            found = self._placed_nodes[key] = _bound(node, others, at)
        return found


class _Place(NamedTuple):
    """A cell that holds a formula."""

    row: int
    column: int
    own: list[tree.Node]
    """The references and the numbers that its formula has of its own, bound."""


def _own_leaves(shape: Shape, sheet: str) -> list[tree.Node]:
    """Return what a formula has of its own, bound to a cell of ``sheet``."""
    return [
        resolved(leaf, sheet) if isinstance(leaf, tree.Reference) else leaf for leaf in shape.own
    ]


def _is_always_true(node: tree.Node) -> bool:
    match node:
        case tree.Infix(
            ">", tree.Call("SUM", (tree.Call("ROW" | "COLUMN", ()),)), tree.Number(value)
        ):
            return value < 1
        case _:
            return False


def _directly(inlined: tree.Node, at: _Place) -> tree.Node:
    return _bound(inlined, [_directly(child, at) for child in tree.children(inlined)], at)


def _bound(node: tree.Node, below: list[tree.Node], at: _Place) -> tree.Node:
    """Return an inlined node as it is in a cell, its children bound."""
    if below:
        return folded(node, tuple(below))
    match node:
        case OwnName():
            return at.own[node.number]
        case tree.Reference():
            return resolved(node.moved(at.row - 1, at.column - 1))
        case tree.Call("ROW", ()):
            return tree.Number(float(at.row))
        case tree.Call("COLUMN", ()):
            return tree.Number(float(at.column))
        case _:
            return node


class _Plan(NamedTuple):
    """How the cells with one formula are bound."""

    frame: tree.Node
    parts: "dict[str, _Studied]"


class _Studied(NamedTuple):
    """An inlined node, and what it depends on."""

    node: tree.Node
    below: "tuple[_Studied, ...]"
    """Its children."""
    sort: Sort | None
    """What it folds to when the host is known; None when it depends on a value."""
    by_row: bool
    by_column: bool
    is_own: bool
    """Whether it depends on what the formula of the cell has of its own."""
    number: int
    """Each different node has its own."""

    @property
    def is_placed(self) -> bool:
        """Return whether it depends on the cell."""
        return self.by_row or self.by_column or self.is_own


def filled(frame: tree.Node, parts: Mapping[str, tree.Node]) -> tree.Node:
    """Return ``frame`` with its parts in their places."""
    if isinstance(frame, tree.Name):
        return parts[frame.text]
    below = tree.children(frame)
    if not below:
        return frame
    return tree.rebuilt(frame, tuple([filled(child, parts) for child in below]))
