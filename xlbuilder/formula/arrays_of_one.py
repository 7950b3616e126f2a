"""Formulas as they are read by a program in which ``ROW()`` is an array of one number.

Excel evaluates a name, and all that stands in SUMPRODUCT, as an array formula; there ``ROW()`` is
``{5}``.  ``SUMPRODUCT(INDIRECT("A"&ROW()))`` is ``#VALUE!``, because INDIRECT gives an array of
references; ``SUM(INDIRECT("A"&ROW()))`` is no error, and ``SUM(ROW())`` is a number again
(https://stackoverflow.com/questions/11124173).  No document says whether INDEX does the same.
Here it does.  The *array of references* that it gives is

- to ``:``, and to a function that takes references, what it refers to;
- to an operator, or a function that takes values, ``#VALUE!`` in a name and in SUMPRODUCT;
- elsewhere its value, and 0 if it is blank: in a cell's own formula, where the published workbook
  has ``sol_cell_from_val<>""`` and did solve puzzles in Excel, and as what IF and CHOOSE give.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from xlbuilder.formula.functions import Role, function_of
from xlbuilder.formula.tree import (
    Array,
    Call,
    ErrorValue,
    Infix,
    Name,
    Node,
    Number,
    children,
    rebuilt,
)
from xlbuilder.formula.values import ExcelError

_REFERENCES = frozenset({Role.RANGE, Role.REFERENCE, Role.ARRAY})


class ResultKind(Enum):
    """What a formula gives in such a program."""

    PLAIN = "a value, a range, or an array of several"
    ARRAY = "an array of one value"
    REFERENCES = "an array of references"


def kind_of(node: Node, of_name: Callable[[str], ResultKind]) -> ResultKind:
    """Return the kind of a written formula; ``of_name`` knows the kind of each name."""
    match node:
        case Name(text):
            return of_name(text)
        case Array() | Call("ROW" | "COLUMN", _):
            return ResultKind.ARRAY
        case Call(function, _) if function_of(function).is_total:
            return ResultKind.PLAIN
    below = [kind_of(child, of_name) for child in children(node)]
    match node:
        case Infix(":", _, _) if ResultKind.REFERENCES in below:
            return ResultKind.REFERENCES
        case Call("INDEX", _) if below[0] is ResultKind.ARRAY:
            below = below[1:]
        case Call("INDEX", _) if set(below) != {ResultKind.PLAIN}:
            return ResultKind.REFERENCES
    return ResultKind.PLAIN if set(below) <= {ResultKind.PLAIN} else ResultKind.ARRAY


def with_arrays_of_one(node: Node, of_name: Callable[[str], ResultKind], *, is_name: bool) -> Node:
    """Return a written formula that means to every program what ``node`` means to such a program.

    ``is_name`` says whether it is the formula of a name, or of a cell.
    """
    return _ArraysWriter(of_name).written(node, in_array=is_name)


@dataclass(frozen=True)
class _ArraysWriter:
    of_name: Callable[[str], ResultKind]

    def written(self, node: Node, *, in_array: bool) -> Node:
        in_array = in_array or (isinstance(node, Call) and node.function == "SUMPRODUCT")
        below = [
            self._taken(node, place, child, in_array=in_array)
            for place, child in enumerate(children(node))
        ]
        return rebuilt(node, tuple(below)) if below else node

    def _taken(self, node: Node, place: int, child: Node, *, in_array: bool) -> Node:
        """Return an operand or argument of ``node`` as ``node`` takes it."""
        written = self.written(child, in_array=in_array)
        if kind_of(child, self.of_name) is not ResultKind.REFERENCES or _takes_references(
            node, place
        ):
            return written
        is_result = place and isinstance(node, Call) and node.function in ("IF", "CHOOSE")
        if in_array and not is_result:
            return ErrorValue(ExcelError.VALUE)
        return Call("IF", (Call("ISBLANK", (written,)), Number(0.0), written))


def _takes_references(node: Node, place: int) -> bool:
    match node:
        case Infix(":", _, _):
            return True
        case Call(function, arguments):
            return function_of(function).roles(len(arguments))[place] in _REFERENCES
        case _:
            return False
