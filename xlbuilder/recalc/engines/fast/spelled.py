"""The number that a text spells: ``5``, ``-1.5e3``, ``1,234``, ``50%``, ``$5``, ``(5)``, ``1 1/2``.

Excel takes such a text for a number in arithmetic and in criteria, as if it were typed into a cell.
It also reads dates and times: such a text is MAY_BE_A_NUMBER until asked/dates.py reads it, and one
that is no number is NaN.  What Excel reads was measured in its English edition by the project
pyOfficeEditor (docs/reference/excel.md).  The functions run inside the machine; numba compiles
them.
"""

import numpy as np

from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.digits import DIGITS, as_number_of

MAY_BE_A_NUMBER, UNREADABLE = np.inf, -np.inf
"""Of a text in which Excel may read a date, a time, an amount of money or digits of a script, and
of one of which nobody here knows what Excel reads."""
_LARGEST, _LEAST = 9.99999999999999e307, 1e-308
_LARGEST_PART = 32_767
"""Of a fraction (measured, as above)."""
_FIRST_SIGN, _SPACE, _PLUS, _MINUS, _POINT, _COMMA, _ZERO, _NINE = map(ord, "! +-.,09")
_DOLLAR, _PERCENT, _OPEN, _CLOSE, _SLASH, _COLON, _SMALL_E = map(ord, "$%()/:e")
_MONEY = tuple(map(ord, "€£¥"))
_ASCII = 128
_FULL_WIDTH, _SIGNS = 0xFF01, 94
"""The first of the full-width forms of the signs of ASCII behind the blank, and their number."""
_BESIDE_DIGITS = tuple(map(ord, " \u3000+-.,%$()/:eE"))
_ZEROS = np.array([each for each in range(_ASCII, 0xFF00) if chr(each).isdecimal()][::10])
"""The zeros of other scripts; the other digits follow each."""
_SMALL_A, _SMALL_P, _SMALL_M, _SMALL_Z = map(ord, "apmz")
_NAMES = "JanFebMarAprMayJunJulAugSepOctNovDecSunMonTueWedThuFriSat"
_WORDS = np.array([ord(letter) for letter in _NAMES.lower()]).reshape(-1, 3)
"""How months and days of the week begin."""


@can_be_compiled()
def number_in(points, length):
    """Return the number that a text spells; NaN for none, and MAY_BE_A_NUMBER."""
    first, last = 0, length
    while first < last and points[first] == _SPACE:
        first += 1
    while last > first and points[last - 1] == _SPACE:
        last -= 1
    has_digit, is_ascii = False, True
    for i in range(first, last):
        has_digit = has_digit or _ZERO <= points[i] <= _NINE
        is_ascii = is_ascii and points[i] < _ASCII
    if not is_ascii and _may_be_of_another_script(points, first, last):
        return MAY_BE_A_NUMBER
    if not has_digit:
        return np.nan
    number = _spelled(points, first, last)
    if np.isnan(number) and _may_be_a_date(points, first, last):
        return MAY_BE_A_NUMBER
    return number


