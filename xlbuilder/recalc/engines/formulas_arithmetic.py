"""Excel's arithmetic for the package ``formulas``: comparisons by 15 digits, and last operations.

The package takes further functions (https://formulas.readthedocs.io, "Custom functions"), so what
its operators do otherwise than Excel is a call of one of these.
"""

from collections.abc import Callable
from typing import Any

from xlbuilder.formula.last import LAST, or_zero
from xlbuilder.formula.tree import Call, Infix, Node
from xlbuilder.recalc.engines.fast import digits

_order_of_numbers: Callable[[float, float], int] = digits.order_of_numbers
_COMPARISONS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "=": ("IS_EQUAL", lambda a, b: a == b),
    "<>": ("IS_UNEQUAL", lambda a, b: a != b),
    "<": ("IS_LESS", lambda a, b: a < b),
    ">": ("IS_GREATER", lambda a, b: a > b),
    "<=": ("IS_AT_MOST", lambda a, b: a <= b),
    ">=": ("IS_AT_LEAST", lambda a, b: a >= b),
}


def as_called(node: Infix, below: tuple[Node, Node]) -> Node:
    """Return a comparison with these operands as a call; another operator stays one."""
    if node.operator not in _COMPARISONS:
        return Infix(node.operator, *below)
    return Call(_COMPARISONS[node.operator][0], below)


def functions() -> dict[str, Callable[..., Any]]:
    """Return the functions that the package is given.  Raises ImportError without the package."""
    from formulas.functions import wrap_ufunc  # noqa: PLC0415 - heavy, only in the extra `verify`
    from formulas.functions.operators import logic_wrap  # noqa: PLC0415

    def compared(holds: Callable[[Any, Any], bool]) -> Callable[..., Any]:
        def of_pairs(one: tuple[int, Any], other: tuple[int, Any]) -> bool:
            """Compare two values, each with the number of its kind, 0 for a number."""
            if one[0] == other[0] == 0:
                return bool(holds(_order_of_numbers(float(one[1]), float(other[1])), 0))
            return bool(holds(one, other))

        return logic_wrap(of_pairs)  # type: ignore[no-any-return]  # the package has no types

    return {
        LAST["+"]: wrap_ufunc(lambda a, b: or_zero(a + b, a)),
        LAST["-"]: wrap_ufunc(lambda a, b: or_zero(a - b, a)),
        **{name: compared(holds) for name, holds in _COMPARISONS.values()},
    }
