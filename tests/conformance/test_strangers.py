"""Workbooks that others made: what newer versions of Excel store, and references of every kind."""

import openpyxl
import pytest
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula
from openpyxl.worksheet.table import Table

from tests.helpers.command import refused
from tests.helpers.workbooks import cell, edited, opened_in, saved
from xlbuilder import api
from xlbuilder.errors import EngineError, WorkbookError, XlbuilderError
from xlbuilder.formula.values import ExcelError
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.render.conditional import with_formats
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.looks import read_looks
from xlbuilder.xlsx.model import read_workbook

ENGINES = ("fast", "formulas")

NUMBERS = {"A1": 1, "A2": 2, "A3": 3, "B1": 10, "B2": 20, "B3": 30}


@pytest.fixture(params=ENGINES)
def given(request, tmp_path):
    """Return a function that gives the values of cells after a recalculation."""

    def values(cells, *addresses):
        session = opened_in(request.param, tmp_path, NUMBERS | cells)
        session.recalculate()
        return [session.read(cell(address))[0] for address in addresses]

    return values


def test_an_ordinary_formula_that_excel_365_stores_as_an_array(given):
    cells = {"C1": 2, "D1": ArrayFormula("D1", "=INDEX($A$1:$A$3,C1)"), "D2": "=D1+1"}
    assert given(cells, "D1", "D2") == [2, 3]


def test_an_array_formula_over_several_cells(given):
    cells = {"D1": ArrayFormula("D1:F2", "=TRANSPOSE(A1:B3)"), "H1": "=SUM(D1:F2)"}
    assert given(cells, "D1", "E1", "F1", "D2", "F2", "H1") == [1, 2, 3, 10, 30, 66]


def test_an_array_that_is_smaller_than_its_cells(given):
    cells = {"D1": ArrayFormula("D1:E4", "=A1:A3*2"), "G1": ArrayFormula("G1:G2", "=SUM(A1:A3)")}
    expected = [2, 6, 6, ExcelError.NA, 6]
    assert given(cells, "D1", "D3", "E3", "E4", "G2") == expected


def test_what_newer_versions_write(given):
    cells = {
        "D1": ArrayFormula("D1:D3", "=A1:A3*2"),
        "E1": "=SUM(_xlfn.ANCHORARRAY(D1))",
        "E2": "=_xlfn.SINGLE(A1:A3)*5+SUM(_xlfn.SINGLE(A1:A3))",
        "E3": "=_xlfn.LET(_xlpm.x,A1+1,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)",
    }
    assert given(cells, "E1", "E2", "E3") == [12, 12, 6]


def test_one_value_of_a_name_in_each_kind_of_formula(tmp_path):
    names = {"nm": "Sheet!$A$1:$A$3", "own": "SUM(_xlfn.SINGLE(Sheet!$A$1:$A$3))"}
    cells = {
        "D1": "=SUM(_xlfn.SINGLE(A1:B1))",  # no cell of it is in the column D
        "D2": "=SUM(_xlfn.SINGLE(nm))",
        "E2": "=_xlfn.SINGLE(nm)",
        "F2": "=COUNTA(_xlfn.SINGLE(nm),7)",
        "G2": ArrayFormula("G2", "=SUM(_xlfn.SINGLE(nm)*B1:B3)"),
        "H2": "=own",
        "H3": "=own",
    }
    session = open_workbook("fast", read_workbook(saved(tmp_path, NUMBERS | cells, names=names)))
    session.recalculate()
    assert [session.read(cell(at))[0] for at in cells] == [ExcelError.VALUE, 2, 2, 2, 120, 2, 3]


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("=SUM(_xlfn.SINGLE(OFFSET(A1,0,0,A3,1)))", r"takes one value of OFFSET\(.* by @"),
        (ArrayFormula("D2:D3", "=_xlfn.SINGLE(A1:A3)"), "takes one value of Sheet!A1:A3 by @"),
        ('=CONCAT(A1,"x")', r"Excel shows #NAME\? where .* CONCAT .* write _xlfn\.CONCAT$"),
        ('=_xludf.CONCAT(A1,"x")', r"lacks the function _XLUDF\.CONCAT"),
        ("=wrong+1", r"name wrong: Excel shows #NAME\? where .* write _xlfn\.DAYS$"),
    ],
)
def test_an_at_that_is_not_known_or_a_function_without_its_prefix_is_refused(
    tmp_path, formula, problem
):
    path = saved(tmp_path, NUMBERS | {"D2": formula}, names={"wrong": "DAYS(9,1)"})
    with pytest.raises(XlbuilderError, match=rf"Sheet!D2: .*{problem}"):
        open_workbook("fast", read_workbook(path))


