import pytest

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.form import form_of
from xlbuilder.formula.newer import has_newer, is_of_cell, without_newer
from xlbuilder.formula.parse import parse, parsed_form
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


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ("_xlfn.LET(_xlpm.x,A1,_xlpm.x*2)+_xlfn.XLOOKUP(1,A1:A3,B1:B3)", False),
        ("_xlfn.SINGLE(A1:A3)", True),
        ("_xlfn._xlws.SINGLE(A1)", True),
        ("SUM(_xlfn.ANCHORARRAY(A1))", True),
        ("_xlfn.BYROW(A1:B2,_xlfn.LAMBDA(_xlpm.r,SUM(_xlpm.r)))", True),
    ],
)
def test_what_depends_on_the_cell_or_on_the_size_of_a_range(stored, expected):
    assert is_of_cell(parse(stored)) is expected


def test_a_word_of_let_is_no_place_of_a_form():
    text = "_xlfn.LET(own_0,A1+1,own_0*B1)"
    outline = without_newer(parsed_form(text).outline, Area("S", 2, 4, 2, 4), {})
    assert parsed_form(text).changed(lambda _: outline).formula == parse("(A1+1)*B1")


@pytest.mark.parametrize(
    "stored",
    [
        "_xlfn.LET(own_0,5,x,A1,x+own_0)",
        "_xlfn.LET(_xlpm.f,A1,_xlpm.f(2))",
        "_xlfn.LET(_xlpm.n,0,MATCH(A1,B1:B9,_xlpm.n)+3)",
        "_xlfn.MATCH(A1,B1:B9,0)",
        "_xlfn.IFNA(own_0,A1)*A1",
    ],
)
def test_the_outline_of_a_formula_loses_what_the_formula_loses(stored):
    host = Area("S", 2, 4, 2, 4)
    found = parsed_form(stored).changed(lambda outline: without_newer(outline, host, {}))
    assert found == form_of(without_newer(parse(stored), host, {}))


@pytest.mark.parametrize("stored", ["_xlfn.LET(A1,2,A1+3)", "_xlfn.LET(1,2,3)"])
def test_what_is_a_cells_own_is_no_word_of_let(stored):
    with pytest.raises(FormulaError, match="LET has a value where it takes a name"):
        without_newer(parsed_form(stored).outline, Area("S", 2, 4, 2, 4), {})
