"""Finds in formulas what only an array formula calculates as it is meant.

Excel evaluates the formula of a name as an array formula; the formula of a cell only after
Ctrl+Shift+Enter.  Other programs evaluate names as they evaluate cells.  An *ordinary* formula
gives the same value everywhere: also when each of its names is written out in a cell of Excel 2007.
There

- an operator, or a function of single values, takes one cell of a range, except in SUMPRODUCT and
  other functions that take arrays;
- IF takes one value even there (https://www.automateexcel.com/formulas/sumproduct-if/).  The other
  functions with the mark o (functions.py) are treated alike: programs differ in them.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import Extents, Gives, Room, rooms
from xlbuilder.formula.functions import RANGES, Role, function_of
from xlbuilder.formula.tree import Call, Infix, Name, Node, Reference, children


class ArrayPart(NamedTuple):
    """A part of a formula of which an ordinary formula would take one value."""

    name: str | None
    """The name, in lower case, whose formula has the part; None for the formula itself."""
    part: Node
    function: str | None
    """The function that is given an array; None where a range stands for one value."""


class Ordinary:
    """Looks at many formulas, written or bound, with the same names.

    The names are trees by their lower case.
    """

    def __init__(self, names: Mapping[str, Node]) -> None:
        self._names = names
        self._extents = Extents(names)
        self._found: dict[tuple[str, Room], tuple[ArrayPart, ...]] = {}

    def found(self, node: Node) -> tuple[ArrayPart, ...]:
        """Return the parts of a cell's formula, and of its names, that are not ordinary."""
        return tuple(dict.fromkeys(self._look(node, Room.ONE, None)))

    def is_given_array(self, node: Node) -> bool:
        """Return whether a function that takes one value, or a range, is given an array."""
        if not isinstance(node, Call) or not _takes_one_anywhere(node):
            return False
        roles = function_of(node.function).roles(len(node.arguments))
        for argument, role in zip(node.arguments, roles, strict=True):
            match self._extents.of(argument).gives:
                case Gives.ARRAY:
                    return True
                case Gives.RANGE if role not in RANGES | {Role.BRANCH}:
                    return True
                case Gives.CONSTANTS if role not in RANGES:
                    return True
        return False

    def _look(self, node: Node, room: Room, name: str | None) -> Iterator[ArrayPart]:
        if isinstance(node, Name) and not self._is_range(node):
            key = node.text.lower()
            if (key, room) not in self._found:
                self._found[key, room] = ()  # of a name that calls itself
                if key in self._names:
                    self._found[key, room] = tuple(self._look(self._names[key], room, key))
            yield from self._found[key, room]
        elif room is Room.ONE and self._is_range(node):
            yield ArrayPart(name, node, None)
        elif self.is_given_array(node):
            yield ArrayPart(name, node, node.function if isinstance(node, Call) else None)
        else:
            for child, own in zip(children(node), rooms(node, room), strict=True):
                yield from self._look(child, _in_every_program(node, room, own), name)

    def _is_range(self, node: Node) -> bool:
        """Return whether a formula is a range itself, or the name of one."""
        match node:
            case Name(text):
                if not isinstance(self._names.get(text.lower()), Reference):
                    return False
            case Area() | Reference() | Infix(":" | " ") | Call("INDEX"):
                pass
            case _:  # of IF and CHOOSE the branches are looked at
                return False
        return self._extents.of(node).gives is Gives.RANGE


def _in_every_program(node: Node, room: Room, own: Room) -> Room:
    """Return the room of a child of a node in every program, given its room in Excel."""
    if own is Room.UNKNOWN:
        return Room.ALL if room is Room.ALL else Room.ONE
    if own is Room.ALL and room is not Room.ALL and _takes_one_anywhere(node):
        return Room.RANGE  # Excel calculates an array for INDEX, other programs may not
    return own


def _takes_one_anywhere(node: Node) -> bool:
    return isinstance(node, Call) and function_of(node.function).takes_one_anywhere
