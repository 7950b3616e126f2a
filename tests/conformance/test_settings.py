"""Settings of a workbook that change values: right, or one line that says why there is none."""

from contextlib import suppress

import openpyxl
import pytest
from openpyxl.utils.datetime import MAC_EPOCH
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.workbooks import cell, edited, opened_in, saved
from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.engines.fast.asked.table import ASKED, route
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.xlsx.model import read_workbook


def stored_as_empty_text(path):
    """Let each formula without a stored result have an empty text, as Excel stores it."""

    def change(data):
        for empty in (b"<v></v>", b"<v />", b"<v/>"):
            data = data.replace(b"</f>" + empty, b"</f><v></v>")
        return data.replace(b"><f>", b' t="str"><f>')

    return edited(path, change)


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_a_circle_starts_at_the_empty_text_that_is_stored(tmp_path, engine):
    cells = {"A1": "x", "A2": '=IF(A1<>"",IF(A2="",5,A2),"")', "A3": '=IF(A3=0,"zero",A3)'}
    path = stored_as_empty_text(saved(tmp_path, cells))
    session = open_workbook(engine, read_workbook(path), Schedule.parse("row-major", "file"))
    session.recalculate()
    assert [session.read(cell(at))[0] for at in ("A2", "A3")] == [5, ""]


@pytest.mark.parametrize("engine", ["fast", "formulas", "libreoffice"])
def test_precision_as_displayed_is_refused(tmp_path, engine):
    path = saved(tmp_path, {"A1": "=2.52/2"})
    edited(
        path,
        lambda data: data.replace(b"<calcPr ", b'<calcPr fullPrecision="0" '),
        part="xl/workbook.xml",
    )
    with pytest.raises(EngineError, match="with precision as displayed"):
        open_workbook(engine, read_workbook(path))


def counted_from_1904(tmp_path, cells):
    book = openpyxl.Workbook()
    book.epoch = MAC_EPOCH
    for address, content in cells.items():
        book.active[address] = content
    book.save(tmp_path / "book.xlsx")
    return read_workbook(tmp_path / "book.xlsx")


@pytest.mark.parametrize(
    "formula",
    [
        "=DATE(2024,1,1)",
        '=TEXT(0,"yyyy")',
        "=A1+YEAR(A1)",
        "=COUPNUM(A1,40000,2)",
        '=VALUE("2020-01-01")',
    ],
)
def test_dates_counted_from_1904_are_refused(tmp_path, formula):
    model = counted_from_1904(tmp_path, {"A1": 1, "A2": formula})
    with pytest.raises(WorkbookError, match=r"A2: calls \w+ in a workbook that counts days from"):
        open_workbook("fast", model)


@pytest.mark.parametrize("formula", ['="2020-01-01"+1', "=ODD(A1)", "=COUNTIF(A1:A2,43831)"])
def test_texts_of_dates_are_no_numbers_where_days_count_from_1904(tmp_path, formula):
    model = counted_from_1904(tmp_path, {"A1": "2020-01-01", "A2": '="5"+1', "A3": formula})
    session = open_workbook("fast", model)
    with pytest.raises(EngineError, match=r"A3: .* days (from|count from) 1904"):
        session.recalculate()


def letters_of(function):
    """Return the letters of the arguments that a function takes, however many they are."""
    found = set()
    for count in range(9):
        with suppress(EngineError):
            found |= {*route(function, count, of_arrays=False).letters}
    return found


def test_every_function_that_takes_dates_is_one_of_dates():
    taking = {function for function in ASKED if letters_of(function) & {"d", "D"}}
    assert "PRICE" in taking
    assert all(function_of(function).is_of_dates for function in taking)


def test_other_formulas_of_such_a_workbook_are_calculated(tmp_path):
    session = open_workbook("fast", counted_from_1904(tmp_path, {"A1": 1, "A2": "=A1+1"}))
    session.recalculate()
    assert session.read(Area("Sheet", 2, 1, 2, 1)) == [2]


