"""What the compiler of a formula (code.py) offers to others, and calls once for each element."""

from collections.abc import Sequence
from itertools import product
from typing import Protocol

from xlbuilder.errors import EngineError
from xlbuilder.formula.tree import ErrorValue, Logical, Missing, Node, Number
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand


class Emitter(Protocol):
    """A compiler to which these modules add instructions."""

    assembly: Assembly

    def emit(self, operation: int, target: int = 0, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Append an instruction."""

    def value(self, node: Node) -> Operand:
        """Compile a node."""

    def scalar(self, node: Node) -> Operand:
        """Compile a node that gives one value."""

    def selected(self, condition: Operand, branches: Sequence[Operand]) -> Operand:
        """Compile IF with an array as its condition."""

    def sum(self, operand: Operand) -> Operand:
        """Compile SUM of an array."""


def spread(emitter: Emitter, operation: int, operands: Sequence[Operand]) -> Operand:
    """Emit an instruction of up to three values, once for each element where one is an array."""
    shapes = {operand.shape for operand in operands} - {(1, 1)}
    if len(shapes) > 1:
        raise EngineError("the engine fast lacks arrays of different sizes in one function")
    target = emitter.assembly.room(shapes.pop() if shapes else (1, 1))
    each = zip(elements(emitter, target), *_elements_of(emitter, operands, target), strict=True)
    for one, *own in each:
        emitter.emit(operation, one.row, *(operand.row for operand in own))
    return target


def order_of_list(how: Sequence[Node]) -> int | None:
    """Return how a list is searched: 1 and -1 in its order, 0 for equality; None if not known."""
    match how:
        case ():
            return 1
        case (Number(value) | Logical(value),):
            return int(value > 0) - int(value < 0)
        case (Missing(),):
            return 0
    return None


def match(emitter: Emitter, value: Operand, area: Operand, order: int) -> Operand:
    """Compile MATCH, once for each of the values."""
    if 1 not in area.shape:
        return emitter.assembly.constant(ErrorValue(ExcelError.NA))
    target = emitter.assembly.room(value.shape)
    each = zip(elements(emitter, target), elements(emitter, value), strict=True)
    for one, own in each:
        emitter.emit(codes.MATCH, one.row, own.row, area.row, order)
    return target


def _elements_of(
    emitter: Emitter, operands: Sequence[Operand], target: Operand
) -> list[list[Operand]]:
    count = target.shape[0] * target.shape[1]
    several = [elements(emitter, operand) for operand in operands]
    return [each * count if len(each) == 1 else each for each in several]


def elements(emitter: Emitter, a: Operand) -> list[Operand]:
    """Return the elements of an array as operands, row by row."""
    if a.shape == (1, 1):
        return [a]
    place, rows, columns, stride = emitter.assembly.operands[a.row]
    if place < 0:  # a slot, whose elements have places in each cell alone
        turned = emitter.assembly.room((columns, rows))
        emitter.emit(codes.TRANSPOSE, turned.row, a.row)
        place = emitter.assembly.operands[turned.row][0]
        places = [place + j * rows + i for i, j in product(range(rows), range(columns))]
    else:
        places = [place + i * stride + j for i, j in product(range(rows), range(columns))]
    return [emitter.assembly.operand(each, (1, 1), 1) for each in places]
