"""Places the boards and cells that have a size and no range.

In the order of the file, each gets the first free place that is folded away: from the top, and in a
row from the left.  If there is no such place, it gets a place right of everything on the sheet,
which is folded away too.  ``[grid]`` says at which rows and columns boards may begin.
"""

from collections.abc import Iterator
from itertools import product
from typing import TypeVar

from openpyxl.utils import get_column_letter

from xlbuilder.formula.area import Area
from xlbuilder.template.limits import MAX_BOTTOM, MAX_PLACED, MAX_RIGHT
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area, bounds
from xlbuilder.template.schema import Cell, SheetBoard, TemplateFile

_GUTTER = 3
"""Columns that stay free before a place right of everything on the sheet."""

_Entry = TypeVar("_Entry", SheetBoard, Cell)


def placed(file: TemplateFile) -> tuple[TemplateFile, list[Problem]]:
    """Return the template with a range for each board and cell that has a size instead."""
    problems = list(_strange_places(file))
    sizes = [entry.size for entry in _entries(file) if entry.size]
    if len(sizes) > MAX_PLACED:
        text = f"{len(sizes):,} boards and cells have a size; {MAX_PLACED} at most"
        problems.append(Problem(("workbook",), text))
    if problems or not sizes:
        return file, problems
    sheet = _FreeCells(file)
    boards = {name: _with_range(sheet, board) for name, board in file.boards.items()}
    cells = {name: _with_range(sheet, entry) for name, entry in file.cells.items()}
    for table, entries in (("boards", boards), ("cells", cells)):
        for name, entry in entries.items():
            if not entry.range:
                text = f"there is no room for {entry.size}; give it a range"
                problems.append(Problem((table, name, "size"), text))
    workbook = file.workbook.model_copy(update={"folded": sheet.folded})
    changed = {"boards": boards, "cells": cells, "workbook": workbook}
    return file.model_copy(update=changed), problems


def _entries(file: TemplateFile) -> list[SheetBoard | Cell]:
    return [*file.boards.values(), *file.cells.values()]


def folded_together(folded: list[str]) -> list[str]:
    """Return rows and columns in the order of the sheet; neighbors are joined."""
    together: list[str] = []
    for lines in sorted(folded, key=lambda lines: (lines[0].isdigit(), bounds(lines))):
        same = together and together[-1][0].isdigit() == lines[0].isdigit()
        if same and bounds(lines)[0] <= bounds(together[-1])[1] + 1:
            last = max(together[-1], lines, key=lambda one: bounds(one)[1]).partition(":")[2]
            together[-1] = f"{together[-1].partition(':')[0]}:{last}"
        else:
            together.append(lines)
    return together


def _with_range(sheet: "_FreeCells", entry: _Entry) -> _Entry:
    found = sheet.take(entry.size, labeled=bool(entry.label)) if entry.size else None
    return entry if found is None else entry.model_copy(update={"range": str(found)})


def _strange_places(file: TemplateFile) -> Iterator[Problem]:
    """Yield a problem for each board and cell without a place, or with two places."""
    for table, entries in (("boards", file.boards), ("cells", file.cells)):
        for name, entry in entries.items():
            if entry.range and entry.size:
                yield Problem((table, name), "has a range and a size; keep one of them")
            elif not entry.range and not entry.size:
                text = "the key range or size is missing; required are: range or size, style"
                yield Problem((table, name), text)


class _FreeCells:
    """The sheet: which cells are taken, and which are folded away."""

    def __init__(self, file: TemplateFile) -> None:
        self._name = file.workbook.sheet
        self.folded = list(file.workbook.folded)
        self._rows = [bytearray(MAX_RIGHT + 2) for _ in range(MAX_BOTTOM + 2)]
        self._bottom, self._right = 1, 1
        self._spots: dict[str, Iterator[Area]] = {}
        self._steps = [(1, 1, 1, 1)]  # from so many lines on: the first row, the first column, step
        for lines, step in file.grid.items():
            corner = area(file, step.at)
            self._steps.append((int(lines), corner.top, corner.left, step.every))
        self._steps.sort()
        for entry in _entries(file):
            if entry.range:
                self._mark(area(file, entry.range), labeled=bool(entry.label))
        for text in file.texts.values():
            self._mark(area(file, text.at), labeled=False)
        for lines in self.folded:
            _, last = bounds(lines)
            if lines[0].isdigit():
                self._bottom = max(self._bottom, min(last, MAX_BOTTOM))
            else:
                self._right = max(self._right, min(last, MAX_RIGHT))

    def take(self, size: str, *, labeled: bool) -> Area | None:
        """Take the next free area of this size and return it; None when there is none."""
        spots = self._spots.setdefault(size, self._free(size))
        for spot in spots:
            if self._is_free(spot):
                self._mark(spot, labeled=labeled)
                self._fold(spot)
                return spot
        return None

    def _mark(self, found: Area, *, labeled: bool) -> None:
        for row in range(found.top, found.bottom + 1):
            self._rows[row][found.left : found.right + 1] = b"1" * found.shape[1]
        if labeled:
            self._rows[found.top - 1][found.left] = 1
        self._bottom, self._right = max(self._bottom, found.bottom), max(self._right, found.right)

    def _free(self, size: str) -> Iterator[Area]:
        """Yield the areas where a board of this size may stand; some may be taken."""
        height, width = map(int, size.split("x"))
        tops = [*_places(*self._begins(height)[::2], MAX_BOTTOM - height + 1)]
        lefts = [*_places(*self._begins(width)[1:], MAX_RIGHT - width + 1)]
        bottom, right = self._bottom, self._right
        for top, left in product(tops, lefts):
            spot = Area(self._name, top, left, top + height - 1, left + width - 1)
            if spot.bottom <= bottom and spot.right <= right and self._is_folded(spot):
                yield spot
        columns = [bounds(lines) for lines in self.folded if not lines[0].isdigit()]
        begin = max((first for first, last in columns if last >= right), default=right + _GUTTER)
        for left, top in product(lefts, tops):
            is_right = left > begin and left + width - 1 > right
            if is_right and (top == tops[0] or top + height - 1 <= bottom):
                yield Area(self._name, top, left, top + height - 1, left + width - 1)

    def _begins(self, lines: int) -> tuple[int, int, int]:
        """Return the first row, the first column and the step for a board of this size."""
        return max(step for step in self._steps if step[0] <= max(lines, 1))[1:]

    def _is_free(self, spot: Area) -> bool:
        """Return whether the spot and the lines around it are empty."""
        rows = self._rows[spot.top - 1 : spot.bottom + 2]
        return not any(any(row[spot.left - 1 : spot.right + 2]) for row in rows)

    def _is_folded(self, spot: Area) -> bool:
        for lines in self.folded:
            first, last = bounds(lines)
            edges = (spot.top, spot.bottom) if lines[0].isdigit() else (spot.left, spot.right)
            if first <= edges[0] and edges[1] <= last:
                return True
        return False

    def _fold(self, spot: Area) -> None:
        """Fold the columns of a spot right of everything else, if the sheet folds columns."""
        columns = [lines for lines in self.folded if not lines[0].isdigit()]
        if columns and not self._is_folded(spot):
            last = max(columns, key=lambda lines: bounds(lines)[1])
            merged = f"{last.partition(':')[0]}:{get_column_letter(spot.right + _GUTTER)}"
            self.folded[self.folded.index(last)] = merged


def _places(first: int, step: int, last: int) -> range:
    """Return the lines from 2 to ``last`` at whole steps from the line ``first``."""
    begin = (first - 2) % step + 2
    return range(begin, last + 1, step)
