"""Makes a workbook to print: six puzzles a page, their solutions small on another sheet.

The pages fit both A4 and Letter.  They have room for fonts with digits a third wider than
Calibri's: where Calibri is missing, such fonts widen the columns.  The option Fit To is off,
because with it Excel ignores manual page breaks, as its help says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from textwrap import shorten
from typing import Any, Literal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from xlbuilder.formula.area import Area
from xlbuilder.formula.values import NOT_IN_XML
from xlbuilder.generation.puzzle import GeneratedPuzzle
from xlbuilder.sudoku.board import BOX_SHAPES, NINE, Board
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.template.schema import Style
from xlbuilder.workbook.style import (
    column_width,
    dress_board,
    dress_regions,
    dress_text,
    row_height,
)
from xlbuilder.xlsx.pack import packed

_A4 = 9


@dataclass(frozen=True)
class _Pages:
    """How the boards lie on the pages of a sheet; lengths in pixels, 96 an inch.

    The cells and digits of small boards are larger, so that all boards have one size.
    """

    across: int
    down: int
    cell: int
    between: int
    """Blank columns and rows between boards."""
    size: float
    """The font size of the digits."""


_PUZZLES = _Pages(2, 3, 27, 24, 14)
_SOLUTIONS = _Pages(3, 5, 16, 24, 9)
_TITLE = 0.7  # the font size of a title, in sizes of the digits; at least _SMALLEST
_SMALLEST = 8.0
_SMALL_PRINT = 8
_LONGEST_FOOTER = 255 - len(f"&L&{_SMALL_PRINT} ")
"""UTF-16 units for the text of a footer; Excel repairs a file with a longer footer."""
_LONGEST_RULES = 150
"""Characters: Excel repairs a file whose header has more than 255 in all."""
_ALIGN: tuple[Literal["left", "right"], ...] = ("left", "right")


def printable(made: Sequence[GeneratedPuzzle], footer: str, rules: Rules = PLAIN) -> bytes:
    """Return the .xlsx file with the puzzles, and their solutions on the second sheet.

    The header of each page says which rules the puzzles have besides the rules of plain Sudoku.  By
    ``rules`` without boxes, thick lines are drawn between the regions in place of the boxes.
    ``footer`` stands at the foot of every page, as far as there is room, and as a whole in the
    document property Comments.
    """
    book = Workbook()
    puzzles, solutions = book.worksheets[0], book.create_sheet("Solutions")
    puzzles.title = "Puzzles"
    book.properties.description = NOT_IN_XML.sub("?", footer)
    for sheet, pages in ((puzzles, _PUZZLES), (solutions, _SOLUTIONS)):
        _lay_out(sheet, pages, rules, len(made), footer)
    regions = _regions(rules)
    for place, one in enumerate(made):
        words = [one.grade.title] if one.grade else []
        words += [str(one.rating)] if one.rating and one.rating.number else []
        right = ", ".join([*words, f"{one.clues} clues"])
        first = _write(puzzles, _PUZZLES, place, one.puzzle, (f"Puzzle {one.number}", right))
        second = _write(solutions, _SOLUTIONS, place, one.solution, (f"Puzzle {one.number}", ""))
        for sheet, area in ((puzzles, first), (solutions, second)) if regions else ():
            dress_regions(sheet, area, regions)
    return packed(book)


def _lay_out(sheet: Worksheet, pages: _Pages, rules: Rules, count: int, footer: str) -> None:
    """Set the sizes of columns and rows, the page breaks, margins, headers and footers."""
    side = rules.side
    cell = pages.cell * NINE / side
    for column in range(1, (side + 1) * pages.across):
        pixels = cell if column % (side + 1) else pages.between
        sheet.column_dimensions[get_column_letter(column)].width = column_width(pixels)
    bands = -(-count // pages.across)
    for row in range(1, (side + 2) * bands + 1):
        is_between, is_title = row % (side + 2) == 0, row % (side + 2) == 1
        high = pages.between if is_between else pages.cell * 0.9 if is_title else cell
        sheet.row_dimensions[row].height = row_height(high)
    for band in range(pages.down, bands, pages.down):
        sheet.row_breaks.append(Break(id=(side + 2) * band))
    sheet.sheet_view.showGridLines = False
    sheet.page_setup.orientation = "portrait"
    sheet.page_setup.paperSize = _A4
    sheet.print_options.horizontalCentered = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.5
    margins.top, margins.bottom, margins.header, margins.footer = 0.7, 0.55, 0.35, 0.3
    header: Any = sheet.oddHeader
    header.left.text = f"Sudoku: {sheet.title.lower()}{_other_rules(rules)}"
    header.right.text = "Page &P of &N"
    foot: Any = sheet.oddFooter
    foot.left.text, foot.left.size = _in_footer(footer), _SMALL_PRINT


def _other_rules(rules: Rules) -> str:
    """Return words for the rules that plain Sudoku does not have, "" if there are none."""
    kinds = dict.fromkeys(name.rstrip(" 0123456789") for name in rules.added)
    moves = dict.fromkeys((min(move), max(move)) for move in rules.moves)
    apart = (f"cells {less} and {more} apart" for less, more in moves)
    words = shorten(", ".join([*kinds, *apart]), _LONGEST_RULES, placeholder="…")
    return f"; different digits, too: {words.replace('&', '&&')}" if words else ""


def _in_footer(text: str) -> str:
    """Return the text as a footer: && for each &, and cut with an ellipsis if it is too long."""
    text, end = NOT_IN_XML.sub("?", text), ""
    while len(written := (text + end).replace("&", "&&").encode("utf-16-le")) > 2 * _LONGEST_FOOTER:
        text, end = text[:-1], "…"
    return written.decode("utf-16-le")


def _regions(rules: Rules) -> list[tuple[int, ...]]:
    """Return the houses that share out the cells where there are no boxes, such as a jigsaw's."""
    first = [*rules.added.values()][: rules.side]
    is_shared = "box 1" not in rules.houses and sorted(chain(*first)) == [*rules.cells]
    return first if is_shared else []


def _write(
    sheet: Worksheet, pages: _Pages, place: int, board: Board, words: tuple[str, str]
) -> Area:
    """Write a board with its two titles, and return its cells; ``place`` counts boards from 0."""
    band, across = divmod(place, pages.across)
    side = board.side
    top, left = (side + 2) * band + 1, (side + 1) * across + 1
    small = max(_SMALLEST, pages.size * _TITLE)
    title = [Area(sheet.title, top, at, top, at) for at in (left, left + side - 1)]
    for at, text, align in zip(title, words, _ALIGN, strict=True):
        if text:
            sheet.cell(at.top, at.left, text)
            dress_text(sheet, at, Style(size=small, align=align))
    area = Area(sheet.title, top + 1, left, top + side, left + side - 1)
    size, boxes = pages.size * NINE / side, [*BOX_SHAPES[side]]
    dress_board(sheet, area, Style(size=size, thin_every=1, thick_every=boxes))
    for cell, digit in zip(area.cells(), board.digits, strict=True):
        if digit:
            sheet.cell(cell.top, cell.left, digit)
    return area
