"""Values as pairs of a kind and a number, and Excel's operators on them.

The functions run inside the machine; numba compiles them.
"""

import numpy as np

from xlbuilder.recalc.engines.fast.codes import (
    ABS,
    ADD,
    AT_LEAST,
    AT_MOST,
    BLANK,
    DIV0,
    DIVIDE,
    EQUAL,
    ERROR,
    EXP,
    FRACTION,
    GREATER,
    INT,
    ISBLANK,
    ISERR,
    ISERROR,
    ISLOGICAL,
    ISNA,
    ISNUMBER,
    ISTEXT,
    JOIN,
    KEEP,
    LEN,
    LESS,
    LN,
    LOG10,
    LOGICAL,
    MOD,
    MOST_OF_MOD,
    MULTIPLY,
    NA,
    NEGATE,
    NO_ERROR,
    NOT,
    NUM,
    NUMBER,
    PERCENT,
    POWER,
    ROUNDDOWN,
    ROUNDUP,
    SIGN,
    SUBTRACT,
    TEXT,
    TRUNC,
    UNEQUAL,
    UNKNOWN,
    VALUE,
    N,
)
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
    if kind == NUMBER or kind == LOGICAL:
        return NO_ERROR, number
    if kind == BLANK:
        return NO_ERROR, 0.0
    if kind == TEXT:
        value = pool.number[int(number)]
        return (VALUE, 0.0) if np.isnan(value) else (NO_ERROR, value)
    return number, 0.0


@can_be_compiled()
def truncated(number):
    """Return a position or a count without its fraction; beyond all places, one is as good."""
    return np.int64(min(max(number, -1e9), 1e9))


@can_be_compiled()
def as_text(kind, number, pool):
    """Return an error's code (NO_ERROR for none) and the text that a value is when it is joined.

    A number that is not whole gives the code FRACTION: Excel does not document its digits.
    """
    if kind == TEXT:
        return NO_ERROR, np.int64(number)
    if kind == BLANK:
        return NO_ERROR, np.int64(EMPTY)
    if kind == LOGICAL:
        return NO_ERROR, np.int64(TRUE if number != 0.0 else FALSE)
    if kind == ERROR:
        return number, np.int64(0)
    if number != np.floor(number) or abs(number) >= 1e15:
        return FRACTION, np.int64(0)
    points = pool.draft
    left, at = np.int64(abs(number)), _DIGITS
    while left > 0 or at == _DIGITS:
        at -= 1
        points[at] = ZERO + left % 10
        left //= 10
    if number < 0:
        at -= 1
        points[at] = MINUS
    return NO_ERROR, intern(pool, points[at:_DIGITS], _DIGITS - at)


@can_be_compiled()
def compared(kind_a, a, kind_b, b, pool):
    """Return -1, 0 or 1: numbers come before texts, texts before logical values.

    A blank cell is 0, "" or FALSE, whatever the other one is.
    """
    if kind_a == BLANK:
        kind_a, a = kind_b, 0.0
    if kind_b == BLANK:
        kind_b, b = kind_a, 0.0
    if kind_a != kind_b:
        return -1 if kind_a < kind_b else 1
    if kind_a == TEXT:
        return order_of(pool, int(a), int(b))
    return -1 if a < b else (1 if a > b else 0)


@can_be_compiled()
def joined(kind_a, a, kind_b, b, pool):
    """Return the value of ``a & b``, with the code FRACTION as in ``as_text``."""
    error_a, one = as_text(kind_a, a, pool)
    error_b, other = as_text(kind_b, b, pool)
    if error_a != NO_ERROR or error_b != NO_ERROR:
        return ERROR, error_a if error_a != NO_ERROR else error_b
    first, second = pool.length[one], pool.length[other]
    points = pool.draft
    if first + second > LONGEST:
        return ERROR, VALUE
    for i in range(first):
        points[i] = pool.characters[pool.start[one] + i]
    for i in range(second):
        points[first + i] = pool.characters[pool.start[other] + i]
    return TEXT, float(intern(pool, points, first + second))


@can_be_compiled()
def simple(operator, kind_a, a, kind_b, b, folded):
    """Do what ``binary`` does for the commonest operands, or return the kind UNKNOWN.

    It takes little of the pool, so that the compiler can put it where it is called.
    """
    if operator <= MULTIPLY and (kind_a == NUMBER or kind_a == LOGICAL):
        if kind_b == NUMBER or kind_b == LOGICAL:
            result = a + b if operator == ADD else (a - b if operator == SUBTRACT else a * b)
            if result - result == 0.0:  # it is finite
                return NUMBER, result
    elif EQUAL <= operator <= AT_LEAST:
        if kind_a == NUMBER and kind_b == NUMBER:
            if operator == EQUAL:
                return LOGICAL, 1.0 if a == b else 0.0
            if operator == UNEQUAL:
                return LOGICAL, 1.0 if a != b else 0.0
            if operator == LESS:
                return LOGICAL, 1.0 if a < b else 0.0
            if operator == GREATER:
                return LOGICAL, 1.0 if a > b else 0.0
            if operator == AT_MOST:
                return LOGICAL, 1.0 if a <= b else 0.0
            return LOGICAL, 1.0 if a >= b else 0.0
        if operator <= UNEQUAL and BLANK < kind_a < ERROR and BLANK < kind_b < ERROR:
            if kind_a != kind_b:
                return LOGICAL, 1.0 if operator == UNEQUAL else 0.0
            same = folded[int(a)] == folded[int(b)] if kind_a == TEXT else a == b
            return LOGICAL, 1.0 if same == (operator == EQUAL) else 0.0
    return UNKNOWN, 0.0


