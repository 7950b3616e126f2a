"""Calls become instructions: for each function that has some, what compiles a call of it.

``value`` compiles an argument.  The result is None where the machine has no instructions for a call
with these arguments.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import is_all
from xlbuilder.formula.tree import Array, Call, ErrorValue, Infix, Logical, Missing, Node, Number
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand, one_value
from xlbuilder.recalc.engines.fast.sums import count_if, fitting, sum_if

Value = Callable[[Node], Operand]


def unary(assembly: Assembly, call: Call, value: Value) -> Operand | None:
    """Compile a function of one value, or of each element."""
    if len(call.arguments) != 1:
        return None
    return assembly.unary(call.function, value(call.arguments[0]))


def binary(assembly: Assembly, call: Call, value: Value) -> Operand | None:
    """Compile a function of two values, or of each pair of elements."""
    if len(call.arguments) != 2:
        return None
    return assembly.binary(call.function, *map(value, call.arguments))


def of_texts(assembly: Assembly, call: Call, value: Value) -> Operand | None:
    """Compile a function of texts, once for each element where an argument is an array."""
    if len(call.arguments) != (2 if call.function == "REPT" else 3):
        return None
    three = [*call.arguments, Missing()][:3]
    return assembly.spread(codes.TEXTS[call.function], [*map(value, three)])


def total(assembly: Assembly, call: Call, value: Value) -> Operand:
    """Compile a function that makes one value of many."""
    taken = []
    for argument in call.arguments:
        operand = value(argument)
        direct = _is_direct(argument, operand)
        if direct and isinstance(argument, Call):
            _refuse_references(argument)
        taken.append((codes.TAKE_DIRECT if direct else codes.TAKE, operand))
    return assembly.total(call.function, taken)


def _is_direct(argument: Node, operand: Operand) -> bool:
    """Return whether an argument is one value: "3" is a number then, and {"3"} is none."""
    return operand.shape == (1, 1) and not (operand.is_range or isinstance(argument, Array))


def _refuse_references(call: Call) -> None:
    """SUM(IFERROR(B1,0)) takes B1 as a reference or a value: refused rather than guessed."""
    if call.function not in ("CHOOSE", "IFERROR"):
        return
    if any(isinstance(branch, Area) for branch in call.arguments[call.function != "IFERROR" :]):
        raise EngineError(f"the engine fast lacks {call.function} that gives a reference")


def constant(assembly: Assembly, call: Call, _: Value) -> Operand:
    """Compile TRUE(), FALSE() or NA()."""
    if call.function == "NA":
        return assembly.constant(ErrorValue(ExcelError.NA))
    return assembly.constant(Logical(call.function == "TRUE"))


def sum_product(assembly: Assembly, call: Call, value: Value) -> Operand:
    """Compile SUMPRODUCT."""
    operands = [value(argument) for argument in call.arguments]
    if len({operand.shape for operand in operands}) > 1:
        return assembly.constant(ErrorValue(ExcelError.VALUE))
    if len(operands) == 1:  # the same from an array
        return assembly.total("+", [(codes.TAKE, operands[0])])
    product = assembly.room(operands[0].shape)
    for number, operand in enumerate(operands):
        assembly.emit(codes.TIMES if number else codes.FACTOR, product, operand)
    return assembly.total("+", [(codes.TAKE, product)])


def index(assembly: Assembly, call: Call, value: Value) -> Operand | None:
    """Compile INDEX of one value, or of a whole row or column."""
    area, *places = call.arguments
    if len(places) > 2:
        return None
    a = value(area)
    if isinstance(area, ErrorValue):  # it goes before the errors of the places
        return a
    if len(places) == 1:
        if 1 not in a.shape:
            raise EngineError("the engine fast lacks INDEX of a whole row")
        places = [Number(1), *places] if a.shape[0] == 1 else [*places, Number(1)]
    whole = [is_all(place) for place in places]
    if any(whole):
        return _line(assembly, a, places, whole, value)
    row, column = (one_value(value(place)) for place in places)
    return replace(assembly.result((1, 1), codes.INDEX, a, row, column), is_range=a.is_range)


def _line(
    assembly: Assembly, a: Operand, places: list[Node], whole: list[bool], value: Value
) -> Operand:
    """Compile INDEX of a whole row or column, of which the row or column 0 stands for all."""
    if all(whole):
        return a
    rows, columns = a.shape
    shape = (rows, 1) if whole[0] else (1, columns)
    if places[whole.index(False)] == Number(1):
        return assembly.beginning(a, shape)
    at = one_value(value(places[whole.index(False)]))
    target = assembly.room(shape)
    for number, one in enumerate(assembly.elements(target), 1):
        own = assembly.constant(Number(number))
        assembly.emit(codes.INDEX, one, a, *((own, at) if whole[0] else (at, own)))
    return replace(target, is_range=a.is_range)


def match(assembly: Assembly, call: Call, value: Value) -> Operand | None:
    """Compile MATCH, once for each of the values."""
    _, within, *how = call.arguments
    if isinstance(within, ErrorValue):
        return assembly.constant(within)
    if (order := _order_of_list(how)) is None:
        return None
    wanted, area = map(value, call.arguments[:2])
    if 1 not in area.shape:
        return assembly.constant(ErrorValue(ExcelError.NA))
    target = assembly.room(wanted.shape)
    each = zip(assembly.elements(target), assembly.elements(wanted), strict=True)
    for one, own in each:
        assembly.emit(codes.MATCH, one, own, area, order)
    return target


def _order_of_list(how: Sequence[Node]) -> int | None:
    """Return how a list is searched: 1 and -1 in its order, 0 for equality; None if not known."""
    match how:
        case ():
            return 1
        case (Number(value) | Logical(value),):
            return int(value > 0) - int(value < 0)
        case (Missing(),):
            return 0
    return None


def ranked(assembly: Assembly, call: Call, value: Value) -> Operand:
    """Compile SMALL or LARGE."""
    array, k = call.arguments
    a, b = value(array), value(k)
    if _is_direct(array, a):
        a = value(Infix("+", array, Number(0)))
    return assembly.result(b.shape, codes.RANKED, a, b, call.function == "SMALL")


def transposed(assembly: Assembly, call: Call, value: Value) -> Operand:
    """Compile TRANSPOSE."""
    a = value(call.arguments[0])
    return assembly.result((a.shape[1], a.shape[0]), codes.TRANSPOSE, a)


def matrix_product(assembly: Assembly, call: Call, value: Value) -> Operand:
    """Compile MMULT."""
    a, b = map(value, call.arguments)
    if a.shape[1] != b.shape[0]:
        return assembly.constant(ErrorValue(ExcelError.VALUE))
    return assembly.result((a.shape[0], b.shape[1]), codes.MMULT, a, b)


INSTRUCTIONS: dict[str, Callable[[Assembly, Call, Value], Operand | None]] = {
    **dict.fromkeys(codes.UNARY_FUNCTIONS, unary),
    **dict.fromkeys(codes.BINARY_FUNCTIONS, binary),
    **dict.fromkeys(codes.TEXTS, of_texts),
    **dict.fromkeys(codes.TOTALS, total),
    **dict.fromkeys(("TRUE", "FALSE", "NA"), constant),
    "COUNTIF": count_if,
    **dict.fromkeys(("COUNTIFS", "SUMIFS", "MAXIFS", "MINIFS"), fitting),
    "INDEX": index,
    "MATCH": match,
    "MMULT": matrix_product,
    **dict.fromkeys(("SMALL", "LARGE"), ranked),
    "SUMIF": sum_if,
    "SUMPRODUCT": sum_product,
    "TRANSPOSE": transposed,
}
"""What compiles a function of Excel, or an operator."""
