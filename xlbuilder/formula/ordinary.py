"""Finds in formulas what only an array formula calculates as it is meant.

Excel evaluates the formula of a name as an array formula; that of a cell only after
Ctrl+Shift+Enter.  Other programs evaluate names as they evaluate cells.  An *ordinary* formula
gives the same value everywhere: also when each of its names is written out in a cell of Excel 2007.
There

- an operator, or a function of single values, takes one cell of a range, except in SUMPRODUCT and
  other functions that take arrays;
- IF takes one value even there (https://www.automateexcel.com/formulas/sumproduct-if/).  The other
  functions of ``_NEVER_IN_ARRAYS`` are treated alike: programs differ in them.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from xlbuilder.formula.area import Area
from xlbuilder.formula.limits import FOR_ONE_VALUE, TAKE_RANGES
from xlbuilder.formula.one_value import SINGLE
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
)

_TAKE_ARRAYS = frozenset({"SUMPRODUCT", "MMULT", "MDETERM", "MINVERSE", "FREQUENCY", "LOOKUP"})
_GIVE_ARRAYS = frozenset({"MMULT", "MINVERSE", "FREQUENCY", "TRANSPOSE"})
_NEVER_IN_ARRAYS = frozenset(
    [
        *("IF", "IFERROR", "CHOOSE", "INDEX", "AND", "OR", "N", "T"),
        *("ISNUMBER", "ISTEXT", "ISERROR", "ISBLANK", "ISLOGICAL"),
    ]
)
_NOWHERE = range(0)
_TAKE_RANGE_AT = {
    "INDEX": range(1),
    "IF": range(1, 3),
    "CHOOSE": range(1, 255),
    "AND": range(255),
    "OR": range(255),
}
_GIVE_RANGES = frozenset({"IF", "CHOOSE"})
"""Functions that hand a range on as it is, from their second argument on."""


class Gives(Enum):
    """What a formula gives."""

    ONE = "one value"
    RANGE = "a range"
    CONSTANTS = "an array constant"
    ARRAY = "an array"


class ArrayPart(NamedTuple):
    """A part of a formula of which an ordinary formula would take one value."""

    name: str | None
    """The name, in lower case, whose formula has the part; None for the formula itself."""
    part: Node
    function: str | None
    """The function that is given an array; None where a range stands for one value."""


class _Takes(Enum):
    ONE = "one value"
    RANGE = "a range as it is"
    ALL = "all values of what is calculated with ranges"


class Ordinary:
    """Looks at many formulas, written or bound, with the same names.

    The names are trees by their lower case.
    """

    def __init__(self, names: Mapping[str, Node]) -> None:
        self._names = names
        self._gives: dict[str, Gives] = {}
        self._found: dict[tuple[str, _Takes], tuple[ArrayPart, ...]] = {}

    def found(self, node: Node) -> tuple[ArrayPart, ...]:
        """Return the parts of a cell's formula, and of its names, that are not ordinary."""
        return tuple(dict.fromkeys(self._look(node, _Takes.ONE, None)))

    def is_given_array(self, node: Node) -> bool:
        """Return whether a function that takes one value, or a range, is given an array."""
        if not isinstance(node, Call) or node.function not in _NEVER_IN_ARRAYS:
            return False
        for place, argument in enumerate(node.arguments):
            gives = self.gives(argument)
            if gives is Gives.ARRAY:
                return True
            takes_range = _TAKE_RANGE_AT.get(node.function, _NOWHERE)
            if gives is Gives.RANGE and place not in takes_range:
                return True
            if gives is Gives.CONSTANTS and not (node.function == "INDEX" and place == 0):
                return node.function not in {"AND", "OR"}
        return False

    def gives(self, node: Node) -> Gives:
        """Return what a formula gives; a name that is not known gives one value."""
        match node:
            case Name(text):
                key = text.lower()
                if key not in self._gives:
                    self._gives[key] = Gives.ONE  # of a name that calls itself
                    if key in self._names:
                        self._gives[key] = self.gives(self._names[key])
                return self._gives[key]
            case Reference(_, first, last):
                return Gives.ONE if first == last else Gives.RANGE
            case Area():
                return Gives.ONE if node.shape == (1, 1) else Gives.RANGE
            case Array(rows):
                return Gives.CONSTANTS if len(rows) * len(rows[0]) > 1 else Gives.ONE
            case Infix(":"):
                return Gives.RANGE
            case Call("INDEX", (_, *places)):
                if self._most(places) is not Gives.ONE:
                    return Gives.ARRAY
                return Gives.RANGE if any(map(_is_whole, places)) else Gives.ONE
            case Call("ROW" | "COLUMN", (one,)):
                return Gives.ARRAY if self.gives(one) is Gives.RANGE else Gives.ONE
            case Call(function) if function == SINGLE:
                return Gives.ONE
            case Call(function) if function in _GIVE_ARRAYS:
                return Gives.ARRAY
            case Call(function, arguments) if function in TAKE_RANGES:
                return self._calculated(arguments[FOR_ONE_VALUE.get(function, slice(0))])
            case Call(function, (decides, *others)) if function in _GIVE_RANGES:
                most = self._calculated([decides])
                return self._most(others) if most is Gives.ONE else most
            case _:
                return self._calculated(children(node))

    def _most(self, nodes: Sequence[Node]) -> Gives:
        kinds = {self.gives(node) for node in nodes}
        order = (Gives.ARRAY, Gives.RANGE, Gives.CONSTANTS)
        return next((kind for kind in order if kind in kinds), Gives.ONE)

    def _calculated(self, nodes: Sequence[Node]) -> Gives:
        most = self._most(nodes)
        return Gives.ARRAY if most is Gives.RANGE else most

    def _look(self, node: Node, takes: _Takes, name: str | None) -> Iterator[ArrayPart]:
        if isinstance(node, Name) and not self._is_range(node):
            key = node.text.lower()
            if (key, takes) not in self._found:
                self._found[key, takes] = ()  # of a name that calls itself
                if key in self._names:
                    self._found[key, takes] = tuple(self._look(self._names[key], takes, key))
            yield from self._found[key, takes]
        elif takes is _Takes.ONE and self._is_range(node):
            yield ArrayPart(name, node, None)
        elif self.is_given_array(node):
            yield ArrayPart(name, node, node.function if isinstance(node, Call) else None)
        else:
            for child, taken in self._below(node, takes):
                yield from self._look(child, taken, name)

    def _is_range(self, node: Node) -> bool:
        """Return whether a formula is a range itself, or the name of one."""
        match node:
            case Name(text):
                return isinstance(self._names.get(text.lower()), Reference) and (
                    self.gives(node) is Gives.RANGE
                )
            case Area() | Reference() | Infix(":") | Call("INDEX"):
                return self.gives(node) is Gives.RANGE
            case _:
                return False

    def _below(self, node: Node, takes: _Takes) -> Iterator[tuple[Node, _Takes]]:
        several = takes if takes is _Takes.ALL else _Takes.ONE
        match node:
            case Infix(":"):
                yield from ((child, _Takes.RANGE) for child in children(node))
            case Call(function, arguments) if function in _TAKE_ARRAYS:
                yield from ((argument, _Takes.ALL) for argument in arguments)
            case Call(function, (decides, *others)) if function in _GIVE_RANGES:
                yield decides, _Takes.ONE
                yield from ((other, takes) for other in others)
            case Call(function, arguments) if function in TAKE_RANGES:
                for_one = range(len(arguments))[FOR_ONE_VALUE.get(function, slice(0))]
                ranges = takes if takes is _Takes.ALL else _Takes.RANGE
                for place, argument in enumerate(arguments):
                    yield argument, several if place in for_one else ranges
            case _:
                yield from ((child, several) for child in children(node))


def _is_whole(place: Node) -> bool:
    """Return whether INDEX gives a whole row or column for this number."""
    return isinstance(place, Missing) or place == Number(0.0)
