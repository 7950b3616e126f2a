import pytest

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text

NAMES = {
    "nm": parse("S!$A$1:$A$3"),
    "rel": parse("S!$A1:$A3"),  # as A1 sees it
    "own": parse("SUM(SINGLE(nm))"),
}


def bound(formula, row=2, column=4, sheet="S"):
    node = bind(parse(formula), Area(sheet, row, column, row, column), NAMES)
    return to_text(node, home=sheet)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("SUM(SINGLE(A1:A3))", "SUM(A2)"),
        ("SUM(SINGLE(nm))", "SUM(A2)"),
        ("SUM(SINGLE(rel))", "SUM(A2)"),
        ("own+own", "SUM(A2)+SUM(A2)"),
        ("SUM(SINGLE(A:A))", "SUM(A2)"),
        ("SUM(SINGLE(B1:E1))", "SUM(D1)"),
        ("SUM(SINGLE(A1:B1))", "SUM(#VALUE!)"),
        ("SUM(SINGLE(A3:A9))", "SUM(#VALUE!)"),
        ("SUM(SINGLE(A1:B3))", "SUM(#VALUE!)"),
        ("SUM(SINGLE(OFFSET(A1,0,0,3,1)))", "SUM(A2)"),
        ("SUM(SINGLE(A9))", "SUM(A9)"),
        ("SUM(SINGLE({4,5}))", "4"),
        ("SUM(SINGLE(A1+1))", "SUM(A1+1)"),
        ("SUM(SINGLE(MAX(A1:A3)))", "SUM(MAX(A1:A3))"),
        ("SUM(SINGLE(MATCH(A1,A1:A3,0)))", "SUM(MATCH(A1,A1:A3,0))"),
        ("SUM(SINGLE(UPPER(A1)))", "SUM(UPPER(A1))"),
        ("INDEX(A1:A3,SINGLE({2,3}))", "A2"),
    ],
)
def test_what_takes_one_value_of_a_range(formula, expected):
    assert bound(formula) == expected


def test_each_cell_takes_its_own():
    assert [bound("SUM(SINGLE(nm))", row) for row in (1, 2, 3, 4)] == [
        *("SUM(A1)", "SUM(A2)", "SUM(A3)", "SUM(#VALUE!)")
    ]


@pytest.mark.parametrize(
    "several",
    [
        *("OFFSET(A1,0,0,A3,1)", "INDEX(A1:A3,B1)", "A1:A3*2", "INDIRECT(A1)", "TREND(A1)"),
        *("UPPER(A1:A3)", "MATCH(A1:A3,B1:B3,0)", "A1:INDEX(A1:A9,B1)"),
    ],
)
def test_what_is_not_known_is_refused(several):
    with pytest.raises(FormulaError, match=r"takes one value of .* by @, which is not calculated"):
        bound(f"SUM(SINGLE({several}))")


def test_a_block_around_the_row_and_the_column_of_another_sheet_is_refused():
    with pytest.raises(FormulaError, match=r"takes one value of S!A1:F9 by @"):
        bound("SUM(SINGLE(S!A1:F9))", sheet="T")
