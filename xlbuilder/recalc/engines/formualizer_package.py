"""The engine formualizer: a calculation engine in Rust that iterates by itself.

It is given bound formulas, for it knows no relative names.  It goes row by row, in place, from
blank cells; how it differs from Excel:

- each loop comes to its end before the next one, and before the cells that depend on it;
- a loop none of whose cells reads itself in the present state (Reset) is settled in one iteration;
- a converged loop that nothing touched is left alone, which counts as one iteration.

Functions of one value do not take arrays in it: COUNTIF with an array of criteria gives 0.  So
array constants are written out, element by element, where that means the same, and are refused
elsewhere; sums over ranges with MOD and the like in them are written out where formualizer does not
find the formula too long.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from openpyxl import Workbook

from xlbuilder.errors import EngineError, FormulaError, Lack, LackError, WorkbookError
from xlbuilder.formula.area import Area, sheet_prefix
from xlbuilder.formula.arrays import AGGREGATES, cell_by_cell, written_out
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.tree import Array, Call, Node, children, to_text, walk
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.choices import Start
from xlbuilder.recalc.engines import HiddenIterations
from xlbuilder.recalc.schedule import EXCEL, Recalculation, Schedule, Stop
from xlbuilder.recalc.subtotals import SUBTOTALS, Subtotals
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.pack import saved

EMPTY = Start("empty")
"""The only first values that it knows."""

_KINDS = {
    "Null": ExcelError.NULL,
    "Div": ExcelError.DIV0,
    "Value": ExcelError.VALUE,
    "Ref": ExcelError.REF,
    "Name": ExcelError.NAME,
    "Num": ExcelError.NUM,
    "Na": ExcelError.NA,
}
_FROM_ERROR = {error: kind for kind, error in _KINDS.items()}
_AGGREGATE = "AGGREGATE"
"""The package has it, and does not know which rows are hidden."""
_REDUCES = {*AGGREGATES, "AND", "AVERAGE", "COUNT", "COUNTA", "OR"}
"""Functions that make one value of an array."""
_TAKES_ARRAYS = {*_REDUCES, "IF", "IFERROR"}
"""Functions that formualizer evaluates right when an argument is an array constant."""


def open_workbook(model: Model, schedule: Schedule) -> "FormualizerSession":
    """Open a workbook: bind its formulas and have each one parsed.

    Raises ImportError without the package, EngineError when the schedule asks for what formualizer
    does not do, or with the cell whose formula it cannot evaluate.
    """
    import formualizer  # noqa: PLC0415 - heavy, and only in the extra `verify`

    model.check_read()
    is_blank = all(model.values.get(cell) is None for cell in model.formulas)
    if schedule.start == EXCEL.start and is_blank:
        schedule = replace(schedule, start=EMPTY)
    if (schedule.order, schedule.start, schedule.stop) != (EXCEL.order, EMPTY, Stop.CHANGES):
        raise EngineError(
            "the engine formualizer goes row by row, starts from blank cells whatever the file has"
            f" stored, and stops when nothing changes, so it cannot do {schedule.order}, start"
            f" {schedule.start}, stop at {schedule.stop.value}"
        )
    return FormualizerSession(formualizer, model, schedule)


class FormualizerSession(HiddenIterations):
    """A workbook opened in formualizer; see ``engines.Session``."""

    engine = "formualizer"

    def __init__(self, package: Any, model: Model, schedule: Schedule) -> None:
        self.schedule = schedule
        self._package = package
        self._error = package.LiteralValue.error
        self._empty = _empty(model, schedule)
        knows = known(package)
        self._formulas = {cell: _text(package, cell, node, knows) for cell, node in _bound(model)}
        self._constants = {
            cell: value for cell, value in model.values.items() if cell not in model.formulas
        }
        self._is_checked = False
        self.restart()

    def restart(self) -> None:
        """Go back to blank formula cells, in a fresh workbook."""
        self._book = self._package.Workbook.from_bytes(self._empty)
        self._book.set_temporal_egress("serial")
        for cell, value in self._constants.items():
            self.enter(cell, value)
        for cell, text in self._formulas.items():
            self._book.set_formula(cell.sheet, cell.top, cell.left, text)

    def enter(self, cell: Area, value: Value) -> None:
        """Type a value into a cell that holds no formula; None clears it."""
        typed = self._error(_FROM_ERROR[value], None) if isinstance(value, ExcelError) else value
        self._book.set_value(cell.sheet, cell.top, cell.left, typed)

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row; a formula is blank until it is evaluated."""
        return [
            _value(cell, self._book.get_value(cell.sheet, cell.top, cell.left))
            for cell in area.cells()
        ]

    def recalculate(self) -> Recalculation:
        """Recalculate as often as the schedule says, or until there is nothing left to do.

        The iterations are the iterations of the loop that took the most; evaluations are not
        counted.
        """
        total, quiet = 0, False
        for _ in range(self.schedule.recalculations or 1):
            self._book.evaluate_all()
            told = self._book.last_cycle_telemetry()
            iterations, quiet = max(1, told.max_passes_single_scc), told.capped_sccs == 0
            total += iterations
            if quiet and iterations == 1:
                break
        if not self._is_checked:
            self._check()
        return Recalculation(iterations=total, quiet=quiet, evaluations=0)

    def _check(self) -> None:
        """Refuse arrays that spill and errors of formualizer's own; once, for it takes time."""
        for cell in self._formulas:
            self.read(cell)
            if self._book.inspect_cell(f"{sheet_prefix(cell.sheet)}{cell}").cell.spill:
                raise EngineError(
                    f"{cell.sheet}!{cell}: gives several values where a cell takes one"
                )
        self._is_checked = True


