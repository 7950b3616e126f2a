"""Boards among many cells: all ranges of nine by nine, found in time that grows with the cells.

A layout says whether the boards have gaps or merged cells (drive/spacing.py).
"""

from collections.abc import Collection, Iterable, Mapping

from xlbuilder.drive.spacing import LAYOUTS, Layout
from xlbuilder.formula.area import Area

Reads = Mapping[Area, Collection[Area]]
"""What each formula cell reads."""
_Place = tuple[str, int, int]


def windows(cells: Iterable[Area], layout: Layout = LAYOUTS[0]) -> list[Area]:
    """Return each board of these cells, in the order of sheets, rows and columns."""
    tops = _tops({(cell.sheet, cell.top, cell.left) for cell in cells}, layout)
    return [_range(top, layout) for top in sorted(tops)]


def pairs_of_windows(
    reads: Reads, given: Collection[Area], layout: Layout = LAYOUTS[0]
) -> list[tuple[Area, Area]]:
    """Return pairs of boards: ``given`` cells, and formulas that each read one of its own."""
    by_distance: dict[tuple[str, str, int, int], set[_Place]] = {}
    for cell, found in reads.items():
        for read in found:
            if read in given:
                distance = read.sheet, cell.sheet, read.top - cell.top, read.left - cell.left
                places = by_distance.setdefault(distance, set())
                places.add((cell.sheet, cell.top, cell.left))
    pairs = []
    for (sheet, _, down, right), places in by_distance.items():
        for own, row, column in sorted(_tops(places, layout)):
            shown = _range((own, row, column), layout)
            pairs.append((_range((sheet, row + down, column + right), layout), shown))
    return pairs


def stands_alone(board: Area, cells: Collection[Area]) -> bool:
    """Return whether none of these cells touches the board at a side."""
    return not any(_touched(board, cells))


def is_within(board: Area, cells: Collection[Area]) -> bool:
    """Return whether these cells touch two opposite sides of the board: it is a part of more."""
    left, right, above, below = _touched(board, cells)
    return (left and right) or (above and below)


def _touched(board: Area, cells: Collection[Area]) -> list[bool]:
    """Return whether these cells touch the board on the left, on the right, above and below."""
    sheet, top, left, bottom, right = board
    rows, columns = range(top, bottom + 1), range(left, right + 1)
    sides = [
        *([(row, column) for row in rows] for column in (left - 1, right + 1)),
        *([(row, column) for column in columns] for row in (top - 1, bottom + 1)),
    ]
    return [
        any(Area(sheet, row, column, row, column) in cells for row, column in side)
        for side in sides
    ]


def _tops(places: set[_Place], layout: Layout) -> set[_Place]:
    """Return the upper left cells of all boards: each row begins nine cells, each board a row."""
    downs, rights = (spacing.offsets for spacing in layout)
    begin = {
        (sheet, row, column)
        for sheet, row, column in places
        if all((sheet, row, column + right) in places for right in rights)
    }
    return {
        (sheet, row, column)
        for sheet, row, column in begin
        if all((sheet, row + down, column) in begin for down in downs)
    }


def _range(top: _Place, layout: Layout) -> Area:
    """Return the range of a board, given its upper left cell."""
    sheet, row, column = top
    rows, columns = layout
    return Area(sheet, row, column, row + rows.length - 1, column + columns.length - 1)
