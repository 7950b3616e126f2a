"""Values as pairs of a kind and a number, and Excel's operators on them.

The functions run inside the machine; numba compiles them.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.texts import (
    EMPTY,
    FALSE,
    LONGEST,
    MINUS,
    TRUE,
    ZERO,
    intern,
    order_of,
)

ONE_IN_16_DIGITS = 4.0 * 2.0**-53
MOST_DIGITS = 308.0
"""Ten to the power of more is infinite."""
_DIGITS = 20
"""Room for the digits and the sign of a whole number below 1e15."""


@can_be_compiled()
def as_number(kind, number, pool):
    """Return an error's code (NO_ERROR for none) and the number that a value is in arithmetic."""
    if kind == codes.NUMBER or kind == codes.LOGICAL:
        return codes.NO_ERROR, number
    if kind == codes.BLANK:
        return codes.NO_ERROR, 0.0
    if kind == codes.TEXT:
        value = pool.number[int(number)]
        return (codes.VALUE, 0.0) if np.isnan(value) else (codes.NO_ERROR, value)
    return number, 0.0


@can_be_compiled()
def as_truth(kind, number, pool):
    """Return an error's code (NO_ERROR for none) and the number that a value is as a condition.

    A text is "TRUE" or "FALSE" there, and spells no number.
    """
    if kind == codes.TEXT:
        folded = pool.folded[int(number)]
        if folded == pool.folded[TRUE] or folded == pool.folded[FALSE]:
            return codes.NO_ERROR, 1.0 if folded == pool.folded[TRUE] else 0.0
        return codes.VALUE, 0.0
    return as_number(kind, number, pool)


@can_be_compiled()
def truncated(number):
    """Return a position or a count without its fraction; beyond all places, one is as good."""
    return np.int64(min(max(number, -1e9), 1e9))


@can_be_compiled()
def as_text(kind, number, pool):
    """Return an error's code (NO_ERROR for none) and the text that a value is when it is joined.

    A number that is not whole gives the code FRACTION: Excel does not document its digits.
    """
    if kind == codes.TEXT:
        return codes.NO_ERROR, np.int64(number)
    if kind == codes.BLANK:
        return codes.NO_ERROR, np.int64(EMPTY)
    if kind == codes.LOGICAL:
        return codes.NO_ERROR, np.int64(TRUE if number != 0.0 else FALSE)
    if kind == codes.ERROR:
        return number, np.int64(0)
    if number != np.floor(number) or abs(number) >= 1e15:
        return codes.FRACTION, np.int64(0)
    points = pool.draft
    left, at = np.int64(abs(number)), _DIGITS
    while left > 0 or at == _DIGITS:
        at -= 1
        points[at] = ZERO + left % 10
        left //= 10
    if number < 0:
        at -= 1
        points[at] = MINUS
    return codes.NO_ERROR, intern(pool, points[at:_DIGITS], _DIGITS - at)


@can_be_compiled()
def compared(kind_a, a, kind_b, b, pool):
    """Return -1, 0 or 1: numbers come before texts, texts before logical values.

    A blank cell is 0, "" or FALSE, whatever the other one is.
    """
    if kind_a == codes.BLANK:
        kind_a, a = kind_b, 0.0
    if kind_b == codes.BLANK:
        kind_b, b = kind_a, 0.0
    if kind_a != kind_b:
        return -1 if kind_a < kind_b else 1
    if kind_a == codes.TEXT:
        return order_of(pool, int(a), int(b))
    return -1 if a < b else (1 if a > b else 0)


@can_be_compiled(inline="always")
def holds(operator, a, b):
    """Return whether two numbers are as the operator of a comparison says."""
    if operator == codes.EQUAL:
        return a == b
    if operator == codes.UNEQUAL:
        return a != b
    if operator == codes.LESS:
        return a < b
    if operator == codes.GREATER:
        return a > b
    return a <= b if operator == codes.AT_MOST else a >= b


