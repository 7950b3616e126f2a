"""The machine: runs the code of one cell, or of all cells in some order.

numba compiles it once; the result is cached beside this file, so that a new workbook starts
at once; without numba plain Python runs it.  Every instruction is a row ``operation, target, a, b,
c``; target, a, b and c are mostly *operands*: rows of the operand table with a place, a shape and
the distance between two rows.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlbuilder.recalc.engines.fast.compiler import can_be_compiled
from xlbuilder.recalc.engines.fast.functions import (
    FRACTION_AS_TEXT,
    NO_ALARM,
    POOL_FULL,
    WHOLE_ROW,
    binary_map,
    count_if,
    count_text,
    index,
    match,
    mid,
    rept,
    select_map,
    substitute,
    times,
)
from xlbuilder.recalc.engines.fast.values import (
    BLANK,
    ERROR,
    LOGICAL,
    NUM,
    NUMBER,
    TEXT,
    UNKNOWN,
    VALUE,
    as_number,
    binary,
    simple,
    truncated,
    unary,
)

OPERATIONS = (
    *("RETURN", "BINARY", "BINARY_MAP", "UNARY", "UNARY_MAP", "JUMP", "IF", "MOVE", "SELECT_MAP"),
    *("START", "TAKE", "TAKE_DIRECT", "END", "COUNTIF", "COUNTIF_TEXT", "FACTOR", "TIMES"),
    *("CHOOSE_CONSTANT", "CHOOSE", "CASE", "INDEX", "MATCH", "IFERROR", "REPT", "MID"),
    "SUBSTITUTE",
)
RETURN, BINARY_OP, BINARY_MAP, UNARY_OP, UNARY_MAP, JUMP, IF, MOVE, SELECT_MAP = range(9)
START, TAKE, TAKE_DIRECT, END, COUNTIF, COUNTIF_TEXT, FACTOR, TIMES = range(9, 17)
CHOOSE_CONSTANT, CHOOSE, CASE, INDEX, MATCH, IFERROR, REPT, MID, SUBSTITUTE = range(17, 26)

TOTALS = ("SUM", "COUNT", "COUNTA", "COUNTBLANK", "MAX", "MIN", "PRODUCT", "AVERAGE", "AND", "OR")
SUM, COUNT, COUNTA, COUNTBLANK, MAX, MIN, PRODUCT, AVERAGE, AND, OR = range(len(TOTALS))


NOW, LATER = 1, 2


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
    """The values: of the sheet's cells, of the same one and two iterations ago, and the rest."""

    kinds: NDArray[np.uint8]
    numbers: NDArray[np.float64]


class Sweep(NamedTuple):
    """What decides which cells are evaluated."""

    target: NDArray[np.int32]
    """The place of each formula cell among the values."""
    stale: NDArray[np.uint8]
    """NOW where a precedent changed since the cell was evaluated; LATER where it changed in a pass
    whose cells read older values, for the next pass."""
    frozen: NDArray[np.uint8]
    first_dependent: NDArray[np.int32]
    dependents: NDArray[np.int32]
    """The formula cells that read a cell, by the cell's place."""
    alarm: NDArray[np.int64]
    """What the machine could not do, and the formula cell."""
    remembered: NDArray[np.uint8]
    """Which cells are remembered names: one that gives a whole row, unasked, is ``#VALUE!``."""


