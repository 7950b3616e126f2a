"""Writes bound formulas for cells of a workbook without names, so that any program reads them.

Excel evaluates the formula of a name as an array formula, that of a cell not always.
``MAX(COUNTIF(range,{1;2})*1)`` gives the same in both, but not in every other program, so array
constants are written out.  A range of which a cell would take one value only is refused.
"""

import re
from collections.abc import Iterator

from xlbuilder.formula.arrays import written_out
from xlbuilder.formula.limits import (
    MAX_CHARACTERS,
    divided,
    problems_with_formula,
)
from xlbuilder.formula.tree import Call, Infix, Node, Number, Text, children, rebuilt, to_text

_CONTROL = re.compile(r"([\x00-\x1f])")


def plain(bound: Node) -> Node:
    """Return a bound formula as the cells of a file can have it.

    Array constants are written out where that means the same, and control characters are
    ``CHAR(10)`` again: a carriage return in a file is read as a line feed (XML 1.0, 2.11).
    """
    return _without_controls(written_out(bound))


def problems_with_plain(node: Node, home: str) -> Iterator[str]:
    """Yield why Excel refuses a plain formula in a cell of the sheet ``home``."""
    text = to_text(node, home)
    if len(text) > MAX_CHARACTERS:
        yield f"is {len(text):,} characters long; Excel allows {MAX_CHARACTERS:,}"
    else:
        yield from problems_with_formula(text, node)
    if (part := divided(node)) is not None:
        yield f"would take one cell of {to_text(part, home)}, where a name takes all of them"


def _without_controls(node: Node) -> Node:
    if not isinstance(node, Text):
        below = children(node)
        return rebuilt(node, tuple(map(_without_controls, below))) if below else node
    if not _CONTROL.search(node.value):
        return node
    parts: list[Node] = [
        Call("CHAR", (Number(float(ord(part))),)) if _CONTROL.fullmatch(part) else Text(part)
        for part in _CONTROL.split(node.value)
        if part
    ]
    joined = parts[0]
    for part in parts[1:]:
        joined = Infix("&", joined, part)
    return joined
