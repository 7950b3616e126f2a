"""Compiles calls that Python answers; see bridge.py."""

from collections.abc import Callable

from xlbuilder.errors import EngineError
from xlbuilder.formula.functions import Result, Role, function_of
from xlbuilder.formula.tree import Call, Missing, Node
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.asked.arguments import MAY_BE_LEFT_OUT, OF_ONE_VALUE
from xlbuilder.recalc.engines.fast.asked.bridge import Argument, AskedCall, common_shape
from xlbuilder.recalc.engines.fast.asked.table import SEVERAL, gives_unknown_size, route
from xlbuilder.recalc.engines.fast.assembly import Assembly, Operand
from xlbuilder.recalc.family import Family

_NOT_FOR_EACH = frozenset({Role.LONE, Role.RANGE, Role.REFERENCE})
"""Roles of arguments whose ranges are no values one by one."""


def ask(
    assembly: Assembly, family: Family, call: Call, value: Callable[[Node], Operand]
) -> Operand:
    """Compile a call that Python answers; ``value`` compiles an argument."""
    asked = _asked(call, value, is_whole=call is family.formula)
    target = assembly.room(asked.shape)
    assembly.asked.setdefault(family, {})[target.row] = asked
    for argument in asked.read or [Argument(0)]:
        assembly.emit(codes.ASK, target, argument.row)
    return target


def refuse_range(function: str, role: Role | None, operand: Operand) -> None:
    """Raise EngineError for a range of several cells that does not give a value for each."""
    if role in _NOT_FOR_EACH and operand.is_range and operand.shape != (1, 1):
        raise EngineError(f"the engine fast lacks {function} of a range of several cells")


def _asked(call: Call, value: Callable[[Node], Operand], *, is_whole: bool) -> AskedCall:
    function = call.function
    of_arrays = any(map(gives_unknown_size, call.arguments))
    how = route(function, len(call.arguments), of_arrays=of_arrays)
    arguments: list[Argument | AskedCall] = []
    shapes = []
    roles = function_of(function).roles(len(call.arguments))
    for letter, role, argument in zip(how.letters, roles, call.arguments, strict=True):
        is_left_out = isinstance(argument, Missing)
        if is_left_out and letter not in MAY_BE_LEFT_OUT:
            raise EngineError(f"the engine fast lacks {function} with an argument left out")
        if isinstance(argument, Call) and gives_unknown_size(argument):
            arguments.append(_asked(argument, value, is_whole=False))
            continue
        operand = value(argument)
        arguments.append(Argument(operand.row, operand.is_range, is_left_out))
        if letter in OF_ONE_VALUE:
            refuse_range(function, role, operand)
            shapes.append(operand.shape)
    shape = common_shape(function, shapes)
    if shape != (1, 1) and function in SEVERAL:
        raise EngineError(f"the engine fast lacks {function} of arrays that differ in size")
    is_first = is_whole and function_of(function).gives is Result.ARRAY
    return AskedCall(function, how, tuple(arguments), shape, is_first)
