"""Folds what is known before any cell has a value: positions, arithmetic, INDEX, ``:``, SUM, IF.

Only what depends on no cell's value is folded, so that ``INDEX(board,2,1):INDEX(board,3,3)``
becomes the plain range that every engine understands.  Anything else is left as it is.
"""

import math
import operator
from collections.abc import Callable, Iterable
from enum import Enum
from functools import reduce
from itertools import chain

from xlbuilder.formula.area import Area, around
from xlbuilder.formula.last import LAST, or_zero
from xlbuilder.formula.tree import (
    MAX_COLUMNS,
    MAX_ROWS,
    Array,
    Call,
    ErrorValue,
    Infix,
    Logical,
    Missing,
    Node,
    Number,
    Percent,
    Prefix,
    Reference,
    Text,
    rebuilt,
)
from xlbuilder.formula.values import ExcelError

_VALUE = ErrorValue(ExcelError.VALUE)
_REF = ErrorValue(ExcelError.REF)
_DIV0 = ErrorValue(ExcelError.DIV0)
_NUM = ErrorValue(ExcelError.NUM)
_OF_VALUES = frozenset(
    {"INT", "MOD", "CHAR", "SUM", "MAX", "MIN", "NOT", "AND", "OR", *LAST.values()}
)
_FOLDED = """
AND CHAR CHOOSE COLUMN COLUMNS IF INDEX INT MAX MIN MOD NOT OFFSET OR ROW ROWS SEQUENCE SUM
"""
FOLDED = frozenset(_FOLDED.split())
"""Functions that are folded where what they take is known."""
_KNOWN = (Number, Text, Logical, ErrorValue, Array, Missing, Area)
_ASCII = 128
_CLOSE = 2e-14
"""Two numbers that are further apart than this part of them differ within 15 digits."""
_MAX_POSITIONS = 1_000
"""Elements of a folded array; two of them multiplied are a million values to an engine."""


def folded(node: Node, below: tuple[Node, ...]) -> Node:
    """Return ``node`` with other children, which are folded already, and folded itself."""
    found = _folded(node, below)
    return rebuilt(node, below) if found is None else found


def _folded(node: Node, below: tuple[Node, ...]) -> Node | None:
    """Return what ``node`` folds to, None when something in it is not known."""
    match node:
        case Call(function) if function in LAST.values():
            return _last(function, *below)
        case Call(function):
            return _call(function, below) if function in FOLDED and below else None
        case Infix():
            return _infix(node.operator, *below)
        case Prefix("+") if isinstance(below[0], Number):
            return below[0]
        case Prefix("-") if isinstance(below[0], Number):
            return Number(-below[0].value)
        case Percent() if isinstance(below[0], Number):
            return Number(below[0].value / 100)
        case _:
            return None


def _call(function: str, below: tuple[Node, ...]) -> Node | None:
    match function, below:
        case "ROW", (Area() as area,) if area.shape[0] <= _MAX_POSITIONS:
            return _positions([[row] for row in range(area.top, area.bottom + 1)])
        case "COLUMN", (Area() as area,) if area.shape[1] <= _MAX_POSITIONS:
            return _positions([list(range(area.left, area.right + 1))])
        case "ROWS" | "COLUMNS", (ErrorValue() as error,):
            return error
        case "INDEX" | "OFFSET", (Area(), *places) if errors_in(places):
            return errors_in(places)[0]
        case "ROWS", (Area() as area,):
            return Number(float(area.shape[0]))
        case "COLUMNS", (Area() as area,):
            return Number(float(area.shape[1]))
        case "INDEX", (Area() as area, *positions):
            return _index(area, positions)
        case "OFFSET", (Area() as area, *amounts):
            return _offset(area, amounts)
        case "SEQUENCE", _:
            return _sequence(below)
        case "IF" | "CHOOSE", (which, *choices):
            return _chosen(function, which, choices)
        case "INT", (Number(value),) if _is_far_from_whole(value):
            return Number(float(math.floor(value)))
        case "MOD", (Number(value), Number(divisor)):
            # The exact remainder, with the sign of the divisor (measured, docs/reference/excel.md).
            if not divisor or not math.isfinite(value / divisor):
                return _NUM if divisor else _DIV0
            return _finite(value % divisor)
        case "CHAR", (Number(value),) if 1 <= value < _ASCII:
            return Text(chr(int(value)))
        case "SUM" | "MAX" | "MIN", _:
            return _aggregate(function, below)
        case "NOT", (Logical() | Number() as truth,):
            return Logical(not truth.value)
        case "AND" | "OR", _:
            truths = [bool(each.value) for each in below if isinstance(each, Logical | Number)]
            decide = all if function == "AND" else any
            return Logical(decide(truths)) if len(truths) == len(below) else None
        case _:
            return None


