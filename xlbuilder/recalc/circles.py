"""Which cells are circular: they read themselves, directly or through other cells."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from xlbuilder.formula.area import Area


def circular(reads: Mapping[Area, Sequence[Area]]) -> set[Area]:
    """Return the cells that lie on a circle; ``reads`` has what each formula cell reads."""
    readers: dict[Area, list[Area]] = {}
    for cell, others in reads.items():
        for other in others:
            readers.setdefault(other, []).append(cell)
    found: set[Area] = set()
    left = set(reads)
    while left:
        cell = next(iter(left))
        behind = _reached(cell, readers, left)
        if cell in behind:  # all that reads the cell, and is read by it, is on a circle with it
            circle = behind & _reached(cell, reads, left)
            found |= circle
            left -= circle
        left.discard(cell)
    return found


def leading_to_circles(reads: Mapping[Area, Sequence[Area]], settled: Iterable[Area]) -> set[Area]:
    """Return the cells that lie on a circle, or lead from one circle to another.

    ``settled`` are the formula cells to which no circle leads.
    """
    left = set(reads).difference(settled)
    readers: Counter[Area] = Counter(read for cell in left for read in reads[cell])
    pending = [cell for cell in left if not readers[cell]]
    while pending:
        cell = pending.pop()
        left.discard(cell)
        for read in reads[cell]:
            readers[read] -= 1
            if not readers[read] and read in left:
                pending.append(read)
    return left


def reached(cells: Iterable[Area], leads_to: Mapping[Area, Iterable[Area]]) -> set[Area]:
    """Return the cells, and all to which steps from them lead."""
    found = {*cells}
    pending = [*found]
    while pending:
        new = {*leads_to.get(pending.pop(), ())} - found
        found |= new
        pending += new
    return found


def _reached(start: Area, leads_to: Mapping[Area, Sequence[Area]], within: set[Area]) -> set[Area]:
    """Return the cells to which one or more steps from ``start`` lead."""
    seen: set[Area] = set()
    pending = [start]
    while pending:
        for cell in leads_to.get(pending.pop(), ()):
            if cell in within and cell not in seen:
                seen.add(cell)
                pending.append(cell)
    return seen
