"""Texts as a workbook's file spells them, with ``_x000D_`` for a carriage return.

ECMA-376 Part 1, 22.9.2.19 (ST_Xstring): a character that XML cannot hold is ``_xHHHH_``, its UTF-16
code, and an underscore that would begin a word of this form is ``_x005F_``.  The texts of cells,
formulas (18.18.35) and the columns of tables are spelled in this way.
"""

import re
import zipfile
from typing import Any

from defusedxml.ElementTree import fromstring
from openpyxl.cell.text import Text
from openpyxl.packaging.manifest import Manifest
from openpyxl.xml.constants import ARC_CONTENT_TYPES, SHARED_STRINGS, SHEET_MAIN_NS

_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


def decoded(text: str) -> str:
    """Return the text that a file spells; the two halves of a character are joined."""
    if "_x" not in text:
        return text
    found = _ESCAPED.sub(lambda word: chr(int(word[1], 16)), text)
    return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def shared_strings(archive: zipfile.ZipFile) -> list[str]:
    """Return the shared strings of a workbook as its file spells them.

    openpyxl removes ``x005F_`` from the strings; then nobody can tell what the file spells.
    """
    kinds: Any = Manifest  # whose stubs want elements of another parser
    manifest = kinds.from_tree(fromstring(archive.read(ARC_CONTENT_TYPES)))
    part = manifest.find(SHARED_STRINGS)
    if part is None:
        return []
    root = fromstring(archive.read(part.PartName.lstrip("/")))
    found: Any = Text
    return [found.from_tree(node).content for node in root.iter(f"{{{SHEET_MAIN_NS}}}si")]
