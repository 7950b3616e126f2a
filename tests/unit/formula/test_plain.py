"""Bound formulas as cells have them without names: arrays, control characters, limits."""

import pytest

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder, bind
from xlbuilder.formula.parse import parse, parsed_form
from xlbuilder.formula.plain import PlainTexts, plain, problems_with_plain
from xlbuilder.formula.tree import to_text

HOST = Area("Main", 9, 9, 9, 9)


def bound(text):
    return bind(parse(text), HOST, {})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MAX((COUNTIF(A1:B2,{1;2})=1)*{1;2})",
         "MAX((COUNTIF(A1:B2,1)=1)*1,(COUNTIF(A1:B2,2)=1)*2)"),
        ("SUMPRODUCT(COUNTIF(A1:B2,{1,2})*1)", "SUM(COUNTIF(A1:B2,1)*1,COUNTIF(A1:B2,2)*1)"),
        ("SUMPRODUCT((A1:B2=C1:D2)*1)", "SUMPRODUCT((A1:B2=C1:D2)*1)"),
        ("SUMPRODUCT(A1:B1,{1,2})", "SUMPRODUCT(A1:B1,{1,2})"),
        ("SUBSTITUTE(A1,CHAR(10),CHAR(13))", "SUBSTITUTE(A1,CHAR(10),CHAR(13))"),
        ("LEN(A1&CHAR(65))", 'LEN(A1&"A")'),
    ],
)  # fmt: skip
def test_a_formula_is_written_so_that_all_programs_read_it(text, expected):
    assert to_text(plain(bound(text)), "Main") == expected
    assert bound(expected) == written_again(plain(bound(text)))


def written_again(node):
    return bound(to_text(node, "Main"))


def test_one_clear_problem():
    (problem,) = problems_with_plain(bound("SUM(A1:A3*2)"), "Main")
    assert problem == "would take one value of A1:A3, where a name takes all of them"
    (problem,) = problems_with_plain(bound(f"SUM({','.join(['MAX(A1:A3,1)'] * 700)})"), "Main")
    assert problem == "is 9,104 characters long; Excel allows 8,192"
    assert list(problems_with_plain(bound("SUM(A1:A3)"), "Main")) == []


NAMES = {
    "below": parse("Main!A2"),
    "above": parse("ROW()-3"),
    "listed": parse('MID("a\n-b",ROW(),1)'),
    "two": parse("MAX((COUNTIF(Main!$A$1:$B$2,{1;2})=1)*{1;2})"),
    "own": parse("INDEX(Main!$A$1:$A$9,ROW(),1)"),
    "another": parse("IF(ROW()<4,own,Main!$A$1)"),
    "far": parse("INDEX(Main!$A$1:$B$9,ROW(),1):INDEX(Main!$A$1:$B$9,9,2)"),
}


@pytest.mark.parametrize(
    "text",
    [
        "IF(below>2,above,B1)",
        "2-above",  # a part that is negative in the first rows
        "-above^2&TRUE",
        'IF(below="part_0",listed,CHAR(ROW()+8))',
        "two+below+B1*(C1-D1)",
        "SUM(far)*above%",
        "MAX(COUNTIF(below,{1;2})*ROW())",
        "own+another",  # these are one cell in the first rows
        "5",
    ],
)
def test_what_cells_share_is_written_as_each_would_be_alone(text):
    binder, texts = Binder(NAMES), PlainTexts("Main")
    for row in range(1, 9):
        host = Area("Main", row, 5, row, 5)
        alone = to_text(plain(bind(parse(text), host, NAMES)), "Main")
        assert texts.text_of(binder.bound(parsed_form(text), host)) == alone, host


def test_a_cell_whose_formula_is_refused_is_found_behind_others():
    binder, texts = (
        Binder({"tall": parse("INDEX(Main!$A$1:$A$9,2):INDEX(Main!$A$1:$A$9,ROW())")}),
        PlainTexts("Main"),
    )
    for row in (2, 2, 2):
        assert texts.text_of(binder.bound(parsed_form("tall+1"), Area("Main", row, 5, row, 5)))
    with pytest.raises(FormulaError, match="would take one value of A2:A3"):
        texts.text_of(binder.bound(parsed_form("tall+1"), Area("Main", 3, 5, 3, 5)))


def test_a_text_that_is_too_long_in_one_cell_is_refused_there():
    binder, texts = Binder({}), PlainTexts("Main")
    short, long = (
        "+".join([f"SUM({','.join([corner] * 250)})"] * 5) for corner in ("A1", "A100000")
    )
    first = Area("Main", 1, 5, 1, 5)
    assert texts.text_of(binder.bound(parsed_form(short), first)) == short
    assert texts.text_of(binder.bound(parsed_form(short), first)) == short
    with pytest.raises(FormulaError, match="characters long"):
        texts.text_of(binder.bound(parsed_form(long), first))
