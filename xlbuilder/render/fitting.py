"""What Excel shows of a number that is wider than its cell: a shorter one, or ####.

With the number format General it rounds the number, or writes it with an exponent; a number with
another format is never shortened: article 182197 of Microsoft's knowledge base.
"""

from collections.abc import Iterator

from xlbuilder.xlsx.looks import Look

_DIGIT = 7 / (11 * 4 / 3)
"""The width of a digit in sizes of its font: Calibri 11 has 7 pixels (ECMA-376 18.3.1.13)."""
_HASH = 0.6
"""The width of # in sizes of its font, in fonts that may stand for Calibri."""
_NARROW = 0.5
"""The width of a point, a comma or a blank, in digits."""
_SPARE = 2
"""Pixels at the sides of a cell where no digit stands."""
_MOST_DECIMALS = 9


def fitting(text: str, value: float, look: Look, width: float) -> str:
    """Return the text of a number in a cell so many pixels wide."""
    if not width or _fits(text, look, width):
        return text
    shorter = _shorter(value) if look.number_format == "General" else ()
    hashes = "#" * max(1, int(width / (look.font.size * 4 / 3 * _HASH)))
    return next((each for each in shorter if _fits(each, look, width)), hashes)


def _fits(text: str, look: Look, width: float) -> bool:
    return _width(text, look) + _SPARE <= width


def _width(text: str, look: Look) -> float:
    narrow = sum(text.count(mark) for mark in "., ")
    return (len(text) - narrow * (1 - _NARROW)) * look.font.size * 4 / 3 * _DIGIT


def _shorter(value: float) -> Iterator[str]:
    """Yield the number with fewer and fewer decimal places, and then with an exponent."""
    for places in range(_MOST_DECIMALS, -1, -1):
        rounded = f"{value:.{places}f}"
        if float(rounded):
            yield rounded.rstrip("0").rstrip(".") if places else rounded
    for places in range(_MOST_DECIMALS, -1, -1):
        yield f"{value:.{places}E}"
    if abs(value) < 1 / 2:
        yield "0"