def _sequence(arguments: tuple[Node, ...]) -> Node | None:
    """SEQUENCE(rows, columns, start, step) of constants."""
    numbers = [each.value for each in arguments if isinstance(each, Number)]
    if len(numbers) < len(arguments) or len(numbers) > 4:
        return None
    rows, columns, start, step = (*numbers, *[1.0] * (4 - len(numbers)))
    if rows < 1 or columns < 1 or rows * columns > _MAX_POSITIONS:
        return None
    places = [range(row * int(columns), (row + 1) * int(columns)) for row in range(int(rows))]
    return Array(tuple(tuple(Number(start + step * at) for at in row) for row in places))


def _chosen(function: str, which: Node, choices: list[Node]) -> Node | None:
    """Return what IF or CHOOSE gives, if that and all that it could give is known."""
    if not choices or not all(isinstance(each, _KNOWN) for each in choices):
        return None
    match function, which, choices:
        case "IF", Logical(value) | Number(value), [yes, *no] if len(no) <= 1:
            chosen = yes if value else (no[0] if no else Logical(value=False))
        case "CHOOSE", Number(value), _:
            chosen = choices[int(value) - 1] if 1 <= value < len(choices) + 1 else _VALUE
        case _:
            return None
    return Number(0.0) if isinstance(chosen, Missing) else chosen


class Sort(Enum):
    """What a node is that depends on no cell's value."""

    VALUE = "value"
    AREA = "area"
    EITHER = "a value in some cells, an area in others"


def sort_of(node: Node, below: list[Sort | None]) -> Sort | None:
    """Return what ``node`` folds to, given the sorts of its children.

    None when it depends on a cell's value, or when ``fold`` does not know it.  A relative reference
    is an area too, and ``ROW()`` a value, because the cell that holds the formula is known later.
    """
    match node:
        case Number() | Text() | Logical() | ErrorValue() | Array() | Missing():
            return Sort.VALUE
        case Area() | Reference():
            return Sort.AREA
        case Call("ROW" | "COLUMN", ()):
            return Sort.VALUE
        case Call("ROW" | "COLUMN" | "ROWS" | "COLUMNS", (_,)) if below == [Sort.AREA]:
            return Sort.VALUE
        case Call("INDEX" | "OFFSET", (_, *_)) if below[0] is Sort.AREA:
            return Sort.AREA if {*below[1:]} <= {Sort.VALUE} else None
        case Infix(":", _, _):
            return Sort.AREA if below == [Sort.AREA, Sort.AREA] else None
        case Infix(" ", _, _):
            return Sort.EITHER if below == [Sort.AREA, Sort.AREA] else None
        case Infix("&" | "^", _, _):
            return None
        case Call("IF", (_, _) | (_, _, _)) | Call("CHOOSE", (_, _, *_)):
            branches = {*below[1:], *([Sort.VALUE] if len(below) == 2 else [])}
            if below[0] is not Sort.VALUE or None in branches:
                return None
            return branches.pop() if len(branches) == 1 else Sort.EITHER
        case Call(function) if function in _OF_VALUES:
            return Sort.VALUE if all(sort is Sort.VALUE for sort in below) else None
        case Prefix() | Percent() | Infix():
            return Sort.VALUE if all(sort is Sort.VALUE for sort in below) else None
        case _:
            return None


def _infix(sign: str, left: Node, right: Node) -> Node | None:
    if isinstance(left, Number) and isinstance(right, Number):
        one, other = left.value, right.value
        if sign in _ARITHMETIC:
            return _finite(_ARITHMETIC[sign](one, other))
        if sign == "/":
            return _finite(one / other) if other else _DIV0
        # Excel compares 15 digits, so only whole numbers are sure to compare as they do here.
        if sign in _COMPARISONS and one.is_integer() and other.is_integer():
            return Logical(_COMPARISONS[sign](one, other))
        return None
    if sign == ":" and isinstance(left, Area) and isinstance(right, Area):
        return _bounding(left, right)
    if sign == " " and isinstance(left, Area) and isinstance(right, Area):
        return _common(left, right)
    return None


