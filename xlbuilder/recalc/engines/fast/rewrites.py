"""Functions that are other functions with other arguments: RIGHT is MID from the end."""

from collections.abc import Sequence

from xlbuilder.formula.tree import Call, ErrorValue, Infix, Missing, Node, Number
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast.lookups import LOOKUPS, ShapeOf, looked_up

_OF_BYTES = {
    f"{function}B": function
    for function in ("FIND", "LEFT", "LEN", "MID", "REPLACE", "RIGHT", "SEARCH")
}
"""Functions that count bytes, which are characters but in Chinese, Japanese and Korean editions."""
_REWRITTEN = """
AVERAGEIF AVERAGEIFS CONCATENATE FIND HYPERLINK IFNA IFS LEFT LOG RIGHT SEARCH SUMIF SWITCH
"""
REWRITTEN = frozenset({*_REWRITTEN.split(), *_OF_BYTES, *LOOKUPS})
"""The functions that ``rewritten`` knows, with some arguments at least."""


def rewritten(call: Call, shape_of: ShapeOf) -> Node | None:
    """Return a formula that gives what ``call`` gives, None if there is none."""
    one = Number(1)
    match call.function, call.arguments:
        case "CONCATENATE", (first, *others):
            for other in others:
                first = Infix("&", first, other)
            return first if others else Infix("&", first, Missing())
        case "LEFT", (text, *length) if len(length) <= 1:
            return Call("MID", (text, one, *(length or [one])))
        case "RIGHT", (text,):
            return rewritten(Call("RIGHT", (text, one)), shape_of)
        case "RIGHT", (text, length):
            behind = Infix("-", Infix("+", Call("LEN", (text,)), one), Call("INT", (length,)))
            first = Call("IF", (Infix(">", behind, one), behind, one))
            return Call("MID", (text, first, length))
        case (("FIND" | "SEARCH"), (_, _)):
            return Call(call.function, (*call.arguments, one))
        case "LOG", (number,):
            return Call("LOG10", (number,))
        case "LOG", (number, base):
            return Infix("/", Call("LN", (number,)), Call("LN", (base,)))
        case "HYPERLINK", (_, shown) | (shown,):
            return shown
        case "TRUNC", (_, _):
            return Call("ROUNDDOWN", call.arguments)
        case "SUMIF", (area, criterion):
            return Call("SUMIFS", (area, area, criterion))
        case "SUMIF", (area, criterion, total):
            return Call("SUMIFS", (total, area, criterion))
        case "AVERAGEIF", (area, criterion):
            return rewritten(Call("AVERAGEIFS", (area, area, criterion)), shape_of)
        case "AVERAGEIF", (area, criterion, total) if shape_of(area) == shape_of(total):
            return rewritten(Call("AVERAGEIFS", (total, area, criterion)), shape_of)
        case "AVERAGEIFS", (total, _, _, *_) if len(call.arguments) % 2:
            is_number = Infix("*", Call("ISNUMBER", (total,)), one)
            count = Call("SUMIFS", (is_number, *call.arguments[1:]))
            return Infix("/", Call("SUMIFS", call.arguments), count)
        case "IFNA", (value, otherwise):
            return Call("IF", (Call("ISNA", (value,)), otherwise, value))
        case "IFS", (_, _, *_) if len(call.arguments) % 2 == 0:
            return _first_of(call.arguments, ErrorValue(ExcelError.NA))
        case "SWITCH", (value, _, _, *_):
            *pairs, last = call.arguments[1:]
            if len(call.arguments) % 2:
                pairs, last = [*pairs, last], ErrorValue(ExcelError.NA)
            pairs[::2] = [Infix("=", value, each) for each in pairs[::2]]
            return _first_of(pairs, last)
    if call.function in _OF_BYTES:
        return Call(_OF_BYTES[call.function], call.arguments)
    return looked_up(call, shape_of)


def _first_of(pairs: Sequence[Node], otherwise: Node) -> Node:
    """Return the value behind the first condition that is true."""
    found = otherwise
    for condition, value in zip(reversed(pairs[::2]), reversed(pairs[1::2]), strict=True):
        found = Call("IF", (condition, value, found))
    return found


def element(shape: tuple[int, int], array: Node, *place: Node) -> Node:
    """Return what a cell takes of an array formula: a single row or column is everywhere."""
    within = [Number(1) if size == 1 else at for size, at in zip(shape, place, strict=True)]
    found: Node = Call("INDEX", (array, *within))
    for size, at in zip(shape, within, strict=True):
        is_there = Infix("<=", at, Number(size))
        found = Call("IF", (is_there, found, ErrorValue(ExcelError.NA)))
    return found
