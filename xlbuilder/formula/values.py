"""What a cell can hold: a number, a text, a logical value, an error, or nothing."""

import re
from enum import Enum
from typing import TypeAlias


class ExcelError(Enum):
    """The error values of Excel 2007 (ECMA-376 Part 1, 18.18.11, and #N/A)."""

    NULL = "#NULL!"
    DIV0 = "#DIV/0!"
    VALUE = "#VALUE!"
    REF = "#REF!"
    NAME = "#NAME?"
    NUM = "#NUM!"
    NA = "#N/A"

    def __str__(self) -> str:
        """Return the error as a cell shows it."""
        return self.value


Value: TypeAlias = float | str | bool | ExcelError | None
"""A cell's value; numbers are always ``float`` (Excel has no other), ``None`` is a blank cell."""

LARGEST_WHOLE = 10**15
"""A cell holds whole numbers up to this with all their digits."""


NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that no text of a workbook file can hold (XML 1.0, production 2)."""


def same(one: Value, other: Value) -> bool:
    """Return whether two values are the same in type and value (1 is not TRUE, "" is not blank)."""
    return type(one) is type(other) and one == other


def in_words(value: Value) -> str:
    """Return a value as people read it: a number with the 15 digits that Excel shows at most."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case float():
            return f"{value or 0:.15G}"  # there is no -0 in Excel
    return str(value)


def is_nothing(value: Value) -> bool:
    """Return whether a cell shows nothing to a reader of a board: blank, an empty text, or 0."""
    return value is None or value == "" or (isinstance(value, float) and value == 0)
