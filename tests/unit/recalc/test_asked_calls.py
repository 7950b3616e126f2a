"""Calls that Python answers for the engine fast: when they are made, and with which arguments."""

import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.workbooks import cell, opened_in, saved
from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.engines.fast.asked import packages
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook

CELLS = {"A1": "k", "A2": 5, "A3": 7, "A5": '=""', "A6": True, "A7": "8", "A9": "=1/0"}
CELLS |= {"B2": 20, "B3": 30}


def shown(folder, formula, cells=None):
    session = opened_in("fast", folder, {**CELLS, **(cells or {}), "F1": formula})
    session.recalculate()
    return session.read(cell("F1"))[0]


OF_LOOKUPS = {
    "=VLOOKUP(7,CHOOSE({1,2},A2:A3,B2:B3),2,FALSE)": 30,
    "=VLOOKUP(30,CHOOSE({1,2},B2:B3,A2:A3),2,0)": 7,
    "=VLOOKUP(31,CHOOSE({1,2},B2:B3,A2:A3),2)": 7,
    "=VLOOKUP(30,CHOOSE({2,1},A:A,B:B),2,FALSE)": 7,
    "=VLOOKUP(31,CHOOSE({1,2},B2:B3,A2:A3),2,0)": ExcelError.NA,
    "=VLOOKUP(30,CHOOSE({1,2},B2:B3,A2:A4),2,0)": EngineError,
    "=VLOOKUP(30,CHOOSE({1,2},A2:B3,A2:B3),2,0)": EngineError,
    '=_xlfn.XLOOKUP(2.5,{1;3;2},{"a";"c";"b"},"none",-1)': "b",
    '=_xlfn.XLOOKUP(2.5,{1;3;2},{"a";"c";"b"},"none",1)': "c",
    '=_xlfn.XLOOKUP(2,{1;3;2},{"a";"c";"b"},"none",1)': "b",
    '=_xlfn.XLOOKUP(0.5,{1;3;2},{"a";"c";"b"},"none",-1)': "none",
    "=_xlfn.XLOOKUP(9,{1;3;2},{4;5;6},,1)": ExcelError.NA,
    '=_xlfn.XLOOKUP(5,{5;3;5},{1;2;3},"none",0,-1)': 3,
    '=_xlfn.XLOOKUP(6,{5;3;5},{1;2;3},"none",-1,-1)': 3,
    '=_xlfn.XLOOKUP("b*",{"abc";"Bcd"},{1;2},"none",2)': 2,
    '=_xlfn.XLOOKUP("B*",{"abc";"Bcd"},{1;2},"none")': "none",
    "=SUM(_xlfn.XLOOKUP(A2,{4;6},{1,2;3,4},,1))": 7,
    '=_xlfn.XMATCH("bz",{"c";"a";"b"},-1)': 3,
    "=_xlfn.XMATCH(A3,A1:A7,-1)": 3,
    "=_xlfn.XMATCH(6,A1:A7,-1)": 2,
    "=_xlfn.XMATCH(6,A1:A7,A2)": ExcelError.VALUE,
    "=_xlfn.XMATCH(A9,A1:A7,1)": ExcelError.DIV0,
}
"""What Excel's help on XLOOKUP and XMATCH says, with modes of matching and searching."""
OF_ARRAYS = {
    "=INDEX(_xlfn.TOCOL(A1:B3),3)": 5,
    "=INDEX(_xlfn.TOCOL(A1:B3,1),2)": 5,
    "=INDEX(_xlfn.TOCOL(A1:A3,0,TRUE),3)": 7,
    "=SUM(_xlfn.TOCOL(A2:A9,2))": 12,
    "=SUM(_xlfn.TOCOL(A2:A9,4))": ExcelError.VALUE,
    "=INDEX(_xlfn.TOROW({1,2;3,4},,TRUE),2)": 3,
    "=INDEX(_xlfn.WRAPROWS({1,2,3,4,5},2),2,1)": 3,
    "=INDEX(_xlfn.WRAPROWS({1,2,3,4,5},2),3,2)": ExcelError.NA,
    '=INDEX(_xlfn.WRAPROWS({1,2,3},2,"-"),2,2)': "-",
    "=INDEX(_xlfn.WRAPCOLS({1,2,3,4},2),2,1)": 2,
    "=SUM(_xlfn.WRAPROWS({1,2;3,4},2))": ExcelError.VALUE,
    "=SUM(_xlfn.WRAPROWS({1,2},0))": ExcelError.NUM,
    "=SUM(_xlfn.CHOOSEROWS({1,2;3,4;5,6},1,-1))": 14,
    "=SUM(_xlfn.CHOOSECOLS({1,2;3,4},{2,2}))": 12,
    "=SUM(_xlfn.CHOOSECOLS({1,2;3,4},3))": ExcelError.VALUE,
}
"""What Excel's help on each function says."""
OF_ARGUMENTS = {
    '=SUM({"3"},2)': 2,
    "=COUNT({TRUE})": 0,
    '=MAX({"x"},2)': 2,
    '=SMALL({"3"},1)': ExcelError.NUM,
    '=TEXT(-1234.56,".00")': "-1234.56",
    '=TEXT("1.5","$.0")': "$1.5",
    '=TEXT(TRUE,".0")': "TRUE",
    '=TEXT(12.5,".0E+0")': EngineError,
    "=QUOTIENT(-10,3)": -3,
    "=QUOTIENT(A3,A2)": 1,
    "=QUOTIENT(A2,A4)": ExcelError.DIV0,
    "=QUOTIENT(1E300,1E-300)": ExcelError.NUM,
    "=SUM(QUOTIENT({7,8},2))": 7,
    "=CEILING(SUM(A2:A7),1)": 12,
    "=CEILING(MAX(A2:A7),1)": 7,
    "=MEDIAN(A2:A7)": 6,
    "=MEDIAN(A2:A7,A7)": 6,
    '=MEDIAN(A2:A7,"9")': 7,
    '=MEDIAN(A2,"x")': ExcelError.VALUE,
    "=MEDIAN(A2:A9)": ExcelError.DIV0,
    "=GCD(12,18,A4)": 6,
    "=GCD(12,A1)": ExcelError.VALUE,
    "=AVERAGEA(A2:A7)": 2.6,
    "=YEAR(A4)": 1900,
    "=YEAR(A1)": ExcelError.VALUE,
    "=YEAR(A9)": ExcelError.DIV0,
    "=UPPER(A2/4)": "1.25",
    "=UPPER(A6)": "TRUE",
    "=SUMPRODUCT(YEAR(A2:A3*366))": 3812,
    "=SUM(YEAR(A2:A3*366))": ExcelError.VALUE,
    "=SUMPRODUCT(TYPE(A2:A3))": EngineError,
    "=CORREL(A2:A3,A2:A3)": pytest.approx(1),
    "=RANK(A2,A2:A7)": 2,
    '=IF(A2=5,1,YEAR(A1&"1"))': 1,
    '=IFERROR(DAY("31 Jan"&A4),7)': EngineError,
    '=IF(A2=5,DAY("31 Jan"),7)': EngineError,
    "=WEEKDAY(A2)": EngineError,
    "=GCD(A6,TRUE)": ExcelError.VALUE,
    "=EDATE(A6,1)": EngineError,
    "=MEDIAN(A4)": EngineError,
}