@can_be_compiled()
def joined(kind_a, a, kind_b, b, pool):
    """Return the value of ``a & b``, with the code FRACTION as in ``as_text``."""
    error_a, one = as_text(kind_a, a, pool)
    error_b, other = as_text(kind_b, b, pool)
    if error_a != codes.NO_ERROR or error_b != codes.NO_ERROR:
        return codes.ERROR, error_a if error_a != codes.NO_ERROR else error_b
    first, second = pool.length[one], pool.length[other]
    points = pool.draft
    if first + second > LONGEST:
        return codes.ERROR, codes.VALUE
    for i in range(first):
        points[i] = pool.characters[pool.start[one] + i]
    for i in range(second):
        points[first + i] = pool.characters[pool.start[other] + i]
    return codes.TEXT, float(intern(pool, points, first + second))


@can_be_compiled()
def simple(operator, kind_a, a, kind_b, b, folded):
    """Do what ``binary`` does for the commonest operands, or return the kind UNKNOWN.

    It takes little of the pool, so that the compiler can put it where it is called.
    """
    if operator <= codes.MULTIPLY and (kind_a == codes.NUMBER or kind_a == codes.LOGICAL):
        if kind_b == codes.NUMBER or kind_b == codes.LOGICAL:
            result = (
                a + b if operator == codes.ADD else (a - b if operator == codes.SUBTRACT else a * b)
            )
            if result - result == 0.0:  # it is finite
                return codes.NUMBER, result
    elif codes.EQUAL <= operator <= codes.AT_LEAST:
        if kind_a == codes.NUMBER and kind_b == codes.NUMBER:
            return codes.LOGICAL, 1.0 if holds(operator, a, b) else 0.0
        if (
            operator <= codes.UNEQUAL
            and codes.BLANK < kind_a < codes.ERROR
            and codes.BLANK < kind_b < codes.ERROR
        ):
            if kind_a != kind_b:
                return codes.LOGICAL, 1.0 if operator == codes.UNEQUAL else 0.0
            same = folded[int(a)] == folded[int(b)] if kind_a == codes.TEXT else a == b
            return codes.LOGICAL, 1.0 if same == (operator == codes.EQUAL) else 0.0
    return codes.UNKNOWN, 0.0


@can_be_compiled()
def binary(operator, kind_a, a, kind_b, b, pool):
    """Return the kind and number of ``a operator b``; the left error goes before the right one."""
    if kind_a == codes.ERROR:
        return codes.ERROR, a
    if kind_b == codes.ERROR:
        return codes.ERROR, b
    if operator == codes.JOIN:
        return joined(kind_a, a, kind_b, b, pool)
    if codes.EQUAL <= operator <= codes.AT_LEAST:
        sign = float(compared(kind_a, a, kind_b, b, pool))
        return codes.LOGICAL, 1.0 if holds(operator, sign, 0.0) else 0.0
    error, x = as_number(kind_a, a, pool)
    if error != codes.NO_ERROR:
        return codes.ERROR, error
    error, y = as_number(kind_b, b, pool)
    if error != codes.NO_ERROR:
        return codes.ERROR, error
    return arithmetic(operator, x, y)


@can_be_compiled()
def arithmetic(operator, x, y):
    """Return the kind and number of an operator on two numbers."""
    if operator == codes.ADD:
        result = x + y
    elif operator == codes.SUBTRACT:
        result = x - y
    elif operator == codes.MULTIPLY:
        result = x * y
    elif operator == codes.DIVIDE:
        if y == 0.0:
            return codes.ERROR, codes.DIV0
        result = x / y
    elif operator == codes.POWER:
        if x == 0.0 and y == 0.0:
            return codes.ERROR, codes.NUM
        if x == 0.0 and y < 0.0:
            return codes.ERROR, codes.DIV0
        if x < 0.0 and y != np.floor(y):
            return codes.ERROR, codes.NUM
        result = np.float64(x) ** y  # infinite where Python's own float raises an error
    elif operator == codes.MOD:
        if y == 0.0:
            return codes.ERROR, codes.DIV0
        if abs(x) >= abs(y) * codes.MOST_OF_MOD:
            return codes.ERROR, codes.NUM
        result = x - y * np.floor(x / y)
    else:
        result = rounded(operator, abs(x), np.trunc(y))
        result = result if x >= 0.0 else -result
    if not np.isfinite(result):
        return codes.ERROR, codes.NUM
    return codes.NUMBER, result