def _empty(model: Model, schedule: Schedule) -> bytes:
    """Return a file of empty sheets; its settings rule, and its sheets are in the right order."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in model.sheets:
        book.create_sheet(sheet)
    book.calculation.iterate = model.calculation.iterate
    book.calculation.iterateCount = schedule.iterations or model.calculation.max_iterations
    book.calculation.iterateDelta = model.calculation.max_change
    return saved(book)


def known(package: Any) -> Callable[[str], bool]:
    """Return a function that says whether formualizer has the function of a name."""
    book, found = package.Workbook(), {_AGGREGATE: False}

    def knows(function: str) -> bool:
        if function not in found:
            book.set_formula("Sheet1", 1, 1, f"={function}()")
            book.evaluate_all()
            value = book.get_value("Sheet1", 1, 1)
            found[function] = not (isinstance(value, dict) and value["kind"] in ("Name", "NImpl"))
        return found[function]

    return knows


def _bound(model: Model) -> Iterator[tuple[Area, Node]]:
    binder, subtotals = Binder(model.names), Subtotals(model.left_out, SUBTOTALS - {_AGGREGATE})
    for cell, form in model.evaluated.items():
        try:
            yield cell, written_out(subtotals.within(binder.bound(form, cell)).node)
        except FormulaError as error:
            raise WorkbookError(f"{model.path}: {cell.sheet}!{cell}: {error}") from None


def _text(package: Any, cell: Area, node: Node, knows: Callable[[str], bool]) -> str:
    for part in walk(node):
        if isinstance(part, Call) and not knows(part.function):
            raise _lack(cell, f"lacks the function {part.function}")
        if isinstance(part, Call) and part.function not in _TAKES_ARRAYS and _is_given_array(part):
            raise _lack(cell, f"lacks {part.function} of an array")
    text = "=" + to_text(node, home=cell.sheet)
    long_text = "=" + to_text(cell_by_cell(node), home=cell.sheet)
    if long_text != text and _problem(package, long_text) is None:
        return long_text
    if problem := _problem(package, text):
        raise _lack(cell, f"cannot parse {text}: {problem}")
    return text


def _lack(cell: Area, text: str) -> LackError:
    return LackError([Lack(f"{cell.sheet}!{cell}", None, f"the engine formualizer {text}")])


def _problem(package: Any, text: str) -> str | None:
    """Return what formualizer says when it cannot parse a formula."""
    try:
        package.parse(text)
    except (package.ParserError, package.TokenizerError) as error:
        return str(error)
    return None


def _is_given_array(node: Node) -> bool:
    """Return whether an array constant reaches ``node``, not reduced to one value on the way."""
    return any(
        isinstance(part, Array)
        or (not (isinstance(part, Call) and part.function in _REDUCES) and _is_given_array(part))
        for part in children(node)
    )


def _value(cell: Area, value: Any) -> Value:
    try:
        return value_of(value)
    except EngineError as error:
        raise EngineError(f"{cell.sheet}!{cell}: {error}") from None


def value_of(value: Any) -> Value:
    """Return what formualizer gives as a value of Excel.

    Raises EngineError where it is none.
    """
    match value:
        case {"kind": kind} if kind in _KINDS:
            return _KINDS[kind]
        case None | bool() | float() | str():
            return value
        case int():
            return float(value)
    what = value["kind"] if isinstance(value, dict) else repr(value)
    raise EngineError(f"formualizer gives {what}, which is no value of Excel")
