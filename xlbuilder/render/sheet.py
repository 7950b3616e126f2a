"""Reads how a sheet looks from its workbook file: cells, sizes, merged cells, conditional formats.

The cells come from openpyxl's streaming reader, which leaves the rest of a sheet out.  Its other
reader has it all, but opens pictures and fills merged cells and links of any size, and a workbook
comes from a stranger; so this module reads the rest from the parts of the file.

It reads what xlbuilder writes.  It skips theme colors other than black and white, the dashes of
lines, turned texts, charts and pictures.  A wrapped text is broken only where it has line breaks.
"""

import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from defusedxml.ElementTree import fromstring
from openpyxl import load_workbook
from openpyxl.cell.read_only import ReadOnlyCell
from openpyxl.packaging.relationship import get_dependents
from openpyxl.packaging.workbook import WorkbookPackage
from openpyxl.styles.colors import COLOR_INDEX, Color
from openpyxl.styles.differential import DifferentialStyle

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.inline import resolved
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Reference
from xlbuilder.xlsx.formats import areas_of, rules_of
from xlbuilder.xlsx.guard import MAX_COLUMNS, MAX_ROWS, read_guarded
from xlbuilder.xlsx.model import Model, damage_reported

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_STYLES = "xl/styles.xml"
_WEIGHTS = {"medium": 2, "thick": 3, "double": 3}
"""The width of a line in pixels, by the first word of its style (mediumDashed); others have 1."""
_ON = ("1", "true")
MAX_RULES = 5_000
"""Conditional formats of a sheet: each takes more time than its size suggests."""
_DEFAULT_WIDTH, _DEFAULT_POINTS = 64, 15.0
"""A column's width in pixels, and a row's height in points, in a file that gives none."""


@dataclass(frozen=True)
class Edge:
    """A line at one side of a cell."""

    weight: int
    """In pixels."""
    color: str


@dataclass(frozen=True)
class Look:
    """How one cell looks; colors are six hexadecimal digits."""

    fill: str | None = None
    color: str = "000000"
    bold: bool = False
    italic: bool = False
    points: float = 11
    horizontal: str | None = None
    vertical: str | None = None
    wraps: bool = False
    number_format: str = "General"
    left: Edge | None = None
    right: Edge | None = None
    top: Edge | None = None
    bottom: Edge | None = None


@dataclass(frozen=True)
class ConditionalFormat:
    """A conditional format; a field that is None leaves the cell as it is."""

    areas: tuple[Area, ...]
    formula: str
    """As it reads in the first cell of the areas."""
    fill: str | None
    color: str | None
    bold: bool | None
    italic: bool | None


@dataclass(frozen=True)
class Sizes:
    """The widths of columns, or the heights of rows, in pixels; a hidden one has 0."""

    default: int
    given: Mapping[int, int]

    def __getitem__(self, number: int) -> int:
        """Return the size of the column or row ``number``, counted from 1."""
        return self.given.get(number, self.default)


@dataclass(frozen=True)
class Sheet:
    """A sheet as the file has it."""

    name: str
    title: str
    """The title of the workbook, or else the name of the sheet."""
    looks: Mapping[Area, Look]
    """Of each stored cell, row by row."""
    widths: Sizes
    heights: Sizes
    merged: tuple[Area, ...] = ()
    formats: tuple[ConditionalFormat, ...] = ()
    """In the order of their priorities: of those that are true for a cell, the first wins."""
    other_formats: int = 0
    """How many conditional formats are left out: those without a formula, such as color scales, or
    all when they are more than MAX_RULES."""
    print_area: Area | None = None


def read_sheet(model: Model, name: str | None = None) -> Sheet:
    """Return the sheet ``name``, or else the first one, of the workbook behind ``model``.

    Raises WorkbookError when there is no such sheet, or when the file is damaged.
    """
    tabs = {tab.lower(): tab for tab in model.sheets}
    tab = tabs.get((name or model.sheets[0]).lower())
    if tab is None:
        known = ", ".join(model.sheets)
        raise WorkbookError(f"{model.path}: has no sheet {name}; its sheets are: {known}")
    data = read_guarded(model.path, not_followed={})
    with damage_reported(model.path):
        with closing(load_workbook(data, read_only=True, keep_links=False)) as book:
            title = book.properties.title or tab
            looks = {_area(tab, cell): _look(cell) for cell in _cells(book[tab])}
        with zipfile.ZipFile(data) as archive:
            return _with_parts(tab, title, looks, archive)


def _with_parts(
    name: str, title: str, looks: Mapping[Area, Look], archive: zipfile.ZipFile
) -> Sheet:
    package: Any = WorkbookPackage.from_tree(_root(archive, _WORKBOOK))
    number = [entry.name for entry in package.sheets].index(name)
    parts: Any = get_dependents(archive, _RELATIONS)
    root = _root(archive, parts.get(package.sheets[number].id).target)
    styles = _root(archive, _STYLES)
    count = sum(1 for _ in _all(root, "cfRule"))
    rules = rules_of(name, root) if count <= MAX_RULES else []
    dressing = list(_all(styles, "dxf"))
    formats = [
        _format(areas, rule.formula[0], dressing[rule.dxfId])
        for areas, rule in rules
        if rule.type == "expression" and rule.dxfId is not None
    ]
    return Sheet(
        name=name,
        title=title,
        looks=looks,
        widths=_widths(root),
        heights=_heights(root),
        merged=areas_of(name, " ".join(entry.attrib["ref"] for entry in _all(root, "mergeCell"))),
        formats=tuple(formats),
        other_formats=count - len(formats),
        print_area=_print_area(name, number, package),
    )


