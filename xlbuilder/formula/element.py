"""The cells of an array formula over several cells, each of which takes its own element.

All of them have the whole formula, so they share what it has.
"""

from functools import lru_cache

from xlbuilder.formula.form import Form, filled
from xlbuilder.formula.tree import Call, Node, Number, OwnPlace, interned

ELEMENT = "ARRAY_OF_SEVERAL_CELLS"
"""The function that a cell of an array formula has around the formula, with the cell's row and
column in the array, from 1; Excel knows no such function."""


def element_of(form: Form, row: int, column: int) -> Form:
    """Return the formula of the cell in this row and column of an array formula, from 1."""
    place = Number(float(row)), Number(float(column))
    return Form(_outline(form.outline, len(form.own)), (*form.own, *place))


@lru_cache(maxsize=4096)
def _outline(outline: Node, count: int) -> Node:
    places = (OwnPlace(count + each, is_reference=False) for each in range(2))
    return interned(Call(ELEMENT, (outline, *places)))


def place_in_array(form: Form) -> tuple[int, int] | None:
    """Return the row and the column that `element_of` took; None for any other formula."""
    match form.outline:
        case Call(function, (_, *place)) if function == ELEMENT:
            row, column = (filled(each, form.own) for each in place)
            assert isinstance(row, Number)
            assert isinstance(column, Number)
            return int(row.value), int(column.value)
    return None