SEVERAL_SHEETS = [
    ("=SUM('Jan 1:Mar 1'!A1)", 7),
    ("=SUM('Mar 1:Jan 1'!A1:B2,10)", 17),
    ("=IFERROR(SUM('jan 1:MAR 1'!A1),0)", 7),
    ("=COUNT('Jan 1:Mar 1'!A1)+MAX(Feb:Feb!A1)", 5),
    ("=SUM(Feb:Sheet!A1)", 2),
    ("=SUM('Jan 1:Gone'!A1)", ExcelError.REF),
]


def with_months(folder, formula):
    book = openpyxl.Workbook()
    book.active["C1"] = formula
    for number, month in ((1, "Jan 1"), (2, "Feb"), (4, "Mar 1")):
        book.create_sheet(month)["A1"] = number
    book.move_sheet("Sheet", 2)  # between Feb and Mar 1
    book.save(folder / "book.xlsx")
    return read_workbook(folder / "book.xlsx")


@pytest.mark.parametrize(("formula", "expected"), SEVERAL_SHEETS)
def test_references_to_several_sheets(tmp_path, formula, expected):
    session = open_workbook("fast", with_months(tmp_path, formula))
    session.recalculate()
    assert session.read(cell("C1")) == [expected]


@pytest.mark.parametrize(
    "formula", ["='Jan 1:Mar 1'!A1+1", "=STDEV('Jan 1:Mar 1'!A1)", "=Feb:Feb!A1"]
)
def test_several_sheets_elsewhere_are_refused(tmp_path, formula):
    with pytest.raises(WorkbookError, match="C1: reads several sheets at once, which only SUM, "):
        open_workbook("fast", with_months(tmp_path, formula))


ROWS = 1_048_576
COLUMN = {"A1": 1, "A2": 2, "A4": 5, "B1": "x", "B2": '=""', "B9": "x"}
WHOLE = [
    ("=COUNTBLANK(A:A)", ROWS - 3),
    ("=COUNTBLANK(A:B)", 2 * ROWS - 5),
    ("=COUNTBLANK(2:2)", 16384 - 1),
    ('=COUNTIF(A:A,"")', ROWS - 3),
    ('=COUNTIF(A:A,"<>2")', ROWS - 1),
    ('=COUNTIF(A2:A1048576,"")', ROWS - 3),
    ('=COUNTIF(A:A,">1")', 2),
    ("=COUNTIF(A:A,C1)", 0),
    ("=COUNTIF(B:B,B2)", ROWS - 2),
    ('=COUNTIFS(A:A,"",B:B,"<>x")', ROWS - 4),
    ('=SUMIFS(A:A,B:B,"x")', 1),
    ('=SUMPRODUCT((A:A="")*1)', ROWS - 3),
    ("=SUMPRODUCT((A:A>1)*A:A)", 7),
    ("=SUM(A:A)+COUNT(A:A)+COUNTA(B:B)", 14),
    ("=INDEX(A:A,A4-1)", 5),
    ("=INDEX(A:A,A4+4000)", 0),
    ("=INDEX(A:B,A4+4000,2)&1", "1"),
    ("=MATCH(5,A:A,0)", 4),
    ("=AVERAGE(A:A)*3", 8),
    ("=SUM(VLOOKUP(2,A:B,1,FALSE)+1)", 3),
    ("=COUNT(IFERROR(VLOOKUP(9,A:B,2,FALSE),0))", 1),
    ("=SUM(INDEX(A:A,MATCH(5,A:A,0))*2)", 10),
    ("=SUM(LARGE(A:A,{1,2}))", 7),
    ("=SUMPRODUCT(--(A:A<LARGE(A:A,1)))", ROWS - 1),
    ("=MATCH(TRUE,INDEX(A:A=0,0),0)", 3),
    ("{=COUNT(IF(A:A=2,A:A))}", 1),
    ('{=SUM(IF(A:A=2,A:A,""))}', 2),
    ("{=COUNT(IF(2:2>1,2:2))}", 1),
    ("=SUMPRODUCT(COS(A:A*0))", ROWS),
    ("=SUMPRODUCT(NORMSDIST(A:A*0))", ROWS / 2),
    ("{=SUM(COUNTIF(A:A,A:A))}", 3),
    ("{=AVERAGE(IF(A:A>1,A:A))}", 3.5),
    ("{=AVERAGE(IF(A:A>1,0,1))}", (ROWS - 2) / ROWS),
    ('{=MATCH(2,1/(A:A=""))}', ROWS),
    ('{=MATCH(2,1/(A:A<>""))}', 4),
    ('{=INDEX(A:A&"x",A4+4000)}', "x"),
]
REFUSED_WHOLE = {
    "{=STDEV(IF(A:A>1,0,1))}": "STDEV takes what is calculated from whole columns or rows",
    '{=LARGE(IF(A:A="",3,1),2)}': "LARGE takes what is calculated from whole columns or rows",
    "{=COUNTA(_xlfn.UNIQUE(A:A))}": "COUNTA counts what UNIQUE finds in whole columns or rows",
    '{=ROWS(_xlfn._xlws.FILTER(A:A,A:A=""))}': "ROWS counts what FILTER finds in whole columns",
    '=_xlfn.TEXTJOIN(",",FALSE,A:A)': "TEXTJOIN with blanks takes whole columns or rows",
}


