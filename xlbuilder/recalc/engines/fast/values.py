"""Values as pairs of a kind and a number, and Excel's operators on them.

The functions run inside the machine; numba compiles them.
"""

import numpy as np

from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.texts import EMPTY, FALSE, LONGEST, TRUE, intern, order_of

BLANK, NUMBER, TEXT, LOGICAL, ERROR, UNKNOWN = range(6)
"""The kinds; the number of a text is its number in the pool, that of an error its code."""

ERRORS = tuple(ExcelError)
"""An error's code is its place here, as ERROR.TYPE counts, from 1."""
DIV0, VALUE, REF, NAME, NUM, NA = (float(ERRORS.index(error) + 1) for error in ERRORS[1:])

# The operators, by the number that an instruction carries.
BINARY = ("+", "-", "*", "/", "^", "&", "=", "<>", "<", ">", "<=", ">=", "MOD", "ROUND")
UNARY = (
    *("-", "+", "%", "NOT", "ABS", "INT", "SIGN", "TRUNC", "SQRT", "N", "LEN"),
    *("ISNUMBER", "ISTEXT", "ISBLANK", "ISERROR", "ISERR", "ISNA", "ISLOGICAL", "ISNONTEXT"),
)
_EQUAL, _MOD, _ROUND = BINARY.index("="), BINARY.index("MOD"), BINARY.index("ROUND")
_JOIN = BINARY.index("&")
_NOT, _N, _LEN, _FIRST_IS = map(UNARY.index, ("NOT", "N", "LEN", "ISNUMBER"))


@can_be_compiled()
def as_number(kind, number, pool):
    """Return an error's code (0 for none) and the number that a value is in arithmetic."""
    if kind == NUMBER or kind == LOGICAL:
        return 0.0, number
    if kind == BLANK:
        return 0.0, 0.0
    if kind == TEXT:
        value = pool.number[int(number)]
        return (VALUE, 0.0) if np.isnan(value) else (0.0, value)
    return number, 0.0


@can_be_compiled()
def truncated(number):
    """Return a position or a count without its fraction; beyond all places, one is as good."""
    return np.int64(min(max(number, -1e9), 1e9))


@can_be_compiled()
def as_text(kind, number, pool):
    """Return an error's code (0 for none) and the text that a value is when it is joined.

    A number that is not whole gives the code -1: its digits are Excel's secret.
    """
    if kind == TEXT:
        return 0.0, np.int64(number)
    if kind == BLANK:
        return 0.0, np.int64(EMPTY)
    if kind == LOGICAL:
        return 0.0, np.int64(TRUE if number != 0.0 else FALSE)
    if kind == ERROR:
        return number, np.int64(0)
    if number != np.floor(number) or abs(number) >= 1e15:
        return -1.0, np.int64(0)
    points = pool.draft
    left, at = np.int64(abs(number)), 20
    while left > 0 or at == 20:
        at -= 1
        points[at] = 48 + left % 10
        left //= 10
    if number < 0:
        at -= 1
        points[at] = 45
    return 0.0, intern(pool, points[at:20], 20 - at)


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
    """Return the value of ``a & b``, with the code -1 as in ``as_text``."""
    error_a, one = as_text(kind_a, a, pool)
    error_b, other = as_text(kind_b, b, pool)
    if error_a != 0.0 or error_b != 0.0:
        return ERROR, error_a if error_a != 0.0 else error_b
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
    if operator < 3 and (kind_a == NUMBER or kind_a == LOGICAL):
        if kind_b == NUMBER or kind_b == LOGICAL:
            result = a + b if operator == 0 else (a - b if operator == 1 else a * b)
            if result - result == 0.0:  # it is finite
                return NUMBER, result
    elif _EQUAL <= operator < _MOD:
        which = operator - _EQUAL
        if kind_a == NUMBER and kind_b == NUMBER:
            if which == 0:
                return LOGICAL, 1.0 if a == b else 0.0
            if which == 1:
                return LOGICAL, 1.0 if a != b else 0.0
            if which == 2:
                return LOGICAL, 1.0 if a < b else 0.0
            if which == 3:
                return LOGICAL, 1.0 if a > b else 0.0
            if which == 4:
                return LOGICAL, 1.0 if a <= b else 0.0
            return LOGICAL, 1.0 if a >= b else 0.0
        if which < 2 and 0 < kind_a < ERROR and 0 < kind_b < ERROR:
            if kind_a != kind_b:
                return LOGICAL, 1.0 if which == 1 else 0.0
            same = folded[int(a)] == folded[int(b)] if kind_a == TEXT else a == b
            return LOGICAL, 1.0 if same == (which == 0) else 0.0
    return UNKNOWN, 0.0


