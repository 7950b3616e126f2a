"""The last operation of a formula, whose result Excel takes for 0 where it is a rounding error.

``=0.1+0.2-0.3`` is 0; ``=(0.1+0.2-0.3)``, ``=+(0.1+0.2-0.3)``, ``=1*(0.1+0.2-0.3)`` and
``=IF(TRUE,0.1+0.2-0.3)`` are 5.55E-17, as are names: only an addition or a subtraction with which
the formula of a cell ends is meant.  docs/reference/excel.md says from where that is known.
"""

from math import ulp

LAST = {"+": "LAST_SUM", "-": "LAST_DIFFERENCE"}
"""The functions that stand for a last addition and subtraction; Excel knows no such functions."""
_UNITS = 8
"""In the last place of the first operand: a result below it is 0."""


def or_zero(result: float, first: float) -> float:
    """Return the result of a last addition or subtraction; ``first`` is its first operand."""
    return 0.0 if abs(result) < _UNITS * ulp(first) else result
