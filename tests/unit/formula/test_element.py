"""The cells of an array formula over several cells."""

import pytest

from xlbuilder.formula.element import ELEMENT, element_of, place_in_array
from xlbuilder.formula.form import form_of
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.tree import Call, Number


@pytest.mark.parametrize("text", ["A1:A9*2", "A1:A9*two+3", "MATCH(A1:A9,B1:B9,0)", "{1;2}"])
def test_each_cell_has_a_form_with_its_place(text):
    form = parsed_form(text)
    first, second = (element_of(form, row, 4) for row in (1, 2))
    assert second == form_of(Call(ELEMENT, (parse(text), Number(2.0), Number(4.0))))
    assert place_in_array(second) == (2, 4)
    assert first.outline is second.outline


def test_another_formula_has_no_place_in_an_array():
    assert place_in_array(parsed_form("INDEX(A1:B9,2,4)")) is None