@can_be_compiled()
def binary(operator, kind_a, a, kind_b, b, pool):
    """Return the kind and number of ``a operator b``; the left error goes before the right one."""
    if kind_a == ERROR:
        return ERROR, a
    if kind_b == ERROR:
        return ERROR, b
    if operator == JOIN:
        return joined(kind_a, a, kind_b, b, pool)
    if EQUAL <= operator <= AT_LEAST:
        if kind_a == NUMBER and kind_b == NUMBER:
            sign = -1 if a < b else (1 if a > b else 0)
        else:
            sign = compared(kind_a, a, kind_b, b, pool)
        if operator == EQUAL:
            truth = sign == 0
        elif operator == UNEQUAL:
            truth = sign != 0
        elif operator == LESS:
            truth = sign < 0
        elif operator == GREATER:
            truth = sign > 0
        elif operator == AT_MOST:
            truth = sign <= 0
        else:
            truth = sign >= 0
        return LOGICAL, 1.0 if truth else 0.0
    error, x = as_number(kind_a, a, pool)
    if error != NO_ERROR:
        return ERROR, error
    error, y = as_number(kind_b, b, pool)
    if error != NO_ERROR:
        return ERROR, error
    return arithmetic(operator, x, y)


@can_be_compiled()
def arithmetic(operator, x, y):
    """Return the kind and number of an operator on two numbers."""
    if operator == ADD:
        result = x + y
    elif operator == SUBTRACT:
        result = x - y
    elif operator == MULTIPLY:
        result = x * y
    elif operator == DIVIDE:
        if y == 0.0:
            return ERROR, DIV0
        result = x / y
    elif operator == POWER:
        if x == 0.0 and y == 0.0:
            return ERROR, NUM
        if x == 0.0 and y < 0.0:
            return ERROR, DIV0
        if x < 0.0 and y != np.floor(y):
            return ERROR, NUM
        result = np.float64(x) ** y  # infinite where Python's own float raises an error
    elif operator == MOD:
        if y == 0.0:
            return ERROR, DIV0
        if abs(x) >= abs(y) * MOST_OF_MOD:
            return ERROR, NUM
        result = x - y * np.floor(x / y)
    else:
        result = rounded(operator, abs(x), np.trunc(y))
        result = result if x >= 0.0 else -result
    if not np.isfinite(result):
        return ERROR, NUM
    return NUMBER, result


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
        if operator == ROUNDUP:
            whole = np.ceil(scaled)
        elif operator == ROUNDDOWN:
            whole = np.floor(scaled)
        else:
            whole = np.floor(scaled * (1.0 + ONE_IN_16_DIGITS) + 0.5)
    return whole / factor if digits >= 0.0 else whole * factor * more


@can_be_compiled()
def unary(operator, kind, number, pool):
    """Return the kind and number of a function of one value."""
    if operator >= ISNUMBER:
        if operator == ISNUMBER:
            truth = kind == NUMBER
        elif operator == ISTEXT:
            truth = kind == TEXT
        elif operator == ISBLANK:
            truth = kind == BLANK
        elif operator == ISERROR:
            truth = kind == ERROR
        elif operator == ISERR:
            truth = kind == ERROR and number != NA
        elif operator == ISNA:
            truth = kind == ERROR and number == NA
        elif operator == ISLOGICAL:
            truth = kind == LOGICAL
        else:  # ISNONTEXT
            truth = kind != TEXT
        return LOGICAL, 1.0 if truth else 0.0
    if kind == ERROR:
        return ERROR, number
    if operator == KEEP:
        return (NUMBER, 0.0) if kind == BLANK else (kind, number)
    if operator == N:
        return NUMBER, number if kind == NUMBER or kind == LOGICAL else 0.0
    if operator == LEN:
        error, text = as_text(kind, number, pool)
        return (ERROR, error) if error != NO_ERROR else (NUMBER, float(pool.length[text]))
    if operator == NOT and kind == TEXT:
        folded = pool.folded[int(number)]
        if folded == pool.folded[TRUE] or folded == pool.folded[FALSE]:
            return LOGICAL, 1.0 if folded == pool.folded[FALSE] else 0.0
    error, x = as_number(kind, number, pool)
    if error != NO_ERROR:
        return ERROR, error
    if operator == NEGATE:
        return NUMBER, -x
    if operator == PERCENT:
        return NUMBER, x / 100.0
    if operator == NOT:
        return LOGICAL, 1.0 if x == 0.0 else 0.0
    if operator == ABS:
        return NUMBER, abs(x)
    if operator == INT:
        return NUMBER, np.floor(x)
    if operator == SIGN:
        return NUMBER, float(np.sign(x))
    if operator == TRUNC:
        return NUMBER, float(np.trunc(x))
    if operator == EXP:
        result = np.exp(x)
        return (NUMBER, result) if np.isfinite(result) else (ERROR, NUM)
    if operator == LN or operator == LOG10:
        if x <= 0.0:
            return ERROR, NUM
        return NUMBER, np.log(x) if operator == LN else np.log10(x)
    return (ERROR, NUM) if x < 0.0 else (NUMBER, np.sqrt(x))  # SQRT
