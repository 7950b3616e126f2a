"""The machine: runs the code of one cell, or of all cells in some order.

numba compiles it once; the result is cached beside this file, so that a new workbook starts
at once.  Every instruction is a row ``operation, target, a, b, c``; target, a, b and c are mostly
*operands*: rows of the operand table with a place, a shape and the distance between two rows.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from xlbuilder.recalc.engines.fast.texts import fits, intern
from xlbuilder.recalc.engines.fast.values import (
    BINARY,
    BLANK,
    ERROR,
    LOGICAL,
    NA,
    NUMBER,
    REF,
    TEXT,
    UNKNOWN,
    VALUE,
    as_number,
    as_text,
    binary,
    compared,
    simple,
    unary,
)

OPERATIONS = (
    *("RETURN", "BINARY", "BINARY_MAP", "UNARY", "UNARY_MAP", "JUMP", "IF", "MOVE", "SELECT_MAP"),
    *("START", "TAKE", "TAKE_DIRECT", "END", "COUNTIF", "COUNTIF_TEXT", "FACTOR", "TIMES"),
    *("CHOOSE_CONSTANT", "CHOOSE", "CASE", "INDEX", "MATCH", "IFERROR", "REPT", "MID"),
)
RETURN, BINARY_OP, BINARY_MAP, UNARY_OP, UNARY_MAP, JUMP, IF, MOVE, SELECT_MAP = range(9)
START, TAKE, TAKE_DIRECT, END, COUNTIF, COUNTIF_TEXT, FACTOR, TIMES = range(9, 17)
CHOOSE_CONSTANT, CHOOSE, CASE, INDEX, MATCH, IFERROR, REPT, MID = range(17, 25)

TOTALS = ("SUM", "COUNT", "COUNTA", "COUNTBLANK", "MAX", "MIN", "PRODUCT", "AVERAGE", "AND", "OR")
SUM, COUNT, COUNTA, COUNTBLANK, MAX, MIN, PRODUCT, AVERAGE, AND, OR = range(len(TOTALS))

_EQUAL, _UNEQUAL = BINARY.index("="), BINARY.index("<>")

# Alarms: what the machine cannot do, found while it runs.
NO_ALARM, FRACTION_AS_TEXT, POOL_FULL, WHOLE_ROW, PATTERN = range(5)


class Code(NamedTuple):
    """The instructions of all families."""

    instructions: NDArray[np.int32]
    entry: NDArray[np.int32]
    """The first instruction of each cell's family, by the cell's place among the formula cells."""
    first_slot: NDArray[np.int32]
    """Where each cell's slots begin in ``slots``."""
    slots: NDArray[np.int32]
    """The place of the first cell of the area behind each slot."""
    place: NDArray[np.int32]
    """Of each operand; below zero it is the slot -1 - place."""
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    stride: NDArray[np.int32]


class Memory(NamedTuple):
    """The values: of the sheet's cells, of the same before the iteration, constants, results."""

    kinds: NDArray[np.uint8]
    numbers: NDArray[np.float64]


class Sweep(NamedTuple):
    """What decides which cells are evaluated."""

    target: NDArray[np.int32]
    """The place of each formula cell among the values."""
    stale: NDArray[np.uint8]
    """1 where a precedent changed since the cell was evaluated."""
    frozen: NDArray[np.uint8]
    first_dependent: NDArray[np.int32]
    dependents: NDArray[np.int32]
    """The formula cells that read a cell, by the cell's place."""
    alarm: NDArray[np.int64]
    """What the machine could not do, and the formula cell."""


