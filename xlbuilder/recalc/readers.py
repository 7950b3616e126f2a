"""What reads what, where ranges may be long: a workbook may have 10,000 ranges of 10,000 cells.

The cells of a column that count are numbered, and a range reads blocks of them, each as long as a
power of two and at a multiple of its length.  A block reads its two halves.  So a range of 10,000
cells reads some 20 blocks, which other ranges of the column share.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from xlbuilder.formula.area import Area


class _Block(NamedTuple):
    """Some cells of a column that count."""

    sheet: str
    column: int
    start: int
    """The number of the first one."""
    size: int


_Node = Area | _Block


class Readers:
    """Which cells read which; only ``cells`` count, those with formulas and those entered."""

    def __init__(self, cells: Iterable[Area]) -> None:
        self._cells = {*cells}
        self._rows: dict[str, dict[int, list[int]]] = defaultdict(dict)
        """The rows of the cells that count, by sheet and column."""
        for cell in sorted(self._cells):
            self._rows[cell.sheet].setdefault(cell.left, []).append(cell.top)
        self._readers: dict[_Node, list[_Node]] = defaultdict(list)
        self._reads: Counter[_Node] = Counter()
        self._seen: set[_Node] = set()

    def add(self, reader: Area, area: Area) -> None:
        """Note that a cell reads an area."""
        if area.size == 1:
            if area in self._cells:
                self._link(reader, area)
            return
        if area not in self._seen:
            self._seen.add(area)
            for block in self._blocks(area):
                self._link(area, self._node(block))
        if self._reads[area]:
            self._link(reader, area)

    def circular(self) -> set[Area]:
        """Return the cells on circles, and those to which circles lead."""
        waiting = self._reads.copy()
        settled: list[_Node] = [cell for cell in self._cells if not waiting[cell]]
        for node in settled:  # grows while it is read
            for reader in self._readers.get(node, ()):
                waiting[reader] -= 1
                if not waiting[reader]:
                    settled.append(reader)
        return self._cells.difference(settled)

    def reached(self, cells: Iterable[Area]) -> set[Area]:
        """Return these cells and all that read them, directly or through other cells."""
        found: set[_Node] = {*cells}
        pending = [*found]
        while pending:
            for reader in self._readers.get(pending.pop(), ()):
                if reader not in found:
                    found.add(reader)
                    pending.append(reader)
        return {cell for cell in self._cells if cell in found}

    def _link(self, reader: _Node, read: _Node) -> None:
        self._readers[read].append(reader)
        self._reads[reader] += 1

    def _blocks(self, area: Area) -> Iterator[_Block]:
        """Yield the blocks of an area, as few as there can be."""
        columns = self._rows.get(area.sheet, {})
        for column in columns if len(columns) < area.shape[1] else range(area.left, area.right + 1):
            if area.left <= column <= area.right and (rows := columns.get(column)):
                start, end = bisect_left(rows, area.top), bisect_right(rows, area.bottom)
                while start < end:
                    size = 1 << ((end - start).bit_length() - 1)
                    size = min(size, start & -start) if start else size
                    yield _Block(area.sheet, column, start, size)
                    start += size

    def _node(self, block: _Block) -> _Node:
        """Return the block, linked to what it reads; a block of one cell is this cell."""
        sheet, column, start, size = block
        if size == 1:
            row = self._rows[sheet][column][start]
            return Area(sheet, row, column, row, column)
        if block not in self._seen:
            self._seen.add(block)
            for half in (start, start + size // 2):
                self._link(block, self._node(_Block(sheet, column, half, size // 2)))
        return block
