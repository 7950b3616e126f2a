"""Reads the formulas of a workbook, and says of each that cannot be read what stands in its way."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from openpyxl import Workbook
from openpyxl.utils.datetime import MAC_EPOCH
from openpyxl.worksheet.formula import ArrayFormula, DataTableFormula

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area, area_of
from xlbuilder.formula.element import element_of
from xlbuilder.formula.form import Form, form_of
from xlbuilder.formula.functions import OURS, function_of
from xlbuilder.formula.lambdas import Calls
from xlbuilder.formula.limits import MAX_CHARACTERS
from xlbuilder.formula.newer import has_newer, is_of_cell, without_newer
from xlbuilder.formula.parse import UNION, parse, parsed_form
from xlbuilder.formula.tree import Call, Node, walk
from xlbuilder.xlsx.cells import CellContent, FilledFormula, SheetCells
from xlbuilder.xlsx.external_links import is_external
from xlbuilder.xlsx.left_out import LeftOut, is_subtotal
from xlbuilder.xlsx.strings import decoded
from xlbuilder.xlsx.tables import Table, with_named_tables, without_tables
from xlbuilder.xlsx.tabs import with_tabs

_log = logging.getLogger(__name__)

MAX_CELLS = 1_500_000
"""Cells of all sheets, cells that only have a format included."""

MAX_FORMULA_CHARACTERS = 8_000_000
"""Of all formulas, each as it is in its cell; `sudoku` inline has five million."""

FILLED = 3
"""So many characters of a formula count as one when another cell has its form; it is read fast."""

MAX_GROWN = 10_000_000
"""References and numbers that LET, LAMBDA and array formulas add in all cells together."""

SHORT_FORMULA = 100
"""Characters of each formula that do not count: a memory of a million cells has short ones."""

_OURS = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(OURS))})(?=\()", re.IGNORECASE)

_SEVERAL = "stands for several ranges; write these where it is called, as in SUM((A1,B2:B3))"


class FormulaReader:
    """Reads the cells and formulas of a workbook, and bounds them as openpyxl makes them.

    The guard has seen the parts of the file, and openpyxl makes more of them: for each cell that
    shares a formula the whole formula.
    """

    def __init__(
        self, path: Path, sheets: Sequence[str], tables: Mapping[str, Table], epoch: datetime
    ) -> None:
        self._path = path
        self._sheets = sheets
        self._tables = tables
        self._is_1904 = epoch == MAC_EPOCH
        self._forms: dict[Area, Form] = {}
        self._arrays: dict[Area, Area] = {}
        self._newer: dict[Area, Any] = {}
        self._written: dict[Node, Node] = {}
        """Outlines without what is newer; many cells have the same."""
        self.unread: dict[Area, str] = {}
        self.unread_texts: dict[Area | str, str] = {}
        self.stored: set[Area] = set()
        """The cells that keep the value that the file has stored, though they had a formula."""
        self._calls = Calls()
        self._cells = 0
        self._characters = 0
        self._outlines: set[Node] = set()
        self._grown = 0
        self._subtotals: set[Area] = set()
        self._hidden: dict[str, frozenset[int]] = {}
        self._filtered: dict[str, frozenset[int]] = {}

    def contents(self, book: Workbook) -> Iterator[tuple[Area, CellContent, CellContent | None]]:
        """Yield the cells that hold something, sheet by sheet, with the stored result if any."""
        for sheet in book.worksheets:
            cells = SheetCells(sheet)
            for cell, content, stored in cells:
                self._cells += 1
                if self._cells > MAX_CELLS:
                    raise WorkbookError(f"{self._path}: {sheet.title}: has too many cells; refused")
                if content is not None:
                    yield cell, content, stored
            self._hidden[sheet.title] = cells.hidden
            self._filtered[sheet.title] = cells.filtered

    @property
    def left_out(self) -> LeftOut:
        """What SUBTOTAL and AGGREGATE leave out, if one of them is there."""
        if not self._subtotals:
            return LeftOut()
        filtered = dict(self._filtered)
        for table in self._tables.values():
            rows = range(table.area.top, table.area.bottom + 1) if table.is_filtered else ()
            sheet = table.area.sheet
            filtered[sheet] |= self._hidden[sheet].intersection(rows)
        return LeftOut(frozenset(self._subtotals), self._hidden, filtered)

    def read(self, cell: Area, formula: Any) -> None:
        """Take in what openpyxl has as the formula of a cell."""
        if isinstance(formula, DataTableFormula):
            _log.info("%s: the data table %s keeps its stored values", cell.sheet, formula.ref)
        if isinstance(formula, DataTableFormula) or formula == "=":  # or within an array formula
            self.stored.add(cell)
            return
        if isinstance(formula, ArrayFormula):
            self._arrays[cell] = array = area_of(cell.sheet, formula.ref)
            self._cells += array.size
            if self._cells > MAX_CELLS:
                raise WorkbookError(f"{self._path}: {cell.sheet}: has too many cells; refused")
        if is_subtotal(formula.written if isinstance(formula, FilledFormula) else _text(formula)):
            self._subtotals.add(cell)
        try:
            self._forms[cell] = form = self._form_in(cell, formula)
            if has_newer(form.outline):
                self._newer[cell] = formula
        except FormulaError as error:
            self._leave(cell, formula, error)

    def _form_in(self, cell: Area, formula: Any) -> Form:
        if isinstance(formula, FilledFormula) and "[" not in formula.written:
            return self._form(formula.written, cell).moved(*formula.offset)
        return self._form(_text(formula), cell)  # a table knows the row of the cell

    def _leave(self, cell: Area, formula: Any, error: FormulaError) -> None:
        """Let a cell keep its stored value, because its formula cannot be read."""
        self.unread[cell] = str(error)
        self.unread_texts[cell] = _text(formula)
        self.stored.update(self._arrays.get(cell, cell).cells())

    @property
    def arrays(self) -> frozenset[Area]:
        """The cells that hold an array formula alone."""
        return frozenset(cell for cell, array in self._arrays.items() if cell == array)

    def forms(self) -> dict[Area, Form]:
        """Return the formulas that were taken in, an array formula in each of its cells.

        Excel calculates an array formula once, and here each cell calculates the whole array and
        takes its own element; on a circle recalc/orders.py makes the two the same.
        """
        found: dict[Area, Form] = {}
        for cell, written in self._forms.items():
            try:
                form = self._without_newer(written, cell)
            except FormulaError as error:
                self._leave(cell, self._newer[cell], error)
                continue
            array = self._arrays.get(cell, cell)
            self._grown += max(0, len(form.own) * array.size - len(written.own))
            if self._grown > MAX_GROWN:
                raise WorkbookError(
                    f"{self._path}: {cell.sheet}!{cell}: LET, LAMBDA and array formulas grow beyond"
                    " bounds; write parts of them into cells"
                )
            if array.shape == (1, 1):
                found[cell] = form
                continue
            for each in array.cells():
                row, column = each.top - array.top + 1, each.left - array.left + 1
                found[each] = element_of(form, row, column)
                self.stored.discard(each)
        if not self._arrays:
            return found
        tabs = {sheet: place for place, sheet in enumerate(self._sheets)}
        return dict(sorted(found.items(), key=lambda each: (tabs[each[0].sheet], *each[0][1:3])))

    def _without_newer(self, form: Form, cell: Area) -> Form:
        if cell not in self._newer:
            return form
        if is_of_cell(form.outline):
            return form_of(without_newer(form.formula, cell, self._arrays, self._calls))
        if form.outline not in self._written:
            found = without_newer(form.outline, cell, self._arrays, self._calls)
            self._written[form.outline] = found
        return form.changed(self._written.__getitem__)

    def _form(self, text: str, cell: Area | None = None) -> Form:
        """Return the formula of ``cell``, or of a name.

        Raises FormulaError when it cannot be read.
        """
        text = decoded(text)
        length = max(0, len(text) - SHORT_FORMULA)
        self._count(length)
        if len(text) > MAX_CHARACTERS + 1:
            raise FormulaError(f"a formula of more than {MAX_CHARACTERS} characters")
        if "[" in text:
            text = without_tables(text, cell, self._tables)
            if is_external(text):
                raise FormulaError(
                    "reads another workbook, which is not opened; write its value in place of the"
                    " link (Data > Edit Links > Break Link in Excel)"
                )
        if "_" in text and (found := _OURS.search(text)):
            raise FormulaError(f"calls {found[0]}, which is no function of Excel")
        form = parsed_form(text)
        if form.outline in self._outlines:
            self._characters -= length - length // FILLED
        self._outlines.add(form.outline)
        if any(name in text.lower() for name in self._tables):
            form = form_of(with_named_tables(form.formula, self._tables))
        if self._is_1904:
            _refuse_dates(form.outline)
        return with_tabs(form, self._sheets) if "!" in text else form

    def _count(self, characters: int) -> None:
        self._characters += characters
        if self._characters > MAX_FORMULA_CHARACTERS:
            limit = f"{MAX_FORMULA_CHARACTERS:,}"
            raise WorkbookError(f"{self._path}: its formulas have more than {limit} characters")

    def _of_name(self, text: str) -> Node:
        nowhere = Area("", 0, 0, 0, 0)  # each cell that uses a name sees it from its own place
        try:
            tree = self._form(text).formula
        except FormulaError:
            if "," in text and _is_union(text):
                raise FormulaError(_SEVERAL) from None
            raise
        return without_newer(tree, nowhere, self._arrays, self._calls) if has_newer(tree) else tree

    def names(self, book: Workbook) -> Iterator[tuple[str, Node | FormulaError]]:
        """Yield the defined names; a name of a sheet has the sheet and ``!`` before it."""
        scopes: list[tuple[str, Any]] = [("", book)]
        scopes += [(f"{sheet.title.lower()}!", sheet) for sheet in book.worksheets]
        for prefix, scope in scopes:
            for name, entry in scope.defined_names.items():
                if name.startswith("_xlnm.") or not entry.attr_text:
                    continue  # print areas and filters
                key = prefix + name.lower()
                try:
                    yield key, self._of_name(entry.attr_text)
                except FormulaError as error:
                    self.unread_texts[key] = f"={entry.attr_text}"
                    yield key, FormulaError(f"name {name}: {error}")


def _text(formula: Any) -> str:
    """Return the text of what openpyxl has as the formula of a cell."""
    is_held = isinstance(formula, ArrayFormula | FilledFormula)
    return str(formula.text if is_held else formula)


def _refuse_dates(node: Node) -> None:
    """Raise FormulaError for a function of dates, which engines count from 1900."""
    for part in walk(node):
        if isinstance(part, Call) and function_of(part.function.removeprefix("_XLFN.")).is_of_dates:
            raise FormulaError(
                f"calls {part.function} in a workbook that counts days from 1904, which is not"
                " calculated; turn it off in Excel (File > Options > Advanced)"
            )


def _is_union(text: str) -> bool:
    try:
        node = parse(f"({text})")
    except FormulaError:
        return False
    return isinstance(node, Call) and node.function == UNION