@can_be_compiled(inline="always")
def evaluate(cell, code, memory, pool, alarm):
    """Return the kind and number of a formula cell."""
    kinds, numbers = memory.kinds, memory.numbers
    instructions, places, slots = code.instructions, code.place, code.slots
    folded = pool.folded
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
            pa = slots[first - 1 - pa]
        if operation == RETURN:
            kind = kinds[pa]
            return (NUMBER, 0.0) if kind == BLANK else (kind, numbers[pa])
        if operation == IF:
            kind, number, failed = kinds[pa], numbers[pa], 0.0
            if kind != LOGICAL and kind != NUMBER:
                failed, number = as_number(kind, number, pool)
            if failed != 0.0:
                kinds[places[target]], numbers[places[target]] = ERROR, failed
                pc = c
            elif number == 0.0:
                pc = b
            continue
        if operation == BINARY_OP:
            pb, pt = places[b], places[target]
            if pb < 0:
                pb = slots[first - 1 - pb]
            kind, number = simple(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb], folded)
            if kind == UNKNOWN:
                kind, number = binary(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb], pool)
                if kind == ERROR and number == -1.0:
                    alarm[0], alarm[1] = FRACTION_AS_TEXT, cell
            kinds[pt], numbers[pt] = kind, number
            continue
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
            elif total - total != 0.0:  # it is infinite
                kinds[pt], numbers[pt] = ERROR, NUM
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
            count_if(code, memory, pool, target, pt, a, pa, b, first, cell, alarm)
        elif operation == CHOOSE or operation == CHOOSE_CONSTANT:
            kind, number, failed = kinds[pa], numbers[pa], 0.0
            if kind != NUMBER:
                failed, number = as_number(kind, number, pool)
            which = truncated(number)
            if failed != 0.0 or which < 1 or which > c:
                kinds[pt], numbers[pt] = ERROR, failed if failed != 0.0 else VALUE
                if operation == CHOOSE:
                    pc = b
            elif operation == CHOOSE_CONSTANT:
                at = places[b + which - 1]
                kinds[pt], numbers[pt] = kinds[at], numbers[at]
        elif operation == CASE:
            _, number = as_number(kinds[pa], numbers[pa], pool)
            if truncated(number) != b:
                pc = c
        elif operation == IFERROR:
            if kinds[pa] != ERROR:
                kinds[pt], numbers[pt] = kinds[pa], numbers[pa]
                pc = c
        else:
            pb = places[b]
            if pb < 0:
                pb = slots[first - 1 - pb]
            if operation == BINARY_MAP:
                binary_map(code, memory, pool, c, target, pt, a, pa, b, pb)
            elif operation == SELECT_MAP:
                select_map(code, memory, pool, target, pt, a, pa, b)
            elif operation == COUNTIF_TEXT:
                number = count_text(code, memory, pool, a, pa, pb, c)
                kinds[pt], numbers[pt] = NUMBER, number
            elif operation == FACTOR or operation == TIMES:
                times(code, memory, operation == FACTOR, target, pt, a, pa)
            elif operation == MATCH:
                kinds[pt], numbers[pt] = match(code, memory, pool, pa, b, pb)
            else:
                pc3 = places[c]
                if pc3 < 0:
                    pc3 = slots[first - 1 - pc3]
                if operation == INDEX:
                    kinds[pt], numbers[pt] = index(code, memory, pool, a, pa, pb, pc3, alarm, cell)
                elif operation == REPT:
                    kinds[pt], numbers[pt] = rept(memory, pool, pa, pb)
                elif operation == SUBSTITUTE:
                    kinds[pt], numbers[pt] = substitute(memory, pool, pa, pb, pc3)
                else:
                    kinds[pt], numbers[pt] = mid(memory, pool, pa, pb, pc3)


# It makes no array, so numba need not count who holds one; counting takes more than half the time.
@can_be_compiled(_nrt=False)
def run_pass(order, code, memory, pool, sweep, delayed, freeze, max_change):
    """Evaluate the stale cells of ``order`` once, in this order and in place.

    With ``delayed``, cells read older values, and what changes is seen in the next pass.  With
    ``freeze`` a cell that did not change, or is an error, is left alone until it is woken; 1 is the
    first pass (only errors freeze), 2 a later one.  Returns the cells evaluated, whether a number
    moved by the maximum change, and whether anything else changed.
    """
    kinds, numbers = memory.kinds, memory.numbers
    evaluated, moved, changed = 0, False, False
    for cell in order:
        if sweep.frozen[cell]:
            continue
        if not sweep.stale[cell] & NOW:
            if freeze == 2:
                sweep.frozen[cell] = 1
            continue
        sweep.stale[cell] &= LATER
        evaluated += 1
        kind, number = evaluate(cell, code, memory, pool, sweep.alarm)
        if sweep.alarm[0] == WHOLE_ROW and sweep.remembered[cell]:
            sweep.alarm[0], kind, number = NO_ALARM, ERROR, VALUE
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
        blank = kinds[place] == BLANK  # its number is 0
        if kind == NUMBER and (blank or kinds[place] == NUMBER):
            far = abs(numbers[place] - number) >= max_change
            moved, changed = moved or far, changed or (blank and not far)
        else:
            changed = True
        kinds[place], numbers[place] = kind, number
        begin, end = sweep.first_dependent[place], sweep.first_dependent[place + 1]
        for i in range(begin, end):
            sweep.stale[sweep.dependents[i]] |= LATER if delayed else NOW
    return evaluated, moved, changed
