"""Finds bound formulas that many cells can share, with relative references.

A conditional format belongs to a range of cells.  The bound formulas of these cells become one
formula again where they differ only in the cells that they read, and where each formula reads the
same cells as the others, or cells that are as far away.  ``A1>0`` in B1 and ``A2>0`` in B2 share
``$A1>0``.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import Corner, Missing, Node, Reference, children, mapped, rebuilt, walk


class SharedFormula(NamedTuple):
    """A formula as the first cell of an area shows it; it is filled into the other cells."""

    area: Area
    formula: Node


class _Way(Enum):
    """How one edge of an area that is read changes from cell to cell."""

    STAYS = "the same in all cells"
    FOLLOWS = "as far from every cell"
    JUMPS = "neither"


_Ways = list[_Way]
"""Of the four edges of an area: top, left, bottom, right."""


def shared(formulas: Mapping[Area, Node]) -> Iterator[SharedFormula]:
    """Yield formulas for rectangles that together make up the cells.

    The cells are of one sheet, and come row by row.
    """
    alike: dict[object, dict[Area, Node]] = {}
    for cell, node in formulas.items():
        alike.setdefault(_pattern(node), {})[cell] = node
    for some in alike.values():
        yield from _shared(some)


def _pattern(node: Node) -> object:
    """Return what formulas have in common that differ only in their areas."""
    below = children(node)
    if not below:
        return Area if isinstance(node, Area) else node
    return rebuilt(node, (Missing(),) * len(below)), *map(_pattern, below)


def _shared(formulas: Mapping[Area, Node]) -> Iterator[SharedFormula]:
    """Yield the shared formulas of cells with one pattern."""
    reads = {
        cell: [part for part in walk(node) if isinstance(part, Area)]
        for cell, node in formulas.items()
    }
    ways = [
        _ways(list(zip(formulas, column, strict=True)))
        for column in zip(*reads.values(), strict=True)
    ]
    ranges: dict[object, list[Area]] = {}
    for cell, areas in reads.items():
        # An edge that jumps is written as it is: it has to be the same in all cells of a range.
        jumps = tuple(
            edge
            for area, own in zip(areas, ways, strict=True)
            for edge, way in zip(area[1:], own, strict=True)
            if way is _Way.JUMPS
        )
        ranges.setdefault(jumps, []).append(cell)
    for cells in ranges.values():
        for rectangle in rectangles(cells):
            first = next(rectangle.cells())
            written = iter([_reference(*pair) for pair in zip(reads[first], ways, strict=True)])
            yield SharedFormula(rectangle, _filled(formulas[first], written))


def _ways(column: list[tuple[Area, Area]]) -> _Ways:
    """Return the ways of one area, by the cells and what each reads there."""
    ways = []
    for place in range(4):
        edges = {area[1:][place] for _, area in column}
        steps = {area[1:][place] - cell[1:][place] for cell, area in column}
        follows = _Way.FOLLOWS if len(steps) == 1 else _Way.JUMPS
        ways.append(_Way.STAYS if len(edges) == 1 else follows)
    return ways


def _reference(area: Area, ways: _Ways) -> Reference:
    top, left, bottom, right = (way is not _Way.FOLLOWS for way in ways)
    return Reference(
        area.sheet,
        Corner(area.top, area.left, row_fixed=top, column_fixed=left),
        Corner(area.bottom, area.right, row_fixed=bottom, column_fixed=right),
    )


def _filled(node: Node, written: Iterator[Reference]) -> Node:
    """Return ``node`` with references, in the order of the text, in the places of its areas."""
    if isinstance(node, Area):
        return next(written)
    return mapped(node, lambda child: _filled(child, written))


def rectangles(cells: Iterable[Area]) -> list[Area]:
    """Return rectangles that together have just these cells, which come row by row."""
    rows: list[Area] = []
    for cell in cells:
        if rows and (rows[-1].top, rows[-1].right + 1) == (cell.top, cell.left):
            rows[-1] = rows[-1]._replace(right=cell.right)
        else:
            rows.append(cell)
    ranges: dict[tuple[int, int, int], Area] = {}
    for row in rows:
        above = ranges.pop((row.left, row.right, row.top - 1), row)
        ranges[row.left, row.right, row.bottom] = above._replace(bottom=row.bottom)
    return sorted(ranges.values(), key=lambda area: (area.top, area.left))
