"""One spelling for each meaning: programs write the same formula in different ways.

LibreOffice writes ``TRUE()``, and a formula that is filled over a board reads differently in each
of its cells.
"""

from collections.abc import Mapping
from operator import is_
from typing import TypeAlias

from attrs import frozen

from xlbuilder.formula import tree
from xlbuilder.formula.area import Area
from xlbuilder.formula.form import Form, filled

_Seen: TypeAlias = tuple[str | None, tuple[int | bool, ...]]
"""A reference: its sheet, and its corners as A1 would show them."""
_LOGICAL = {"TRUE": True, "FALSE": False}


def normal(node: tree.Node, host: Area, sheets: Mapping[str, str]) -> tree.Node:
    """Return a written formula of the cell ``host`` as every program's spelling of it becomes.

    Formulas that are filled from one cell into another become equal: relative references are as A1
    would show them, and a reference to the host's own sheet has no sheet.  ``sheets`` has other
    names for sheets.  Names are in lower case, and have a sheet where it is not the sheet of the
    host.
    """
    match node:
        case tree.Reference(sheet):
            seen = node.moved(1 - host.top, 1 - host.left)
            named = sheet and _tab(sheet, host, sheets)
            return seen if sheet == named else tree.Reference(named, seen.first, seen.last)
        case tree.Name(text):
            sheet, _, word = text.rpartition("!")
            is_own = sheet.lower() in ("", host.sheet.lower())
            named = sheets.get(sheet, sheet).lower()
            return tree.Name(word.lower() if is_own else f"{named}!{word.lower()}")
        case tree.Call(function, arguments):
            if function in _LOGICAL and not arguments:
                return tree.Logical(_LOGICAL[function])
            below = tuple([normal(each, host, sheets) for each in arguments])
            return node if all(map(is_, below, arguments)) else tree.Call(function, below)
        case tree.Prefix("-", tree.Number(value)):
            return tree.Number(-value)
        case _:
            return tree.mapped(node, lambda child: normal(child, host, sheets))


def _tab(sheet: str, host: Area, sheets: Mapping[str, str]) -> str | None:
    return None if sheet == host.sheet else sheets.get(sheet, sheet)


@frozen
class Sense:
    """A formula as `normal` spells it, taken apart: equal for formulas that mean the same."""

    outline: tree.Node
    """Of its form (form.py); the same object for equal outlines."""
    own: tuple[tree.Number | _Seen, ...]
    """What the cell has of its own, in the place of each `OwnPlace`."""

    @property
    def node(self) -> tree.Node:
        """The formula as `normal` spells it."""
        own = [each if isinstance(each, tree.Number) else _reference(*each) for each in self.own]
        return normal(filled(self.outline, own), Area("", 1, 1, 1, 1), {})


def _reference(sheet: str | None, seen: tuple[int | bool, ...]) -> tree.Reference:
    first, last = (
        tree.Corner(row, column, bool(row_fixed), bool(column_fixed))
        for row, column, row_fixed, column_fixed in (seen[:4], seen[-4:])
    )
    return tree.Reference(sheet, first, last)


class Senses:
    """Spells many formulas as `normal` does; the outline of a form is spelled once a sheet."""

    def __init__(self, sheets: Mapping[str, str]) -> None:
        self._sheets = sheets
        self._outlines: dict[tuple[str, tree.Node], tree.Node] = {}

    def of(self, form: Form, host: Area) -> Sense:
        """Return the sense of the formula of the cell ``host`` that was taken apart."""
        key = host.sheet, form.outline
        if key not in self._outlines:
            outline = normal(form.outline, host, self._sheets)
            self._outlines[key] = tree.interned(outline)
        own = [
            (
                each.sheet and _tab(each.sheet, host, self._sheets),
                each.seen_from(host.top, host.left),
            )
            if isinstance(each, tree.Reference)
            else each
            for each in form.own
        ]
        return Sense(self._outlines[key], tuple(own))
