"""VLOOKUP and its like, written with INDEX and MATCH."""

from collections.abc import Callable
from typing import TypeAlias

from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import (
    Array,
    Call,
    Constant,
    ErrorValue,
    Infix,
    Logical,
    Missing,
    Node,
    Number,
    Text,
)
from xlbuilder.formula.values import ExcelError

ShapeOf: TypeAlias = Callable[[Node], tuple[int, int]]
"""Gives how many rows and columns of values a part of a formula has."""

LOOKUPS = frozenset({"HLOOKUP", "LOOKUP", "VLOOKUP", "XLOOKUP", "XMATCH"})
_ZERO, _ONE, _PATTERN = Number(0), Number(1), Number(2)
_REF, _VALUE = ErrorValue(ExcelError.REF), ErrorValue(ExcelError.VALUE)


def looked_up(call: Call, shape_of: ShapeOf) -> Node | None:
    """Return a formula that gives what ``call`` gives, None if there is none."""
    match call.function, call.arguments:
        case "VLOOKUP", (value, Call("CHOOSE", (Array((places,)), *choices)), Number(at), *how) if (
            order := _order(how)
        ) is not None:
            searched, taken = (_chosen(places, choices, place) for place in (1, at))
            if searched is None or taken is None or shape_of(searched) != shape_of(taken):
                return None
            is_column = shape_of(searched)[1] == 1
            found = Call("INDEX", (taken, Call("MATCH", (value, searched, order))))
            return found if is_column else None
        case "VLOOKUP", (value, table, at, *how) if (order := _order(how)) is not None:
            first, (_, columns) = Call("INDEX", (table, _ZERO, _ONE)), shape_of(table)
            row, place = _found(value, first, order, at, columns)
            return Call("INDEX", (table, row, place))
        case "HLOOKUP", (value, table, at, *how) if (order := _order(how)) is not None:
            first, (rows, _) = Call("INDEX", (table, _ONE, _ZERO)), shape_of(table)
            column, place = _found(value, first, order, at, rows)
            return Call("INDEX", (table, place, column))
        case "LOOKUP", (value, table):
            rows, columns = shape_of(table)
            if 1 in (rows, columns):
                return Call("INDEX", (table, Call("MATCH", (value, table, _ONE))))
            function, last = ("HLOOKUP", rows) if columns > rows else ("VLOOKUP", columns)
            return looked_up(Call(function, (value, table, Number(last))), shape_of)
        case "LOOKUP", (value, within, results):
            if not _length(shape_of(within)) == _length(shape_of(results)) != 0:
                return None
            return Call("INDEX", (results, Call("MATCH", (value, within, _ONE))))
        case "XMATCH", (value, within, *how) if _length(shape_of(within)):
            place = _place(call.function, value, within, how)
            return place if place != call else None
        case "XLOOKUP", (_, within, _, *_) if _length(shape_of(within)):
            return _one_of(call, shape_of)
    return None


def _chosen(places: tuple[Constant, ...], choices: list[Node], at: float) -> Node | None:
    """Return the column at a place in ``CHOOSE({1,2},B1:B9,A1:A9)``; None if there is none."""
    place = places[int(at) - 1] if 1 <= at < len(places) + 1 else None
    if isinstance(place, Number) and 1 <= place.value < len(choices) + 1:
        return choices[int(place.value) - 1]
    return None


def _found(value: Node, first: Node, order: Node, at: Node, size: int) -> tuple[Node, Node]:
    """Return where VLOOKUP finds a value in the first column, and the column that it takes."""
    found = Call("MATCH", (value, first, order))
    if isinstance(at, Number) and 1 <= at.value < size + 1:
        return found, at
    number = Infix("+", at, _ZERO)
    place: Node = Call("IF", (Infix("<", number, Number(size + 1)), number, _REF))
    place = Call("IF", (Infix("<", number, _ONE), _VALUE, place))
    # Its error goes before that of a value that is not found.
    return Infix("+", Infix("*", place, _ZERO), found), place


def _one_of(call: Call, shape_of: ShapeOf) -> Node | None:
    """Write XLOOKUP: its place, and INDEX of one value, or of a whole row or column."""
    value, within, results, *others = call.arguments
    (rows, columns), several = shape_of(within), shape_of(results)
    if (several[0] if columns == 1 else several[1]) != max(rows, columns):
        return _VALUE
    at = _place("XLOOKUP", value, within, others[1:])
    is_one = several == (rows, columns)
    places = (at,) if is_one else ((at, _ZERO) if columns == 1 else (_ZERO, at))
    found: Node = Call("INDEX", (results, *places))
    if not others or isinstance(others[0], Missing):
        return found
    if not is_one:
        return None
    found = Call("IF", (Call("ISNA", (at,)), others[0], found))
    return Call("IF", (Call("ISERROR", (value,)), value, found))


def _place(function: str, value: Node, within: Node, how: list[Node]) -> Node:
    """Return what gives the place of a value: MATCH for an equal one, from the first one on."""
    if _is_plain(how):
        return Call("MATCH", (_literally(function, value), within, _ZERO))
    if how[0] == _PATTERN and _is_plain([_ZERO, *how[1:]]):
        return Call("MATCH", (_not_blank(function, value), within, _ZERO))
    return Call("XMATCH", (value, within, *how))


def _literally(function: str, value: Node) -> Node:
    """Return the value in which MATCH finds no pattern, as XLOOKUP does not look for one."""
    if isinstance(value, (Number, Logical, ErrorValue)):
        return value
    plain = value
    for sign in "~*?":
        plain = Call("SUBSTITUTE", (plain, Text(sign), Text(f"~{sign}")))
    if isinstance(value, Text):
        return plain if any(sign in value.value for sign in "~*?") else value
    found = Call("IF", (Call("ISTEXT", (value,)), plain, value))
    return _not_blank(function, value, found)


def _not_blank(function: str, value: Node, found: Node | None = None) -> Node:
    """Return a value, or what is ``found`` for it, unless it is a blank cell.

    What Excel finds for a blank cell is not documented: the function of one argument is refused.
    """
    found = found or value
    if isinstance(value, Area):
        found = Call("IF", (Call("ISBLANK", (value,)), Call(function, (value,)), found))
    return found


def _order(how: list[Node]) -> Node | None:
    """Return how a table is searched: 1 in its order, 0 for equality; None if not known."""
    match how:
        case []:
            return _ONE
        case [Missing()]:
            return _ZERO
        case [Number(value) | Logical(value)]:
            return _ONE if value else _ZERO
    return None


def _is_plain(how: list[Node]) -> bool:
    """Return whether XLOOKUP looks for an equal value, from the first one on."""
    usual = (_ZERO, _ONE)
    return len(how) <= len(usual) and all(
        isinstance(each, Missing) or each == own for each, own in zip(how, usual, strict=False)
    )


def _length(shape: tuple[int, int]) -> int:
    """Return how many values a single row or column has; 0 for anything else."""
    return max(shape) if 1 in shape else 0
