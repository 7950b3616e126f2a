"""Compiles MATCH."""

from collections.abc import Sequence

from xlbuilder.formula.tree import ErrorValue, Logical, Missing, Node, Number
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.assembly import Operand
from xlbuilder.recalc.engines.fast.emitter import Emitter, elements


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
