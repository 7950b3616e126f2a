"""Small workbooks for tests: saved with openpyxl, opened in an engine."""

import openpyxl
from openpyxl.workbook.defined_name import DefinedName

from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.pack import repacked
from xlbuilder.xlsx.stored_values import with_values


def saved(folder, cells, settings=(True, 100, 0.001), names=None):
    """Save cells by their addresses, the settings of iteration, and names; return the path."""
    book = openpyxl.Workbook()
    for name, formula in (names or {}).items():
        book.defined_names[name] = DefinedName(name, attr_text=formula)
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


SHEET = "xl/worksheets/sheet1.xml"


def edited(path, change, part=SHEET, to=None):
    """Change the bytes of one part of a file, or of all, in it or in a copy; return the path."""

    def changed(name, data):
        return change(data) if part in (name, None) else data

    to = to or path
    to.write_bytes(repacked(path.read_bytes(), changed))
    return to


def related(path, kind, target, mode=""):
    """Add a relationship of the workbook to a file."""
    relation = f'<Relationship Id="rId99" Type="{kind}" Target="{target}"{mode}/>'
    edited(
        path,
        lambda data: data.replace(b"</Relationships>", f"{relation}</Relationships>".encode()),
        "xl/_rels/workbook.xml.rels",
    )


def with_stored(path, values, *, is_full=False):
    """Store values by the addresses of formulas, as Excel does; return the path.

    ``is_full`` leaves the order in the file to calculate all formulas when it is opened.
    """
    stored = {cell(address): value for address, value in values.items()}
    path.write_bytes(with_values(path.read_bytes(), stored))
    if not is_full:
        edited(path, lambda data: data.replace(b' fullCalcOnLoad="1"', b""), "xl/workbook.xml")
    return path


def cell(address):
    row, column = openpyxl.utils.cell.coordinate_to_tuple(address)
    return Area("Sheet", row, column, row, column)


def whole_numbers(values):
    """Return the numbers that cells hold, 0 for an empty one."""
    return [int(value or 0) for value in values]


def same_steps(iterations):
    """Return whether they did the same; an engine may leave out cells that cannot have changed."""
    return len({(each.moved, each.changed) for each in iterations}) == 1
