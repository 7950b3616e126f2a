"""Functions that neither package computes as Excel does; see table.py.

Their arguments are plain (arguments.py), and what they give is rows of values.
"""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import chain
from math import isfinite, trunc

from xlbuilder.errors import EngineError
from xlbuilder.formula.number_format import is_in_full, number_as, shown
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.fast.asked.arguments import (
    Failed,
    Plain,
    Rows,
    number_of,
    text_of,
    truth_of,
)
from xlbuilder.recalc.engines.fast.asked.known import is_nearly_whole
from xlbuilder.recalc.engines.fast.asked.own_arrays import GIVING_ARRAYS, GIVING_VALUES

LONGEST = 32_767
"""Characters that a cell holds at most."""
_MOST_DECIMALS = 127
_NUMBER = re.compile(
    r"(?P<minus>-)?(?P<currency>\$)?(?P<digits>\d+|\d{1,3}(?:,\d{3})+|(?=\.\d))(?P<decimals>\.\d*)?"
    r"(?P<exponent>E[+-]?\d{1,3})?(?P<percent>%)?",
    re.IGNORECASE | re.ASCII,
)
_DATES = ("%Y-%m-%d", "%Y/%m/%d", "%d-%b-%Y", "%d %b %Y", "%d-%B-%Y", "%d %B %Y", "%B %d, %Y")
"""Dates that Excel reads in every country whose language is English."""
_TIMES = ("%H:%M", "%H:%M:%S", "%I:%M %p", "%I:%M:%S %p")
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - a date of Excel has no time zone
_MARCH_1900 = 61


def quotient(number: float, divisor: float) -> float:
    """QUOTIENT: the whole part; not of a quotient that is whole when it is read to 15 digits.

    Excel's help does not say to how many digits it is read.
    """
    if divisor == 0:
        raise Failed(ExcelError.DIV0)
    exact = number / divisor
    if not isfinite(exact):
        raise Failed(ExcelError.NUM)
    if is_nearly_whole(exact):
        raise EngineError("of a quotient that is whole only when it is read to 15 digits")
    return float(trunc(exact))


def text(value: Value, code: str) -> str:
    """TEXT: a number with a format that is followed; a text stays, unless it spells a number."""
    if isinstance(value, ExcelError):
        raise Failed(value)
    if isinstance(value, bool):
        return text_of(value)
    if isinstance(value, str):
        try:
            value = number_of(value)
        except Failed:
            return shown(value, code)
    if not code:
        return ""
    plain = re.sub('"[^"]*"', "", code)
    is_followed = not re.search(r"[*?]|\[\$", plain)
    number = value or 0.0
    if number < 0 and re.search(r"\[[<>=]", plain):
        raise EngineError(f'of a number below zero with the conditions of "{code}"')
    if re.search("general", plain, re.IGNORECASE) and not is_in_full(number):
        raise EngineError(f'of a number that "{code}" writes with an exponent')
    written = number_as(number, code) if is_followed else None
    if written is None:
        raise EngineError(f'with the format "{code}"')
    return written


def fixed(number: float, decimals: float = 2.0, is_plain: bool = False) -> str:
    """Return FIXED: a number with so many decimals, and with commas unless it is to be plain."""
    places = int(decimals)
    if not -_MOST_DECIMALS <= places <= _MOST_DECIMALS:
        raise Failed(ExcelError.VALUE)
    if places < 0:
        raise EngineError("with decimals below zero")
    digits = "0" if is_plain else "#,##0"
    return text(number, f"{digits}.{'0' * places}" if places else digits)


def dollar(number: float, decimals: float = 2.0) -> str:
    """DOLLAR: a number, not below zero, as an amount of money."""
    return "$" + fixed(number, decimals)


def value_of(given: Value) -> float:
    """VALUE: the number, date or time that a text spells; a number stays, and a blank is 0."""
    match given:
        case ExcelError():
            raise Failed(given)
        case bool():
            raise Failed(ExcelError.VALUE)
        case str():
            return _spelled(given)
    return given or 0.0


def _spelled(written: str) -> float:
    found = _NUMBER.fullmatch(written.strip(" "))
    if found:
        digits = found["digits"].replace(",", "") or "0"
        number = float(f"{digits}{found['decimals'] or ''}{found['exponent'] or ''}")
        return (-number if found["minus"] else number) / (100 if found["percent"] else 1)
    if not any(character.isdigit() for character in written):
        raise Failed(ExcelError.VALUE)
    for read in (_date, _time):
        read_number = read(written)
        if read_number is not None:
            return read_number
    raise EngineError(f'with the text "{written}", in which Excel may read a number')


