"""Rectangles of cells on a sheet, and how a sheet's name stands before them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openpyxl.utils import get_column_letter, range_boundaries

_PLAIN_SHEET = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LIKE_ADDRESS = re.compile(r"[a-z]{1,3}[0-9]+|r?c?|(r|r?c)[0-9].*|true|false", re.IGNORECASE)
"""In R1C1 style Excel takes the beginning for an address: https://github.com/apache/poi/pull/545"""


class Area(NamedTuple):
    """A rectangle of cells on one sheet; all four edges are 1-based and inclusive.

    A tuple, because a recalculation looks up areas by the hundred thousand.
    """

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top + 1, self.right - self.left + 1

    @property
    def size(self) -> int:
        """The number of its cells."""
        rows, columns = self.shape
        return rows * columns

    def cells(self) -> Iterator["Area"]:
        """Yield each cell, row by row, as an area of its own."""
        if self.top == self.bottom and self.left == self.right:
            yield self
            return
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield Area(self.sheet, row, column, row, column)

    def holds(self, other: "Area") -> bool:
        """Return whether ``other`` lies within this area."""
        rows = self.top <= other.top and other.bottom <= self.bottom
        columns = self.left <= other.left and other.right <= self.right
        return self.sheet == other.sheet and rows and columns

    def meets(self, other: "Area") -> bool:
        """Return whether the two areas have a cell in common."""
        rows = self.top <= other.bottom and other.top <= self.bottom
        columns = self.left <= other.right and other.left <= self.right
        return self.sheet == other.sheet and rows and columns

    def common(self, other: "Area") -> "Area":
        """Return the cells that two areas share, which meet."""
        corner = max(self.top, other.top), max(self.left, other.left)
        return Area(
            self.sheet, *corner, min(self.bottom, other.bottom), min(self.right, other.right)
        )

    def __str__(self) -> str:
        """Return the area in A1 style, without its sheet."""
        first = f"{get_column_letter(self.left)}{self.top}"
        last = f"{get_column_letter(self.right)}{self.bottom}"
        return first if first == last else f"{first}:{last}"

    def absolute(self) -> str:
        """Return the area as a defined name stores it: ``Main!$D$4:$L$12``."""
        corners = [(self.top, self.left), (self.bottom, self.right)]
        texts = [f"${get_column_letter(column)}${row}" for row, column in corners]
        return sheet_prefix(self.sheet) + ":".join(dict.fromkeys(texts))


def area_of(sheet: str, text: str) -> Area:
    """Return the area of a text such as ``A1:B2``."""
    left, top, right, bottom = (edge or 1 for edge in range_boundaries(text))
    return Area(sheet, top, left, bottom, right)


def around(areas: Sequence[Area]) -> Area:
    """Return the smallest area that holds all these of one sheet; there has to be one."""
    return Area(
        areas[0].sheet,
        min(area.top for area in areas),
        min(area.left for area in areas),
        max(area.bottom for area in areas),
        max(area.right for area in areas),
    )


def sheet_prefix(sheet: str) -> str:
    """Return ``Main!``, quoted where Excel wants quotes."""
    plain = _PLAIN_SHEET.fullmatch(sheet) and not _LIKE_ADDRESS.fullmatch(sheet)
    quoted = sheet.replace("'", "''")
    return f"{sheet}!" if plain else f"'{quoted}'!"
