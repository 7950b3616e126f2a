"""A map of the sheet with the boards: what stands where, and what is free.

One square of the map is 3x3 cells, as boards begin every three rows and columns.
"""

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from string import ascii_letters, digits

from openpyxl.utils import get_column_letter

from xlbuilder.errors import WorkbookError, counted
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.normal import Senses
from xlbuilder.formula.shared import rectangles
from xlbuilder.formula.tree import to_text
from xlbuilder.formula.values import in_words
from xlbuilder.template.ranges import area, bounds, label_of
from xlbuilder.template.schema import Template
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.origin import PROPERTY

_STEP = 3
_BETWEEN_LABELS = 4
"""Squares from one column letter to the next, and from one row number to the next: 12 cells."""
_MARKS = ascii_letters + digits
_MORE = "#"
_LONGEST = 40
"""Characters of a formula or a text that stands for an area."""
_MOST = 100_000
"""The most cells of a name that are looked at one by one."""
_MOST_DRAWN = 1_000_000
"""The most cells from A1 on to an area that is drawn without a name."""
_LABEL = "'"
_SEEN, _HIDDEN = "  ", "··"
_FREE = 8
"""The most free areas that are listed, the largest first."""
_SMALLEST = 9
"""The fewest squares of a free area that is listed: enough for a board of 9x9 cells."""


@dataclass(frozen=True)
class Spot:
    """Something that stands on the sheet."""

    name: str
    kind: str
    """``board``, ``cell`` or ``text``; in a workbook file ``name``, ``formula`` or ``constant``.
    The name of a formula or a constant is what the first cell holds."""
    area: Area


@dataclass(frozen=True, repr=False)
class SheetMap:
    """What stands on the sheet with the boards, and what is free; ``str`` draws it."""

    sheet: str
    """The name of the sheet."""
    spots: tuple[Spot, ...]
    """What stands on it: each has a ``name``, a ``kind`` and an ``area``."""
    folded: tuple[str, ...] = ()
    """Rows and columns that are folded away, such as ``45:98`` and ``AS:CU``."""
    labels: tuple[Area, ...] = ()
    """The cells above boards that hold a word."""

    @property
    def whole(self) -> Area:
        """The area from A1 around all spots and all folded rows and columns."""
        corners = [Area(self.sheet, 1, 1, 1, 1), *(spot.area for spot in self.spots)]
        for lines in self.folded:
            last = bounds(lines)[1]
            bottom, right = (last, 1) if lines[0].isdigit() else (1, last)
            corners.append(Area(self.sheet, bottom, right, bottom, right))
        return around(corners)

    @property
    def free(self) -> tuple[Area, ...]:
        """The largest free areas, in steps of three; on a sheet with folds, only folded areas."""
        hidden = self._hidden()
        is_open = [
            [not mark and (not self.folded or _is_in(hidden, row, column))
             for column, mark in enumerate(line)]
            for row, line in enumerate(self._squares())
        ]  # fmt: skip
        return tuple(map(self._cells_of, _largest(is_open)))

    def as_json(self) -> dict[str, object]:
        """Return the map as values for JSON."""
        return {
            "sheet": self.sheet,
            "range": str(self.whole),
            "folded": list(self.folded),
            "spots": [
                {"name": spot.name, "kind": spot.kind, **_shape(spot.area)} for spot in self.spots
            ],
            "free": [_shape(found) for found in self.free],
        }

    def __str__(self) -> str:
        """Return the drawing, a legend, and what is free; one line a row."""
        return "\n".join([*self._drawing(), "", *self._legend(), "", *self._free_lines()])

    def __repr__(self) -> str:
        return f"<SheetMap: {self.sheet}, {counted(len(self.spots), 'spot')}>"

    def _drawing(self) -> Iterator[str]:
        """Yield the letters of the columns, and a line for each three rows."""
        squares, hidden = self._squares(), self._hidden()
        names = [
            get_column_letter(square * _STEP + 1)
            for square in range(1, len(squares[0]), _BETWEEN_LABELS)
        ]
        yield (" " * 7 + "".join(f"{name:<{2 * _BETWEEN_LABELS}}" for name in names)).rstrip()
        for row, line in enumerate(squares):
            number = str(row * _STEP + 1) if row % _BETWEEN_LABELS == 1 else ""
            drawn = (
                mark * 2 or (_HIDDEN if _is_in(hidden, row, column) else _SEEN)
                for column, mark in enumerate(line)
            )
            yield f"{number:>4} {''.join(drawn)}".rstrip()

    def _legend(self) -> Iterator[str]:
        names = max((len(spot.name) for spot in self.spots), default=0)
        ranges = max((len(str(spot.area)) for spot in self.spots), default=0)
        for number, spot in enumerate(self.spots):
            place = f"{spot.area!s:<{ranges}}  {_size(spot.area):<6}"
            yield f"  {_mark(number)}  {spot.name:<{names}}  {place} {spot.kind}"

    def _free_lines(self) -> Iterator[str]:
        if self.folded:
            yield f"··: free and folded away ({', '.join(self.folded)})"
        for found in self.free:
            yield f"free: {found} ({_size(found)})"
        last = get_column_letter(self.whole.right)
        yield f"free: all right of column {last}, and all below row {self.whole.bottom}"

    def _squares(self) -> list[list[str]]:
        """Return the mark of each square, empty where nothing stands."""
        bottom, right = self.whole.bottom, self.whole.right
        squares = [[""] * _square(right + _STEP) for _ in range(_square(bottom + _STEP))]
        for label in self.labels:
            squares[_square(label.top)][_square(label.left)] = _LABEL
        for number, spot in sorted(enumerate(self.spots), key=lambda one: -one[1].area.size):
            for row in range(_square(spot.area.top), _square(spot.area.bottom) + 1):
                for column in range(_square(spot.area.left), _square(spot.area.right) + 1):
                    if squares[row][column] in ("", _LABEL):
                        squares[row][column] = _mark(number)
        return squares

    def _hidden(self) -> tuple[set[int], set[int]]:
        """Return the rows and the columns of squares that are folded away."""
        rows: set[int] = set()
        columns: set[int] = set()
        for lines in self.folded:
            first, last = bounds(lines)
            into = rows if lines[0].isdigit() else columns
            into |= set(range(_square(first + _STEP - 1), _square(last + 1)))
        return rows, columns

    def _cells_of(self, squares: Area) -> Area:
        """Return the cells of squares, within the used part of the sheet."""
        top, left = squares.top * _STEP + 1, squares.left * _STEP + 1
        bottom = min((squares.bottom + 1) * _STEP, self.whole.bottom)
        right = min((squares.right + 1) * _STEP, self.whole.right)
        return Area(self.sheet, top, left, bottom, right)


