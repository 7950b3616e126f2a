"""Functions that make one value of many, such as SUM: begun, filled argument by argument, ended.

The functions run inside the machine; numba compiles them.  A total while it grows is a number, a
count of what was taken, and the first error.
"""

import numpy as np

from xlbuilder.recalc.engines.fast.codes import (
    AND,
    AVERAGE,
    BLANK,
    COUNT,
    COUNTA,
    COUNTBLANK,
    DIV0,
    ERROR,
    GCD,
    LCM,
    LOGICAL,
    MAX,
    MIN,
    NO_ERROR,
    NUM,
    NUMBER,
    OR,
    PRODUCT,
    SUM,
    TEXT,
    VALUE,
)
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.values import as_number

MOST_WHOLE = 2.0**53
"""Beyond it GCD and LCM are #NUM!."""


@can_be_compiled()
def combined(function, one, other):
    """Return the greatest common divisor, or the least common multiple, of two whole numbers."""
    product = one * other
    while other > 0.0:
        one, other = other, one % other
    if function == GCD:
        return one
    return product / one if one > 0.0 else 0.0


@can_be_compiled(inline="always")
def taken(code, memory, pool, is_direct, function, a, pa, total, count, error):
    """Take the operand ``a`` at the place ``pa`` into a total; return total, count and error.

    A value that stands as an argument (``is_direct``) has to be a number or spell one; in a range
    texts are skipped, and logical values by all functions except AND and OR.  GCD and LCM skip
    blanks alone, and take no logical value anywhere (from Excel's Analysis ToolPak).
    """
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[a]):
        begin = pa + i * code.stride[a]
        if function == SUM and not is_direct:  # the commonest one, without asking each time
            for place in range(begin, begin + code.columns[a]):
                if kinds[place] == NUMBER:
                    total += numbers[place]
                elif kinds[place] == ERROR and error == NO_ERROR:
                    error = numbers[place]
            continue
        for place in range(begin, begin + code.columns[a]):
            kind, number = kinds[place], numbers[place]
            if kind == ERROR:
                if function == COUNTA:
                    count += 1
                elif function != COUNT and function != COUNTBLANK and error == NO_ERROR:
                    error = number
                continue
            if function == COUNTA:
                count += kind != BLANK
                continue
            if function == COUNTBLANK:
                count += kind == BLANK or (kind == TEXT and number == 0.0)
                continue
            if is_direct:
                failed, number = as_number(kind, number, pool)
                is_taken = failed == NO_ERROR
                if not is_taken and function != COUNT and error == NO_ERROR:
                    error = failed
            else:
                is_taken = kind == NUMBER or (kind == LOGICAL and function >= AND)
            if (function == GCD or function == LCM) and kind != NUMBER and kind != BLANK:
                is_taken = is_taken and kind == TEXT
                if not is_taken and error == NO_ERROR:
                    error = VALUE
            if is_taken:
                if function <= LCM:
                    if function == SUM or function == AVERAGE:
                        total += number
                    elif function == PRODUCT:
                        total = number if count == 0 else total * number
                    elif function == MAX:
                        total = number if count == 0 or number > total else total
                    elif function == MIN:
                        total = number if count == 0 or number < total else total
                    elif function == GCD or function == LCM:
                        number = np.trunc(number)
                        if (number < 0.0 or number > MOST_WHOLE) and error == NO_ERROR:
                            error = NUM
                        if error == NO_ERROR:
                            total = number if count == 0 else combined(function, total, number)
                elif function == OR:
                    total = 1.0 if total != 0.0 or number != 0.0 else 0.0
                else:  # AND
                    total = 1.0 if (count == 0 or total != 0.0) and number != 0.0 else 0.0
                count += 1
    return total, count, error


@can_be_compiled(inline="always")
def ended(function, total, count, error):
    """Return the kind and number of a total in which everything is taken."""
    kind, number = NUMBER, total
    if error != NO_ERROR:
        kind, number = ERROR, error
    elif total - total != 0.0 or (function == LCM and total > MOST_WHOLE):
        kind, number = ERROR, NUM
    elif function == COUNT or function == COUNTA or function == COUNTBLANK:
        number = float(count)
    elif function == AVERAGE:
        kind = NUMBER if count else ERROR
        number = total / count if count else DIV0
    elif function >= AND:
        kind = LOGICAL if count else ERROR
        number = total if count else VALUE
    return kind, number
