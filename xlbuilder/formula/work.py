"""What one evaluation of a cell costs, counted without a clock.

A cell is evaluated as by a program that knows one shortcut: of IF, CHOOSE and IFERROR it evaluates
only the branch that they give.  Everything else is done each time as it is written: a name is
expanded wherever it stands, a range is read to its end, and ``A1*2`` twice is two products.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass
from math import prod

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.arrays import TOTALS, shape_of
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.branches import Trails, mark_of
from xlbuilder.formula.inline import Names, key_of, resolved
from xlbuilder.formula.tree import (
    Array,
    Call,
    Infix,
    Name,
    Node,
    Percent,
    Prefix,
    Reference,
    moved,
)

CELL = ""
"""Stands among the names for the formula of the cell itself."""

_OF_PLACES = {"ROW", "COLUMN", "ROWS", "COLUMNS"}
"""Functions that ask where a range is, and read none of its cells."""
_TOTALS = {*TOTALS, "GCD", "LCM"} - _OF_PLACES
_TEXTS = {
    *("&", "CONCATENATE", "MID", "LEFT", "RIGHT", "REPT", "SUBSTITUTE", "REPLACE", "TEXT", "CHAR"),
    *("UPPER", "LOWER", "PROPER", "TRIM", "CLEAN", "FIXED", "DOLLAR"),
}
_TAKEN_WHOLE: Mapping[str, Callable[[int], bool]] = {
    **dict.fromkeys(("COUNTIF", "SMALL", "LARGE"), lambda place: place == 0),
    "COUNTIFS": lambda place: place % 2 == 0,
    "SUMIF": lambda place: place != 1,
    "SUMIFS": lambda place: place == 0 or place % 2 == 1,
    **dict.fromkeys(("MATCH", "HLOOKUP", "VLOOKUP"), lambda place: place == 1),
    "LOOKUP": lambda place: place > 0,
}
"""Functions that take a range or an array as a whole, and the arguments that are: counted from 0.
With an array as another argument they are called once for each of its elements."""


@dataclass(frozen=True)
class Work:
    """Counts of what was done."""

    functions: int = 0
    """Functions called and operators applied; of an array, once for each element."""
    cells: int = 0
    """Cells read, each time anew."""
    names: int = 0
    """Names expanded."""
    texts: int = 0
    """Texts made: the functions and operators, counted above too, that give one."""

    @property
    def operations(self) -> int:
        """Functions, cells and names together."""
        return self.functions + self.cells + self.names

    def __add__(self, other: "Work") -> "Work":
        """Return both together."""
        return Work(*map(sum, zip(astuple(self), astuple(other), strict=True)))

    def __mul__(self, times: int) -> "Work":
        """Return it done so many times."""
        return Work(*(count * times for count in astuple(self)))


@dataclass(frozen=True)
class Spent:
    """What one name costs."""

    calls: int = 0
    """How often it is expanded; of a cell, how often that is evaluated."""
    own: Work = Work()
    """Without the names that it uses."""
    total: Work = Work()
    """With them."""

    def __add__(self, other: "Spent") -> "Spent":
        """Return both together."""
        return Spent(self.calls + other.calls, self.own + other.own, self.total + other.total)

    def __mul__(self, times: int) -> "Spent":
        """Return it done so many times."""
        return Spent(self.calls * times, self.own * times, self.total * times)


class WorkCounter:
    """Counts what evaluations of formulas that share their names cost."""

    def __init__(self, names: Names, binder: Binder, trails: Trails) -> None:
        self._names, self._binder, self._trails = names, binder, trails

    def spent(self, formula: Node, cell: Area, trail: str) -> dict[str, Spent]:
        """Return what an evaluation of a cell's formula costs, by name; `CELL` is all of it.

        ``trail`` is what the trail of the formula gave (formula/branches.py).
        """
        walk = _Walk(self._names, self._binder, self._trails, cell, trail)
        walk.evaluate(CELL, formula)
        return walk.spent


@dataclass(frozen=True)
class _Value:
    """What a node gives, as far as counting needs it."""

    shape: tuple[int, int] = (1, 1)
    is_reference: bool = False
    """Whether it is a reference, of which no cell is read so far."""

    @property
    def size(self) -> int:
        return prod(self.shape)


class _Walk:
    """One evaluation of one cell."""

    def __init__(
        self, names: Names, binder: Binder, trails: Trails, cell: Area, trail: str
    ) -> None:
        self.spent: dict[str, Spent] = {}
        self._names, self._binder, self._trails, self._cell = names, binder, trails, cell
        self._marks: Iterator[str] = iter(trail)
        self._own, self._total = Work(), Work()

    def evaluate(self, key: str, formula: Node) -> _Value:
        """Evaluate the formula of a name, or of the cell."""
        own, total = self._own, self._total
        self._own, self._total = Work(), Work()
        value = _Value(self.read(formula)) if key == CELL else self.node(formula)
        spent = Spent(1, self._own, self._total)
        self.spent[key] = self.spent.get(key, Spent()) + spent
        self._own, self._total = own, total + self._total
        return value

    def count(self, functions: int = 0, cells: int = 0, names: int = 0, texts: int = 0) -> None:
        work = Work(functions, cells, names, texts)
        self._own += work
        self._total += work

    def read(self, node: Node) -> tuple[int, int]:
        """Evaluate a node, read the cells of a reference, and return the shape of the values."""
        value = self.node(node)
        if value.is_reference:
            self.count(cells=value.size)
        return value.shape

    def node(self, node: Node) -> _Value:
        """Evaluate a node; of a reference no cell is read."""
        match node:
            case Reference():
                return _Value(resolved(node).shape, is_reference=True)
            case Array(rows):
                return _Value((len(rows), len(rows[0])))
            case Name(text):
                return self.name(text)
            case Infix(":", left, right):
                self.node(left)
                self.node(right)
                self.count(functions=1)
                return _Value(self.bound_shape(node), is_reference=True)
            case Infix(operator, left, right):
                return self.spread(operator, (left, right))
            case Prefix(operator, operand):
                return self.spread(operator, (operand,))
            case Percent(operand):
                return self.spread("%", (operand,))
            case Call():
                return self.call(node)
            case _:
                return _Value()

    def name(self, text: str) -> _Value:
        self.count(names=1)
        key = key_of(text, self._cell.sheet, self._names)
        formula = self._names.get(key)
        if formula is None or isinstance(formula, FormulaError):
            return _Value()
        return self.evaluate(key, moved(formula, self._cell.top - 1, self._cell.left - 1))

    def call(self, node: Call) -> _Value:
        function, arguments = node.function, node.arguments
        match function, arguments:
            case (("IF" | "CHOOSE" | "IFERROR"), (decides, _, *_)):
                return self.chosen(function, decides, arguments)
            case "INDEX", (table, _, *_):
                value = self.node(table)
                self.spread(function, arguments[1:])
                return _Value(self.bound_shape(node), value.is_reference)
            case (("MMULT" | "TRANSPOSE"), _):
                for argument in arguments:
                    self.read(argument)
                shape = self.bound_shape(node)
                self.count(functions=prod(shape))
                return _Value(shape)
        if function in _OF_PLACES:
            shapes = [self.node(argument).shape for argument in arguments]
            self.count(functions=1)
            rows, columns = shapes[0] if shapes else (1, 1)
            return _Value({"ROW": (rows, 1), "COLUMN": (1, columns)}.get(function, (1, 1)))
        if function in _TOTALS:
            for argument in arguments:
                self.read(argument)
            self.count(functions=1)
            return _Value()
        if function in _TAKEN_WHOLE:
            return self.taking(_TAKEN_WHOLE[function], arguments)
        return self.spread(function, arguments)

    def chosen(self, function: str, decides: Node, arguments: tuple[Node, ...]) -> _Value:
        """Evaluate IF, CHOOSE or IFERROR."""
        if not self._trails.is_chosen(decides, self._cell):
            return self.spread(function, arguments)
        self.read(decides)
        self.count(functions=1)
        mark = next(self._marks)
        branches = [None, *arguments[1:]] if function == "IFERROR" else arguments[1:]
        places = {mark_of(number): branch for number, branch in enumerate(branches, 1)}
        branch = places.get(mark)  # none after an error, and none where IF gives FALSE
        return _Value() if branch is None else self.node(branch)

    def taking(self, is_whole: Callable[[int], bool], arguments: tuple[Node, ...]) -> _Value:
        """Evaluate a function that takes ranges as a whole."""
        cells = 0
        shapes = []
        for place, argument in enumerate(arguments):
            if is_whole(place):
                value = self.node(argument)
                cells += value.size if value.is_reference else 0
            else:
                shapes.append(self.read(argument))
        value = _Value(_greatest(shapes))
        self.count(functions=value.size, cells=cells * value.size)
        return value

    def spread(self, function: str, arguments: Iterable[Node]) -> _Value:
        """Evaluate a function of single values, once for each element of an array."""
        value = _Value(_greatest(map(self.read, arguments)))
        self.count(functions=value.size, texts=value.size if function in _TEXTS else 0)
        return value

    def bound_shape(self, node: Node) -> tuple[int, int]:
        return shape_of(self._binder.bind(node, self._cell))


def _greatest(shapes: Iterable[tuple[int, int]]) -> tuple[int, int]:
    known = [(1, 1), *shapes]
    return max(rows for rows, _ in known), max(columns for _, columns in known)
