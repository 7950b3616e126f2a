"""Draws a sheet as SVG: plain shapes and texts, the same for the same file."""

from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from xlbuilder.render.conditional import with_formats
from xlbuilder.render.layout import PADDING, PAPER, Box, Line, SheetLayout, Writing, ink
from xlbuilder.xlsx.looks import Look, SheetLooks
from xlbuilder.xlsx.model import Model

FONTS = "Calibri, Carlito, Arial, sans-serif"
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}
_MIDDLE, _DESCENT, _LEADING = 0.33, 0.25, 1.25
"""In sizes of the font: half the height of a digit, the depth below the line of writing, and the
distance of lines."""
MOST_PIXELS = 100_000
"""The greatest width and height of a picture."""


def draw(model: Model, sheet: SheetLooks, width: int | None = None) -> str:
    """Return an SVG of ``sheet``, ``width`` pixels wide, or as wide as Excel shows it.

    Raises what ``SheetLayout`` and ``with_formats`` raise.
    """
    layout = SheetLayout(model, with_formats(model, sheet), MOST_PIXELS)
    shown = layout.width if width is None else width
    root = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {layout.width} {layout.height}",
            "width": str(shown),
            "height": _number(shown * layout.height / layout.width),
            "xml:space": "preserve",
            "role": "img",
            "aria-labelledby": "title description",
            "font-family": FONTS,
        },
    )
    ET.SubElement(root, "title", id="title").text = _clean(sheet.title)
    ET.SubElement(root, "desc", id="description").text = _clean(
        f"The cells {layout.area} of the sheet {sheet.name}, with their values."
    )
    ET.SubElement(root, "path", fill=f"#{PAPER}", d=f"M0 0h{layout.width}v{layout.height}H0z")
    _draw_fills(root, layout.fills())
    _draw_lines(root, layout.lines())
    _draw_texts(root, layout.writings())
    ET.indent(root, "")
    return ET.tostring(root, encoding="unicode") + "\n"


def _draw_fills(root: ET.Element, fills: Mapping[str, Iterable[Box]]) -> None:
    for color, boxes in fills.items():
        path = "".join(
            f"M{_number(box.x)} {_number(box.y)}h{_number(box.width)}v{_number(box.height)}"
            f"h{_number(-box.width)}z"
            for box in boxes
        )
        ET.SubElement(root, "path", fill=f"#{color}", d=path)


def _draw_lines(root: ET.Element, lines: Iterable[Line]) -> None:
    paths: dict[tuple[int, str], str] = {}
    for line in lines:
        # As in Excel, a line with an odd weight lies on the pixels before the side of its cells.
        shift = line.stroke.weight % 2 / 2
        x, y = (line.x - shift, line.y) if line.is_upright else (line.x, line.y - shift)
        key = (line.stroke.weight, line.stroke.color)
        to = "v" if line.is_upright else "h"
        path = f"M{_number(x)} {_number(y)}{to}{_number(line.length)}"
        paths[key] = paths.get(key, "") + path
    group = ET.SubElement(root, "g", {"fill": "none", "stroke-linecap": "square"})
    for (weight, color), path in paths.items():
        attributes = {"stroke": f"#{color}", "stroke-width": str(weight), "d": path}
        ET.SubElement(group, "path", attributes)


def _draw_texts(root: ET.Element, writings: Iterable[Writing]) -> None:
    groups: dict[tuple[str, str], ET.Element] = {}
    for writing in writings:
        key = (repr(_font(writing.look)), writing.align)
        if key not in groups:
            anchor = {"text-anchor": _ANCHORS[writing.align]}
            groups[key] = ET.SubElement(root, "g", _font(writing.look) | anchor)
        _draw_text(groups[key], writing)


def _font(look: Look) -> dict[str, str]:
    return {
        "fill": f"#{ink(look)}",
        "font-size": _number(look.font.size * 4 / 3),
        **({"font-weight": "bold"} if look.font.bold else {}),
        **({"font-style": "italic"} if look.font.italic else {}),
    }


def _draw_text(group: ET.Element, writing: Writing) -> None:
    box, room = writing.box, writing.room
    x = {
        "left": box.x + PADDING,
        "center": box.x + box.width / 2,
        "right": box.x + box.width - PADDING,
    }[writing.align]
    size = writing.look.font.size * 4 / 3
    below = (len(writing.lines) - 1) * _LEADING * size
    match writing.look.vertical:
        case "top":
            y = box.y + size
        case "center":
            y = box.y + box.height / 2 + _MIDDLE * size - below / 2
        case _:
            y = box.y + box.height - _DESCENT * size - below
    if writing.is_cut:  # an inner svg cuts off what is outside of it
        place = {"x": room.x, "y": room.y, "width": room.width, "height": room.height}
        group = ET.SubElement(group, "svg", {key: _number(n) for key, n in place.items()})
        x, y = x - room.x, y - room.y
    for line in writing.lines:
        ET.SubElement(group, "text", x=_number(x), y=_number(y)).text = _clean(line)
        y += _LEADING * size


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _clean(text: str) -> str:
    """Return a text without what XML cannot hold, on one line."""
    return ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.splitlines()))
