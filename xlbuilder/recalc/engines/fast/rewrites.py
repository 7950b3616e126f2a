"""Functions that are other functions with other arguments: RIGHT is MID from the end."""

from xlbuilder.formula.tree import Call, ErrorValue, Infix, Missing, Node, Number
from xlbuilder.formula.values import ExcelError

REWRITTEN = frozenset(
    "CONCATENATE FIND HYPERLINK LEFT LOG QUOTIENT RIGHT SEARCH SUMIF".split()  # noqa: SIM905
)
"""The functions that ``rewritten`` knows, with some arguments at least."""


def rewritten(call: Call) -> Node | None:
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
            return rewritten(Call("RIGHT", (text, one)))
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
        case "QUOTIENT", (number, divisor):
            return Call("TRUNC", (Infix("/", number, divisor),))
        case "TRUNC", (_, _):
            return Call("ROUNDDOWN", call.arguments)
        case "SUMIF", (area, criterion):
            return Call("SUMIFS", (area, area, criterion))
        case "SUMIF", (area, criterion, total):
            return Call("SUMIFS", (total, area, criterion))
    return None


def element(shape: tuple[int, int], array: Node, *place: Node) -> Node:
    """Return what a cell takes of an array formula: a single row or column is everywhere."""
    within = [Number(1) if size == 1 else at for size, at in zip(shape, place, strict=True)]
    found: Node = Call("INDEX", (array, *within))
    for size, at in zip(shape, within, strict=True):
        is_there = Infix("<=", at, Number(size))
        found = Call("IF", (is_there, found, ErrorValue(ExcelError.NA)))
    return found
