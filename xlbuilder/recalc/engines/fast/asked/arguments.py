"""What a function is given: its arguments as Excel takes them, made plain for what computes it.

Excel skips texts and blanks in a range and reads a text where a number stands, each in its way;
packages differ there more than anywhere else.  So we do it, and the packages get numbers alone.

Each argument of a function has a letter:

    n  a number: a blank is 0, a logical value 0 or 1, a text the number that it spells
    o  as n; left out it is 0
    k  as n; left out it is its default
    y  as c; left out it is its default
    i  as n, but logical values are refused: functions that came with the Analysis ToolPak give
       ``#VALUE!`` for some of them
    p  as i, and not below zero
    z  as n, and not 0
    d  a date from 1901 on: in 1900 Excel has a 29 February, and its days of the week are off
    t  a text: a number is written out
    x  a complex number, as a text
    h  as t, of nine characters at most (ten digits stand for a number below zero)
    c  a logical value
    v  any value
    r  a range or an array, with all that is in it
    m  numbers in rows and columns; anything else among them is refused
    N  the numbers of all arguments from here on, as one list
    M  the same, where a text is the number that it spells, and a logical value is an error
    A  the same as N, where logical values count, and texts are 0
    Pq two arguments: two lists of the pairs in which both are numbers
    L  one list, the numbers of this argument
    T  all arguments from here on, each with all its values
    X  the same, without the texts and blanks of ranges
    D  dates, one list, the last argument; without a date it is left out
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from xlbuilder.errors import EngineError
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.fast.asked.dates import number_in_text
from xlbuilder.recalc.engines.fast.compiler import on_views
from xlbuilder.recalc.engines.fast.digits import written

Rows: TypeAlias = tuple[tuple[Value, ...], ...]
Plain: TypeAlias = Value | Rows
"""An argument made plain: a value, or rows of values."""

OF_ONE_VALUE = frozenset("nokipzdthxcyv")
"""The letters of arguments that are one value; of an array, each value is one in its turn."""
LISTS = frozenset("mNAMPqLDTX")
"""The letters of arguments of many values, of which not all count."""
MAY_BE_LEFT_OUT = frozenset("oky")
"""The letters of arguments in whose place there may be nothing between the commas."""

_written, _WIDEST = on_views(written), 32
"""Excel writes a number as a text in fewer characters."""
YEAR_1901, LAST_DAY = 367.0, 2_958_465.0


class Failed(Exception):  # noqa: N818 - it carries a value of Excel, which is no failure of ours
    """A function gives an error."""

    def __init__(self, error: ExcelError) -> None:
        super().__init__(error)
        self.error = error


@dataclass(frozen=True)
class Given:
    """An argument as the machine has it."""

    rows: Rows
    is_range: bool = False
    """Whether it is a reference, in which texts and logical values are skipped."""
    is_left_out: bool = False
    """Whether there is nothing between the commas."""

    @property
    def values(self) -> list[Value]:
        """All its values, row by row."""
        return list(chain.from_iterable(self.rows))

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return len(self.rows), len(self.rows[0])

    @property
    def is_direct(self) -> bool:
        """Whether it stands as one value among the arguments."""
        return self.shape == (1, 1) and not self.is_range


def plain(letters: str, given: Sequence[Given]) -> list[Plain]:
    """Return the arguments made plain.

    Raises Failed with the error that Excel gives, EngineError where it is not known what Excel
    makes of an argument.
    """
    found: list[Plain] = []
    for at, (letter, each) in enumerate(zip(letters, given, strict=False)):
        match letter:
            case "N" | "A" | "M":
                numbers = [_numbers(one, letter) for one in given[at:]]
                return [*found, _list(list(chain.from_iterable(numbers)))]
            case "P":
                found += _pairs(each, given[at + 1])
            case "q":
                continue
            case "L":
                found.append(_list(_numbers(each, letter)))
            case "D":
                dates = [_date(value) for value in each.values if value is not None]
                found += [_list(dates)] if dates else []
            case "m":
                found.append(_matrix(each))
            case "r" | "T":
                found.append(each.rows)
            case "X":
                found.append(_truths(each))
            case _:
                is_default = each.is_left_out and letter in "ky"
                found.append(None if is_default else one_value(letter, each.rows[0][0]))
    return found


def one_value(letter: str, value: Value) -> Value:
    """Return an argument of one value made plain; see `plain`."""
    if letter == "v":
        return value
    if isinstance(value, ExcelError):
        raise Failed(value)
    match letter:
        case "n" | "o" | "k":
            return number_of(value)
        case "i" | "p":
            if isinstance(value, bool):
                raise EngineError("with a logical value")
            number = number_of(value)
            if letter == "p" and number < 0:
                raise EngineError("with a number below zero")
            return number
        case "z":
            number = number_of(value)
            if number == 0:
                raise EngineError("with the number 0")
            return number
        case "d":
            return _date(value)
        case "c" | "y":
            return truth_of(value)
        case "t" | "h" | "x":
            text = text_of(value)
            if letter == "x" and "j" in text:
                raise EngineError("with a complex number in j")
            if letter == "h" and len(text) > 9:
                raise EngineError("with more than nine digits")
            return text
    raise ValueError(letter)


def number_of(value: Value) -> float:
    """Return the number that a value is in arithmetic; see `plain`."""
    match value:
        case None:
            return 0.0
        case ExcelError():
            raise Failed(value)
        case str():
            number = number_in_text(value)
            if number is None:
                raise Failed(ExcelError.VALUE)
            return number
    return float(value)


def truth_of(value: Value) -> bool:
    """Return the logical value that a value is; see `plain`."""
    if isinstance(value, str):
        if value.upper() not in ("TRUE", "FALSE"):
            raise Failed(ExcelError.VALUE)
        return value.upper() == "TRUE"
    return number_of(value) != 0


def text_of(value: Value) -> str:
    """Return the text that a value is when it is joined; see `plain`."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case ExcelError():
            raise Failed(value)
        case str():
            return value
    points = [0] * _WIDEST
    length: int = _written(points, value)
    return "".join(map(chr, points[:length]))


