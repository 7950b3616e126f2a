"""The machine: runs the code of one cell, or of all cells in some order.

numba compiles it once; the result is cached beside this file, so that a new workbook starts at
once; without numba plain Python runs it.

An instruction is a row of five integers: operation, target, a, b, c.  What they are is said here
for each operation; where nothing else is said, they are *operands*, rows of the operand table.
``=>`` names the instruction with which the machine goes on.

    RETURN           ends with the value a
    MOVE             target = a
    COMPARE          => target if a ? b is FALSE; => three further if it is TRUE; c is the operator.
                     For rare values it goes on: BINARY and IF do the same behind it
    BINARY           target = a ? b, where c is the operator; BINARY_MAP: element by element
    UNARY            target = ? a, where c is the operator; UNARY_MAP: element by element
    JUMP             => target
    IF               => b if a is FALSE; => c if a is no truth value, and target is the error
    SELECT_MAP       target = IF(a, b, b + 1) element by element; b + 1 is the next operand
    START            begins a total; b is its function
    TAKE             takes the range or array a into the total, without its texts
    TAKE_DIRECT      takes the value a, which stands as an argument, so that "3" is a number
    END              target = the total
    COUNTIF          target = COUNTIF(a, b), a count for each element of b
    COUNTIF_TEXT     target = COUNTIF(a, operator c and value b)
    FACTOR, TIMES    target = a, target = target * a, element by element (SUMPRODUCT)
    CHOOSE_CONSTANT  target = the a-th of c constants; b is the first, the others are behind it
    CHOOSE           => b if a is not within 1 to the number c, and target is the error
    CASE             => c if a is not the number b
    IFERROR          => c if a is no error, and target = a
    MATCH            target = MATCH(a, b, c), where c is the number 1, 0 or -1
    FITS             target = 1 where an element of a meets the operator c and the value b, or 0
    FITS_VALUE       the same; what b is is known only now (c is EQUAL)
    RANKED           target = SMALL(a, b), or LARGE where c is 0; one number for each element of b
    MMULT, TRANSPOSE target = the function of a and b
    INDEX, REPT, MID, SUBSTITUTE, FIND, SEARCH   target = the function of a, b and c
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from xlbuilder.recalc.engines.fast.arrays import mmult, nearest, ranked, transpose
from xlbuilder.recalc.engines.fast.codes import (
    ALARM,
    ALARM_CELL,
    BINARY,
    BINARY_MAP,
    BLANK,
    CASE,
    CHOOSE,
    CHOOSE_CONSTANT,
    COMPARE,
    COUNTIF,
    COUNTIF_TEXT,
    END,
    ERROR,
    FACTOR,
    FIND,
    FITS,
    FITS_VALUE,
    FRACTION,
    FRACTION_AS_TEXT,
    FREEZE_ERRORS,
    FREEZE_STILL,
    IF,
    IFERROR,
    INDEX,
    JUMP,
    LAST_SEEN,
    LATER,
    LOGICAL,
    MATCH,
    MMULT,
    MOVE,
    NO_ALARM,
    NO_ERROR,
    NO_FREEZE,
    NOW,
    NUMBER,
    OPERATION,
    POOL_FULL,
    RANKED,
    REPT,
    RETURN,
    SEARCH,
    SELECT_MAP,
    START,
    SUBSTITUTE,
    TAKE,
    TAKE_DIRECT,
    TARGET,
    TIMES,
    TRANSPOSE,
    UNARY,
    UNARY_MAP,
    UNKNOWN,
    UNSEEN,
    VALUE,
    WHOLE_ROW,
    A,
    B,
    C,
)
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled, unsigned
from xlbuilder.recalc.engines.fast.criteria import count_text, fits_map
from xlbuilder.recalc.engines.fast.functions import (
    binary_map,
    count_if,
    find,
    index,
    match,
    mid,
    rept,
    select_map,
    substitute,
    times,
    unary_map,
)
from xlbuilder.recalc.engines.fast.texts import IS_FULL
from xlbuilder.recalc.engines.fast.totals import ended, taken
from xlbuilder.recalc.engines.fast.values import as_number, binary, simple, truncated, unary


class Code(NamedTuple):
    """The instructions of all families, and what the formula cells have of their own.

    A *formula cell* is known by its number, its place among the formula cells of the program; a
    value by its *place* in the memory.
    """

    instructions: NDArray[np.int32]
    """Shape (instructions, 5): operation, target, a, b, c."""
    entry: NDArray[np.int32]
    """Shape (formula cells,): the first instruction of the cell's family."""
    first_slot: NDArray[np.int32]
    """Shape (formula cells,): where the cell's slots begin in ``slots``."""
    slots: NDArray[np.int32]
    """Shape (slots of all cells,): the place of the first value behind each slot."""
    place: NDArray[np.int32]
    """Shape (operands,): the place of its first value; below zero, the slot -1 - place."""
    rows: NDArray[np.int32]
    """Shape (operands,): how many rows it has."""
    columns: NDArray[np.int32]
    """Shape (operands,): how many columns it has."""
    stride: NDArray[np.int32]
    """Shape (operands,): the distance between the places of one row and the next."""


