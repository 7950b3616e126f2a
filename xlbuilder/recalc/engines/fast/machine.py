"""A workbook in the engine fast: its code, its values, and one iteration over its cells."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray
from openpyxl.utils.datetime import MAC_EPOCH

from xlbuilder.errors import EngineError, Lack, LackError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.circles import leading_to_circles
from xlbuilder.recalc.engines.fast import codes
from xlbuilder.recalc.engines.fast.asked.arguments import Rows
from xlbuilder.recalc.engines.fast.asked.bridge import Argument, AskedCall
from xlbuilder.recalc.engines.fast.asked.dates import read_texts, refuse_dates
from xlbuilder.recalc.engines.fast.assembly import Assembly, tables
from xlbuilder.recalc.engines.fast.code import compile_family
from xlbuilder.recalc.engines.fast.compiler import Function
from xlbuilder.recalc.engines.fast.fault import name_at_fault
from xlbuilder.recalc.engines.fast.gradual import GradualIteration, compiled_iteration
from xlbuilder.recalc.engines.fast.memory import Code, FormulaCells, Memory
from xlbuilder.recalc.engines.fast.texts import FROM_1904, add, empty_pool, is_half_full, text_of
from xlbuilder.recalc.family import Family, Member
from xlbuilder.recalc.program import Program
from xlbuilder.recalc.schedule import Iteration, Reads, Schedule
from xlbuilder.recalc.session import IteratedSession, lags
from xlbuilder.xlsx.model import Model

MAX_CELLS = 2_000_000
"""Cells between the first and the last one that is used, on all sheets together."""

_ALARMS = {
    codes.UNREAD_TEXT: "calculates with a text in which Excel may read a date without a year, an"
    " amount of money or digits of some country, or any date if the workbook counts days from 1904;"
    " write the number, or DATE(2024,1,31)",
    codes.UNORDERED_TEXT: "asks which of two texts comes first; the engine fast knows Excel's order"
    " of the letters A to Z, digits and blanks only",
    codes.POOL_FULL: "the engine fast has no room for more different texts",
    codes.WHOLE_ROW: "the engine fast lacks INDEX of a whole row or column",
    codes.UNSORTED_LIST: "looks a value up in a list that is not sorted, or that has it in several"
    " places: what Excel finds there is not documented; sort the list, or look for an equal value,"
    " as MATCH does with 0",
    codes.COUNTED_TEXT: "counts the characters of a text with one such as an emoji, which Excel"
    " counts once or twice, as the compatibility version of the workbook says",
    codes.UNREAD_CRITERION: "compares with a criterion in which Excel may read a value that the"
    " engine fast does not read: an error, a date, a time, an amount of money",
}


def open_workbook(model: Model, schedule: Schedule) -> IteratedSession:
    """Open a workbook: bind its formulas, and turn each family into code.

    Raises EngineError with the cell whose formula the machine cannot compile.
    """
    return IteratedSession(model, FastMachine, schedule)


class FastMachine:
    """The values of a workbook in arrays; see ``session.Machine``.

    ``run_iteration`` is the machine that evaluates them: by default plain Python at first, and the
    compiled one when that pays.
    """

    def __init__(self, program: Program, run_iteration: Function | None = None) -> None:
        self.program = program
        self._run_iteration = run_iteration or GradualIteration()
        self._origin, self._size, width = _layout(program)
        self.pool = empty_pool()
        self.pool.used[FROM_1904] = program.model.epoch == MAC_EPOCH
        assembly = Assembly(self.pool, width, memory_start=3 * self._size)
        self.code, self._is_area = self._compiled(assembly)
        kinds = np.zeros(assembly.memory_end, np.uint8)
        self.memory = Memory(kinds, np.zeros(assembly.memory_end, np.float64))
        for place, (kind, number) in assembly.constants.items():
            self.memory.kinds[place], self.memory.numbers[place] = kind, number
        count = len(program.members)
        first_dependent, dependents, through = _dependents(program, self.place, self._size)
        self.formula_cells = FormulaCells(
            target=np.array([self.place(cell) for cell in program.members], np.int32),
            stale=np.full(count, codes.NOW, np.uint8),
            frozen=np.zeros(count, np.uint8),
            first_dependent=first_dependent,
            dependents=dependents,
            through=through,
            seen=np.full(count, -1, np.int64),
            alarm=np.zeros(2, np.int64),
            lack=np.zeros(count, np.uint8),
            lacked=np.zeros(count, np.uint8),
            remembered=np.array([cell in program.remembered for cell in program.members], np.uint8),
        )

    def _compiled(self, assembly: Assembly) -> tuple[Code, NDArray[np.bool_]]:
        """Return the code of all cells, and of each hole whether it stands for an area."""
        entries = _entries(self.program, assembly)
        self._width = assembly.width
        self._asked = {
            number: assembly.asked[member.family]
            for number, member in enumerate(self.program.members.values())
            if member.family in assembly.asked
        }
        self._refusals: dict[int, str] = {}
        holes: list[int] = []
        is_area: list[bool] = []
        first_hole: list[int] = []
        for member in self.program.members.values():
            first_hole.append(len(holes))
            holes += [*map(self.place, member.areas), *map(assembly.place, member.numbers)]
            is_area += [True] * len(member.areas) + [False] * len(member.numbers)
        code = Code(
            entry=np.array(entries, np.int32),
            first_hole=np.array(first_hole, np.int32),
            holes=np.array(holes or [0], np.int32),
            **tables(assembly),
        )
        return code, np.array(is_area or [True])

    def place(self, area: Area) -> int:
        """Return the place of an area's first cell among the values."""
        top, start, width, _ = self._origin[area.sheet]
        return start + (area.top - top) * width + area.left - 1

    def load(self, cells: Mapping[Area, Value]) -> None:
        """Replace all values; a cell that is not there is blank."""
        self.memory.kinds[: self._size] = codes.BLANK
        self.memory.numbers[: self._size] = 0.0
        for cell, value in cells.items():
            if cell.sheet in self._origin and self._is_used(cell):
                place = self.place(cell)
                self.memory.kinds[place], self.memory.numbers[place] = self._pair(value)
        self._forget()

    def save(self) -> Memory:
        """Return a copy of all values, for ``restore``."""
        kinds, numbers = self.memory
        self._texts = self.pool.used.copy(), self.pool.table.copy()
        return Memory(kinds[: self._size].copy(), numbers[: self._size].copy())

    def restore(self, saved: Memory) -> None:
        """Go back to saved values; every formula is stale.

        Texts that came after the last ``save`` are forgotten when the pool is half full: it takes
        its time, but many puzzles would fill the pool.
        """
        if is_half_full(self.pool):
            self.pool.used[:], self.pool.table[:] = self._texts
        self.memory.kinds[: self._size] = saved.kinds
        self.memory.numbers[: self._size] = saved.numbers
        self._forget()

    def _forget(self) -> None:
        """Let the older values be the values of now, every formula stale, and nothing lacking."""
        self.formula_cells.stale[:] = codes.NOW
        self.formula_cells.lack[:] = self.formula_cells.lacked[:] = codes.NO_ALARM
        size = self._size
        for array in self.memory:
            array[size : 2 * size] = array[:size]

    def enter(self, cell: Area, value: Value) -> None:
        """Change one cell that holds no formula."""
        if not self._is_used(cell):
            return  # no formula reads it
        place, (kind, number) = self.place(cell), self._pair(value)
        if (self.memory.kinds[place], self.memory.numbers[place]) != (kind, number):
            self.memory.kinds[place], self.memory.numbers[place] = kind, number
            state = self.formula_cells
            readers = slice(state.first_dependent[place], state.first_dependent[place + 1])
            state.stale[state.dependents[readers]] = codes.NOW

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""
        if area.sheet not in self._origin:
            return self.program.model.values_of(area)
        last = Area(area.sheet, area.bottom, area.right, area.bottom, area.right)
        if not (self._is_used(area) and self._is_used(last)):
            return [self.read(cell)[0] if self._is_used(cell) else None for cell in area.cells()]
        width = area.shape[1]
        kinds: list[int] = []
        numbers: list[float] = []
        for row in range(area.shape[0]):
            first = self.place(area) + row * self._origin[area.sheet][2]
            kinds += self.memory.kinds[first : first + width].tolist()
            numbers += self.memory.numbers[first : first + width].tolist()
        pairs = list(zip(kinds, numbers, strict=True))
        known = {pair: self._value(*pair) for pair in set(pairs)}
        return list(map(known.__getitem__, pairs))

    def prepare(self) -> None:
        """Compile the machine now, or load it; without numba plain Python goes on."""
        self._run_iteration = compiled_iteration()
        self.iterate(np.zeros(0, np.int32), Reads.IN_PLACE, codes.NO_FREEZE, 0.0)

    def wake(self) -> None:
        """Begin a recalculation: no cell is frozen."""
        self.formula_cells.frozen[:] = 0

    def iterate(
        self,
        cells: NDArray[np.int32],
        reads: Reads,
        freeze: int,
        max_change: float,
        seed: int = 0,
    ) -> Iteration:
        """Evaluate the stale cells of one iteration."""
        code, delayed = self.code, reads is Reads.BEFORE
        if reads is not Reads.IN_PLACE:
            self._remember()
            code = code._replace(holes=self._older_holes(reads, seed))
        if reads is Reads.LAGGED:
            self.formula_cells.stale[:] = codes.NOW
        evaluated, moved, changed = self._run(cells, code, delayed, freeze, max_change)
        if delayed:
            stale = self.formula_cells.stale
            later = (stale & codes.LATER) != 0  # the next one is now
            stale[:] = np.where(later, codes.NOW, stale)
        alarm, cell = self.formula_cells.alarm
        if alarm != codes.NO_ALARM:
            self.formula_cells.alarm[codes.ALARM] = codes.NO_ALARM
            self._refuse(cell, alarm)
        return Iteration(evaluated, bool(moved), bool(changed))

    def _run(
        self, cells: NDArray[np.int32], code: Code, delayed: bool, freeze: int, max_change: float
    ) -> tuple[int, bool, bool]:
        """Run the machine, answer what it asks for, and read texts that it needs."""
        parts = [cells]
        if self._asked:
            places = [at for at, cell in enumerate(cells.tolist()) if cell in self._asked]
            parts = np.split(cells, sorted({*places, *(at + 1 for at in places)}))
        evaluated, moved, changed = 0, False, False
        memory, state = self.memory, self.formula_cells
        for part in parts:
            calls = self._asked.get(int(part[0]), {}) if len(part) == 1 else {}
            earlier = self._refusals.pop(int(part[0]), None) if calls else None
            for row in calls:
                memory.kinds[code.place[row]] = codes.UNKNOWN
            waiting = part
            while True:
                done = self._run_iteration(
                    waiting, code, memory, self.pool, state, delayed, freeze, max_change
                )
                evaluated, moved = evaluated + done[0], moved or done[1]
                changed = changed or done[2]
                alarm, which = state.alarm.tolist()
                if alarm not in (codes.ASKED, codes.UNREAD_TEXT):
                    break
                state.alarm[codes.ALARM] = codes.NO_ALARM
                if alarm == codes.ASKED:
                    self._answer(int(part[0]), calls[which], which, code)
                else:
                    waiting = waiting[waiting.tolist().index(which) :]
                    read_texts(self.pool)
            if earlier is not None:
                self._refusals.setdefault(int(part[0]), earlier)
        return evaluated, moved, changed

    def _answer(self, number: int, call: AskedCall, row: int, code: Code) -> None:
        """Write the value of a call into the memory."""
        kinds, numbers = self.memory

        def values(argument: Argument) -> Rows:
            first = int(code.place[argument.row])
            if first < 0:
                first = int(code.holes[code.first_hole[number] - 1 - first])
            rows, columns = int(code.rows[argument.row]), int(code.columns[argument.row])
            stride = int(code.stride[argument.row])
            places = [[first + i * stride + j for j in range(columns)] for i in range(rows)]
            for at in (at for line in places for at in line if kinds[at] == codes.TEXT):
                refuse_dates(self.pool, int(numbers[at]))
            return tuple(
                tuple(self._value(int(kinds[at]), float(numbers[at])) for at in line)
                for line in places
            )

        at = int(code.place[row])
        try:
            found = [self._pair(value) for line in call.value(values) for value in line]
        except EngineError as error:
            self._refusals.setdefault(number, str(error))
            found = [(codes.ERROR, codes.REFUSED)] * (call.shape[0] * call.shape[1])
        for place, pair in enumerate(found, at):
            kinds[place], numbers[place] = pair

    def finish(self, *, from_garbage: bool) -> None:
        """Raise EngineError if a cell shows what the machine cannot do.

        Until then such a cell is ``#VALUE!``.  A cell that is still stale would be evaluated once
        more, so it does not count.  But a circle goes on from values that it once read, so a cell
        that leads to a circle counts whenever it lacked something, except ``from_garbage``.
        """
        state = self.formula_cells
        if from_garbage:
            state.lacked[:] = codes.NO_ALARM
        is_done = (state.stale & codes.NOW) == 0
        lacks = np.where(is_done, state.lack, codes.NO_ALARM)
        if state.lacked.any():
            lacks = np.where(self._leads_to_circle, state.lacked, lacks)
        for cell in np.flatnonzero(lacks)[:1]:
            self._refuse(cell, lacks[cell])

    @cached_property
    def _leads_to_circle(self) -> NDArray[np.bool_]:
        """Whether each formula cell is on a circle, or between two circles."""
        leading = leading_to_circles(self.program.precedents, self.program.phases.before)
        return np.array([cell in leading for cell in self.program.members])

    def _refuse(self, cell: int, alarm: int) -> NoReturn:
        where = list(self.program.members)[cell]
        said = self._refusals[cell] if alarm == codes.UNANSWERED else _ALARMS[int(alarm)]
        raise EngineError(f"{self.program.told(where)}: {said}")

    def _remember(self) -> None:
        """Begin an iteration that reads older values: the values of now are one iteration old."""
        size = self._size
        for array in self.memory:
            array[2 * size : 3 * size] = array[size : 2 * size]
            array[size : 2 * size] = array[:size]

    def _older_holes(self, reads: Reads, seed: int) -> NDArray[np.int32]:
        """Return the holes as they read values from before the iteration, or of three ages."""
        ages = self._is_area.astype(np.int64)  # a number has no age
        if reads is Reads.LAGGED:
            ages[self._is_area] = lags(seed, int(ages.sum()))
        return (self.code.holes + ages * self._size).astype(np.int32)

    def settle(self, cells: NDArray[np.int32]) -> NDArray[np.int32]:
        """Evaluate the cells that come to read no circular cell; see ``session.Machine``."""
        state, (kinds, numbers) = self.formula_cells, self.memory
        waits = np.zeros(self._size, bool)
        waits[state.target[cells]] = True
        waiting, before = list(cells), len(cells) + 1
        members = list(self.program.members.values())
        while len(waiting) < before:
            before, others = len(waiting), waiting
            waiting = []
            for cell in others:
                place = state.target[cell]
                old = kinds[place], numbers[place]
                state.stale[cell] = codes.NOW
                self._run(np.array([cell], np.int32), self.code, False, codes.NO_FREEZE, 0.0)
                if self._read_some(members[cell], int(state.seen[cell]), waits):
                    kinds[place], numbers[place] = old
                    waiting.append(cell)
                else:
                    waits[place] = False
        state.stale[cells] = codes.SETTLED
        state.lacked[cells] = codes.NO_ALARM  # what waits kept its value
        return np.array(waiting, np.int32)

    def _read_some(self, member: Member, seen: int, places: NDArray[np.bool_]) -> bool:
        """Return whether an evaluation came to read one of the places."""
        grid = places.reshape(-1, self._width)
        for hole, area in enumerate(member.areas):
            if seen >> min(hole, codes.LAST_SEEN) & 1:
                row, column = divmod(self.place(area), self._width)
                if grid[row : row + area.shape[0], column : column + area.shape[1]].any():
                    return True
        return False

    def is_stale(self) -> bool:
        """Return whether a cell has still to be evaluated."""
        return bool(self.formula_cells.stale.any())

    def _is_used(self, cell: Area) -> bool:
        if cell.sheet not in self._origin:
            return False
        top, _, width, bottom = self._origin[cell.sheet]
        return top <= cell.top <= bottom and cell.left <= width

    def _pair(self, value: Value) -> tuple[int, float]:
        match value:
            case None:
                return codes.BLANK, 0.0
            case bool():
                return codes.LOGICAL, float(value)
            case str():
                return codes.TEXT, float(add(self.pool, value))
            case ExcelError():
                return codes.ERROR, float(codes.ERRORS.index(value) + 1)
            case _:
                return codes.NUMBER, value

    def _value(self, kind: int, number: float) -> Value:
        if kind == codes.NUMBER:
            return number
        if kind == codes.TEXT:
            return text_of(self.pool, int(number))
        if kind == codes.LOGICAL:
            return bool(number)
        if kind == codes.ERROR and number < 0:
            raise EngineError("the engine fast lacks what this call is given")
        return codes.ERRORS[int(number) - 1] if kind == codes.ERROR else None


