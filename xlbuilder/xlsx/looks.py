"""Reads what a workbook file has beside its formulas and values: looks, protection, comments.

The model (model.py) holds what a calculation needs; this is the rest of what people change, and
all that a picture of a sheet needs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from defusedxml.ElementTree import fromstring
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.colors import COLOR_INDEX, Color
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet._reader import WorksheetReader
from openpyxl.worksheet.cell_range import MultiCellRange
from openpyxl.xml.constants import ARC_STYLE, SHEET_MAIN_NS

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Reference
from xlbuilder.xlsx.guard import MAX_COLUMNS, MAX_ROWS, read_guarded
from xlbuilder.xlsx.model import damage_reported

_ByLine: TypeAlias = Mapping[str, Mapping[str, str]]
"""The attributes of columns or of rows, as the file has them."""
_Attributes: TypeAlias = tuple[_ByLine, _ByLine]
"""Those of columns, and those of rows."""
Line: TypeAlias = tuple[str, int]
"""``column`` or ``row``, and its number."""


class Font(NamedTuple):
    """The font of a cell; its text has it in words: ``Calibri 11 bold 112233``."""

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
    """The word of the file: ``thin``, ``mediumDashed``."""
    color: str


class Look(NamedTuple):
    """How one cell looks; a color is six digits, "", or the words for one of a theme."""

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


class Dressing(NamedTuple):
    """How cells look while a conditional format is true; in words: ``bold on 112233``."""

    bold: bool | None = None
    """None leaves the cell as it is."""
    italic: bool | None = None
    color: str = ""
    fill: str = ""

    def __str__(self) -> str:
        words = ["bold" * bool(self.bold), "italic" * bool(self.italic), self.color]
        return " ".join(filter(None, [*words, f"on {self.fill}" * bool(self.fill)]))


PLAIN = Dressing()


@dataclass(frozen=True)
class Rule:
    """A conditional format, or a validation of what is typed."""

    areas: tuple[Area, ...]
    kind: str
    """The words of the file: ``expression``, ``cellIs less``, ``whole between``."""
    formulas: tuple[str, ...]
    """As they read in the first cell."""
    look: Dressing = PLAIN
    stops: bool = False
    """Whether the formats after it do not count then."""


UNPROTECTED = "not protected"


@dataclass(frozen=True)
class Sheet:
    """What one sheet has beside its formulas and values."""

    name: str
    title: str
    """Of a picture: that of the workbook, or else the name."""
    state: str
    """``visible``, ``hidden`` or ``veryHidden``."""
    protection: str
    """`UNPROTECTED`, ``protected`` or ``protected with a password``."""
    unlocked: frozenset[Area]
    formats: tuple[Rule, ...]
    """By their priorities."""
    validations: tuple[Rule, ...]
    merged: frozenset[Area]
    covered: frozenset[Area]
    """The cells of merged ranges, except the first ones.  A picture has the lines of their looks;
    nothing else of them is compared or drawn."""
    looks: Mapping[Area, Look]
    """Of each cell that is in the file, row by row."""
    lines: Mapping[Line, tuple[float | None, str]]
    """Of columns and rows: the width or height, None when it is not set, and whether it is folded
    away."""
    width: float | None
    """Of the other columns; None for Excel's own."""
    height: float
    """Of the other rows."""
    hides_rows: bool
    """Whether rows that are not in the file are hidden."""
    print_area: Area | None
    """Its first range."""


@dataclass(frozen=True)
class Looks:
    """What a workbook has beside its formulas and values."""

    title: str
    mode: str
    """When it is calculated: ``auto``, ``manual`` or ``autoNoTable``."""
    epoch: str
    """The year from which dates are counted: 1900, or 1904."""
    comments: Mapping[str, str]
    """Of the defined names, in lower case, those that have one."""
    hidden: frozenset[str]
    """The defined names, in lower case, that the Name Manager does not show."""
    sheets: Mapping[str, Sheet]


def read_looks(path: Path, file: bytes | None = None) -> Looks:
    """Return the looks of the workbook ``path``, or of its bytes ``file`` before they are written.

    Raises WorkbookError as `read_workbook` does.
    """
    data = read_guarded(path, file, {})
    with damage_reported(path):
        reader = _Reader(data, keep_links=False)
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
                sheet.title: _sheet(
                    sheet, reader.dressings, reader.lines[number], reader.print_area(number)
                )
                for number, sheet in enumerate(book.worksheets)
            },
        )


