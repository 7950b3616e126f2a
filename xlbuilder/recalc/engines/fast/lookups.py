"""Compiles MATCH, LOOKUP, HLOOKUP and VLOOKUP: values and places in lists."""

from collections.abc import Sequence

from xlbuilder.errors import EngineError
from xlbuilder.formula.tree import Call, ErrorValue, Logical, Missing, Node, Number
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.assembly import Operand
from xlbuilder.recalc.engines.fast.emitter import Emitter, elements, simple


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


def look_up(emitter: Emitter, call: Call, order: int) -> Operand:
    """Compile HLOOKUP and VLOOKUP: the first row or column is searched."""
    value, table, place, *_ = call.arguments
    wanted, a, other = emitter.scalar(value), emitter.value(table), emitter.scalar(place)
    is_wide = call.function == "HLOOKUP"
    first = _beginning(emitter, a, (1, a.shape[1]) if is_wide else (a.shape[0], 1))
    found = match(emitter, wanted, first, order)
    return simple(emitter, codes.INDEX, a, *((other, found.row) if is_wide else (found, other.row)))


def look_up_sorted(
    emitter: Emitter, value: Node, area: Node, result: Node | None = None
) -> Operand:
    """Compile LOOKUP: a wide table is searched in its first row, and its last row is the result."""
    wanted, a = emitter.scalar(value), emitter.value(area)
    rows, columns = a.shape
    is_wide = columns > rows
    first = _beginning(emitter, a, (1, columns) if is_wide else (rows, 1))
    found = match(emitter, wanted, first, 1)
    b, number = a, rows if is_wide else columns
    if result is not None:
        b, number = emitter.value(result), 1
        if 1 not in a.shape or 1 not in b.shape or max(a.shape) != max(b.shape):
            raise EngineError("the engine fast lacks LOOKUP of lists that differ in length")
        is_wide = b.shape[1] > b.shape[0]
    last = emitter.assembly.constant(Number(float(number)))
    return simple(emitter, codes.INDEX, b, *((last, found.row) if is_wide else (found, last.row)))


def _beginning(emitter: Emitter, a: Operand, shape: tuple[int, int]) -> Operand:
    """Return the first row or column of an operand."""
    place, _, _, stride = emitter.assembly.operands[a.row]
    return emitter.assembly.operand(place, shape, stride)