@can_be_compiled()
def _spelled(points, i, last):
    """Return the number between two places, NaN for none."""
    sign, dollar, percent, opened = 0, False, False, False
    while i < last:
        point = points[i]
        if (point == _PLUS or point == _MINUS) and sign == 0 and not opened:
            sign = -1 if point == _MINUS else 1
        elif point == _DOLLAR and not dollar and not percent:
            dollar = True
        elif point == _OPEN and not opened and sign == 0:
            opened = True
        elif point == _PERCENT and not percent and not dollar:
            percent = True
        elif point != _SPACE:
            break
        i += 1
    # The digits: 15 count, and the power of ten of the last one.
    number, count, power, digits, group = np.int64(0), 0, 0, 0, -1
    point_seen = False
    while i < last:
        point = points[i]
        if _ZERO <= point <= _NINE:
            digits += 1
            if group >= 0 and not point_seen:
                group += 1
            if count < DIGITS:
                number = number * 10 + (point - _ZERO)
                count += number > 0
                power -= point_seen
            else:
                power += not point_seen
        elif point == _POINT and not point_seen:
            if 0 <= group < 3:
                return np.nan
            point_seen = True
        elif point == _COMMA and not point_seen and number > 0 and not 0 <= group < 3:
            group = 0
        else:
            break
        i += 1
    if digits == 0 or (not point_seen and 0 <= group < 3):
        return np.nan
    added = 0.0
    if i < last and (points[i] == _SMALL_E or points[i] == _SMALL_E - 32):
        i += 1
        down = i < last and points[i] == _MINUS
        i += i < last and (points[i] == _PLUS or points[i] == _MINUS)
        exponent, begin = 0, i
        while i < last and _ZERO <= points[i] <= _NINE:
            exponent = min(exponent * 10 + int(points[i]) - _ZERO, 9999)
            i += 1
        if i == begin:
            return np.nan
        power += -exponent if down else exponent
    elif not point_seen and i + 1 < last and points[i] == _SPACE:
        begin, above, below, slash = i + 1, 0, 0, 0
        while begin < last and (_ZERO <= points[begin] <= _NINE or points[begin] == _SLASH):
            if points[begin] == _SLASH:
                slash += 1
            elif slash:
                below = min(below * 10 + int(points[begin]) - _ZERO, 10 * _LARGEST_PART)
            else:
                above = min(above * 10 + int(points[begin]) - _ZERO, 10 * _LARGEST_PART)
            begin += 1
        if slash == 1 and points[i + 1] != _SLASH:
            if below == 0 or above > _LARGEST_PART or below > _LARGEST_PART:
                return np.nan
            added, i = above / below, begin
    while i < last:
        if points[i] == _PERCENT and not percent and not dollar:
            percent = True
        elif points[i] == _CLOSE and opened:
            opened, sign = False, -1
        elif points[i] != _SPACE:
            return np.nan
        i += 1
    if opened:
        return np.nan
    value = as_number_of(number, power)
    if number > 0 and not _LEAST <= value <= _LARGEST:
        return np.nan
    value += added
    if percent:
        value /= 100.0
    return -value if sign < 0 else value


@can_be_compiled()
def _may_be_of_another_script(points, first, last):
    """Return whether a text is made of digits, of which some are of another script or full width.

    An edition of Excel in whose country they are used may read a number there.
    """
    has_digit = False
    for i in range(first, last):
        point = points[i]
        if _FULL_WIDTH <= point < _FULL_WIDTH + _SIGNS:
            point = point - _FULL_WIDTH + _FIRST_SIGN
        is_digit = _ZERO <= point <= _NINE
        for zero in _ZEROS if point >= _ASCII else _ZEROS[:0]:
            is_digit = is_digit or 0 <= point - zero <= _NINE - _ZERO
        if not is_digit and point not in _BESIDE_DIGITS:
            return False
        has_digit = has_digit or is_digit
    return has_digit


@can_be_compiled()
def _may_be_a_date(points, i, last):
    """Return whether a text with a digit looks like a date, a time or an amount of money."""
    parts = False
    while i < last:
        point = points[i]
        small = point | 32
        if point in _MONEY or point == _SLASH or point == _COLON:
            parts = True
        elif point == _MINUS:
            parts = parts or (i > 0 and points[i - 1] >= _ZERO)
        elif _SMALL_A <= small <= _SMALL_Z and point < 128:
            end = i
            while end < last and points[end] < 128 and _SMALL_A <= (points[end] | 32) <= _SMALL_Z:
                end += 1
            is_half = (small == _SMALL_A or small == _SMALL_P) and (
                end == i + 1 or (end == i + 2 and points[i + 1] | 32 == _SMALL_M)
            )
            is_word = False
            for word in range(_WORDS.shape[0] if end - i >= 3 else 0):
                same = True
                for letter in range(3):
                    same = same and points[i + letter] | 32 == _WORDS[word, letter]
                is_word = is_word or same
            if not (is_word or (is_half and i > 0)):
                return False
            parts = True
            i = end - 1
        elif not (_ZERO <= point <= _NINE or point == _SPACE or point == _POINT or point == _COMMA):
            return False
        i += 1
    return parts