def test_a_range_between_operators_is_one_cell_of_it(given):
    cells = {"D2": "=A1:A3*2", "B5": "=-A1:B1"}
    assert given(cells, "D2", "B5") == [4, -10]


ONE_OF_A_RANGE = {
    "=SUM(A1:A3*B1:B3)": 40,
    "=SUM(column*2)": 4,
    "=SUM(ABS(A1:A3))": 2,
    "=SUM(IF(A1:A3>1,5,7))": 5,
    "=SUM(COUNTIF(A1:A3,A1:A3))": 1,
    "=MATCH(40,A1:A3*B1:B3,0)": 1,
    "=SUM(B1:B3*A3:B3)": ExcelError.VALUE,
    "=A1:B3*2": ExcelError.VALUE,
    # All of a range: functions that take arrays, array constants, what stands in a name.
    "=SUMPRODUCT(A1:A3*B1:B3)": 140,
    "=INDEX(A1:A3*B1:B3,3)": 90,
    "=LOOKUP(2,1/(A1:A3<3),B1:B3)": 20,
    "=SUM(A1:A3,column)": 12,
    "=SUM(A2*{1,2})": 6,
    "=SUM(products)": 140,
}


@pytest.mark.parametrize("formula", ONE_OF_A_RANGE)
def test_an_ordinary_formula_takes_one_cell_of_a_range_for_one_value(tmp_path, formula):
    """As Excel does without Ctrl+Shift+Enter; Excel 365 shows ``@`` there."""
    names = {"column": "Sheet!$A$1:$A$3", "products": "Sheet!$A$1:$A$3*Sheet!$B$1:$B$3"}
    session = open_workbook(
        "fast", read_workbook(saved(tmp_path, NUMBERS | {"D2": formula}, names=names))
    )
    session.recalculate()
    assert session.read(cell("D2")) == [ONE_OF_A_RANGE[formula]]


def test_an_array_formula_takes_all_of_a_range(given):
    assert given({"D2": ArrayFormula("D2", "=SUM(A1:A3*B1:B3)")}, "D2") == [140]


def test_let_that_doubles_without_end(tmp_path):
    pairs = "".join(f"_xlpm.a{n},_xlpm.a{n - 1}+_xlpm.a{n - 1}," for n in range(1, 60))
    cells = {"A1": f"=_xlfn.LET(_xlpm.a0,1,{pairs}_xlpm.a59)"}
    with pytest.raises(WorkbookError, match="Sheet!A1: LET or LAMBDA makes the formula grow"):
        opened_in("fast", tmp_path, cells)


def test_empty_formulas_and_a_data_table_keep_what_is_stored(tmp_path, caplog):
    caplog.set_level("INFO")
    table = DataTableFormula("C1:C2", r1="A1", dt2D=False)
    path = saved(tmp_path, {"A1": 5, "A2": 7, "B1": "=A2+C1", "C1": table})
    edited(path, lambda data: data.replace(b'<c r="A2" t="n">', b'<c r="A2"><f ca="1"/>'))
    edited(path, lambda data: data.replace(b"</f><v></v></c></row>", b"</f><v>3</v></c></row>"))
    edited(path, lambda data: data.replace(b"<v/></c></row>", b"<v>3</v></c></row>"))
    session = open_workbook("fast", read_workbook(path))
    session.recalculate()
    assert [session.read(cell(each))[0] for each in ("A2", "B1")] == [7, 10]
    assert "Sheet: the data table C1:C2 keeps its stored values" in caplog.messages


