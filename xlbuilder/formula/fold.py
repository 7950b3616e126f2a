"""Folds what is known before any cell has a value: positions, arithmetic, INDEX, ``:``, SUM, IF.

Only what depends on no cell's value is folded, so that ``INDEX(board,2,1):INDEX(board,3,3)``
becomes the plain range that every engine understands.  Anything else is left as it is.
"""

import math
import operator
from collections.abc import Callable
from enum import Enum
from functools import reduce
from itertools import chain

from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import (
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
)
from xlbuilder.formula.values import ExcelError

_VALUE = ErrorValue(ExcelError.VALUE)
_REF = ErrorValue(ExcelError.REF)
_DIV0 = ErrorValue(ExcelError.DIV0)
_NUM = ErrorValue(ExcelError.NUM)
_OF_VALUES = frozenset({"INT", "MOD", "CHAR", "SUM", "MAX", "MIN", "NOT", "AND", "OR"})
FOLDED = frozenset({*_OF_VALUES, "ROW", "COLUMN", "ROWS", "COLUMNS", "INDEX", "IF", "CHOOSE"})
"""Functions that are folded where what they take is known."""
_KNOWN = (Number, Text, Logical, ErrorValue, Array, Missing, Area)
_ASCII = 128
_MAX_POSITIONS = 1_000
"""Elements of a folded array; two of them multiplied are a million values to an engine."""


def fold(node: Node) -> Node:
    """Return ``node`` folded, when its children are folded already."""
    if isinstance(node, Infix):
        return _fold_infix(node)
    match node:
        case Call("ROW", (Area() as area,)) if area.shape[0] <= _MAX_POSITIONS:
            return _positions([[row] for row in range(area.top, area.bottom + 1)])
        case Call("COLUMN", (Area() as area,)) if area.shape[1] <= _MAX_POSITIONS:
            return _positions([list(range(area.left, area.right + 1))])
        case Call("ROWS", (Area() as area,)):
            return Number(float(area.shape[0]))
        case Call("COLUMNS", (Area() as area,)):
            return Number(float(area.shape[1]))
        case Call("INDEX", (Area() as area, *positions)):
            return _index(area, positions) or node
        case Call("INT", (Number(value),)):
            return Number(float(math.floor(value)))
        case Call("MOD", (Number(value), Number(divisor))):
            # MOD(n, d) = n - d * INT(n / d), with the sign of the divisor (Excel's help on MOD)
            if not divisor or not math.isfinite(value / divisor):
                return _NUM if divisor else _DIV0
            return _finite(value - divisor * math.floor(value / divisor))
        case Call("SUM" | "MAX" | "MIN" as function, arguments):
            return _aggregate(function, arguments) or node
        case Call("CHAR", (Number(value),)) if 1 <= value < _ASCII:
            return Text(chr(int(value)))
        case Call("IF" | "CHOOSE", _):
            return _chosen(node)
        case Call("NOT", (Logical() | Number() as truth,)):
            return Logical(not truth.value)
        case Call("AND" | "OR" as function, arguments) if arguments:
            truths = [bool(each.value) for each in arguments if isinstance(each, Logical | Number)]
            known = all(truths) if function == "AND" else any(truths)
            return Logical(known) if len(truths) == len(arguments) else node
        case Prefix("+", Number()):
            return node.operand
        case Prefix("-", Number(value)):
            return Number(-value)
        case Percent(Number(value)):
            return Number(value / 100)
        case _:
            return node


def _chosen(node: Call) -> Node:
    """Return what IF or CHOOSE gives, if that and all that it could give is known."""
    which, *choices = node.arguments
    if not choices or not all(isinstance(each, _KNOWN) for each in choices):
        return node
    match node.function, which, choices:
        case "IF", Logical(value) | Number(value), [yes, *no] if len(no) <= 1:
            chosen = yes if value else (no[0] if no else Logical(value=False))
        case "CHOOSE", Number(value), _:
            chosen = choices[int(value) - 1] if 1 <= value < len(choices) + 1 else _VALUE
        case _:
            return node
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
        case Call("INDEX", (_, *_)) if below == [Sort.AREA, *[Sort.VALUE] * (len(below) - 1)]:
            return Sort.AREA
        case Infix(":", _, _):
            return Sort.AREA if below == [Sort.AREA, Sort.AREA] else None
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


def _fold_infix(node: Infix) -> Node:
    match node:
        case Infix(":", Area() as first, Area() as last):
            return _bounding(first, last)
        case Infix(sign, Number(left), Number(right)) if sign in _ARITHMETIC:
            return _finite(_ARITHMETIC[sign](left, right))
        case Infix("/", Number(left), Number(right)):
            return _finite(left / right) if right else _DIV0
        case Infix(sign, Number(left), Number(right)) if sign in _COMPARISONS:
            # Excel compares 15 digits, so only whole numbers are sure to compare as they do here.
            whole = left.is_integer() and right.is_integer()
            return Logical(_COMPARISONS[sign](left, right)) if whole else node
        case _:
            return node


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
    return _finite(reduce(_AGGREGATES[function], numbers)) if numbers else None


def _finite(value: float) -> Number | ErrorValue:
    return Number(value) if math.isfinite(value) else _NUM


def _positions(rows: list[list[int]]) -> Number | Array:
    numbers = tuple(tuple(Number(float(place)) for place in row) for row in rows)
    return numbers[0][0] if len(numbers) == len(numbers[0]) == 1 else Array(numbers)


def _index(area: Area, positions: list[Node]) -> Area | ErrorValue | None:
    """Return the part of ``area`` at constant positions; None when a position is not constant."""
    known = [_position(place) for place in positions]
    if not 1 <= len(known) <= 2 or None in known:
        return None
    rows, columns = area.shape
    if len(known) == 1:
        # One position in a single row counts along the row; in a block it is a row (INDEX, help).
        known = [0, known[0]] if rows == 1 else [known[0], 0]
    row, column = (place or 0 for place in known)
    if not (0 <= row <= rows and 0 <= column <= columns):
        return _REF
    top, bottom = (area.top + row - 1,) * 2 if row else (area.top, area.bottom)
    left, right = (area.left + column - 1,) * 2 if column else (area.left, area.right)
    return Area(area.sheet, top, left, bottom, right)


def _position(node: Node) -> int | None:
    match node:
        case Number(value):
            return int(value)  # INDEX cuts the fraction off
        case Missing():
            return 0
        case _:
            return None


def _bounding(first: Area, last: Area) -> Area | ErrorValue:
    if first.sheet != last.sheet:
        return ErrorValue(ExcelError.VALUE)
    return Area(
        first.sheet,
        min(first.top, last.top),
        min(first.left, last.left),
        max(first.bottom, last.bottom),
        max(first.right, last.right),
    )
