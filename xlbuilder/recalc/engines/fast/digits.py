"""The 15 significant digits of a number, by which Excel compares, rounds and writes numbers.

Excel calculates with doubles, and reads them to 15 digits in some places (docs/reference/excel.md
says in which, and from where that is known).  The functions run inside the machine; numba compiles
them.
"""

import math
from fractions import Fraction

import numpy as np

from xlbuilder.recalc.engines.fast.compiler import can_be_compiled

DIGITS = 15
CLOSE = 1.1e-14
"""Two numbers that are further apart than this part of them differ within 15 digits."""
SMALLEST = 2.0**-1022
"""Below this, Excel takes a number for 0."""
_ZERO_BITS = 50
"""A last sum is 0 if it is less than 8 units in the last place of its first operand: than two to
the power of the operand's exponent less this."""
_FARTHEST = 330
"""The powers of ten that bring each double to 15 digits before the point are within it."""
_OVERFLOW = 1030
"""Two to this power is infinite."""
_WIDEST = 20
"""Characters of a number without an exponent; a longer one is written with an exponent."""
_SHORT = 99
"""Numbers with this exponent, or a greater one, are written with a digit less."""
_SPLITTER = 2.0**27 + 1.0
"""Splits a double into two of half the digits (Dekker, doi:10.1007/BF01397083)."""
_POINT, _ZERO, _PLUS, _MINUS, _BIG_E = map(ord, ".0+-E")


def _powers() -> tuple[list[float], list[float], list[int]]:
    """Return the powers of ten, each as the sum of two doubles times a power of two."""
    high, low, exponents = [], [], []
    for power in range(-_FARTHEST, _FARTHEST + 1):
        exact = Fraction(10) ** power
        exponent = exact.numerator.bit_length() - exact.denominator.bit_length()
        exact /= Fraction(2) ** exponent
        high.append(float(exact))
        low.append(float(exact - Fraction(high[-1])))
        exponents.append(exponent)
    return high, low, exponents


_HIGH, _LOW, _EXPONENT = map(np.array, _powers())
WHOLE_POWERS = 10 ** np.arange(19, dtype=np.int64)


@can_be_compiled()
def scaled(x, power):
    """Return ``x`` times a power of ten: the sum of two doubles, times a power of two."""
    part, exponent = math.frexp(x)
    high, low = _HIGH[power + _FARTHEST], _LOW[power + _FARTHEST]
    product = part * high
    a = part * _SPLITTER
    a -= a - part
    b = high * _SPLITTER
    b -= b - high
    a_low, b_low = part - a, high - b
    rest = ((a * b - product) + a * b_low + a_low * b) + a_low * b_low + part * low
    exponent += int(_EXPONENT[power + _FARTHEST])
    return product, rest, exponent


@can_be_compiled()
def _scaled(x, power):
    """Return ``x`` times a power of ten as the sum of two doubles, to some 32 digits."""
    high, low, exponent = scaled(x, power)
    return math.ldexp(high, exponent), math.ldexp(low, exponent)


@can_be_compiled()
def significant(x, digits, half):
    """Return the first digits of ``x`` > 0 as a whole number, and the power of ten behind it.

    ``half`` is 1 where the half of a last digit is rounded up, and 0 where it is cut off.
    """
    least, most = WHOLE_POWERS[digits - 1], WHOLE_POWERS[digits]
    power = digits - 1 - int(np.floor(np.log10(x)))
    high, low = _scaled(x, power)
    if high < least or (high == least and low < 0.0):
        power += 1
        high, low = _scaled(x, power)
    elif high > most or (high == most and low >= 0.0):
        power -= 1
        high, low = _scaled(x, power)
    whole = np.floor(high)
    beyond = (high - whole - 0.5) + low
    number = np.int64(whole)
    if beyond < -0.5:  # the second double takes it below the whole number
        number -= 1
        beyond += 1.0
    if beyond > 0.0 or (half and beyond == 0.0):
        number += 1
    if number == most:
        return np.int64(least), 1 - power
    return number, -power


