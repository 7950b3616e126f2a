"""The reference engine: each family's formula is evaluated by the package ``formulas``.

Its own ``circular=True`` enumerates cycles and never iterates, so only its functions
are used, one formula at a time, and recalc/schedule.py iterates.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate, repeat

from xlbuilder.errors import EngineError, Lack, LackError
from xlbuilder.formula.area import Area
from xlbuilder.formula.extents import extent_of, is_all
from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.functions import OURS
from xlbuilder.formula.tree import (
    Call,
    ErrorValue,
    Logical,
    Missing,
    Node,
    Text,
    to_text,
    walk,
)
from xlbuilder.formula.values import ExcelError, Value, same
from xlbuilder.recalc.engines.fast.asked.arguments import LISTS
from xlbuilder.recalc.engines.fast.asked.table import ASKED, route
from xlbuilder.recalc.engines.fast.code import FUNCTIONS
from xlbuilder.recalc.engines.formulas_calls import (
    CallList,
    FormulasPackage,
    PackageValue,
    element_in,
)
from xlbuilder.recalc.family import Family
from xlbuilder.recalc.orders import Cells
from xlbuilder.recalc.program import Program
from xlbuilder.recalc.schedule import Iteration, Reads, Schedule
from xlbuilder.recalc.session import IteratedSession, lags
from xlbuilder.xlsx.model import Model

_NO_LAGS = lags(0, 0)
_LATER = 2  # an iteration after the first one of a recalculation


def open_workbook(model: Model, schedule: Schedule) -> IteratedSession:
    """Open a workbook: bind its formulas and compile each family once.

    Raises ImportError without the package, EngineError with the cell whose formula it
    cannot compile.
    """
    package = FormulasPackage()

    def machine(program: Program) -> FormulasMachine:
        compiled: dict[Family, CallList] = {}
        for cell, member in program.members.items():
            if member.family not in compiled:
                with _told(program.told(cell)):
                    _refuse_mistaken(package, member.family.formula)
                    compiled[member.family] = package.compile(member.family)
        return FormulasMachine(program, package, compiled)

    return IteratedSession(model, machine, schedule)


def _refuse_mistaken(package: FormulasPackage, formula: Node) -> None:
    """Refuse calls in which the package differs from Excel, or which no example has shown right.

    Raises EngineError.
    """
    for call in (part for part in walk(formula) if isinstance(part, Call)):
        if package.has(call.function) and call.function not in OURS and _is_mistaken(call):
            raise EngineError(
                f"the engine formulas does not calculate {to_text(call, home='')}: the package"
                " differs from Excel there, or may differ"
            )


def _is_mistaken(call: Call) -> bool:
    match call.function, call.arguments:
        case (("AVERAGEIF" | "AVERAGEIFS" | "MAXIFS" | "MINIFS" | "SWITCH" | "XLOOKUP"), _):
            return True
        case (("AND" | "OR"), arguments):
            return any(isinstance(each, Text) for each in arguments)
        case "COUNTIF" | "COUNTIFS" | "SUMIF" | "SUMIFS", (ErrorValue(), *_):
            return True
        case "INDEX", (array, *places):
            return any(map(is_all, places)) or isinstance(array, ErrorValue)
        case (("HLOOKUP" | "VLOOKUP"), (_, _, at, *_)):
            return isinstance(at, Logical)
        case "SUMIF", (area, _, total):
            return extent_of(area).shape != extent_of(total).shape
        case function, arguments if function in ASKED:
            try:
                how = route(function, len(arguments), of_arrays=False)
            except EngineError:
                return function not in FUNCTIONS
            given = list(zip(how.letters, arguments, strict=True))
            return how.who in ("formualizer", "pyofficeeditor", "own") or any(
                isinstance(each, Missing) or (letter in LISTS and isinstance(each, Area))
                for letter, each in given
            )
    return call.function not in FUNCTIONS | FOLDED


class FormulasMachine:
    """The values of a workbook in a dictionary; see ``session.Machine``."""

    def __init__(
        self, program: Program, package: FormulasPackage, compiled: dict[Family, CallList]
    ) -> None:
        self._program = program
        self._package = package
        self._compiled = compiled
        self._cells = tuple(program.members)
        self._values: dict[Area, PackageValue] = {}
        self._stale: set[Area] = set()
        self._frozen: set[Area] = set()
        self._older: tuple[dict[Area, PackageValue], dict[Area, PackageValue]] = ({}, {})
        areas = {area for member in program.members.values() for area in member.areas}
        self._within = {area: (package.sizes(area.shape), [*area.cells()]) for area in areas}
        self._numbers = {
            cell: [*map(package.cell, member.numbers)] for cell, member in program.members.items()
        }
        counts = (len(member.areas) for member in program.members.values())
        self._first_hole = [0, *accumulate(counts)]

    def load(self, cells: Mapping[Area, Value]) -> None:
        """Replace all values; a cell that is not there is blank."""
        self._values = {cell: self._package.cell(value) for cell, value in cells.items()}
        self._older = (dict(self._values), dict(self._values))
        self._stale = set(self._cells)

    def save(self) -> dict[Area, Value]:
        """Return a copy of all values, for ``restore``."""
        return {cell: self._package.value(known) for cell, known in self._values.items()}

    def restore(self, saved: dict[Area, Value]) -> None:
        """Go back to saved values; every formula is stale."""
        self.load(saved)

    def enter(self, cell: Area, value: Value) -> None:
        """Change one cell that holds no formula."""
        self._store(cell, value, self._stale)

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""
        return [self._value(cell) for cell in area.cells()]

    def prepare(self) -> None:
        """Do nothing: the package has nothing to do beforehand."""

    def wake(self) -> None:
        """Begin a recalculation: no cell is frozen."""
        self._frozen.clear()

    def settle(self, cells: Cells) -> Cells:
        """Leave all as they are: the package evaluates what a formula does not come to read."""
        return cells

    def is_stale(self) -> bool:
        """Return whether a cell has still to be evaluated."""
        return bool(self._stale)

    def finish(self, *, from_garbage: bool) -> None:
        """End the recalculations; the package has something for every formula."""

    def iterate(
        self, cells: Cells, reads: Reads, freeze: int, max_change: float, seed: int = 0
    ) -> Iteration:
        """Evaluate the stale cells of one iteration."""
        if reads is not Reads.IN_PLACE:
            self._older = (dict(self._values), self._older[0])
        ages = _NO_LAGS
        if reads is Reads.LAGGED:
            ages = lags(seed, self._first_hole[-1])
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
            holes = slice(*self._first_hole[number : number + 2])
            age = 1 if reads is Reads.BEFORE else 0
            before = self._value(cell)
            value = self._evaluate(cell, ages[holes] if len(ages) else repeat(age))
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
        if not same(self._value(cell), value):
            self._values[cell] = self._package.cell(value)
            stale.update(self._program.dependents.get(cell, ()))

    def _value(self, cell: Area) -> Value:
        return self._package.value(self._values[cell]) if cell in self._values else None

    def _evaluate(self, cell: Area, ages: Iterable[int]) -> Value:
        """Evaluate a cell, each of its areas from the values of now or of older iterations."""
        member = self._program.members[cell]
        blank = self._package.blank
        given = []
        for area, age in zip(member.areas, ages, strict=False):
            values = self._older[age - 1] if age else self._values
            sizes, cells = self._within[area]
            given.append(self._package.area(sizes, [values.get(one, blank) for one in cells]))
        with _told(self._program.told(cell)):
            result = self._compiled[member.family].evaluate(given + self._numbers[cell])
            return self._package.shown(result, element_in(member))


@contextmanager
def _told(place: str) -> Iterator[None]:
    """Say in which cell the package fails, with a LackError."""
    try:
        yield
    except EngineError as error:
        text = str(error)
    except Exception as error:  # noqa: BLE001 - a failure inside the package
        text = f"the engine formulas failed: {error}"
    else:
        return
    raise LackError([Lack(place, None, text)])
