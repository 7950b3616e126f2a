"""Compares the conditional formats and the validations of two workbooks, cell by cell.

Programs split the ranges of a format and join them again when they save, so we compare the formats
of each cell.  Cells with the same formats in both workbooks are taken together, as *pieces*.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from xlbuilder.changes.compare import Aspect, Difference, spread
from xlbuilder.changes.facts import Key, RuleFact, Side
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.shared import rectangles
from xlbuilder.xlsx.rules import Dressing

_MOST_PIECES = 200_000
"""The most pieces of a sheet; with more, its formats are compared as they are written."""


class _Layer(NamedTuple):
    """A format of a piece."""

    key: Key
    stops: bool
    look: Dressing
    areas: tuple[Area, ...] = ()
    """The areas as they are written, for a sheet with too many pieces."""


_Pieces: TypeAlias = dict[Area, tuple[_Layer, ...]]


def _pieces(old: Sequence[RuleFact], new: Sequence[RuleFact]) -> tuple[_Pieces, _Pieces]:
    """Return the formats of each piece in two workbooks, without formats that never count."""
    layers: tuple[dict[Area, list[_Layer]], ...] = ({}, {})
    for sheet in dict.fromkeys(each.areas[0].sheet for each in (*old, *new)):
        sides = [[each for each in side if each.areas[0].sheet == sheet] for side in (old, new)]
        areas = [area for side in sides for each in side for area in each.areas]
        cuts = _Cuts(areas)
        is_small = sum(map(cuts.count, areas)) <= _MOST_PIECES
        for held, side in zip(layers, sides, strict=True):
            for each in side:
                layer = _Layer(each.key, each.stops, each.look)
                if not is_small:
                    held.setdefault(around(areas), []).append(layer._replace(areas=each.areas))
                    continue
                for piece in (piece for area in each.areas for piece in cuts.pieces(area)):
                    held.setdefault(piece, []).append(layer)
    one, other = ({at: tuple(_counting(some)) for at, some in held.items()} for held in layers)
    return one, other


def _counting(layers: Sequence[_Layer]) -> Iterator[_Layer]:
    """Yield layers without repeats, and without layers behind an equal formula that stops."""
    stopped = set()
    for each in dict.fromkeys(layers):
        if (each.key, each.areas) not in stopped:
            yield each
        if each.stops:
            stopped.add((each.key, each.areas))


def _joined(some: Sequence[Area]) -> tuple[Area, ...]:
    """Return pieces joined to few areas; whole columns and rows stay as they are."""
    if sum(piece.size for piece in some) > _MOST_PIECES:
        return tuple(some)
    return tuple(rectangles(sorted(cell for piece in some for cell in piece.cells())))


def format_differences(old: Side, new: Side) -> Iterator[Difference]:
    """Yield the differences of conditional formats and of validations."""
    yield from _formats(Aspect.FORMAT, old.formats, new.formats)
    yield from _formats(Aspect.VALIDATION, old.validations, new.validations)


def _formats(
    aspect: Aspect, old: Sequence[RuleFact], new: Sequence[RuleFact]
) -> Iterator[Difference]:
    texts = {each.key: each.text for each in reversed((*new, *old))}
    now_texts = {each.key: each.text for each in reversed(new)}
    sides = _pieces(old, new)
    before, after = map(_by_key, sides)
    written = _areas_of(old), _areas_of(new)
    gone = {key: held for key, held in before.items() if key not in after}
    for key, held in after.items():
        areas, text = written[1][key], now_texts[key]
        if key not in before:
            twin = next((at for at in gone if gone[at] == held), None)
            was = None if twin is None else texts[twin]
            gone = {at: at_held for at, at_held in gone.items() if at != twin}
            yield Difference(aspect, spread(areas), was, text, areas)
        elif before[key] != held:
            spreads = spread(written[0][key]), spread(areas)
            yield Difference(aspect, f"the cells of {text}", *spreads, areas)
    for key in gone:
        areas = written[0][key]
        yield Difference(aspect, spread(areas), texts[key], None, areas)
    yield from _layers(aspect, *sides, now_texts)
    if aspect is Aspect.FORMAT:
        yield from _order(*sides, now_texts)


def _by_key(held: _Pieces) -> dict[Key, set[Area]]:
    pieces: dict[Key, set[Area]] = {}
    for piece, layers in held.items():
        for layer in layers:
            pieces.setdefault(layer.key, set()).add(piece)
    return pieces


def _areas_of(formats: Iterable[RuleFact]) -> dict[Key, tuple[Area, ...]]:
    areas: dict[Key, tuple[Area, ...]] = {}
    for each in formats:
        areas[each.key] = (*areas.get(each.key, ()), *each.areas)
    return areas


def _layers(
    aspect: Aspect, old: _Pieces, new: _Pieces, texts: Mapping[Key, str]
) -> Iterator[Difference]:
    """Yield where formats with the same cells and formulas do something else."""
    groups: dict[tuple[Key, Sequence[_Layer], Sequence[_Layer]], list[Area]] = {}
    for piece in sorted(old.keys() & new.keys()):
        for key in dict.fromkeys(each.key for each in new[piece]):
            was, now = (tuple(x for x in held[piece] if x.key == key) for held in (old, new))
            if was and was != now:
                groups.setdefault((key, was, now), []).append(piece)
    for (key, *both), parts in groups.items():
        areas = _joined(parts)
        where = f"{spread(areas)}, where {texts[key]}"
        for subject, words in (
            (aspect, [_ending(x) for x in both]),
            (Aspect.LOOK, [" / ".join(str(layer.look) for layer in x) for x in both]),
            (
                aspect,
                [" / ".join(spread(layer.areas) for layer in x if layer.areas) for x in both],
            ),
        ):
            if words[0] != words[1]:
                yield Difference(subject, where, words[0], words[1], areas)


def _ending(layers: Sequence[_Layer]) -> str:
    return "stops if true" if any(each.stops for each in layers) else "goes on"


def _order(old: _Pieces, new: _Pieces, texts: Mapping[Key, str]) -> Iterator[Difference]:
    """Yield the first two formats of the same cells that changed their order."""
    for piece in sorted(old.keys() & new.keys()):
        keys = [[each.key for each in held[piece]] for held in (old, new)]
        common = ([key for key in side if all(key in x for x in keys)] for side in keys)
        pairs = zip(*common, strict=False)
        if pair := next(((was, now) for was, now in pairs if was != now), None):
            where = f"which counts first in {spread([piece])}"
            yield Difference(Aspect.FORMAT, where, texts[pair[0]], texts[pair[1]])
            return


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
