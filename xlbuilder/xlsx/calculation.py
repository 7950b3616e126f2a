"""The settings of calculation that a workbook's file has."""

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from xlbuilder.errors import WorkbookError
from xlbuilder.xlsx.book import BookReader

_MAX_ITERATIONS = 32_767


@dataclass(frozen=True)
class Calculation:
    """The settings of iterative calculation, as the file's ``calcPr`` has them."""

    iterate: bool
    max_iterations: int
    max_change: float
    is_stored: bool = True
    """Whether the file has these settings; otherwise they are Excel's defaults."""
    is_exact: bool = True
    """Whether Excel calculates with numbers as they are, and not as cells display them."""
    is_full: bool = False
    """Whether Excel calculates all formulas when it opens the file, whatever values they have."""

    @property
    def note(self) -> str | None:
        """Return what to do when the file lacks the settings, as when another program saved it."""
        if self.is_stored:
            return None
        return (
            "the file has no settings of iterative calculation, which is off then; set them in"
            " Excel (File > Options > Formulas > Enable iterative calculation) and save it there,"
            " or build the workbook again"
        )


def read_calculation(path: Path, source: BookReader) -> Calculation:
    """Return the settings; one that is missing has Excel's default (ECMA-376 Part 1, 18.2.2).

    Raises WorkbookError for a setting that Excel does not allow.
    """
    settings: Any = source.wb.calculation
    count = _or_default(getattr(settings, "iterateCount", None), 100)
    if not 1 <= count <= _MAX_ITERATIONS:
        raise WorkbookError(f"{path}: asks for {count} iterations; Excel allows 1 to 32,767")
    change = _or_default(getattr(settings, "iterateDelta", None), 0.001)
    if not 0 <= change < inf:
        raise WorkbookError(f"{path}: asks for a maximum change of {change}; give 0 or more")
    iterate = bool(getattr(settings, "iterate", False))
    is_exact = bool(_or_default(getattr(settings, "fullPrecision", None), True))
    return Calculation(
        iterate,
        count,
        change,
        is_stored=settings is not None,
        is_exact=is_exact,
        # openpyxl takes for granted that a file asks for it
        is_full=any(
            source.calculation().get(key) in ("1", "true")
            for key in ("fullCalcOnLoad", "forceFullCalc")
        ),
    )


def _or_default(value: Any, default: Any) -> Any:
    return default if value is None else value
