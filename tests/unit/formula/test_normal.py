"""One spelling for each meaning."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.form import form_of
from xlbuilder.formula.normal import Senses, normal
from xlbuilder.formula.parse import parse

_B2 = Area("Main", 2, 2, 2, 2)
_C3 = Area("Main", 3, 3, 3, 3)
_SHEETS = {"Data": "Old data"}


@pytest.mark.parametrize(
    "formula",
    [
        "IF(A1>4,$D$2,Data!B2:C9)",
        "Main!A1+A1",
        "Limit*Data!limit+main!own_0+own_0",
        "IF(TRUE(),-5,-{-1,2})%&FALSE",
        'MATCH(A1,B1:B9,0)+MATCH("x",A:A,-1)',
    ],
)
def test_a_sense_is_the_normal_spelling_taken_apart(formula):
    node = parse(formula)
    assert Senses(_SHEETS).of(form_of(node), _B2).node == normal(node, _B2, _SHEETS)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("A1+B$3*2", "B2+C$3*2", True),
        ("A1+B$3*2", "B2+C$4*2", False),
        ("A1+2", "B2+3", False),
        ("A1+LIMIT*2", "B2+limit*2", True),
        ("A1+limit*2", "B2+limit*3", False),
        ("IF(TRUE(),A1)", "IF(TRUE,Main!B2)", True),
        ("own_0+A1", "A1+own_0", False),
    ],
)
def test_formulas_that_are_filled_from_each_other_have_one_sense(one, other, is_same):
    senses = Senses({})
    first, second = senses.of(form_of(parse(one)), _B2), Senses({}).of(form_of(parse(other)), _C3)
    assert (first == second) is is_same
    assert (first == senses.of(form_of(parse(other)), _C3)) is is_same
