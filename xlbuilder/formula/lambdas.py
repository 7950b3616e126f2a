"""Writes out the functions that call a LAMBDA for each row, column or cell of a range.

``BYROW(A1:B2,LAMBDA(r,SUM(r)))`` becomes ``ARRAY_OF_RESULTS(1,SUM(A1:B1),SUM(A2:B2))``, and
``REDUCE(0,A1:A2,LAMBDA(a,b,a*2+b))`` becomes ``(0*2+A1)*2+A2``.  So what is called reads the cells
that it reads in Excel, and no other module has to know what a LAMBDA is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from attrs import evolve

from xlbuilder.errors import FormulaError
from xlbuilder.formula.tree import Array, Call, Missing, Node, Number, Reference, to_text

CALLING = frozenset({"BYCOL", "BYROW", "MAKEARRAY", "MAP", "REDUCE", "SCAN"})
"""The functions whose last argument is a LAMBDA, or a function by its name."""
RESULTS = "ARRAY_OF_RESULTS"
"""The function that stands for their array in a tree: its columns, and the values row by row; Excel
knows no such function."""
MOST = 10_000
"""Cells that one of these functions takes: a limit to what a stranger's workbook takes of memory
and time."""


@dataclass
class Calls:
    """The calls that are still written out, of all formulas of a workbook."""

    left: int = 100_000

    def take(self) -> None:
        """Take one of them.  Raises FormulaError when there is none left."""
        self.left -= 1
        if self.left < 0:
            raise FormulaError("calls LAMBDAs too often: 100,000 times in the workbook")


def written_out(function: str, arguments: Sequence[Node], call: Callable[..., Node]) -> Node:
    """Return what one of these functions gives, written with the formulas of its calls.

    ``arguments`` are all but the last one, and ``call`` returns the formula of a call with its
    arguments.  Raises FormulaError where the text does not show how often it is called, and with
    what.
    """
    match function, [*map(_constant, arguments)]:
        case "BYROW", [array]:
            rows, columns = _size(function, array)
            return _results(1, [call(_part(array, i, 0, 1, columns)) for i in range(rows)])
        case "BYCOL", [array]:
            rows, columns = _size(function, array)
            given = [_part(array, 0, j, rows, 1) for j in range(columns)]
            return _results(columns, list(map(call, given)))
        case "MAP", [first, *others]:
            rows, columns = _size(function, first)
            if any(_size(function, each) != (rows, columns) for each in others):
                raise FormulaError("MAP is calculated with arrays of one size")
            cells = [_cells(each, rows, columns) for each in (first, *others)]
            return _results(columns, [call(*each) for each in zip(*cells, strict=True)])
        case "MAKEARRAY", [Number(rows), Number(columns)] if (
            min(rows, columns) >= 1 and rows * columns <= MOST
        ):
            places = product(range(1, int(rows) + 1), range(1, int(columns) + 1))
            results = [call(Number(float(row)), Number(float(column))) for row, column in places]
            return _results(int(columns), results)
        case (("REDUCE" | "SCAN"), [start, array]) if not isinstance(start, Missing):
            rows, columns = _size(function, array)
            steps = [start := call(start, cell) for cell in _cells(array, rows, columns)]
            return start if function == "REDUCE" else _results(columns, steps)
    raise _lack(function, arguments)


def columns_of(results: Call) -> int:
    """Return how many columns an array has that `written_out` returned."""
    columns = results.arguments[0]
    assert isinstance(columns, Number)
    return int(columns.value)


def _lack(function: str, arguments: Sequence[Node]) -> FormulaError:
    given = ",".join(map(to_text, arguments))
    return FormulaError(
        f"{function} of {given} is not calculated: it takes ranges of at most {MOST:,} cells, and"
        " constants; write A1:B9 in place of a name, and what a formula gives into cells"
    )


def _constant(node: Node) -> Node:
    """Return SEQUENCE(3) as {1;2;3}."""
    match node:
        case Call("SEQUENCE", (Number(rows),)) if 1 <= rows <= MOST:
            return Array(tuple((Number(i + 1.0),) for i in range(int(rows))))
    return node


def _results(columns: int, values: Sequence[Node]) -> Node:
    return values[0] if len(values) == 1 else Call(RESULTS, (Number(float(columns)), *values))


def _size(function: str, array: Node) -> tuple[int, int]:
    """Return the rows and columns of a range or an array constant."""
    match array:
        case Array(rows):
            return len(rows), len(rows[0])
        case Reference(_, first, last):
            size = last.row - first.row + 1, last.column - first.column + 1
            if min(size) >= 1 and size[0] * size[1] <= MOST:
                return size
    raise _lack(function, [array])


def _part(array: Node, row: int, column: int, rows: int, columns: int) -> Node:
    """Return so many rows and columns of a range or an array constant, from a place on from 0."""
    match array:
        case Reference(_, corner, _):
            top, left = corner.row + row, corner.column + column
            first = evolve(corner, row=top, column=left)
            last = evolve(corner, row=top + rows - 1, column=left + columns - 1)
            return evolve(array, first=first, last=last)
        case Array(lines):
            kept = tuple(line[column : column + columns] for line in lines[row : row + rows])
            return kept[0][0] if rows == columns == 1 else Array(kept)
    raise TypeError(array)


def _cells(array: Node, rows: int, columns: int) -> list[Node]:
    return [_part(array, i, j, 1, 1) for i, j in product(range(rows), range(columns))]
