"""Binds a formula for the cell that holds it.

A bound formula means the same in every program: names inlined, relative references shifted to
the host cell, positions and constants folded.  Excel resolves a relative reference in a name per
calling cell; LibreOffice does not wrap at the sheet's edge, ``formulas`` resolves from A1, and
``formualizer`` knows no relative names at all, so no engine sees a formula before it is bound.

The cells of a board share one formula.  It is inlined once, and once is found which *parts* of it
depend on the host and on no value: ``INDEX(board,ROW()-3,1)`` does, and so it is a plain area in
every cell.  All the rest, the *frame*, is the same in all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import is_
from typing import NamedTuple

from xlbuilder.formula import tree
from xlbuilder.formula.area import Area
from xlbuilder.formula.fold import Sort, fold, sort_of
from xlbuilder.formula.inline import Inliner, Names, resolved

_MAX_KNOWN = 100_000
"""Parts that are kept for other cells of the same row or column."""


def bind(node: tree.Node, host: Area, names: Names) -> tree.Node:
    """Return ``node`` bound for the one-cell area ``host``; see `Binder.bind`."""
    return Binder(names).bind(node, host)


@dataclass(frozen=True)
class Bound:
    """A bound formula as a frame and its parts."""

    frame: tree.Node
    """The same object for most cells with the same formula; a `Name` in it stands for a part."""
    parts: Mapping[str, tree.Node]

    @property
    def node(self) -> tree.Node:
        """The whole formula."""
        return filled(self.frame, self.parts)


class Binder:
    """Binds many formulas with the same names."""

    def __init__(self, names: Names) -> None:
        self._inliner = Inliner(names)
        self._decided_nodes: dict[int, tuple[tree.Node, tree.Node]] = {}
        self._plans: dict[tuple[str, tree.Node], _Plan | None] = {}
        self._traits: dict[int, _Trait] = {}
        self._known: dict[tuple[int, int, int], tree.Node] = {}

    def bind(self, node: tree.Node, host: Area) -> tree.Node:
        """Return ``node`` bound for the one-cell area ``host``.

        The references of ``node`` itself are taken as they stand.  A name that is not among the
        names gives ``#NAME?``, a position outside a range ``#REF!``, as in Excel.
        Raises FormulaError when names call each other in a circle, or grow beyond bounds.
        """
        return self.bound(node, host).node

    def bound(self, node: tree.Node, host: Area) -> Bound:
        """Return the same as frame and parts."""
        written = host.sheet, tree.moved(node, 1 - host.top, 1 - host.left)
        row, column = host.top, host.left
        if written not in self._plans:  # a cell with a formula of its own is not worth a plan
            self._plans[written] = None
            inlined = self._inlined(written[1], host.sheet)
            return Bound(_directly(inlined, row, column), {})
        plan = self._plans[written]
        if plan is None:
            inlined = self._inlined(written[1], host.sheet)
            plan = self._plans[written] = self._plan(inlined)
        if len(self._known) > _MAX_KNOWN:
            self._known.clear()
        parts = {name: self._placed(part, row, column) for name, part in plan.parts.items()}
        return Bound(plan.frame, parts)

    def _inlined(self, node: tree.Node, sheet: str) -> tree.Node:
        return self._decided(self._inliner.inlined(node, sheet))

    def _decided(self, node: tree.Node) -> tree.Node:
        """Return an inlined node with ``IF(SUM(ROW())>0,x)`` as ``x``: rows count from 1.

        What stands in several places stays one object, see `Inliner.inlined`.
        """
        below = tree.children(node)
        if not below:
            return node
        if id(node) not in self._decided_nodes:
            if _is_always_true(node):
                decided: tree.Node = tree.Logical(value=True)
            else:
                others = tuple(map(self._decided, below))
                match node:
                    case tree.Call("IF", (_, _, *_)) if others[0] == tree.Logical(value=True):
                        decided = others[1]
                    case _ if all(map(is_, others, below)):
                        decided = node
                    case _:
                        decided = fold(tree.rebuilt(node, others))
            self._decided_nodes[id(node)] = node, decided  # the id is the node's while it lives
        return self._decided_nodes[id(node)][1]

    def _plan(self, inlined: tree.Node) -> "_Plan":
        names: dict[int, str] = {}
        parts: dict[str, tree.Node] = {}

        def framed(node: tree.Node) -> tree.Node:
            trait = self._trait(node)
            if not (trait.by_row or trait.by_column):
                return node
            if trait.sort is None:
                return tree.rebuilt(node, tuple(map(framed, tree.children(node))))
            name = names.setdefault(id(node), f"part_{len(names)}")
            parts[name] = node
            return tree.Name(name)

        return _Plan(inlined, framed(inlined), parts)

    def _trait(self, node: tree.Node) -> "_Trait":
        if id(node) not in self._traits:
            below = [self._trait(child) for child in tree.children(node)]
            by_row = any(trait.by_row for trait in below)
            by_column = any(trait.by_column for trait in below)
            match node:
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
            sort = sort_of(node, [trait.sort for trait in below])
            self._traits[id(node)] = _Trait(sort, by_row, by_column)
        return self._traits[id(node)]

    def _placed(self, node: tree.Node, row: int, column: int) -> tree.Node:
        """Return a part as it is in a cell of this row and column."""
        _, by_row, by_column = self._traits[id(node)]
        if not (by_row or by_column):
            return node
        key = (id(node), row if by_row else 0, column if by_column else 0)
        found = self._known.get(key)
        if found is None:
            below = [self._placed(child, row, column) for child in tree.children(node)]
            found = self._known[key] = _bound(node, below, row, column)
        return found


def _is_always_true(node: tree.Node) -> bool:
    match node:
        case tree.Infix(
            ">", tree.Call("SUM", (tree.Call("ROW" | "COLUMN", ()),)), tree.Number(value)
        ):
            return value < 1
        case _:
            return False


def _directly(inlined: tree.Node, row: int, column: int) -> tree.Node:
    below = [_directly(child, row, column) for child in tree.children(inlined)]
    return _bound(inlined, below, row, column)


def _bound(node: tree.Node, below: list[tree.Node], row: int, column: int) -> tree.Node:
    """Return an inlined node as it is in a cell of this row and column, its children bound."""
    match node:
        case tree.Reference():
            return resolved(node.moved(row - 1, column - 1))
        case tree.Call("ROW", ()):
            return tree.Number(float(row))
        case tree.Call("COLUMN", ()):
            return tree.Number(float(column))
    return fold(tree.rebuilt(node, tuple(below))) if below else node


class _Plan(NamedTuple):
    """How the cells with one formula are bound."""

    inlined: tree.Node
    """Traits and known parts are found by the ids of its nodes, so it must not go."""
    frame: tree.Node
    parts: dict[str, tree.Node]
    """Nodes of the inlined formula."""


class _Trait(NamedTuple):
    """What an inlined node depends on."""

    sort: Sort | None
    """What it folds to when the cell is known; None when it depends on a value."""
    by_row: bool
    by_column: bool


def filled(frame: tree.Node, parts: Mapping[str, tree.Node]) -> tree.Node:
    """Return ``frame`` with its parts in their places."""
    if isinstance(frame, tree.Name):
        return parts[frame.text]
    below = tree.children(frame)
    if not below:
        return frame
    return tree.rebuilt(frame, tuple([filled(child, parts) for child in below]))
