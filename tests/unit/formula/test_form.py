"""What formulas of many cells have in common."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.form import Formulas, form_of, forms_of
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.tree import Call, Infix, Number, to_text


@pytest.mark.parametrize(
    ("formula", "outline", "own"),
    [
        ("COUNTIF($D$1:$D$9,A1)", "COUNTIF(own_0,own_1)", ["$D$1:$D$9", "A1"]),
        ("IF(A3>4,$D$2)", "IF(own_0>own_1,own_2)", ["A3", "4", "$D$2"]),
        ("IF(A4>limit,5)", "IF(own_0>limit,own_1)", ["A4", "5"]),
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


CHANGED = {
    "turned round": ("A1-B1*2", lambda node: Infix("-", node.right, node.left), "B1*2-A1"),
    "twice": ("SUM(A1,3)", lambda node: Call("MAX", (node, node)), "MAX(SUM(A1,3),SUM(A1,3))"),
    "left out": ("IF(A1,B1,5)", lambda node: node.arguments[2], "5"),
    "a number more": ("A1", lambda node: Call("ROUND", (node, Number(2.0))), "ROUND(A1,2)"),
    "a name less": ("A1*(2+limit)", lambda node: Infix("*", node.left, node.right.left), "A1*2"),
    "nothing": ("A1+limit", lambda node: node, "A1+limit"),
}


@pytest.mark.parametrize(("text", "change", "expected"), CHANGED.values(), ids=CHANGED)
def test_a_change_of_the_outline_is_a_change_of_each_formula(text, change, expected):
    changed = parsed_form(text).changed(change)
    assert changed == form_of(parse(expected))
    assert changed.formula == parse(expected)


def test_a_form_is_filled_down_and_right():
    moved = parsed_form("SUM(A$1:$B2)+C3*2").moved(1, 2)
    assert moved == parsed_form("SUM(C$1:$B3)+E4*2")
    assert moved.references == list(parsed_form("SUM(C$1:$B3)+E4").own)


def test_the_tree_of_a_form_is_filled_when_it_is_asked_for():
    cells = [Area("Main", row, 1, row, 1) for row in (1, 2)]
    forms = {cell: parsed_form(f"A{cell.top}*7+B{cell.top}") for cell in cells}
    formulas = Formulas(forms)
    assert cells[0] in formulas
    assert [*formulas] == cells
    assert "formula" not in vars(forms[cells[0]])
    assert to_text(formulas[cells[1]]) == "A2*7+B2"
    assert formulas[cells[1]] is formulas[cells[1]]
    assert "formula" not in vars(forms[cells[0]])
    assert forms_of(formulas) == forms
