"""Functions that make one value of many, such as SUM: begun, filled argument by argument, ended.

The functions run inside the machine; numba compiles them.  A total while it grows is a number, the
number that it was before, a count of what was taken, and the first error.
"""

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.digits import or_zero
from xlbuilder.recalc.engines.fast.values import as_number, as_truth


@can_be_compiled(inline="always")
def taken(memory, pool, is_direct, function, a, total, before, count, error):
    """Take the operand ``a`` into a total; return what the total is then.

    A value that stands as an argument (``is_direct``) has to be a number or spell one; in a range
    texts are skipped, and logical values by all functions except AND and OR.
    """
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(a.rows):
        begin = a.place + i * a.stride
        if (
            function <= codes.PLAIN_SUM and not is_direct
        ):  # the commonest one, without asking each time
            for place in range(begin, begin + a.columns):
                if kinds[place] == codes.NUMBER:
                    before = total
                    total += numbers[place]
                elif kinds[place] == codes.ERROR and error == codes.NO_ERROR:
                    error = numbers[place]
            continue
        for place in range(begin, begin + a.columns):
            kind, number = kinds[place], numbers[place]
            if kind == codes.ERROR:
                if function == codes.COUNTA:
                    count += 1
                elif (
                    function != codes.COUNT
                    and function != codes.COUNTBLANK
                    and error == codes.NO_ERROR
                ):
                    error = number
                continue
            if function == codes.COUNTA:
                count += kind != codes.BLANK
                continue
            if function == codes.COUNTBLANK:
                count += kind == codes.BLANK or (kind == codes.TEXT and number == 0.0)
                continue
            if is_direct:
                if function >= codes.AND:
                    failed, number = as_truth(kind, number, pool)
                else:
                    failed, number = as_number(kind, number, pool)
                is_taken = failed == codes.NO_ERROR
                if not is_taken and function != codes.COUNT and error == codes.NO_ERROR:
                    error = failed
            else:
                is_taken = kind == codes.NUMBER or (kind == codes.LOGICAL and function >= codes.AND)
            if not is_taken:
                continue
            if function <= codes.PLAIN_SUM or function == codes.AVERAGE:
                before = total
                total += number
            elif function == codes.PRODUCT:
                total = number if count == 0 else total * number
            elif function == codes.MAX:
                total = number if count == 0 or number > total else total
            elif function == codes.MIN:
                total = number if count == 0 or number < total else total
            elif function == codes.OR:
                total = 1.0 if total != 0.0 or number != 0.0 else 0.0
            elif function == codes.AND:
                total = 1.0 if (count == 0 or total != 0.0) and number != 0.0 else 0.0
            count += 1
    return total, before, count, error


@can_be_compiled(inline="always")
def ended(function, total, before, count, error):
    """Return the kind and number of a total in which everything is taken.

    The last addition of SUM and AVERAGE is 0 where it is a rounding error.
    """
    if function == codes.SUM or function == codes.AVERAGE:
        total = or_zero(total, before)
    kind, number = codes.NUMBER, total
    if error != codes.NO_ERROR:
        kind, number = codes.ERROR, error
    elif total - total != 0.0:  # it is infinite
        kind, number = codes.ERROR, codes.NUM
    elif function == codes.COUNT or function == codes.COUNTA or function == codes.COUNTBLANK:
        number = float(count)
    elif function == codes.AVERAGE:
        kind = codes.NUMBER if count else codes.ERROR
        number = total / count if count else codes.DIV0
    elif function >= codes.AND:
        kind = codes.LOGICAL if count else codes.ERROR
        number = total if count else codes.VALUE
    return kind, number
