"""Places inlined formulas in the cells that hold them.

An inlined formula has no names, so this work is the same for all workbooks: where the next template
differs from the last one in a few names, most of its formulas are placed already.  formula/bind.py
tells what splits, parts and frames are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, count
from operator import is_
from threading import get_ident
from typing import NamedTuple

from xlbuilder.formula import tree
from xlbuilder.formula.area import Area
from xlbuilder.formula.fold import Sort, folded, sort_of
from xlbuilder.formula.form import Form
from xlbuilder.formula.inline import resolved

_MOST_PLACED = 100_000
"""Nodes that are kept for other cells of the same row or column."""
_MOST_STUDIED = 200_000
"""Nodes whose study is kept; the default workbook has some 30,000."""


class _Place(NamedTuple):
    """A cell that holds a formula."""

    row: int
    column: int
    own: list[tree.Node]
    """The references and the numbers that its formula has of its own, bound."""

    @classmethod
    def of(cls, host: Area, form: Form) -> "_Place":
        """Return the cell ``host`` with the formula of ``form``."""
        own: list[tree.Node] = [
            resolved(leaf, host.sheet) if isinstance(leaf, tree.Reference) else leaf
            for leaf in form.own
        ]
        return cls(host.top, host.left, own)


class _Studied(NamedTuple):
    """An inlined node, and what it depends on."""

    node: tree.Node
    below: "tuple[_Studied, ...]"
    """Its children."""
    sort: Sort | None
    """What it folds to when the host is known; None when it depends on a value."""
    by_row: bool
    by_column: bool
    reads_own: bool
    """Whether it depends on references that the formula of the cell has of its own."""
    own_numbers: tuple[int, ...]
    """The places of the cell's own numbers on which it depends, if it reads nothing of its own."""
    number: int
    """Each different node has its own."""

    @property
    def is_placed(self) -> bool:
        """Return whether it depends on the cell."""
        return self.by_row or self.by_column or self.reads_own or bool(self.own_numbers)


_NOTHING = tree.Missing()


class _Split(NamedTuple):
    """How the cells with one formula are bound."""

    frame: tree.Node
    blank: Mapping[str, tree.Node]
    """The parts in their order, nothing in them yet."""
    own: Mapping[str, int]
    """The place of each part that the cell has of its own; most parts are."""
    placed: Mapping[str, _Studied]
    """The other parts."""


@dataclass(frozen=True)
class BoundFormula:
    """A bound formula as a frame and its parts; formula/bind.py has an example."""

    frame: tree.Node
    """Equal in most cells with the same formula; a `Name` in it stands for a part."""
    parts: Mapping[str, tree.Node]

    @property
    def node(self) -> tree.Node:
        """The whole formula."""
        return filled(self.frame, self.parts)


