"""Bound formulas as cells have them without names: arrays, control characters, limits."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.limits import divided
from xlbuilder.formula.parse import parse
from xlbuilder.formula.plain import plain, problems_with_plain
from xlbuilder.formula.tree import Text, to_text

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


@pytest.mark.parametrize(
    ("text", "written"),
    [("a\nb", '"a"&CHAR(10)&"b"'), ("\r\n", "CHAR(13)&CHAR(10)"), ("a b", '"a b"'), ("", '""')],
)
def test_control_characters_are_functions(text, written):
    assert to_text(plain(Text(text))) == written


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("A1+1", None),
        ("SUM(A1:A3)", None),
        ("SUM(IF(A1,B1:B3,C1:C3))", None),
        ("SUM(INDEX(A1:B3,A1,1):INDEX(A1:B3,3,A1))", None),
        ("SUMPRODUCT((A1:A3>1)*MOD(A1:A3,2))", None),
        ("SUMPRODUCT(1/COUNTIF(A1:A3,A1:A3))", None),
        ("COUNTIF(A1:A3,{1;2})", None),  # an array constant, not a range
        ("A1:A3+1", "A1:A3"),
        ("IF(A1:A3,1,2)", "A1:A3"),
        ("SUM(A1:A3*2)", "A1:A3"),
        ("SUM(-A1:A3)", "A1:A3"),
        ("COUNTIF(A1:A3,B1:B3)", "B1:B3"),
        ("SUM(INDEX(A1:A3,B1:B3))", "B1:B3"),
        ("SUM(MOD(A1:A3,2))", "A1:A3"),
        ("SUMPRODUCT(IF(A1:A3>1,1,0))", "A1:A3>1"),
        ("SUMPRODUCT(CHOOSE(A1:A3,1,0))", "A1:A3"),
        ("SUM(IF(A1,B1:B3*1,0))", "B1:B3"),
    ],
)
def test_a_range_of_which_a_cell_takes_one_value(text, part):
    found = divided(bound(text))
    assert part == (found and to_text(found, "Main"))


def test_one_clear_problem():
    (problem,) = problems_with_plain(bound("SUM(A1:A3*2)"), "Main")
    assert problem == "would take one cell of A1:A3, where a name takes all of them"
    (problem,) = problems_with_plain(bound(f"SUM({','.join(['MAX(A1:A3,1)'] * 700)})"), "Main")
    assert problem == "is 9,104 characters long; Excel allows 8,192"
    assert list(problems_with_plain(bound("SUM(A1:A3)"), "Main")) == []
