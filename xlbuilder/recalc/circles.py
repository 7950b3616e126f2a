"""Which cells are circular: they read themselves, directly or through other cells."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from xlbuilder.formula.area import Area


def circular(reads: Mapping[Area, Sequence[Area]]) -> set[Area]:
    """Return the cells that lie on a circle; ``reads`` has what each formula cell reads.

    Each cell is looked at once (Gabow, https://doi.org/10.1016/S0020-0190(00)00051-X).
    """
    found: set[Area] = set()
    numbers: dict[Area, int] = {}  # in the order in which the cells are found
    done: set[Area] = set()
    way: list[Area] = []  # the cells that may lie on a circle with a cell that is looked at
    firsts: list[Area] = []  # of each circle on the way, as far as it is known
    pending: list[tuple[Area, Iterator[Area]]] = []

    def begin(cell: Area) -> None:
        numbers[cell] = len(numbers)
        way.append(cell)
        firsts.append(cell)
        pending.append((cell, filter(reads.__contains__, reads[cell])))

    for start in reads:
        if start not in numbers:
            begin(start)
        while pending:
            cell, others = pending[-1]
            other = next(others, None)
            if other is None:
                pending.pop()
                if firsts[-1] == cell:
                    firsts.pop()
                    together = [way.pop()]
                    while together[-1] != cell:
                        together.append(way.pop())
                    done.update(together)
                    if len(together) > 1 or cell in reads[cell]:
                        found.update(together)
            elif other not in numbers:
                begin(other)
            elif other not in done:
                while numbers[firsts[-1]] > numbers[other]:
                    firsts.pop()
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
