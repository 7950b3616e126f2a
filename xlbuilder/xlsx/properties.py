"""Puts custom document properties into a workbook file, and leaves all else as it is.

openpyxl would write the whole workbook anew, and lose what it does not know.  ECMA-376 Part 1,
15.2.12.2 and 22.3, and Part 2, 8.2 and 9.3, define the parts.
"""

import io
import zipfile
from collections.abc import Mapping
from posixpath import normpath
from xml.etree.ElementTree import Element, SubElement

from defusedxml.ElementTree import fromstring
from openpyxl.xml.constants import CPROPS_FMTID, CUSTPROPS_NS, PKG_REL_NS, VTYPES_NS

from xlbuilder.xlsx.pack import XML_DECLARATION, UndatedZip, as_xml

_TYPES, _RELATIONS = "[Content_Types].xml", "_rels/.rels"
_TYPES_NS = "http://schemas.openxmlformats.org/package/2006/content-types"
_PART = "docProps/custom.xml"
_PART_TYPE = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/custom-properties"
_FIRST_ID = 2  # 22.3.2.2: numbers begin there


def with_properties(file: bytes, properties: Mapping[str, str]) -> bytes:
    """Return an .xlsx file with these properties; properties of other names stay."""
    with zipfile.ZipFile(io.BytesIO(file)) as source:
        parts = {member: source.read(member) for member in source.infolist()}
    contents = {member.filename: data for member, data in parts.items()}
    relations = fromstring(contents[_RELATIONS])
    name = _part(relations)
    root = (
        fromstring(contents[name]) if name in contents else Element(f"{{{CUSTPROPS_NS}}}Properties")
    )
    for each in [each for each in root if each.get("name") in properties]:
        root.remove(each)
    for key, value in properties.items():
        entry = SubElement(root, f"{{{CUSTPROPS_NS}}}property", fmtid=CPROPS_FMTID, name=key)
        SubElement(entry, f"{{{VTYPES_NS}}}lpwstr").text = value
    for number, each in enumerate(root, _FIRST_ID):
        each.set("pid", str(number))
    changed = {name: _text(root, CUSTPROPS_NS)}
    if name not in contents:
        types = fromstring(contents[_TYPES])
        SubElement(types, f"{{{_TYPES_NS}}}Override", PartName=f"/{name}", ContentType=_PART_TYPE)
        ids = {each.get("Id") for each in relations}
        new = next(word for n in range(len(ids) + 1) if (word := f"rIdDrive{n}") not in ids)
        tag = f"{{{PKG_REL_NS}}}Relationship"
        SubElement(relations, tag, Id=new, Type=_RELATION, Target=name)
        changed[_TYPES] = _text(types, _TYPES_NS)
        changed[_RELATIONS] = _text(relations, PKG_REL_NS)
    written = io.BytesIO()
    with UndatedZip(written, "w", zipfile.ZIP_DEFLATED) as target:
        for member, data in parts.items():
            target.writestr(member, changed.pop(member.filename, data))
        for other, data in changed.items():
            target.writestr(other, data)
    return written.getvalue()


def _part(relations: Element) -> str:
    """Return the name of the part with the properties, also when there is none yet."""
    targets = [each.get("Target", "") for each in relations if each.get("Type") == _RELATION]
    return normpath(targets[0]).lstrip("/") if targets else _PART


def _text(root: Element, namespace: str) -> bytes:
    return f"{XML_DECLARATION}{as_xml(root, [('', namespace), ('vt', VTYPES_NS)])}".encode()
