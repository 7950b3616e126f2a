"""Places the cells, lines and texts of a sheet in its picture; all lengths are in pixels.

The picture shows what xlbuilder writes.  It skips theme colors other than black and white, the
dashes of lines, turned texts, charts and pictures.  A wrapped text is broken only at its line
breaks.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import accumulate

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.number_format import shown
from xlbuilder.formula.values import Value
from xlbuilder.render.fitting import fitting
from xlbuilder.xlsx.guard import MAX_COLUMNS
from xlbuilder.xlsx.looks import Edge, Look, SheetLooks
from xlbuilder.xlsx.model import Model

PAPER = "FFFFFF"
"""The color of cells without a fill."""
MARGIN = 12
"""White around the cells."""
PADDING = 3
"""The gap between the side of a cell and its text."""
_WIDE, _WIDE_AND_BOLD = 0.54, 0.57
"""The width of a letter, in sizes of its font; Calibri is narrower, but may be missing."""
_WEIGHTS = {"medium": 2, "thick": 3, "double": 3}
"""The width of a line in pixels, by the first word of its style (mediumDashed); others have 1."""
_USUAL_WIDTH = 64
_COLOR = re.compile("[0-9A-F]{6}")
_OF_THEMES = {"theme 0": "FFFFFF", "theme 1": "000000"}
_ALIGN = {"left": "left", "center": "center", "right": "right", "centerContinuous": "center"}


@dataclass(frozen=True, order=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Stroke:
    """How a line is drawn."""

    weight: int
    color: str


@dataclass(frozen=True)
class Line:
    """A line along the sides of cells, from left to right or from top to bottom."""

    stroke: Stroke
    x: float
    y: float
    length: float
    is_upright: bool

    @property
    def end(self) -> tuple[float, float]:
        """Return the point where the line ends."""
        if self.is_upright:
            return self.x, self.y + self.length
        return self.x + self.length, self.y


@dataclass(frozen=True)
class Writing:
    """The text of a cell."""

    lines: tuple[str, ...]
    look: Look
    align: str
    """left, center or right."""
    box: Box
    """The box of the cell."""
    room: Box
    """The box that the text may fill: its own cell and blank cells beside it."""
    is_cut: bool
    """Whether the text may be wider than its room."""


class SheetLayout:
    """The drawn cells of a sheet and their places: its print area, or else all that shows anything.

    Raises WorkbookError when no cell shows anything, or when the picture at 100 % is wider
    or higher than ``most``.
    """

    def __init__(self, model: Model, sheet: SheetLooks, most: int) -> None:
        self._looks, self._widths, self._heights = sheet.looks, _widths(sheet), _heights(sheet)
        self._values = model.values
        self._filled = {*model.formulas, *model.values}
        self._merged = {cell: area for area in sorted(sheet.merged) for cell in self._stored(area)}
        self._texts = {
            cell: self._fitting(cell, text)
            for cell, look in sheet.looks.items()
            if (text := shown(model.values.get(cell), look.number_format))
        }
        self._spans = {cell: self._span(cell) for cell in self._texts}
        self.area = sheet.print_area or self._used(model, sheet)
        """The cells that are drawn."""
        columns = range(self.area.left, self.area.right + 1)
        rows = range(self.area.top, self.area.bottom + 1)
        self._x = [*accumulate((self._widths[number] for number in columns), initial=MARGIN)]
        self._y = [*accumulate((self._heights[number] for number in rows), initial=MARGIN)]
        self.width, self.height = self._x[-1] + MARGIN, self._y[-1] + MARGIN
        if max(self.width, self.height) > most:
            raise WorkbookError(
                f"{model.path}: the sheet {sheet.name} is too large for a picture: it has"
                f" {self.width:,} x {self.height:,} pixels, and {most:,} is the most a side; give"
                " it a print area"
            )

    def fills(self) -> dict[str, list[Box]]:
        """Return the filled boxes by color; filled cells side by side share a box."""
        filled: dict[str, list[Box]] = {}
        for look, box, _ in self._blocks():
            if fill := known_color(look.fill):
                filled.setdefault(fill, []).append(box)
        return {color: _joined(boxes) for color, boxes in filled.items()}

    def lines(self) -> Iterator[Line]:
        """Yield the lines, thin lines first; sides that continue each other are one line."""
        across: dict[tuple[int, int], Stroke] = {}
        upright: dict[tuple[int, int], Stroke] = {}
        for cell, look in self._looks.items():
            if not (self.area.holds(cell) and self._is_shown(cell)):
                continue
            row, column = cell.top, cell.left
            inner = self._merged.get(cell, cell)
            for sides, place, edge, is_outer in (
                (across, (row, column), look.top, inner.top == row),
                (across, (row + 1, column), look.bottom, inner.bottom == row),
                (upright, (column, row), look.left, inner.left == column),
                (upright, (column + 1, row), look.right, inner.right == column),
            ):
                if edge and is_outer:
                    old, stroke = sides.get(place), _stroke(edge)
                    if old is None or old.weight < stroke.weight:
                        sides[place] = stroke
        lines = [*self._runs(across, is_upright=False), *self._runs(upright, is_upright=True)]
        # Lines before and after a hidden row are one.
        yield from sorted(
            dict.fromkeys(lines), key=lambda line: (line.stroke.weight, line.stroke.color)
        )

    def writings(self) -> Iterator[Writing]:
        """Yield the texts, row by row, without texts in the color of their cell."""
        for look, box, cell in self._blocks():
            text = self._texts.get(cell)
            if text is None or ink(look) == (known_color(look.fill) or PAPER):
                continue
            if cell in self._merged:
                room = box
            else:
                first, last = self._spans[cell]
                room = self._box(Area(cell.sheet, cell.top, first, cell.top, last))
            lines = text.splitlines() if look.wraps else [text]
            is_cut = max(_width(line, look) for line in lines) + 2 * PADDING > room.width
            yield Writing(tuple(lines), look, self._align(cell), box, room, is_cut)

    def _blocks(self) -> Iterator[tuple[Look, Box, Area]]:
        """Yield the look, the box and the first cell of each cell or merged range that is drawn."""
        for cell, look in self._looks.items():
            block = self._merged.get(cell, cell)
            if self.area.meets(block) and (block.top, block.left) == (cell.top, cell.left):
                box = self._box(block)
                if box.width and box.height:
                    yield look, box, cell

    def _box(self, area: Area) -> Box:
        left, right = max(area.left, self.area.left), min(area.right, self.area.right)
        top, bottom = max(area.top, self.area.top), min(area.bottom, self.area.bottom)
        x, y = self._x[left - self.area.left], self._y[top - self.area.top]
        end_x, end_y = self._x[right - self.area.left + 1], self._y[bottom - self.area.top + 1]
        return Box(x, y, end_x - x, end_y - y)

    def _runs(self, sides: dict[tuple[int, int], Stroke], *, is_upright: bool) -> list[Line]:
        """Return lines of joined sides; a key is the row or column behind a side, and its place."""
        runs: list[Line] = []
        for (number, place), stroke in sorted(sides.items(), key=lambda side: side[0]):
            row, column = (place, number) if is_upright else (number, place)
            x, y = self._x[column - self.area.left], self._y[row - self.area.top]
            length = self._heights[row] if is_upright else self._widths[column]
            last = runs[-1] if runs else None
            if last is not None and (last.stroke, last.end) == (stroke, (x, y)):
                runs[-1] = replace(last, length=last.length + length)
            else:
                runs.append(Line(stroke, x, y, length, is_upright))
        return runs

    def _is_shown(self, cell: Area) -> bool:
        return self._widths[cell.left] > 0 and self._heights[cell.top] > 0

    def _stored(self, area: Area) -> Iterator[Area]:
        rows, columns = area.shape
        if rows * columns <= len(self._looks):
            return area.cells()
        return (cell for cell in self._looks if area.holds(cell))

    def _used(self, model: Model, sheet: SheetLooks) -> Area:
        """Return the smallest area that holds everything visible."""
        seen: list[Area] = []
        for cell, look in self._looks.items():
            has_line = look.left or look.right or look.top or look.bottom
            if self._is_shown(cell) and (known_color(look.fill) or has_line or cell in self._texts):
                seen.append(self._merged.get(cell, cell))
                first, last = self._spans.get(cell, (cell.left, cell.left))
                seen.append(Area(cell.sheet, cell.top, first, cell.top, last))
        if not seen:
            raise WorkbookError(f"{model.path}: the sheet {sheet.name} is empty")
        return around(seen)

    def _align(self, cell: Area) -> str:
        return _ALIGN.get(self._looks[cell].horizontal or "", _usual(self._values[cell]))

    def _fitting(self, cell: Area, text: str) -> str:
        """Return the text of a cell; a number that does not fit is shortened, or is ####."""
        value, block = self._values.get(cell), self._merged.get(cell, cell)
        if not isinstance(value, float):
            return text
        width = sum(self._widths[column] for column in range(block.left, block.right + 1))
        return fitting(text, value, self._looks[cell], width)

    def _span(self, cell: Area) -> tuple[int, int]:
        """Return the first and the last column of a text, with the blank cells that it covers."""
        is_text = isinstance(self._values[cell], str)
        if cell in self._merged or self._looks[cell].wraps or not is_text:
            return cell.left, cell.left
        missing = _width(self._texts[cell], self._looks[cell]) + 2 * PADDING
        missing -= self._widths[cell.left]
        match self._align(cell):
            case "left":
                return cell.left, self._reached(cell, 1, missing)
            case "right":
                return self._reached(cell, -1, missing), cell.left
            case _:
                return self._reached(cell, -1, missing / 2), self._reached(cell, 1, missing / 2)

    def _reached(self, cell: Area, step: int, pixels: float) -> int:
        """Return the last column of a text that needs so many pixels more; step -1 is leftward."""
        column = cell.left
        while pixels > 0 and 1 <= column + step <= MAX_COLUMNS:
            beside = Area(cell.sheet, cell.top, column + step, cell.top, column + step)
            if beside in self._filled or beside in self._merged:
                break
            column += step
            pixels -= self._widths[column]
        return column