def _layout(program: Program) -> tuple[dict[str, tuple[int, int, int, int]], int, int]:
    """Lay the used part of each sheet with formulas, or that they read, out: all of one width.

    Returns by sheet the first row, the place of its first cell, the width and the last row; the
    number of cells; the width.
    """
    areas = [*program.members, *(area for m in program.members.values() for area in m.areas)]
    sheets = {area.sheet for area in areas}
    areas += [cell for cell in program.model.values if cell.sheet in sheets]
    width = max((area.right for area in areas), default=1)
    origin, size = {}, 0
    for sheet in dict.fromkeys(area.sheet for area in areas):
        top = min(area.top for area in areas if area.sheet == sheet)
        bottom = max(area.bottom for area in areas if area.sheet == sheet)
        origin[sheet] = (top, size, width, bottom)
        size += (bottom - top + 1) * width
    if size > MAX_CELLS:
        raise EngineError(f"the engine fast takes sheets of {MAX_CELLS:,} cells at most")
    return origin, size, width


def _entries(program: Program, assembly: Assembly) -> list[int]:
    """Compile each family, and return the first instruction of each formula cell.

    Raises LackError with all formulas that cannot be compiled.
    """
    entries: dict[tuple[Family, bool], int] = {}
    lacks: dict[tuple[str | None, str], Lack] = {}
    arrays = program.model.arrays
    keys = {cell: (member.family, cell in arrays) for cell, member in program.members.items()}
    for cell, key in keys.items():
        if key in entries:
            continue
        entries[key] = 0
        try:
            entries[key] = compile_family(assembly, key[0], is_array=key[1])
        except EngineError as error:
            node, text = program.model.formulas[cell], str(error)
            name = name_at_fault(assembly, program.model, cell, node, text)
            lacks.setdefault((name, text), Lack(program.told(cell), name, text))
    if lacks:
        raise LackError(list(lacks.values()))
    return [entries[key] for key in keys.values()]


def _dependents(
    program: Program, place: Callable[[Area], int], size: int
) -> tuple[NDArray[np.int32], NDArray[np.uint32], NDArray[np.int64]]:
    """Return ``first_dependent``, ``dependents`` and ``through`` of ``FormulaCells``."""
    areas = {area for member in program.members.values() for area in member.areas}
    within = {area: np.fromiter(map(place, area.cells()), np.int64, area.size) for area in areas}
    members = [[within[area] for area in member.areas] for member in program.members.values()]
    read = np.concatenate([np.zeros(0, np.int64), *(hole for holes in members for hole in holes)])
    count = [len(hole) for holes in members for hole in holes]
    bits = [1 << min(n, codes.LAST_SEEN) for holes in members for n in range(len(holes))]
    readers = np.repeat(np.arange(len(members)), [sum(map(len, holes)) for holes in members])
    pairs, which = np.unique(read * len(members) + readers, return_inverse=True)
    through = np.zeros(len(pairs), np.int64)
    np.bitwise_or.at(through, which, np.repeat(np.array(bits, np.int64), count))
    read, readers = np.divmod(pairs, max(1, len(members)))
    first = np.searchsorted(read, np.arange(size + 1))
    return first.astype(np.int32), readers.astype(np.uint32), through
