"""The nodes of a formula's tree, and its text.

A *written* formula has ``Reference`` nodes (with sheet and ``$`` as the author put them) and
``Name`` nodes.  A *bound* formula (formula/bind.py) has ``Area`` nodes in their place: plain
rectangles on a known sheet.

Formulas are keys of dictionaries, so the nodes that hold other nodes keep their hash (attrs).
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import is_
from typing import TypeAlias

from attrs import frozen
from openpyxl.utils import get_column_letter

from xlbuilder.formula.area import Area, sheet_prefix
from xlbuilder.formula.values import ExcelError

MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384


@frozen(cache_hash=True)
class Number:
    """A number, in Excel always a double."""

    value: float


@frozen
class Text:
    """A text between quotation marks."""

    value: str


@frozen
class Logical:
    """TRUE or FALSE."""

    value: bool


@frozen
class ErrorValue:
    """An error constant such as ``#REF!``."""

    value: ExcelError


Constant: TypeAlias = Number | Text | Logical | ErrorValue


@frozen(cache_hash=True)
class Array:
    """An array constant such as ``{1;2;3}``: rows of equal length."""

    rows: tuple[tuple[Constant, ...], ...]


@frozen
class Corner:
    """One corner of a reference: 1-based row and column, each fixed (``$``) or relative."""

    row: int
    column: int
    row_fixed: bool
    column_fixed: bool

    def __str__(self) -> str:
        """Return the corner in A1 style."""
        column = ("$" if self.column_fixed else "") + get_column_letter(self.column)
        return f"{column}{'$' if self.row_fixed else ''}{self.row}"

    def seen_from(self, row: int, column: int) -> tuple[int, int, bool, bool]:
        """Return the corner as A1 would show it, given the cell that holds it."""
        return (
            self.row if self.row_fixed else (self.row - row) % MAX_ROWS + 1,
            self.column if self.column_fixed else (self.column - column) % MAX_COLUMNS + 1,
            self.row_fixed,
            self.column_fixed,
        )

    def moved(self, rows: int, columns: int) -> "Corner":
        """Return the corner as seen from a cell further down and right.

        Relative parts wrap round the edges of the sheet, as Excel has it: one row above row 1
        is row 1,048,576 (LibreOffice does not wrap; see README, "Where it works").
        """
        if self.row_fixed and self.column_fixed:
            return self
        return Corner(
            self.row if self.row_fixed else (self.row - 1 + rows) % MAX_ROWS + 1,
            self.column if self.column_fixed else (self.column - 1 + columns) % MAX_COLUMNS + 1,
            self.row_fixed,
            self.column_fixed,
        )


@frozen(cache_hash=True)
class Reference:
    """A reference as written."""

    sheet: str | None
    first: Corner
    last: Corner

    @property
    def is_cell(self) -> bool:
        """Return whether it is written as one cell."""
        return self.first is self.last or self.first == self.last

    @property
    def is_relative(self) -> bool:
        """Return whether it points elsewhere when it is used in another cell."""
        corners = (self.first, self.last)
        return not all(corner.row_fixed and corner.column_fixed for corner in corners)

    def seen_from(self, row: int, column: int) -> tuple[int | bool, ...]:
        """Return its corner or corners as A1 would show them, given the cell that holds it.

        They are equal in cells that are filled from each other.
        """
        first, last = self.first, self.last
        if first is last or first == last:
            return first.seen_from(row, column)
        return *first.seen_from(row, column), *last.seen_from(row, column)

    def moved(self, rows: int, columns: int) -> "Reference":
        """Return the reference as seen from a cell further down and right."""
        first = self.first.moved(rows, columns)
        last = first if self.last is self.first else self.last.moved(rows, columns)
        return Reference(self.sheet, first, last)


@frozen
class Name:
    """A defined name."""

    text: str


@frozen
class OwnPlace:
    """Stands in a form (form.py) for what each cell has of its own; it is in no other tree."""

    number: int
    """From 0, in the order of the text."""
    is_reference: bool


@frozen
class Missing:
    """An argument left out, as in ``IF(a,,b)``."""


@frozen(cache_hash=True)
class Call:
    """A function with its arguments; the name is in upper case."""

    function: str
    arguments: tuple["Node", ...]


@frozen(cache_hash=True)
class Prefix:
    """A sign before its operand: ``-`` or ``+``."""

    operator: str
    operand: "Node"


@frozen(cache_hash=True)
class Percent:
    """A percent sign after its operand."""

    operand: "Node"


@frozen(cache_hash=True)
class Infix:
    """An operator between two operands, the range operator ``:`` included."""

    operator: str
    left: "Node"
    right: "Node"


Node: TypeAlias = (
    Constant
    | Array
    | Reference
    | Area
    | Name
    | OwnPlace
    | Missing
    | Call
    | Prefix
    | Percent
    | Infix
)


