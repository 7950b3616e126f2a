"""The cells that a sheet's file has, and no blank ones between: one of them may be C1048576."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser

from xlbuilder.formula.area import Area
from xlbuilder.xlsx.left_out import filtered_rows, hidden_rows


class CellContent(NamedTuple):
    """What a cell holds, as openpyxl reads it."""

    kind: str
    """The type of the value; ``f`` is a formula."""
    value: Any


@dataclass(frozen=True)
class FilledFormula:
    """A formula that a file has in the first cell of a range alone (ECMA-376 18.3.1.40, ``si``)."""

    first: Any
    """openpyxl's ``Translator`` of the formula of the first cell, whose stubs have no ``row``."""
    cell: str

    @property
    def written(self) -> str:
        """The formula of the first cell."""
        written: str = self.first.tokenizer.formula
        return written

    @property
    def offset(self) -> tuple[int, int]:
        """How many rows further down and columns to the right the cell is."""
        row, column = coordinate_to_tuple(self.cell)
        return row - self.first.row, column - self.first.col

    @property
    def text(self) -> str:
        """The formula as the cell shows it."""
        text: str = self.first.translate_formula(self.cell)
        return text


class SheetCells:
    """The cells of a sheet, one of openpyxl's read-only sheets."""

    def __init__(self, sheet: Any) -> None:
        self._sheet = sheet
        self.hidden: frozenset[int] = frozenset()
        """The rows that are hidden, as far as the sheet was read."""
        self.filtered: frozenset[int] = frozenset()
        """The rows that a filter of the sheet hides."""

    def __iter__(self) -> Iterator[tuple[Area, CellContent | None, CellContent | None]]:
        """Yield each cell: what it holds, and of a formula the stored value.

        A cell that only has a format is yielded too.
        """
        sheet, book = self._sheet, self._sheet.parent
        last = 0
        with sheet._get_source() as source:  # noqa: SLF001 - its own iteration makes all blank cells
            parser = _Parser(
                source,
                sheet._shared_strings,  # noqa: SLF001
                epoch=book.epoch,
                date_formats=book._date_formats,  # noqa: SLF001
                timedelta_formats=book._timedelta_formats,  # noqa: SLF001
            )
            for number, row in parser.parse():
                if number <= last:
                    continue  # as openpyxl does with a row that was there before
                last = number
                for found in row:
                    place = found["row"], found["column"]
                    at = Area(sheet.title, *place, *place)
                    yield at, _content(found), _content(found.get("stored"))
        self.hidden = hidden_rows(parser.row_dimensions)
        self.filtered = filtered_rows(self.hidden, getattr(parser, "auto_filter", None))


def _content(found: dict[str, Any] | None) -> CellContent | None:
    if found is None:
        return None
    # A text without characters has its type alone (ECMA-376 18.18.11).
    is_text = found["value"] is None and found["data_type"] == "str"
    value = "" if is_text else found["value"]
    return None if value is None else CellContent(found["data_type"], value)


class _Parser(WorkSheetParser):
    """Reads a formula together with the value that is stored beside it."""

    def parse_formula(self, element: Element) -> Any:
        formula, cell = element.find(FORMULA_TAG), element.get("r")
        if formula is not None and cell is not None and formula.get("t") == "shared":
            first = self.shared_formulae.get(formula.get("si"))
            if first is not None:
                return FilledFormula(first, cell)
        return super().parse_formula(element)  # type: ignore[no-untyped-call]

    def parse_cell(self, element: Element) -> dict[str, Any]:
        column = self.col_counter
        found: dict[str, Any] = super().parse_cell(element)
        if found["data_type"] == "f":
            self.col_counter, self.data_only = column, True
            found["stored"] = super().parse_cell(element)
            self.data_only = False
        return found
