"""Puts values into a workbook's file, so that programs which do not calculate show them.

openpyxl writes a formula or a value into a cell, never both.  Protected View, phones, mail
previews and pandas show what is stored beside the formula (ECMA-376 18.3.1.96, the element v).
"""

from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.tree import Area
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.workbook.pack import repacked, replace_file

_SHEET = "xl/worksheets/sheet1.xml"
"""The template's sheet: write.py makes it first."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def store_values(path: Path, values: Mapping[Area, Value]) -> None:
    """Store ``values`` beside the formulas of the workbook ``path``, which xlbuilder built.

    A formula without a value keeps none.  Raises WorkbookError when the file cannot be written.
    """
    by_address = {str(cell): value for cell, value in values.items()}

    def with_values(name: str, data: bytes) -> bytes:
        return _patched(data, by_address) if name == _SHEET else data

    try:
        data = path.read_bytes()
    except OSError as error:
        raise WorkbookError(f"{path}: cannot be read: {error.strerror}") from None
    replace_file(path, repacked(data, with_values))


def _patched(sheet: bytes, values: Mapping[str, Value]) -> bytes:
    ET.register_namespace("", _MAIN)
    root = ET.fromstring(sheet)  # noqa: S314 - our own file
    for cell in root.iter(f"{{{_MAIN}}}c"):
        value = values.get(cell.get("r", ""))
        if value is None or cell.find(f"{{{_MAIN}}}f") is None:
            continue
        kind, text = _stored(value)
        cell.attrib.pop("t", None)
        if kind:
            cell.set("t", kind)
        stored = cell.find(f"{{{_MAIN}}}v")
        if stored is None:
            stored = ET.SubElement(cell, f"{{{_MAIN}}}v")
        stored.text = text
    written: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return written


def _stored(value: ExcelError | bool | str | float) -> tuple[str, str]:
    """Return the type of a cell (ECMA-376 18.18.11) and the text of its value."""
    match value:
        case ExcelError():
            return "e", str(value)
        case bool():
            return "b", str(int(value))
        case str():
            return "str", value
        case _:
            return "", repr(int(value)) if value == int(value) else repr(value)