class Memory(NamedTuple):
    """All values: of the cells now, one and two iterations ago, then constants and results."""

    kinds: NDArray[np.uint8]
    """Shape (places,): BLANK, NUMBER, TEXT, LOGICAL or ERROR."""
    numbers: NDArray[np.float64]
    """Shape (places,): the number; of a text its number in the pool, of an error its code."""


class FormulaCells(NamedTuple):
    """What decides which formula cells are evaluated, and where their values go."""

    target: NDArray[np.int32]
    """Shape (formula cells,): the place of the cell's value."""
    stale: NDArray[np.uint8]
    """Shape (formula cells,): why the cell has to be evaluated: NOW, LATER and UNSEEN."""
    frozen: NDArray[np.uint8]
    """Shape (formula cells,): 1 where the cell rests until the next recalculation."""
    first_dependent: NDArray[np.int32]
    """Shape (places of now + 1,): where the place's readers begin in ``dependents``."""
    dependents: NDArray[np.uint32]
    """Shape (readers of all places,): the formula cells that read a place."""
    through: NDArray[np.int64]
    """Shape (readers of all places,): through which slots it reads it, a bit for each."""
    seen: NDArray[np.int64]
    """Shape (formula cells,): the slots that its last evaluation came to read, a bit for each."""
    alarm: NDArray[np.int64]
    """Shape (2,): what the machine could not do (NO_ALARM: nothing), and in which formula cell."""
    lack: NDArray[np.uint8]
    """Shape (formula cells,): what the machine could not do in the last evaluation of the cell,
    which is ``#VALUE!`` then."""
    remembered: NDArray[np.uint8]
    """Shape (formula cells,): 1 where it is the cell of a remembered name; one that gives a whole
    row, unasked, is ``#VALUE!``."""


