"""Functions that neither package computes as Excel does; see table.py.

Their arguments are plain (arguments.py), and what they give is rows of values.
"""

import re
from collections.abc import Callable, Sequence
from itertools import chain
from math import isfinite, trunc

from xlbuilder.errors import EngineError
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


def value_of(given: Value) -> float:
    """VALUE: the number, date or time that a text spells; a number stays, and a blank is 0."""
    if isinstance(given, bool):
        raise Failed(ExcelError.VALUE)
    return number_of(given)


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
    """XLOOKUP of a blank cell: what Excel finds is not documented."""
    raise EngineError("of a blank cell")


def _bounded(written: str) -> str:
    if len(written) > LONGEST:
        raise Failed(ExcelError.VALUE)
    return written


_FUNCTIONS: dict[str, Callable[..., Value]] = {
    **GIVING_VALUES,
    "QUOTIENT": quotient,
    "VALUE": value_of,
    "NUMBERVALUE": number_value,
    "UPPER": upper,
    "TEXTJOIN": text_join,
    "CONCAT": concat,
    "XOR": exclusive_or,
    "TYPE": type_of,
    "XLOOKUP": of_a_blank,
}


def computed(function: str, arguments: Sequence[Plain]) -> Rows:
    """Return what one of these functions, or of own_arrays.py, gives, as rows of values."""
    if function in GIVING_ARRAYS:
        return GIVING_ARRAYS[function](*arguments)
    return ((_FUNCTIONS[function](*arguments),),)
