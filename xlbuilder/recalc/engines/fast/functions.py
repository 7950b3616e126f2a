"""What the machine does with ranges, arrays and texts.

The functions run inside the machine; numba compiles them.  ``memory`` is the memory of memory.py.
The operands ``a``, ``b``, ``c`` and ``target`` are views (memory.py); one that is a single value is
given by its place, ``pa``, ``pb`` or ``pc``.
"""

import numpy as np

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.rows import of_numbers
from xlbuilder.recalc.engines.fast.texts import LACK, LONGEST, begins, fits, intern
from xlbuilder.recalc.engines.fast.values import (
    as_number,
    as_text,
    as_truth,
    binary,
    compared,
    simple,
    truncated,
    unary,
)


@can_be_compiled(inline="always")
def unary_map(memory, pool, operator, target, a):
    """Apply an operator to each element."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(a.rows):
        for j in range(a.columns):
            at, to = a.place + i * a.stride + j, target.place + i * target.stride + j
            kinds[to], numbers[to] = unary(operator, kinds[at], numbers[at], pool)


@can_be_compiled(inline="always")
def binary_map(memory, pool, operator, target, a, b):
    """Apply an operator to each pair; one row or column is used again for all."""
    kinds, numbers, folded = memory.kinds, memory.numbers, pool.folded
    rows, columns = target.rows, target.columns
    rows_a, columns_a, stride_a = a.rows, a.columns, a.stride
    rows_b, columns_b, stride_b = b.rows, b.columns, b.stride
    step_a, step_b = 1 if columns_a > 1 else 0, 1 if columns_b > 1 else 0
    if columns == 1:  # a column is a row with longer steps
        step_a, step_b = stride_a if rows_a > 1 else 0, stride_b if rows_b > 1 else 0
        rows, columns, rows_a, columns_a, rows_b, columns_b = 1, rows, 1, rows_a, 1, rows_b
    fits = (columns_a == 1 or columns_a == columns) and (columns_b == 1 or columns_b == columns)
    fits = fits and (rows_a == 1 or rows_a == rows) and (rows_b == 1 or rows_b == rows)
    for i in range(rows):
        to = target.place + i * columns
        x = a.place + (i * stride_a if rows_a > 1 else 0)
        y = b.place + (i * stride_b if rows_b > 1 else 0)
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
def select_map(memory, pool, target, a, b, c):
    """IF of arrays; a blank in an array is 0."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(target.rows):
        for j in range(target.columns):
            to = target.place + i * target.stride + j
            at = a.place + (i * a.stride + j if a.rows * a.columns > 1 else 0)
            failed, number = as_truth(kinds[at], numbers[at], pool)
            if failed != codes.NO_ERROR:
                kinds[to], numbers[to] = codes.ERROR, failed
                continue
            branch = b if number != 0.0 else c
            place = branch.place
            place += i * branch.stride if branch.rows > 1 else 0
            place += j if branch.columns > 1 else 0
            kinds[to], numbers[to] = kinds[place], numbers[place]
            if kinds[to] == codes.BLANK and branch.rows * branch.columns > 1:
                kinds[to] = codes.NUMBER


