"""Which words Excel takes as a defined name.

Rules: https://support.microsoft.com/office/fc2935f9-115d-4bef-a370-3aa8bb4c91f1 ; openpyxl writes
any word, and Excel then drops the name or refuses the file.
"""

import re

from openpyxl.utils import FORMULAE, column_index_from_string

from xlbuilder.formula.tree import MAX_COLUMNS, MAX_ROWS

MAX_LENGTH = 255

_WORD = re.compile(r"[^\W\d][\w.\\?]*|\\[\w.\\?]*")
_CELL = re.compile(r"([A-Za-z]{1,3})([0-9]+)")
_R1C1 = re.compile(r"[Rr]([0-9]*)([Cc]([0-9]*))?|[Cc]([0-9]*)")


def problem_with_name(name: str) -> str | None:
    """Return why Excel refuses ``name`` and the remedy, None when Excel takes it."""
    if len(name) > MAX_LENGTH:
        return f"is {len(name)} characters long; Excel allows {MAX_LENGTH}"
    if not _WORD.fullmatch(name):
        return "has to begin with a letter or _ and hold only letters, digits, _ and ."
    cell = _CELL.fullmatch(name)
    if cell and column_index_from_string(cell[1]) <= MAX_COLUMNS and 1 <= int(cell[2]) <= MAX_ROWS:
        return f"is also the address of a cell; write for example {cell[1]}_{cell[2]}"
    if _R1C1.fullmatch(name):
        return "is also an address in R1C1 style; use a longer word"
    if name.upper() in FORMULAE or name.upper() in ("TRUE", "FALSE"):
        return "is a function of Excel; use another word"
    if name.lower().startswith("_xl"):
        return "begins with _xl, which Excel keeps for itself"
    return None