@pytest.mark.parametrize("formula", [*OF_ARGUMENTS, *OF_LOOKUPS, *OF_ARRAYS])
def test_a_call_is_given_what_excel_takes_from_its_arguments(tmp_path, formula):
    expected = {**OF_ARGUMENTS, **OF_LOOKUPS, **OF_ARRAYS}[formula]
    if expected is EngineError:
        with pytest.raises(EngineError, match=r"^Sheet!F1: the engine fast lacks "):
            shown(tmp_path, formula)
    else:
        assert shown(tmp_path, formula) == expected


@pytest.mark.parametrize(
    ("order", "values"),
    [
        ("row-major", [2, 2, 4, 4]),
        ("reversed", [2, 0, 4, 2]),
        ("jacobi", [2, 0, 2, 2]),
    ],
)
def test_an_argument_is_read_when_the_order_comes_to_the_call(tmp_path, order, values):
    cells = {"A1": "=ODD(A2)+1", "A2": "=EVEN(A1)"}
    path = saved(tmp_path, cells, (True, 1, 0.001))
    session = open_workbook("fast", read_workbook(path), Schedule.parse(order, "zero"))
    found = []
    for _ in range(2):
        session.recalculate()
        found += [session.read(cell(each))[0] for each in cells]
    assert found == values


def test_a_call_of_a_call_is_made_from_the_inside_out(tmp_path):
    assert shown(tmp_path, "=ODD(EVEN(A2)+EVEN(A3))&ROMAN(ODD(A2))") == "15V"


def test_a_call_that_is_refused_on_the_way_counts_no_more_in_the_end(tmp_path):
    cells = {"A1": "=IF(A1<400,A1+100,A1)", "B1": "=WEEKDAY(A1)"}
    session = opened_in("fast", tmp_path, cells)
    session.recalculate()
    assert session.read(cell("B1")) == [1]


def test_a_branch_that_is_not_taken_is_not_read(tmp_path):
    """Without iteration a cell has a value when it comes to read no circular cell."""
    cells = {"A1": 1, "B1": "=IF(A1=1,5,MEDIAN(C1:C2))", "C1": "=B1+1"}
    session = opened_in("fast", tmp_path, cells, (False, 100, 0.001))
    assert session.recalculate().quiet
    assert session.read(cell("C1")) == [6]


def test_packages_that_differ_give_no_value(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "by_formualizer", lambda *_: ((9.0,),))
    with pytest.raises(EngineError, match="SINH where the packages that know it give different"):
        shown(tmp_path, "=SINH(A2/7)")


