"""What the machine does with ranges, arrays and texts.

The functions run inside the machine; numba compiles them.  ``code``, ``memory`` and ``alarm`` are
the machine's (machine.py).  The operands ``a``, ``b``, ``c`` and ``target`` are rows of the operand
table, and ``pa``, ``pb``, ``pc`` and ``pt`` are the places of their first values in the memory.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.criteria import is_pattern
from xlbuilder.recalc.engines.fast.rows import WIDE, equal_numbers, of_numbers
from xlbuilder.recalc.engines.fast.texts import LONGEST, begins, fits, intern
from xlbuilder.recalc.engines.fast.values import (
    as_number,
    as_text,
    binary,
    simple,
    truncated,
    unary,
)


@can_be_compiled(inline="always")
def count_if(code, memory, pool, target, pt, a, pa, b, pb, cell, alarm):
    """Count, for each criterion in ``b``, the cells of ``a`` that are equal to it."""
    kinds, numbers = memory.kinds, memory.numbers
    if code.rows[b] * code.columns[b] > 1 and tally(code, memory, pool, target, pt, a, pa, b, pb):
        return
    for i in range(code.rows[b]):
        for j in range(code.columns[b]):
            at = pb + i * code.stride[b] + j
            kind, number = kinds[at], numbers[at]
            wanted = np.nan
            if kind == codes.NUMBER:
                wanted = number
            elif kind == codes.BLANK:
                kind, wanted = codes.NUMBER, 0.0
            elif kind == codes.TEXT:
                wanted = pool.number[int(number)]
                if is_pattern(pool, int(number)):
                    alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.PATTERN, cell
            to = pt + i * code.stride[target] + j
            kinds[to] = codes.NUMBER
            if kind == codes.NUMBER and code.columns[a] >= WIDE:
                size = code.rows[a], code.columns[a], code.stride[a]
                count = equal_numbers(kinds, numbers, pa, *size, wanted)
                if count >= 0:
                    numbers[to] = count
                    continue
            count = 0
            for row in range(code.rows[a]):
                begin = pa + row * code.stride[a]
                for place in range(begin, begin + code.columns[a]):
                    if kinds[place] == codes.NUMBER:
                        count += numbers[place] == wanted
                    elif kinds[place] == codes.TEXT:
                        if kind == codes.TEXT:
                            same = pool.folded[int(numbers[place])] == pool.folded[int(number)]
                            count += same or pool.number[int(numbers[place])] == wanted
                        elif kind == codes.NUMBER:
                            count += pool.number[int(numbers[place])] == wanted
                    elif kinds[place] == kind:
                        count += numbers[place] == number
                    elif kinds[place] == codes.BLANK:
                        count += kind == codes.TEXT and number == 0.0
            numbers[to] = count


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


@can_be_compiled(inline="always")
def unary_map(code, memory, pool, operator, target, pt, a, pa):
    """Apply an operator to each element."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at, to = pa + i * code.stride[a] + j, pt + i * code.stride[target] + j
            kinds[to], numbers[to] = unary(operator, kinds[at], numbers[at], pool)


@can_be_compiled(inline="always")
def binary_map(code, memory, pool, operator, target, pt, a, pa, b, pb):
    """Apply an operator to each pair; one row or column is used again for all."""
    kinds, numbers, folded = memory.kinds, memory.numbers, pool.folded
    rows, columns = code.rows[target], code.columns[target]
    rows_a, columns_a, stride_a = code.rows[a], code.columns[a], code.stride[a]
    rows_b, columns_b, stride_b = code.rows[b], code.columns[b], code.stride[b]
    step_a, step_b = 1 if columns_a > 1 else 0, 1 if columns_b > 1 else 0
    if columns == 1:  # a column is a row with longer steps
        step_a, step_b = stride_a if rows_a > 1 else 0, stride_b if rows_b > 1 else 0
        rows, columns, rows_a, columns_a, rows_b, columns_b = 1, rows, 1, rows_a, 1, rows_b
    fits = (columns_a == 1 or columns_a == columns) and (columns_b == 1 or columns_b == columns)
    fits = fits and (rows_a == 1 or rows_a == rows) and (rows_b == 1 or rows_b == rows)
    for i in range(rows):
        to = pt + i * columns
        x = pa + (i * stride_a if rows_a > 1 else 0)
        y = pb + (i * stride_b if rows_b > 1 else 0)
        if fits and of_numbers(operator, kinds, numbers, to, x, step_a, y, step_b, columns):
            continue
        for j in range(columns):
            is_out = (rows_a > 1 and i >= rows_a) or (columns_a > 1 and j >= columns_a)
            if is_out or (rows_b > 1 and i >= rows_b) or (columns_b > 1 and j >= columns_b):
                kinds[to + j], numbers[to + j] = codes.ERROR, codes.NA
                continue
            p, q = x + j * step_a, y + j * step_b
            kind, number = simple(operator, kinds[p], numbers[p], kinds[q], numbers[q], folded)
            if kind == codes.UNKNOWN:
                kind, number = binary(operator, kinds[p], numbers[p], kinds[q], numbers[q], pool)
            kinds[to + j], numbers[to + j] = kind, number


