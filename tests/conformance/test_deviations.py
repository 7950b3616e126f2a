"""Where engines are known to differ from Excel: the value that Excel documents, and theirs.

The engine fast follows Excel.  A deviation that an engine has lost is reported here too, so that
the list stays true; formulas in templates keep clear of all of them.
"""

import pytest
from workbooks import cell, opened_in

from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError

CELLS = {"A1": '="5"', "A2": 5.0, "A4": '=""', "A5": "text", "A6": True, "A7": 0.0, "A8": "=1/0"}
CELLS |= {"E1": "7", "E2": '="5"'}

REFUSED = "an EngineError"

# formula, what Excel gives, what the package formulas gives where it differs.
DEVIATIONS = [
    ("=COUNT(E1:E2)", 0.0, 2.0),
    ("=COUNT(A1:A6)", 1.0, 2.0),
    ("=SUM(E1:E2)", 0.0, 12.0),
    ("=SUM(A1:A6)", 5.0, 10.0),
    ("=MAX(A1:A2)", 5.0, ExcelError.VALUE),
    ('=COUNTIF(A1:A6,">0")', 1.0, 2.0),
    ("=COUNTIF(A1:A6,5)", 2.0, None),
    ('=COUNTIF(A1:A6,"")', 2.0, None),
    ('=COUNTIF(A1:A6,"t*")', 1.0, None),
    ('=COUNTIF(A1:A6,"T?XT")', 1.0, 0.0),
    ("=COUNTBLANK(A1:A6)", 2.0, None),
    ("=COUNTIF(A6:A7,0)", 1.0, None),
    ("=COUNTIF(A6:A6,1)", 0.0, None),
    ("=COUNTIF(A6:A6,TRUE)", 1.0, REFUSED),
    ("=A3=FALSE", True, False),
    ("=COUNTIF(A8:A8,A8)", 1.0, 0.0),
    ("=SUMPRODUCT((A1:A6=5)*1)", 1.0, None),
    ("=SUMPRODUCT(ISNUMBER(A1:A6)*1)", 1.0, 2.0),
    ('=MAX("",1)', ExcelError.VALUE, None),
    ('=IF("",1,2)', ExcelError.VALUE, None),
    ("=IF(A3,1,2)", 2.0, None),
    ("=CHOOSE(0,1,2)", ExcelError.VALUE, None),
    ("=CHOOSE(3,1,2)", ExcelError.VALUE, None),
    ("=A4>9", True, None),
    ("=A4<9", False, None),
    ("=A4=0", False, None),
    ("=A3=0", True, None),
    ('=A3=""', True, None),
    ("=A1=A2", False, None),
    ('=5="5"', False, None),
    ("=A4+1", ExcelError.VALUE, None),
    ("=A3+1", 1.0, None),
    ("=A1+1", 6.0, None),
    ("=-2^2", 4.0, None),
    ("=MOD(-1,3)", 2.0, None),
    ('="a"&A2&A3&A6', "a5TRUE", None),
    ('="TEXT"=A5', True, None),
    ('=REPT("xy",2)', "xyxy", None),
    ('=MID("sudoku",3,2)', "do", None),
    ('=SUBSTITUTE("s-u-d","-","+/")', "s+/u+/d", None),
    ('=SUBSTITUTE("Suds","s","")', "Sud", None),
    ('=SUBSTITUTE("aaa","aa","b")', "ba", None),
    ('=SUBSTITUTE("sudoku","","x")', "sudoku", "xsxuxdxoxkxux"),
    ('=SUBSTITUTE("a"&CHAR(10)&"b",CHAR(10),"")', "ab", None),
    ('=SUBSTITUTE(A4,"a","b")', "", None),
    ('=SUBSTITUTE(A8,"a","b")', ExcelError.DIV0, None),
    ('=IFERROR(MID("7.x",2,1)*1,0)+IFERROR(MID("7.x",1,1)*1,0)', 7.0, None),
    ('=LEN("sudoku")', 6.0, None),
    ("=MATCH(5,A1:A6,0)", 2.0, None),
    ("=INDEX(A1:A6,A2,1)", "text", None),
    ("=INDEX(A1:A6,A2+2,1)", ExcelError.REF, None),
    ("=ROUND(2.5,0)+ROUND(-2.5,0)", 0.0, None),
    ("=AND(TRUE,A2)", True, None),
    ("=OR(A4:A5)", ExcelError.VALUE, None),
    ("=IFERROR(A8,3)", 3.0, None),
    ("=AVERAGE(A2:A3,1)", 3.0, None),
    ("=A8", ExcelError.DIV0, None),
    ("=2^0.5^2", 2.0, None),
    ("=50%*2", 1.0, None),
    ("=0^0", ExcelError.NUM, 1.0),
    ("=TRUE+TRUE", 2.0, None),
    ("=N(A5)+N(A6)", 1.0, None),
]


