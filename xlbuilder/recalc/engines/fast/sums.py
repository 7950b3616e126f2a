"""Compiles functions of cells that fit: COUNTIF of several criteria, COUNTIFS, SUMIFS, MAXIFS."""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from math import prod
from typing import TypeAlias

from xlbuilder.errors import EngineError
from xlbuilder.formula.extents import extent_of
from xlbuilder.formula.tree import (
    Array,
    Call,
    Constant,
    ErrorValue,
    Logical,
    Node,
    Number,
    Text,
)
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.asked.dates import read_texts
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand
from xlbuilder.recalc.engines.fast.compiler import on_views
from xlbuilder.recalc.engines.fast.criteria import criterion_in
from xlbuilder.recalc.engines.fast.texts import add, text_of

Criterion: TypeAlias = tuple[int, Operand]
"""The operator, or AS_VALUE, and the wanted value."""

_TOTALS = {"SUMIFS": "SUM", "MAXIFS": "MAX", "MINIFS": "MIN"}
"""What is made of the cells that fit."""
_MOST_COMPARED = 1_000_000
"""Cells with criteria; each criterion has instructions, and room for the cells, of its own."""

_criterion_in = on_views(criterion_in)


def criterion_of(assembly: Assembly, text: str) -> Criterion:
    """Return a criterion such as ``">0"`` or ``"a*"``.

    Raises EngineError where Excel may find a value in it that the machine does not find.
    """
    operator, kind, number = _criterion_in(assembly.pool, add(assembly.pool, text))
    if read_texts(assembly.pool):
        return criterion_of(assembly, text)
    wanted: Constant
    match kind:
        case codes.BLANK:
            return operator, assembly.blank()
        case codes.NUMBER:
            wanted = Number(float(number))
        case codes.LOGICAL:
            wanted = Logical(bool(number))
        case codes.TEXT:
            wanted = Text(text_of(assembly.pool, int(number)))
        case _:
            raise EngineError(
                f'the engine fast lacks the criterion "{text}": Excel may read a value'
            )
    return operator, assembly.constant(wanted)


def count_if(assembly: Assembly, call: Call, value: Callable[[Node], Operand]) -> Operand:
    """Compile COUNTIF, whose criterion may be an array of values."""
    area, criterion = call.arguments
    elements = criterion.rows if isinstance(criterion, Array) else ()
    if any(isinstance(each, Text) for row in elements for each in row):
        return sum_of_fitting(assembly, call, value)
    a = value(area)
    if not a.is_range:
        raise EngineError("COUNTIF takes a range, not an array")
    if isinstance(criterion, Text):
        operator, b = criterion_of(assembly, criterion.value)
    else:
        operator, b = codes.AS_VALUE, value(criterion)
    return assembly.result(b.shape, codes.COUNTIF, a, b, operator)


def fitting(assembly: Assembly, call: Call, value: Callable[[Node], Operand]) -> Operand | None:
    """Compile COUNTIFS, and SUMIFS and its like, which have one argument more than pairs."""
    if len(call.arguments) % 2 == (call.function == "COUNTIFS"):
        return None
    return sum_of_fitting(assembly, call, value)


def sum_if(assembly: Assembly, call: Call, value: Callable[[Node], Operand]) -> Operand | None:
    """Compile SUMIF where the total is larger than the area: what is beyond does not count."""
    area, criterion, *totals = call.arguments
    if not totals:
        return None
    (rows, columns), shape = value(totals[0]).shape, value(area).shape
    if (rows, columns) == shape or rows < shape[0] or columns < shape[1]:
        return None
    cut = assembly.beginning(value(totals[0]), shape)
    others = Call("SUMIFS", (totals[0], area, criterion))
    return sum_of_fitting(assembly, others, lambda each: cut if each is totals[0] else value(each))


def sum_of_fitting(assembly: Assembly, call: Call, value: Callable[[Node], Operand]) -> Operand:
    """Compile COUNTIF, COUNTIFS, SUMIFS, MAXIFS or MINIFS; ``value`` compiles an argument.

    Several values among the criteria give an array of sums, one for each of them.
    """
    total, pairs = None, call.arguments
    if call.function in _TOTALS:
        total, pairs = value(pairs[0]), pairs[1:]
    areas = list(map(value, pairs[::2]))
    if not all(area.is_range for area in areas):
        raise EngineError(f"{call.function} takes a range, not an array")
    shapes = {area.shape for area in areas} | ({total.shape} if total else set())
    if len(shapes) > 1:
        if len(areas) == 1:  # it may have been SUMIF, which takes the shape of its first range
            raise EngineError("the engine fast lacks SUMIF of ranges that differ in size")
        return assembly.constant(ErrorValue(ExcelError.VALUE))
    several = {shape for each in pairs[1::2] if (shape := _shape(each, value)) != (1, 1)}
    if len(several) > 1:
        raise EngineError(f"the engine fast lacks {call.function} with arrays that differ in size")
    criteria = [_criteria(assembly, each, value) for each in pairs[1::2]]
    count = max(map(len, criteria))
    if count * prod(areas[0].shape) > _MOST_COMPARED:
        raise EngineError(f"the engine fast lacks {call.function} of {count:,} criteria at once")
    sums = [
        _sum(assembly, call.function, total, areas, [own[at % len(own)] for own in criteria])
        for at in range(count)
    ]
    if not several:
        return sums[0]
    target = assembly.room(several.pop())
    for one, own in zip(assembly.elements(target), sums, strict=True):
        assembly.emit(codes.MOVE, one, own)
    return target


def _shape(criterion: Node, value: Callable[[Node], Operand]) -> tuple[int, int]:
    if isinstance(criterion, Text | Array):
        return extent_of(criterion).shape
    return value(criterion).shape


def _criteria(assembly: Assembly, node: Node, value: Callable[[Node], Operand]) -> list[Criterion]:
    match node:
        case Text(text):
            return [criterion_of(assembly, text)]
        case Array(rows):
            elements = [element for row in rows for element in row]
            return [each for one in elements for each in _criteria(assembly, one, value)]
    return [(codes.AS_VALUE, each) for each in assembly.elements(value(node))]


def _sum(
    assembly: Assembly,
    function: str,
    total: Operand | None,
    areas: Sequence[Operand],
    criteria: Sequence[Criterion],
) -> Operand:
    fits = [
        assembly.result(area.shape, codes.FITS, area, wanted, operator)
        for area, (operator, wanted) in zip(areas, criteria, strict=True)
    ]
    fit = reduce(partial(assembly.binary, "*"), fits)
    if total is not None and function != "SUMIFS":  # a blank cell is no 0 that MAX would take
        is_there = assembly.unary("NOT", assembly.unary("ISBLANK", total))
        fit = assembly.binary("*", fit, is_there)
    if total is not None:
        fit = assembly.result(fit.shape, codes.SELECT_MAP, fit, total, assembly.blank())
    return assembly.total(_TOTALS.get(function, "SUM"), [(codes.TAKE, fit)])