REFERENCES = [
    ("=SUM(A:A)", 6),
    ("=SUM(2:3)", 55),
    ("=INDEX(A:A,2)", 2),
    ("=MATCH(30,B:B,0)", 3),
    ("=COLUMNS(A:C)+ROWS(A:A)", 1_048_579),
    ("=SUM(Z:Z)", 0),
    ("=SUM((A1,B2:B3),A2)", 53),
    ("=SUM(A1:B2 A2:B3)", 22),
    ("=SUM(A1:A2 B1:B2)", ExcelError.NULL),
    ("=SUM((A1:A3) (A2:B2))", 2),
]


@pytest.mark.parametrize(("formula", "expected"), REFERENCES)
def test_references_of_every_kind(tmp_path, formula, expected):
    session = opened_in("fast", tmp_path, NUMBERS | {"E5": formula})
    session.recalculate()
    assert session.read(cell("E5")) == [expected]


TABLES = [
    ("=SUM(Prices[Price])", 60),
    ("=SUM(Prices[[No]:[Price]])", 66),
    ("=Prices[[#Headers],[Price]]", "Price"),
    ("=COUNTA(Prices[#All])", 8),
    ("=Prices[[#This Row],[Price]]*2", 40),
    ('="a[1]"&SUM(Prices[No],Sheet!A9)', "a[1]6"),
    ('=VLOOKUP(2,prices,2,FALSE)&"Prices"', "20Prices"),
]


ASKED = [
    ('=_xlfn.TEXTJOIN(",",TRUE,A1:A3)&_xlfn.CONCAT(A1:A3)', "1,2,3123"),
    ('=_xlfn.IFS(A1=2,"a",A1=1,"b")&_xlfn.SWITCH(A2,1,"one",2,"two")', "btwo"),
    ("=_xlfn.XLOOKUP(2,A1:A3,B1:B3)+_xlfn.XLOOKUP(9,A1:A3,B1:B3,7)", 27),
    ("=SUM(_xlfn._xlws.FILTER(B1:B3,A1:A3>1))-INDEX(_xlfn._xlws.SORT(B1:B3),1)", 40),
    ("=SUM(_xlfn.SEQUENCE(2,2,5))", 26),
    ('=TEXT(DATE(2024,2,29),"yyyy-mm-dd")', "2024-02-29"),
    ("=IF(TODAY()<=NOW(),COMBIN(5,2),0)", 10),
    ("=FLOOR(7.5,2)+CEILING(1.2,1)+_xlfn.CEILING.MATH(7.2)", 16),
    ("=ROUND(PMT(0.08,12,-100)+NPV(0.1,B1:B3)+IRR(C1:C3),4)", 61.6075),
    ('=IF(A1=1,TEXT(A2,"00"),5)', "02"),
    ("=SUMPRODUCT(MAX(YEAR(B1:B3)))", 1900),
    ("=MAX(YEAR(B1:B9))", 1900),
    ("=MEDIAN(B:B)*COUNT(A:A)", 60),
]


@pytest.mark.parametrize(("formula", "expected"), ASKED)
def test_functions_that_fast_asks_for(tmp_path, formula, expected):
    flows = {"C1": -10, "C2": 5, "C3": 8}
    session = opened_in("fast", tmp_path, NUMBERS | flows | {"E5": formula})
    session.recalculate()
    assert session.read(cell("E5")) == [expected]


def test_arrays_and_formulas_filled_down_that_fast_asks_for(tmp_path):
    cells = {
        "D1": ArrayFormula("D1:D4", "=_xlfn._xlws.SORT(B1:B3,1,-1)"),
        **{f"E{row}": f'=TEXT(A{row}*{row},"0")&{row}' for row in (1, 2, 3)},
    }
    session = opened_in("fast", tmp_path, NUMBERS | cells)
    session.recalculate()
    shown = [session.read(cell(each))[0] for each in ("D1", "D2", "D3", "D4", "E1", "E2", "E3")]
    assert shown == [30, 20, 10, ExcelError.NA, "11", "42", "93"]