def _root(archive: zipfile.ZipFile, part: str) -> Any:
    return fromstring(archive.read(part))


def _all(root: Any, tag: str) -> Iterator[Any]:
    found: Iterator[Any] = root.iter(_MAIN + tag)
    return found


def _cells(sheet: Any) -> Iterator[ReadOnlyCell]:
    sheet.reset_dimensions()
    for row in sheet.iter_rows():
        yield from (cell for cell in row if isinstance(cell, ReadOnlyCell))


def _area(sheet: str, cell: ReadOnlyCell) -> Area:
    return Area(sheet, cell.row, cell.column, cell.row, cell.column)


def _look(cell: Any) -> Look:
    font, fill, border, align = cell.font, cell.fill, cell.border, cell.alignment
    return Look(
        fill=_color(fill.fgColor) if fill.fill_type == "solid" else None,
        color=_color(font.color) or "000000",
        bold=bool(font.b),
        italic=bool(font.i),
        points=font.sz or 11,
        horizontal=align.horizontal,
        vertical=align.vertical,
        wraps=bool(align.wrap_text),
        number_format=cell.number_format,
        left=_edge(border.left),
        right=_edge(border.right),
        top=_edge(border.top),
        bottom=_edge(border.bottom),
    )


def _edge(side: Any) -> Edge | None:
    if side is None or side.style is None:
        return None
    weight = next((_WEIGHTS[name] for name in _WEIGHTS if side.style.startswith(name)), 1)
    return Edge(weight, _color(side.color) or "000000")


def _color(color: Any) -> str | None:
    """Return a color; None for a system color, and for a theme color that is not read."""
    match color:
        case Color(type="rgb", rgb=str(digits)):
            return digits[-6:].upper()
        case Color(type="indexed", indexed=int(number)) if number < len(COLOR_INDEX):
            return COLOR_INDEX[number][-6:]
        case Color(type="theme", theme=0 | 1 as number):
            return ("FFFFFF", "000000")[number]
    return None


def _format(areas: tuple[Area, ...], formula: str, element: Any) -> ConditionalFormat:
    style: Any = DifferentialStyle.from_tree(element)
    # In a differential style a solid fill takes its background color, and may leave its type out.
    filled = style.fill is not None and style.fill.fill_type in (None, "solid")
    return ConditionalFormat(
        areas=areas,
        formula=formula,
        fill=_color(style.fill.bgColor) if filled else None,
        color=_color(style.font.color) if style.font else None,
        bold=_flag(element, "b"),
        italic=_flag(element, "i"),
    )


def _flag(element: Any, tag: str) -> bool | None:
    """Return whether a differential style turns bold or italic on or off; openpyxl has no None."""
    found = element.find(f"{_MAIN}font/{_MAIN}{tag}")
    return None if found is None else found.get("val", "1") in _ON


def _widths(root: Any) -> Sizes:
    given: dict[int, int] = {}
    for entry in _all(root, "col"):
        width = 0 if _is_on(entry, "hidden") else _pixels(entry.get("width"))
        for column in range(int(entry.attrib["min"]), int(entry.attrib["max"]) + 1)[:MAX_COLUMNS]:
            given[column] = _DEFAULT_WIDTH if width is None else width
    width = _pixels(_settings(root).get("defaultColWidth"))
    return Sizes(_DEFAULT_WIDTH if width is None else width, given)


def _pixels(characters: str | None) -> int | None:
    """Return the pixels of a column's width, which counts digits of the default font.

    A digit of Calibri 11 has 7 pixels (ECMA-376 Part 1, 18.3.1.13).
    """
    return None if characters is None else int(float(characters) * 7 + 0.5)


def _heights(root: Any) -> Sizes:
    settings = _settings(root)
    points = float(settings.get("defaultRowHeight", _DEFAULT_POINTS))
    given = {
        int(entry.attrib["r"]): 0
        if _is_on(entry, "hidden")
        else round(float(entry.get("ht", points)) * 4 / 3)
        for entry in _all(root, "row")
        if "r" in entry.attrib
    }
    is_hidden = settings.get("zeroHeight") in _ON
    return Sizes(0 if is_hidden else round(points * 4 / 3), given)


def _settings(root: Any) -> Mapping[str, str]:
    found = root.find(f"{_MAIN}sheetFormatPr")
    return {} if found is None else found.attrib


def _is_on(entry: Any, flag: str) -> bool:
    return entry.get(flag) in _ON


def _print_area(name: str, number: int, package: Any) -> Area | None:
    """Return the first range of the sheet's print area."""
    names = package.definedNames.by_sheet() if package.definedNames else {}
    entry = names.get(number, {}).get("_xlnm.Print_Area")
    if entry is None:
        return None
    try:
        node = parse(entry.value.split(",")[0])
    except FormulaError:
        return None
    if not isinstance(node, Reference):
        return None
    found = resolved(Reference(name, node.first, node.last))
    return found._replace(bottom=min(found.bottom, MAX_ROWS), right=min(found.right, MAX_COLUMNS))
