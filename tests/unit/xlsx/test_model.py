"""Reading workbooks that others wrote: shared formulas, stored values, settings, types."""

import datetime
import re
from functools import partial

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.workbooks import edited
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import to_text
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.calculation import Calculation
from xlbuilder.xlsx.model import read_workbook


def at(row, column, sheet="Sheet"):
    return Area(sheet, row, column, row, column)


@pytest.fixture
def saved(tmp_path):
    """Return a function that saves what another function did to an empty workbook."""

    def save(edit):
        book = openpyxl.Workbook()
        edit(book, book.active)
        book.save(tmp_path / "book.xlsx")
        return tmp_path / "book.xlsx"

    return save


def test_a_short_formula_does_not_count_as_many_characters(saved, monkeypatch):
    """A million cells may have one; one that is long may not be in many cells."""
    monkeypatch.setattr("xlbuilder.xlsx.formula_reader.MAX_FORMULA_CHARACTERS", 10)
    short, long = ("=" + "1+" * count + "1" for count in (49, 60))
    assert len(read_workbook(saved(lambda _, sheet: sheet.append([short] * 3))).formulas) == 3
    with pytest.raises(WorkbookError, match="its formulas have more than 10 characters"):
        read_workbook(saved(lambda _, sheet: sheet.append([long])))


def test_what_let_and_array_formulas_add_is_bounded(saved, monkeypatch):
    """A formula of few characters may double with each word of LET, and fill a sheet."""
    monkeypatch.setattr("xlbuilder.xlsx.formula_reader.MAX_GROWN", 12)
    doubled = "=_xlfn.LET(_xlpm.x,A1+A1,_xlpm.y,_xlpm.x+_xlpm.x,_xlpm.y+_xlpm.y)"  # adds six
    assert len(read_workbook(saved(lambda _, sheet: sheet.append([doubled] * 2))).formulas) == 2
    with pytest.raises(WorkbookError, match=r"Sheet!C1: LET, LAMBDA and array formulas grow"):
        read_workbook(saved(lambda _, sheet: sheet.append([doubled] * 3)))
    array = ArrayFormula("A1:A8", "=B1:B8*2")
    with pytest.raises(WorkbookError, match=r"Sheet!A1: LET, LAMBDA and array formulas grow"):
        read_workbook(saved(lambda _, sheet: sheet.append([array])))


def test_values_have_excels_types(saved):
    def edit(_, sheet):
        moment = datetime.datetime(2008, 9, 30, 12)  # noqa: DTZ001 - a sheet has no zones
        sheet.append([1, 1.5, "text", True, None, "#N/A", moment, "5"])
        sheet["F1"].data_type = "e"

    model = read_workbook(saved(edit))
    values = model.values_of(Area("Sheet", 1, 1, 1, 8))
    assert values == [1.0, 1.5, "text", True, None, ExcelError.NA, 39721.5, "5"]
    assert [type(value) for value in values[:4]] == [float, float, str, bool]


def test_settings_may_be_missing(saved):
    """Other programs leave calcPr out; iteration is off then (ECMA-376 Part 1, 18.2.2)."""

    def edit(book, _):
        book.calculation = None

    found = read_workbook(saved(edit)).calculation
    assert (found.iterate, found.max_iterations, found.max_change) == (False, 100, 0.001)
    assert "File > Options > Formulas" in found.note
    assert Calculation(iterate=False, max_iterations=100, max_change=0.001).note is None


def sharing(saved, formula):
    path = saved(lambda _, sheet: sheet.append([1]))
    data = (
        b'<sheetData><row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">%s</f>'
        b'<v>3</v></c></row><row r="2"><c r="A2"><f t="shared" si="0"/><v>4</v></c></row>'
        b"</sheetData>"
    ) % formula
    edited(path, partial(re.sub, b"<sheetData>.*</sheetData>", data))
    return read_workbook(path)


