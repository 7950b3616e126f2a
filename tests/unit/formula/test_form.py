"""What formulas of many cells have in common."""

import pytest

from xlbuilder.formula.form import form_of
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text


@pytest.mark.parametrize(
    ("formula", "outline", "own"),
    [
        ("COUNTIF($D$1:$D$9,A1)", "COUNTIF(own_0,own_1)", ["$D$1:$D$9", "A1"]),
        ("IF(A3>4,$D$2)", "IF(own_0>own_1,own_2)", ["A3", "4", "$D$2"]),
        ("IF(A4>limit,5)", "IF(own_0>limit,5)", ["A4"]),
        ("-A1%&{1,2}", "-own_0%&{1,2}", ["A1"]),
        ("MATCH(A1,B1:B9,0)+1", "MATCH(own_0,own_1,0)+own_2", ["A1", "B1:B9", "1"]),
    ],
)
def test_a_form_has_a_place_for_what_is_the_cells_own(formula, outline, own):
    form = form_of(parse(formula))
    assert to_text(form.outline) == outline
    assert [to_text(leaf) for leaf in form.own] == own


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1+B1", "A1-B1"),
        ("A1+B1", "+A1"),
        ("A1+B1*C1", "(A1+B1)*C1"),
        ("SUM(A1,B1)", "SUM(A1:B1)"),
        ("SUM(A1,B1)", "MAX(A1,B1)"),
        ("IF(A4>limit,5)", "IF(A4>limit,6)"),
        ("IF(A4>limit,5)", "IF(A4>other,5)"),
        ('A1="a"', 'A1="b"'),
        ("A1=TRUE", "A1=1"),
        ("MATCH(A1,B1:B9,0)", "MATCH(A1,B1:B9,1)"),
        ("MATCH(A1,B1:B9,0)", "MATCH(A1,B1:B9,C1)"),
        ("MATCH(0,B1,A1)", "MATCH(B1,A1,0)"),
        ("IF(,A1)", "IF(A1,)"),
    ],
)
def test_other_formulas_have_other_forms(one, other):
    assert form_of(parse(one)).outline != form_of(parse(other)).outline
