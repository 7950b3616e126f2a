"""Reads what a workbook file has beside its formulas and values: looks, protection, comments.

The model (model.py) holds what a calculation needs; the looks are the rest of what people change,
and all that a picture of a sheet needs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet._reader import WorksheetReader
from openpyxl.worksheet.cell_range import MultiCellRange
from openpyxl.xml.constants import ARC_STYLE

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Reference
from xlbuilder.xlsx.book import BookReader
from xlbuilder.xlsx.guard import MAX_COLUMNS, MAX_ROWS, read_guarded
from xlbuilder.xlsx.model import damage_reported
from xlbuilder.xlsx.normal import Node, normal, parsed
from xlbuilder.xlsx.rules import (
    Dressing,
    Rule,
    areas_of,
    color_in_words,
    dressing,
    read_formats,
    read_validations,
)

_CELLS = ("sheetData",)
_ByLine: TypeAlias = Mapping[str, Mapping[str, str]]
"""The attributes of columns or of rows, as the file has them."""
_Attributes: TypeAlias = tuple[_ByLine, _ByLine]
"""The attributes of columns, and of rows."""
Line: TypeAlias = tuple[str, int]
"""``column`` or ``row``, and its number."""


class Font(NamedTuple):
    """The font of a cell; as text ``Calibri 11 bold 112233``."""

    name: str
    size: float
    bold: bool
    italic: bool
    underlined: bool
    color: str
    """Six digits, "" for black, or the words for a theme's color."""

    def __str__(self) -> str:
        words = ["bold" * self.bold, "italic" * self.italic, "underlined" * self.underlined]
        return " ".join(filter(None, [self.name, f"{self.size:g}", *words, self.color]))


class Edge(NamedTuple):
    """A line at one side of a cell."""

    style: str
    """The word in the file: ``thin``, ``mediumDashed``."""
    color: str


class Look(NamedTuple):
    """How one cell looks; a color is six digits, "", or the words for a theme's color."""

    font: Font
    fill: str
    """The color, "" for none, or the words for a pattern."""
    left: Edge | None
    right: Edge | None
    top: Edge | None
    bottom: Edge | None
    number_format: str
    horizontal: str | None
    vertical: str | None
    wraps: bool


UNPROTECTED = "not protected"


@dataclass(frozen=True)
class SheetLooks:
    """What one sheet has beside its formulas and values."""

    name: str
    title: str
    """The title for a picture: the title of the workbook, or else the name of the sheet."""
    state: str
    """``visible``, ``hidden`` or ``veryHidden``."""
    protection: str
    """`UNPROTECTED`, ``protected`` or ``protected with a password``."""
    unlocked: frozenset[Area]
    formats: tuple[Rule, ...]
    """The conditional formats, by their priorities."""
    validations: tuple[Rule, ...]
    merged: frozenset[Area]
    covered: frozenset[Area]
    """The cells of merged ranges, without the first cell of each.  A picture shows the lines of
    these cells; nothing else of these cells is compared or drawn."""
    looks: Mapping[Area, Look]
    """The look of each cell that is in the file, row by row."""
    lines: Mapping[Line, tuple[float | None, str]]
    """For columns and rows: the width or height, None when it is not set, and words such as
    ``hidden``."""
    width: float | None
    """The width of all other columns; None for Excel's default."""
    height: float
    """The height of all other rows."""
    hides_rows: bool
    """Whether rows that are not in the file are hidden."""
    print_area: Area | None
    """The first range of the print area."""


@dataclass(frozen=True)
class Looks:
    """What a workbook has beside its formulas and values."""

    title: str
    mode: str
    """When the workbook is calculated: ``auto``, ``manual`` or ``autoNoTable``."""
    epoch: str
    """The year from which dates are counted: 1900, or 1904."""
    comments: Mapping[str, str]
    """The comments of defined names, by the names in lower case."""
    hidden: frozenset[str]
    """The defined names, in lower case, that the Name Manager does not show."""
    sheets: Mapping[str, SheetLooks]


