"""Which cells meet a criterion of COUNTIF, SUMIF, COUNTIFS or SUMIFS.

The functions run inside the machine; numba compiles them.  The operands are as in functions.py.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.digits import may_be_equal, order_of_numbers
from xlbuilder.recalc.engines.fast.rows import equal_numbers
from xlbuilder.recalc.engines.fast.spelled import MAY_BE_A_NUMBER
from xlbuilder.recalc.engines.fast.texts import (
    EMPTY,
    EQUALS_SIGN,
    EXCLAMATION_MARK,
    FALSE,
    GREATER_SIGN,
    LESS_SIGN,
    NUMBER_SIGN,
    QUESTION_MARK,
    SLASH,
    TRUE,
    UNREAD,
    fits,
    intern,
    number_of,
)
from xlbuilder.recalc.engines.fast.values import binary, simple


@can_be_compiled()
def criterion_in(pool, text):
    """Return the operator, kind and number of a criterion such as ``>0``, ``a*`` or ``<>``.

    The kind is UNKNOWN where Excel may read a value that is not read here: an error, a date.
    """
    start, length = pool.start[text], pool.length[text]
    operator, signs = codes.EQUAL, 0
    first = pool.characters[start] if length > 0 else 0
    second = pool.characters[start + 1] if length > 1 else 0
    if first == EQUALS_SIGN:
        signs = 1
    elif first == LESS_SIGN:
        operator, signs = codes.LESS, 1
        if second == GREATER_SIGN:
            operator, signs = codes.UNEQUAL, 2
        elif second == EQUALS_SIGN:
            operator, signs = codes.AT_MOST, 2
    elif first == GREATER_SIGN:
        operator, signs = codes.GREATER, 1
        if second == EQUALS_SIGN:
            operator, signs = codes.AT_LEAST, 2
    rest = np.int64(text)
    if signs > 0:
        if signs == length:
            return operator, codes.BLANK, 0.0
        rest = intern(pool, pool.characters[start + signs : start + length], length - signs)
    folded = pool.folded[rest]
    if folded == pool.folded[TRUE] or folded == pool.folded[FALSE]:
        return operator, codes.LOGICAL, 1.0 if folded == pool.folded[TRUE] else 0.0
    number = pool.number[rest]
    if number == MAY_BE_A_NUMBER:
        pool.used[UNREAD] = 1
    if number - number == 0.0:
        return operator, codes.NUMBER, number
    if not np.isnan(number) or may_be_an_error(pool, rest):
        return operator, codes.UNKNOWN, 0.0
    return operator, codes.TEXT, float(rest)


@can_be_compiled()
def may_be_an_error(pool, text):
    """Return whether a text looks like an error value of Excel 2007."""
    start, length = pool.start[text], pool.length[text]
    if length <= 3 or pool.characters[start] != NUMBER_SIGN:
        return False
    third, last = pool.characters[start + 2], pool.characters[start + length - 1]
    return third == SLASH or last == EXCLAMATION_MARK or last == QUESTION_MARK


@can_be_compiled()
def meets(pool, kind, number, operator, wanted_kind, wanted):
    """Return whether a value meets the criterion of an operator and a wanted value.

    Numbers are read to 15 digits.  A number meets ``=`` with a text that spells the number; such a
    text meets ``<>`` with the number, too.  Only numbers are greater or less than a number.  A
    wanted blank is the criterion ``"="``, which blank cells alone meet.
    """
    if operator == codes.EQUAL or operator == codes.UNEQUAL:
        if wanted_kind == codes.BLANK:  # "=" and "<>" alone
            same = kind == codes.BLANK
        elif wanted_kind == codes.NUMBER:
            same = kind == codes.NUMBER and order_of_numbers(number, wanted) == 0
            if kind == codes.TEXT and operator == codes.EQUAL:
                spelled = number_of(pool, int(number))
                same = spelled - spelled == 0.0 and order_of_numbers(spelled, wanted) == 0
        elif wanted_kind != codes.TEXT:
            same = kind == wanted_kind and number == wanted
        elif wanted == EMPTY:  # ""
            same = kind == codes.BLANK or (kind == codes.TEXT and number == EMPTY)
        else:
            same = kind == codes.TEXT and fits(pool, int(number), int(wanted))
        return same == (operator == codes.EQUAL)
    if kind != wanted_kind:
        return False
    if kind == codes.NUMBER:
        return simple(operator, kind, number, kind, wanted, pool.folded)[1] != 0.0
    return binary(operator, kind, number, wanted_kind, wanted, pool)[1] != 0.0


@can_be_compiled()
def wanted_of(pool, operator, kind, number, alarm):
    """Return the operator, kind and number that are looked for.

    With AS_VALUE the criterion is a value that is known only now.
    """
    if operator != codes.AS_VALUE:
        return operator, kind, number
    if kind == codes.BLANK:
        return codes.EQUAL, codes.NUMBER, 0.0
    if kind == codes.TEXT:
        operator, kind, number = criterion_in(pool, int(number))
        if kind == codes.UNKNOWN:
            alarm[codes.ALARM] = codes.UNREAD_CRITERION
        return operator, kind, number
    return codes.EQUAL, kind, number


@can_be_compiled()
def fits_map(memory, pool, operator, target, a, b, alarm):
    """Put 1 where a cell of ``a`` meets the criterion ``b``, one value, and 0 elsewhere."""
    kinds, numbers = memory.kinds, memory.numbers
    kind, number = kinds[b.place], numbers[b.place]
    operator, wanted_kind, wanted = wanted_of(pool, operator, kind, number, alarm)
    for i in range(a.rows):
        for j in range(a.columns):
            at, to = a.place + i * a.stride + j, target.place + i * target.stride + j
            fit = meets(pool, kinds[at], numbers[at], operator, wanted_kind, wanted)
            kinds[to], numbers[to] = codes.NUMBER, 1.0 if fit else 0.0


@can_be_compiled(inline="always")
def count_if(memory, pool, operator, target, a, b, alarm):
    """Count, for each criterion in ``b``, the cells of ``a`` that meet it."""
    kinds, numbers = memory.kinds, memory.numbers
    if b.rows * b.columns > 1 and tally(memory, pool, target, a, b):
        return
    rows, columns, stride = a.rows, a.columns, a.stride
    for i in range(b.rows):
        for j in range(b.columns):
            at, to = b.place + i * b.stride + j, target.place + i * target.stride + j
            how, kind, wanted = wanted_of(pool, operator, kinds[at], numbers[at], alarm)
            count = -1
            if how == codes.EQUAL and kind == codes.NUMBER:
                count = equal_numbers(kinds, numbers, a.place, rows, columns, stride, wanted)
            if count < 0:
                count = 0
                for row in range(rows):
                    for place in range(a.place + row * stride, a.place + row * stride + columns):
                        count += meets(pool, kinds[place], numbers[place], how, kind, wanted)
            kinds[to], numbers[to] = codes.NUMBER, count


@can_be_compiled(inline="always")
def tally(memory, pool, target, a, b):
    """Count for many criteria at once, if they are whole numbers in sequence, as 1 to 9 are.

    Returns whether the counts are there: not where a value may be one of them to 15 digits.
    """
    kinds, numbers = memory.kinds, memory.numbers
    before, many = -1.0, b.rows * b.columns
    if b.stride != b.columns or target.stride != b.columns:
        return False
    for i in range(many):
        number = numbers[b.place + i]
        if (
            kinds[b.place + i] != codes.NUMBER
            or number < 0.0
            or (before >= 0.0 and number != before + 1.0)
        ):
            return False
        if number != np.floor(number):
            return False
        before = number
        kinds[target.place + i], numbers[target.place + i] = codes.NUMBER, 0.0
    lowest, highest = numbers[b.place], before
    for row in range(a.rows):
        begin = a.place + row * a.stride
        for place in range(begin, begin + a.columns):
            number = numbers[place]
            if kinds[place] == codes.TEXT:
                if number == EMPTY:
                    continue
                number = number_of(pool, int(number))
                if number - number != 0.0:
                    continue
            elif kinds[place] != codes.NUMBER:
                continue
            if lowest <= number <= highest and number == np.floor(number):
                numbers[target.place + int(number - lowest)] += 1.0
            elif may_be_equal(np.rint(number), number):
                return False
    return True
