"""Which defined names a program may compute once a recalculation, and keep.

Such a program looks for a position in the formula of a name: ``ROW()`` or ``COLUMN()`` without an
argument, a relative reference, or a name that has one.  A name without a position means the same in
every cell, so it is computed once, while cells and references are read anew in each iteration.
"""

from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import Call, Node, Reference, walk


def read_by_remembered(inlined: Node) -> frozenset[Area]:
    """Return the areas that a name reads, if it is one to be remembered; otherwise none.

    ``inlined`` is its formula with all names written out (formula/inline.py).
    """
    parts = [] if isinstance(inlined, Area) else list(walk(inlined))  # a reference is read anew
    if any(map(_is_position, parts)):
        return frozenset()
    return frozenset(part for part in parts if isinstance(part, Area))


def _is_position(node: Node) -> bool:
    match node:
        case Call("ROW" | "COLUMN", ()) | Reference():  # what is fixed is an area by now
            return True
        case _:
            return False