@njit(cache=True, inline="always")
def evaluate(cell, code, memory, pool, shift, alarm):
    """Return the kind and number of a formula cell; ``shift`` leads to older values of cells."""
    kinds, numbers = memory.kinds, memory.numbers
    instructions, places, slots = code.instructions, code.place, code.slots
    first, pc = code.first_slot[cell], code.entry[cell]
    what, total, count, error = 0, 0.0, 0, 0.0
    while True:
        operation, target, a = instructions[pc, 0], instructions[pc, 1], instructions[pc, 2]
        b, c = instructions[pc, 3], instructions[pc, 4]
        pc += 1
        if operation == JUMP:
            pc = target
            continue
        pa = places[a]
        if pa < 0:
            pa = slots[first - 1 - pa] + shift
        if operation == RETURN:
            kind = kinds[pa]
            return (NUMBER, 0.0) if kind == BLANK else (kind, numbers[pa])
        if operation == TAKE or operation == TAKE_DIRECT:
            for i in range(code.rows[a]):
                for place in range(
                    pa + i * code.stride[a], pa + i * code.stride[a] + code.columns[a]
                ):
                    kind, number = kinds[place], numbers[place]
                    if kind == ERROR:
                        if what == COUNTA:
                            count += 1
                        elif what != COUNT and what != COUNTBLANK and error == 0.0:
                            error = number
                        continue
                    if what == COUNTA:
                        count += kind != BLANK
                        continue
                    if what == COUNTBLANK:
                        count += kind == BLANK or (kind == TEXT and number == 0.0)
                        continue
                    if operation == TAKE:
                        taken = kind == NUMBER or (kind == LOGICAL and what >= AND)
                    else:
                        failed, number = as_number(kind, number, pool)
                        taken = failed == 0.0
                        if not taken and what != COUNT and error == 0.0:
                            error = failed
                    if taken:
                        if what <= AVERAGE:
                            if what == SUM or what == AVERAGE:
                                total += number
                            elif what == PRODUCT:
                                total = number if count == 0 else total * number
                            elif what == MAX:
                                total = number if count == 0 or number > total else total
                            elif what == MIN:
                                total = number if count == 0 or number < total else total
                        elif what == OR:
                            total = 1.0 if total != 0.0 or number != 0.0 else 0.0
                        else:
                            total = 1.0 if (count == 0 or total != 0.0) and number != 0.0 else 0.0
                        count += 1
            continue
        pt = places[target]
        if operation == START:
            what, total, count, error = b, 0.0, 0, 0.0
        elif operation == END:
            kinds[pt], numbers[pt] = NUMBER, total
            if error != 0.0:
                kinds[pt], numbers[pt] = ERROR, error
            elif what == COUNT or what == COUNTA or what == COUNTBLANK:
                numbers[pt] = count
            elif what == AVERAGE:
                kinds[pt] = NUMBER if count else ERROR
                numbers[pt] = total / count if count else 2.0
            elif what >= AND:
                kinds[pt] = LOGICAL if count else ERROR
                numbers[pt] = total if count else VALUE
        elif operation == MOVE:
            kinds[pt], numbers[pt] = kinds[pa], numbers[pa]
        elif operation == IF:
            failed, number = as_number(kinds[pa], numbers[pa], pool)
            if failed != 0.0:
                kinds[pt], numbers[pt] = ERROR, failed
                pc = c
            elif number == 0.0:
                pc = b
        elif operation == UNARY_OP:
            kinds[pt], numbers[pt] = unary(c, kinds[pa], numbers[pa], pool)
            if kinds[pt] == ERROR and numbers[pt] == -1.0:
                alarm[0], alarm[1] = FRACTION_AS_TEXT, cell
        elif operation == UNARY_MAP:
            for i in range(code.rows[a]):
                for j in range(code.columns[a]):
                    at, to = pa + i * code.stride[a] + j, pt + i * code.stride[target] + j
                    kinds[to], numbers[to] = unary(c, kinds[at], numbers[at], pool)
        elif operation == COUNTIF:
            _count_if(code, memory, pool, target, pt, a, pa, b, first, shift, cell, alarm)
        elif operation == CHOOSE or operation == CHOOSE_CONSTANT:
            failed, number = as_number(kinds[pa], numbers[pa], pool)
            which = np.int64(np.trunc(number))
            if failed != 0.0 or which < 1 or which > c:
                kinds[pt], numbers[pt] = ERROR, failed if failed != 0.0 else VALUE
                if operation == CHOOSE:
                    pc = b
            elif operation == CHOOSE_CONSTANT:
                at = places[b + which - 1]
                kinds[pt], numbers[pt] = kinds[at], numbers[at]
        elif operation == CASE:
            _, number = as_number(kinds[pa], numbers[pa], pool)
            if np.int64(np.trunc(number)) != b:
                pc = c
        elif operation == IFERROR:
            if kinds[pa] != ERROR:
                kinds[pt], numbers[pt] = kinds[pa], numbers[pa]
                pc = c
        else:
            pb = places[b]
            if pb < 0:
                pb = slots[first - 1 - pb] + shift
            if operation == BINARY_OP:
                kind, number = simple(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb])
                if kind == UNKNOWN:
                    kind, number = binary(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb], pool)
                    if kind == ERROR and number == -1.0:
                        alarm[0], alarm[1] = FRACTION_AS_TEXT, cell
                kinds[pt], numbers[pt] = kind, number
            elif operation == BINARY_MAP:
                _binary_map(code, memory, pool, c, target, pt, a, pa, b, pb)
            elif operation == SELECT_MAP:
                _select_map(code, memory, pool, target, pt, a, pa, b)
            elif operation == COUNTIF_TEXT:
                number = _count_text(code, memory, pool, a, pa, pb, c)
                kinds[pt], numbers[pt] = NUMBER, number
            elif operation == FACTOR or operation == TIMES:
                _times(code, memory, operation, target, pt, a, pa)
            elif operation == MATCH:
                kinds[pt], numbers[pt] = _match(code, memory, pool, pa, b, pb)
            else:
                pc3 = places[c]
                if pc3 < 0:
                    pc3 = slots[first - 1 - pc3] + shift
                if operation == INDEX:
                    kinds[pt], numbers[pt] = _index(code, memory, pool, a, pa, pb, pc3, alarm, cell)
                elif operation == REPT:
                    kinds[pt], numbers[pt] = _rept(memory, pool, pa, pb)
                else:
                    kinds[pt], numbers[pt] = _mid(memory, pool, pa, pb, pc3)