@can_be_compiled()
def select_map(code, memory, pool, target, pt, a, pa, b):
    """IF with an array as its condition; the two branches are ``b`` and the operand after it."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[target]):
        for j in range(code.columns[target]):
            to = pt + i * code.stride[target] + j
            at = pa + i * code.stride[a] + j
            failed, number = as_number(kinds[at], numbers[at], pool)
            if failed != codes.NO_ERROR:
                kinds[to], numbers[to] = codes.ERROR, failed
                continue
            branch = b if number != 0.0 else b + 1
            row = i if code.rows[branch] > 1 else 0
            column = j if code.columns[branch] > 1 else 0
            place = code.place[branch] + row * code.stride[branch] + column
            kinds[to], numbers[to] = kinds[place], numbers[place]


@can_be_compiled()
def times(code, memory, is_first, target, pt, a, pa):
    """SUMPRODUCT: a value that is not a number counts as 0; an error stays."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at, to = pa + i * code.stride[a] + j, pt + i * code.stride[target] + j
            number = numbers[at] if kinds[at] == codes.NUMBER else 0.0
            if is_first:
                kinds[to], numbers[to] = codes.NUMBER, number
            elif kinds[to] == codes.NUMBER:
                numbers[to] *= number
            if kinds[at] == codes.ERROR and kinds[to] != codes.ERROR:
                kinds[to], numbers[to] = codes.ERROR, numbers[at]


@can_be_compiled()
def match(code, memory, pool, pa, b, pb):
    """MATCH(value, row or column, 0); a text may be a pattern with ``*`` and ``?``."""
    kinds, numbers = memory.kinds, memory.numbers
    kind, number = kinds[pa], numbers[pa]
    if kind == codes.ERROR:
        return codes.ERROR, number
    if kind == codes.BLANK:
        kind, number = codes.NUMBER, 0.0
    for i in range(code.rows[b] * code.columns[b]):
        at = pb + i // code.columns[b] * code.stride[b] + i % code.columns[b]
        if kinds[at] != kind:
            continue
        same = (
            fits(pool, int(numbers[at]), int(number))
            if kind == codes.TEXT
            else numbers[at] == number
        )
        if same:
            return codes.NUMBER, float(i + 1)
    return codes.ERROR, codes.NA


@can_be_compiled()
def index(code, memory, pool, a, pa, pb, pc, alarm, cell):
    """INDEX(area, row, column) with positions that are known only now."""
    kinds, numbers = memory.kinds, memory.numbers
    failed, row = as_number(kinds[pb], numbers[pb], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, column = as_number(kinds[pc], numbers[pc], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    i, j = truncated(row), truncated(column)
    if i < 0 or j < 0:
        return codes.ERROR, codes.VALUE
    if i > code.rows[a] or j > code.columns[a]:
        return codes.ERROR, codes.REF
    if i == 0 or j == 0:
        alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.WHOLE_ROW, cell
        return codes.ERROR, codes.VALUE
    at = pa + (i - 1) * code.stride[a] + j - 1
    return kinds[at], numbers[at]


@can_be_compiled()
def rept(memory, pool, pa, pb):
    """REPT(text, times)."""
    failed, text = as_text(memory.kinds[pa], memory.numbers[pa], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, times = as_number(memory.kinds[pb], memory.numbers[pb], pool)
    length = pool.length[text]
    if failed != codes.NO_ERROR or times < 0.0 or np.trunc(times) * length > LONGEST:
        return codes.ERROR, failed if failed != codes.NO_ERROR else codes.VALUE
    points, whole = pool.draft, truncated(times) * length
    for i in range(whole):
        points[i] = pool.characters[pool.start[text] + i % length]
    return codes.TEXT, float(intern(pool, points, whole))


@can_be_compiled()
def mid(memory, pool, pa, pb, pc):
    """MID(text, first, length)."""
    failed, text = as_text(memory.kinds[pa], memory.numbers[pa], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, first = as_number(memory.kinds[pb], memory.numbers[pb], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, length = as_number(memory.kinds[pc], memory.numbers[pc], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    if first < 1.0 or length < 0.0:
        return codes.ERROR, codes.VALUE
    begin = min(truncated(first) - 1, pool.length[text])
    end = min(begin + truncated(length), pool.length[text])
    start = pool.start[text]
    return codes.TEXT, float(
        intern(pool, pool.characters[start + begin : start + end], end - begin)
    )


@can_be_compiled()
def substitute(memory, pool, pa, pb, pc):
    """SUBSTITUTE(text, old, new)."""
    failed, text = as_text(memory.kinds[pa], memory.numbers[pa], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, old = as_text(memory.kinds[pb], memory.numbers[pb], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, new = as_text(memory.kinds[pc], memory.numbers[pc], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    points, written = pool.draft, 0
    place, end = pool.start[text], pool.start[text] + pool.length[text]
    while place < end:
        found = 0 < pool.length[old] <= end - place
        for i in range(pool.length[old] if found else 0):
            if pool.characters[place + i] != pool.characters[pool.start[old] + i]:
                found = False
                break
        start, length = (pool.start[new], pool.length[new]) if found else (place, 1)
        if written + length > LONGEST:
            return codes.ERROR, codes.VALUE
        for i in range(length):
            points[written + i] = pool.characters[start + i]
        written += length
        place += pool.length[old] if found else 1
    return codes.TEXT, float(intern(pool, points, written))


@can_be_compiled()
def find(memory, pool, is_search, pa, pb, pc):
    """FIND and SEARCH(text, within, first): SEARCH ignores case and knows ``*`` and ``?``."""
    failed, text = as_text(memory.kinds[pa], memory.numbers[pa], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, within = as_text(memory.kinds[pb], memory.numbers[pb], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    failed, first = as_number(memory.kinds[pc], memory.numbers[pc], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    length = pool.length[within]
    if first < 1.0 or first > max(length, 1):
        return codes.ERROR, codes.VALUE
    for offset in range(truncated(first) - 1, length + 1):
        if begins(pool, is_search, within, offset, text):
            return codes.NUMBER, float(offset + 1)
    return codes.ERROR, codes.VALUE