def read_looks(path: Path, file: bytes | None = None) -> Looks:
    """Return the looks of the workbook ``path``, or of its bytes ``file`` before they are written.

    Raises WorkbookError as `read_workbook` does.
    """
    return looks_of(path, read_guarded(path, file, {}))


def looks_of(path: Path, data: BytesIO) -> Looks:
    """Return the looks of a workbook that has passed `read_guarded`.

    Raises WorkbookError as `read_workbook` does.
    """
    with damage_reported(path):
        reader = _LooksReader(data, read_only=False)
        reader.read()
        book = reader.wb
        settings: Any = book.calculation
        scopes: list[tuple[str, Any]] = [("", book)]
        scopes += [(f"{sheet.title.lower()}!", sheet) for sheet in book.worksheets]
        names = {
            prefix + name.lower(): entry
            for prefix, scope in scopes
            for name, entry in scope.defined_names.items()
        }
        return Looks(
            title=book.properties.title or "",
            mode=getattr(settings, "calcMode", None) or "auto",
            epoch="1904" if book.epoch == CALENDAR_MAC_1904 else "1900",
            comments={name: entry.comment for name, entry in names.items() if entry.comment},
            hidden=frozenset(name for name, entry in names.items() if entry.hidden),
            sheets={
                sheet.title: _sheet(sheet, reader, number)
                for number, sheet in enumerate(reader.all_sheets())
                if sheet in book.worksheets
            },
        )


class _LooksReader(BookReader):
    """Reads what `Looks` has, with parts of openpyxl's reader.

    openpyxl's whole reader would open pictures, fill merged cells and links of any size, and refuse
    columns with unknown attributes; but a workbook may come from a stranger.
    """

    def read_worksheets(self) -> None:
        """Read the sheets, which `read` asks for."""
        self.dressings: list[Dressing] = []
        self.lines: list[_Attributes] = []
        self.roots: list[Node] = []
        if ARC_STYLE in self.valid_files:
            styles = normal(parsed(self.archive.read(ARC_STYLE)))
            self.dressings = list(map(dressing, styles.child("dxfs").children))
        for entry, part in self.parser.find_sheets():
            if "chartsheet" in part.Type:
                self.read_chartsheet(entry, part)
                self.roots.append(Node("chartsheet"))
                self.lines.append(({}, {}))
                continue
            sheet = self.wb.create_sheet(entry.name)
            sheet.sheet_state = entry.state
            with self.archive.open(part.target) as xml:
                reader: Any = WorksheetReader(
                    sheet, xml, self.shared_strings, data_only=True, rich_text=False
                )
                reader.bind_cells()
            reader.bind_properties()
            self.roots.append(normal(parsed(self.archive.read(part.target)), _CELLS))
            self.lines.append((reader.parser.column_dimensions, reader.parser.row_dimensions))
            merged = reader.parser.merged_cells
            refs = [each.ref for each in merged.mergeCell] if merged else []
            sheet.merged_cells = MultiCellRange(" ".join(refs))

    def print_area(self, number: int) -> str:
        """Return the print area of a sheet as it is written, "" for none."""
        names: Any = self.parser.defined_names  # type: ignore[attr-defined]  # not in the stubs
        entry = names.by_sheet().get(number, {}).get("_xlnm.Print_Area")
        return str(entry.value) if entry else ""


