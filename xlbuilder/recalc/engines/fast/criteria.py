"""Which cells meet a criterion of COUNTIF, SUMIF, COUNTIFS or SUMIFS.

The functions run inside the machine; numba compiles them.  The operands are as in functions.py.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.rows import equal_numbers
from xlbuilder.recalc.engines.fast.texts import (
    BIG_E,
    EXCLAMATION_MARK,
    FALSE,
    GREATER_SIGN,
    IN_NUMBERS,
    LESS_SIGN,
    NINE,
    NUMBER_SIGN,
    QUESTION_MARK,
    SLASH,
    SMALL_E,
    SPACE,
    STAR,
    TILDE,
    TRUE,
    ZERO,
    fits,
)
from xlbuilder.recalc.engines.fast.values import binary, simple


@can_be_compiled()
def is_pattern(pool, text):
    """Return whether a text would be more than a text, as a criterion: ``>5`` or ``a*``."""
    start, length = pool.start[text], pool.length[text]
    for i in range(start, start + length):
        point = pool.characters[i]
        if point == STAR or point == QUESTION_MARK or point == TILDE:
            return True
        if i == start and LESS_SIGN <= point <= GREATER_SIGN:
            return True
    return False


@can_be_compiled()
def may_be_a_value(pool, text):
    """Return whether Excel may read a criterion as a value that the machine does not read.

    Such are ``TRUE``, ``#N/A``, ``50%``, ``1e3``, ``1/2`` and numbers of more than 15 digits; but a
    date or a time with words (``1 Jan``, ``5 PM``) is taken for a text.
    """
    folded, start, length = pool.folded[text], pool.start[text], pool.length[text]
    if folded == pool.folded[TRUE] or folded == pool.folded[FALSE]:
        return True
    if length > 3 and pool.characters[start] == NUMBER_SIGN:  # the errors of Excel 2007
        third, last = pool.characters[start + 2], pool.characters[start + length - 1]
        return third == SLASH or last == EXCLAMATION_MARK or last == QUESTION_MARK
    digits, spaces, signs = 0, 0, 0
    for i in range(length):
        point = pool.characters[start + i]
        if ZERO <= point <= NINE:
            digits += 1
        elif point == SPACE:
            spaces += 1
        elif point in IN_NUMBERS:
            signs += 1
        elif not ((point == BIG_E or point == SMALL_E) and digits > 0 and i < length - 1):
            return False
    is_list = spaces > 0 and signs == 0  # "1 3", of candidates
    return digits > 0 and not is_list and np.isnan(pool.number[text])


@can_be_compiled()
def meets(pool, kind, number, operator, wanted_kind, wanted):
    """Return whether a value meets the criterion of an operator and a wanted value.

    A number is equal to a text that spells it, and greater or less than numbers alone; a wanted
    blank is the criterion ``"="``, which blank cells alone meet.
    """
    if operator == codes.EQUAL or operator == codes.UNEQUAL:
        if wanted_kind == codes.BLANK:  # "=" and "<>" alone
            same = kind == codes.BLANK
        elif wanted_kind == codes.NUMBER:
            same = (kind == codes.NUMBER and number == wanted) or (
                kind == codes.TEXT and pool.number[int(number)] == wanted
            )
        elif wanted_kind != codes.TEXT:
            same = kind == wanted_kind and number == wanted
        elif wanted == 0.0:  # ""
            same = kind == codes.BLANK or (kind == codes.TEXT and number == 0.0)
        else:
            same = kind == codes.TEXT and fits(pool, int(number), int(wanted))
        return same == (operator == codes.EQUAL)
    if kind != wanted_kind:
        return False
    if kind == codes.NUMBER:
        return simple(operator, kind, number, kind, wanted, pool.folded)[1] != 0.0
    return binary(operator, kind, number, wanted_kind, wanted, pool)[1] != 0.0


@can_be_compiled()
def wanted_of(pool, operator, kind, number, alarm, cell):
    """Return the operator, kind and number that are looked for.

    With AS_VALUE the criterion is a value that is known only now: equal to it.
    """
    if operator != codes.AS_VALUE:
        return operator, kind, number
    if kind == codes.BLANK:
        return codes.EQUAL, codes.NUMBER, 0.0
    if kind == codes.TEXT:
        spelled = pool.number[int(number)]
        if not np.isnan(spelled):
            return codes.EQUAL, codes.NUMBER, spelled
        if is_pattern(pool, int(number)) or may_be_a_value(pool, int(number)):
            alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.PATTERN, cell
    return codes.EQUAL, kind, number


@can_be_compiled()
def fits_map(code, memory, pool, operator, target, pt, a, pa, pb, alarm, cell):
    """Put 1 where a cell of ``a`` meets a criterion, and 0 elsewhere."""
    kinds, numbers = memory.kinds, memory.numbers
    operator, wanted_kind, wanted = wanted_of(pool, operator, kinds[pb], numbers[pb], alarm, cell)
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at, to = pa + i * code.stride[a] + j, pt + i * code.stride[target] + j
            fit = meets(pool, kinds[at], numbers[at], operator, wanted_kind, wanted)
            kinds[to], numbers[to] = codes.NUMBER, 1.0 if fit else 0.0


@can_be_compiled(inline="always")
def count_if(code, memory, pool, operator, target, pt, a, pa, b, pb, alarm, cell):
    """Count, for each criterion in ``b``, the cells of ``a`` that meet it."""
    kinds, numbers = memory.kinds, memory.numbers
    if code.rows[b] * code.columns[b] > 1 and tally(code, memory, pool, target, pt, a, pa, b, pb):
        return
    rows, columns, stride = code.rows[a], code.columns[a], code.stride[a]
    for i in range(code.rows[b]):
        for j in range(code.columns[b]):
            at, to = pb + i * code.stride[b] + j, pt + i * code.stride[target] + j
            how, kind, wanted = wanted_of(pool, operator, kinds[at], numbers[at], alarm, cell)
            count = -1
            if how == codes.EQUAL and kind == codes.NUMBER:
                count = equal_numbers(kinds, numbers, pa, rows, columns, stride, wanted)
            if count < 0:
                count = 0
                for row in range(rows):
                    for place in range(pa + row * stride, pa + row * stride + columns):
                        count += meets(pool, kinds[place], numbers[place], how, kind, wanted)
            kinds[to], numbers[to] = codes.NUMBER, count


@can_be_compiled(inline="always")
def tally(code, memory, pool, target, pt, a, pa, b, pb):
    """Count for many criteria at once, if they are whole numbers in sequence, as 1 to 9 are.

    Returns whether they are, and so whether the counts are there.
    """
    kinds, numbers = memory.kinds, memory.numbers
    before, many = -1.0, code.rows[b] * code.columns[b]
    if code.stride[b] != code.columns[b] or code.stride[target] != code.columns[b]:
        return False
    for i in range(many):
        number = numbers[pb + i]
        if (
            kinds[pb + i] != codes.NUMBER
            or number < 0.0
            or (before >= 0.0 and number != before + 1.0)
        ):
            return False
        if number != np.floor(number):
            return False
        before = number
        kinds[pt + i], numbers[pt + i] = codes.NUMBER, 0.0
    lowest, highest = numbers[pb], before
    for row in range(code.rows[a]):
        begin = pa + row * code.stride[a]
        for place in range(begin, begin + code.columns[a]):
            number = numbers[place]
            if kinds[place] == codes.TEXT:
                if number == 0.0:  # the empty text
                    continue
                number = pool.number[int(number)]
            elif kinds[place] != codes.NUMBER:
                continue
            if lowest <= number <= highest and number == np.floor(number):
                numbers[pt + int(number - lowest)] += 1.0
    return True
