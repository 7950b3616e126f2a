"""Reads any workbook into a model: formulas, values, names, calculation settings.

The model holds what the file says, nothing evaluated; recalc/program.py binds its formulas.
"""

import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from math import inf, isfinite
from operator import is_
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import to_excel
from openpyxl.utils.exceptions import InvalidFileException

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.inline import Names
from xlbuilder.formula.limits import MAX_CHARACTERS
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import ErrorValue, Name, Node, Reference, children, rebuilt
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.xlsx.guard import MAX_COLUMNS, MAX_ROWS, read_guarded

MAX_CELLS = 1_000_000
"""Cells of all sheets, blank ones beside and above them included."""

MAX_FORMULA_CHARACTERS = 8_000_000
"""Of all formulas, each as it is in its cell; `sudoku` inline has five million."""

_MAX_ITERATIONS = 32_767
_DAMAGED = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RuntimeError,
    EOFError,
    SyntaxError,  # ParseError is one, and so is the error of lxml
    zlib.error,
)
_EXTERNAL = re.compile(r"\[[^\]]*\][^\[\]()]*!")


@dataclass(frozen=True)
class Calculation:
    """The settings of iterative calculation, as the file's ``calcPr`` has them."""

    iterate: bool
    max_iterations: int
    max_change: float
    is_stored: bool = True
    """Whether the file has these settings; otherwise they are Excel's defaults."""

    @property
    def note(self) -> str | None:
        """Return what to do when the file lacks the settings, as when another program saved it."""
        if self.is_stored:
            return None
        return (
            "the file has no settings of iterative calculation, which is off then; set them in"
            " Excel (File > Options > Formulas > Enable iterative calculation) and save it there,"
            " or build the workbook again"
        )


@dataclass(frozen=True)
class Model:
    """A workbook as it was read from its file; each cell is an ``Area`` of one cell."""

    path: Path
    sheets: tuple[str, ...]
    """In the order of their tabs."""
    formulas: Mapping[Area, Node]
    """The tree of each formula cell, sheet by sheet in tab order, row by row."""
    values: Mapping[Area, Value]
    """The constants, and the stored results of formulas; a cell without either is not there."""
    names: Names
    """The defined names, as ``bind`` takes them; what cannot be read is an error when used."""
    calculation: Calculation
    properties: Mapping[str, str]
    """The custom document properties that hold texts."""

    @property
    def is_calculated(self) -> bool:
        """Return whether results are stored beside the formulas, if there are any."""
        results = [self.values.get(cell) for cell in self.formulas]
        return not results or any(result is not None for result in results)

    def area(self, name: str) -> Area | None:
        """Return the cells that a defined name stands for, or None when it is not a fixed range.

        ``name`` may also be a reference such as ``Main!$D$4:$L$12``.
        """
        try:
            is_name = name.lower() in self.names
            written = Name(name) if is_name else _with_tabs(parse(name), self.sheets)
            one, other = (bind(written, cell, self.names) for cell in self._far_apart())
        except FormulaError:
            return None
        return one if isinstance(one, Area) and one == other else None

    def named_ranges(self) -> dict[str, Area]:
        """Return the names that stand for a fixed range by themselves, each with its cells.

        A name such as ``INDEX(board,1,1):INDEX(board,3,9)`` is left out: it is a part of a board.
        """
        written = (
            name
            for name, node in self.names.items()
            if isinstance(node, Reference) and not node.is_relative
        )
        return {name: area for name in written if (area := self.area(name)) is not None}

    def _far_apart(self) -> tuple[Area, Area]:
        """Return two cells; a range that is not fixed differs between them, or is none in one."""
        return Area(self.sheets[0], 1, 1, 1, 1), Area(self.sheets[0], 1002, 503, 1002, 503)

    def values_of(self, area: Area) -> list[Value]:
        """Return the stored values of an area, row by row."""
        return [self.values.get(cell) for cell in area.cells()]


def is_workbook(file: str) -> bool:
    """Return whether the name of a file is that of a workbook, and not of a template."""
    return Path(file).suffix.lower() in (".xlsx", ".xlsm")


def read_workbook(path: Path, file: bytes | None = None) -> Model:
    """Return the model of the workbook ``path``, or of its bytes ``file`` before they are written.

    Raises WorkbookError, with one line that names the file and the remedy.
    """
    data = read_guarded(path, file)
    with (
        damage_reported(path),
        closing(load_workbook(data, read_only=True)) as book,
        closing(load_workbook(data, read_only=True, data_only=True)) as stored,
    ):
        return _model(path, book, stored)


@contextmanager
def damage_reported(path: Path) -> Iterator[None]:
    """Raise WorkbookError, with one line, for what openpyxl raises over a damaged workbook."""
    try:
        yield
    except _DAMAGED as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise WorkbookError(f"{path}: is damaged: {reason}; save it again in Excel") from None
    except (InvalidFileException, zipfile.BadZipFile) as error:
        raise WorkbookError(f"{path}: is not an .xlsx workbook: {error}") from None


