"""One cell of a range, where the formula of a cell has room for one value."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.form import form_of
from xlbuilder.formula.intersected import Intersections
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.tree import to_text

NAMES = {"nm": parse("$B$1:$B$9"), "cell": parse("$B$1"), "two": parse("2")}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("B1:B9*2", "B2*2"),
        ("B1:B9*A1:F1", "B2*D1"),
        ("SUM(B1:B9)+B1:B9", "SUM(B1:B9)+B2"),
        ("(B1:B3+1)*(2-B1:B3)", "(B2+1)*(2-B2)"),
        ("B5:B9+1", "#VALUE!+1"),
        ("B1+A2", "B1+A2"),
        ("nm*two+cell", "B2*two+cell"),
    ],
)
def test_the_cell_of_a_range_that_a_formula_takes(formula, expected):
    intersections = Intersections(lambda _, name: NAMES.get(name.text))
    found = intersections.ordinary(parsed_form(formula), Area("S", 2, 4, 2, 4))
    assert to_text(found.formula) == expected
    assert found == form_of(parse(expected))


def test_each_cell_takes_its_own_and_a_form_is_looked_at_once():
    intersections = Intersections(lambda _, name: NAMES.get(name.text))
    texts = ["B1*2", "B1:B9*3", "C2:C3*4", "B1:B2*5"]
    found = [
        intersections.ordinary(parsed_form(text), Area("S", row, 4, row, 4))
        for row, text in enumerate(texts, 1)
    ]
    assert [to_text(form.formula) for form in found] == ["B1*2", "B2*3", "C3*4", "#VALUE!*5"]
