"""Reads conditional formats and validations, also from the extension of Excel 2010 and later.

An extension of the sheet ([MS-XLSX] 2.6.2 and 2.6.7) has the rules that read another sheet, and the
newer properties of data bars and icon sets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from openpyxl.styles.colors import COLOR_INDEX, Color
from openpyxl.worksheet.cell_range import MultiCellRange

from xlbuilder.formula.area import Area
from xlbuilder.xlsx.normal import Node, local

_OF_KINDS = {
    **dict.fromkeys(("aboveAverage", "equalAverage", "stdDev"), ("aboveAverage",)),
    **dict.fromkeys(("bottom", "percent", "rank"), ("top10",)),
    "timePeriod": ("timePeriod",),
    "text": ("containsText", "notContainsText", "beginsWith", "endsWith"),
}
"""Attributes of a conditional format, and the kinds that read them; LibreOffice writes them all."""
_WITHOUT_OPERATOR = ("none", "list", "custom")
"""Kinds of validations that compare nothing, and have one formula at most."""
FORMAT_FACTS = {"type", "operator", "priority", "stopIfTrue", "dxfId", "id"}
VALIDATION_FACTS = {"type", "operator", "sqref"}
"""Attributes for which a `Rule` has own fields, and the id that joins two parts of a rule."""
_FOUND_LIMITS = ("min", "max", "Min", "Max")
_FORMULAS = ("formula", "f", "formula1", "formula2", "dxf", "sqref")
FONT_HINTS = ("family", "charset", "scheme")
"""What a program reads when it lacks a font."""


class Dressing(NamedTuple):
    """How cells look while a conditional format is true; in words: ``bold on 112233``."""

    bold: bool | None = None
    """None leaves the font of the cell as it is."""
    italic: bool | None = None
    color: str = ""
    fill: str = ""
    more: str = ""
    """Borders, number formats and the rest, in the words of the file."""

    def __str__(self) -> str:
        words = ["bold" * bool(self.bold), "italic" * bool(self.italic), self.color]
        return " ".join(filter(None, [*words, f"on {self.fill}" * bool(self.fill), self.more]))


PLAIN = Dressing()


@dataclass(frozen=True)
class Rule:
    """A conditional format, or a validation of what is typed."""

    areas: tuple[Area, ...]
    kind: str
    """The words of the file: ``expression``, ``cellIs less``, ``whole between``."""
    formulas: tuple[str, ...]
    """The formulas, as the first cell has them."""
    look: Dressing = PLAIN
    stops: bool = False
    """Whether later formats do not count when this format is true."""
    more: str = ""
    """The rest of the rule, in the words of the file: ``showErrorMessage=1``."""


def areas_of(sheet: str, text: str) -> tuple[Area, ...]:
    """Return the areas of a text such as ``A1:B2 D4``, from the top left."""
    ranges: Any = MultiCellRange(text).ranges
    areas = [Area(sheet, each.min_row, each.min_col, each.max_row, each.max_col) for each in ranges]
    return tuple(sorted(areas, key=lambda area: (area.top, area.left)))


def read_formats(sheet: str, root: Node, dressings: Sequence[Dressing]) -> tuple[Rule, ...]:
    """Return the conditional formats of the part ``root`` of a sheet, by their priorities.

    ``dressings`` are the looks to which the formats refer by number.
    """
    found = [
        (int(rule.get("priority") or 0), _format(areas_of(sheet, cells), rule, dressings))
        for cells, holder in _with_cells(root, "conditionalFormatting")
        for rule in holder.children
        if rule.name == "cfRule"
    ]
    return tuple(rule for _, rule in sorted(found, key=lambda each: each[0]))


def read_validations(sheet: str, root: Node) -> tuple[Rule, ...]:
    """Return the validations of the part ``root`` of a sheet."""
    return tuple(
        _validation(areas_of(sheet, cells), entry)
        for cells, entry in _with_cells(root, "dataValidation")
    )


def _with_cells(root: Node, name: str) -> Iterator[tuple[str, Node]]:
    """Yield the elements of a name, each with its cells; the extension of Excel 2010 comes last."""
    holders = [each for each in root.children if each.name in (f"{name}s", name)]
    for node in chain(*(each.walk() for each in holders), root.child("extLst").walk()):
        if node.name == name:
            texts = (each.text for each in node.children if each.name == "sqref")
            yield node.get("sqref") or next(texts, ""), node


def _format(areas: tuple[Area, ...], rule: Node, dressings: Sequence[Dressing]) -> Rule:
    kind = rule.get("type")
    own = [dressing(each) for each in rule.children if each.name == "dxf"]
    number = rule.get("dxfId")
    look = own[0] if own else dressings[int(number)] if number else PLAIN
    unread = {key for key, kinds in _OF_KINDS.items() if kind not in kinds}
    return Rule(
        areas,
        " ".join(filter(None, [kind, rule.get("operator")])),
        tuple(_formulas(rule)),
        look,
        rule.get("stopIfTrue") == "1",
        _more(rule, FORMAT_FACTS | unread),
    )


def _validation(areas: tuple[Area, ...], entry: Node) -> Rule:
    kind = entry.get("type", "none")
    formulas = tuple(_formulas(entry))
    if kind in _WITHOUT_OPERATOR:
        formulas = formulas[:1]
    else:
        kind = f"{kind} {entry.get('operator', 'between')}"
    return Rule(areas, kind, formulas, more=_more(entry, VALIDATION_FACTS))


def _formulas(node: Node) -> Iterator[str]:
    for child in node.children:
        if child.name in ("formula", "f"):
            yield child.text
        elif child.name in ("formula1", "formula2"):
            yield child.text or child.child("xm:f").text


def _more(node: Node, facts: set[str]) -> str:
    words = [
        f"{local(key)}={value}"
        for key, value in node.attributes
        if key not in facts and not key.startswith("xr:")
    ]
    others = [_plain(each) for each in node.children if each.name not in _FORMULAS]
    return " ".join([*words, *(str(each) for each in others if not _is_link(each))])


def _plain(node: Node) -> Node:
    """Return a part of a rule; limits that follow the cells, such as ``min``, lose their value."""
    if node.name == "cfvo" and node.get("type").endswith(_FOUND_LIMITS):
        kept = tuple(pair for pair in node.attributes if pair[0] != "val")
        return node._replace(attributes=kept)
    return node._replace(children=tuple(map(_plain, node.children)))


def _is_link(node: Node) -> bool:
    """Return whether an extension only has the id of the other part of the rule."""
    return node.name == "extLst" and all(
        each.name == "id" for ext in node.children for each in ext.children
    )


def dressing(dxf: Node) -> Dressing:
    """Return a differential style; its fill shows the background color, also without a type."""
    font, pattern = dxf.child("font"), dxf.child("fill").child("patternFill")
    flags = {each.tag: each.get("val", "1") in ("1", "true") for each in font.children}
    kind = pattern.get("patternType")
    fill = color(pattern.child("bgColor"))
    others = [each for each in font.children if each.tag not in ("b", "i", "color", *FONT_HINTS)]
    others += [each for each in dxf.children if each.tag not in ("font", "fill", "numFmt")]
    others += list(dxf.child("fill").all("gradientFill"))
    words = [plain_words(each) for each in others]
    words += [each.get("formatCode") for each in dxf.all("numFmt")]
    if kind not in ("", "solid"):
        fill = f"{kind} {fill}".strip()
        words.append(color(pattern.child("fgColor")))
    return Dressing(
        flags.get("b"),
        flags.get("i"),
        color(font.child("color")),
        fill,
        " ".join(filter(None, words)),
    )


def plain_words(node: Node) -> str:
    """Return an element of a style in words; "" for an empty element such as ``<left/>``."""
    if node.name.endswith(("color", "Color")):
        return color(node)
    words = [f"{key}={value}" for key, value in node.attributes]
    inner = list(filter(None, map(plain_words, node.children)))
    is_flag = not node.children and node.tag in ("strike", "outline", "shadow", "u", "condense")
    if not words and not inner and not is_flag:
        return ""
    return " ".join([node.name, *words, *inner])


def color(node: Node) -> str:
    """Return the color of an element as `color_in_words` does."""
    keys = {"rgb", "indexed", "theme", "tint", "auto"}
    given: Mapping[str, Any] = {key: value for key, value in node.attributes if key in keys}
    return color_in_words(Color(**given)) if given else ""


def color_in_words(found: Any) -> str:
    """Return a color as six digits, as in a style of a template, or in words; "" for no color."""
    match found:
        case Color(type="rgb", rgb=str(digits)):
            return digits[-6:].upper()
        case Color(type="indexed", indexed=int(number)) if number < len(COLOR_INDEX):
            return COLOR_INDEX[number][-6:]
        case Color(type="theme", theme=0 | 1 as number, tint=0):
            return ("FFFFFF", "000000")[number]
        case Color(type="theme"):
            return f"theme {found.theme} {found.tint:.2f}"
    return ""