@can_be_compiled()
def binary(operator, kind_a, a, kind_b, b, pool):
    """Return the kind and number of ``a operator b``; the left error goes before the right one."""
    if kind_a == ERROR:
        return ERROR, a
    if kind_b == ERROR:
        return ERROR, b
    if operator == _JOIN:
        return joined(kind_a, a, kind_b, b, pool)
    if _EQUAL <= operator < _MOD:
        if kind_a == NUMBER and kind_b == NUMBER:
            sign = -1 if a < b else (1 if a > b else 0)
        else:
            sign = compared(kind_a, a, kind_b, b, pool)
        which = operator - _EQUAL
        if which == 0:
            truth = sign == 0
        elif which == 1:
            truth = sign != 0
        elif which == 2:
            truth = sign < 0
        elif which == 3:
            truth = sign > 0
        elif which == 4:
            truth = sign <= 0
        else:
            truth = sign >= 0
        return LOGICAL, 1.0 if truth else 0.0
    error, x = as_number(kind_a, a, pool)
    if error != 0.0:
        return ERROR, error
    error, y = as_number(kind_b, b, pool)
    if error != 0.0:
        return ERROR, error
    return arithmetic(operator, x, y)


@can_be_compiled()
def arithmetic(operator, x, y):
    """Return the kind and number of an operator on two numbers."""
    if operator == 0:
        result = x + y
    elif operator == 1:
        result = x - y
    elif operator == 2:
        result = x * y
    elif operator == 3:
        if y == 0.0:
            return ERROR, DIV0
        result = x / y
    elif operator == 4:
        if x == 0.0 and y == 0.0:
            return ERROR, NUM
        if x == 0.0 and y < 0.0:
            return ERROR, DIV0
        if x < 0.0 and y != np.floor(y):
            return ERROR, NUM
        result = np.float64(x) ** y  # infinite where Python's own float raises an error
    elif operator == _MOD:
        if y == 0.0:
            return ERROR, DIV0
        result = x - y * np.floor(x / y)
    else:
        factor = 10.0 ** np.trunc(y)
        scaled = np.floor(abs(x) * factor + 0.5) / factor if factor > 0.0 else 0.0
        result = scaled if x >= 0.0 else -scaled
    if not np.isfinite(result):
        return ERROR, NUM
    return NUMBER, result


@can_be_compiled()
def unary(operator, kind, number, pool):
    """Return the kind and number of a function of one value."""
    if operator >= _FIRST_IS:
        which = operator - _FIRST_IS
        if which == 0:
            truth = kind == NUMBER
        elif which == 1:
            truth = kind == TEXT
        elif which == 2:
            truth = kind == BLANK
        elif which == 3:
            truth = kind == ERROR
        elif which == 4:
            truth = kind == ERROR and number != NA
        elif which == 5:
            truth = kind == ERROR and number == NA
        elif which == 6:
            truth = kind == LOGICAL
        else:
            truth = kind != TEXT
        return LOGICAL, 1.0 if truth else 0.0
    if kind == ERROR:
        return ERROR, number
    if operator == 1:
        return (NUMBER, 0.0) if kind == BLANK else (kind, number)  # a plus sign changes nothing
    if operator == _N:
        return NUMBER, number if kind == NUMBER or kind == LOGICAL else 0.0
    if operator == _LEN:
        error, text = as_text(kind, number, pool)
        return (ERROR, error) if error != 0.0 else (NUMBER, float(pool.length[text]))
    if (
        operator == _NOT
        and kind == TEXT
        and pool.folded[int(number)]
        in (
            pool.folded[TRUE],
            pool.folded[FALSE],
        )
    ):
        return LOGICAL, 0.0 if pool.folded[int(number)] == pool.folded[TRUE] else 1.0
    error, x = as_number(kind, number, pool)
    if error != 0.0:
        return ERROR, error
    if operator == 0:
        return NUMBER, -x
    if operator == 2:
        return NUMBER, x / 100.0
    if operator == _NOT:
        return LOGICAL, 1.0 if x == 0.0 else 0.0
    if operator == 4:
        return NUMBER, abs(x)
    if operator == 5:
        return NUMBER, np.floor(x)
    if operator == 6:
        return NUMBER, float(np.sign(x))
    if operator == 7:
        return NUMBER, float(np.trunc(x))
    return (ERROR, NUM) if x < 0.0 else (NUMBER, np.sqrt(x))
