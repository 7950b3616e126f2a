"""Takes one cell of a range where the formula of a cell has room for one value.

Excel calls it implicit intersection: the cell in the same row of a column, or in the same column of
a row, and ``#VALUE!`` where there is none.  An array formula, and what stands in a name, calculates
with all cells of a range.
"""

from collections.abc import Callable
from functools import partial
from operator import is_
from typing import TypeAlias

from attrs import evolve

from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import Room, rooms
from xlbuilder.formula.form import Form, form_of
from xlbuilder.formula.one_value import SINGLE, takes_one
from xlbuilder.formula.tree import (
    Call,
    Corner,
    ErrorValue,
    Name,
    Node,
    OwnPlace,
    Reference,
    children,
    rebuilt,
)
from xlbuilder.formula.values import ExcelError

NameOf: TypeAlias = Callable[[str, Name], Node | None]
"""Gives the formula of a name that is used on a sheet, None if there is none that can be read."""
_MayBeRange: TypeAlias = Reference | Name | OwnPlace


class Intersections:
    """Takes one cell of a range in many formulas, and looks at each form (form.py) once a sheet."""

    def __init__(self, name_of: NameOf) -> None:
        self._name_of = name_of
        self._places: dict[tuple[str, Node], tuple[int, ...] | None] = {}

    def ordinary(self, form: Form, host: Area) -> Form:
        """Return the ordinary formula of the cell ``host`` with a cell of a range for one value."""
        key = host.sheet, form.outline
        if key not in self._places:
            self._places[key] = self._for_one_value(*key)
        places = self._places[key]
        if places is not None and not any(map(_is_range, [form.own[place] for place in places])):
            return form

        def taken(range_of: _MayBeRange) -> Node:
            named = self._name_of(host.sheet, range_of) if isinstance(range_of, Name) else range_of
            if not isinstance(named, Reference) or (named is not range_of and named.is_cell):
                return range_of
            if named is not range_of and named.is_relative:
                return Call(SINGLE, (range_of,))
            return single(named, host) or ErrorValue(ExcelError.VALUE)

        return self._written(form, host.sheet, taken)

    def without_implied(self, form: Form, host: Area) -> Form:
        """Return an ordinary formula without ``@`` where it has room for one value anyway.

        An older Excel stores such a formula without ``@``, and a newer one shows ``@`` there.
        """
        if not takes_one(form.outline):
            return form
        return self._written(form, host.sheet, lambda range_of: range_of)

    def _written(self, form: Form, sheet: str, taken: Callable[[_MayBeRange], Node]) -> Form:
        node = form.formula
        writer = _IntersectionWriter(partial(self._name_of, sheet), taken, _holding(node))
        written = writer.written(node, Room.ONE)
        return form if written is node else form_of(written)

    def _for_one_value(self, sheet: str, outline: Node) -> tuple[int, ...] | None:
        """Return the places of a cell's own references where there is room for one value.

        None where something else may be a range for one value: what a name stands for, or ``@``.
        """
        if takes_one(outline):
            return None
        found: list[_MayBeRange] = []

        def noted(range_of: _MayBeRange) -> Node:
            found.append(range_of)
            return range_of

        name_of = partial(self._name_of, sheet)
        _IntersectionWriter(name_of, noted, _holding(outline)).written(outline, Room.ONE)
        for part in found:
            named = name_of(part) if isinstance(part, Name) else None
            if isinstance(named, Reference) and not named.is_cell:
                return None
        return tuple(
            part.number for part in found if isinstance(part, OwnPlace) and part.is_reference
        )


def single(reference: Reference, host: Area) -> Reference | None:
    """Return the cell of a range that ``host`` takes, None when it has none."""
    first, last = reference.first, reference.last
    if reference.is_cell:
        return reference
    if first.column == last.column and first.row <= host.top <= last.row:
        return _cell(reference, host.top, first.column)
    if first.row == last.row and first.column <= host.left <= last.column:
        return _cell(reference, first.row, host.left)
    return None


def _is_range(node: Node) -> bool:
    return isinstance(node, Reference) and not node.is_cell


def _may_be_range(node: Node) -> bool:
    return _is_range(node) or isinstance(node, Name | OwnPlace) or _is_single(node)


def _holding(node: Node) -> set[int]:
    """Return the identities of the nodes that may be a range or hold one, few of many."""
    nodes, above = [node], [0]
    for place, each in enumerate(nodes):  # grows while it is read
        if below := children(each):
            nodes += below
            above += [place] * len(below)
    found: set[int] = set()
    for range_at in (place for place, each in enumerate(nodes) if _may_be_range(each)):
        place = range_at
        while place not in found:
            found.add(place)
            place = above[place]
    return {id(nodes[place]) for place in found}  # one node may stand in several places


def _is_single(node: Node) -> bool:
    return isinstance(node, Call) and node.function == SINGLE


def _cell(reference: Reference, row: int, column: int) -> Reference:
    corner = Corner(row, column, row_fixed=False, column_fixed=False)
    return evolve(reference, first=corner, last=corner)


class _IntersectionWriter:
    def __init__(
        self,
        name_of: Callable[[Name], Node | None],
        taken: Callable[[_MayBeRange], Node],
        holding: set[int],
    ) -> None:
        self._name_of, self._taken, self._holding = name_of, taken, holding

    def written(self, node: Node, room: Room) -> Node:
        match node:
            case Reference() | Name() | OwnPlace() if room is Room.ONE:
                return self._taken(node)
            case Call(function, (of,)) if function == SINGLE:
                is_implied = room is Room.ONE and self._is_taken_anyway(of)
                return self.written(of, room) if is_implied else node
        below = children(node)
        others = tuple(
            [
                self.written(child, own)
                if (own is Room.ONE or own is Room.RANGE) and id(child) in self._holding
                else child
                for child, own in zip(below, rooms(node, room), strict=True)
            ]
        )
        return node if all(map(is_, below, others)) else rebuilt(node, others)

    def _is_taken_anyway(self, node: Node) -> bool:
        """Return whether Excel takes one value of this without ``@`` too: of a range or of INDEX.

        INDEX counts as a range here also where it gives one cell: a newer Excel shows ``@`` there.
        """
        named = self._name_of(node) if isinstance(node, Name) else node
        return isinstance(named, Reference) or (
            isinstance(named, Call) and named is node and named.function == "INDEX"
        )