@pytest.mark.parametrize("order", ["row-major", "jacobi", "lagged:1"])
def test_a_circle_through_a_function_that_fast_asks_for(tmp_path, order):
    cells = {"A1": '=IF(A2="",1,MIN(5,VALUE(A2)+1))', "A2": '=TEXT(A1,"0")', "A3": "=A1*10"}
    schedule = Schedule.parse(order, "empty")
    session = opened_in("fast", tmp_path, cells, schedule=schedule)
    assert session.recalculate().quiet
    assert [session.read(cell(each))[0] for each in cells] == [5, "5", 50]


NO_CIRCLE = {
    f"{column}{row}": f"={column}{row - 10}" for row in range(11, 20) for column in "ABCDEFGHI"
}

DRIVEN = {"in_board": "Sheet!$A$1:$I$9", "sol_board": "Sheet!$A$11:$I$19", "state": "Sheet!$K$1"}


@pytest.mark.parametrize(
    "beside",
    ["=AREAS(A1:A9)", "=LAMBDA(x,x)(5)", "=[1]Other!A1", "=1+nobody(", "=OFFSET(A11,A12,1)"],
)
def test_a_cell_beside_that_no_board_depends_on(tmp_path, beside):
    cells = NO_CIRCLE | {"K1": "Solve", "M5": beside, "M6": "=M5+1"}
    solver = Solver(read_workbook(saved(tmp_path, cells, names=DRIVEN)), "fast")
    solver.run(Board((1,) * 81))
    assert solver.shown() == [1] * 81


@pytest.mark.parametrize(
    ("beside", "lack"),
    [
        ("=AREAS(A1:A9)", "the engine fast lacks the function AREAS"),
        ("=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(2)", "calls what a formula gives, as LAMBDA"),
        ('="1/2"+A2', "calculates with a text in which Excel may read a date"),
    ],
)
def test_cells_that_are_asked_for_are_calculated_whatever_stands_beside(
    run, tmp_path, beside, lack
):
    """The message of a run without cells names what is in the way, as that of one that needs it."""
    saved(tmp_path, {"A1": "=A1+1", "B1": "=A1*2", "A2": 1.5, "D9": beside, "D10": "=D9"})
    done = run("show", "book.xlsx", "--cells", "A1:B1", "--recalculate")
    assert done.stdout.splitlines()[-1].split() == ["1", "100", "200"], done.stderr
    done = run("show", "book.xlsx", "--cells", "A1:D10", "--recalculate")
    assert done.returncode == 2
    assert f"Sheet!D9: {lack}" in done.stderr.splitlines()[-1]


def test_a_cell_is_watched_whatever_stands_on_the_sheet_beside(run, tmp_path):
    path = saved(tmp_path, {"A1": "=A1+1"})
    book = openpyxl.load_workbook(path)
    book.create_sheet("Mine")["A1"] = "=AREAS(B1:B9)"
    book.save(path)
    assert run("watch", "book.xlsx", "--cell", "A1").stdout.splitlines()[-1] == "  A1 = 100"
    done = run("watch", "book.xlsx", "--cell", "Mine!A1")
    refused(done, "xlbuilder: Mine!A1: the engine fast lacks the function AREAS")


@pytest.mark.parametrize("engine", ["fast", "formulas"])
@pytest.mark.parametrize("beside", ["=TODAY()", '=TODAY()/3&""', "=NOW()"])
def test_the_date_beside_a_board_refuses_nothing(tmp_path, engine, beside):
    cells = NO_CIRCLE | {"K1": "Solve", "M5": beside}
    solver = Solver(read_workbook(saved(tmp_path, cells, names=DRIVEN)), engine)
    solver.run(Board((1,) * 81))
    assert solver.shown() == [1] * 81


def test_a_sheet_beside_is_not_calculated(tmp_path):
    path = saved(tmp_path, NO_CIRCLE | {"K1": "Solve"}, names=DRIVEN)
    book = openpyxl.load_workbook(path)
    book.create_sheet("Mine")["A1"] = "=Sheet!A11/3&TODAY()"  # fast cannot write such a text
    book.save(path)
    solver = Solver(read_workbook(path), "fast")
    solver.run(Board((1,) * 81))
    assert solver.shown() == [1] * 81


