"""How the sheet looks: square cells, lines, fills and fonts."""

from collections.abc import Collection, Iterable
from copy import copy
from typing import Any

from openpyxl.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from xlbuilder.formula.area import Area
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import Style, Template

_THIN = Side(style="thin", color="BFBFBF")
_THICK = Side(style="medium", color="404040")
_GUTTER = 3


def dress_sheet(sheet: Worksheet, template: Template) -> None:
    """Make the cells square, hide the gridlines, and fit the print on one landscape page."""
    places = [area(template, entry.range) for entry in template.boards.values()]
    places += [area(template, entry.range) for entry in template.cells.values()]
    places += [area(template, text.at) for text in template.texts.values()]
    last_row = max((place.bottom for place in places), default=1) + _GUTTER
    last_column = max((place.right for place in places), default=1) + _GUTTER
    pixels = template.workbook.cell_size
    for column in range(1, last_column + 1):
        sheet.column_dimensions[get_column_letter(column)].width = column_width(pixels)
    for columns, wide in template.workbook.column_widths.items():
        first, _, last = columns.partition(":")
        for column in _numbers(first, last or first):
            sheet.column_dimensions[get_column_letter(column)].width = column_width(wide)
    for row in range(1, last_row + 1):
        sheet.row_dimensions[row].height = row_height(pixels)
    for number, high in template.workbook.row_heights.items():
        sheet.row_dimensions[int(number)].height = row_height(high)
    for lines in template.workbook.folded:
        _fold(sheet, *lines.split(":"))
    sheet.sheet_view.showGridLines = False
    sheet.sheet_view.zoomScale = template.workbook.zoom
    sheet.print_area = template.workbook.print_area
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True  # type: ignore[union-attr]


def column_width(pixels: float) -> float:
    """Return the width for the file: in digits of the default font.

    A digit of Calibri 11 has 7 pixels (ECMA-376 Part 1, 18.3.1.13).
    """
    return pixels / 7


def row_height(pixels: float) -> float:
    """Return the height for the file, in points: an inch has 72 points, and 96 pixels."""
    return pixels * 0.75


def _fold(sheet: Worksheet, first: str, last: str) -> None:
    """Fold rows (``6``, ``9``) or columns (``G``, ``H``) away; the user opens them with +."""
    outline = sheet.sheet_properties.outlinePr
    assert outline is not None
    outline.summaryBelow = outline.summaryRight = False
    if first.isdigit():
        sheet.sheet_format.outlineLevelRow = 1
        sheet.row_dimensions.group(int(first), int(last), hidden=True)
        if int(first) > 1:
            sheet.row_dimensions[int(first) - 1].collapsed = True
        return
    sheet.column_dimensions.max_outline = 1  # openpyxl counts it only after writing it
    # openpyxl's `group` would keep only the first column, and its width for all columns.
    for column in _numbers(first, last):
        sheet.column_dimensions[get_column_letter(column)].outlineLevel = 1
        sheet.column_dimensions[get_column_letter(column)].hidden = True
    before = column_index_from_string(first) - 1
    if before:
        sheet.column_dimensions[get_column_letter(before)].collapsed = True


def _numbers(first: str, last: str) -> range:
    """Return the numbers of the columns from ``first`` to ``last``."""
    return range(column_index_from_string(first), column_index_from_string(last) + 1)


def dress_board(sheet: Worksheet, place: Area, style: Style) -> None:
    """Give each cell of a board its font, fill and lines."""
    rows, columns = zip(*map(_steps, (style.thick_every, style.thin_every)), strict=True)
    dressed: dict[tuple[int, ...], Cell | MergedCell] = {}
    for at in place.cells():
        target = sheet.cell(at.top, at.left)
        lines = (
            _line(columns, at.left - place.left),
            _line(columns, at.left - place.left + 1, end=at.left == place.right),
            _line(rows, at.top - place.top),
            _line(rows, at.top - place.top + 1, end=at.top == place.bottom),
        )
        known = tuple(map(id, lines))
        if known not in dressed:
            _dress(target, style, "center")
            target.border = Border(*lines)
            dressed[known] = target
        copy_look(dressed[known], target)


def dress_regions(sheet: Worksheet, place: Area, regions: Iterable[Collection[int]]) -> None:
    """Draw thick lines between the regions of a board, else thin ones; its cells count from 0."""
    region = {cell: number for number, cells in enumerate(regions) for cell in cells}
    across = place.shape[1]
    for cell, at in enumerate(place.cells()):
        before = cell - 1 if cell % across else -1
        behind = cell + 1 if (cell + 1) % across else -1
        left, right, top, bottom = (
            _THIN if region.get(other) == region[cell] else _THICK
            for other in (before, behind, cell - across, cell + across)
        )
        sheet.cell(at.top, at.left).border = Border(left, right, top, bottom)


def copy_look(source: Any, target: Any) -> None:
    """Copy all styles of a cell at once; openpyxl takes much longer to register each style."""
    target._style = copy(source._style)  # noqa: SLF001


def dress_text(sheet: Worksheet, at: Area, style: Style) -> None:
    """Give a text its font; it may run over the empty cells to its right."""
    _dress(sheet.cell(at.top, at.left), style, "left")


def _dress(target: Cell | MergedCell, style: Style, align: str) -> None:
    target.font = Font(name="Calibri", size=style.size, bold=style.bold, color=style.color)
    target.alignment = Alignment(horizontal=style.align or align, vertical="center")
    target.number_format = style.number_format
    if style.fill is not None:
        target.fill = PatternFill(fill_type="solid", start_color=style.fill, end_color=style.fill)


def _steps(every: int | list[int] | None) -> tuple[int, int]:
    """Return after how many rows, and after how many columns, a line comes; 0: no line."""
    rows, columns = every if isinstance(every, list) else (every or 0, every or 0)
    return rows, columns


def _line(every: tuple[int, ...], offset: int, *, end: bool = False) -> Side | None:
    """Return the line before the row or column ``offset``; ``end``: at a board's outer edge.

    ``every`` has the steps of thick lines and of thin lines.
    """
    for step, line in zip(every, (_THICK, _THIN), strict=True):
        if step and (end or offset % step == 0):
            return line
    return None
