"""The cells that a sheet's file has, and no blank ones between: one of them may be C1048576."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from openpyxl.worksheet._reader import WorkSheetParser

from xlbuilder.formula.area import Area


class CellContent(NamedTuple):
    """What a cell holds, as openpyxl reads it."""

    kind: str
    """The type of the value; ``f`` is a formula."""
    value: Any


def cells_of(sheet: Any) -> Iterator[tuple[Area, CellContent | None, CellContent | None]]:
    """Yield each cell of a sheet: what it holds, and of a formula the stored value.

    ``sheet`` is one of openpyxl's read-only sheets.  A cell that only has a format is yielded too.
    """
    book = sheet.parent
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
                at = Area(sheet.title, found["row"], found["column"], found["row"], found["column"])
                yield at, _content(found), _content(found.get("stored"))


def _content(found: dict[str, Any] | None) -> CellContent | None:
    if found is None:
        return None
    # A text without characters has its type alone (ECMA-376 18.18.11).
    is_text = found["value"] is None and found["data_type"] == "str"
    value = "" if is_text else found["value"]
    return None if value is None else CellContent(found["data_type"], value)


class _Parser(WorkSheetParser):
    """Reads a formula together with the value that is stored beside it."""

    def parse_cell(self, element: Element) -> dict[str, Any]:
        column = self.col_counter
        found: dict[str, Any] = super().parse_cell(element)
        if found["data_type"] == "f":
            self.col_counter, self.data_only = column, True
            found["stored"] = super().parse_cell(element)
            self.data_only = False
        return found
