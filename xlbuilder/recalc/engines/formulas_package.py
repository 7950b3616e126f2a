"""The reference engine: each family's formula is evaluated by the package ``formulas``.

Its own ``circular=True`` enumerates cycles and never iterates, so only its functions
are used, one formula at a time, and recalc/schedule.py iterates.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, repeat
from typing import Any

from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.area import Area
from xlbuilder.formula.tree import (
    Call,
    Infix,
    Logical,
    Node,
    Number,
    Prefix,
    Text,
    children,
    rebuilt,
    to_text,
    walk,
)
from xlbuilder.formula.values import ExcelError, Value, same
from xlbuilder.recalc.family import Family, Member
from xlbuilder.recalc.orders import Cells
from xlbuilder.recalc.program import Program
from xlbuilder.recalc.schedule import Iteration, Reads, Schedule
from xlbuilder.recalc.session import IteratedSession, lags
from xlbuilder.xlsx.model import Model

_NO_LAGS = lags(0, 0)
_LATER = 2  # an iteration after the first one of a recalculation

_Compiled = Callable[[list[list[list[Value]]], Sequence[float]], Value]
"""Takes the values of each slot, row by row, and the numbers; gives the value of the formula."""


def open_workbook(model: Model, schedule: Schedule) -> IteratedSession:
    """Open a workbook: bind its formulas and compile each family once.

    Raises EngineUnavailableError without the package, EngineError with the cell whose formula it
    cannot compile.
    """
    try:
        import formulas  # noqa: PLC0415 - heavy, and only in the extra `verify`
    except ImportError:
        raise EngineUnavailableError(
            "engine formulas is not installed; run: pip install 'xlbuilder[verify]'"
        ) from None
    package = _Package(formulas)

    def machine(program: Program) -> FormulasMachine:
        compiled: dict[Family, _Compiled] = {}
        for cell, member in program.members.items():
            if member.family not in compiled:
                compiled[member.family] = package.compile(member.family, f"{cell.sheet}!{cell}")
        return FormulasMachine(program, compiled)

    return IteratedSession(model, machine, schedule)


class FormulasMachine:
    """The values of a workbook in a dictionary; see ``session.Machine``."""

    def __init__(self, program: Program, compiled: dict[Family, _Compiled]) -> None:
        self._program = program
        self._compiled = compiled
        self._cells = tuple(program.members)
        self._values: dict[Area, Value] = {}
        self._stale: set[Area] = set()
        self._frozen: set[Area] = set()
        self._older: tuple[dict[Area, Value], dict[Area, Value]] = ({}, {})
        counts = (len(member.areas) for member in program.members.values())
        self._first_slot = [0, *accumulate(counts)]

    def load(self, cells: Mapping[Area, Value]) -> None:
        """Replace all values; a cell that is not there is blank."""
        self._values = dict(cells)
        self._older = (dict(cells), dict(cells))
        self._stale = set(self._cells)

    def save(self) -> dict[Area, Value]:
        """Return a copy of all values, for ``restore``."""
        return dict(self._values)

    def restore(self, saved: dict[Area, Value]) -> None:
        """Go back to saved values; every formula is stale."""
        self.load(saved)

    def enter(self, cell: Area, value: Value) -> None:
        """Change one cell that holds no formula."""
        self._store(cell, value, self._stale)

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""
        return [self._values.get(cell) for cell in area.cells()]

    def prepare(self) -> None:
        """Do nothing: the package has nothing to do beforehand."""

    def wake(self) -> None:
        """Begin a recalculation: no cell is frozen."""
        self._frozen.clear()

    def is_stale(self) -> bool:
        """Return whether a cell has still to be evaluated."""
        return bool(self._stale)

    def iterate(
        self, cells: Cells, reads: Reads, freeze: int, max_change: float, seed: int = 0
    ) -> Iteration:
        """Evaluate the stale cells of one iteration."""
        if reads is not Reads.IN_PLACE:
            self._older = (dict(self._values), self._older[0])
        ages = _NO_LAGS
        if reads is Reads.LAGGED:
            ages = lags(seed, self._first_slot[-1])
            self._stale = set(self._cells)
        # What changes is seen at once, or only by the next iteration.
        stale = set() if reads is Reads.BEFORE else self._stale
        evaluated, moved, changed = 0, False, False
        for number in cells.tolist():
            cell = self._cells[number]
            if cell in self._frozen:
                continue
            if cell not in self._stale:
                if freeze == _LATER:
                    self._frozen.add(cell)
                continue
            self._stale.discard(cell)
            evaluated += 1
            slots = slice(*self._first_slot[number : number + 2])
            age = 1 if reads is Reads.BEFORE else 0
            before = self._values.get(cell)
            value = self._evaluate(cell, ages[slots] if len(ages) else repeat(age))
            is_same = same(before, value)
            if freeze and (isinstance(value, ExcelError) or (freeze == _LATER and is_same)):
                self._frozen.add(cell)
            old = 0.0 if before is None else before
            if isinstance(old, float) and isinstance(value, float):
                far = abs(old - value) >= max_change
                moved, changed = moved or far, changed or (before is None and not far)
            else:
                changed = changed or not is_same
            self._store(cell, value, stale)
        self._stale |= stale
        return Iteration(evaluated, moved, changed)

    def _store(self, cell: Area, value: Value, stale: set[Area]) -> None:
        if not same(self._values.get(cell), value):
            self._values[cell] = value
            stale.update(self._program.dependents.get(cell, ()))

    def _evaluate(self, cell: Area, ages: Iterable[int]) -> Value:
        """Evaluate a cell, each of its areas from the values of now or of older iterations."""
        member: Member = self._program.members[cell]
        slots = []
        for area, age in zip(member.areas, ages, strict=False):
            values = self._older[age - 1] if age else self._values
            slots.append(
                [
                    [
                        values.get(Area(area.sheet, row, column, row, column))
                        for column in range(area.left, area.right + 1)
                    ]
                    for row in range(area.top, area.bottom + 1)
                ]
            )
        return self._compiled[member.family](slots, member.numbers)


def _is_misread(call: Call) -> bool:
    """Return whether it is a COUNTIF whose criterion the package takes otherwise than Excel."""
    criterion = call.arguments[-1]
    if isinstance(criterion, Text):
        return criterion.value.startswith(("=", "<>"))
    return isinstance(criterion, Logical)


def _without_minus(node: Node) -> Node:
    """Write ``-x`` as ``0-x``: the package makes nothing of a sign before a logical value."""
    below = tuple(map(_without_minus, children(node)))
    if isinstance(node, Prefix) and node.operator == "-":
        return Infix("-", Number(0.0), below[0])
    return rebuilt(node, below) if below else node


class _Package:
    """The package ``formulas`` behind our values."""

    def __init__(self, formulas: Any) -> None:
        import numpy as np  # noqa: PLC0415 - comes with formulas
        import schedula  # noqa: PLC0415
        from formulas.tokens.operand import XlError  # noqa: PLC0415

        self._numpy = np
        self._blank = schedula.EMPTY
        self._error_type = XlError
        self._parser = formulas.Parser()
        self._functions = formulas.get_functions()
        self._from_error = {error: XlError(str(error)) for error in ExcelError}

    def compile(self, family: Family, place: str) -> _Compiled:
        for part in walk(family.formula):
            if isinstance(part, Call) and part.function not in self._functions:
                raise EngineError(
                    f"{place}: the engine formulas lacks the function {part.function}"
                )
            if isinstance(part, Call) and part.function == "COUNTIF" and _is_misread(part):
                raise EngineError(f"{place}: the engine formulas misreads {to_text(part, home='')}")
        text = "=" + to_text(_without_minus(family.formula), home="")
        try:
            function = self._parser.ast(text)[1].compile()
        except Exception as error:  # noqa: BLE001 - whatever the package raises on a formula
            raise EngineError(
                f"{place}: the engine formulas cannot compile {text}: {error}"
            ) from None
        order = [*map(str, family.slots), *family.numbers]
        if not set(function.inputs) <= set(order):
            raise EngineError(f"{place}: the engine formulas cannot compile {text}")
        inputs = [order.index(name) for name in function.inputs]

        def evaluate(slots: list[list[list[Value]]], numbers: Sequence[float]) -> Value:
            given = [*map(self._array, slots), *numbers]
            try:
                result = function(*(given[index] for index in inputs))
            except Exception as error:  # noqa: BLE001 - a failure inside the package
                raise EngineError(f"{place}: the engine formulas failed: {error}") from None
            return self._value(result, place)

        return evaluate

    def _array(self, rows: list[list[Value]]) -> Any:
        array = self._numpy.empty((len(rows), len(rows[0])), dtype=object)
        for row, values in enumerate(rows):
            for column, value in enumerate(values):
                if value is None:
                    array[row, column] = self._blank
                elif isinstance(value, ExcelError):
                    array[row, column] = self._from_error[value]
                else:
                    array[row, column] = value
        return array

    def _value(self, result: Any, place: str) -> Value:
        array = self._numpy.asarray(result, dtype=object)
        if array.size != 1:
            shape = "x".join(map(str, array.shape))
            raise EngineError(f"{place}: gives {shape} values where a cell takes one")
        value = array.reshape(-1)[0]
        if value is self._blank:
            return 0.0  # a formula that refers to a blank cell shows 0
        if isinstance(value, self._error_type):
            return ExcelError(str(value))
        if isinstance(value, (bool, self._numpy.bool_)):
            return bool(value)
        return str(value) if isinstance(value, str) else float(value)
