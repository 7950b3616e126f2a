"""Values stored beside the formulas, for programs that do not calculate."""

import openpyxl
import pytest

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.tree import Area
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.model import read_workbook
from xlbuilder.template.load import load
from xlbuilder.workbook.stored import store_values
from xlbuilder.workbook.write import build

ONE_OF_EACH = """
[workbook]
title = "One of each"
[boards.things]
range = "B2:G2"
style = "plain"
formula = "=things_before+1"
[names.things_before]
entered_from = "B2"
formula = "=Main!B2"
[styles.plain]
"""
VALUES = [7.0, 0.5, "a < b & c", "", True, ExcelError.NA]


@pytest.fixture
def book(edited, tmp_path):
    path = tmp_path / "book.xlsx"
    build(load(str(edited(ONE_OF_EACH))).template, path)
    return path


def cells(first, last):
    return [Area("Main", 2, column, 2, column) for column in range(first, last + 1)]


def test_values_of_every_type_stand_beside_the_formulas(book):
    formulas = read_workbook(book).formulas
    store_values(book, dict(zip(cells(2, 7), VALUES, strict=True)))
    model = read_workbook(book)
    assert model.values_of(Area("Main", 2, 2, 2, 7)) == [
        value if value != "" else None for value in VALUES
    ]
    assert model.formulas == formulas


def test_openpyxl_reads_them(book):
    store_values(book, dict(zip(cells(2, 7), VALUES, strict=True)))
    sheet = openpyxl.load_workbook(book, data_only=True).active
    shown = [sheet.cell(2, column).value for column in range(2, 8)]
    assert shown == [7, 0.5, "a < b & c", None, True, "#N/A"]  # openpyxl reads "" as nothing


def test_a_cell_without_value_and_a_cell_without_formula_stay(book):
    store_values(book, {cells(2, 2)[0]: 3.0, Area("Main", 9, 9, 9, 9): 1.0, cells(3, 3)[0]: None})
    model = read_workbook(book)
    assert model.values_of(Area("Main", 2, 2, 2, 4)) == [3.0, None, None]
    assert Area("Main", 9, 9, 9, 9) not in model.values


def test_the_rest_of_the_file_stays_and_the_same_values_give_the_same_bytes(built, tmp_path):
    copies = [tmp_path / "a.xlsx", tmp_path / "b.xlsx"]
    for copy in copies:
        copy.write_bytes(built("sudoku").read_bytes())
        model = read_workbook(copy)
        session = open_workbook("fast", model)
        session.recalculate()
        store_values(copy, {cell: session.read(cell)[0] for cell in model.formulas})
    assert copies[0].read_bytes() == copies[1].read_bytes()
    before, after = read_workbook(built("sudoku")), read_workbook(copies[0])
    assert (after.formulas, after.names, after.calculation) == (
        before.formulas,
        before.names,
        before.calculation,
    )
    assert after.properties == before.properties
    assert 0 not in map(int, after.values_of(after.area("sol_board")))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(WorkbookError, match=r"nowhere\.xlsx: cannot be read"):
        store_values(tmp_path / "nowhere.xlsx", {})
