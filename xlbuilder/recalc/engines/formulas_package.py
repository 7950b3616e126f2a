"""The reference engine: each family's formula is evaluated by the package ``formulas``.

Its own ``circular=True`` enumerates cycles and never iterates (ENGINES 5), so only its functions
are used, one formula at a time, and recalc/schedule.py iterates.
"""

from collections.abc import Callable, MutableMapping
from typing import Any

from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.formula.tree import Area, Call, to_text, walk
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.model import Model
from xlbuilder.recalc.program import Family, Member, Program, load_program
from xlbuilder.recalc.schedule import ROW_MAJOR, Recalculation, Recalculator

_Compiled = Callable[[list[list[list[Value]]]], Value]
"""Takes the values of each slot, row by row, and gives the value of the formula."""


def open_workbook(model: Model) -> "FormulasSession":
    """Open a workbook: close its formulas and compile each family once.

    Raises EngineUnavailableError without the package, EngineError with the cell whose formula it
    cannot compile.
    """
    try:
        import formulas  # noqa: PLC0415 - heavy, and only in the extra `verify`
    except ImportError:
        raise EngineUnavailableError(
            "engine formulas is not installed; run: pip install 'xlbuilder[verify]'"
        ) from None
    program = load_program(model)
    package = _Package(formulas)
    compiled: dict[int, _Compiled] = {}
    for cell, member in program.members.items():
        if id(member.family) not in compiled:
            compiled[id(member.family)] = package.compile(member.family, f"{cell.sheet}!{cell}")
    return FormulasSession(program, compiled)


class FormulasSession:
    """A workbook whose formulas are compiled; see ``engines.Session``."""

    order = ROW_MAJOR

    def __init__(self, program: Program, compiled: dict[int, _Compiled]) -> None:
        self._members = program.members
        self._compiled = compiled
        self._state = Recalculator(program, self._evaluate)
        self.restart = self._state.restart
        self.enter = self._state.enter
        self._recalculate = self._state.recalculate

    def recalculate(self) -> Recalculation:
        """Recalculate once, with the settings of the file."""
        return self._state.recalculate()

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""
        return [self._state.values.get(cell) for cell in area.cells()]

    def _evaluate(self, cell: Area, values: MutableMapping[Area, Value]) -> Value:
        member: Member = self._members[cell]
        slots = [
            [
                [
                    values.get(Area(area.sheet, row, column, row, column))
                    for column in range(area.left, area.right + 1)
                ]
                for row in range(area.top, area.bottom + 1)
            ]
            for area in member.areas
        ]
        return self._compiled[id(member.family)](slots)


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
        text = "=" + to_text(family.formula, home="")
        for part in walk(family.formula):
            if isinstance(part, Call) and part.function not in self._functions:
                raise EngineError(
                    f"{place}: the engine formulas lacks the function {part.function}"
                )
        try:
            function = self._parser.ast(text)[1].compile()
        except Exception as error:  # noqa: BLE001 - whatever the package raises on a formula
            raise EngineError(
                f"{place}: the engine formulas cannot compile {text}: {error}"
            ) from None
        order = [str(slot) for slot in family.slots]
        inputs = [order.index(name) for name in function.inputs]

        def evaluate(slots: list[list[list[Value]]]) -> Value:
            try:
                result = function(*(self._array(slots[index]) for index in inputs))
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