def date_of_text(written: str) -> float:
    """DATEVALUE: the date that a text spells."""
    return _read(written, _date)


def time_of_text(written: str) -> float:
    """TIMEVALUE: the time that a text spells."""
    return _read(written, _time)


def _read(written: str, read: Callable[[str], float | None]) -> float:
    number = read(written)
    if number is not None:
        return number
    if any(character.isdigit() for character in written):
        raise EngineError(f'with the text "{written}", in which Excel may read a date')
    raise Failed(ExcelError.VALUE)


def _date(written: str) -> float | None:
    at = _at(written, _DATES)
    number = None if at is None else float((at - _DAY_0).days)
    return number if number is not None and number >= _MARCH_1900 else None


def _time(written: str) -> float | None:
    at = _at(written, _TIMES)
    return None if at is None else (at.hour * 3600 + at.minute * 60 + at.second) / 86_400


def _at(written: str, formats: tuple[str, ...]) -> datetime | None:
    for each in formats if written.isascii() else ():
        try:
            return datetime.strptime(written.strip(" "), each)  # noqa: DTZ007 - as above
        except ValueError:
            continue
    return None


def number_value(written: str, point: str = ".", group: str = ",") -> float:
    """NUMBERVALUE: the number that a text spells with these separators; an empty one is 0."""
    if not point or not group or point[0] == group[0]:
        raise EngineError("with these separators")
    whole, has_point, decimals = "".join(written.split()).partition(point[0])
    if group[0] in decimals:
        raise Failed(ExcelError.VALUE)
    plain = whole.replace(group[0], "") + ("." if has_point else "") + decimals
    percents = len(plain) - len(plain.rstrip("%"))
    plain = plain.rstrip("%")
    if not plain:
        return 0.0
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(E[+-]?[0-9]+)?", plain, re.IGNORECASE):
        if not plain.isascii() and any(character.isdigit() for character in plain):
            raise EngineError(f'with the text "{written}", in which Excel may read a number')
        raise Failed(ExcelError.VALUE)
    return float(plain) / 100.0**percents


def upper(written: str) -> str:
    """UPPER: letters that have one capital letter become it."""
    return "".join(c.upper() if len(c.upper()) == 1 else c for c in written)


def text_join(between: str, skips_empty: bool, *given: Rows) -> str:
    """TEXTJOIN of one text between each two."""
    texts = [text_of(value) for rows in given for value in chain.from_iterable(rows)]
    return _bounded(between.join(each for each in texts if each or not skips_empty))


def concat(*given: Rows) -> str:
    """CONCAT: all values as one text."""
    return text_join("", False, *given)


def exclusive_or(*given: Rows) -> bool:
    """XOR: whether the number of true values is odd."""
    truths = [truth_of(value) for rows in given for value in chain.from_iterable(rows)]
    if not truths:
        raise Failed(ExcelError.VALUE)
    return sum(truths) % 2 == 1


def type_of(value: Value) -> float:
    """TYPE of one value."""
    match value:
        case ExcelError():
            return 16.0
        case bool():
            return 4.0
        case str():
            return 2.0
    return 1.0


def of_a_blank(_: Value) -> Value:
    """XLOOKUP and XMATCH of a blank cell: what Excel finds is not documented."""
    raise EngineError("of a blank cell")


def _bounded(written: str) -> str:
    if len(written) > LONGEST:
        raise Failed(ExcelError.VALUE)
    return written


_FUNCTIONS: dict[str, Callable[..., Value]] = {
    **GIVING_VALUES,
    "QUOTIENT": quotient,
    "TEXT": text,
    "FIXED": fixed,
    "DOLLAR": dollar,
    "VALUE": value_of,
    "DATEVALUE": date_of_text,
    "TIMEVALUE": time_of_text,
    "NUMBERVALUE": number_value,
    "UPPER": upper,
    "TEXTJOIN": text_join,
    "CONCAT": concat,
    "XOR": exclusive_or,
    "TYPE": type_of,
    "XLOOKUP": of_a_blank,
    "XMATCH": of_a_blank,
}


def computed(function: str, arguments: Sequence[Plain]) -> Rows:
    """Return what one of these functions, or of own_arrays.py, gives, as rows of values."""
    if function in GIVING_ARRAYS:
        return GIVING_ARRAYS[function](*arguments)
    return ((_FUNCTIONS[function](*arguments),),)
