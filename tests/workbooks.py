"""Small workbooks for tests: saved with openpyxl, opened in an engine."""

import openpyxl
from openpyxl.workbook.defined_name import DefinedName

from xlbuilder.formula.close import close
from xlbuilder.formula.tree import Area, to_text
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.model import read_workbook
from xlbuilder.recalc.schedule import EXCEL


def saved(folder, cells, settings=(True, 100, 0.001)):
    """Save cells by their addresses, and the settings of iteration; return the path."""
    book = openpyxl.Workbook()
    for address, content in cells.items():
        book.active[address] = content
    book.calculation.iterate, book.calculation.iterateCount, book.calculation.iterateDelta = (
        settings
    )
    book.save(folder / "book.xlsx")
    return folder / "book.xlsx"


def opened_in(engine, folder, cells, settings=(True, 100, 0.001), schedule=EXCEL):
    """Save cells and open them in an engine."""
    return open_workbook(engine, read_workbook(saved(folder, cells, settings)), schedule)


def cell(address):
    column, row = openpyxl.utils.cell.coordinate_from_string(address)
    column = openpyxl.utils.column_index_from_string(column)
    return Area("Sheet", row, column, row, column)


def inline_edition(model, path):
    """Save a model with each cell's closed formula, for programs without relative names."""
    book = openpyxl.Workbook()
    book.active.title = model.sheets[0]
    for at, value in model.values.items():
        if at.sheet == model.sheets[0]:
            book.active.cell(at.top, at.left, value)
    for at, formula in model.formulas.items():
        text = to_text(close(formula, at, model.names), home=at.sheet)
        book.active.cell(at.top, at.left, f"={text}")
    for name in model.names:
        if (area := model.area(name)) is not None:
            book.defined_names[name] = DefinedName(name, attr_text=area.absolute())
    book.calculation.iterate = model.calculation.iterate
    book.calculation.iterateCount = model.calculation.max_iterations
    book.calculation.iterateDelta = model.calculation.max_change
    book.save(path)
    return path