@pytest.mark.parametrize(
    ("formula", "second"),
    [
        (b"SUM(B1,$C$1)", "SUM(B2,$C$1)"),
        (b"SUM(B:B,2:$3)+YES1+LOG10(B1)", "SUM(B$1:B$1048576,$A3:$XFD$3)+YES1+LOG10(B2)"),
        (b"XFD1048576&amp;&quot;B1&quot;", 'XFD1&"B1"'),
    ],
)
def test_a_shared_formula_is_taken_apart(saved, formula, second):
    """Excel stores a filled block once, and in the other cells only where it stands."""
    model = sharing(saved, formula)
    assert to_text(model.formulas[at(2, 1)]) == second
    assert model.values[at(1, 1)] == 3.0  # the stored results are the values to start from
    assert model.values[at(2, 1)] == 4.0


@pytest.mark.parametrize(
    ("formula", "second"),
    [(b"[1]Data!B1*2", "=[1]Data!B2*2"), (b"ARRAY_OF_RESULTS(B1)", "=ARRAY_OF_RESULTS(B2)")],
)
def test_a_shared_formula_that_cannot_be_read_is_told_as_its_cell_shows_it(saved, formula, second):
    model = sharing(saved, formula)
    assert model.unread_texts[at(2, 1)] == second
    assert model.values[at(2, 1)] == 4.0


def test_names_of_every_kind(saved):
    def edit(book, sheet):
        book.defined_names["Board"] = DefinedName("Board", attr_text="Sheet!$A$1:$B$2")
        book.defined_names["alias"] = DefinedName("alias", attr_text="Board")
        book.defined_names["half"] = DefinedName("half", attr_text="0.5")
        row = "INDEX(Board,MOD(SUM(ROW())-1,2)+1,1):INDEX(Board,2,2)"
        book.defined_names["from_here"] = DefinedName("from_here", attr_text=row)
        sheet.defined_names["local"] = DefinedName("local", attr_text="Sheet!$C$3")
        sheet.print_area = "A1:B2"
        book.create_sheet("Copy").defined_names["far"] = DefinedName("far", attr_text="Copy!$D$4")

    model = read_workbook(saved(edit))
    assert str(model.area("board")) == "A1:B2"
    assert str(model.area("ALIAS")) == "A1:B2"
    assert str(model.area("sheet!local")) == "C3"
    assert str(model.area("Far")) == "D4"
    assert model.area("from_here") is None  # A1:B2 for the first cell, and not for each
    assert model.area("half") is None
    assert model.area("nobody") is None


def test_what_is_unreadable_is_an_error_only_when_it_is_used(saved):
    def edit(book, sheet):
        book.defined_names["union"] = DefinedName("union", attr_text="Sheet!$A$1,Sheet!$B$2")
        book.defined_names["gone"] = DefinedName("gone", attr_text="Sheet!#REF!")
        sheet["A1"] = "=1+1"

    path = saved(edit)
    assert len(load_program(read_workbook(path)).members) == 1

    def use(book, sheet):
        edit(book, sheet)
        sheet["A2"] = "=SUM(union)"

    with pytest.raises(WorkbookError, match=r"Sheet!A2: name union: stands for several ranges; "):
        load_program(read_workbook(saved(use)))


def test_scopes_hidden_names_and_the_spelling_of_sheets(saved):
    def edit(book, sheet):
        other = book.create_sheet("Other")
        book.defined_names["n_"] = DefinedName("n_", attr_text="1", hidden=True)
        other.defined_names["n_"] = DefinedName("n_", attr_text="2")
        sheet["A1"], sheet["A2"], sheet["A3"] = "=n_", "=Other!n_", "=OTHER!B1"
        sheet["A4"], other["A1"], other["B1"] = "=Nope!B1", "=n_", 7

    path = saved(edit)
    session = open_workbook("fast", read_workbook(path))
    session.recalculate()
    assert session.read(Area("Sheet", 1, 1, 4, 1)) == [1.0, 2.0, 7.0, ExcelError.REF]
    assert session.read(at(1, 1, "Other")) == [2.0]
