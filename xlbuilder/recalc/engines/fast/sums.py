"""Compiles COUNTIF with several criteria, COUNTIFS and SUMIFS: sums over the cells that fit."""

from collections.abc import Sequence

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.tree import Array, Call, ErrorValue, Node, Number, Text
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand
from xlbuilder.recalc.engines.fast.codes import BINARY_OPERATORS
from xlbuilder.recalc.engines.fast.emitter import Emitter, elements
from xlbuilder.recalc.engines.fast.texts import add

COMPARISONS = ("<>", "<=", ">=", "=", "<", ">")
"""Longer ones first, as a criterion is compared with the beginnings."""


def criterion_of(assembly: Assembly, text: str) -> tuple[int, Operand]:
    """Return the operator and the wanted value of a criterion such as ``">0"`` or ``"a*"``."""
    operator = next((each for each in COMPARISONS if text.startswith(each)), "")
    rest = text.removeprefix(operator)
    number = float(assembly.pool.number[add(assembly.pool, rest)])
    if operator and not rest:
        wanted = assembly.blank()
    else:
        wanted = assembly.constant(Text(rest) if np.isnan(number) else Number(number))
    return BINARY_OPERATORS[operator or "="], wanted


def sum_of_fitting(emitter: Emitter, call: Call) -> Operand:
    """Compile COUNTIF, COUNTIFS or SUMIFS.

    An array constant among the criteria gives an array of sums, one for each of its elements.
    """
    total, pairs = None, call.arguments
    if call.function == "SUMIFS":
        total, pairs = emitter.value(call.arguments[0]), call.arguments[1:]
    areas = [_range(emitter, call, area) for area in pairs[::2]]
    criteria = pairs[1::2]
    shapes = {area.shape for area in areas} | ({total.shape} if total else set())
    if len(shapes) > 1:
        if len(areas) == 1:  # it may have been SUMIF, which takes the shape of its first range
            raise EngineError("the engine fast lacks SUMIF of ranges that differ in size")
        return emitter.assembly.constant(ErrorValue(ExcelError.VALUE))
    sizes = {(len(each.rows), len(each.rows[0])) for each in criteria if isinstance(each, Array)}
    if not sizes:
        return _sum(emitter, total, areas, criteria)
    if len(sizes) > 1:
        raise EngineError(f"the engine fast lacks {call.function} with arrays that differ in size")
    target = emitter.assembly.room(sizes.pop())
    for number, one in enumerate(elements(emitter, target)):
        row, column = divmod(number, target.shape[1])
        own = [each.rows[row][column] if isinstance(each, Array) else each for each in criteria]
        emitter.emit(codes.MOVE, one.row, _sum(emitter, total, areas, own).row)
    return target


def _range(emitter: Emitter, call: Call, node: Node) -> Operand:
    operand = emitter.value(node)
    if not operand.is_range:
        raise EngineError(f"{call.function} takes a range, not an array")
    return operand


def _sum(
    emitter: Emitter,
    total: Operand | None,
    areas: Sequence[Operand],
    criteria: Sequence[Node],
) -> Operand:
    fits = [_fitting(emitter, *pair) for pair in zip(areas, criteria, strict=True)]
    fit = fits[0]
    for other in fits[1:]:
        both = emitter.assembly.room(fit.shape)
        emitter.emit(codes.BINARY_MAP, both.row, fit.row, other.row, codes.MULTIPLY)
        fit = both
    if total is None:
        return emitter.sum(fit)
    return emitter.sum(emitter.selected(fit, [total, emitter.assembly.blank()]))


def _fitting(emitter: Emitter, area: Operand, criterion: Node) -> Operand:
    target = emitter.assembly.room(area.shape)
    if isinstance(criterion, Text):
        operator, wanted = criterion_of(emitter.assembly, criterion.value)
        emitter.emit(codes.FITS, target.row, area.row, wanted.row, operator)
    else:
        wanted = emitter.scalar(criterion)
        emitter.emit(codes.FITS_VALUE, target.row, area.row, wanted.row, codes.EQUAL)
    return target
