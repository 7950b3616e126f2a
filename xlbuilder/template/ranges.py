"""The places on the sheet that a template names."""

import re
from collections.abc import Iterator

from openpyxl.utils import column_index_from_string

from xlbuilder.formula.area import Area, area_of
from xlbuilder.template.schema import Cell, Listing, Template, TemplateFile

LIST_TOP = 5
"""The first row of a list's values, below its title, its text and the titles of its columns."""

_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")


def area(template: TemplateFile, text: str) -> Area:
    """Return the area that ``text`` (``D4:L12``) means on the template's sheet."""
    return area_of(template.workbook.sheet, text)


def list_areas(listing: Listing) -> dict[str, Area]:
    """Return the area of each column of a list by its name: rows from LIST_TOP, columns from B."""
    bottom = LIST_TOP + len(listing.all_rows) - 1
    return {
        name: Area(listing.sheet, LIST_TOP, left, bottom, left)
        for left, name in enumerate(listing.columns, 2)
    }


def named_areas(template: TemplateFile) -> dict[str, Area]:
    """Return the area of each board, cell and column of a list by its name.

    The area of a merged cell is its first cell.
    """
    areas = {name: area(template, board.range) for name, board in template.boards.items()}
    for name, entry in template.cells.items():
        areas[name] = next(area(template, entry.range).cells())
    for listing in template.lists.values():
        areas |= list_areas(listing)
    return areas


def words_on_sheet(template: TemplateFile) -> Iterator[Area]:
    """Yield the cells of all texts, and of the labels above boards and cells."""
    yield from (area(template, line.at) for line in template.texts.values())
    for entry in (*template.boards.values(), *template.cells.values()):
        if entry.label:
            yield label_of(area(template, entry.range))


def label_of(place: Area) -> Area:
    """Return the cell above the first cell of a place, which holds its label."""
    return Area(place.sheet, place.top - 1, place.left, place.top - 1, place.left)


def bounds(lines: str) -> tuple[int, int]:
    """Return the numbers of the first and the last row (``45:98``) or column (``A:C``)."""
    first, last = lines.split(":")
    if first.isdigit():
        return int(first), int(last)
    return column_index_from_string(first), column_index_from_string(last)


def constants(text: str, shape: tuple[int, int]) -> list[str | float | None] | None:
    """Return what a board of this shape holds, row by row, None for an empty cell.

    ``text`` has a line for each row, with a character for each cell, or with numbers and words
    between blanks.  Returns None when the text does not fit.
    """
    rows, columns = shape
    words = text.split()
    if len(words) == rows and all(len(word) == columns for word in words):
        return [_constant(mark) for word in words for mark in word.replace("0", ".")]
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if len(lines) != rows or any(len(line) != columns for line in lines):
        return None
    return [_constant(word) for line in lines for word in line]


def is_filled(template: Template, name: str) -> bool:
    """Return whether the user fills a board or a cell: it has no formula, and is no constant.

    A board with a value in each cell is a constant, and so is one that says the houses, unless its
    entries are limited to whole numbers.
    """
    entry = template.places[name]
    if entry.formula is not None or isinstance(entry, Cell) or entry.whole_number:
        return entry.formula is None
    found = constants(entry.values or "", area(template, entry.range).shape) or [None]
    return None in found and name not in template.variant.houses


def _constant(word: str) -> str | float | None:
    if word == ".":
        return None
    if _NUMBER.fullmatch(word):
        return float(word) if "." in word else int(word)
    return word
