"""Functions that take arrays whole: matrices and the k-th number.

The functions run inside the machine; numba compiles them.  The operands are as in functions.py.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.values import as_number


@can_be_compiled()
def transpose(memory, target, a):
    """TRANSPOSE(array): a blank stays blank."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(a.rows):
        for j in range(a.columns):
            at, to = a.place + i * a.stride + j, target.place + j * target.stride + i
            kinds[to], numbers[to] = kinds[at], numbers[at]


@can_be_compiled()
def mmult(memory, target, a, b):
    """MMULT(array, array): all is #VALUE! where one value is no number; an error goes before it."""
    kinds, numbers = memory.kinds, memory.numbers
    error = not_a_number(memory, a, codes.NO_ERROR)
    error = not_a_number(memory, b, error)
    for i in range(target.rows):
        for j in range(target.columns):
            to = target.place + i * target.stride + j
            if error != codes.NO_ERROR:
                kinds[to], numbers[to] = codes.ERROR, error
                continue
            total = 0.0
            for k in range(a.columns):
                total += numbers[a.place + i * a.stride + k] * numbers[b.place + k * b.stride + j]
            kinds[to], numbers[to] = (
                (codes.NUMBER, total) if np.isfinite(total) else (codes.ERROR, codes.NUM)
            )


@can_be_compiled()
def not_a_number(memory, a, error):
    """Return ``error``, or the first error of an array, or VALUE for a blank, text or logical."""
    for i in range(a.rows):
        for j in range(a.columns):
            at = a.place + i * a.stride + j
            if memory.kinds[at] == codes.ERROR and (
                error == codes.NO_ERROR or error == codes.VALUE
            ):
                return memory.numbers[at]
            if memory.kinds[at] != codes.NUMBER and error == codes.NO_ERROR:
                error = codes.VALUE
    return error


@can_be_compiled()
def ranked(memory, pool, is_small, target, a, b):
    """SMALL and LARGE: the k-th number of ``a``, for each k in ``b``.

    A k that is not whole is rounded down in SMALL and up in LARGE.
    """
    kinds, numbers = memory.kinds, memory.numbers
    count, error = 0, codes.NO_ERROR
    for i in range(a.rows):
        for j in range(a.columns):
            at = a.place + i * a.stride + j
            count += kinds[at] == codes.NUMBER
            if kinds[at] == codes.ERROR and error == codes.NO_ERROR:
                error = numbers[at]
    for i in range(b.rows):
        for j in range(b.columns):
            at, to = b.place + i * b.stride + j, target.place + i * target.stride + j
            failed, k = as_number(kinds[at], numbers[at], pool)
            k = np.floor(k) if is_small else np.ceil(k)
            if error != codes.NO_ERROR or failed != codes.NO_ERROR:
                kinds[to], numbers[to] = codes.ERROR, error if error != codes.NO_ERROR else failed
            elif k < 1.0 or k > count:
                kinds[to], numbers[to] = codes.ERROR, codes.NUM
            else:
                kinds[to], numbers[to] = codes.NUMBER, kth(memory, is_small, a, k)


@can_be_compiled()
def kth(memory, is_small, a, k):
    """Return the k-th number; there are as many.  Equal ones count each."""
    kinds, numbers = memory.kinds, memory.numbers
    sign = 1.0 if is_small else -1.0
    last, passed = -np.inf, 0
    while True:
        least, equal = np.inf, 0
        for i in range(a.rows):
            for j in range(a.columns):
                at = a.place + i * a.stride + j
                if kinds[at] != codes.NUMBER:
                    continue
                number = sign * numbers[at]
                if last < number < least:
                    least, equal = number, 1
                elif number == least:
                    equal += 1
        passed += equal
        if passed >= k:
            return sign * least
        last = least
