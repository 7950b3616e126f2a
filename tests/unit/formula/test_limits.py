import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.extents import Gives, extent_of
from xlbuilder.formula.limits import problems_with_formula
from xlbuilder.formula.parse import parse


def problems(text):
    return list(problems_with_formula(text, parse(text)))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("=LET(1,2)", "uses LET, which Excel 2007 lacks (_xlfn.)"),
        ("=_xlfn.CONCAT(1,2)", "uses CONCAT, which Excel 2007 lacks"),
        ("=SUMIFS({1,2},A1:A2,1)", "gives SUMIFS a constant where it takes a range"),
        ("=COUNTFI(A1,2)", "COUNTFI, which is no function of Excel; did you mean COUNTIF?"),
        ("=WENN(A1,1,2)", "WENN, which is no function of Excel; write the English name of one"),
        ("=OFFSET(A1,1,1)", "uses OFFSET, which is volatile"),
        ("=SUM(" + ",".join("1" * 256) + ")", "gives SUM 256 arguments; it takes 1 to 255"),
        ("=SUM(A1:B2 B1:B3)", "has a blank between two ranges, A1:B2 B1:B3: is a comma missing?"),
        ("=COUNTIF(A1:A2)", "gives COUNTIF 1 arguments; it takes 2"),
        ("=SIN(1,2)", "gives SIN 2 arguments; it takes 1"),
        ("=AVERAGEIF({1,2},1)", "gives AVERAGEIF a constant where it takes a range"),
        ("=SUMIF(A1:A2,1,{1,2})", "gives SUMIF a constant where it takes a range"),
        ("=ROW(5)", "gives ROW a constant where it takes a range"),
        ("=COUNTIF({1,2},1)", "gives COUNTIF a constant where it takes a range"),
        ('="' + "x" * 256 + '"', "has a text of 256 characters; Excel allows 255"),
        ("=" + "ABS(" * 65 + "1" + ")" * 65, "nests functions 65 levels deep"),
        ('="' + "x" * 8191 + '"', "is 8,193 characters long"),
    ],
)
def test_what_excel_refuses_in_a_formula(text, part):
    assert [problem for problem in problems(text) if part in problem]


@pytest.mark.parametrize(
    "text",
    [
        "=SUMPRODUCT((A1:A3=1)*1)",
        "=SUM(" + ",".join("1" * 255) + ")",
        "=" + "ABS(" * 64 + "1" + ")" * 64,
        "=" + "&".join(['"' + "x" * 255 + '"'] * 30),
        "=IFERROR(COUNTIFS(A1:A2,1),0)",
    ],
)
def test_what_excel_takes(text):
    assert problems(text) == []


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("A1:A2", True),
        ("{1,2}", True),
        ("A1:A2=1", True),
        ("IF(A1,B1:B2,0)", True),
        ("SUM(A1:A2)", False),
        ("SUMPRODUCT((A1:A2=1)*1)", False),
        ("MAX((COUNTIF(A1:A2,{1;2})=1)*{1;2})", False),
        ("COUNTIF(A1:A2,B1)", False),
        ("COUNTIF(A1:A2,{1,2})", True),
        ("COUNTIFS(A1:A2,B1,C1:C2,{1,2})", True),
        ("SUMIFS(A1:A2,B1:B2,{1,2})", True),
        ("GCD(A1:A2)", False),
        ("INDEX(A1:B9,C1,1)", False),
        ("INDEX(A1:B9,{1,2},1)", True),
        ("MATCH(B1:B2,A1:A9,0)", True),
        ("VLOOKUP(B1,A1:B9,2)", False),
        ("TRANSPOSE(A1:A2)", True),
        ("ROW(A1:A2)", True),
    ],
)
def test_what_gives_several_values(formula, expected):
    gives = extent_of(bind(parse(formula), Area("Sheet", 1, 9, 1, 9), {})).gives
    assert (gives is not Gives.ONE) is expected
