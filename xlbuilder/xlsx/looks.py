"""Reads what a workbook file has beside its formulas and values: looks, protection, comments.

The model (model.py) holds what a calculation needs; this is the rest of what people change.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from openpyxl import load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from xlbuilder.formula.area import Area
from xlbuilder.xlsx.formats import areas_of
from xlbuilder.xlsx.guard import MAX_COLUMNS, read_guarded
from xlbuilder.xlsx.model import damage_reported

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
    """Six digits, "" for the color of all texts, or the words for a theme's color."""

    def __str__(self) -> str:
        words = ["bold" * self.bold, "italic" * self.italic, "underlined" * self.underlined]
        return " ".join(filter(None, [self.name, f"{self.size:g}", *words, self.color]))


class Dressing(NamedTuple):
    """How cells look while a conditional format is true; in words: ``bold on 112233``."""

    bold: bool = False
    italic: bool = False
    color: str = ""
    fill: str = ""

    def __str__(self) -> str:
        words = ["bold" * self.bold, "italic" * self.italic, self.color]
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

    state: str
    """``visible``, ``hidden`` or ``veryHidden``."""
    protection: str
    """`UNPROTECTED`, ``protected`` or ``protected with a password``."""
    unlocked: frozenset[Area]
    formats: tuple[Rule, ...]
    """By their priorities."""
    validations: tuple[Rule, ...]
    merged: frozenset[Area]
    styles: Mapping[Area, Mapping[str, Font | str]]
    """Of each cell that is in the file: its font, its fill and so on."""
    lines: Mapping[Line, tuple[float | None, str]]
    """Of columns and rows: the width or height, None when it is not set, and whether it is folded
    away."""


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
    with damage_reported(path), closing(load_workbook(data, keep_links=False)) as book:
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
            sheets={sheet.title: _sheet(sheet) for sheet in book.worksheets},
        )


def _sheet(sheet: Any) -> Sheet:
    # iter_rows would make a cell for each blank one between them
    cells = [cell for _, cell in sorted(sheet._cells.items())]  # noqa: SLF001
    kinds: dict[tuple[int, ...], Mapping[str, Font | str]] = {}  # many cells share a few styles
    styles = {}
    unlocked = set()
    for cell in cells:
        at = Area(sheet.title, cell.row, cell.column, cell.row, cell.column)
        numbers = tuple(cell._style or ())  # noqa: SLF001 - of its font, its fill and so on
        if numbers not in kinds:
            kinds[numbers] = _style(cell)
        styles[at] = kinds[numbers]
        if cell.protection.locked is False:
            unlocked.add(at)
    return Sheet(
        state=sheet.sheet_state,
        protection=_protection(sheet.protection),
        unlocked=frozenset(unlocked),
        formats=tuple(_formats(sheet)),
        validations=tuple(_validations(sheet)),
        merged=frozenset(
            Area(sheet.title, each.min_row, each.min_col, each.max_row, each.max_col)
            for each in sheet.merged_cells.ranges
        ),
        styles=styles,
        lines=dict(_lines(sheet)),
    )


def _protection(found: Any) -> str:
    if not found.sheet:
        return UNPROTECTED
    has_password = found.password or found.hashValue  # of Excel 2010, and since Excel 2013
    return "protected with a password" if has_password else "protected"


def _formats(sheet: Any) -> Iterator[Rule]:
    pairs = [
        (areas_of(sheet.title, str(entry.sqref)), rule)
        for entry in sheet.conditional_formatting
        for rule in entry.rules
    ]
    for areas, rule in sorted(pairs, key=lambda pair: pair[1].priority):
        kind = " ".join(filter(None, [rule.type, rule.operator]))
        formulas, look = tuple(map(str, rule.formula)), _differential(rule.dxf)
        yield Rule(areas, kind, formulas, look, bool(rule.stopIfTrue))


def _validations(sheet: Any) -> Iterator[Rule]:
    for entry in sheet.data_validations.dataValidation:
        is_list = entry.type == "list"
        kind = entry.type if is_list else f"{entry.type} {entry.operator or 'between'}"
        texts = (entry.formula1,) if is_list else (entry.formula1, entry.formula2)
        formulas = tuple(str(text) for text in texts if text is not None)
        yield Rule(areas_of(sheet.title, str(entry.sqref)), kind, formulas)


def _style(cell: Any) -> Mapping[str, Font | str]:
    font, border = cell.font, cell.border
    sides = [getattr(border, side) for side in ("left", "right", "top", "bottom")]
    sections = str(cell.number_format).replace("\\", "").split(";")
    is_text_last = len(sections) == 4 and not sections[3]  # LibreOffice adds it
    return {
        "font": Font(
            str(font.name),
            font.sz or 11,
            bool(font.b),
            bool(font.i),
            bool(font.u),
            _color(font.color),
        ),
        "fill": _color(cell.fill.fgColor) if cell.fill.fill_type else "",
        "border": " ".join((side and side.style) or "-" for side in sides),
        "number format": ";".join(sections[: 3 if is_text_last else None]),
        "alignment": " ".join(
            [
                (cell.alignment.horizontal or "general"),
                *["wrapped"] * bool(cell.alignment.wrap_text),
            ]
        ),
    }


def _differential(style: Any) -> Dressing:
    look = PLAIN
    if style and style.font:
        font = style.font
        look = Dressing(bool(font.b), bool(font.i), _color(font.color))
    return look._replace(fill=_color(style.fill.bgColor)) if style and style.fill else look


def _color(color: Any) -> str:
    """Return six digits, as a style of a template has them; nothing for the color of all texts."""
    if color is None:
        return ""
    if color.type == "theme":
        return "" if color.theme == 1 else f"theme {color.theme} {color.tint or 0:.2f}"
    text = str(color.rgb if color.type == "rgb" else color.value)[-6:]
    return "" if text == "000000" else text


def _lines(sheet: Any) -> Iterator[tuple[Line, tuple[float | None, str]]]:
    for each in sheet.column_dimensions.values():
        for column in range(each.min or 1, min(each.max or 0, MAX_COLUMNS) + 1):
            yield ("column", column), (each.width, _folded(each))
    for row, each in sheet.row_dimensions.items():
        yield ("row", row), (each.height, _folded(each))


def _folded(dimension: Any) -> str:
    words = ["hidden" * bool(dimension.hidden), "folded" * bool(dimension.outlineLevel)]
    return " and ".join(filter(None, words))
