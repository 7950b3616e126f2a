"""Reads conditional formats as a file has them stored: rules over areas."""

from collections.abc import Iterator
from typing import Any

from openpyxl.formatting.formatting import ConditionalFormatting
from openpyxl.worksheet.cell_range import MultiCellRange

from xlbuilder.formula.area import Area

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def rules_of(sheet: str, root: Any) -> list[tuple[tuple[Area, ...], Any]]:
    """Return openpyxl's rules of the XML of a sheet, each with its areas, by their priorities."""
    elements = root.iter(f"{_MAIN}conditionalFormatting")
    rules = [pair for element in elements for pair in _rules(sheet, element)]
    return sorted(rules, key=lambda pair: pair[1].priority)


def areas_of(sheet: str, text: str) -> tuple[Area, ...]:
    """Return the areas of a text such as ``A1:B2 D4``, from the top left."""
    ranges: Any = MultiCellRange(text).ranges
    areas = [Area(sheet, each.min_row, each.min_col, each.max_row, each.max_col) for each in ranges]
    return tuple(sorted(areas, key=lambda area: (area.top, area.left)))


def _rules(sheet: str, element: Any) -> Iterator[tuple[tuple[Area, ...], Any]]:
    entry: Any = ConditionalFormatting.from_tree(element)
    areas = areas_of(sheet, str(entry.sqref))
    yield from ((areas, rule) for rule in entry.rules)