@can_be_compiled()
def rounded(operator, x, digits):
    """Return ``x``, which is not below zero, rounded to decimal places, or left of the point.

    Excel rounds what a cell shows with 15 digits: 1.005 is 1.01, though the double is below it.
    """
    factor = 10.0 ** min(abs(digits), MOST_DIGITS)
    more = 10.0 ** min(max(-digits - MOST_DIGITS, 0.0), MOST_DIGITS)  # left of the largest number
    scaled = x * factor if digits >= 0.0 else x / factor / more
    if not np.isfinite(scaled):
        return x
    whole = np.rint(scaled)
    if abs(scaled - whole) > ONE_IN_16_DIGITS * scaled:
        if operator == codes.ROUNDUP:
            whole = np.ceil(scaled)
        elif operator == codes.ROUNDDOWN:
            whole = np.floor(scaled)
        else:
            whole = np.floor(scaled * (1.0 + ONE_IN_16_DIGITS) + 0.5)
    return whole / factor if digits >= 0.0 else whole * factor * more


@can_be_compiled()
def unary(operator, kind, number, pool):
    """Return the kind and number of a function of one value."""
    if operator >= codes.ISNUMBER:
        if operator == codes.ISNUMBER:
            truth = kind == codes.NUMBER
        elif operator == codes.ISTEXT:
            truth = kind == codes.TEXT
        elif operator == codes.ISBLANK:
            truth = kind == codes.BLANK
        elif operator == codes.ISERROR:
            truth = kind == codes.ERROR
        elif operator == codes.ISERR:
            truth = kind == codes.ERROR and number != codes.NA
        elif operator == codes.ISNA:
            truth = kind == codes.ERROR and number == codes.NA
        elif operator == codes.ISLOGICAL:
            truth = kind == codes.LOGICAL
        else:  # ISNONTEXT
            truth = kind != codes.TEXT
        return codes.LOGICAL, 1.0 if truth else 0.0
    if kind == codes.ERROR:
        return codes.ERROR, number
    if operator == codes.KEEP:
        return (codes.NUMBER, 0.0) if kind == codes.BLANK else (kind, number)
    if operator == codes.N:
        return codes.NUMBER, number if kind == codes.NUMBER or kind == codes.LOGICAL else 0.0
    if operator == codes.LEN:
        error, text = as_text(kind, number, pool)
        return (
            (codes.ERROR, error)
            if error != codes.NO_ERROR
            else (codes.NUMBER, float(pool.length[text]))
        )
    if operator == codes.NOT:
        error, x = as_truth(kind, number, pool)
    else:
        error, x = as_number(kind, number, pool)
    if error != codes.NO_ERROR:
        return codes.ERROR, error
    if operator == codes.NEGATE:
        return codes.NUMBER, -x
    if operator == codes.PERCENT:
        return codes.NUMBER, x / 100.0
    if operator == codes.NOT:
        return codes.LOGICAL, 1.0 if x == 0.0 else 0.0
    if operator == codes.ABS:
        return codes.NUMBER, abs(x)
    if operator == codes.INT:
        return codes.NUMBER, np.floor(x)
    if operator == codes.SIGN:
        return codes.NUMBER, float(np.sign(x))
    if operator == codes.TRUNC:
        return codes.NUMBER, float(np.trunc(x))
    if operator == codes.EXP:
        result = np.exp(x)
        return (codes.NUMBER, result) if np.isfinite(result) else (codes.ERROR, codes.NUM)
    if operator == codes.LN or operator == codes.LOG10:
        if x <= 0.0:
            return codes.ERROR, codes.NUM
        return codes.NUMBER, np.log(x) if operator == codes.LN else np.log10(x)
    return (codes.ERROR, codes.NUM) if x < 0.0 else (codes.NUMBER, np.sqrt(x))  # SQRT
