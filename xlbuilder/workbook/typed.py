"""Writes values into cells as a user would type them."""

from openpyxl.worksheet.worksheet import Worksheet

from xlbuilder.formula.area import Area


def type_in(sheet: Worksheet, at: Area, value: str | float) -> None:
    """Write a value into a cell; a text that begins with = stays a text, also when it is edited."""
    target = sheet.cell(at.top, at.left, value)
    if isinstance(value, str):
        target.data_type = "s"
        target.quotePrefix = value.startswith("=")
