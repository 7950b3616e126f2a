"""Functions of newer versions that give arrays, and what makes one value of such an array.

The size of such an array depends on values, so the machine has no room for the array.  Python
keeps the array until a function makes one value of it; see table.py.  The arguments are plain
(arguments.py), and an array is rows of values.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias

from xlbuilder.errors import EngineError
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.engines.fast.asked.arguments import Failed, Rows, number_of, truth_of

MOST = 100_000
"""Values of one array: a limit to the memory that a stranger's workbook takes."""
_Key: TypeAlias = tuple[int, Any]


def frequency(numbers: Rows, bins: Rows) -> Rows:
    """FREQUENCY in the order of the bins: one that is there again has none."""
    values: list[Any] = list(chain.from_iterable(numbers))
    limits: list[Any] = list(chain.from_iterable(bins))
    ordered = sorted(set(limits))
    counts = Counter(bisect_left(ordered, value) for value in values)
    found = [(float(counts.pop(ordered.index(limit), 0)),) for limit in limits]
    return (*found, (float(counts[len(ordered)]),))


def filter_rows(rows: Rows, include: Rows, *empty: Value) -> Rows:
    """FILTER: the rows, or columns, whose value in ``include`` is true."""
    is_of_rows = len(include) == len(rows) and len(include[0]) == 1
    if not is_of_rows and (len(include), len(include[0])) != (1, len(rows[0])):
        raise Failed(ExcelError.VALUE)
    kept = [truth_of(value) for value in chain.from_iterable(include)]
    lines = rows if is_of_rows else transposed(rows)
    found = tuple(line for line, is_kept in zip(lines, kept, strict=True) if is_kept)
    if not found and not empty:
        raise EngineError("that finds nothing")
    if not found:
        return (empty,)
    return found if is_of_rows else transposed(found)


def sort(
    rows: Rows,
    index: float | None = None,
    order: float | None = None,
    by_column: bool | None = None,
) -> Rows:
    """SORT by one column, or by one row."""
    lines = transposed(rows) if by_column else rows
    at = 0 if index is None else int(index) - 1
    if not 0 <= at < len(lines[0]) or order not in (None, 1, -1):
        raise Failed(ExcelError.VALUE)
    found = _sorted(lines, [line[at] for line in lines], order or 1)
    return transposed(found) if by_column else found


def sort_by(rows: Rows, by: Rows, order: float | None = None) -> Rows:
    """SORTBY of one column, or one row, of keys."""
    is_of_columns = len(by) == 1 and len(rows) > 1
    lines = transposed(rows) if is_of_columns else rows
    keys = list(chain.from_iterable(by))
    if len(keys) != len(lines) or order not in (None, 1, -1):
        raise Failed(ExcelError.VALUE)
    found = _sorted(lines, keys, order or 1)
    return transposed(found) if is_of_columns else found


def _sorted(lines: Rows, keys: list[Value], order: float) -> Rows:
    """Return lines in the order of their keys: equal keys keep their order, blanks are last."""
    pairs = [(_key(key), line) for key, line in zip(keys, lines, strict=True) if key is not None]
    pairs.sort(key=lambda pair: pair[0], reverse=order < 0)
    blanks = [line for key, line in zip(keys, lines, strict=True) if key is None]
    return (*(line for _, line in pairs), *blanks)


def _key(value: Value) -> _Key:
    """Return what orders values: numbers are before texts, and texts before logical values."""
    match value:
        case ExcelError():
            raise EngineError("of an array with errors")
        case bool():
            return 2, value
        case str():
            if not re.fullmatch("[A-Za-z0-9 ]*", value):  # Excel orders them by language
                raise EngineError("of texts with signs or letters beyond A to Z")
            return 1, value.casefold()
    return 0, value


def unique(rows: Rows, by_column: bool | None = None, once: bool | None = None) -> Rows:
    """Return UNIQUE: each row, or column, once; with ``once`` only lines that are there once."""
    lines = transposed(rows) if by_column else rows
    keys = [
        tuple((type(v), v.casefold() if isinstance(v, str) else v) for v in line) for line in lines
    ]
    firsts = dict(zip(reversed(keys), reversed(lines), strict=True))
    counts = {key: keys.count(key) for key in firsts} if once else {}
    found = tuple(firsts[key] for key in dict.fromkeys(keys) if not once or counts[key] == 1)
    if not found:
        raise EngineError("that finds nothing")
    return transposed(found) if by_column else found


