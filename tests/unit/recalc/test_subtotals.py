"""SUBTOTAL and AGGREGATE: rows that are hidden or filtered, and cells that are subtotals."""

import openpyxl
import pytest
from openpyxl.worksheet.filters import AutoFilter
from openpyxl.worksheet.table import Table

from tests.helpers.workbooks import cell
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.model import read_workbook

FORMULAS = {
    "D1": "=SUBTOTAL(9,B2:B9)",
    "D2": "=SUBTOTAL(109,B:B)",
    "D5": "=SUBTOTAL(9,A2:B8)",
    "D6": "=SUBTOTAL(1,B3)",
    "D7": "=SUBTOTAL(105,B3)",
    "D8": "=SUBTOTAL(101,B3)",
    "D9": "=SUBTOTAL(9,B12)",
}
EXPECTED = [111111, 111101, 111132, 10, 0, ExcelError.DIV0, 5]
"""Row 3, with 2 and 10, is hidden, and row 12; B8 is the subtotal 111 of B2:B4."""
FILTERED = [111101, 111101, 111120, ExcelError.DIV0, 0, ExcelError.DIV0, 5]
AGGREGATES = {"D1": "=_xlfn.AGGREGATE(9,5,B2:B8)", "D2": "=_xlfn.AGGREGATE(9,3,A2:B7)"}


def book(formulas=FORMULAS):
    found = openpyxl.Workbook()
    sheet = found.active
    sheet.append(["No", "Amount"])
    for number in range(1, 7):
        sheet.append([number, 10 ** (number - 1)])
    sheet["B8"] = "=SUBTOTAL(9,B2:B4)"
    sheet["B12"] = 5
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[12].hidden = True
    for address, formula in formulas.items():
        sheet[address] = formula
    return found


def by_filter(found):
    found.active.auto_filter.ref = "A1:B7"
    found.active.auto_filter.add_filter_column(0, ["1", "3"])


def by_filter_of_a_table(found):
    table = Table(displayName="Amounts", ref="A1:B7", autoFilter=AutoFilter(ref="A1:B7"))
    table.autoFilter.add_filter_column(0, ["1", "3"])
    found.active.add_table(table)


def shown(engine, found, path, formulas=FORMULAS):
    found.save(path)
    session = open_workbook(engine, read_workbook(path))
    session.recalculate()
    return [session.read(cell(each))[0] for each in formulas]


@pytest.mark.parametrize("engine", ["fast", "formulas", "formualizer"])
def test_hidden_rows_and_other_subtotals(tmp_path, engine):
    assert shown(engine, book(), tmp_path / "book.xlsx") == EXPECTED


@pytest.mark.parametrize("filtered", [by_filter, by_filter_of_a_table])
def test_rows_that_a_filter_hides(tmp_path, filtered):
    found = book()
    filtered(found)
    assert shown("fast", found, tmp_path / "book.xlsx") == FILTERED


@pytest.mark.parametrize("engine", ["fast", "formulas"])
def test_aggregate_leaves_out_what_its_option_says(tmp_path, engine):
    found = shown(engine, book(AGGREGATES), tmp_path / "book.xlsx", AGGREGATES)
    assert found == [111212, 111120]
