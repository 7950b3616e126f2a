"""Writes the guide as a sheet of two columns of text, on which nothing is calculated.

This module breaks texts into lines itself, so that it knows the heights of the rows.  Excel fits
rows without a height to their text when it loads a file, but LibreOffice (7.4) does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.worksheet.page import PageMargins

from xlbuilder.formula.lines import lines
from xlbuilder.workbook.guide.content import Guide
from xlbuilder.workbook.guide.outline import PieceKind, TextStyle, outline
from xlbuilder.workbook.style import column_width, copy_look
from xlbuilder.workbook.text_sheet import (
    BAND,
    FORMULA,
    HEADING,
    NAME,
    PROSE,
    SMALL,
    THICK,
    THIN,
    TITLE,
    fit_to_width,
)

_WIDTHS = {"A": 16, "B": 205, "C": 670}
"""The widths of the columns, in pixels."""
_NAME_LENGTH, _LINE_LENGTH, _FORMULA_LENGTH = 28, 100, 90
"""Characters that fit in a line: of the left column, of the right column, of a formula."""
_LINES = 30
"""The most lines of a cell: a row of Excel is at most 409 points high."""

_FONTS = {TextStyle.PROSE: PROSE, TextStyle.SMALL: SMALL, TextStyle.FORMULA: FORMULA}
_SPACING = 1.35
"""The height of a line, in sizes of its font."""


@dataclass(frozen=True)
class _Text:
    text: str
    font: Font
    lines: int
    """The number of lines that the text takes."""
    wraps: bool = True

    @property
    def height(self) -> float:
        return max(1, self.lines) * float(self.font.size) * _SPACING


_NOTHING = _Text("", SMALL, 0)


@dataclass(frozen=True)
class _Row:
    left: _Text = _NOTHING
    right: _Text = _NOTHING
    above: Side | None = None
    """The line above both cells."""
    fill: PatternFill | None = None
    is_header: bool = False
    """Whether the row is repeated at the top of all later pages."""
    is_last: bool = False
    """Whether space follows."""

    @property
    def height(self) -> float:
        return max(self.left.height, self.right.height) + (5 if self.is_last else 1)


def write_guide(book: Workbook, guide: Guide, name: str, *, pages: int = 0, protect: bool) -> None:
    """Add the sheet ``name`` with the guide after the sheets that ``book`` has.

    Every cell is a text, also a cell that begins with ``=``.  The sheet is printed on at most
    ``pages`` pages.  If that is 0, only the texts by the author are printed, without the formulas.
    """
    sheet = book.create_sheet(name)
    dressed: dict[object, Cell] = {}
    for number, row in enumerate(_rows(guide), start=2):
        sheet.row_dimensions[number].height = row.height
        for column, text in ((2, row.left), (3, row.right)):
            cell = sheet.cell(number, column)
            if text.text:
                cell.value = text.text
                cell.data_type = "s"
            look = (id(row.above), id(row.fill), bool(text.text) and (id(text.font), text.wraps))
            if look not in dressed:
                _dress(cell, row, text)
                dressed[look] = cell
            copy_look(dressed[look], cell)
        if row.is_header and pages:
            sheet.print_title_rows = f"{number}:{number}"
        elif row.is_header:
            sheet.print_area = f"A1:C{number - 2}"  # the heading of the chapter stands above it
    for letter, pixels in _WIDTHS.items():
        sheet.column_dimensions[letter].width = column_width(pixels)
    fit_to_width(sheet, "portrait", pages)
    sheet.page_margins = PageMargins(left=0.5, right=0.5, top=0.6, bottom=0.7)
    sheet.oddFooter.center.text = "&P / &N"
    sheet.protection.sheet = protect


def _dress(cell: Cell, row: _Row, text: _Text) -> None:
    cell.border = Border(top=row.above)
    if row.fill is not None:
        cell.fill = row.fill
    if text.text:
        # Without it, Excel makes a formula of a text with = as soon as the user edits it.
        cell.quotePrefix = True
        cell.font = text.font
        cell.alignment = Alignment(wrap_text=text.wraps, vertical="top")


def _rows(guide: Guide) -> Iterator[_Row]:
    has_header = False
    for block in outline(guide):
        right = [cell for style, text in block.texts for cell in _cells(style, text)]
        match block.kind:
            case PieceKind.TITLE:
                yield _Row(_Text(block.heading, TITLE, 1, wraps=False), is_last=True)
            case PieceKind.CHAPTER:
                yield _Row()
                yield _Row(_left(block.heading, HEADING), right[0], THICK, is_last=True)
            case PieceKind.SECTION:
                yield from _block([_left(block.heading, NAME)], right)
            case PieceKind.GROUP:
                yield _Row(_left(_bare(block.heading), SMALL), above=THIN, fill=BAND)
            case PieceKind.ENTRY | PieceKind.FORMAT:
                if not has_header:
                    yield _header()
                    has_header = True
                yield from _block([_left(block.heading, NAME), _left(block.note, SMALL)], right)


def _header() -> _Row:
    """Return the row of column headings, which stands over the first entry and on later pages."""
    (right,) = _cells(TextStyle.SMALL, "What it means, its formula, and where it is used")
    return _Row(_left("Name", SMALL), right, fill=BAND, is_header=True)


def _block(left: Sequence[_Text], right: Sequence[_Text]) -> Iterator[_Row]:
    """Yield rows that belong together, with a line above the first and space below the last."""
    last = max(len(left), len(right)) - 1
    for place, (one, other) in enumerate(zip_longest(left, right, fillvalue=_NOTHING)):
        yield _Row(one, other, None if place else THIN, is_last=place == last)


def _left(text: str, font: Font) -> _Text:
    """Return a text that Excel breaks into lines, so that a name stays in one piece."""
    return _Text(text, font, len(wrap(text, _NAME_LENGTH)))


def _cells(style: TextStyle, text: str) -> list[_Text]:
    """Return a text of a block, in as many cells as its lines need."""
    match style:
        case TextStyle.FORMULA:
            rows = lines(text, _FORMULA_LENGTH)
        case TextStyle.SMALL:
            rows = wrap(_bare(text), _LINE_LENGTH)
        case TextStyle.PROSE:
            rows = wrap(text, _LINE_LENGTH)
    parts = [rows[start : start + _LINES] for start in range(0, max(1, len(rows)), _LINES)]
    return [_Text("\n".join(part), _FONTS[style], len(part)) for part in parts]


def _bare(text: str) -> str:
    return text.replace("`", "")