def is_position(node: Node) -> bool:
    """Return whether a node asks where it is: ROW(), COLUMN(), ``@`` or a relative reference."""
    match node:
        case Call("ROW" | "COLUMN", ()) | Call("SINGLE"):
            return True
        case Reference():
            return node.is_relative
        case _:
            return False


_WITH_OPERAND = (Prefix, Percent)


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly below ``node``."""
    # Nothing is called so often, and isinstance takes less time than match.
    if isinstance(node, Call):
        return node.arguments
    if isinstance(node, Infix):
        return node.left, node.right
    if isinstance(node, _WITH_OPERAND):
        return (node.operand,)
    return ()


def is_found_in_order(node: Node) -> bool:
    """Return whether the last argument is the number that says in which order a list is searched.

    It is not a value like others: another number makes it another function.
    """
    match node:
        case Call("MATCH", (_, _, Number())):
            return True
        case _:
            return False


def rebuilt(node: Node, below: tuple[Node, ...]) -> Node:
    """Return ``node`` with other nodes below it, as many as ``children`` gave."""
    if isinstance(node, Call):
        return Call(node.function, below)
    if isinstance(node, Infix):
        return Infix(node.operator, below[0], below[1])
    if isinstance(node, Prefix):
        return Prefix(node.operator, below[0])
    return Percent(below[0]) if isinstance(node, Percent) else node


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return ``node`` with what ``change`` returns for each of its children; itself if all stay."""
    below = children(node)
    if not below:
        return node
    others = tuple([change(child) for child in below])
    return node if all(map(is_, others, below)) else rebuilt(node, others)


@lru_cache(maxsize=2**18)  # the default workbook has some 30,000 different nodes
def interned(node: Node) -> Node:
    """Return the first node that was equal to ``node``, whose children are interned.

    Formulas are keys of dictionaries, and Python compares one object with itself at once.
    """
    return node


def moved(node: Node, rows: int, columns: int) -> Node:
    """Return a written formula as it reads when it is filled down and right."""
    if isinstance(node, Reference):
        return node.moved(rows, columns)
    return mapped(node, lambda child: moved(child, rows, columns))


def walk(node: Node) -> Iterator[Node]:
    """Yield ``node`` and every node below it, in the order of the text."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        if below := children(node):
            stack.extend(below[::-1])


def depth(node: Node, counts: Callable[[Node], bool]) -> int:
    """Return how many nodes that count stand within each other at most."""
    deepest = 0
    stack = [(node, 0)]
    while stack:
        node, level = stack.pop()
        level += counts(node)
        deepest = max(deepest, level)
        stack.extend((child, level) for child in children(node))
    return deepest


_PRECEDENCE = {
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), 1),
    "&": 2,
    "+": 3,
    "-": 3,
    "*": 4,
    "/": 4,
    "^": 5,
    " ": 8,
    ":": 9,
}
_PERCENT_PRECEDENCE = 6
_PREFIX_PRECEDENCE = 7
_ATOM_PRECEDENCE = 10


def _precedence(node: Node) -> int:
    match node:
        case Infix(operator, _, _):
            return _PRECEDENCE[operator]
        case Percent():
            return _PERCENT_PRECEDENCE
        case Prefix():
            return _PREFIX_PRECEDENCE
        case Number(value) if value < 0:
            return _PREFIX_PRECEDENCE
        case _:
            return _ATOM_PRECEDENCE


def to_text(node: Node, home: str | None = None) -> str:
    """Return the formula without its ``=``, with no blanks and no needless parentheses.

    References to the sheet ``home`` are written without their sheet.
    """
    match node:
        case Number(value):
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case Text(value):
            return '"' + value.replace('"', '""') + '"'
        case Logical(value):
            return str(value).upper()
        case ErrorValue(value):
            return str(value)
        case Array(rows):
            return "{" + ";".join(",".join(to_text(x) for x in row) for row in rows) + "}"
        case Reference(sheet, first, last):
            corners = str(first) if first == last else f"{first}:{last}"
            return corners if sheet in (None, home) else sheet_prefix(sheet or "") + corners
        case Area(sheet):
            return str(node) if sheet == home else sheet_prefix(sheet) + str(node)
        case Name(text):
            return text
        case OwnPlace(number):
            return f"own_{number}"
        case Missing():
            return ""
        case Call(function, arguments):
            return f"{function}({','.join(to_text(x, home) for x in arguments)})"
        case Prefix(operator, operand):
            return operator + _operand(operand, _PREFIX_PRECEDENCE, home)
        case Percent(operand):
            return _operand(operand, _PERCENT_PRECEDENCE, home) + "%"
        case Infix(operator, left, right):
            precedence = _PRECEDENCE[operator]
            return (
                _operand(left, precedence, home) + operator + _operand(right, precedence + 1, home)
            )


def _operand(node: Node, least: int, home: str | None) -> str:
    text = to_text(node, home)
    return text if _precedence(node) >= least else f"({text})"