def written(at, formula):
    """Return what openpyxl writes as this formula; one in braces is an array formula."""
    return ArrayFormula(at, formula[1:-1]) if formula.startswith("{") else formula


def test_whole_columns_are_whole(tmp_path):
    places = {f"D{row}": formula for row, (formula, _) in enumerate(WHOLE, 20)}
    cells = {at: written(at, formula) for at, formula in places.items()}
    session = opened_in("fast", tmp_path, COLUMN | cells)
    session.recalculate()
    found = {formula: session.read(cell(at))[0] for at, formula in places.items()}
    assert found == dict(WHOLE)


@pytest.mark.parametrize("formula", REFUSED_WHOLE)
def test_what_depends_on_the_number_of_blanks_is_refused(tmp_path, formula):
    with pytest.raises(WorkbookError, match=f"D1: {REFUSED_WHOLE[formula]}"):
        opened_in("fast", tmp_path, COLUMN | {"D1": written("D1", formula)})


def test_whole_columns_beside_whole_rows_are_refused(tmp_path):
    with pytest.raises(WorkbookError, match="D1: COUNTIFS counts in whole columns and whole rows"):
        opened_in("fast", tmp_path, COLUMN | {"D1": "=COUNTIFS(A:A,1,1:1,1)"})


def test_whole_columns_of_two_sheets_are_of_one_size(tmp_path):
    book = openpyxl.Workbook()
    for row in range(1, 4):
        book.active.cell(row, 1).value = row
    other = book.create_sheet("Other")
    for row in range(1, 16):
        other.cell(row, 1).value = "x" if row % 2 else "y"
    book.active["C1"] = '=SUMIFS(A:A,Other!A:A,"x")'
    book.active["C2"] = '=SUMPRODUCT((Other!A:A="x")*A:A)'
    book.save(tmp_path / "book.xlsx")
    session = open_workbook("fast", read_workbook(tmp_path / "book.xlsx"))
    session.recalculate()
    assert [session.read(cell(at))[0] for at in ("C1", "C2")] == [4, 4]


NAMES = ["rate", "year", "count", "sum", "if", "today", "row", "max"]


@pytest.mark.parametrize(
    "engine",
    [
        "fast",
        "formulas",
        "formualizer",
        pytest.param("libreoffice", marks=pytest.mark.program("libreoffice")),
    ],
)
def test_a_name_may_be_that_of_a_function(tmp_path, engine):
    cells: dict[str, object] = {}
    names = {}
    for row, name in enumerate(NAMES, 1):
        cells |= {f"A{row}": row * 10, f"B{row}": f"={name}+SUM({name},1)"}
        names[name] = f"Sheet!$A${row}"
    session = open_workbook(engine, read_workbook(saved(tmp_path, cells, names=names)))
    session.recalculate()
    shown = [session.read(cell(f"B{row}"))[0] for row in range(1, len(NAMES) + 1)]
    assert shown == [20 * row + 1 for row in range(1, len(NAMES) + 1)]