@can_be_compiled()
def as_number_of(number, power):
    """Return the double nearest to a whole number of 18 digits at most times a power of ten."""
    if power == 0 or number == 0:
        return float(number)
    if 0 < power <= 22 and number < 2**53:
        return float(number) * 10.0**power
    if -22 <= power < 0 and number < 2**53:
        return float(number) / 10.0**-power
    if power < -_FARTHEST or power > _FARTHEST:
        return 0.0 if power < 0 else np.inf
    high, low, exponent = scaled(float(number), power)
    # Plain Python raises an error where this would be infinite in one step.
    return math.ldexp(high + low, min(exponent, _OVERFLOW) - 8) * 2.0**8


@can_be_compiled(inline="always")
def may_be_equal(a, b):
    """Return whether two numbers are so close that their digits have to be looked at."""
    return (a != b) & (abs(a - b) <= CLOSE * abs(a))


@can_be_compiled(inline="always")
def order_of_numbers(a, b):
    """Return -1, 0 or 1: how two numbers are in order, read to 15 digits."""
    if may_be_equal(a, b):
        return _order_by_digits(a, b)
    return 0 if a == b else (-1 if a < b else 1)


@can_be_compiled()
def _order_by_digits(a, b):
    if abs(a) < SMALLEST or abs(b) < SMALLEST:
        return -1 if a < b else 1
    number_a, power_a = significant(abs(a), DIGITS, 1)
    number_b, power_b = significant(abs(b), DIGITS, 1)
    if number_a == number_b and power_a == power_b:
        return 0
    is_less = power_a < power_b or (power_a == power_b and number_a < number_b)
    return -1 if is_less == (a > 0.0) else 1


@can_be_compiled()
def or_zero(result, first):
    """Return the result of a last addition or subtraction: 0 where it is a rounding error.

    ``first`` is the first operand.
    """
    if abs(result) > abs(first) * 1e-14 or first == 0.0:
        return result
    _, exponent = math.frexp(first)
    return 0.0 if abs(result) < math.ldexp(1.0, exponent - _ZERO_BITS) else result


@can_be_compiled()
def whole_below(x):
    """Return the next whole number at or below ``x``; if 15 digits of it are whole, that number."""
    below = np.floor(x)
    above = below + 1.0
    if below == x or abs(x) >= 1e15 or abs(x) < 0.5 or not may_be_equal(x, above):
        return below
    return above if order_of_numbers(x, above) == 0 else below


@can_be_compiled()
def written(points, x):
    """Write a number as Excel joins it to a text, and return the number of characters."""
    if abs(x) < SMALLEST:
        points[0] = _ZERO
        return 1
    at = 0
    if x < 0.0:
        points[0] = _MINUS
        at, x = 1, -x
    digits = DIGITS
    number, power = significant(x, digits, 0)
    exponent = power + digits - 1
    if exponent >= _SHORT or exponent <= -_SHORT:
        digits -= 1
        number, power = significant(x, digits, 0)
        exponent = power + digits - 1
    while number % 10 == 0:
        number //= 10
        digits -= 1
    if exponent >= 0:
        width = exponent + 1 if digits <= exponent + 1 else digits + 1
    else:
        width = 1 - exponent + digits
    is_short = width <= _WIDEST
    ahead = exponent + 1 if is_short else 1  # digits before the point
    if ahead <= 0:
        points[at], points[at + 1] = _ZERO, _POINT
        for i in range(-ahead):
            points[at + 2 + i] = _ZERO
        at += 2 - ahead
    for i in range(digits):
        if ahead > 0 and i == ahead:
            points[at] = _POINT
            at += 1
        points[at] = _ZERO + number // WHOLE_POWERS[digits - 1 - i] % 10
        at += 1
    for _ in range(ahead - digits):
        points[at] = _ZERO
        at += 1
    if is_short:
        return at
    points[at], points[at + 1] = _BIG_E, _PLUS if exponent > 0 else _MINUS
    at += 2
    exponent = abs(exponent)
    for place in range(1 if exponent < 100 else 2, -1, -1):
        points[at] = _ZERO + exponent // WHOLE_POWERS[place] % 10
        at += 1
    return at
