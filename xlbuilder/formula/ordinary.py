"""Finds what only an array formula would calculate as it is meant.

Excel evaluates the formula of a name as an array formula, that of a cell does so only after
Ctrl+Shift+Enter; other programs evaluate names as they evaluate cells.  An *ordinary* formula gives
the same everywhere: also when each of its names is written out in a cell of Excel 2007.  There

- a function of single values, and an operator, takes one cell of a range, except within a function
  that takes arrays, such as SUMPRODUCT;
- IF is an exception even there, as its condition takes one value
  (https://exceljet.net/articles/why-sumproduct); so are the other functions in ``_NEVER``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from xlbuilder.formula.area import Area
from xlbuilder.formula.limits import TAKE_RANGES
from xlbuilder.formula.tree import (
    Array,
    Call,
    Infix,
    Missing,
    Name,
    Node,
    Number,
    Reference,
    children,
    to_text,
)

_TAKE_ARRAYS = frozenset({"SUMPRODUCT", "MMULT", "MDETERM", "MINVERSE", "FREQUENCY"})
_TAKE_LISTS = frozenset({"LOOKUP"})

# Arguments in which functions that take ranges look for one value: an array gives several there.
_FOR_ONE_VALUE = {
    "COUNTIF": slice(1, None), "COUNTIFS": slice(1, None, 2), "SUMIF": slice(1, 2),
    "SUMIFS": slice(2, None, 2), "INDEX": slice(1, None), "MATCH": slice(1),
    "LOOKUP": slice(1), "HLOOKUP": slice(1), "VLOOKUP": slice(1), "LARGE": slice(1, None),
    "SMALL": slice(1, None), "RANK": slice(1), "PERCENTILE": slice(1, None),
}  # fmt: skip
_NEVER = frozenset("IF IFERROR CHOOSE AND OR NOT N T ISNUMBER ISERROR ISTEXT ISBLANK INDEX".split())


class Gives(Enum):
    """What a formula gives."""

    ONE = "one value"
    RANGE = "a range"
    CONSTANTS = "an array constant, or what is calculated with it alone"
    ARRAY = "an array that is calculated with a range"


class _Takes(Enum):
    ONE = "one value"
    RANGE = "a range as it is"
    ALL = "all values of whatever is calculated with ranges"


@dataclass(frozen=True)
class Found:
    """A part of a formula that an ordinary formula would take one value of."""

    name: str | None
    """The name whose formula has the part; None when it is the formula itself."""
    text: str
    part: Node


@dataclass
class Ordinary:
    """Looks at many formulas with the same names."""

    names: dict[str, Node]
    _gives: dict[str, Gives] = field(default_factory=dict)
    _found: dict[tuple[str, _Takes], list[Found]] = field(default_factory=dict)

    def problems(self, node):
        return self._looked(node, _Takes.ONE, None)

    def gives(self, node: Node) -> Gives:
        match node:
            case Area():
                return Gives.ONE if node.shape == (1, 1) else Gives.RANGE
            case Reference(_, first, last):
                return Gives.ONE if first == last else Gives.RANGE
            case Array(rows):
                return Gives.CONSTANTS if len(rows) * len(rows[0]) > 1 else Gives.ONE
            case Name(text):
                key = text.lower()
                if key not in self._gives:
                    self._gives[key] = Gives.ONE
                    if key in self.names:
                        self._gives[key] = self.gives(self.names[key])
                return self._gives[key]
            case Infix(":", _, _):
                return Gives.RANGE
            case Call("INDEX", (_, *at)):
                if any(self.gives(a) is not Gives.ONE for a in at):
                    return Gives.ARRAY
                if any(isinstance(a, Missing) or a == Number(0.0) for a in at):
                    return Gives.RANGE
                return Gives.ONE
            case Call("IF" | "CHOOSE", (c, *others)):
                return self._most([c, *others])
            case Call("MMULT" | "MINVERSE" | "FREQUENCY" | "TRANSPOSE"):
                return Gives.ARRAY
            case Call("ROW" | "COLUMN", (one,)):
                return Gives.ARRAY if self.gives(one) is Gives.RANGE else Gives.ONE
            case Call(function, arguments) if function in TAKE_RANGES:
                return self._calculated(arguments[_FOR_ONE_VALUE.get(function, slice(0))])
            case _:
                return self._calculated(children(node))

    def _most(self, nodes):
        gives = {self.gives(n) for n in nodes}
        for one in (Gives.ARRAY, Gives.CONSTANTS, Gives.RANGE):
            if one in gives:
                return one
        return Gives.ONE

    def _calculated(self, nodes) -> Gives:
        most = self._most(nodes)
        return Gives.ARRAY if most is Gives.RANGE else most

    def _looked(self, node, takes, name) -> list[Found]:
        if isinstance(node, Name):
            key = node.text.lower()
            if (key, takes) not in self._found:
                self._found[key, takes] = []
                if key in self.names:
                    self._found[key, takes] = self._looked(self.names[key], takes, key)
            return self._found[key, takes]
        gives = self.gives(node)
        if isinstance(node, (Area, Reference)) or isinstance(node, Infix) and node.operator == ":" or isinstance(node, Call) and node.function == "INDEX" and gives is Gives.RANGE:
            if takes is _Takes.ONE and gives is Gives.RANGE:
                return [Found(name, "range where one is expected", node)]
        several = takes if takes is _Takes.ALL else _Takes.ONE
        found = []
        match node:
            case Call(function, arguments) if function in _NEVER:
                for i, a in enumerate(arguments):
                    g = self.gives(a)
                    if g in (Gives.ARRAY,) or g is Gives.CONSTANTS and function in ("IF", "CHOOSE", "N", "INDEX") or (g is Gives.RANGE and not (function in ("IF", "CHOOSE", "INDEX") and (i or function == "INDEX")) and function not in ("AND", "OR") ):
                        if not (function == "INDEX" and i == 0 and g is Gives.CONSTANTS):
                            found.append(Found(name, f"{function} over {g.name}", node))
                        return found
                    t = _Takes.RANGE if (g is Gives.RANGE and (function in ("AND", "OR") or function == "INDEX" and i == 0)) else takes if g is Gives.RANGE else _Takes.ONE
                    found += self._looked(a, t, name)
                return found
            case Call(function, arguments) if function in _TAKE_ARRAYS:
                below = [(a, _Takes.ALL) for a in arguments]
            case Call(function, arguments) if function in TAKE_RANGES:
                for_one = range(len(arguments))[_FOR_ONE_VALUE.get(function, slice(0))]
                ranges = takes if takes is _Takes.ALL else _Takes.RANGE
                below = [(a, several if i in for_one else (_Takes.ALL if function in _TAKE_LISTS else ranges)) for i, a in enumerate(arguments)]
            case Infix(":"):
                below = [(c, _Takes.RANGE) for c in children(node)]
            case _:
                below = [(c, several) for c in children(node)]
        for child, taken in below:
            found += self._looked(child, taken, name)
        return found
