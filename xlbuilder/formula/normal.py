"""One spelling for each meaning: programs write the same formula in different ways.

LibreOffice writes ``TRUE()``, and a formula that is filled over a board reads differently in each
of its cells.
"""

from collections.abc import Mapping
from operator import is_

from xlbuilder.formula import tree
from xlbuilder.formula.area import Area

_LOGICAL = {"TRUE": True, "FALSE": False}


def normal(node: tree.Node, host: Area, sheets: Mapping[str, str]) -> tree.Node:
    """Return a written formula of the cell ``host`` as every program's spelling of it becomes.

    Formulas that are filled from one cell into another become equal: relative references are as A1
    would show them, and a reference to the host's own sheet has no sheet.  ``sheets`` has other
    names for sheets.  Names are in lower case, and have a sheet where it is not the sheet of the
    host.
    """
    match node:
        case tree.Reference(sheet, first, last):
            seen = tree.Reference(None, first, last).moved(1 - host.top, 1 - host.left)
            if sheet in (None, host.sheet):
                return seen
            return tree.Reference(sheets.get(sheet or "", sheet), seen.first, seen.last)
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