@njit(cache=True, inline="always")
def _count_if(code, memory, pool, target, pt, a, pa, b, first, shift, cell, alarm):
    """Count, for each criterion, the cells that are equal to it."""
    kinds, numbers = memory.kinds, memory.numbers
    pb = code.place[b]
    if pb < 0:
        pb = code.slots[first - 1 - pb] + shift
    if code.rows[b] * code.columns[b] > 1 and _tally(code, memory, pool, target, pt, a, pa, b, pb):
        return
    for i in range(code.rows[b]):
        for j in range(code.columns[b]):
            at = pb + i * code.stride[b] + j
            kind, number = kinds[at], numbers[at]
            wanted = np.nan
            if kind == NUMBER:
                wanted = number
            elif kind == BLANK:
                kind, wanted = NUMBER, 0.0
            elif kind == TEXT:
                wanted = pool.number[int(number)]
                start, length = pool.start[int(number)], pool.length[int(number)]
                for k in range(start, start + length):
                    point = pool.characters[k]
                    if (
                        point == 42
                        or point == 63
                        or point == 126
                        or (k == start and 60 <= point <= 62)
                    ):
                        alarm[0], alarm[1] = PATTERN, cell
            count = 0
            for row in range(code.rows[a]):
                begin = pa + row * code.stride[a]
                for place in range(begin, begin + code.columns[a]):
                    if kinds[place] == NUMBER:
                        count += numbers[place] == wanted
                    elif kinds[place] == TEXT:
                        if kind == TEXT:
                            same = pool.folded[int(numbers[place])] == pool.folded[int(number)]
                            count += same or pool.number[int(numbers[place])] == wanted
                        elif kind == NUMBER:
                            count += pool.number[int(numbers[place])] == wanted
                    elif kinds[place] == kind:
                        count += numbers[place] == number
                    elif kinds[place] == BLANK:
                        count += kind == TEXT and number == 0.0
            to = pt + i * code.stride[target] + j
            kinds[to], numbers[to] = NUMBER, count


@njit(cache=True, inline="always")
def _tally(code, memory, pool, target, pt, a, pa, b, pb):
    """Count for many criteria at once, if they are whole numbers in sequence, as 1 to 9 are."""
    kinds, numbers = memory.kinds, memory.numbers
    before, many = -1.0, code.rows[b] * code.columns[b]
    if code.stride[b] != code.columns[b] or code.stride[target] != code.columns[b]:
        return False
    for i in range(many):
        number = numbers[pb + i]
        if kinds[pb + i] != NUMBER or number < 0.0 or (before >= 0.0 and number != before + 1.0):
            return False
        if number != np.floor(number):
            return False
        before = number
        kinds[pt + i], numbers[pt + i] = NUMBER, 0.0
    lowest, highest = numbers[pb], before
    for row in range(code.rows[a]):
        begin = pa + row * code.stride[a]
        for place in range(begin, begin + code.columns[a]):
            number = numbers[place]
            if kinds[place] == TEXT:
                if number == 0.0:  # the empty text
                    continue
                number = pool.number[int(number)]
            elif kinds[place] != NUMBER:
                continue
            if lowest <= number <= highest and number == np.floor(number):
                numbers[pt + int(number - lowest)] += 1.0
    return True


