"""Values as pairs of a kind and a number, and Excel's operators on them.

The functions run inside the machine; numba compiles them.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.digits import (
    CLOSE,
    DIGITS,
    SMALLEST,
    WHOLE_POWERS,
    as_number_of,
    may_be_equal,
    or_zero,
    order_of_numbers,
    significant,
    whole_below,
    written,
)
from xlbuilder.recalc.engines.fast.texts import (
    EMPTY,
    FALSE,
    LACK,
    LONGEST,
    TRUE,
    intern,
    number_of,
    order_of,
)

_MOST_PLACES = 400.0
"""Decimal places beyond which no number has a digit."""


@can_be_compiled()
def as_number(kind, number, pool):
    """Return an error's code (NO_ERROR for none) and the number that a value is in arithmetic.

    A text in which Excel may read a date is noted in the pool until it is read.
    """
    if kind == codes.NUMBER or kind == codes.LOGICAL:
        return codes.NO_ERROR, number
    if kind == codes.BLANK:
        return codes.NO_ERROR, 0.0
    if kind == codes.TEXT:
        value = number_of(pool, int(number))
        if value - value == 0.0:
            return codes.NO_ERROR, value
        return codes.VALUE, 0.0
    return number, 0.0


@can_be_compiled()
def as_truth(kind, number, pool):
    """Return an error's code (NO_ERROR for none), and 0 for FALSE: what a value is as a condition.

    Of texts, only TRUE and FALSE are logical values, in large or small letters.
    """
    if kind != codes.TEXT:
        return as_number(kind, number, pool)
    folded = pool.folded[int(number)]
    if folded == pool.folded[TRUE] or folded == pool.folded[FALSE]:
        return codes.NO_ERROR, 1.0 if folded == pool.folded[TRUE] else 0.0
    return codes.VALUE, 0.0


@can_be_compiled()
def truncated(number):
    """Return a position or a count without its fraction; beyond all places, one is as good."""
    return np.int64(min(max(number, -1e9), 1e9))


@can_be_compiled()
def as_text(kind, number, pool):
    """Return an error's code (NO_ERROR for none) and the text that a value is when it is joined."""
    if kind == codes.TEXT:
        return codes.NO_ERROR, np.int64(number)
    if kind == codes.BLANK:
        return codes.NO_ERROR, np.int64(EMPTY)
    if kind == codes.LOGICAL:
        return codes.NO_ERROR, np.int64(TRUE if number != 0.0 else FALSE)
    if kind == codes.ERROR:
        return number, np.int64(0)
    return codes.NO_ERROR, intern(pool, pool.draft, written(pool.draft, number))


@can_be_compiled()
def compared(kind_a, a, kind_b, b, pool):
    """Return -1, 0 or 1: numbers come before texts, texts before logical values.

    A blank cell is 0, "" or FALSE, as the other value needs it.  Numbers are read to 15 digits.
    """
    if kind_a == codes.BLANK:
        kind_a, a = kind_b, 0.0
    if kind_b == codes.BLANK:
        kind_b, b = kind_a, 0.0
    if kind_a != kind_b:
        return -1 if kind_a < kind_b else 1
    if kind_a == codes.TEXT:
        return order_of(pool, int(a), int(b))
    return order_of_numbers(a, b)


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
    """Return the value of ``a & b``."""
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
    if operator <= codes.LAST_DIFFERENCE and (kind_a == codes.NUMBER or kind_a == codes.LOGICAL):
        if kind_b == codes.NUMBER or kind_b == codes.LOGICAL:
            if operator == codes.MULTIPLY:
                result = a * b
            elif operator == codes.ADD or operator == codes.LAST_SUM:
                result = a + b
            else:
                result = a - b
            if operator >= codes.LAST_SUM and abs(result) < abs(a) * CLOSE:
                return codes.NUMBER, or_zero(result, a)
            if result - result == 0.0:  # it is finite
                return codes.NUMBER, result
    elif codes.EQUAL <= operator <= codes.AT_LEAST:
        if kind_a == codes.NUMBER and kind_b == codes.NUMBER:
            if may_be_equal(a, b):
                a, b = float(order_of_numbers(a, b)), 0.0
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
        result = np.float64(x) % y
    elif operator == codes.LAST_SUM:
        result = or_zero(x + y, x)
    elif operator == codes.LAST_DIFFERENCE:
        result = or_zero(x - y, x)
    else:
        result = rounded(operator, abs(x), np.trunc(y))
        result = result if x >= 0.0 else -result
    if not np.isfinite(result):
        return codes.ERROR, codes.NUM
    return codes.NUMBER, result if abs(result) >= SMALLEST else 0.0


@can_be_compiled()
def rounded(operator, x, digits):
    """Return ``x``, which is not below zero, rounded to decimal places, or left of the point.

    Excel rounds the 15 digits that it shows: 1.005 is 1.01, though the double is below it.  What
    ROUNDUP cuts off is a unit that it adds to the rest.
    """
    if x < SMALLEST or (digits >= 0.0 and x < 1e15 and x == np.floor(x)):
        return x
    places = int(min(max(digits, -_MOST_PLACES), _MOST_PLACES))
    number, power = significant(x, DIGITS, 1)
    cut = -places - power
    if cut <= 0:
        return as_number_of(number, power)
    kept = np.int64(0) if cut > DIGITS else number // WHOLE_POWERS[cut]
    rest = number if cut > DIGITS else number - kept * WHOLE_POWERS[cut]
    if operator == codes.ROUND and cut <= DIGITS and 2 * rest >= WHOLE_POWERS[cut]:
        kept += 1
    result = as_number_of(kept, -places)
    if operator == codes.ROUNDUP and rest > 0:
        result += as_number_of(np.int64(1), -places)
    return result


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
        if error != codes.NO_ERROR:
            return codes.ERROR, error
        if pool.counted_once[text] < pool.length[text]:
            pool.used[LACK] = codes.COUNTED_TEXT
        return codes.NUMBER, float(pool.length[text])
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
        return codes.NUMBER, whole_below(x)
    if operator == codes.SIGN:
        return codes.NUMBER, float(np.sign(x))
    if operator == codes.TRUNC:
        return arithmetic(codes.ROUNDDOWN, x, 0.0)
    if operator == codes.EXP:
        result = np.exp(x)
        return (codes.NUMBER, result) if np.isfinite(result) else (codes.ERROR, codes.NUM)
    if operator == codes.LN or operator == codes.LOG10:
        if x <= 0.0:
            return codes.ERROR, codes.NUM
        return codes.NUMBER, np.log(x) if operator == codes.LN else np.log10(x)
    return (codes.ERROR, codes.NUM) if x < 0.0 else (codes.NUMBER, np.sqrt(x))  # SQRT