def sequence(
    rows: float, columns: float | None = None, start: float | None = None, step: float | None = None
) -> Rows:
    """SEQUENCE: numbers in rows and columns."""
    height, width = int(rows), 1 if columns is None else int(columns)
    first, by = 1.0 if start is None else start, 1.0 if step is None else step
    if height < 1 or width < 1:
        raise EngineError("without rows or columns")
    _refuse_many(height * width)
    return tuple(
        tuple(first + by * (row * width + column) for column in range(width))
        for row in range(height)
    )


def transposed(rows: Rows) -> Rows:
    """TRANSPOSE."""
    return tuple(zip(*rows, strict=True))


def take(rows: Rows, down: float | None, across: float | None = None) -> Rows:
    """TAKE so many rows and columns from the beginning, or from the end."""
    return _cut(rows, down, across, _taken)


def drop(rows: Rows, down: float | None, across: float | None = None) -> Rows:
    """DROP so many rows and columns from the beginning, or from the end."""
    return _cut(rows, down, across, _left)


def _cut(
    rows: Rows, down: float | None, across: float | None, part: Callable[[int], slice]
) -> Rows:
    kept = rows if down is None else rows[part(int(down))]
    found = kept if across is None else tuple(row[part(int(across))] for row in kept)
    if not found or not found[0]:
        raise EngineError("that leaves nothing")
    return found


def _taken(count: int) -> slice:
    return slice(count) if count >= 0 else slice(count, None)


def _left(count: int) -> slice:
    return slice(count, None) if count >= 0 else slice(count)


def beside(*given: Rows) -> Rows:
    """HSTACK of arrays of as many rows."""
    if len({len(rows) for rows in given}) > 1:
        raise EngineError("of arrays that differ in size")
    return tuple(tuple(chain.from_iterable(lines)) for lines in zip(*given, strict=True))


def below(*given: Rows) -> Rows:
    """VSTACK of arrays of as many columns."""
    return transposed(beside(*map(transposed, given)))


def to_column(rows: Rows, ignored: float | None = None, by_column: bool | None = None) -> Rows:
    """TOCOL: all values one below the other, row by row, without blanks (1), errors (2) or both."""
    if ignored not in (None, 0, 1, 2, 3):
        raise Failed(ExcelError.VALUE)
    skips, lines = int(ignored or 0), transposed(rows) if by_column else rows
    values = [each for each in chain.from_iterable(lines) if each is not None or not skips & 1]
    kept = [each for each in values if not isinstance(each, ExcelError) or not skips & 2]
    if not kept:
        raise EngineError("that leaves nothing")
    return tuple((each,) for each in kept)


def to_row(rows: Rows, ignored: float | None = None, by_column: bool | None = None) -> Rows:
    """TOROW: the same, one beside the other."""
    return transposed(to_column(rows, ignored, by_column))


def wrapped(rows: Rows, length: float, *rest: Value) -> Rows:
    """WRAPROWS: a row or column as rows of so many values; the ``rest`` of the last one is #N/A."""
    values, width = list(chain.from_iterable(rows)), int(length)
    if 1 not in (len(rows), len(rows[0])):
        raise Failed(ExcelError.VALUE)
    if width < 1:
        raise Failed(ExcelError.NUM)
    values += [rest[0] if rest else ExcelError.NA] * (-len(values) % width)
    return tuple(tuple(values[at : at + width]) for at in range(0, len(values), width))


def wrapped_in_columns(rows: Rows, length: float, *rest: Value) -> Rows:
    """WRAPCOLS: the same, in columns."""
    return transposed(wrapped(rows, length, *rest))


def chosen_rows(rows: Rows, *places: Rows) -> Rows:
    """CHOOSEROWS: these rows, below zero from the end."""
    chosen = [int(number_of(each)) for each in chain.from_iterable(chain.from_iterable(places))]
    if not all(1 <= abs(place) <= len(rows) for place in chosen):
        raise Failed(ExcelError.VALUE)
    return tuple(rows[place - 1 if place > 0 else place] for place in chosen)


def chosen_columns(rows: Rows, *places: Rows) -> Rows:
    """CHOOSECOLS: the same, of columns."""
    return transposed(chosen_rows(transposed(rows), *places))


def index(rows: Rows, row: float, column: float | None = None) -> Rows:
    """INDEX with a row and a column, or with the place in a single one; 0 is all of it."""
    if column is None:
        row, column = (1.0, row) if len(rows) == 1 else (row, 1.0)
        if 1 not in (len(rows), len(rows[0])):
            raise EngineError("of a whole row")
    down, across = int(row), int(column)
    if down < 0 or across < 0:
        raise Failed(ExcelError.VALUE)
    if down > len(rows) or across > len(rows[0]):
        raise Failed(ExcelError.REF)
    kept = rows[down - 1 : down] if down else rows
    return tuple(each[across - 1 : across] for each in kept) if across else kept


