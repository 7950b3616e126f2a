"""Which looks the formulas of a workbook read: a difference of these looks changes values."""

import re
from collections.abc import Iterator

from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.normal import Node, local
from xlbuilder.xlsx.package import Package

HIDDEN_ROWS, NUMBER_FORMAT, PRINT_RANGES = "hidden rows", "number format", "print ranges"
ALIGNMENT, LOCK, WIDTH = "alignment", "lock", "width"

_READERS = (
    (r"\b(SUBTOTAL|AGGREGATE)\s*\(", (HIDDEN_ROWS,)),
    (
        r'\bCELL\s*\((?!\s*"(ADDRESS|COL|CONTENTS|FILENAME|ROW|TYPE)"\s*[,)])',
        (NUMBER_FORMAT, ALIGNMENT, LOCK, WIDTH),
    ),
    (r"\bPRINT_(AREA|TITLES)\b", (PRINT_RANGES,)),
)
"""Calls in a formula, and the looks that they read (support.microsoft.com: CELL, SUBTOTAL,
AGGREGATE); with its other types of information CELL reads the value or the place."""
_PATTERNS = tuple((re.compile(text), looks) for text, looks in _READERS)
_WORDS = ("SUBTOTAL", "AGGREGATE", "CELL", "PRINT_")
"""Few texts have one of these."""


def looks_read(model: Model, package: Package) -> frozenset[str]:
    """Return the looks that change values, also the looks that "precision as displayed" needs."""
    needed = set() if model.calculation.is_exact else {NUMBER_FORMAT}
    for text in map(str.upper, _formulas(package)):
        if any(word in text for word in _WORDS):
            needed.update(*(looks for pattern, looks in _PATTERNS if pattern.search(text)))
    return frozenset(needed)


def _formulas(package: Package) -> Iterator[str]:
    """Yield the formulas of cells, and all texts of other parts: they may be formulas."""
    for sheet in package.sheets.values():
        yield from (each.text for each in sheet.iter() if local(each.tag) == "f" and each.text)
    yield from _texts(package.root)


def _texts(node: Node) -> Iterator[str]:
    if node.tag != "Properties":  # of the file: they list names
        yield node.text
        for child in node.children:
            yield from _texts(child)
