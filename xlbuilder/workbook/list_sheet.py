"""Writes a list as a sheet of its own: rows of constants, whose columns are defined names."""

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border

from xlbuilder.formula.area import Area
from xlbuilder.template.ranges import LIST_TOP, list_areas
from xlbuilder.template.schema import Listing
from xlbuilder.workbook.text_sheet import (
    BAND,
    FIXED_WIDTH,
    NAME,
    NOTE,
    PROSE,
    THIN,
    TITLE,
    fit_to_width,
    type_in,
)

_ONE_PLACE = "0.0"
"""The format of numbers that are not whole."""
_MARGIN, _PER_CHARACTER, _NARROWEST = 2, 1.1, 8
"""Widths in characters: of column A, of a character of a text, of the narrowest column."""


def write_list(book: Workbook, listing: Listing, *, protect: bool) -> None:
    """Add the sheet of a list after the sheets that ``book`` has."""
    sheet = book.create_sheet(listing.sheet)
    for row, text, font in ((1, listing.title, TITLE), (2, listing.text, NOTE)):
        if text:
            type_in(sheet, Area(sheet.title, row, 2, row, 2), text)
            sheet.cell(row, 2).font = font
    columns = zip(listing.columns.values(), list_areas(listing).values(), strict=True)
    for number, (column, cells) in enumerate(columns):
        above = Area(sheet.title, LIST_TOP - 1, cells.left, LIST_TOP - 1, cells.left)
        type_in(sheet, above, column.title)
        heading = sheet.cell(above.top, above.left)
        heading.font, heading.fill, heading.border = NAME, BAND, Border(bottom=THIN)
        values = [row[number] for row in listing.all_rows]
        for at, value in zip(cells.cells(), values, strict=True):
            type_in(sheet, at, value)
            target = sheet.cell(at.top, at.left)
            if isinstance(value, float):
                target.number_format = _ONE_PLACE
            target.font = FIXED_WIDTH if column.fixed_width else PROSE
            target.alignment = Alignment(horizontal="left")
        longest = max(len(str(value)) for value in [column.title, *values])
        sheet.column_dimensions[heading.column_letter].width = max(
            _NARROWEST, longest * _PER_CHARACTER
        )
    sheet.column_dimensions["A"].width = _MARGIN
    sheet.freeze_panes = sheet.cell(LIST_TOP, 1)
    sheet.print_title_rows = f"{LIST_TOP - 1}:{LIST_TOP - 1}"
    fit_to_width(sheet, "landscape")
    sheet.protection.sheet = protect
