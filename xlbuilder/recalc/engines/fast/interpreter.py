"""The interpreter: runs the code of one cell, or of all cells in some order.

numba compiles it once; the result is cached beside this file, so that a new workbook starts at
once; without numba plain Python runs it.  codes.py says what the instructions are.
"""

from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.arrays import mmult, ranked, transpose
from xlbuilder.recalc.engines.fast.compiler import can_be_compiled, unsigned
from xlbuilder.recalc.engines.fast.criteria import count_if, fits_map
from xlbuilder.recalc.engines.fast.functions import (
    binary_map,
    index,
    match,
    of_texts,
    select_map,
    times,
    unary_map,
)
from xlbuilder.recalc.engines.fast.memory import view
from xlbuilder.recalc.engines.fast.texts import IS_FULL, LACK, UNREAD
from xlbuilder.recalc.engines.fast.totals import ended, taken
from xlbuilder.recalc.engines.fast.values import (
    as_number,
    as_truth,
    binary,
    simple,
    truncated,
    unary,
)


@can_be_compiled()
def behind_hole(holes, first, hole, seen):
    """Return the place behind a hole of a cell, and ``seen`` with this hole."""
    return holes[first - 1 - hole], seen | 1 << min(-1 - hole, codes.LAST_SEEN)


@can_be_compiled(inline="always")
def evaluate(cell, code, memory, pool, alarm):
    """Return the kind and number of a formula cell, and the holes that it came to read.

    ``pa``, ``pb``, ``pc`` and ``pt`` are the places of a, b, c and target; what a hole stands for
    is the cell's own.  What the machine cannot do is in ``alarm`` then.
    """
    kinds, numbers = memory.kinds, memory.numbers
    instructions, places, holes = code.instructions, code.place, code.holes
    first, step = code.first_hole[cell], code.entry[cell]
    function, total, before, count, error = 0, 0.0, 0.0, 0, codes.NO_ERROR
    seen, pb, pc = 0, places[0], places[0]
    while True:
        operation, target = instructions[step, codes.OPERATION], instructions[step, codes.TARGET]
        a, b = instructions[step, codes.A], instructions[step, codes.B]
        c = instructions[step, codes.C]
        step += 1
        if operation == codes.JUMP:
            step = target
            continue
        pa = places[a]
        if pa < 0:
            pa, seen = behind_hole(holes, first, pa, seen)
        if operation >= codes.WITH_B:
            pb = places[b]
            if pb < 0:
                pb, seen = behind_hole(holes, first, pb, seen)
        if operation >= codes.WITH_C:
            pc = places[c]
            if pc < 0:
                pc, seen = behind_hole(holes, first, pc, seen)
        kind, number = kinds[pa], numbers[pa]
        if operation == codes.RETURN:
            return (codes.NUMBER, 0.0, seen) if kind == codes.BLANK else (kind, number, seen)
        if operation == codes.COMPARE:
            kind, number = simple(c, kind, number, kinds[pb], numbers[pb], pool.folded)
            if kind != codes.UNKNOWN:
                step = step + 2 if number != 0.0 else target
            continue
        pt = places[target]
        if operation == codes.IF:
            failed = codes.NO_ERROR
            if kind != codes.LOGICAL and kind != codes.NUMBER:
                failed, number = as_truth(kind, number, pool)
            if failed != codes.NO_ERROR:
                kinds[pt], numbers[pt] = codes.ERROR, failed
                step = c
            elif number == 0.0:
                step = b
        elif operation == codes.BINARY:
            kind_b, number_b = kinds[pb], numbers[pb]
            kinds[pt], numbers[pt] = simple(c, kind, number, kind_b, number_b, pool.folded)
            if kinds[pt] == codes.UNKNOWN:
                kinds[pt], numbers[pt] = binary(c, kind, number, kind_b, number_b, pool)
        elif operation == codes.TAKE or operation == codes.TAKE_DIRECT:
            is_direct = operation == codes.TAKE_DIRECT
            one = view(code, a, pa)
            total, before, count, error = taken(
                memory, pool, is_direct, function, one, total, before, count, error
            )
        elif operation == codes.START:
            function, total, before, count, error = b, 0.0, 0.0, 0, codes.NO_ERROR
        elif operation == codes.END:
            kinds[pt], numbers[pt] = ended(function, total, before, count, error)
        elif operation == codes.MOVE:
            kinds[pt], numbers[pt] = kind, number
        elif operation == codes.UNARY:
            kinds[pt], numbers[pt] = unary(c, kind, number, pool)
        elif operation == codes.CHOOSE or operation == codes.CHOOSE_CONSTANT:
            failed, number = as_number(kind, number, pool)
            which = truncated(number)
            if failed != codes.NO_ERROR or which < 1 or which > c:
                failed = codes.VALUE if failed == codes.NO_ERROR else failed
                kinds[pt], numbers[pt] = codes.ERROR, failed
                if operation == codes.CHOOSE:
                    step = b
            elif operation == codes.CHOOSE_CONSTANT:
                at = places[b + which - 1]
                kinds[pt], numbers[pt] = kinds[at], numbers[at]
        elif operation == codes.CASE:
            _, number = as_number(kind, number, pool)
            if truncated(number) != b:
                step = c
        elif operation == codes.IFERROR:
            if kind != codes.ERROR:
                kinds[pt], numbers[pt] = kind, number
                step = c
        elif operation == codes.ASK:
            if kinds[pt] == codes.UNKNOWN:
                alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.ASKED, target
                return codes.UNKNOWN, 0.0, seen
            if kinds[pt] == codes.ERROR and numbers[pt] == codes.REFUSED:
                alarm[codes.ALARM] = codes.UNANSWERED
        elif operation == codes.INDEX:
            kinds[pt], numbers[pt] = index(memory, pool, view(code, a, pa), pb, pc, alarm)
        elif operation == codes.MATCH:
            kinds[pt], numbers[pt] = match(memory, pool, c, pa, view(code, b, pb), alarm)
        elif operation == codes.COUNTIF:
            to, one, other = view(code, target, pt), view(code, a, pa), view(code, b, pb)
            count_if(memory, pool, c, to, one, other, alarm)
        elif operation == codes.UNARY_MAP:
            unary_map(memory, pool, c, view(code, target, pt), view(code, a, pa))
        elif operation == codes.BINARY_MAP:
            to, one, other = view(code, target, pt), view(code, a, pa), view(code, b, pb)
            binary_map(memory, pool, c, to, one, other)
        elif operation == codes.SELECT_MAP:
            one, other, third = view(code, a, pa), view(code, b, pb), view(code, c, pc)
            select_map(memory, pool, view(code, target, pt), one, other, third)
        elif operation == codes.FITS:
            to, one, other = view(code, target, pt), view(code, a, pa), view(code, b, pb)
            fits_map(memory, pool, c, to, one, other, alarm)
        elif operation == codes.FACTOR or operation == codes.TIMES:
            is_first = operation == codes.FACTOR
            times(memory, is_first, view(code, target, pt), view(code, a, pa))
        elif operation == codes.RANKED:
            to, one, other = view(code, target, pt), view(code, a, pa), view(code, b, pb)
            ranked(memory, pool, c > 0, to, one, other)
        elif operation == codes.MMULT:
            to, one, other = view(code, target, pt), view(code, a, pa), view(code, b, pb)
            mmult(memory, to, one, other)
        elif operation == codes.TRANSPOSE:
            transpose(memory, view(code, target, pt), view(code, a, pa))
        else:
            kinds[pt], numbers[pt] = of_texts(operation, memory, pool, pa, pb, pc)


