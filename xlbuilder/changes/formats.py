"""Which conditional formats or validations the cells of two workbooks have, the first one first.

Programs split the ranges of a format and join them again when they save, so what is compared is
what each cell has.  Cells that have the same formats in both workbooks stand together, in *pieces*.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from xlbuilder.changes.facts import Format, Key
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.shared import rectangles
from xlbuilder.xlsx.rules import Dressing

_MOST_PIECES = 200_000
"""Of one sheet; the formats of a sheet with more are compared as they are written."""


class Layer(NamedTuple):
    """A format of a piece."""

    key: Key
    stops: bool
    look: Dressing
    areas: tuple[Area, ...] = ()
    """As they are written, where a sheet has too many pieces."""


Pieces: TypeAlias = dict[Area, tuple[Layer, ...]]


def pieces(old: Sequence[Format], new: Sequence[Format]) -> tuple[Pieces, Pieces]:
    """Return the formats of each piece in two workbooks, without those that never count."""
    found: tuple[dict[Area, list[Layer]], ...] = ({}, {})
    for sheet in dict.fromkeys(each.areas[0].sheet for each in (*old, *new)):
        sides = [[each for each in side if each.areas[0].sheet == sheet] for side in (old, new)]
        areas = [area for side in sides for each in side for area in each.areas]
        cuts = _Cuts(areas)
        is_small = sum(map(cuts.count, areas)) <= _MOST_PIECES
        for held, side in zip(found, sides, strict=True):
            for each in side:
                layer = Layer(each.key, each.stops, each.look)
                if not is_small:
                    held.setdefault(around(areas), []).append(layer._replace(areas=each.areas))
                    continue
                for piece in (piece for area in each.areas for piece in cuts.pieces(area)):
                    held.setdefault(piece, []).append(layer)
    one, other = ({at: tuple(_counting(some)) for at, some in held.items()} for held in found)
    return one, other


def _counting(layers: Sequence[Layer]) -> Iterator[Layer]:
    """Yield layers without equal ones and those whose own formula has stopped before them."""
    stopped = set()
    for each in dict.fromkeys(layers):
        if (each.key, each.areas) not in stopped:
            yield each
        if each.stops:
            stopped.add((each.key, each.areas))


def joined(some: Sequence[Area]) -> tuple[Area, ...]:
    """Return pieces as few areas, if they are no whole columns or rows."""
    if sum(piece.size for piece in some) > _MOST_PIECES:
        return tuple(some)
    return tuple(rectangles(sorted(cell for piece in some for cell in piece.cells())))


class _Cuts:
    """The lines between rows and between columns at which an area begins or ends."""

    def __init__(self, areas: Sequence[Area]) -> None:
        self._rows = sorted({edge for each in areas for edge in (each.top, each.bottom + 1)})
        self._columns = sorted({edge for each in areas for edge in (each.left, each.right + 1)})

    def count(self, area: Area) -> int:
        """Return how many pieces an area has."""
        rows, columns = self._within(area)
        return (len(rows) - 1) * (len(columns) - 1)

    def pieces(self, area: Area) -> Iterator[Area]:
        """Yield the pieces of an area."""
        rows, columns = self._within(area)
        for top, below in pairwise(rows):
            for left, beside in pairwise(columns):
                yield Area(area.sheet, top, left, below - 1, beside - 1)

    def _within(self, area: Area) -> tuple[Sequence[int], Sequence[int]]:
        return (
            _between(self._rows, area.top, area.bottom + 1),
            _between(self._columns, area.left, area.right + 1),
        )


def _between(edges: Sequence[int], first: int, last: int) -> Sequence[int]:
    return edges[bisect_left(edges, first) : bisect_left(edges, last) + 1]
