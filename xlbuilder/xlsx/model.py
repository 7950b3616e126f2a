"""Reads any workbook into a model: formulas, values, names, calculation settings.

The model holds what the file says, nothing evaluated; recalc/program.py binds its formulas.
"""

import io
import logging
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, redirect_stdout
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property
from math import isfinite
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar

from openpyxl.utils.datetime import WINDOWS_EPOCH, to_excel
from openpyxl.utils.exceptions import InvalidFileException

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.form import Form, Formulas, forms_of
from xlbuilder.formula.inline import Names, key_of
from xlbuilder.formula.intersected import Intersections
from xlbuilder.formula.parse import parsed_form
from xlbuilder.formula.tree import (
    Name,
    Node,
    Reference,
)
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.xlsx.book import BookReader
from xlbuilder.xlsx.calculation import Calculation, read_calculation
from xlbuilder.xlsx.cells import CellContent
from xlbuilder.xlsx.formula_reader import FormulaReader
from xlbuilder.xlsx.guard import read_guarded
from xlbuilder.xlsx.left_out import LeftOut
from xlbuilder.xlsx.strings import decoded, shared_strings
from xlbuilder.xlsx.tables import Table, read_tables
from xlbuilder.xlsx.tabs import with_tabs

_log = logging.getLogger(__name__)

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
_FILTERS = RLock()
T = TypeVar("T")


@dataclass(frozen=True, repr=False)
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
    arrays: frozenset[Area] = frozenset()
    """The cells that hold an array formula alone."""
    unread: Mapping[Area, str] = field(default_factory=dict)
    """Why a formula cannot be read; its cell keeps the stored value, and is no formula here."""
    unread_texts: Mapping[Area | str, str] = field(default_factory=dict)
    """The formulas that cannot be read, by their cells, or by the names that stand for them."""
    not_followed: Mapping[str, str] = field(default_factory=dict)
    """What leads out of the file, such as data connections, each with its problem: nothing follows
    it, and no program opens the file."""
    epoch: datetime = WINDOWS_EPOCH
    """The day 0, from which dates are counted: of 1900, or of 1904."""
    left_out: LeftOut = LeftOut()  # noqa: RUF009 - it is frozen
    """What SUBTOTAL and AGGREGATE leave out."""
    warned: set[str] = field(default_factory=set, compare=False)
    """The modules that have warned of the workbook: each warns once, however often it is opened."""
    _known: dict[Any, Any] = field(default_factory=dict, init=False, compare=False)
    """What was worked out of this model, by the functions that did it; a changed copy has none."""

    def __repr__(self) -> str:
        return f"<Model: {self.path}>"

    @cached_property
    def forms(self) -> Mapping[Area, Form]:
        """The formula of each formula cell, taken apart (form.py): no tree is filled for it."""
        return forms_of(self.formulas)

    @cached_property
    def evaluated(self) -> Mapping[Area, Form]:
        """The formulas, in which an ordinary one has a cell of a range where it takes one value."""
        return {
            cell: form if cell in self.arrays else self.ordinary(form, cell)
            for cell, form in self.forms.items()
        }

    def ordinary(self, form: Form, cell: Area) -> Form:
        """Return a formula as Excel evaluates it if it is no array formula (intersected.py)."""
        return self._intersections.ordinary(form, cell)

    def without_implied(self, form: Form, cell: Area) -> Form:
        """Return a formula without ``@`` where Excel takes one value in any case."""
        is_array = cell in self.arrays
        return form if is_array else self._intersections.without_implied(form, cell)

    @cached_property
    def _intersections(self) -> Intersections:
        return Intersections(self._name_of)

    def _name_of(self, sheet: str, name: Name) -> Node | None:
        found = self.names.get(key_of(name.text, sheet, self.names))
        return None if isinstance(found, FormulaError) else found

    def once(self, work_out: Callable[["Model"], T]) -> T:
        """Return what ``work_out`` makes of this model; it is called at the first time only.

        For rooms above this one, whose types a property of the model cannot name.
        """
        if work_out not in self._known:
            self._known[work_out] = work_out(self)
        known: T = self._known[work_out]
        return known

    def serial(self, moment: date | time) -> float:
        """Return the number by which a cell holds a date, a time, or both."""
        return _serial(moment, self.epoch)

    def check_read(self) -> None:
        """Raise WorkbookError, with its cell, for a formula that cannot be read."""
        for cell, problem in self.unread.items():
            raise WorkbookError(f"{self.path}: {cell.sheet}!{cell}: {problem}")

    @property
    def is_calculated(self) -> bool:
        """Return whether results are stored beside the formulas, if there are any."""
        results = [self.values.get(cell) for cell in self.formulas]
        return not results or any(result is not None for result in results)

    def area(self, name: str) -> Area | None:
        """Return the cells that a defined name stands for, or None when it is not a fixed range.

        ``name`` may also be a reference such as ``Main!$D$4:$L$12``.  A name that only one sheet
        has, as a sheet that was copied may, is found too.
        """
        try:
            is_name = name.lower() in self.names
            ends = f"!{name.lower()}"
            local = [] if is_name else [key for key in self.names if key.endswith(ends)]
            if len(local) == 1:
                return self.area(local[0])
            written = Name(name) if is_name else with_tabs(parsed_form(name), self.sheets).formula
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
    """Return whether a file name is the name of a workbook, and not of a template."""
    return Path(file).suffix.lower() in (".xlsx", ".xlsm")


