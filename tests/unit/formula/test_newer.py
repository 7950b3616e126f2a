import pytest

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.newer import has_newer, without_newer
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text


def read(text):
    return to_text(without_newer(parse(text), Area("S", 2, 4, 2, 4), {}), home="S")


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ('_xlfn.CONCAT(A1,"x")', 'CONCAT(A1,"x")'),
        ("_xlfn._xlws.SORT(A1:A3)", "SORT(A1:A3)"),
        ("NETWORKDAYS.INTL(1,2)+ISO.CEILING(2)", "NETWORKDAYS.INTL(1,2)+ISO.CEILING(2)"),
        ("_xlfn.WORKDAY.INTL(A1,2)", "WORKDAY.INTL(A1,2)"),
        ("_xlfn.SINGLE(A1)+1", "A1+1"),
        ("SUM(_xlfn.SINGLE(nm))", "SUM(SINGLE(nm))"),
        ('_xludf.CONCAT(A1,"x")', '_XLUDF.CONCAT(A1,"x")'),
        ("_xlfn.UNHEARD(A1)", "_XLFN.UNHEARD(A1)"),
    ],
)
def test_a_prefix_that_excel_stores_is_taken_away(stored, expected):
    assert read(stored) == expected


@pytest.mark.parametrize(
    ("stored", "remedy"),
    [
        ('CONCAT(A1,"x")', "_xlfn.CONCAT"),
        ("1+xlookup(1,A1:A3,B1:B3)", "_xlfn.XLOOKUP"),
        ("SUM(SORT(A1:A3))", "_xlfn._xlws.SORT"),
        ("FLOOR.MATH(A1)", "_xlfn.FLOOR.MATH"),
        ("LET(x,1,x)", "_xlfn.LET"),
        ("SUM(SINGLE(A1:A3))", "_xlfn.SINGLE"),
        ("SUM(ANCHORARRAY(A1))", "_xlfn.ANCHORARRAY"),
    ],
)
def test_a_function_without_its_prefix_is_refused(stored, remedy):
    assert has_newer(parse(stored))
    with pytest.raises(FormulaError, match=rf"Excel shows #NAME\? .* write {remedy}$"):
        read(stored)


def test_a_text_that_names_such_a_function_is_a_text():
    assert read('"CONCAT(1)"&A1') == '"CONCAT(1)"&A1'


def test_formulas_of_excel_2007_have_nothing_newer():
    assert not has_newer(parse("=SUM(A1:A3)+CONCATENATE(B1)+SORT"))
