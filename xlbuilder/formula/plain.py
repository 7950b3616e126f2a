"""Writes bound formulas for cells of a workbook without names, so that any program reads them.

Excel evaluates the formula of a name as an array formula, the formula of a cell not always.
``MAX(COUNTIF(range,{1;2})*1)`` gives the same in both, but not in every other program, so array
constants are written out.  A range of which a cell would take one value only is refused.
"""

import re
from collections.abc import Iterator, Mapping
from copy import copy

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import written_out
from xlbuilder.formula.limits import MAX_CHARACTERS, problems_with_formula
from xlbuilder.formula.ordinary import Ordinary
from xlbuilder.formula.placement import BoundFormula, filled
from xlbuilder.formula.tree import (
    Call,
    Infix,
    Name,
    Node,
    Number,
    Text,
    mapped,
    to_text,
    walk,
)

_MARK = "\x00"
"""Stands before and behind a part in the text of a frame, where no text has it."""
_CONTROL = re.compile(r"([\x00-\x1f])")


def plain(bound: Node) -> Node:
    """Return a bound formula as the cells of a file can have it.

    Array constants are written out where that means the same, and control characters are
    ``CHAR(10)`` again: a carriage return in a file is read as a line feed (XML 1.0, 2.11).
    """
    return _without_controls(written_out(bound))


class PlainTexts:
    """Writes the formulas of many cells of one sheet; what they share is looked at once."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._pieces: dict[tuple[object, ...], list[str] | None] = {}
        """The text of each frame: by turns what is written, and the name of a part."""

    def text_of(self, bound: BoundFormula) -> str:
        """Return the plain formula without its ``=``.

        Raises FormulaError with the reason when Excel would refuse it.
        """
        key = (bound.frame, *map(_kind, bound.parts.values()))
        if key not in self._pieces:
            problem = next(problems_with_plain(plain(bound.node), self._home), None)
            if problem is not None:
                raise FormulaError(problem)
            self._pieces[key] = self._taken_apart(bound)
        pieces = self._pieces[key]
        if pieces is None:
            text = to_text(plain(bound.node), self._home)
        else:
            parts = {name: to_text(part, self._home) for name, part in bound.parts.items()}
            text = "".join([parts.get(piece, piece) for piece in pieces])
        if problem := _too_long(text):
            raise FormulaError(problem)
        return text

    def _taken_apart(self, bound: BoundFormula) -> list[str] | None:
        """Return the text of a frame in pieces; None when it has to be made for each cell."""
        if any(_kind(part) is part for part in bound.parts.values()):
            return None
        own = {name: copy(part) for name, part in bound.parts.items()}  # two may be one object
        marks: dict[int, Node] = {
            id(part): Name(f"{_MARK}{name}{_MARK}") for name, part in own.items()
        }
        written = plain(filled(bound.frame, own))
        whole = {*marks, *map(id, walk(bound.frame))}
        if any(isinstance(leaf, Area) and id(leaf) not in whole for leaf in walk(written)):
            return None  # a range that is a part is written out, cell by cell
        return to_text(_marked(written, marks), self._home).split(_MARK)


def _marked(node: Node, marks: Mapping[int, Node]) -> Node:
    """Return ``node`` with a mark in place of each part that ``marks`` knows by its identity."""
    if id(node) in marks:
        return marks[id(node)]
    return mapped(node, lambda child: _marked(child, marks))


def _kind(part: Node) -> object:
    """Return what parts have in common that are written and judged alike."""
    if isinstance(part, Area):
        return part.shape
    return Number if isinstance(part, Number) and part.value >= 0 else part


def _too_long(text: str) -> str | None:
    if len(text) <= MAX_CHARACTERS:
        return None
    return f"is {len(text):,} characters long; Excel allows {MAX_CHARACTERS:,}"


def problems_with_plain(node: Node, home: str) -> Iterator[str]:
    """Yield why Excel refuses a plain formula in a cell of the sheet ``home``."""
    text = to_text(node, home)
    if problem := _too_long(text):
        yield problem
    else:
        yield from problems_with_formula(text, node)
    for found in Ordinary({}).found(node)[:1]:
        part = to_text(found.part, home)
        yield f"would take one value of {part}, where a name takes all of them"


def _without_controls(node: Node) -> Node:
    if not isinstance(node, Text):
        return mapped(node, _without_controls)
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
