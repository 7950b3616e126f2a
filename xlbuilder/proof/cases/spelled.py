"""Numbers that a case has as texts, as people write them in a cell."""

import re

_GROUPED = re.compile(r"-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
_PLAIN = re.compile(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)(E[+-]?[0-9]+)?", re.IGNORECASE)


def number_in(text: str) -> float | None:
    """Return the number that a text spells, as ``5%``, ``0,08``, ``1,000,000`` or ``=0.05`` do.

    Three digits after a comma are thousands.  Returns None for other texts.
    """
    written = text.strip().removeprefix("=").strip()
    digits = written.removesuffix("%").strip()
    digits = digits.replace(",", "" if _GROUPED.fullmatch(digits) else ".")
    if not _PLAIN.fullmatch(digits):
        return None
    return float(digits) / (100 if written.endswith("%") else 1)


def without_quotes(text: str) -> str:
    """Return what a message says of a text that spells a number, with a semicolon before it."""
    number = number_in(text)
    return "" if number is None else f"; write {number:.15G} without quotes"