@can_be_compiled()
def times(memory, is_first, target, a):
    """SUMPRODUCT: a value that is not a number counts as 0; an error stays."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(a.rows):
        for j in range(a.columns):
            at, to = a.place + i * a.stride + j, target.place + i * target.stride + j
            number = numbers[at] if kinds[at] == codes.NUMBER else 0.0
            if is_first:
                kinds[to], numbers[to] = codes.NUMBER, number
            elif kinds[to] == codes.NUMBER:
                numbers[to] *= number
            if kinds[at] == codes.ERROR and kinds[to] != codes.ERROR:
                kinds[to], numbers[to] = codes.ERROR, numbers[at]


@can_be_compiled()
def match(memory, pool, order, pa, b, alarm):
    """MATCH(value, row or column, order); values of another kind are skipped, errors too.

    With the order 0 it is the first equal value, and a text may be a pattern with ``*`` and ``?``.
    With 1 and -1 Excel goes by halves to the last value that is not beyond the first argument.  The
    alarm says where the way of halving decides what is found: where values before it, equal to it
    and beyond it are not in this order, or equal ones do not stand together; and of equal ones with
    -1, of which Excel documents neither the first nor the last.  With 1 it is the last
    (https://exceljet.net/articles/how-to-lookup-first-and-last-match).
    """
    kinds, numbers = memory.kinds, memory.numbers
    kind, number = kinds[pa], numbers[pa]
    if kind == codes.ERROR:
        return codes.ERROR, number
    if kind == codes.BLANK:
        kind, number = codes.NUMBER, 0.0
    found, first, equal, is_beyond, is_sorted = 0, 0, 0, False, True
    step = 1 if b.rows == 1 else b.stride
    for i in range(b.rows * b.columns):
        at = b.place + i * step
        if kinds[at] != kind:
            continue
        if order != 0:
            one, other = numbers[at], number  # MATCH compares all digits of numbers
            if kind != codes.NUMBER:
                one, other = float(compared(kind, one, kind, other, pool)), 0.0
            if order * one > order * other:
                is_beyond = True
                continue
            found, is_sorted = i + 1, is_sorted and not is_beyond
            if one == other:
                first = i if equal == 0 else first
                equal += 1
        elif kind == codes.TEXT:
            if fits(pool, int(numbers[at]), int(number)):
                return codes.NUMBER, float(i + 1)
        elif numbers[at] == number:
            return codes.NUMBER, float(i + 1)
    is_one_run = equal == 0 or (found - first == equal and (order > 0 or equal == 1))
    if not (is_sorted and is_one_run):
        alarm[codes.ALARM] = codes.UNSORTED_LIST
    return (codes.NUMBER, float(found)) if found else (codes.ERROR, codes.NA)


@can_be_compiled()
def index(memory, pool, a, pb, pc, alarm):
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
    if i > a.rows or j > a.columns:
        return codes.ERROR, codes.REF
    if i == 0 or j == 0:
        alarm[codes.ALARM] = codes.WHOLE_ROW
        return codes.ERROR, codes.VALUE
    at = a.place + (i - 1) * a.stride + j - 1
    return kinds[at], numbers[at]


@can_be_compiled()
def of_texts(operation, memory, pool, pa, pb, pc):
    """REPT, MID, SUBSTITUTE, FIND or SEARCH; the first error among its arguments goes before."""
    kinds, numbers = memory.kinds, memory.numbers
    failed, text = as_text(kinds[pa], numbers[pa], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    if operation == codes.REPT or operation == codes.MID:
        failed, second = as_number(kinds[pb], numbers[pb], pool)
    else:
        failed, second = as_text(kinds[pb], numbers[pb], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    if operation == codes.SUBSTITUTE:
        failed, third = as_text(kinds[pc], numbers[pc], pool)
    else:
        failed, third = as_number(kinds[pc], numbers[pc], pool)
    if failed != codes.NO_ERROR:
        return codes.ERROR, failed
    if operation == codes.REPT:
        return rept(pool, text, second)
    if operation == codes.MID:
        return mid(pool, text, second, third)
    if operation == codes.SUBSTITUTE:
        return substitute(pool, text, int(second), int(third))
    return find(pool, operation == codes.SEARCH, text, int(second), third)


@can_be_compiled()
def rept(pool, text, times):
    """REPT(text, times)."""
    length = pool.length[text]
    if times < 0.0 or np.trunc(times) * length > LONGEST:
        return codes.ERROR, codes.VALUE
    points, whole = pool.draft, truncated(times) * length
    for i in range(whole):
        points[i] = pool.characters[pool.start[text] + i % length]
    return codes.TEXT, float(intern(pool, points, whole))


@can_be_compiled()
def mid(pool, text, first, length):
    """MID(text, first, length)."""
    if first < 1.0 or length < 0.0:
        return codes.ERROR, codes.VALUE
    begin = min(truncated(first) - 1, pool.length[text])
    end = min(begin + truncated(length), pool.length[text])
    if end > pool.counted_once[text]:
        pool.used[LACK] = codes.COUNTED_TEXT
    start = pool.start[text]
    return codes.TEXT, float(
        intern(pool, pool.characters[start + begin : start + end], end - begin)
    )


@can_be_compiled()
def substitute(pool, text, old, new):
    """SUBSTITUTE(text, old, new)."""
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
def find(pool, is_search, text, within, first):
    """FIND and SEARCH(text, within, first): SEARCH ignores case and knows ``*`` and ``?``."""
    length, sure = pool.length[within], pool.counted_once[within]
    if sure < length and first > sure + 1:
        pool.used[LACK] = codes.COUNTED_TEXT
    if first < 1.0 or first > max(length, 1):
        return codes.ERROR, codes.VALUE
    for offset in range(truncated(first) - 1, length + 1):
        if begins(pool, is_search, within, offset, text):
            if offset > sure:
                pool.used[LACK] = codes.COUNTED_TEXT
            return codes.NUMBER, float(offset + 1)
    return codes.ERROR, codes.VALUE
