"""Which cells are circular: they read themselves, directly or through other cells."""

from collections.abc import Mapping, Sequence

from xlbuilder.formula.area import Area


def circular(reads: Mapping[Area, Sequence[Area]]) -> set[Area]:
    """Return the cells that lie on a circle; ``reads`` has what each formula cell reads.

    These are the strongly connected components of more than one cell (Tarjan's algorithm), and the
    cells that read themselves.
    """
    found: set[Area] = set()
    index: dict[Area, int] = {}
    low: dict[Area, int] = {}
    waiting: list[Area] = []
    is_waiting: set[Area] = set()
    for root in reads:
        path = [] if root in index else [(root, iter(reads[root]))]
        while path:
            cell, rest = path[-1]
            if cell not in index:
                index[cell] = low[cell] = len(index)
                waiting.append(cell)
                is_waiting.add(cell)
            for other in rest:
                if other in reads and other not in index:
                    path.append((other, iter(reads[other])))
                    break
                if other in is_waiting:
                    low[cell] = min(low[cell], index[other])
            else:
                path.pop()
                if path:
                    caller = path[-1][0]
                    low[caller] = min(low[caller], low[cell])
                if low[cell] == index[cell]:
                    start = len(waiting) - 1 - waiting[::-1].index(cell)
                    component = waiting[start:]
                    del waiting[start:]
                    is_waiting.difference_update(component)
                    if len(component) > 1 or cell in reads[cell]:
                        found.update(component)
    return found