def evaluated(engine, folder, formula):
    session = opened_in(engine, folder, {**CELLS, "D9": formula})
    session.recalculate()
    return session.read(cell("D9"))[0]


def same(found, expected):
    if isinstance(expected, float) and isinstance(found, float):
        return found == pytest.approx(expected)
    return type(found) is type(expected) and found == expected


@pytest.mark.parametrize(("formula", "excel"), [row[:2] for row in DEVIATIONS])
def test_fast_follows_excel(tmp_path, formula, excel):
    assert same(evaluated("fast", tmp_path, formula), excel)


@pytest.mark.parametrize(("formula", "excel", "theirs"), DEVIATIONS)
def test_formulas_differs_just_where_it_is_known_to(tmp_path, formula, excel, theirs):
    try:
        found = evaluated("formulas", tmp_path, formula)
    except EngineError:
        found = REFUSED
    assert same(found, excel if theirs is None else theirs)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("=SUMIF(A1:A3,1)", "Sheet!D9: the engine fast lacks the function SUMIF"),
        ("=A1:A3", "Sheet!D9: gives 3x1 values where a cell takes one"),
        ("=SUM(IF(A6,A1,0))", "Sheet!D9: the engine fast lacks IF that gives a reference"),
        ("=MATCH(5,A1:A6)", "Sheet!D9: the engine fast lacks MATCH with these arguments"),
        ("=0.5&A5", "Sheet!D9: the engine fast cannot write a number with decimals as text"),
        ('=COUNTIF(A1:A6,">"&A2)', "Sheet!D9: the engine fast takes COUNTIF criteria with"),
        ("=INDEX(A1:B6,A7,1)", "Sheet!D9: the engine fast lacks INDEX of a whole row or column"),
    ],
)
def test_what_fast_lacks_is_named_with_its_cell(tmp_path, formula, message):
    with pytest.raises(EngineError) as error:
        evaluated("fast", tmp_path, formula)
    assert str(error.value).startswith(message)


FORMUALIZER = {
    "=COUNTIF(A8:A8,A8)": ExcelError.DIV0,
    "=SUMPRODUCT(ISNUMBER(A1:A6)*1)": 0.0,
    '=MAX("",1)': 1.0,
    "=0^0": 1.0,
}


@pytest.mark.parametrize(("formula", "excel"), [row[:2] for row in DEVIATIONS])
def test_formualizer_differs_just_where_it_is_known_to(tmp_path, formula, excel):
    found = evaluated("formualizer", tmp_path, formula)
    assert same(found, FORMUALIZER.get(formula, excel))


# What LibreOffice 7.4 gives where it differs; a logical value is a number there.
LIBREOFFICE = {
    "=COUNT(A1:A6)": 2.0,
    "=SUM(A1:A6)": 6.0,
    '=COUNTIF(A1:A6,">0")': 2.0,
    "=COUNTIF(A1:A6,5)": 1.0,
    '=COUNTIF(A1:A6,"t*")': 2.0,
    "=COUNTIF(A6:A6,1)": 1.0,
    "=COUNTIF(A8:A8,A8)": ExcelError.DIV0,
    "=SUMPRODUCT(ISNUMBER(A1:A6)*1)": 2.0,
    '="a"&A2&A3&A6': "a51",
    "=INDEX(A1:A6,A2+2,1)": ExcelError.VALUE,
    "=0^0": 1.0,
}


@pytest.mark.libreoffice
@pytest.mark.usefixtures("libreoffice")
def test_libreoffice_differs_just_where_it_is_known_to(tmp_path):
    formulas = [row[0] for row in DEVIATIONS]
    cells = CELLS | {f"D{row}": formula for row, formula in enumerate(formulas, 9)}
    session = opened_in("libreoffice", tmp_path, cells)
    session.recalculate()
    for row, (formula, excel, *_) in enumerate(DEVIATIONS, 9):
        (found,) = session.read(cell(f"D{row}"))
        expected = LIBREOFFICE.get(formula, excel)
        assert same(found, float(expected) if isinstance(expected, bool) else expected), formula
