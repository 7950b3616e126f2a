"""What the keys of tables take: ranges, colors, texts, numbers, what cells hold."""

from datetime import date, time
from math import isfinite
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from xlbuilder.formula.area import area_of
from xlbuilder.template.limits import MAX_BOTTOM, MAX_RIGHT

_CELL = "[A-Za-z]{1,3}[1-9][0-9]{0,6}"
_RANGE = f"^{_CELL}(:{_CELL})?$"
_ROWS, _COLUMNS = "[1-9][0-9]{0,3}", "[A-Z]{1,2}"
_LINES = f"^({_ROWS}:{_ROWS}|{_COLUMNS}:{_COLUMNS})$"
_COLUMNS_OR_ONE = f"^{_COLUMNS}(:{_COLUMNS})?$"
_SIZE = "^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$"
_COLOR = "^[0-9A-Fa-f]{6}$"
_NUMBERED = "^[0-9]{1,9}$"
PATTERNS = {
    f"^{_CELL}$": "one cell such as D16",
    _RANGE: "a range such as D4:L12",
    _SIZE: "rows and columns such as 27x9",
    _LINES: "rows such as 45:98, or columns such as A:C",
    _COLUMNS_OR_ONE: "a column such as B, or columns such as C:F",
    _COLOR: "a color such as 1F4E9E",
    _NUMBERED: "a number of one to nine digits",
}
"""What to write, in words, for each pattern that texts must match."""


def _in_order(way: str) -> AfterValidator:
    def checked(text: str) -> str:
        _, top, left, bottom, right = area_of("", text)
        if left > right or top > bottom:
            raise ValueError(f"written from {way}")
        return text

    return AfterValidator(checked)


def _is_near(text: str) -> str:
    area = area_of("", text)
    if area.bottom > MAX_BOTTOM or area.right > MAX_RIGHT:
        raise ValueError(f"within {MAX_BOTTOM} rows and {MAX_RIGHT} columns")
    return text


_TO_THE_CORNER = _in_order("the top left cell to the bottom right one")
Range = Annotated[str, Field(pattern=_RANGE), _TO_THE_CORNER, AfterValidator(_is_near)]
"""Cells of the sheet."""

Address = Annotated[str, Field(pattern=f"^{_CELL}$"), AfterValidator(_is_near)]
"""One cell of the sheet."""

Numbered = Annotated[str, Field(pattern=_NUMBERED)]
"""A number as a key of a table."""

Lines = Annotated[str, Field(pattern=_LINES), _in_order("the first to the last")]
"""Whole rows or columns."""

Columns = Annotated[str, Field(pattern=_COLUMNS_OR_ONE), _in_order("the first to the last")]
"""One column, or the first and the last of some."""

Size = Annotated[str, Field(pattern=_SIZE)]
"""Rows and columns."""

Color = Annotated[str, Field(pattern=_COLOR)]
"""Six hexadecimal digits: red, green, blue."""

Text = Annotated[str, Field(max_length=32_767)]
"""What a cell holds."""

Number = Annotated[float, Field(allow_inf_nan=False)]


def _is_value(value: Any) -> bool:
    if isinstance(value, date | time):  # Excel has neither zones of time nor earlier years
        return getattr(value, "tzinfo", None) is None and getattr(value, "year", 1900) >= 1900
    return isinstance(value, str | bool | int) or (isinstance(value, float) and isfinite(value))


def _is_content(value: Any) -> Any:
    rows = value if isinstance(value, list) else [value]
    cells = [cell for row in rows for cell in (row if isinstance(row, list) else [row])]
    if not cells or not all(map(_is_value, cells)):
        dates = "a date from 1900 on (without a time zone)"
        raise ValueError(f"a number, a text, true, false, {dates}, or a list of these")
    return value


Content = Annotated[Any, AfterValidator(_is_content)]
"""What a cell holds, of several cells a list, a list of rows, or lines as `values` of a board."""
