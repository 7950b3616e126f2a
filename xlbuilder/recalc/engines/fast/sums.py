"""Compiles COUNTIF with several criteria, COUNTIFS and SUMIFS: sums over the cells that fit."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.tree import Array, Call, ErrorValue, Node, Number, Text
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand
from xlbuilder.recalc.engines.fast.codes import BINARY_OPERATORS
from xlbuilder.recalc.engines.fast.texts import add

COMPARISONS = ("<>", "<=", ">=", "=", "<", ">")
"""Longer ones first, as a criterion is compared with the beginnings."""


class Compiler(Protocol):
    """What is needed of the compiler of a formula (code.py)."""

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


def sum_of_fitting(compiler: Compiler, call: Call) -> Operand:
    """Compile COUNTIF, COUNTIFS or SUMIFS.

    An array constant among the criteria gives an array of sums, one for each of its elements.
    """
    total, pairs = None, call.arguments
    if call.function == "SUMIFS":
        total, pairs = compiler.value(call.arguments[0]), call.arguments[1:]
    areas = [_range(compiler, call, area) for area in pairs[::2]]
    criteria = pairs[1::2]
    shapes = {area.shape for area in areas} | ({total.shape} if total else set())
    if len(shapes) > 1:
        if len(areas) == 1:  # it may have been SUMIF, which takes the shape of its first range
            raise EngineError("the engine fast lacks SUMIF of ranges that differ in size")
        return compiler.assembly.constant(ErrorValue(ExcelError.VALUE))
    sizes = {(len(each.rows), len(each.rows[0])) for each in criteria if isinstance(each, Array)}
    if not sizes:
        return _sum(compiler, total, areas, criteria)
    if len(sizes) > 1:
        raise EngineError(f"the engine fast lacks {call.function} with arrays that differ in size")
    target = compiler.assembly.room(sizes.pop())
    rows, columns = target.shape
    first = compiler.assembly.operands[target.row][0]
    for number in range(rows * columns):
        row, column = divmod(number, columns)
        own = [each.rows[row][column] if isinstance(each, Array) else each for each in criteria]
        one = compiler.assembly.operand(first + number, (1, 1), 1)
        compiler.emit(codes.MOVE, one.row, _sum(compiler, total, areas, own).row)
    return target


def _range(compiler: Compiler, call: Call, node: Node) -> Operand:
    operand = compiler.value(node)
    if not operand.is_range:
        raise EngineError(f"{call.function} takes a range, not an array")
    return operand


def _sum(
    compiler: Compiler,
    total: Operand | None,
    areas: Sequence[Operand],
    criteria: Sequence[Node],
) -> Operand:
    fits = [_fitting(compiler, *pair) for pair in zip(areas, criteria, strict=True)]
    fit = fits[0]
    for other in fits[1:]:
        both = compiler.assembly.room(fit.shape)
        compiler.emit(codes.BINARY_MAP, both.row, fit.row, other.row, codes.MULTIPLY)
        fit = both
    if total is None:
        return compiler.sum(fit)
    return compiler.sum(compiler.selected(fit, [total, compiler.assembly.blank()]))


def _fitting(compiler: Compiler, area: Operand, criterion: Node) -> Operand:
    target = compiler.assembly.room(area.shape)
    if isinstance(criterion, Text):
        operator, wanted = criterion_of(compiler.assembly, criterion.value)
        compiler.emit(codes.FITS, target.row, area.row, wanted.row, operator)
    else:
        wanted = compiler.scalar(criterion)
        compiler.emit(codes.FITS_VALUE, target.row, area.row, wanted.row, codes.EQUAL)
    return target