class _Reader(ExcelReader):
    """Reads what `Looks` has, with the parts of openpyxl's reader.

    That opens pictures, fills merged cells and links of any size, and refuses columns with an
    attribute that it does not know; a workbook comes from a stranger.
    """

    def read_worksheets(self) -> None:
        """Read the sheets, which `read` asks for."""
        self.dressings: list[Any] = []
        self.lines: list[_Attributes] = []
        if ARC_STYLE in self.valid_files:
            styles = fromstring(self.archive.read(ARC_STYLE))
            self.dressings = list(styles.iter(f"{{{SHEET_MAIN_NS}}}dxf"))
        for entry, part in self.parser.find_sheets():
            sheet = self.wb.create_sheet(entry.name)
            sheet.sheet_state = entry.state
            with self.archive.open(part.target) as xml:
                reader: Any = WorksheetReader(
                    sheet, xml, self.shared_strings, data_only=True, rich_text=False
                )
                reader.bind_cells()
            reader.bind_formatting()
            reader.bind_properties()
            self.lines.append((reader.parser.column_dimensions, reader.parser.row_dimensions))
            merged = reader.parser.merged_cells
            refs = [each.ref for each in merged.mergeCell] if merged else []
            sheet.merged_cells = MultiCellRange(" ".join(refs))

    def print_area(self, number: int) -> str:
        """Return the print area of a sheet as it is written, "" for none."""
        names: Any = self.parser.defined_names  # type: ignore[attr-defined]  # not in the stubs
        entry = names.by_sheet().get(number, {}).get("_xlnm.Print_Area")
        return str(entry.value) if entry else ""


def _sheet(
    sheet: Any,
    dressings: list[Any],
    lines: _Attributes,
    print_area: str,
) -> Sheet:
    # iter_rows would make a cell for each blank one between them
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
    usual = sheet.sheet_format
    return Sheet(
        name=sheet.title,
        title=sheet.parent.properties.title or sheet.title,
        state=sheet.sheet_state,
        protection=_protection(sheet.protection),
        unlocked=frozenset(unlocked),
        formats=tuple(_formats(sheet, dressings)),
        validations=tuple(_validations(sheet)),
        merged=merged,
        covered=covered,
        looks=looks,
        lines=dict(_lines(*lines)),
        width=_length(usual.defaultColWidth),
        height=_length(usual.defaultRowHeight) or 0,
        hides_rows=bool(usual.zeroHeight),
        print_area=_print_area(sheet.title, print_area),
    )


def areas_of(sheet: str, text: str) -> tuple[Area, ...]:
    """Return the areas of a text such as ``A1:B2 D4``, from the top left."""
    ranges: Any = MultiCellRange(text).ranges
    areas = [Area(sheet, each.min_row, each.min_col, each.max_row, each.max_col) for each in ranges]
    return tuple(sorted(areas, key=lambda area: (area.top, area.left)))


def _protection(found: Any) -> str:
    if not found.sheet:
        return UNPROTECTED
    has_password = found.password or found.hashValue  # of Excel 2010, and since Excel 2013
    return "protected with a password" if has_password else "protected"


def _formats(sheet: Any, dressings: list[Any]) -> Iterator[Rule]:
    pairs = [
        (areas_of(sheet.title, str(entry.sqref)), rule)
        for entry in sheet.conditional_formatting
        for rule in entry.rules
    ]
    for areas, rule in sorted(pairs, key=lambda pair: pair[1].priority):
        kind = " ".join(filter(None, [rule.type, rule.operator]))
        look = PLAIN if rule.dxfId is None else _dressing(rule.dxf, dressings[rule.dxfId])
        yield Rule(areas, kind, tuple(map(str, rule.formula)), look, bool(rule.stopIfTrue))


def _validations(sheet: Any) -> Iterator[Rule]:
    for entry in sheet.data_validations.dataValidation:
        is_list = entry.type == "list"
        kind = entry.type if is_list else f"{entry.type} {entry.operator or 'between'}"
        texts = (entry.formula1,) if is_list else (entry.formula1, entry.formula2)
        formulas = tuple(str(text) for text in texts if text is not None)
        yield Rule(areas_of(sheet.title, str(entry.sqref)), kind, formulas)


def _look(cell: Any) -> Look:
    font, border, align = cell.font, cell.border, cell.alignment
    color = _color(font.color)
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
    return Edge(side.style, _color(side.color)) if side and side.style else None


def _fill(fill: Any, color: str) -> str:
    text = _color(getattr(fill, color, None))  # a gradient has none
    return text if fill.fill_type in (None, "solid") else f"{fill.fill_type} {text}".strip()


def _dressing(style: Any, element: Any) -> Dressing:
    """Return a differential style, whose fill takes its background color and may have no type."""
    return Dressing(
        _flag(element, "b"),
        _flag(element, "i"),
        _color(style.font.color) if style.font else "",
        _fill(style.fill, "bgColor") if style.fill else "",
    )


def _flag(element: Any, tag: str) -> bool | None:
    """Return whether a differential style turns bold or italic on or off; openpyxl has no None."""
    found = element.find(f"{{{SHEET_MAIN_NS}}}font/{{{SHEET_MAIN_NS}}}{tag}")
    return None if found is None else found.get("val", "1") in ("1", "true")


def _color(color: Any) -> str:
    """Return six digits, as a style of a template has them, or words; nothing for no color."""
    match color:
        case Color(type="rgb", rgb=str(digits)):
            return digits[-6:].upper()
        case Color(type="indexed", indexed=int(number)) if number < len(COLOR_INDEX):
            return COLOR_INDEX[number][-6:]
        case Color(type="theme", theme=0 | 1 as number, tint=0):
            return ("FFFFFF", "000000")[number]
        case Color(type="theme"):
            return f"theme {color.theme} {color.tint:.2f}"
    return ""


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
