"""Functions that are other functions with other arguments: RIGHT is MID from the end."""

from collections.abc import Mapping, Sequence
from functools import cache

from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, ErrorValue, Infix, Missing, Name, Node, Number, mapped
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast.lookups import LOOKUPS, ShapeOf, looked_up

# A call, and a formula that gives the same.
_TABLE = """
AVERAGEIF(area,criterion)         AVERAGEIFS(area,area,criterion)
AVERAGEIF(area,criterion,total)   AVERAGEIFS(total,area,criterion)
FIND(part,text)                   FIND(part,text,1)
HYPERLINK(shown)                  shown
HYPERLINK(link,shown)             shown
IFNA(tried,otherwise)             IF(ISNA(tried),otherwise,tried)
LEFT(text)                        MID(text,1,1)
LEFT(text,n)                      MID(text,1,n)
LOG(number)                       LOG10(number)
LOG(number,base)                  LN(number)/LN(base)
RIGHT(text)                       RIGHT(text,1)
RIGHT(text,n)                     MID(text,IF(LEN(text)+1-INT(n)>1,LEN(text)+1-INT(n),1),n)
SEARCH(part,text)                 SEARCH(part,text,1)
SUMIF(area,criterion)             SUMIFS(area,area,criterion)
SUMIF(area,criterion,total)       SUMIFS(total,area,criterion)
TRUNC(number,digits)              ROUNDDOWN(number,digits)
"""
_ROWS = [tuple(line.split()) for line in _TABLE.split("\n") if line]
_OF_BYTES = {
    f"{function}B": function
    for function in ("FIND", "LEFT", "LEN", "MID", "REPLACE", "RIGHT", "SEARCH")
}
"""Functions that count bytes, which are characters but in Chinese, Japanese and Korean editions."""
_OF_MANY_ARGUMENTS = ("AVERAGEIFS", "CONCATENATE", "IFS", "SWITCH")
REWRITTEN = frozenset(
    [*(call.partition("(")[0] for call, _ in _ROWS), *_OF_BYTES, *_OF_MANY_ARGUMENTS, *LOOKUPS]
)
"""The functions that ``rewritten`` knows, with some arguments at least."""


def rewritten(call: Call, shape_of: ShapeOf) -> Node | None:
    """Return a formula that gives what ``call`` gives, None if there is none."""
    match call.function, call.arguments:
        case "CONCATENATE", (first, *others):
            for other in others:
                first = Infix("&", first, other)
            return first if others else Infix("&", first, Missing())
        case "AVERAGEIF", (area, _, total) if shape_of(area) != shape_of(total):
            return None
        case "AVERAGEIFS", (total, _, _, *_) if len(call.arguments) % 2:
            is_number = Infix("*", Call("ISNUMBER", (total,)), Number(1))
            count = Call("SUMIFS", (is_number, *call.arguments[1:]))
            return Infix("/", Call("SUMIFS", call.arguments), count)
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
    if row := _rows().get((call.function, len(call.arguments))):
        names, formula = row
        return _filled(formula, dict(zip(names, call.arguments, strict=True)))
    return looked_up(call, shape_of)


@cache
def _rows() -> Mapping[tuple[str, int], tuple[Sequence[Node], Node]]:
    """Return the names and the formula of each row, by its function and number of arguments."""
    found = {}
    for call, formula in _ROWS:
        node = parse(call)
        assert isinstance(node, Call)
        found[node.function, len(node.arguments)] = node.arguments, parse(formula)
    return found


def _filled(formula: Node, arguments: Mapping[Node, Node]) -> Node:
    if isinstance(formula, Name):
        return arguments[formula]
    return mapped(formula, lambda part: _filled(part, arguments))


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
