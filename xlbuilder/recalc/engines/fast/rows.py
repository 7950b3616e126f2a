"""Rows of numbers: an operator on a whole row, where nothing but numbers comes in and goes out.

Most arrays hold numbers and logical values alone.  Asking once for the whole row, and not for each
value, takes a fifth of the time.  The functions run inside the machine; numba compiles them.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled, unsigned
from xlbuilder.recalc.engines.fast.digits import CLOSE, may_be_equal
from xlbuilder.recalc.engines.fast.texts import EMPTY
from xlbuilder.recalc.engines.fast.values import holds


@can_be_compiled()
def of_numbers(operator, kinds, numbers, target, a, step_a, b, step_b, length):
    """Do with each pair of a row what ``values.binary`` does; return whether it is done.

    ``a`` and ``b`` are the places of the first pair, and the steps lead to the next one (0: to the
    same value).  It is not done where a value is of another kind, a result is no number, or two
    numbers may be the same to 15 digits.
    """
    to, x, y = unsigned(target), unsigned(a), unsigned(b)
    step_x, step_y, end = unsigned(step_a), unsigned(step_b), unsigned(length)
    every, some = codes.LOGICAL, 0
    for i in range(end):
        kind_x, kind_y = kinds[x + i * step_x], kinds[y + i * step_y]
        every &= kind_x & kind_y
        some |= kind_x | kind_y
    if not every & codes.NUMBER:  # NUMBER and LOGICAL are the odd kinds
        return False
    if codes.EQUAL <= operator <= codes.AT_LEAST:
        if some != codes.NUMBER:
            return False
        close = 0
        for i in range(end):
            p, q = numbers[x + i * step_x], numbers[y + i * step_y]
            kinds[to + i] = codes.LOGICAL
            numbers[to + i] = 1.0 if holds(operator, p, q) else 0.0
            close += may_be_equal(p, q)
        return close == 0
    for i in range(end):
        p, q = numbers[x + i * step_x], numbers[y + i * step_y]
        if operator == codes.MULTIPLY:
            result = p * q
        elif operator == codes.ADD:
            result = p + q
        elif (
            operator == codes.MOD
            and abs(p) < abs(q) * codes.MOST_OF_MOD
            and p == np.floor(p)
            and q == np.floor(q)
        ):
            result = p - q * np.floor(p / q)
        elif operator == codes.SUBTRACT:
            result = p - q
        elif operator == codes.DIVIDE and q != 0.0:
            result = p / q
        else:
            return False
        if result - result != 0.0:  # it is infinite
            return False
        kinds[to + i], numbers[to + i] = codes.NUMBER, result
    return True


@can_be_compiled()
def equal_numbers(kinds, numbers, area, rows, columns, stride, wanted):
    """Return how many values of an area are this number; -1 where one has to be looked at.

    That is a text, or a number that may be the same to 15 digits.
    """
    begin, width, end = unsigned(area), unsigned(stride), unsigned(columns)
    count, close, texts = 0, 0, 0
    least, most = wanted - CLOSE * abs(wanted), wanted + CLOSE * abs(wanted)
    for i in range(unsigned(rows)):
        at = begin + i * width
        for j in range(end):
            kind, number = kinds[at + j], numbers[at + j]
            count += (kind == codes.NUMBER) & (number == wanted)
            close += (kind == codes.NUMBER) & (least <= number) & (number <= most)
            texts += (kind == codes.TEXT) & (number != EMPTY)
    return -1 if texts or close != count else count
