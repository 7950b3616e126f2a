"""One value, a range or an array: what each part of a formula gives, and what there is room for.

Everything that asks this asks here: the checks of templates, the readings, the implicit
intersection, and the compiler of the engine ``fast``.  What functions take and give stands in
functions.py.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from xlbuilder.formula.area import Area
from xlbuilder.formula.functions import FOR_ONE_VALUE, Result, Role, function_of
from xlbuilder.formula.lambdas import RESULTS, columns_of
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


class Gives(Enum):
    """What a formula gives."""

    ONE = "one value"
    RANGE = "a range"
    CONSTANTS = "an array constant"
    ARRAY = "an array"


class Extent(NamedTuple):
    """What a formula gives, as far as its text shows."""

    gives: Gives
    rows: int = 1
    columns: int = 1
    """Where it is made of arrays of several shapes, the greatest number of each."""
    is_sure: bool = True
    """False where the values of cells may make it something else."""

    @property
    def shape(self) -> tuple[int, int]:
        """Return how many rows and columns of values it has."""
        return self.rows, self.columns

    @property
    def is_one(self) -> bool:
        """Return whether it surely is one value."""
        return self.gives is Gives.ONE and self.is_sure


_ONE = Extent(Gives.ONE)
_BY_SIZE = (Gives.ARRAY, Gives.RANGE, Gives.CONSTANTS, Gives.ONE)


class Extents:
    """What formulas give, written or bound, that call the same names.

    The names are trees by their lower case; a name that is not known gives one value.
    """

    def __init__(self, names: Mapping[str, Node]) -> None:
        self._names = names
        self._known: dict[str, Extent] = {}

    def of(self, node: Node) -> Extent:
        """Return what a formula gives."""
        match node:
            case Name(text):
                key = text.lower()
                if key not in self._known:
                    self._known[key] = _ONE._replace(is_sure=False)  # of a name that calls itself
                    if key in self._names:
                        self._known[key] = self.of(self._names[key])
                return self._known[key]
            case Reference(_, first, last):
                return _range(last.row - first.row + 1, last.column - first.column + 1)
            case Area():
                return _range(*node.shape)
            case Array(rows):
                several = len(rows) * len(rows[0]) > 1
                return Extent(Gives.CONSTANTS, len(rows), len(rows[0])) if several else _ONE
            case Infix(":" | " "):
                return _most(self._all(node))._replace(gives=Gives.RANGE, is_sure=False)
            case Call():
                return self._of_call(node)
            case _:
                return _calculated(self._all(node))

    def _all(self, node: Node) -> list[Extent]:
        return [self.of(child) for child in children(node)]

    def _of_call(self, call: Call) -> Extent:
        if call.function == RESULTS:
            columns = columns_of(call)
            return Extent(Gives.ARRAY, len(call.arguments[1:]) // columns, columns)
        function, given = function_of(call.function), self._all(call)
        roles = function.roles(len(given))
        match function.gives:
            case Result.RANGE if function.name == "INDEX":
                return _index(call.arguments, given)
            case Result.RANGE:
                return _most(given)._replace(is_sure=False)
            case Result.ARRAY | Result.SPILLED:
                return _array(function.name, given)
            case Result.PLACES:
                return _places(function.name, given)
        for_one = [
            each
            for each, role in zip(given, roles, strict=True)
            if role is None or role in FOR_ONE_VALUE
        ]
        found = _calculated(for_one)._replace(is_sure=all(each.is_sure for each in for_one))
        if None in roles:
            return found._replace(is_sure=False)
        if Role.BRANCH in roles:
            handed_on = _most(given)
            return handed_on if found.gives is Gives.ONE else handed_on._replace(gives=found.gives)
        return found


class Room(Enum):
    """What there is room for in a place of the formula of a cell."""

    ONE = "one value"
    RANGE = "a range as it is; what is calculated has one value"
    ALL = "all values of what is calculated with ranges"
    UNKNOWN = "it is not known"


def rooms(node: Node, room: Room) -> tuple[Room, ...]:
    """Return what there is room for in place of each child of a node, given the room of the node.

    In the formula of a name, and in an array formula, there is room for all values everywhere.
    """
    match node:
        case Call(function, arguments):
            return _of_arguments(function, len(arguments), room)
        case Infix(":" | " "):
            return Room.RANGE, Room.RANGE
        case _:
            return (_one(room),) * len(children(node))


def _one(room: Room) -> Room:
    return Room.ALL if room is Room.ALL else Room.ONE


@lru_cache(maxsize=4096)
def _of_arguments(function: str, count: int, room: Room) -> tuple[Room, ...]:
    roles = function_of(function).roles(count)
    by_role: dict[Role | None, Room] = {
        Role.VALUE: Room.ONE if Role.BRANCH in roles else _one(room),
        Role.CRITERION: _one(room),
        Role.RANGE: Room.ALL if room is Room.ALL else Room.RANGE,
        Role.REFERENCE: Room.ALL if room is Room.ALL else Room.RANGE,
        Role.ARRAY: Room.ALL,
        Role.VALUES: Room.ALL,
        Role.BRANCH: room,
    }
    return tuple(by_role.get(role, Room.UNKNOWN) for role in roles)


def extent_of(bound: Node) -> Extent:
    """Return what a bound formula gives."""
    return Extents({}).of(bound)


def gives_several(bound: Node) -> bool:
    """Return whether a bound formula gives several values, as far as the text shows."""
    return extent_of(bound).shape != (1, 1)


def calculates_array(*bound: Node) -> bool:
    """Return whether one of several bound formulas surely calculates an array; none is a range."""
    given = [each for each in map(extent_of, bound) if each.shape != (1, 1)]
    return bool(given) and all(each.gives is Gives.ARRAY and each.is_sure for each in given)


def is_all(place: Node) -> bool:
    """Return whether INDEX gives a whole row or column for this number."""
    return isinstance(place, Missing) or place == Number(0.0)


def _range(rows: int, columns: int) -> Extent:
    return Extent(Gives.ONE if rows == columns == 1 else Gives.RANGE, rows, columns)


def _most(given: Sequence[Extent]) -> Extent:
    """Return what one of several formulas may give."""
    others = [each for each in given if each is not _ONE]
    if not others:
        return _ONE
    kinds = [each.gives for each in others]
    return Extent(
        next(kind for kind in _BY_SIZE if kind in kinds),
        max(each.rows for each in others),
        max(each.columns for each in others),
        all(each.is_sure for each in others),
    )


def _calculated(given: Sequence[Extent]) -> Extent:
    """Return what is calculated of several formulas, each value with one of the others."""
    most = _most(given)
    return most._replace(gives=Gives.ARRAY) if most.gives is Gives.RANGE else most


def _index(arguments: Sequence[Node], given: Sequence[Extent]) -> Extent:
    places = _most(given[1:])
    if places.gives is not Gives.ONE:
        return places._replace(gives=Gives.ARRAY)
    whole = [is_all(place) for place in arguments[1:3]]
    if not any(whole):
        return _ONE._replace(is_sure=False)  # a place may be 0
    rows, columns = given[0].shape
    if len(whole) == 1:
        whole *= 2
    return Extent(Gives.RANGE, rows if whole[0] else 1, columns if whole[1] else 1, is_sure=False)


def _array(function: str, given: Sequence[Extent]) -> Extent:
    found = _most(given)._replace(gives=Gives.ARRAY, is_sure=False)
    match function, given:
        case "MMULT", [left, right]:
            return found._replace(rows=left.rows, columns=right.columns)
        case "TRANSPOSE", [array]:
            return found._replace(rows=array.columns, columns=array.rows)
    return found


def _places(function: str, given: Sequence[Extent]) -> Extent:
    """Return what ROW and COLUMN give: a number for each row or column of a range."""
    found = _most(given)
    if found.gives is not Gives.RANGE:
        return _ONE._replace(is_sure=found.is_sure)
    rows, columns = (found.rows, 1) if function == "ROW" else (1, found.columns)
    return found._replace(gives=Gives.ARRAY, rows=rows, columns=columns)
