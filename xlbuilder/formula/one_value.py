"""Takes the one value that ``@`` asks for, once it is known which cell holds the formula.

A file has ``@nm`` as ``_xlfn.SINGLE(nm)``.  Of a range it takes the cell in the row or the column
of the formula, of an array the first value, and one value stays as it is:
https://support.microsoft.com/office/ce3be07b-0101-4450-a24e-c1c999be2b34
"""

from functools import lru_cache

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import extent_of
from xlbuilder.formula.fold import folded
from xlbuilder.formula.tree import Array, Call, ErrorValue, Node, children, to_text, walk
from xlbuilder.formula.values import ExcelError

SINGLE = "SINGLE"
"""The function that a file has for ``@``."""


@lru_cache(maxsize=4096)
def takes_one(node: Node) -> bool:
    """Return whether there is an ``@`` in a formula."""
    return any(isinstance(part, Call) and part.function == SINGLE for part in walk(node))


def with_one_value(bound: Node, host: Area | None) -> Node:
    """Return the bound formula of the cell ``host`` with the cell or the value that ``@`` takes.

    ``host`` is None in an array formula over several cells.  Raises FormulaError where it is not
    known what ``@`` takes.
    """
    below = tuple([with_one_value(child, host) for child in children(bound)])
    if isinstance(bound, Call) and bound.function == SINGLE and len(below) == 1:
        found = _taken(below[0], host)
        if found is None:
            what = to_text(below[0], host and host.sheet)
            raise FormulaError(f"takes one value of {what} by @, which is not calculated")
        return found
    return folded(bound, below) if below else bound


def _taken(node: Node, host: Area | None) -> Node | None:
    match node:
        case Array(rows):
            return rows[0][0]
        case Area() if node.shape != (1, 1):
            return None if host is None else _crossing(node, host)
        case _:
            return node if extent_of(node).is_one else None


def _crossing(area: Area, host: Area) -> Node | None:
    """Return the cell of a range that a cell takes; None where Excel's choice is not known."""
    is_beside = area.top <= host.top <= area.bottom
    is_below = area.left <= host.left <= area.right
    if is_beside and area.left == area.right:
        return area._replace(top=host.top, bottom=host.top)
    if is_below and area.top == area.bottom:
        return area._replace(left=host.left, right=host.left)
    return None if is_beside and is_below else ErrorValue(ExcelError.VALUE)