def map_of(template: Template) -> SheetMap:
    """Return the map of a checked template's sheet."""
    spots, labels = [], []
    for kind, table in (("board", template.boards), ("cell", template.cells)):
        for name, entry in table.items():
            found = area(template, entry.range)
            spots.append(Spot(name, kind, found))
            if entry.label:
                labels.append(label_of(found))
    spots += [Spot(name, "text", area(template, text.at)) for name, text in template.texts.items()]
    sheet, folded = template.workbook.sheet, tuple(template.workbook.folded)
    return SheetMap(sheet, tuple(spots), folded, tuple(labels))


def map_of_file(model: Model) -> SheetMap:
    """Return the map of the first sheet of a workbook file: its names that stand for cells.

    In a workbook without names, and in one that xlbuilder did not build, the other cells follow:
    areas of one formula, which is filled over them, and areas of constants, the largest first.
    Raises WorkbookError when there is nothing on the sheet.
    """
    areas, sheet = model.named_ranges(), model.sheets[0]
    spots = [Spot(name, "name", a) for name, a in areas.items() if a.sheet == sheet]
    if PROPERTY not in model.properties or not spots:
        named = {cell for spot in spots if spot.area.size <= _MOST for cell in spot.area.cells()}
        for spot in sorted(_unnamed(model, sheet, named), key=lambda spot: -spot.area.size):
            drawn = around([Area(sheet, 1, 1, 1, 1), spot.area])
            if len(spots) < len(_MARKS) and drawn.size <= _MOST_DRAWN:
                spots.append(spot)
    if not spots:
        raise WorkbookError(f"{model.path}: its first sheet, {sheet}, is empty")
    return SheetMap(sheet, tuple(spots))


def _unnamed(model: Model, sheet: str, named: Collection[Area]) -> Iterator[Spot]:
    """Yield the areas of a sheet that hold one formula, and those that hold constants."""
    alike: dict[Hashable, list[Area]] = {}
    senses = Senses({})
    for cell, form in model.forms.items():
        if cell.sheet == sheet and cell not in named:
            alike.setdefault(senses.of(form, cell), []).append(cell)
    for cells in alike.values():
        for found in rectangles(sorted(cells)):
            first = next(found.cells())
            yield Spot(_short(f"={to_text(model.formulas[first], sheet)}"), "formula", found)
    others = model.values.keys() - model.formulas.keys() - {*named}
    constants = [each for each in others if each.sheet == sheet and model.values[each] is not None]
    for found in rectangles(sorted(constants)):
        yield Spot(_short(in_words(model.values[next(found.cells())])), "constant", found)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."


def _square(line: int) -> int:
    """Return the number of the square, from 0 on, that holds a row or column."""
    return (line - 1) // _STEP


def _is_in(hidden: tuple[set[int], set[int]], row: int, column: int) -> bool:
    return row in hidden[0] or column in hidden[1]


def _mark(number: int) -> str:
    return _MARKS[number] if number < len(_MARKS) else _MORE


def _size(found: Area) -> str:
    rows, columns = found.shape
    return f"{rows}x{columns}"


def _shape(found: Area) -> dict[str, object]:
    rows, columns = found.shape
    return {"range": str(found), "rows": rows, "columns": columns}


def _largest(is_open: list[list[bool]]) -> Iterator[Area]:
    """Yield the largest open rectangles; none overlaps an earlier one."""
    for _ in range(_FREE):
        largest = max(_rectangles(is_open), key=attrgetter("size"), default=None)
        if largest is None or largest.size < _SMALLEST:
            return
        yield largest
        for row in range(largest.top, largest.bottom + 1):
            for column in range(largest.left, largest.right + 1):
                is_open[row][column] = False


def _rectangles(is_open: list[list[bool]]) -> Iterator[Area]:
    """Yield, for each row, the open rectangles that end in it; the largest of all is among them."""
    heights = [0] * len(is_open[0])
    for bottom, line in enumerate(is_open):
        heights = [height + 1 if free else 0 for height, free in zip(heights, line, strict=True)]
        rising: list[tuple[int, int]] = []  # where a height begins, and the height
        for column, height in enumerate([*heights, 0]):
            begin = column
            while rising and rising[-1][1] >= height:
                begin, tall = rising.pop()
                if tall:
                    yield Area("", bottom - tall + 1, begin, bottom, column - 1)
            rising.append((begin, height))
