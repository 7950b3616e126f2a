"""Values as somebody would type them into cells."""

from openpyxl.worksheet.worksheet import Worksheet

from xlbuilder.formula.area import Area


def type_in(sheet: Worksheet, at: Area, value: str | float) -> None:
    """Put a value into a cell; a text that begins with = stays a text, when it is edited too."""
    target = sheet.cell(at.top, at.left, value)
    if isinstance(value, str):
        target.data_type = "s"
        target.quotePrefix = value.startswith("=")