def test_a_package_that_is_not_installed_is_named(tmp_path, monkeypatch):
    def missing():
        raise ImportError(name="formualizer")

    monkeypatch.setattr(packages, "_formualizer", missing)
    with pytest.raises(EngineError, match="needs the package formualizer for COSH; run: pip"):
        shown(tmp_path, "=COSH(A2/7)")


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=SUM(_xlfn._xlws.FILTER(A2:A3,A2:A3>6))", 7),
        ("=SUM(_xlfn._xlws.FILTER(A2:A3,A2:A3>9,1))", 1),
        ("=INDEX(_xlfn._xlws.SORT(A1:A7,,-1),1)", True),
        ("=INDEX(_xlfn._xlws.SORT(A1:A7),3)", ""),
        ("=INDEX(_xlfn.SORTBY(A2:A3,A2:A3,-1),1)", 7),
        ("=COLUMNS(_xlfn._xlws.SORT(TRANSPOSE(_xlfn.UNIQUE(A2:A3)),,1,TRUE))", 2),
        ('=_xlfn.TEXTJOIN("-",TRUE,_xlfn.SEQUENCE(2,A2-3,5,2))', "5-7-9-11"),
        ("=MEDIAN(_xlfn.TAKE(A2:A3,-1))", 7),
        ("=INDEX(_xlfn.HSTACK(A2:A3,A2:A3),2,1)", 7),
        ("=SUM(_xlfn._xlws.FILTER(A2:A3,A2:A3>9))", EngineError),
        ("=SUM(_xlfn.SEQUENCE(A2^9))", EngineError),
        ("=INDEX(_xlfn._xlws.SORT(A2:A9),1)", EngineError),
        ('=INDEX(_xlfn._xlws.SORT({"co-op";"coop"}),1)', EngineError),
        ('=INDEX(_xlfn._xlws.SORT({"z";"\u00e9"}),1)', EngineError),
    ],
)
def test_arrays_whose_size_depends_on_values(tmp_path, formula, expected):
    if expected is EngineError:
        with pytest.raises(EngineError, match=r"^Sheet!F1: the engine fast lacks \w+ (of|that) "):
            shown(tmp_path, formula)
    else:
        assert shown(tmp_path, formula) == expected


def test_an_array_formula_in_one_cell_shows_the_first_value(tmp_path):
    cells = {"F1": ArrayFormula("F1", "=A2:A3*2"), "F2": ArrayFormula("F2", "=TRANSPOSE(A2:A3)")}
    session = opened_in("fast", tmp_path, CELLS | cells)
    session.recalculate()
    assert [session.read(cell(each))[0] for each in cells] == [10, 5]


LOOKED_UP = {
    "=VLOOKUP(2,B1:C3,2,FALSE)": 20,
    "=VLOOKUP(2.5,B1:C3,2)": 20,
    "=VLOOKUP(9,B1:C3,A2,FALSE)": ExcelError.REF,
    "=VLOOKUP(9,B1:C3,A4,FALSE)": ExcelError.VALUE,
    "=VLOOKUP(9,B1:C3,A2-3,FALSE)": ExcelError.NA,
    "=HLOOKUP(1,B1:C3,3,FALSE)": 3,
    "=SUM(_xlfn.XLOOKUP(3,B1:B3,B1:C3))": 33,
    '=_xlfn.XLOOKUP(9,B1:B3,C1:C3,"none")': "none",
    "=_xlfn.XLOOKUP(A9,B1:B3,C1:C3,0)": ExcelError.DIV0,
    '=_xlfn.XLOOKUP("a*",D1:D3,C1:C3,0)': 30,
    '=_xlfn.XLOOKUP("~",D1:D3,C1:C3,0)': 0,
    "=_xlfn.XLOOKUP(2,B1:B3,C1:C2)": ExcelError.VALUE,
    "=_xlfn.XLOOKUP(A4,B1:B3,C1:C3)": EngineError,
    '=_xlfn.XMATCH("AB",D1:D3)': 2,
    "=LOOKUP(2.5,B1:C3)": 20,
    "=SUM(IF(B1=1,B1:B3,C1:C3))": 6,
    "=COUNT(IF(B1=1,A7,5))": 0,
    "=SUM(INDEX(B1:C3,0,MATCH(10,C1:C1,0)+1))": 60,
    "=SUM(INDEX(B1:C3,MATCH(2,B1:B3,0),0))": 22,
    "=SUMIF(B1:B2,1,C1:C3)": 10,
    '=AVERAGEIF(D1:D3,"a*",C1:C3)': 25,
    '=_xlfn.MAXIFS(A1:A7,A1:A7,">0")': 7,
    "=_xlfn.MAXIFS(C4:C6,B1:B3,2)": 0,
    "=LINEST(B1:B3,C1:C3)": pytest.approx(0.1),
}


@pytest.mark.parametrize("formula", LOOKED_UP)
def test_lookups_and_lines_of_a_table(tmp_path, formula):
    numbers = {"B1": 1, "B2": 2, "B3": 3, "C1": 10, "C2": 20, "C3": 30}
    table = {**numbers, "D1": "x", "D2": "ab", "D3": "a*"}
    expected = LOOKED_UP[formula]
    if expected is EngineError:
        with pytest.raises(EngineError, match=r"^Sheet!F1: the engine fast lacks XLOOKUP of a bla"):
            shown(tmp_path, formula, table)
    else:
        assert shown(tmp_path, formula, table) == expected