def place_of(
    value: Value, rows: Rows = (), mode: float | None = None, search: float | None = None
) -> float:
    """XMATCH: the place of a value, or (1) of the next larger, (-1) of the next smaller one.

    ``search`` -1 takes the last of equal ones.
    """
    if value is None:  # what Excel finds is not documented
        raise EngineError("of a blank cell")
    if isinstance(value, ExcelError):
        raise Failed(value)
    order, direction = mode or 0.0, 1.0 if search is None else search
    if order == 2 or direction in (2, -2):
        raise EngineError("with a pattern or a sorted list")
    if order not in (0, 1, -1) or direction not in (1, -1):
        raise Failed(ExcelError.VALUE)
    places = [*enumerate(chain.from_iterable(rows), 1)][:: int(direction)]
    key_of = _key if order else _alike
    key, kind = key_of(value), type(value)
    keys = {at: key_of(each) for at, each in places if type(each) is kind}
    found = {at: each for at, each in keys.items() if each == key}
    if not found and order:
        found = {at: each for at, each in keys.items() if (each > key) == (order > 0)}
    if not found:
        raise Failed(ExcelError.NA)
    nearest = min(found.values()) if order > 0 else max(found.values())
    return float(next(at for at, each in found.items() if each == nearest))


def _alike(value: Value) -> _Key:
    """Return what is the same for equal values: capital letters make no difference."""
    return 0, value.casefold() if isinstance(value, str) else value


def element(rows: Rows, row: float, column: float) -> Value:
    """Return what a cell takes of an array formula: a single row or column is everywhere."""
    at = 0 if len(rows) == 1 else int(row) - 1
    if at >= len(rows):
        return ExcelError.NA
    place = 0 if len(rows[0]) == 1 else int(column) - 1
    return rows[at][place] if place < len(rows[0]) else ExcelError.NA


def _count_all(*given: Rows) -> float:
    return float(sum(value is not None for rows in given for row in rows for value in row))


def _numbers(rows: Rows) -> list[float]:
    return [value for row in rows for value in row if isinstance(value, float)]


def _total(numbers: Rows) -> float:
    return float(sum(_numbers(numbers)))


def _refuse_many(count: int) -> None:
    if count > MOST:
        raise EngineError(f"of more than {MOST:,} values")


def without_blanks(function: str, rows: Rows) -> Rows:
    """Return an array as a function takes it that gives no array: there a blank is 0."""
    if all(value is not None for row in rows for value in row) or function in GIVING_ARRAYS:
        return rows
    if function not in _TAKE_BLANKS:
        raise EngineError(f"the engine fast lacks {function} of an array with blank cells")
    return tuple(tuple(0.0 if value is None else value for value in row) for row in rows)


_TAKE_BLANKS = frozenset({"COLUMNS", "COUNTA", "ROWS", "SUM", ELEMENT})
"""Functions that are known to take blanks in arrays, and as what."""
GIVING_ARRAYS: dict[str, Callable[..., Rows]] = {
    "FREQUENCY": frequency,
    "FILTER": filter_rows,
    "SORT": sort,
    "SORTBY": sort_by,
    "UNIQUE": unique,
    "SEQUENCE": sequence,
    "TRANSPOSE": transposed,
    "TAKE": take,
    "DROP": drop,
    "HSTACK": beside,
    "VSTACK": below,
    "TOCOL": to_column,
    "TOROW": to_row,
    "WRAPROWS": wrapped,
    "WRAPCOLS": wrapped_in_columns,
    "CHOOSEROWS": chosen_rows,
    "CHOOSECOLS": chosen_columns,
    "INDEX": index,
}
GIVING_VALUES: dict[str, Callable[..., Value]] = {
    ELEMENT: element,
    "XMATCH": place_of,
    "ROWS": lambda rows: float(len(rows)),
    "COLUMNS": lambda rows: float(len(rows[0])),
    "COUNTA": _count_all,
    "COUNT": lambda numbers: float(len(numbers)),
    "SUM": _total,
    "AVERAGE": lambda numbers: _total(numbers) / len(numbers),
    "MAX": lambda numbers: max(_numbers(numbers)),
    "MIN": lambda numbers: min(_numbers(numbers)),
}
