"""Every single change to the XML of a workbook: another value, an element gone or doubled."""

import re
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from xml.etree.ElementTree import Element, fromstring, tostring

from xlbuilder.xlsx.normal import name_of

_OTHER_WORDS = {
    "stop": "warning",
    "between": "notBetween",
    "list": "whole",
    "whole": "decimal",
    "left": "right",
    "center": "left",
    "top": "center",
    "bottom": "top",
    "general": "left",
    "thin": "thick",
    "medium": "thin",
    "thick": "thin",
    "solid": "darkUp",
    "darkUp": "solid",
    "visible": "hidden",
    "hidden": "visible",
    "landscape": "portrait",
    "portrait": "landscape",
    "auto": "manual",
    "manual": "auto",
    "expression": "containsBlanks",
    "double": "single",
    "num": "percent",
    "min": "max",
    "max": "min",
    "percent": "num",
    "percentile": "percent",
    "3Arrows": "3Flags",
    "3TrafficLights1": "3Arrows",
    "greaterThan": "lessThan",
    "frozen": "split",
    "bottomLeft": "topRight",
    "sum": "average",
    "n": "str",
    "s": "n",
    "inlineStr": "str",
    "dataTable": "normal",
    "array": "normal",
    "shared": "normal",
    "lastMonth": "today",
    "containsText": "beginsWith",
    "worksheet": "xml",
}
"""Another word for a word that stands for one of a few things."""
_COLOR = re.compile(r"[0-9A-F]{6}|[0-9A-F]{8}")
_CELL = re.compile(r"(\$?)([A-Z]{1,3})(\$?\d+)")


@dataclass(frozen=True)
class PartChange:
    """One change to one part of a file."""

    part: str
    place: str
    """The path of the element, with ``/@name`` for an attribute and ``/#`` for a text."""
    what: str
    number: int
    """Of the element, in the order of the part."""
    name: str = ""
    """Of the attribute, with its namespace."""

    @property
    def kind(self) -> tuple[str, str, str]:
        """What changes of one kind have in common."""
        return re.sub(r"\d+", "", self.part), self.place, self.what


def parts_of(file: bytes) -> dict[str, bytes]:
    """Return the parts of a file."""
    with zipfile.ZipFile(BytesIO(file)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    """Return the file of these parts."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return data.getvalue()


def all_changes(parts: dict[str, bytes]) -> Iterator[PartChange]:
    """Yield every change, part by part."""
    for part, data in parts.items():
        if not part.endswith((".xml", ".rels", ".vml")):
            yield PartChange(part, f"({part.rpartition('.')[2]})", "bytes", 0)
            continue
        for number, (element, place) in enumerate(_places(fromstring(data))):
            for name in element.attrib:
                at = f"{place}/@{name_of(name)}"
                yield PartChange(part, at, "another value", number, name)
                yield PartChange(part, at, "no attribute", number, name)
            if element.text and element.text.strip():
                yield PartChange(part, f"{place}/#", "another text", number)
            if number:
                yield PartChange(part, place, "no element", number)
                yield PartChange(part, place, "twice", number)


def _places(element: Element, above: str = "") -> Iterator[tuple[Element, str]]:
    tag, key = name_of(element.tag), ""
    name = element.get("name", "")
    if tag == "property" or (tag == "definedName" and name.startswith("_xlnm.")):
        key = name
    elif tag == "ext":
        key = element.get("uri", "")
    elif tag == "c" and any(name_of(child.tag) == "f" for child in element):
        key = "f"
    place = f"{above}{tag}" + f"[{key}]" * bool(key)
    yield element, place
    for child in element:
        yield from _places(child, f"{place}/")


def changed(parts: dict[str, bytes], change: PartChange) -> bytes:
    """Return the file with one change."""
    data = parts[change.part]
    if change.what == "bytes":
        return packed({**parts, change.part: data[:-1] + bytes([data[-1] ^ 1])})
    root = fromstring(data)
    element = list(root.iter())[change.number]
    parent = next((each for each in root.iter() if element in list(each)), root)
    match change.what:
        case "another value":
            element.set(change.name, other(element.attrib[change.name]))
        case "no attribute":
            del element.attrib[change.name]
        case "another text":
            element.text = other(element.text or "")
        case "no element":
            parent.remove(element)
        case "twice":
            parent.insert(list(parent).index(element), deepcopy(element))
    return packed({**parts, change.part: tostring(root)})


def other(text: str) -> str:
    """Return another value that looks valid too."""
    if text in ("0", "1"):
        return "10"[int(text)]
    if text in ("true", "false"):
        return "false" if text == "true" else "true"
    if re.fullmatch(r"-?\d+", text) and len(text) < 8:
        return str(int(text) + 1)
    if re.fullmatch(r"-?\d*\.\d+", text):
        return str(float(text) + 1.5)
    if _COLOR.fullmatch(text):
        return text[:-1] + ("0" if text[-1] != "0" else "1")
    if text in _OTHER_WORDS:
        return _OTHER_WORDS[text]
    if found := _CELL.search(text):
        column = "B" if found[2] == "A" else "A"
        return f"{text[: found.start()]}{found[1]}{column}{found[3]}{text[found.end() :]}"
    return f"{text}x"