# It makes no array, so numba need not count who holds one; counting takes more than half the time.
@can_be_compiled(_nrt=False)
def run_iteration(order, code, memory, pool, cells, delayed, freeze, max_change):
    """Evaluate the stale cells of ``order`` once, in this order and in place.

    A formula that goes the same way over the same values gives the same value.  So a cell is left
    alone when no hole changed that its last evaluation came to read; the holes behind the other
    branch of IF do not matter.  With ``delayed``, cells read older values, and what changes is seen
    in the next iteration.  With ``freeze`` (FREEZE_ERRORS in the first iteration, FREEZE_STILL
    later) a cell that is an error, or did not change, rests until it is woken.  A full pool ends
    the iteration early, and so do ASK and a text that is not read.  Returns how many cells were
    evaluated, whether a number moved by the maximum change, and whether anything else changed.
    """
    kinds, numbers, alarm = memory.kinds, memory.numbers, cells.alarm
    evaluated, moved, changed = 0, False, False
    for cell in order:
        if cells.frozen[cell]:
            continue
        stale, place = cells.stale[cell], cells.target[cell]
        cells.stale[cell] = stale & codes.LATER
        if not stale & codes.NOW:
            is_error = stale & codes.UNSEEN and kinds[place] == codes.ERROR
            if freeze == codes.FREEZE_STILL or (freeze == codes.FREEZE_ERRORS and is_error):
                cells.frozen[cell] = 1
            continue
        kind, number, seen = evaluate(cell, code, memory, pool, alarm)
        if pool.used[UNREAD]:
            alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.UNREAD_TEXT, cell
        if alarm[codes.ALARM] == codes.ASKED or alarm[codes.ALARM] == codes.UNREAD_TEXT:
            cells.stale[cell] = stale
            break
        evaluated += 1
        cells.seen[cell] = seen
        if pool.used[IS_FULL]:
            alarm[codes.ALARM], alarm[codes.ALARM_CELL] = codes.POOL_FULL, cell
            break
        if pool.used[LACK] != codes.NO_ALARM:
            alarm[codes.ALARM], alarm[codes.ALARM_CELL] = pool.used[LACK], cell
            pool.used[LACK] = codes.NO_ALARM
        cells.lack[cell] = alarm[codes.ALARM]
        if alarm[codes.ALARM] != codes.NO_ALARM:
            if alarm[codes.ALARM] == codes.WHOLE_ROW and cells.remembered[cell]:
                cells.lack[cell] = codes.NO_ALARM
            else:
                cells.lacked[cell] = alarm[codes.ALARM]
            alarm[codes.ALARM], kind, number = codes.NO_ALARM, codes.ERROR, codes.VALUE
        same = kinds[place] == kind and numbers[place] == number
        if freeze != codes.NO_FREEZE and (
            kind == codes.ERROR or (freeze == codes.FREEZE_STILL and same)
        ):
            cells.frozen[cell] = 1
        if same:
            continue
        blank = kinds[place] == codes.BLANK  # its number is 0
        if kind == codes.NUMBER and (blank or kinds[place] == codes.NUMBER):
            far = abs(numbers[place] - number) >= max_change
            moved, changed = moved or far, changed or (blank and not far)
        else:
            changed = True
        kinds[place], numbers[place] = kind, number
        begin, end = cells.first_dependent[place], cells.first_dependent[place + 1]
        for i in range(unsigned(begin), unsigned(end)):
            dependent = cells.dependents[i]
            if delayed:
                cells.stale[dependent] |= codes.LATER
            else:
                is_seen = cells.seen[dependent] & cells.through[i]
                cells.stale[dependent] |= codes.NOW if is_seen else codes.UNSEEN
    return evaluated, moved, changed