class Placement:
    """The splits that were made so far, and the nodes that were placed."""

    def __init__(self) -> None:
        self._splits: dict[tree.Node, _Split | None] = {}
        self._decided: dict[tree.Node, tree.Node] = {}
        self._studied: dict[tree.Node, _Studied] = {}
        self._numbers = count()
        self._placed: dict[tuple[int | tree.Node, ...], tree.Node] = {}

    def decided(self, node: tree.Node) -> tree.Node:
        """Return an inlined node with ``IF(SUM(ROW())>0,x)`` as ``x``: rows count from 1."""
        if not tree.children(node):
            return node
        decided = self._decided.get(node)
        if decided is None:
            decided = self._decided[node] = tree.interned(self._decide(node))
        return decided

    def _decide(self, node: tree.Node) -> tree.Node:
        if _is_always_true(node):
            return tree.Logical(value=True)
        below = tree.children(node)
        others = tuple(map(self.decided, below))
        match node:
            case tree.Call("IF", (_, _, *_)) if others[0] == tree.Logical(value=True):
                return others[1]
            case _ if all(map(is_, others, below)):
                return node
            case _:
                return folded(node, others)

    def bound(self, inlined: tree.Node, form: Form, host: Area) -> BoundFormula:
        """Return a formula of ``form``, whose decided outline is ``inlined``, bound to a cell."""
        at = _Place.of(host, form)
        split = self._split(inlined)
        if split is None:
            return BoundFormula(_directly(inlined, at), {})
        if len(self._placed) > _MOST_PLACED:
            self._placed.clear()
        parts = dict(split.blank)
        parts.update(zip(split.own, map(at.own.__getitem__, split.own.values()), strict=True))
        for name, part in split.placed.items():
            parts[name] = self._in(part, at)
        return BoundFormula(split.frame, parts)

    def _split(self, inlined: tree.Node) -> _Split | None:
        """Return the split of a formula; None in the first cell, as it may be the only one."""
        if inlined not in self._splits:
            if len(self._studied) > _MOST_STUDIED:
                for kept in (self._splits, self._decided, self._studied):
                    kept.clear()
            self._splits[inlined] = None
            return None
        split = self._splits[inlined]
        if split is None:
            split = self._splits[inlined] = self._divided(inlined)
        return split

    def _divided(self, inlined: tree.Node) -> _Split:
        names: dict[tree.Node, str] = {}

        def framed(studied: _Studied) -> tree.Node:
            if not studied.is_placed:
                return studied.node
            if studied.sort is None:
                return tree.interned(tree.rebuilt(studied.node, tuple(map(framed, studied.below))))
            return tree.interned(tree.Name(names.setdefault(studied.node, f"part_{len(names)}")))

        frame = framed(self._study(inlined))
        own = {name: node.number for node, name in names.items() if isinstance(node, tree.OwnPlace)}
        placed = {name: self._studied[node] for node, name in names.items() if name not in own}
        return _Split(frame, dict.fromkeys(names.values(), _NOTHING), own, placed)

    def _study(self, node: tree.Node) -> _Studied:
        if node not in self._studied:
            below = tuple([self._study(child) for child in tree.children(node)])
            by_row = any(child.by_row for child in below)
            by_column = any(child.by_column for child in below)
            reads_own = any(child.reads_own for child in below)
            of_children = chain.from_iterable(child.own_numbers for child in below)
            own_numbers = () if reads_own else tuple(of_children)
            sort = sort_of(node, [child.sort for child in below])
            match node:
                case tree.OwnPlace(is_reference=True):
                    reads_own, sort = True, Sort.AREA
                case tree.OwnPlace():
                    own_numbers, sort = (node.number,), Sort.VALUE
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
            number = next(self._numbers)
            self._studied[node] = _Studied(
                node, below, sort, by_row, by_column, reads_own, own_numbers, number
            )
        return self._studied[node]

    def _in(self, studied: _Studied, at: _Place) -> tree.Node:
        """Return an inlined node as it is in a cell."""
        node, below, _, by_row, by_column, reads_own, own_numbers, number = studied
        if reads_own or isinstance(node, tree.OwnPlace):
            return _bound(node, [self._in(child, at) for child in below], at)
        if not studied.is_placed:
            return node
        own = [at.own[each] for each in own_numbers]
        key = (number, at.row if by_row else 0, at.column if by_column else 0, *own)
        placed = self._placed.get(key)
        if placed is None:
            others = [self._in(child, at) for child in below]
            placed = self._placed[key] = _bound(node, others, at)
        return placed


def shared_placement() -> Placement:
    """Return the placement that all binders of this thread share: it changes while it is used."""
    return placement_of(get_ident())


@lru_cache(maxsize=4)
def placement_of(_: int) -> Placement:
    """Return the placement of a thread."""
    return Placement()


def _directly(inlined: tree.Node, at: _Place) -> tree.Node:
    """Return an inlined node as it is in a cell, without a split."""
    return _bound(inlined, [_directly(child, at) for child in tree.children(inlined)], at)


def _bound(node: tree.Node, below: list[tree.Node], at: _Place) -> tree.Node:
    """Return an inlined node as it is in a cell, its children bound."""
    if below:
        return folded(node, tuple(below))
    match node:
        case tree.OwnPlace():
            return at.own[node.number]
        case tree.Reference():
            return resolved(node.moved(at.row - 1, at.column - 1))
        case tree.Call("ROW", ()):
            return tree.Number(float(at.row))
        case tree.Call("COLUMN", ()):
            return tree.Number(float(at.column))
        case _:
            return node


def _is_always_true(node: tree.Node) -> bool:
    match node:
        case tree.Infix(
            ">", tree.Call("SUM", (tree.Call("ROW" | "COLUMN", ()),)), tree.Number(value)
        ):
            return value < 1
        case _:
            return False


def filled(frame: tree.Node, parts: Mapping[str, tree.Node]) -> tree.Node:
    """Return ``frame`` with its parts in their places."""
    if isinstance(frame, tree.Name):
        return parts[frame.text]
    return tree.mapped(frame, lambda child: filled(child, parts))
