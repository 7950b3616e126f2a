"""Which cells meet a criterion of COUNTIF, SUMIF, COUNTIFS or SUMIFS.

The functions run inside the machine; numba compiles them.  The operands are as in functions.py.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.texts import (
    GREATER_SIGN,
    LESS_SIGN,
    QUESTION_MARK,
    STAR,
    TILDE,
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
def count_text(code, memory, pool, a, pa, pb, operator):
    """Return how many cells meet a criterion such as ``">0"``, ``"<>"`` or ``"a*"``.

    ``pb`` is the place of the part behind the operator, a number or a text.
    """
    kinds, numbers = memory.kinds, memory.numbers
    wanted_kind, wanted = kinds[pb], numbers[pb]
    count = 0
    for row in range(code.rows[a]):
        begin = pa + row * code.stride[a]
        for place in range(begin, begin + code.columns[a]):
            count += meets(pool, kinds[place], numbers[place], operator, wanted_kind, wanted)
    return float(count)


@can_be_compiled()
def fits_map(code, memory, pool, operator, is_value, target, pt, a, pa, pb, alarm, cell):
    """Put 1 where a cell of ``a`` meets a criterion, and 0 elsewhere.

    With ``is_value`` the criterion is a value that is known only now: equal to it.
    """
    kinds, numbers = memory.kinds, memory.numbers
    wanted_kind, wanted = kinds[pb], numbers[pb]
    if is_value and wanted_kind == codes.BLANK:
        wanted_kind, wanted = codes.NUMBER, 0.0
    elif is_value and wanted_kind == codes.TEXT:
        if is_pattern(pool, int(wanted)):
            alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.PATTERN, cell
        spelled = pool.number[int(wanted)]
        if not np.isnan(spelled):
            wanted_kind, wanted = codes.NUMBER, spelled
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at, to = pa + i * code.stride[a] + j, pt + i * code.stride[target] + j
            fit = meets(pool, kinds[at], numbers[at], operator, wanted_kind, wanted)
            kinds[to], numbers[to] = codes.NUMBER, 1.0 if fit else 0.0