def test_a_cell_that_a_board_depends_on_is_named(tmp_path):
    cells = NO_CIRCLE | {
        "K1": "Solve",
        "M5": "=AREAS(A1:A9)",
        "A11": "=M5",
        "M6": "=OFFSET(A1,A1,1)",
    }
    with pytest.raises(EngineError) as error:
        Solver(read_workbook(saved(tmp_path, cells, names=DRIVEN)), "fast")
    assert str(error.value) == "Sheet!M5: the engine fast lacks the function AREAS"


def with_table(folder, formula):
    book = openpyxl.Workbook()
    for row in (("No", "Price"), (1, 10), (2, 20), (3, 30)):
        book.active.append(row)
    book.active.add_table(Table(displayName="Prices", ref="A1:B4"))
    book.active["D3"] = formula
    book.save(folder / "table.xlsx")
    return folder / "table.xlsx"


@pytest.mark.parametrize(("formula", "expected"), TABLES)
def test_references_to_a_table(tmp_path, formula, expected):
    session = open_workbook("fast", read_workbook(with_table(tmp_path, formula)))
    session.recalculate()
    assert session.read(cell("D3")) == [expected]


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        ("=SUM(Other[Price])", r"Sheet!D3: Other\[Price\]: the workbook has no table Other"),
        ("=SUM(Prices[Cost])", r"Sheet!D3: Prices\[Cost\]: the table has no column cost"),
        ("=Prices[[#Totals],[No]]", "Sheet!D3: .*: no such rows of the table"),
        ("=SUM([1]Sheet1!A1)", "Sheet!D3: reads another workbook"),
    ],
)
def test_a_formula_that_cannot_be_read_is_shown_and_not_calculated(tmp_path, formula, problem):
    model = read_workbook(with_table(tmp_path, formula))
    assert api.Workbook(model).render(tmp_path / "x.svg").exists()
    with pytest.raises(WorkbookError, match=problem):
        open_workbook("fast", model)


def test_a_data_connection_is_not_followed(tmp_path):
    path = saved(tmp_path, NUMBERS)
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/connections"
    relation = f'<Relationship Id="rId99" Type="{kind}" Target="connections.xml"/>'
    edited(
        path,
        lambda data: data.replace(b"</Relationships>", f"{relation}</Relationships>".encode()),
        "xl/_rels/workbook.xml.rels",
    )
    model = read_workbook(path)
    assert list(model.not_followed) == ["data connections"]
    assert api.Workbook(model).render(tmp_path / "x.svg").exists()
    open_workbook("fast", model)
    with pytest.raises(WorkbookError, match="leads to a data connection; remove it"):
        open_workbook("libreoffice", model)  # a program that may follow it


@pytest.mark.slow
def test_more_than_1000_conditional_formats(tmp_path):
    book = openpyxl.Workbook()
    book.active["A1"], book.active["B1"] = "=B1", 1
    for row in range(1, 1002):
        fill = FormulaRule(formula=["$B$1=1"], fill=PatternFill(bgColor="FFFF0000"))
        book.active.conditional_formatting.add(f"C{row}", fill)
    book.save(tmp_path / "formats.xlsx")
    assert api.open(tmp_path / "formats.xlsx").render(tmp_path / "x.svg").exists()
    session = open_workbook("fast", read_workbook(tmp_path / "formats.xlsx"))
    session.recalculate()
    assert session.read(cell("A1")) == [1]


@pytest.mark.parametrize("drawn", [True, False])
def test_a_format_with_a_function_newer_than_excel_2007(tmp_path, drawn, caplog):
    path = saved(tmp_path, {"A1": "ab"})
    book = openpyxl.load_workbook(path)
    formula = '_xlfn.CONCAT(A1,"c")="abc"' if drawn else 'CONCAT(A1,"c")="abc"'
    red = FormulaRule([formula], fill=PatternFill(bgColor="FFFF0000"))
    book.active.conditional_formatting.add("A1", red)
    book.save(path)
    model, looks = read_workbook(path), read_looks(path).sheets["Sheet"]
    assert (with_formats(model, looks).looks[cell("A1")].fill == "FF0000") is drawn
    assert (
        "left out: the conditional format of A1: Excel shows #NAME?" in caplog.text
    ) is not drawn