def read_workbook(path: Path, file: bytes | None = None) -> Model:
    """Return the model of the workbook ``path``, or of its bytes ``file`` before they are written.

    Raises WorkbookError, with one line that names the file and the remedy.
    """
    not_followed: dict[str, str] = {}
    return model_of(path, read_guarded(path, file, not_followed, is_streamed=True), not_followed)


def model_of(path: Path, data: io.BytesIO, not_followed: Mapping[str, str]) -> Model:
    """Return the model of a workbook that has passed `read_guarded`, which found ``not_followed``.

    Raises WorkbookError as `read_workbook` does.
    """
    with damage_reported(path):
        reader = BookReader(data, read_only=True)
        with closing(reader.archive):
            reader.read()
            model = _model(path, reader)
    if not_followed:
        _log.warning("%s: not followed: %s", path, "; ".join(not_followed))
    return replace(model, not_followed=not_followed)


@contextmanager
def damage_reported(path: Path) -> Iterator[None]:
    """Raise WorkbookError, with one line, for what openpyxl raises over a damaged workbook.

    openpyxl also warns of what it would not save again, which nobody does here, and prints the
    number of a style that is missing.  Stdout and the filters of warnings belong to all threads, so
    one thread at a time reads.
    """
    try:
        with _FILTERS, warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    except OSError:  # openpyxl finds none
        raise WorkbookError(f"{path}: is not an .xlsx workbook (no part is a workbook)") from None
    except _DAMAGED as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise WorkbookError(f"{path}: is damaged: {reason}; save it again in Excel") from None
    except (InvalidFileException, zipfile.BadZipFile) as error:
        raise WorkbookError(f"{path}: is not an .xlsx workbook: {error}") from None


def _model(path: Path, source: BookReader) -> Model:
    book = source.wb
    sheets = [sheet.title for sheet in book.worksheets]
    if not sheets:
        raise WorkbookError(f"{path}: has no worksheet")
    _spell_strings(book)
    reader = FormulaReader(path, sheets, _tables(book), book.epoch)
    values: dict[Area, Value] = {}
    stored: dict[Area, Value] = {}
    for cell, content, result in reader.contents(book):
        if content.kind == "f":
            reader.read(cell, content.value)
        else:
            values[cell] = _value(content, book.epoch)
        if result is not None:
            stored[cell] = _value(result, book.epoch)
    values |= stored
    properties: Any = book.custom_doc_props  # type: ignore[attr-defined]  # not in the stubs
    return Model(
        path=path,
        sheets=tuple(sheets),
        formulas=Formulas(reader.forms()),
        values=values,
        names=dict(reader.names(book)),
        calculation=read_calculation(path, source),
        properties={prop.name: prop.value for prop in properties if isinstance(prop.value, str)},
        arrays=reader.arrays,
        unread=reader.unread,
        unread_texts=reader.unread_texts,
        epoch=book.epoch,
        left_out=reader.left_out,
    )


def _tables(book: Any) -> dict[str, Table]:
    """Return the tables of a workbook, which openpyxl leaves out of a stream."""
    parts = {sheet.title: sheet._worksheet_path for sheet in book.worksheets}  # noqa: SLF001
    return read_tables(book._archive, parts)  # noqa: SLF001


def _spell_strings(book: Any) -> None:
    """Replace the strings that openpyxl read by the shared strings as the file spells them."""
    for sheet in book.worksheets[:1]:  # all sheets have the same list
        strings = sheet._shared_strings  # noqa: SLF001
        if strings:
            strings[:] = shared_strings(book._archive)  # noqa: SLF001


def _serial(moment: date | time | timedelta, epoch: datetime) -> float:
    return float(to_excel(moment, epoch))  # type: ignore[no-untyped-call]


def _value(content: CellContent, epoch: datetime) -> Value:
    """Return the value of a cell; openpyxl makes dates of numbers, counted from ``epoch``."""
    kind, value = content
    match value:
        case bool() | None:
            return value
        case int() | float():
            return float(value) if isfinite(value) else ExcelError.NUM
        case datetime() | date() | time() | timedelta():
            return _serial(value, epoch)
    if kind == "e":
        known = {str(error): error for error in ExcelError}
        return known.get(value, ExcelError.VALUE)
    return decoded(str(value))
