"""What sheets share: how a value is typed in; and for sheets of text fonts, colors and printing."""

from typing import Literal

from openpyxl.styles import Font, PatternFill, Side
from openpyxl.worksheet.worksheet import Worksheet

from xlbuilder.formula.area import Area

_DARK, _GRAY = "1A1A1A", "6B6B6B"

TITLE = Font(name="Calibri", size=14, bold=True, color=_DARK)
HEADING = Font(name="Calibri", size=12, bold=True, color=_DARK)
NAME = Font(name="Calibri", size=10, bold=True, color=_DARK)
FIXED_WIDTH = Font(name="Consolas", size=10, color=_DARK)
PROSE = Font(name="Calibri", size=10, color=_DARK)
NOTE = Font(name="Calibri", size=10, color=_GRAY)
SMALL = Font(name="Calibri", size=9, color=_GRAY)
FORMULA = Font(name="Consolas", size=9, color="1F4E9E")

BAND = PatternFill(fill_type="solid", start_color="F7F7F7", end_color="F7F7F7")
"""The fill of column headings."""
THIN, THICK = Side(style="thin", color="D9D9D9"), Side(style="medium", color="404040")


def fit_to_width(
    sheet: Worksheet, orientation: Literal["portrait", "landscape"], pages: int = 0
) -> None:
    """Hide the gridlines, and print the sheet one page wide.

    The print is scaled down to ``pages`` pages; 0 is any number of pages (ECMA-376 18.3.1.63).
    """
    sheet.sheet_view.showGridLines = False
    sheet.page_setup.orientation = orientation
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = pages
    sheet.sheet_properties.pageSetUpPr.fitToPage = True  # type: ignore[union-attr]


def type_in(sheet: Worksheet, at: Area, value: str | float) -> None:
    """Write a value into a cell; a text that begins with = stays a text, also when it is edited."""
    target = sheet.cell(at.top, at.left, value)
    if isinstance(value, str):
        target.data_type = "s"
        target.quotePrefix = value.startswith("=")
