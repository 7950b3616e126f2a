"""What SUBTOTAL and AGGREGATE leave out: rows that nobody sees, and cells that are subtotals."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openpyxl.utils import range_boundaries

from xlbuilder.formula.area import Area

_FUNCTIONS = ("SUBTOTAL", "AGGREGATE")
_SUBTOTAL = re.compile(rf"\b(?:{'|'.join(_FUNCTIONS)})\s*\(")


@dataclass(frozen=True)
class LeftOut:
    """What these functions may leave out in a workbook."""

    subtotals: frozenset[Area] = frozenset()
    """The cells whose formulas have these functions."""
    hidden: Mapping[str, frozenset[int]] = field(default_factory=dict, hash=False)
    """The rows of each sheet that are hidden, by a filter too."""
    filtered: Mapping[str, frozenset[int]] = field(default_factory=dict, hash=False)
    """The rows of each sheet that a filter hides."""


def is_subtotal(formula: str) -> bool:
    """Return whether a formula has one of these functions."""
    spelled = formula.upper()  # it takes no time to see that most formulas have none
    return any(word in spelled for word in _FUNCTIONS) and bool(_SUBTOTAL.search(spelled))


def hidden_rows(rows: Mapping[str, Mapping[str, str]]) -> frozenset[int]:
    """Return the hidden rows, given the attributes of rows by their numbers.

    A row without height is hidden.
    """
    return frozenset(
        int(number)
        for number, has in rows.items()
        if has.get("hidden") in ("1", "true") or float(has.get("ht", 1)) == 0
    )


def filtered_rows(hidden: frozenset[int], auto_filter: Any) -> frozenset[int]:
    """Return the hidden rows that a filter of openpyxl hides; None is no filter."""
    if auto_filter is None or not auto_filter.ref or not auto_filter.filterColumn:
        return frozenset()
    _, top, _, bottom = range_boundaries(auto_filter.ref)
    return frozenset(row for row in hidden if (top or 1) < row <= (bottom or row))
