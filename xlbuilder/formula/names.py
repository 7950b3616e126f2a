"""Which words Excel takes as a defined name.

Rules: https://support.microsoft.com/office/fc2935f9-115d-4bef-a370-3aa8bb4c91f1 ; openpyxl writes
any word, and Excel then drops the name or refuses the file.  A name may be that of a function, such
as rate, because a function has parentheses: ECMA-376 Part 1, 18.17.2.5, refuses TRUE and FALSE.
"""

import re

from openpyxl.utils import column_index_from_string

from xlbuilder.formula.tree import MAX_COLUMNS, MAX_ROWS

MAX_LENGTH = 255

_WORD = re.compile(r"[^\W\d][\w.\\?]*|\\[\w.\\?]*")
_CELL = re.compile(r"([A-Za-z]{1,3})([0-9]+)")
_R1C1 = re.compile(r"r?c?|(r[0-9]+(c[0-9]*)?|r?c[0-9]+).*", re.IGNORECASE)
"""Excel reads the beginning of c1_foo as column 1, and drops the name."""
_BUILT_INS = """
auto_activate auto_close auto_deactivate auto_open consolidate_area criteria data_form database
extract _filterdatabase print_area print_titles recorder sheet_title
"""
_BUILT_IN = frozenset(_BUILT_INS.split())
"""ECMA-376 Part 1, 18.2.5, and the article 111393 of Microsoft's knowledge base."""


def problem_with_name(name: str) -> str | None:
    """Return why Excel refuses ``name`` and the remedy, None when Excel takes it."""
    if len(name) > MAX_LENGTH:
        return f"is {len(name)} characters long; Excel allows {MAX_LENGTH}"
    if not _WORD.fullmatch(name):
        return "has to begin with a letter or _ and hold only letters, digits, _ and ."
    cell = _CELL.fullmatch(name)
    if cell and column_index_from_string(cell[1]) <= MAX_COLUMNS and 1 <= int(cell[2]) <= MAX_ROWS:
        return f"is also the address of a cell; write for example {cell[1]}_{cell[2]}"
    if found := _R1C1.fullmatch(name):
        begins = "is" if found[1] in (None, name) else f"begins with {found[1]}, which is"
        return f"{begins} also an address in R1C1 style; write for example my_{name}"
    if name.upper() in ("TRUE", "FALSE"):
        return "is a truth value; use another word"
    if name.lower().startswith("_xl"):
        return "begins with _xl, which Excel keeps for itself; use another word"
    if name.lower() in _BUILT_IN:
        return f"has a meaning of its own in Excel; write for example my_{name}"
    return None