def _model(path: Path, book: Workbook, stored: Workbook) -> Model:
    sheets = [sheet.title for sheet in book.worksheets]
    if not sheets:
        raise WorkbookError(f"{path}: has no worksheet")
    reader = _Reader(path, sheets)
    formulas: dict[Area, Node] = {}
    values: dict[Area, Value] = {}
    for cell, content in reader.contents(book):
        if _is_formula(content):
            formulas[cell] = reader.tree(f"{cell.sheet}!{cell}", content[1])
        else:
            values[cell] = _value(content)
    for cell, content in _Reader(path, sheets).contents(stored):
        if cell in formulas:
            values[cell] = _value(content)
    properties: Any = book.custom_doc_props  # type: ignore[attr-defined]  # not in the stubs
    return Model(
        path=path,
        sheets=tuple(sheets),
        formulas=formulas,
        values=values,
        names=dict(reader.names(book)),
        calculation=_calculation(path, book.calculation),
        properties={prop.name: prop.value for prop in properties if isinstance(prop.value, str)},
    )


def _calculation(path: Path, settings: Any) -> Calculation:
    """Return the settings; one that is missing has Excel's default (ECMA-376 Part 1, 18.2.2)."""
    count = _or_default(getattr(settings, "iterateCount", None), 100)
    if not 1 <= count <= _MAX_ITERATIONS:
        raise WorkbookError(f"{path}: asks for {count} iterations; Excel allows 1 to 32,767")
    change = _or_default(getattr(settings, "iterateDelta", None), 0.001)
    if not 0 <= change < inf:
        raise WorkbookError(f"{path}: asks for a maximum change of {change}; give 0 or more")
    iterate = bool(getattr(settings, "iterate", False))
    return Calculation(iterate, count, change, is_stored=settings is not None)


def _or_default(value: Any, default: Any) -> Any:
    return default if value is None else value


class _Reader:
    """Reads the cells and formulas of a workbook, and bounds them as openpyxl makes them.

    The guard has seen the parts of the file, and openpyxl makes more of them: blank cells before
    a cell, and for each cell that shares a formula the whole formula.
    """

    def __init__(self, path: Path, sheets: Sequence[str]) -> None:
        self._path = path
        self._sheets = sheets
        self._cells = 0
        self._characters = 0

    def contents(self, book: Workbook) -> Iterator[tuple[Area, tuple[str, Any]]]:
        """Yield the cells that hold something, sheet by sheet."""
        for sheet in book.worksheets:
            reset: Any = sheet
            reset.reset_dimensions()
            for number, row in enumerate(sheet.iter_rows(), 1):
                self._cells += 1 + len(row)
                if number > MAX_ROWS or len(row) > MAX_COLUMNS or self._cells > MAX_CELLS:
                    raise WorkbookError(f"{self._path}: {sheet.title}: has too many cells; refused")
                for cell in row:
                    if cell.value is not None:
                        at = Area(sheet.title, cell.row, cell.column, cell.row, cell.column)
                        yield at, (cell.data_type, cell.value)

    def tree(self, place: str, text: Any) -> Node:
        """Return the tree of the formula that stands at ``place``."""
        if not isinstance(text, str):
            raise WorkbookError(
                f"{self._path}: {place}: array formulas and data tables are not supported"
            )
        self._characters += len(text)
        if self._characters > MAX_FORMULA_CHARACTERS:
            limit = f"{MAX_FORMULA_CHARACTERS:,}"
            raise WorkbookError(f"{self._path}: its formulas have more than {limit} characters")
        node = _parsed(self._path, place, text)
        return _with_tabs(node, self._sheets) if "!" in text else node

    def names(self, book: Workbook) -> Iterator[tuple[str, Node | FormulaError]]:
        """Yield the defined names; a name of a sheet has the sheet and ``!`` before it."""
        scopes: list[tuple[str, Any]] = [("", book)]
        scopes += [(f"{sheet.title.lower()}!", sheet) for sheet in book.worksheets]
        for prefix, scope in scopes:
            for name, entry in scope.defined_names.items():
                if name.startswith("_xlnm.") or not entry.attr_text:
                    continue  # print areas and filters
                try:
                    yield prefix + name.lower(), self.tree(f"name {name}", entry.attr_text)
                except WorkbookError as error:
                    problem = str(error).removeprefix(f"{self._path}: ")
                    yield prefix + name.lower(), FormulaError(problem)


def _is_formula(content: tuple[str, Any]) -> bool:
    return content[0] == "f"


def _parsed(path: Path, place: str, text: str) -> Node:
    if len(text) > MAX_CHARACTERS + 1:
        raise WorkbookError(f"{path}: {place}: a formula of more than {MAX_CHARACTERS} characters")
    if _EXTERNAL.search(text):
        raise WorkbookError(f"{path}: {place}: reads another workbook; external links are refused")
    try:
        return parse(text)
    except FormulaError as error:
        raise WorkbookError(f"{path}: {place}: {error}") from None


def _with_tabs(node: Node, sheets: Sequence[str]) -> Node:
    """Spell sheets as their tabs do; a reference to a sheet that is not there is ``#REF!``."""
    if isinstance(node, Reference) and node.sheet is not None and node.sheet not in sheets:
        tabs = [sheet for sheet in sheets if sheet.lower() == node.sheet.lower()]
        return replace(node, sheet=tabs[0]) if tabs else ErrorValue(ExcelError.REF)
    below = children(node)
    others = tuple([_with_tabs(child, sheets) for child in below])
    return node if all(map(is_, others, below)) else rebuilt(node, others)


def _value(content: tuple[str, Any]) -> Value:
    kind, value = content
    match value:
        case bool() | None:
            return value
        case int() | float():
            return float(value) if isfinite(value) else ExcelError.NUM
        case datetime() | date() | time() | timedelta():
            return float(to_excel(value))  # type: ignore[no-untyped-call]
    if kind == "e":
        known = {str(error): error for error in ExcelError}
        return known.get(value, ExcelError.VALUE)
    return str(value)
