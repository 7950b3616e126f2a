"""Calls whose answer is known before a package is asked, and calls that packages get wrong.

Their arguments are plain (arguments.py).  The facts are from Excel's help on each function.
"""

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from xlbuilder.errors import EngineError
from xlbuilder.formula.number_format import number_as
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.fast.asked.arguments import Failed, Plain, number_of
from xlbuilder.recalc.engines.fast.asked.dates import number_in_text

_OF_ANGLES = ("COS", "COT", "COTH", "CSC", "CSCH", "SEC", "SECH", "SIN", "TAN")
_TOO_LARGE = 2.0**27
"""The functions of angles take smaller numbers alone."""

_QUOTED = re.compile(r'"[^"]*"|[\\_].')
_WORDS = re.compile(r"\[[^\]]*\]|general|am/pm|a/p|e[+-]|(?<=s)\.0+", re.IGNORECASE)
_UNKNOWN = re.compile(r"[abegnprt]|[ymdhs].*[0#?]|[0#?].*[ymdhs]", re.IGNORECASE | re.DOTALL)
"""A letter that may be a code, and codes of dates beside those of digits."""
_NOT_FOLLOWED = re.compile(r"\*|\.[^;]*,[^;]*[0#?]|\[(?:DBNum|\$-[0-9a-f]{5})", re.IGNORECASE)
"""What formats may have of which Excel's help says nothing, and digits of other scripts."""
_POINT_FIRST = re.compile(r"^[^0#?.ymdhs]*\.[0#?]", re.IGNORECASE)
"""The package leaves out the digits before such a point."""
_LANGUAGE = re.compile(r"\[\$[^\]-]*-([^\]]*)\]")
_UNITED_STATES = frozenset({"409", "0409", "en-us"})
_NAMES = re.compile("mmm|ddd|/p|[beg]|f[48]00", re.IGNORECASE)
"""Names of months, days, halves of a day and years, which a language has of its own."""


def known(function: str, arguments: Sequence[Plain]) -> Value:
    """Return the value of a call, None where a package is to be asked.

    Raises Failed with the error that Excel gives, EngineError where packages are wrong.
    """
    check = _CHECKS.get(function)
    return check(*arguments) if check else None


def _multiple(number: float, of: float = 1.0, *_: Plain) -> Value:
    """Return a number that is a multiple when it is read to 15 digits: it is rounded to itself."""
    is_multiple = of != 0 and float(f"{number / of:.15g}").is_integer()
    return number if is_multiple and number != 0 else None


def _multiple_of_same_sign(number: float, of: float) -> Value:
    return None if number > 0 > of else _multiple(number, of)


def _mround(number: float, of: float) -> Value:
    return None if number * of < 0 else _multiple(number, of)


def is_nearly_whole(number: float) -> bool:
    """Return whether a number is whole only when it is read to 15 digits."""
    return not number.is_integer() and float(f"{number:.15g}").is_integer()


def _nearly_whole(number: float) -> None:
    if is_nearly_whole(number):
        raise EngineError("of a number that is whole only when it is read to 15 digits")


def _angle(number: float) -> None:
    if abs(number) >= _TOO_LARGE:
        raise Failed(ExcelError.NUM)


def _random(bottom: float, top: float) -> None:
    if not bottom.is_integer() or not top.is_integer():
        raise EngineError("with limits that are not whole")
    if bottom > top:
        raise Failed(ExcelError.NUM)


def _flows(*given: Plain) -> None:
    """Give #NUM! for a date before the first one; the dates are the last list."""
    lists = [each for each in given if isinstance(each, tuple)]
    dates: list[Any] = list(chain.from_iterable(lists[-1]))
    if int(min(dates)) < int(dates[0]):
        raise Failed(ExcelError.NUM)


def _part(_: str, delimiter: str, instance: float = 1.0, *how: Value) -> None:
    if not delimiter:
        raise EngineError("with an empty delimiter")
    if instance < 0 and any(how[1:2]):
        raise EngineError("that takes the end as a delimiter and begins there")


def _depreciation(_: float, __: float, life: float, ___: float, end: float, *____: float) -> None:
    if end >= life:
        raise EngineError("up to the end of the life")


def _code(text: str) -> None:
    if not re.match(r"[\0-\x7e\xa0-\xff]|$", text):
        raise EngineError("of a character whose code depends on the computer")


def _read(text: str) -> None:
    number_in_text(text)  # or a problem


def _text(value: Value, code: str) -> Value:
    if isinstance(value, str) and number_in_text(value) is None:
        return None
    if not code and not isinstance(value, bool | ExcelError):
        return ""
    plain = _QUOTED.sub("", code)
    is_abroad = any(each.lower() not in _UNITED_STATES for each in _LANGUAGE.findall(plain))
    if is_abroad and _NAMES.search(plain):
        raise EngineError(f'with the format "{code}", whose words are those of a language')
    sections = _WORDS.sub("", plain).split(";")
    is_known = not (_NOT_FOLLOWED.search(plain) or any(map(_UNKNOWN.search, sections)))
    text: Value = None
    if any(map(_POINT_FIRST.search, sections)) and not isinstance(value, bool):
        text = number_as(number_of(value), code)
        is_known = text is not None
    if not is_known:
        raise EngineError(f'with the format "{code}", whose signs or letters are not known')
    return text


def _replace(*given: Plain) -> None:
    if any(isinstance(each, str) and re.search(r"[^\0-\uffff]", each) for each in given):
        raise EngineError("of a character that Excel counts once or twice")


_CHECKS: dict[str, Callable[..., Value]] = {
    **dict.fromkeys(("CEILING", "FLOOR"), _multiple_of_same_sign),
    **dict.fromkeys(("CEILING.MATH", "FLOOR.MATH"), _multiple),
    **dict.fromkeys(("CEILING.PRECISE", "FLOOR.PRECISE", "ISO.CEILING"), _multiple),
    "MROUND": _mround,
    **dict.fromkeys(("EVEN", "ODD"), _nearly_whole),
    **dict.fromkeys(_OF_ANGLES, _angle),
    "RANDBETWEEN": _random,
    **dict.fromkeys(("XIRR", "XNPV"), _flows),
    **dict.fromkeys(("TEXTAFTER", "TEXTBEFORE"), _part),
    "VDB": _depreciation,
    "CODE": _code,
    "REPLACE": _replace,
    **dict.fromkeys(("DATEVALUE", "TIMEVALUE"), _read),
    "TEXT": _text,
}
