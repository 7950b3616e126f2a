"""Array constants written out, element by element, where that means the same."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import cell_by_cell, written_out
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("MAX(COUNTIF(A1:B2,{1;2})*3)", "MAX(COUNTIF(A1:B2,1)*3,COUNTIF(A1:B2,2)*3)"),
        ("SUMPRODUCT(COUNTIF(A1:B2,{1,2})*{3,4})", "SUM(COUNTIF(A1:B2,1)*3,COUNTIF(A1:B2,2)*4)"),
        (
            "SUMPRODUCT(MAX(COUNTIF(A1:B2,{1,2})*C1:D1))",
            "SUMPRODUCT(MAX(COUNTIF(A1:B2,1)*C1,COUNTIF(A1:B2,2)*D1))",
        ),
        ("SUMPRODUCT(C1:D1*{1,2})", "SUM(C1*1,D1*2)"),
        # A row beside a column has four elements.
        ("SUMPRODUCT(C1:D1*{1;2})", None),
        ("IF(A1,MIN(1,{1;2}*A2),0)", "IF(A1,MIN(1,1*A2,2*A2),0)"),
        # A logical value or a text counts in an argument of its own, not in an array.
        ("MAX(COUNTIF(A1:B2,{1;2})=1)", None),
        ("SUM({1;2}&1)", None),
        # {1;2}*{1,2} has four elements, A1:A2*{1;2} goes cell by cell.
        ("SUM({1;2}*{1,2})", None),
        ("SUM(A1:A2*{1;2})", None),
        ("SUM(MOD({3;4},2)*1)", None),
        ("SUMPRODUCT({1;2}*2,{3;4}*1)", None),
        ("COUNT({1;2}*2)", None),
        ("COUNTIF(A1:B2,{1;2})*1", None),
    ],
)
def test_written_out(formula, expected):
    bound = bind(parse(formula), Area("Sheet", 1, 1, 1, 1), {})
    assert to_text(written_out(bound), home="Sheet") == (expected or to_text(bound, home="Sheet"))


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (
            "IF(C1,SUMPRODUCT((A1:A2=MOD(B1:B2,10))*1)=2,0)",
            "IF(C1,SUM((A1=MOD(B1,10))*1,(A2=MOD(B2,10))*1)=2,0)",
        ),
        ("SUMPRODUCT((LEN(A1:A2)>1)*1)", "SUM((LEN(A1)>1)*1,(LEN(A2)>1)*1)"),
        # A single row, column or cell is the same for all.
        (
            "SUM(INT(A1:A2/3)+B1:C1*{4;5}+D9)",
            "SUM(INT(A1/3)+B1*4+D9,INT(A1/3)+C1*4+D9,INT(A2/3)+B1*5+D9,INT(A2/3)+C1*5+D9)",
        ),
        # No function of one value takes a range.
        ("SUMPRODUCT((A1:A2=B1:B2)*1)", None),
        ("SUMPRODUCT((A1:A2=MOD(B1,10))*1)", None),
        # Other functions take the whole range.
        ("SUM(MOD(A1:A2,2)*MAX(B1:B2))", None),
        ("SUM(INT(MMULT(A1:B2,C1:D2))*1)", None),
        # A function takes 255 arguments.
        ("SUM(MOD(A1:A256,2)*1)", None),
        # Ranges of several shapes give errors where one ends, and COUNT takes no sums of its own.
        ("SUM(MOD(A1:A3,2)*B1:B2)", None),
        ("COUNT(MOD(A1:A2,2)*1)", None),
        ("SUM(MOD(A1:A2,2))", None),
    ],
)
def test_cell_by_cell(formula, expected):
    bound = bind(parse(formula), Area("Sheet", 1, 1, 1, 1), {})
    assert to_text(cell_by_cell(bound), home="Sheet") == (expected or to_text(bound, home="Sheet"))