def _numbers(given: Given, letter: str) -> list[Value]:
    if given.is_direct:
        return [one_value("i" if letter == "M" else "n", given.rows[0][0])]
    return list(_taken(given.values, letter))


def _taken(values: Sequence[Value], letter: str) -> Iterator[float]:
    for value in values:
        if isinstance(value, ExcelError):
            raise Failed(value)
        if isinstance(value, float) or (letter == "A" and isinstance(value, bool)):
            yield float(value)
        elif letter == "A" and isinstance(value, str):
            yield 0.0
        elif letter == "M" and isinstance(value, bool):
            raise Failed(ExcelError.VALUE)
        elif letter == "M" and value is not None:
            yield number_of(value)


def _truths(given: Given) -> Rows:
    if given.is_direct:
        return given.rows
    return _column([v for v in given.values if v is not None and not isinstance(v, str)])


def _pairs(one: Given, other: Given) -> tuple[Rows, Rows]:
    first, second = one.values, other.values
    for value in chain(first, second):
        if isinstance(value, ExcelError):
            raise Failed(value)
    if len(first) != len(second):
        raise Failed(ExcelError.NA)
    both = [pair for pair in zip(first, second, strict=True) if all(map(_is_number, pair))]
    return _list([a for a, _ in both]), _list([b for _, b in both])


def _is_number(value: Value) -> bool:
    return isinstance(value, float)


def _date(value: Value) -> float:
    if isinstance(value, bool):
        raise EngineError("with a logical value")
    number = number_of(value)
    if not YEAR_1901 <= number < LAST_DAY + 1:
        raise EngineError(f"with the date {number:G}, which is none from 1901 on")
    return number


def _matrix(given: Given) -> Rows:
    for value in given.values:
        if isinstance(value, ExcelError):
            raise Failed(value)
        if not _is_number(value):
            raise EngineError("with something that is no number")
    return given.rows


def _list(values: Sequence[Value]) -> Rows:
    if not values:
        raise EngineError("of no number at all")
    return _column(values)


def _column(values: Sequence[Value]) -> Rows:
    return tuple((value,) for value in values)
