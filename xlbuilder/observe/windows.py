"""Boards among many cells: all squares of nine by nine, found in time that grows with the cells."""

from collections.abc import Collection, Iterable, Mapping

from xlbuilder.formula.area import Area

_SIDE = 9
Reads = Mapping[Area, Collection[Area]]
"""What each formula cell reads."""
_Place = tuple[str, int, int]


def windows(cells: Iterable[Area]) -> list[Area]:
    """Return each square of 9x9 of these cells, in the order of sheets, rows and columns."""
    return [
        Area(sheet, row, column, row + _SIDE - 1, column + _SIDE - 1)
        for sheet, row, column in sorted(_tops({(c.sheet, c.top, c.left) for c in cells}))
    ]


def pairs_of_windows(reads: Reads, given: Collection[Area]) -> list[tuple[Area, Area]]:
    """Return pairs of squares: ``given`` cells, and formulas that each read one of its own."""
    by_distance: dict[tuple[str, str, int, int], set[_Place]] = {}
    for cell, found in reads.items():
        for read in found:
            if read in given:
                distance = read.sheet, cell.sheet, read.top - cell.top, read.left - cell.left
                places = by_distance.setdefault(distance, set())
                places.add((cell.sheet, cell.top, cell.left))
    pairs = []
    for (sheet, _, down, right), places in by_distance.items():
        for own, row, column in sorted(_tops(places)):
            shown = Area(own, row, column, row + _SIDE - 1, column + _SIDE - 1)
            top, left = row + down, column + right
            pairs.append((Area(sheet, top, left, top + _SIDE - 1, left + _SIDE - 1), shown))
    return pairs


def stands_alone(board: Area, cells: Collection[Area]) -> bool:
    """Return whether none of these cells touches the board at a side."""
    sheet, top, left, bottom, right = board
    beside = [(row, column) for row in range(top, bottom + 1) for column in (left - 1, right + 1)]
    beside += [(row, column) for row in (top - 1, bottom + 1) for column in range(left, right + 1)]
    return not any(Area(sheet, row, column, row, column) in cells for row, column in beside)


def _tops(places: set[_Place]) -> list[_Place]:
    """Return the upper left cells of all squares: runs of cells to the right, and of runs down."""
    right: dict[_Place, int] = {}
    for sheet, row, column in sorted(places, reverse=True):
        right[sheet, row, column] = right.get((sheet, row, column + 1), 0) + 1
    down: dict[_Place, int] = {}
    for place in sorted(right, reverse=True):
        if right[place] >= _SIDE:
            sheet, row, column = place
            down[place] = down.get((sheet, row + 1, column), 0) + 1
    return [place for place, count in down.items() if count >= _SIDE]