@can_be_compiled(inline="always")
def evaluate(cell, code, memory, pool, alarm):
    """Return the kind and number of a formula cell, and the slots that it came to read.

    ``pa``, ``pb``, ``pc`` and ``pt`` are the places of a, b, c and target; what a slot stands for
    is the cell's own.  What the machine cannot do is in ``alarm`` then.
    """
    kinds, numbers = memory.kinds, memory.numbers
    instructions, places, slots = code.instructions, code.place, code.slots
    folded = pool.folded
    first, step = code.first_slot[cell], code.entry[cell]
    function, total, count, error = 0, 0.0, 0, NO_ERROR
    seen = 0
    while True:
        operation, target = instructions[step, OPERATION], instructions[step, TARGET]
        a, b, c = instructions[step, A], instructions[step, B], instructions[step, C]
        step += 1
        if operation == JUMP:
            step = target
            continue
        pa = places[a]
        if pa < 0:
            seen |= 1 << min(-1 - pa, LAST_SEEN)
            pa = slots[first - 1 - pa]
        if operation == RETURN:
            kind, number = kinds[pa], numbers[pa]
            return (NUMBER, 0.0, seen) if kind == BLANK else (kind, number, seen)
        if operation == COMPARE:
            pb = places[b]
            if pb < 0:
                seen |= 1 << min(-1 - pb, LAST_SEEN)
                pb = slots[first - 1 - pb]
            kind, number = simple(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb], folded)
            if kind != UNKNOWN:
                step = step + 2 if number != 0.0 else target
            continue
        if operation == IF:
            kind, number, failed = kinds[pa], numbers[pa], NO_ERROR
            if kind != LOGICAL and kind != NUMBER:
                failed, number = as_number(kind, number, pool)
            if failed != NO_ERROR:
                kinds[places[target]], numbers[places[target]] = ERROR, failed
                step = c
            elif number == 0.0:
                step = b
            continue
        if operation == BINARY:
            pb, pt = places[b], places[target]
            if pb < 0:
                seen |= 1 << min(-1 - pb, LAST_SEEN)
                pb = slots[first - 1 - pb]
            kind, number = simple(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb], folded)
            if kind == UNKNOWN:
                kind, number = binary(c, kinds[pa], numbers[pa], kinds[pb], numbers[pb], pool)
                if kind == ERROR and number == FRACTION:
                    alarm[ALARM], alarm[ALARM_CELL] = FRACTION_AS_TEXT, cell
            kinds[pt], numbers[pt] = kind, number
            continue
        if operation == TAKE or operation == TAKE_DIRECT:
            is_direct = operation == TAKE_DIRECT
            total, count, error = taken(
                code, memory, pool, is_direct, function, a, pa, total, count, error
            )
            continue
        pt = places[target]
        if operation == START:
            function, total, count, error = b, 0.0, 0, NO_ERROR
        elif operation == END:
            kinds[pt], numbers[pt] = ended(function, total, count, error)
        elif operation == MOVE:
            kinds[pt], numbers[pt] = kinds[pa], numbers[pa]
        elif operation == UNARY:
            kinds[pt], numbers[pt] = unary(c, kinds[pa], numbers[pa], pool)
            if kinds[pt] == ERROR and numbers[pt] == FRACTION:
                alarm[ALARM], alarm[ALARM_CELL] = FRACTION_AS_TEXT, cell
        elif operation == UNARY_MAP:
            unary_map(code, memory, pool, c, target, pt, a, pa)
        elif operation == COUNTIF:
            pb = places[b]
            if pb < 0:
                seen |= 1 << min(-1 - pb, LAST_SEEN)
                pb = slots[first - 1 - pb]
            count_if(code, memory, pool, target, pt, a, pa, b, pb, cell, alarm)
        elif operation == CHOOSE or operation == CHOOSE_CONSTANT:
            kind, number, failed = kinds[pa], numbers[pa], NO_ERROR
            if kind != NUMBER:
                failed, number = as_number(kind, number, pool)
            which = truncated(number)
            if failed != NO_ERROR or which < 1 or which > c:
                kinds[pt], numbers[pt] = ERROR, failed if failed != NO_ERROR else VALUE
                if operation == CHOOSE:
                    step = b
            elif operation == CHOOSE_CONSTANT:
                at = places[b + which - 1]
                kinds[pt], numbers[pt] = kinds[at], numbers[at]
        elif operation == CASE:
            _, number = as_number(kinds[pa], numbers[pa], pool)
            if truncated(number) != b:
                step = c
        elif operation == IFERROR:
            if kinds[pa] != ERROR:
                kinds[pt], numbers[pt] = kinds[pa], numbers[pa]
                step = c
        else:
            pb = places[b]
            if pb < 0:
                seen |= 1 << min(-1 - pb, LAST_SEEN)
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
                if c == 0:
                    kinds[pt], numbers[pt] = match(code, memory, pool, pa, b, pb)
                else:
                    kinds[pt], numbers[pt] = nearest(code, memory, pool, c > 0, pa, b, pb)
            elif operation == FITS or operation == FITS_VALUE:
                is_value = operation == FITS_VALUE
                fits_map(code, memory, pool, c, is_value, target, pt, a, pa, pb, alarm, cell)
            elif operation == RANKED:
                ranked(code, memory, pool, c > 0, target, pt, a, pa, b, pb)
            elif operation == MMULT:
                mmult(code, memory, target, pt, a, pa, b, pb)
            elif operation == TRANSPOSE:
                transpose(code, memory, target, pt, a, pa)
            else:
                pc = places[c]
                if pc < 0:
                    seen |= 1 << min(-1 - pc, LAST_SEEN)
                    pc = slots[first - 1 - pc]
                if operation == INDEX:
                    kinds[pt], numbers[pt] = index(code, memory, pool, a, pa, pb, pc, alarm, cell)
                elif operation == REPT:
                    kinds[pt], numbers[pt] = rept(memory, pool, pa, pb)
                elif operation == SUBSTITUTE:
                    kinds[pt], numbers[pt] = substitute(memory, pool, pa, pb, pc)
                elif operation == FIND or operation == SEARCH:
                    is_search = operation == SEARCH
                    kinds[pt], numbers[pt] = find(memory, pool, is_search, pa, pb, pc)
                else:  # MID
                    kinds[pt], numbers[pt] = mid(memory, pool, pa, pb, pc)
                if kinds[pt] == ERROR and numbers[pt] == FRACTION:
                    alarm[ALARM], alarm[ALARM_CELL] = FRACTION_AS_TEXT, cell


