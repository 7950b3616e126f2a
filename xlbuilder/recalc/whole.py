"""Whole columns and rows, such as ``A:A``, calculated as far as sheets are used.

Behind the last row that a formula's sheets use, all rows are blank, so one blank row stands for all
of them.  It is the last row of what the formula reads instead: that is enough for MAX, MATCH and
the like, to which further blank rows make no difference.  Functions that count or add up take the
other rows as often as there are: ``COUNTBLANK(A:A)`` of a sheet with 9 rows is
``COUNTBLANK(A1:A10)+1048566*COUNTBLANK(A10)``.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import TOTALS, gives_several
from xlbuilder.formula.tree import (
    MAX_COLUMNS,
    MAX_ROWS,
    Call,
    Infix,
    Node,
    Number,
    children,
    mapped,
    walk,
)

Ends = Mapping[str, tuple[int, int]]
"""The last row and column of each sheet that hold something."""

_COUNT_BLANKS = frozenset({"COUNTBLANK", "COUNTIF", "COUNTIFS"})
_ADD_UP = frozenset({"SUM", "COUNT", "COUNTA", "SUMPRODUCT"})
"""Functions to which a blank cell makes no difference, but what is calculated from it may."""
_GIVE_ONE = _COUNT_BLANKS | _ADD_UP | TOTALS | {"SUMIF", "SUMIFS"}
"""Functions behind which it is no longer seen how many rows they took."""


def is_whole(node: Node) -> bool:
    """Return whether a node is a range to the last row or column of its sheet."""
    return isinstance(node, Area) and (node.bottom == MAX_ROWS or node.right == MAX_COLUMNS)


def within_sheets(node: Node, ends: Ends) -> Node:
    """Return a bound formula that gives the same without whole columns and rows.

    Raises FormulaError where one function counts in whole columns and in whole rows.
    """
    areas = [part for part in walk(node) if isinstance(part, Area) and is_whole(part)]
    if not areas:
        return node
    last = [ends.get(area.sheet, (1, 1)) for area in areas]
    tops, lefts = (max(place) for place in zip(*[area[1:3] for area in areas], strict=True))
    bottom = min(max(tops, *(row for row, _ in last)) + 1, MAX_ROWS)
    right = min(max(lefts, *(column for _, column in last)) + 1, MAX_COLUMNS)
    return _Cutter(bottom, right).cut(node)


@dataclass(frozen=True)
class _Cutter:
    bottom: int
    """The row at which whole columns end: it is blank."""
    right: int
    """The column at which whole rows end: it is blank."""

    def cut(self, node: Node) -> Node:
        match node:
            case Area():
                return self._ended(node)
            case Call("INDEX", (Area() as area, *places)) if is_whole(area) and places:
                return Call("INDEX", (self._ended(area), *self._places(area, places)))
            case Call(function) if function in _COUNT_BLANKS and any(map(is_whole, walk(node))):
                return self._with_rest(node, node)
            case Call(function, arguments) if function in _ADD_UP:
                several = function == "SUMPRODUCT"
                open_ones = [each for each in arguments if _has_open(each)]
                if any(not isinstance(each, Area) for each in open_ones):
                    return self._with_rest(
                        node, node if several else Call(function, tuple(open_ones))
                    )
        return mapped(node, self.cut)

    def _ended(self, area: Area) -> Area:
        return area._replace(
            bottom=self.bottom if area.bottom == MAX_ROWS else area.bottom,
            right=self.right if area.right == MAX_COLUMNS else area.right,
        )

    def _places(self, area: Area, places: list[Node]) -> list[Node]:
        """Return the places of INDEX; all beyond the last one that is kept are blank too."""
        ends = [self.bottom - area.top + 1, self.right - area.left + 1]
        if len(places) == 1 and area.top == area.bottom:
            ends = ends[1:]
        return [
            place if gives_several(place) else _at_most(self.cut(place), end)
            for place, end in zip(places[:2], ends, strict=False)
        ] + places[2:]

    def _with_rest(self, whole: Call, counted: Call) -> Node:
        """Return what a function gives in the rows that are kept, and in all that are blank."""
        areas = [part for part in _open(counted) if is_whole(part)]
        columns = {area.bottom == MAX_ROWS for area in areas}
        if len(columns) > 1 or any(a.bottom == MAX_ROWS and a.right == MAX_COLUMNS for a in areas):
            raise FormulaError(f"{whole.function} counts in whole columns and whole rows at once")
        rest = MAX_ROWS - self.bottom if True in columns else MAX_COLUMNS - self.right
        kept = mapped(whole, self.cut)
        blank = mapped(counted, self._of_a_blank_row)
        return Infix("+", kept, Infix("*", Number(float(rest)), blank))

    def _of_a_blank_row(self, node: Node) -> Node:
        if isinstance(node, Area) and is_whole(node):
            ended = self._ended(node)
            is_column = node.bottom == MAX_ROWS
            return ended._replace(
                top=ended.bottom if is_column else ended.top,
                left=ended.left if is_column else ended.right,
            )
        if isinstance(node, Call) and node.function in _GIVE_ONE:
            return self.cut(node)
        return mapped(node, self._of_a_blank_row)


def _at_most(place: Node, end: int) -> Node:
    """Return a place, or the last one; a blank is 0, as it is to INDEX."""
    return Call("MIN", (Infix("+", place, Number(0.0)), Number(float(end))))


def _open(node: Node) -> list[Area]:
    """Return the ranges whose rows are seen in what the arguments of a call give."""
    found: list[Area] = []
    for child in children(node):
        if isinstance(child, Area):
            found.append(child)
        elif not (isinstance(child, Call) and child.function in _GIVE_ONE):
            found += _open(child)
    return found


def _has_open(argument: Node) -> bool:
    return any(map(is_whole, _open(Call("SUM", (argument,)))))