@njit(cache=True)
def _count_text(code, memory, pool, a, pa, pb, operator):
    """Count the cells for a criterion such as ``">0"``, ``"<>"`` or ``"a*"``.

    ``pb`` is where the part behind the operator stands, as a number or a text.
    """
    kinds, numbers = memory.kinds, memory.numbers
    wanted_kind, wanted = kinds[pb], numbers[pb]
    count = 0
    for row in range(code.rows[a]):
        begin = pa + row * code.stride[a]
        for place in range(begin, begin + code.columns[a]):
            kind, number = kinds[place], numbers[place]
            if operator == _EQUAL or operator == _UNEQUAL:
                if wanted_kind == BLANK:  # "=" and "<>" alone
                    same = kind == BLANK
                elif wanted_kind == NUMBER:
                    same = (kind == NUMBER and number == wanted) or (
                        kind == TEXT and pool.number[int(number)] == wanted
                    )
                elif wanted == 0.0:  # ""
                    same = kind == BLANK or (kind == TEXT and number == 0.0)
                else:
                    same = kind == TEXT and fits(pool, int(number), int(wanted))
                count += same == (operator == _EQUAL)
            elif kind == wanted_kind:
                result = binary(operator, kind, number, wanted_kind, wanted, pool)
                count += result[1] != 0.0
    return float(count)


@njit(cache=True, inline="always")
def _binary_map(code, memory, pool, operator, target, pt, a, pa, b, pb):
    """Apply an operator to each pair; one row or column is used again for all."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[target]):
        for j in range(code.columns[target]):
            to = pt + i * code.stride[target] + j
            row_a = i if code.rows[a] > 1 else 0
            row_b = i if code.rows[b] > 1 else 0
            column_a = j if code.columns[a] > 1 else 0
            column_b = j if code.columns[b] > 1 else 0
            if (
                row_a >= code.rows[a]
                or row_b >= code.rows[b]
                or column_a >= code.columns[a]
                or column_b >= code.columns[b]
            ):
                kinds[to], numbers[to] = ERROR, NA
                continue
            x, y = pa + row_a * code.stride[a] + column_a, pb + row_b * code.stride[b] + column_b
            kind, number = simple(operator, kinds[x], numbers[x], kinds[y], numbers[y])
            if kind == UNKNOWN:
                kind, number = binary(operator, kinds[x], numbers[x], kinds[y], numbers[y], pool)
            kinds[to], numbers[to] = kind, number


@njit(cache=True)
def _select_map(code, memory, pool, target, pt, a, pa, b):
    """IF with an array as its condition; the two branches are ``b`` and the operand after it."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[target]):
        for j in range(code.columns[target]):
            to = pt + i * code.stride[target] + j
            at = pa + i * code.stride[a] + j
            failed, number = as_number(kinds[at], numbers[at], pool)
            if failed != 0.0:
                kinds[to], numbers[to] = ERROR, failed
                continue
            branch = b if number != 0.0 else b + 1
            row = i if code.rows[branch] > 1 else 0
            column = j if code.columns[branch] > 1 else 0
            place = code.place[branch] + row * code.stride[branch] + column
            kinds[to], numbers[to] = kinds[place], numbers[place]


@njit(cache=True)
def _times(code, memory, operation, target, pt, a, pa):
    """SUMPRODUCT: what is no number counts as 0; errors stay."""
    kinds, numbers = memory.kinds, memory.numbers
    for i in range(code.rows[a]):
        for j in range(code.columns[a]):
            at, to = pa + i * code.stride[a] + j, pt + i * code.stride[target] + j
            number = numbers[at] if kinds[at] == NUMBER else 0.0
            if operation == FACTOR:
                kinds[to], numbers[to] = NUMBER, number
            elif kinds[to] == NUMBER:
                numbers[to] *= number
            if kinds[at] == ERROR and kinds[to] != ERROR:
                kinds[to], numbers[to] = ERROR, numbers[at]


@njit(cache=True)
def _match(code, memory, pool, pa, b, pb):
    """MATCH(value, row or column, 0)."""
    kinds, numbers = memory.kinds, memory.numbers
    kind, number = kinds[pa], numbers[pa]
    if kind == ERROR:
        return ERROR, number
    if kind == BLANK:
        kind, number = NUMBER, 0.0
    for i in range(code.rows[b] * code.columns[b]):
        at = pb + i // code.columns[b] * code.stride[b] + i % code.columns[b]
        if kinds[at] == kind and compared(kind, number, kinds[at], numbers[at], pool) == 0:
            return NUMBER, float(i + 1)
    return ERROR, NA


