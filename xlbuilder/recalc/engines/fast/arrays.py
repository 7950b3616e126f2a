"""Functions that take arrays whole: matrices and the k-th number.

The functions run inside the machine; numba compiles them.  The operands are as in functions.py.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.values import as_number


@can_be_compiled()
def transpose(code, memory, target, pt, a, pa):
    """TRANSPOSE(array): a blank stays blank."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at, to = pa + i * code.stride[a] + j, pt + j * code.stride[target] + i
            kinds[to], numbers[to] = kinds[at], numbers[at]


@can_be_compiled()
def mmult(code, memory, target, pt, a, pa, b, pb):
    """MMULT(array, array): all is #VALUE! where one value is no number; an error goes before it."""
    kinds, numbers = memory.kinds, memory.numbers
    error = not_a_number(code, memory, a, pa, codes.NO_ERROR)
    error = not_a_number(code, memory, b, pb, error)
    for i in range(code.rows[target]):
        for j in range(code.columns[target]):
            to = pt + i * code.stride[target] + j
            if error != codes.NO_ERROR:
                kinds[to], numbers[to] = codes.ERROR, error
                continue
            total = 0.0
            for k in range(code.columns[a]):
                total += numbers[pa + i * code.stride[a] + k] * numbers[pb + k * code.stride[b] + j]
            kinds[to], numbers[to] = (
                (codes.NUMBER, total) if np.isfinite(total) else (codes.ERROR, codes.NUM)
            )


@can_be_compiled()
def not_a_number(code, memory, a, pa, error):
    """Return ``error``, or the first error of an array, or VALUE for a blank, text or logical."""
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at = pa + i * code.stride[a] + j
            if memory.kinds[at] == codes.ERROR and (
                error == codes.NO_ERROR or error == codes.VALUE
            ):
                return memory.numbers[at]
            if memory.kinds[at] != codes.NUMBER and error == codes.NO_ERROR:
                error = codes.VALUE
    return error


@can_be_compiled()
def ranked(code, memory, pool, is_small, target, pt, a, pa, b, pb):
    """SMALL and LARGE: the k-th number of ``a``, for each k in ``b``.

    A k that is not whole is rounded down in SMALL and up in LARGE.
    """
    kinds, numbers = memory.kinds, memory.numbers
    count, error = 0, codes.NO_ERROR
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at = pa + i * code.stride[a] + j
            count += kinds[at] == codes.NUMBER
            if kinds[at] == codes.ERROR and error == codes.NO_ERROR:
                error = numbers[at]
    for i in range(code.rows[b]):
        for j in range(code.columns[b]):
            at, to = pb + i * code.stride[b] + j, pt + i * code.stride[target] + j
            failed, k = as_number(kinds[at], numbers[at], pool)
            k = np.floor(k) if is_small else np.ceil(k)
            if error != codes.NO_ERROR or failed != codes.NO_ERROR:
                kinds[to], numbers[to] = codes.ERROR, error if error != codes.NO_ERROR else failed
            elif k < 1.0 or k > count:
                kinds[to], numbers[to] = codes.ERROR, codes.NUM
            else:
                kinds[to], numbers[to] = codes.NUMBER, kth(code, memory, is_small, a, pa, k)


@can_be_compiled()
def kth(code, memory, is_small, a, pa, k):
    """Return the k-th number; there are as many.  Equal ones count each."""
    kinds, numbers = memory.kinds, memory.numbers
    sign = 1.0 if is_small else -1.0
    last, passed = -np.inf, 0
    while True:
        least, equal = np.inf, 0
        for i in range(code.rows[a]):
            for j in range(code.columns[a]):
                at = pa + i * code.stride[a] + j
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