def known_color(color: str) -> str | None:
    """Return the six digits of a color; None for no color, and for a color that is not drawn."""
    return color if _COLOR.fullmatch(color) else _OF_THEMES.get(color.rpartition(" ")[0])


def ink(look: Look) -> str:
    """Return the color of a text."""
    return known_color(look.font.color) or "000000"


def _stroke(edge: Edge) -> Stroke:
    weight = next((_WEIGHTS[name] for name in _WEIGHTS if edge.style.startswith(name)), 1)
    return Stroke(weight, known_color(edge.color) or "000000")


def _widths(sheet: SheetLooks) -> Mapping[int, int]:
    """Return the widths of columns; a digit of Calibri 11 has 7 pixels (ECMA-376 18.3.1.13)."""
    usual = _USUAL_WIDTH if sheet.width is None else int(sheet.width * 7 + 0.5)
    given = {
        number: 0 if "hidden" in words else usual if width is None else int(width * 7 + 0.5)
        for (kind, number), (width, words) in sheet.lines.items()
        if kind == "column"
    }
    return defaultdict(lambda: usual, given)


def _heights(sheet: SheetLooks) -> Mapping[int, int]:
    """Return the heights of rows; the file has them in points, of which an inch has 72."""
    usual = round(sheet.height * 4 / 3)
    given = {cell.top: usual for cell in sheet.looks}
    given |= {
        number: 0 if "hidden" in words else usual if height is None else round(height * 4 / 3)
        for (kind, number), (height, words) in sheet.lines.items()
        if kind == "row"
    }
    return defaultdict(lambda: 0 if sheet.hides_rows else usual, given)


def _joined(boxes: list[Box]) -> list[Box]:
    """Return ``boxes`` joined side by side, and then, if equally wide, from top to bottom."""
    wide: list[Box] = []
    for box in sorted(boxes, key=lambda box: (box.y, box.x)):
        last = wide[-1] if wide else box
        if (last.y, last.height, last.x + last.width) == (box.y, box.height, box.x):
            wide[-1] = replace(last, width=last.width + box.width)
        else:
            wide.append(box)
    whole: dict[tuple[float, float, float], Box] = {}
    for box in wide:
        above = whole.pop((box.x, box.width, box.y), replace(box, height=0))
        joined = replace(above, height=above.height + box.height)
        whole[box.x, box.width, joined.y + joined.height] = joined
    return list(whole.values())


def _usual(value: Value) -> str:
    """Return how Excel aligns a value in a cell that has no alignment."""
    if isinstance(value, str):
        return "left"
    return "right" if isinstance(value, float) else "center"


def _width(text: str, look: Look) -> float:
    """Return the approximate width of a text."""
    return len(text) * look.font.size * 4 / 3 * (_WIDE_AND_BOLD if look.font.bold else _WIDE)
