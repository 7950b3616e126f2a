"""Array constants written out, element by element, where that means the same."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import written_out
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("MAX(COUNTIF(A1:B2,{1;2})*3)", "MAX(COUNTIF(A1:B2,1)*3,COUNTIF(A1:B2,2)*3)"),
        ("SUMPRODUCT(COUNTIF(A1:B2,{1,2})*{3,4})", "SUM(COUNTIF(A1:B2,1)*3,COUNTIF(A1:B2,2)*4)"),
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
