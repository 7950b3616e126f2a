"""Values stored beside the formulas, for programs that do not calculate."""

import io
import math
import zipfile
from xml.etree import ElementTree

import openpyxl
import pandas
import pytest
from python_calamine import CalamineWorkbook

from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError
from xlbuilder.template.load import load
from xlbuilder.workbook.write import workbook_file
from xlbuilder.xlsx.atomic import replace_file
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.stored_values import with_values

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
def file(edited):
    return workbook_file(load(str(edited(ONE_OF_EACH))).template)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book.xlsx"


def cells(first, last):
    return [Area("Main", 2, column, 2, column) for column in range(first, last + 1)]


def stored(file, values):
    return with_values(file, dict(zip(cells(2, 7), values, strict=False)))


def with_openpyxl(path):
    sheet = openpyxl.load_workbook(path, data_only=True).active
    return [sheet.cell(2, column).value for column in range(2, 8)]


def with_pandas(path):
    row = pandas.read_excel(path, header=None, dtype=object, engine="openpyxl").iloc[1]
    return [None if isinstance(each, float) and math.isnan(each) else each for each in row[1:]]


def with_calamine(path):
    return CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()[0]


# An empty text is nothing to openpyxl and pandas; pandas and calamine have no errors.
READERS = {
    with_openpyxl: [7, 0.5, "a < b & c", None, True, "#N/A"],
    with_pandas: [7, 0.5, "a < b & c", None, True, None],
    with_calamine: [7, 0.5, "a < b & c", "", True, ""],
}


def test_values_of_every_type_stand_beside_the_formulas(file, path):
    replace_file(path, stored(file, VALUES))
    model = read_workbook(path)
    assert model.values_of(Area("Main", 2, 2, 2, 7)) == VALUES
    assert model.formulas == read_workbook(path, file).formulas


@pytest.mark.parametrize("reader", READERS)
def test_other_readers_find_them_with_their_types(file, path, reader):
    replace_file(path, stored(file, VALUES))
    shown = reader(path)
    assert shown == READERS[reader]
    assert [type(each) for each in shown][4] is bool


def test_a_cell_without_value_and_a_cell_without_formula_stay(file, path):
    values = {cells(2, 2)[0]: 3.0, Area("Main", 9, 9, 9, 9): 1.0, cells(3, 3)[0]: None}
    model = read_workbook(path, with_values(file, values))
    assert model.values_of(Area("Main", 2, 2, 2, 4)) == [3.0, None, None]
    assert Area("Main", 9, 9, 9, 9) not in model.values


@pytest.mark.parametrize("value", [0.0, -3.0, 0.1, 1e15, 1e300, -2.5e-300, 1234567890123456.0])
def test_numbers_come_back_to_the_last_digit(file, path, value):
    assert read_workbook(path, stored(file, [value])).values_of(cells(2, 2)[0]) == [value]


def test_a_text_that_xml_cannot_hold_leaves_the_file_readable(file, path):
    model = read_workbook(path, stored(file, ["bell\x07", "two\nlines"]))
    assert model.values_of(cells(2, 2)[0]) == ["bell\x07"]
    assert model.values_of(cells(3, 3)[0]) == ["two\nlines"]


def test_the_rest_of_the_file_stays_and_the_same_values_give_the_same_bytes(file, path):
    assert stored(file, VALUES) == stored(file, VALUES) != stored(file, VALUES[:5])
    before, after = read_workbook(path, file), read_workbook(path, stored(file, VALUES))
    assert (after.formulas, after.names, after.calculation, after.properties) == (
        before.formulas,
        before.names,
        before.calculation,
        before.properties,
    )
    assert parts_without_values(stored(file, VALUES)) == parts_without_values(file)


def parts_without_values(file):
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    return {**parts, sheet: without_values(parts[sheet])}


def without_values(sheet):
    """Return the elements of a sheet, but for the value and the type of cells with a formula."""
    root = ElementTree.fromstring(sheet)
    for cell in root.findall(".//{*}c"):
        if cell.find("{*}f") is not None:
            cell.attrib.pop("t", None)
            for value in cell.findall("{*}v"):
                cell.remove(value)
    return ElementTree.canonicalize(ElementTree.tostring(root))