def _last(function: str, left: Node, right: Node) -> Node | None:
    if not (isinstance(left, Number) and isinstance(right, Number)):
        return None
    sign = 1 if function == LAST["+"] else -1
    return _finite(or_zero(left.value + sign * right.value, left.value))


def _is_far_from_whole(value: float) -> bool:
    """Return whether a number is whole, or no whole number to 15 digits."""
    nearest = round(value)
    return value == nearest or abs(value - nearest) > abs(value) * _CLOSE


_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


_AGGREGATES: dict[str, Callable[[float, float], float]] = {
    "SUM": operator.add,
    "MAX": max,
    "MIN": min,
}


def _aggregate(function: str, arguments: tuple[Node, ...]) -> Number | ErrorValue | None:
    """Return SUM, MAX or MIN of constant numbers; None when something else is among them."""
    numbers: list[float] = []
    for argument in arguments:
        rows = argument.rows if isinstance(argument, Array) else ((argument,),)
        for element in chain.from_iterable(rows):
            if not isinstance(element, Number):
                return None
            numbers.append(element.value)
    if not numbers:
        return None
    found = reduce(_AGGREGATES[function], numbers)
    if function == "SUM":
        found = or_zero(found, reduce(operator.add, numbers[:-1], 0.0))
    return _finite(found)


def _finite(value: float) -> Number | ErrorValue:
    return Number(value) if math.isfinite(value) else _NUM


def _positions(rows: list[list[int]]) -> Number | Array:
    numbers = tuple(tuple(Number(float(place)) for place in row) for row in rows)
    return numbers[0][0] if len(numbers) == len(numbers[0]) == 1 else Array(numbers)


def _index(area: Area, positions: list[Node]) -> Area | ErrorValue | None:
    """Return the part of an area at constant positions; None when a position is not constant."""
    known = [_position(place) for place in positions]
    if not 1 <= len(known) <= 2 or None in known:
        return None
    sheet, top, left, bottom, right = area
    if len(known) == 1:
        # One position in a single row counts along the row; in a block it is a row (INDEX, help).
        known = [0, known[0]] if top == bottom else [known[0], 0]
    row, column = (place or 0 for place in known)
    if row < 0 or column < 0:
        return _VALUE
    if not (0 <= row <= bottom - top + 1 and 0 <= column <= right - left + 1):
        return _REF
    if row:
        top = bottom = top + row - 1
    if column:
        left = right = left + column - 1
    return Area(sheet, top, left, bottom, right)


def _offset(area: Area, amounts: list[Node]) -> Area | ErrorValue | None:
    """Return the area that lies so many rows and columns away; None when that is not constant.

    A height or width below 0 goes up or to the left from the first cell.
    """
    known = [_position(amount) for amount in amounts]
    if not 2 <= len(known) <= 4 or None in known:
        return None
    rows, columns = (amount or 0 for amount in known[:2])
    sizes = [
        known[at] if at < len(known) and not isinstance(amounts[at], Missing) else own
        for at, own in enumerate(area.shape, 2)
    ]
    if 0 in sizes:
        return _REF
    height, width = (size or 0 for size in sizes)
    top = area.top + rows + min(0, height + 1)
    left = area.left + columns + min(0, width + 1)
    bottom, right = top + abs(height) - 1, left + abs(width) - 1
    if top < 1 or left < 1 or bottom > MAX_ROWS or right > MAX_COLUMNS:
        return _REF
    return Area(area.sheet, top, left, bottom, right)


def errors_in(nodes: Iterable[Node]) -> list[ErrorValue]:
    """Return the errors among nodes."""
    return [node for node in nodes if isinstance(node, ErrorValue)]


def _position(node: Node) -> int | None:
    if isinstance(node, Number):
        return int(node.value)  # INDEX and OFFSET cut the fraction off
    return 0 if isinstance(node, Missing) else None


def _bounding(first: Area, last: Area) -> Area | ErrorValue:
    if first.sheet != last.sheet:
        return ErrorValue(ExcelError.VALUE)
    return around([first, last])


def _common(one: Area, other: Area) -> Area | ErrorValue:
    if not one.meets(other):
        return ErrorValue(ExcelError.NULL)
    return Area(
        one.sheet,
        max(one.top, other.top),
        max(one.left, other.left),
        min(one.bottom, other.bottom),
        min(one.right, other.right),
    )
