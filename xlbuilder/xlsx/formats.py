"""Reads the conditional formats of a workbook file, as they are stored: rules over areas."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from defusedxml.ElementTree import fromstring
from openpyxl.formatting.formatting import ConditionalFormatting
from openpyxl.packaging.relationship import get_dependents
from openpyxl.packaging.workbook import WorkbookPackage
from openpyxl.worksheet.cell_range import MultiCellRange

from xlbuilder.formula.area import Area
from xlbuilder.xlsx.guard import read_guarded
from xlbuilder.xlsx.model import Model, damage_reported

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"


@dataclass(frozen=True)
class FormulaFormat:
    """A conditional format with a formula."""

    areas: tuple[Area, ...]
    formula: str
    """As it reads in the first row and the first column of the areas."""


def read_formats(model: Model) -> list[FormulaFormat]:
    """Return the conditional formats with a formula, sheet by sheet, by their priorities.

    Raises WorkbookError when the file behind ``model`` is damaged.
    """
    data = read_guarded(model.path, not_followed={})
    with damage_reported(model.path), zipfile.ZipFile(data) as archive:
        root: Any = fromstring(archive.read(_WORKBOOK))
        package: Any = WorkbookPackage.from_tree(root)
        parts: Any = get_dependents(archive, _RELATIONS)
        return [
            FormulaFormat(areas, rule.formula[0])
            for sheet in package.sheets
            if sheet.name in model.sheets
            for areas, rule in rules_of(
                sheet.name, fromstring(archive.read(parts.get(sheet.id).target))
            )
            if rule.type == "expression" and rule.formula
        ]


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
