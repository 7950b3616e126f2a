"""`diff` reports every cell that something can read, wherever it stands."""

from collections.abc import Callable

import openpyxl
import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

import xlbuilder
from xlbuilder.changes.compare import Aspect
from xlbuilder.changes.diff import Diff

Edit = Callable[[Workbook], None]


@pytest.fixture
def compared(tmp_path):
    """Return a function that compares two workbooks, each what edits make of a new one."""

    def compare(old: Edit, new: Edit) -> Diff:
        for name, edit in (("old", old), ("new", new)):
            book = openpyxl.Workbook()
            book.active.title = "Main"
            edit(book)
            book.save(tmp_path / f"{name}.xlsx")
        return xlbuilder.diff(tmp_path / "old.xlsx", tmp_path / "new.xlsx")

    return compare


def one_line(found: Diff, aspect: Aspect, line: str) -> None:
    assert [each.aspect for each in found.meaningful] == [aspect]
    assert line in str(found)


def listing(place: str = "D5", value: object = 3, rows: tuple[int, ...] = (3, 4, 6)) -> Edit:
    """Return an edit that adds a list with a name, and a value on its sheet."""

    def edit(book: Workbook) -> None:
        sheet = book.create_sheet("Inputs")
        sheet["A1"], sheet["B1"], sheet["D5"] = "title", "column", 3
        for number, row in enumerate(rows):
            sheet.cell(row, 2, number)
        sheet[place] = value
        book.defined_names["rates"] = DefinedName("rates", attr_text="Inputs!$B$3:$B$6")
        book["Main"]["A1"] = "=Inputs!D5+SUM(rates)"

    return edit


@pytest.mark.parametrize(
    ("place", "value", "line"),
    [
        ("D5", 9, "  Inputs!D5: [-3-]{+9+}"),
        ("A1", "other", "  Inputs!A1: [-title-]{+other+}"),
        ("B1", "other", "  Inputs!B1: [-column-]{+other+}"),
        ("A900", 7, "+ Inputs!A900: 7"),
    ],
)
def test_the_cells_beside_a_list_are_compared(compared, place, value, line):
    one_line(compared(listing(), listing(place, value)), Aspect.CELLS, line)


def test_the_rows_of_a_list_that_stand_elsewhere_are_reported(compared):
    line = "  Inputs, the rows from row 4: in row [-4-]{+5+}"
    one_line(compared(listing(), listing(rows=(3, 5, 7))), Aspect.LIST, line)


@pytest.mark.parametrize(
    ("value", "text"), [("#N/A", "#N/A"), (1e20, "1E+20"), (1e-7, "1E-07"), (True, "TRUE")]
)
def test_a_text_that_reads_like_a_value_is_not_the_value(compared, value, text):
    def typed(book: Workbook) -> None:
        listing("B4", text)(book)
        book["Inputs"]["B4"].data_type = "s"

    found = compared(listing("B4", value), typed)
    one_line(found, Aspect.LIST, f"  Inputs, row 4: {{+'+}}{text}")


def test_names_of_two_sheets_differ(compared):
    def reading(sheet: str) -> Edit:
        def edit(book: Workbook) -> None:
            for title in ("Jan", "Feb"):
                own = book.create_sheet(title)
                own["A1"] = "=1+1"
                own.defined_names["total"] = DefinedName("total", attr_text=f"{title}!$A$1")
            book["Main"]["A1"] = f"={sheet}!total*2"

        return edit

    line = "  Main!A1: =[-Jan!total-]{+Feb!total+}*2"
    one_line(compared(reading("Jan"), reading("Feb")), Aspect.CELLS, line)
    assert compared(reading("Jan"), reading("JAN")).is_same
