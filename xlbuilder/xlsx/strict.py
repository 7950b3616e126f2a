"""Workbooks that Excel saved as "Strict Open XML Spreadsheet".

Their parts are the same, in namespaces of other names: ECMA-376 Part 1 has one kind of names, and
Part 4 the other, which openpyxl reads.
"""

import re

from xlbuilder.xlsx.pack import repacked

NAMES = "http://purl.oclc.org/ooxml/"
"""The beginning of the names in a strict file."""

_NAME = re.compile(rb"(=\s*[\"'])" + re.escape(NAMES.encode()) + rb"(\w+)/(\w+)")
_OTHER_WORDS = {
    b"extendedProperties": b"extended-properties",
    b"customProperties": b"custom-properties",
}


def transitional(file: bytes) -> bytes:
    """Return a strict workbook file with the names that openpyxl reads."""

    def changed(name: str, content: bytes) -> bytes:
        return _NAME.sub(_renamed, content) if name.lower().endswith((".xml", ".rels")) else content

    return repacked(file, changed)


def _renamed(found: re.Match[bytes]) -> bytes:
    word = _OTHER_WORDS.get(found[3], found[3])
    return found[1] + b"http://schemas.openxmlformats.org/" + found[2] + b"/2006/" + word
