"""The package pyofficeeditor, whose functions were measured in Excel for Windows in English.

Its author has compared it with what Excel gave for more than ten thousand formulas and sixty
thousand texts of dates (docs/reference/excel.md).
"""

from datetime import date
from functools import lru_cache
from typing import Any

from openpyxl import Workbook

from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.xlsx.pack import saved

_DAYS = date(2023, 3, 1), date(2024, 3, 1)
"""Days of a year, and of a leap year."""


def evaluated(formula: str) -> Value:
    """Return what a formula gives that reads no cell.

    A date without a year is one of the year of today.  So the package is asked on two days; raises
    EngineError where the answers differ, and where the package fails.
    """
    sheet = _sheet()
    try:
        one, other = (_value(sheet.evaluate(formula, today=day)) for day in _DAYS)
    except Exception as error:  # noqa: BLE001 - a failure inside the package
        raise EngineError(f"where the package pyofficeeditor failed: {error}") from None
    if one != other:
        raise EngineError("with a date that has no year, which Excel takes from today")
    return one


def _value(found: Any) -> Value:
    if isinstance(found, bool | str):
        return found
    return float(found) if isinstance(found, int | float) else ExcelError(found.code)


@lru_cache(maxsize=1)
def _sheet() -> Any:
    """Return a blank sheet of the package."""
    from pyofficeeditor import excel  # noqa: PLC0415 - only in the extra `verify`

    return excel.Workbook.from_bytes(saved(Workbook()))["Sheet"]
