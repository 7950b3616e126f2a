"""Stores values in a workbook's file, so that programs that do not calculate show them.

openpyxl writes a formula or a value into a cell, never both.  Protected View, phones, mail
previews and pandas show what is stored beside the formula (ECMA-376 18.3.1.96, the element v).
"""

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from xlbuilder.formula.area import Area
from xlbuilder.formula.values import LARGEST_WHOLE, NOT_IN_XML, ExcelError, Value
from xlbuilder.xlsx.pack import XML_DECLARATION, as_xml, repacked

_SHEET = "xl/worksheets/sheet1.xml"
"""The template's sheet: write.py makes it first."""
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_values(file: bytes, values: Mapping[Area, Value]) -> bytes:
    """Return the workbook ``file``, which xlbuilder built, with values beside its formulas.

    ``values`` has the values by their cells.  The formula of a cell that is not in ``values`` gets
    no value; a cell without a formula stays as it is.
    """
    by_address = {str(cell): value for cell, value in values.items()}

    def changed(name: str, data: bytes) -> bytes:
        return _patched(data, by_address) if name == _SHEET else data

    return repacked(file, changed)


def _patched(sheet: bytes, values: Mapping[str, Value]) -> bytes:
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
    return f"{XML_DECLARATION}{as_xml(root, [('', _MAIN)])}".encode()


def _stored(value: ExcelError | bool | str | float) -> tuple[str, str]:
    """Return the type of a cell (ECMA-376 18.18.11) and the text of its value."""
    match value:
        case ExcelError():
            return "e", str(value)
        case bool():
            return "b", str(int(value))
        case str():
            # What XML cannot hold is escaped (ECMA-376 22.9.2.19).
            return "str", NOT_IN_XML.sub(lambda m: f"_x{ord(m[0]):04X}_", value)
        case _:
            is_whole = abs(value) < LARGEST_WHOLE and value == int(value)
            return "", str(int(value)) if is_whole else repr(value)