@njit(cache=True)
def _index(code, memory, pool, a, pa, pb, pc, alarm, cell):
    """INDEX(area, row, column) with positions that are known only now."""
    kinds, numbers = memory.kinds, memory.numbers
    failed, row = as_number(kinds[pb], numbers[pb], pool)
    if failed != 0.0:
        return ERROR, failed
    failed, column = as_number(kinds[pc], numbers[pc], pool)
    if failed != 0.0:
        return ERROR, failed
    i, j = np.int64(np.trunc(row)), np.int64(np.trunc(column))
    if i < 0 or j < 0:
        return ERROR, VALUE
    if i > code.rows[a] or j > code.columns[a]:
        return ERROR, REF
    if i == 0 or j == 0:
        alarm[0], alarm[1] = WHOLE_ROW, cell
        return ERROR, VALUE
    at = pa + (i - 1) * code.stride[a] + j - 1
    return kinds[at], numbers[at]


@njit(cache=True)
def _rept(memory, pool, pa, pb):
    failed, text = as_text(memory.kinds[pa], memory.numbers[pa], pool)
    if failed != 0.0:
        return ERROR, failed
    failed, times = as_number(memory.kinds[pb], memory.numbers[pb], pool)
    length = pool.length[text]
    if failed != 0.0 or times < 0.0 or np.trunc(times) * length > 32767:
        return ERROR, failed if failed != 0.0 else VALUE
    points = np.empty(np.int64(times) * length, np.uint32)
    for i in range(points.shape[0]):
        points[i] = pool.characters[pool.start[text] + i % length]
    return TEXT, float(intern(pool, points, points.shape[0]))


@njit(cache=True)
def _mid(memory, pool, pa, pb, pc):
    """MID(text, first, length)."""
    failed, text = as_text(memory.kinds[pa], memory.numbers[pa], pool)
    if failed != 0.0:
        return ERROR, failed
    failed, first = as_number(memory.kinds[pb], memory.numbers[pb], pool)
    if failed != 0.0:
        return ERROR, failed
    failed, length = as_number(memory.kinds[pc], memory.numbers[pc], pool)
    if failed != 0.0:
        return ERROR, failed
    if first < 1.0 or length < 0.0:
        return ERROR, VALUE
    begin = min(np.int64(first) - 1, pool.length[text])
    end = min(begin + np.int64(length), pool.length[text])
    start = pool.start[text]
    return TEXT, float(intern(pool, pool.characters[start + begin : start + end], end - begin))


@njit(cache=True)
def run_pass(order, code, memory, pool, sweep, shift, freeze, max_change):
    """Evaluate the stale cells of ``order`` once, in this order and in place.

    With a ``shift`` cells read older values, and what changes is seen in the next pass.  With
    ``freeze`` a cell that did not change, or is an error, is left alone until it is woken; 1 is the
    first pass (only errors freeze), 2 a later one.  Returns the cells evaluated, whether a number
    moved by the maximum change, and whether anything else changed.
    """
    kinds, numbers = memory.kinds, memory.numbers
    evaluated, moved, changed = 0, False, False
    for cell in order:
        if sweep.frozen[cell]:
            continue
        if not sweep.stale[cell]:
            if freeze == 2:
                sweep.frozen[cell] = 1
            continue
        sweep.stale[cell] = 0
        evaluated += 1
        kind, number = evaluate(cell, code, memory, pool, shift, sweep.alarm)
        if sweep.alarm[0] != NO_ALARM or pool.used[2]:
            if sweep.alarm[0] == NO_ALARM:
                sweep.alarm[0], sweep.alarm[1] = POOL_FULL, cell
            break
        place = sweep.target[cell]
        same = kinds[place] == kind and numbers[place] == number
        if freeze and (kind == ERROR or (freeze == 2 and same)):
            sweep.frozen[cell] = 1
        if same:
            continue
        if kinds[place] == NUMBER and kind == NUMBER:
            moved = moved or abs(numbers[place] - number) >= max_change
        else:
            changed = True
        kinds[place], numbers[place] = kind, number
        begin, end = sweep.first_dependent[place], sweep.first_dependent[place + 1]
        for i in range(begin, end):
            sweep.stale[sweep.dependents[i]] = 1
    return evaluated, moved, changed