def _sheet(sheet: Any, reader: _LooksReader, number: int) -> SheetLooks:
    # iter_rows would also make the blank cells between them
    cells = [cell for _, cell in sorted(sheet._cells.items())]  # noqa: SLF001
    kinds: dict[tuple[int, ...], Look] = {}  # many cells share a few styles
    merged = frozenset(areas_of(sheet.title, str(sheet.merged_cells)))
    covered = frozenset(at for area in merged for at in islice(area.cells(), 1, None))
    looks = {}
    unlocked = set()
    for cell in cells:
        at = Area(sheet.title, cell.row, cell.column, cell.row, cell.column)
        numbers = tuple(cell._style or ())  # noqa: SLF001 - of its font, its fill and so on
        if numbers not in kinds:
            kinds[numbers] = _look(cell)
        looks[at] = kinds[numbers]
        if cell.protection.locked is False and at not in covered:
            unlocked.add(at)
    usual, root = sheet.sheet_format, reader.roots[number]
    return SheetLooks(
        name=sheet.title,
        title=sheet.parent.properties.title or sheet.title,
        state=sheet.sheet_state,
        protection=_protection(root.child("sheetProtection")),
        unlocked=frozenset(unlocked),
        formats=read_formats(sheet.title, root, reader.dressings),
        validations=read_validations(sheet.title, root),
        merged=merged,
        covered=covered,
        looks=looks,
        lines=dict(_lines(*reader.lines[number])),
        width=_length(usual.defaultColWidth),
        height=_length(usual.defaultRowHeight) or 0,
        hides_rows=bool(usual.zeroHeight),
        print_area=_print_area(sheet.title, reader.print_area(number)),
    )


def _protection(found: Node) -> str:
    """Return a protection in words; openpyxl takes a protection with a password as switched on."""
    if found.get("sheet") != "1":
        return UNPROTECTED
    has_password = found.get("password") or found.get("hashValue")  # 2010, and since Excel 2013
    return "protected with a password" if has_password else "protected"


def _look(cell: Any) -> Look:
    font, border, align = cell.font, cell.border, cell.alignment
    color = color_in_words(font.color)
    return Look(
        Font(
            str(font.name),
            _length(font.sz) or 11,
            bool(font.b),
            bool(font.i),
            bool(font.u),
            "" if color == "000000" else color,
        ),
        _fill(cell.fill, "fgColor") if cell.fill.fill_type else "",
        _edge(border.left),
        _edge(border.right),
        _edge(border.top),
        _edge(border.bottom),
        str(cell.number_format),
        align.horizontal,
        align.vertical,
        bool(align.wrap_text),
    )


def _edge(side: Any) -> Edge | None:
    return Edge(side.style, color_in_words(side.color)) if side and side.style else None


def _fill(fill: Any, color: str) -> str:
    text = color_in_words(getattr(fill, color, None))  # a gradient has none
    return text if fill.fill_type in (None, "solid") else f"{fill.fill_type} {text}".strip()


def _lines(columns: _ByLine, rows: _ByLine) -> Iterator[tuple[Line, tuple[float | None, str]]]:
    for entry in columns.values():
        first = int(entry["min"])
        for column in range(first, min(int(entry.get("max", first)), MAX_COLUMNS) + 1):
            yield ("column", column), (_length(entry.get("width")), _folded(entry))
    for row, entry in rows.items():
        yield ("row", int(row)), (_length(entry.get("ht")), _folded(entry))


def _length(found: str | float | None) -> float | None:
    length = None if found is None else float(found)
    if length is not None and not isfinite(length):
        raise ValueError(f"a length is {found}")
    return length


def _folded(entry: Mapping[str, str]) -> str:
    is_hidden = entry.get("hidden") in ("1", "true")
    words = ["hidden" * is_hidden, "folded" * bool(int(entry.get("outlineLevel", 0)))]
    return " and ".join(filter(None, words))


def _print_area(sheet: str, text: str) -> Area | None:
    try:
        node = parse(text.split(",", maxsplit=1)[0]) if text else None
    except FormulaError:
        return None
    if not isinstance(node, Reference):
        return None
    found = resolved(Reference(sheet, node.first, node.last))
    return found._replace(bottom=min(found.bottom, MAX_ROWS), right=min(found.right, MAX_COLUMNS))