# It makes no array, so numba need not count who holds one; counting takes more than half the time.
@can_be_compiled(_nrt=False)
def run_iteration(order, code, memory, pool, cells, delayed, freeze, max_change):
    """Evaluate the stale cells of ``order`` once, in this order and in place.

    A formula that goes the same way over the same values gives the same: a cell is left alone when
    no slot changed that its last evaluation came to read, as those behind the other branch of IF.
    With ``delayed``, cells read older values, and what changes is seen in the next iteration.
    With ``freeze`` (FREEZE_ERRORS in the first iteration, FREEZE_STILL later) a cell that is an
    error, or did not change, rests until it is woken.  Only a full pool ends the iteration early.
    Returns how many cells were evaluated, whether a number moved by the maximum change, and whether
    anything else changed.
    """
    kinds, numbers, alarm = memory.kinds, memory.numbers, cells.alarm
    evaluated, moved, changed = 0, False, False
    for cell in order:
        if cells.frozen[cell]:
            continue
        stale, place = cells.stale[cell], cells.target[cell]
        cells.stale[cell] = stale & LATER
        if not stale & NOW:
            is_error = stale & UNSEEN and kinds[place] == ERROR
            if freeze == FREEZE_STILL or (freeze == FREEZE_ERRORS and is_error):
                cells.frozen[cell] = 1
            continue
        evaluated += 1
        kind, number, cells.seen[cell] = evaluate(cell, code, memory, pool, alarm)
        if pool.used[IS_FULL]:
            alarm[ALARM], alarm[ALARM_CELL] = POOL_FULL, cell
            break
        cells.lack[cell] = alarm[ALARM]
        if alarm[ALARM] != NO_ALARM:
            if alarm[ALARM] == WHOLE_ROW and cells.remembered[cell]:
                cells.lack[cell] = NO_ALARM
            alarm[ALARM], kind, number = NO_ALARM, ERROR, VALUE
        same = kinds[place] == kind and numbers[place] == number
        if freeze != NO_FREEZE and (kind == ERROR or (freeze == FREEZE_STILL and same)):
            cells.frozen[cell] = 1
        if same:
            continue
        blank = kinds[place] == BLANK  # its number is 0
        if kind == NUMBER and (blank or kinds[place] == NUMBER):
            far = abs(numbers[place] - number) >= max_change
            moved, changed = moved or far, changed or (blank and not far)
        else:
            changed = True
        kinds[place], numbers[place] = kind, number
        begin, end = cells.first_dependent[place], cells.first_dependent[place + 1]
        for i in range(unsigned(begin), unsigned(end)):
            dependent = cells.dependents[i]
            if delayed:
                cells.stale[dependent] |= LATER
            else:
                is_seen = cells.seen[dependent] & cells.through[i]
                cells.stale[dependent] |= NOW if is_seen else UNSEEN
    return evaluated, moved, changed
