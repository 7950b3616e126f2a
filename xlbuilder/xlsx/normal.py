"""The XML of a workbook in a normal form: two files that say the same have the same normal form.

The normal form leaves out prefixes, the order of attributes, blanks between elements, attributes
with their defaults, the spelling of numbers and of true and false, and the edition of the standard,
transitional or strict.
"""

import re
from collections.abc import Container, Iterator
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring

from xlbuilder.xlsx.defaults import DEFAULTS

_TRANSITIONAL = "http://schemas.openxmlformats.org/"
_STRICT = re.compile(r"http://purl\.oclc\.org/ooxml/(\w+)/(.*)")
_RENAMED = {"customProperties": "custom-properties", "extendedProperties": "extended-properties"}
"""The only words in namespaces that the two editions spell differently (Part 4, annex A)."""
_PREFIXES = {
    f"{_TRANSITIONAL}spreadsheetml/2006/main": "",
    f"{_TRANSITIONAL}officeDocument/2006/relationships": "r",
    f"{_TRANSITIONAL}officeDocument/2006/custom-properties": "",
    f"{_TRANSITIONAL}officeDocument/2006/extended-properties": "",
    f"{_TRANSITIONAL}officeDocument/2006/docPropsVTypes": "vt",
    f"{_TRANSITIONAL}package/2006/metadata/core-properties": "cp",
    f"{_TRANSITIONAL}drawingml/2006/main": "a",
    f"{_TRANSITIONAL}drawingml/2006/chart": "c",
    f"{_TRANSITIONAL}drawingml/2006/spreadsheetDrawing": "xdr",
    f"{_TRANSITIONAL}markup-compatibility/2006": "mc",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://www.w3.org/XML/1998/namespace": "xml",
    "http://schemas.microsoft.com/office/excel/2006/main": "xm",
    "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main": "x14",
    "http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac": "x14ac",
}
_OF_EXCEL = re.compile(r"\{http://schemas\.microsoft\.com/office/(spreadsheetml|excel)/")
_REVISION = re.compile(r"http://schemas\.microsoft\.com/office/spreadsheetml/\d+/revision\d*")
REVISION = "xr"
"""The prefix of revision marks, which Excel writes when several people edit a file."""

_FLOATS = {
    *("width", "ht", "defaultColWidth", "defaultRowHeight", "dyDescent", "x14ac:dyDescent"),
    *("left", "right", "top", "bottom", "header", "footer", "xSplit", "ySplit"),
    *("tint", "iterateDelta", "degree", "position"),
}
"""Attributes with decimal fractions: programs write different numbers of decimals."""


_WITH_ALPHA = 8
"""The digits of a color with transparency at its begin; Excel does not show the transparency."""


class Node(NamedTuple):
    """An element; equal nodes say the same."""

    tag: str
    """The tag: with the usual prefix, without a prefix for SpreadsheetML, ``{namespace}tag`` for an
    unknown namespace, and ``{}tag`` without a namespace."""
    attributes: tuple[tuple[str, str], ...] = ()
    """The attributes, sorted by their names."""
    text: str = ""
    children: tuple["Node", ...] = ()

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute; the ``default`` where it is absent."""
        return next((value for key, value in self.attributes if key == name), default)

    def all(self, tag: str) -> Iterator["Node"]:
        """Yield the children with this tag."""
        return (child for child in self.children if child.tag == tag)

    def child(self, tag: str) -> "Node":
        """Return the first child with this tag, or an empty one."""
        return next(self.all(tag), Node(tag))

    def walk(self) -> Iterator["Node"]:
        """Yield the node and all nodes in it."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def name(self) -> str:
        """The tag without its prefix."""
        return local(self.tag)

    @property
    def content(self) -> str:
        """All that the node holds, in words: ``type=num val=10``."""
        words = [f"{local(key)}={value}" for key, value in self.attributes]
        inner = ", ".join(map(str, self.children))
        return " ".join([*words, *[self.text] * bool(self.text), *[f"({inner})"] * bool(inner)])

    def __str__(self) -> str:
        """Return the name, and all that the node holds: ``cfvo type=num val=10``."""
        return f"{self.name} {self.content}".strip()


def local(name: str) -> str:
    """Return a name without its prefix or namespace."""
    return name.rpartition("}")[2].rpartition(":")[2]


def parsed(data: bytes) -> Element:
    """Return the root of a part of a workbook that has passed the guard.

    Raises ParseError when it is no XML.
    """
    return fromstring(data)  # noqa: S314 - the guard has refused document types, and what is too deep


def normal(element: Element, without: Container[str] = ()) -> Node:
    """Return an element in its normal form; children whose tags are in ``without`` are left out."""
    tag = name_of(element.tag if element.tag.startswith("{") else f"{{}}{element.tag}")
    is_known = not tag.startswith("{") or _OF_EXCEL.match(tag) is not None
    usual = DEFAULTS.get(local(tag), {}) if is_known else {}
    given = ((name_of(key), value) for key, value in element.items())
    attributes = ((key, _value(key, value, usual) if is_known else value) for key, value in given)
    kept = sorted(pair for pair in attributes if usual.get(pair[0]) != pair[1])
    children = tuple(normal(child, without) for child in element if not _is_in(child, without))
    texts = [element.text or "", *(child.tail or "" for child in element)]
    text = "".join(each for each in texts if not children or each.strip())
    return Node(tag, tuple(kept), text.replace("\r\n", "\n"), children)


def _is_in(child: Element, without: Container[str]) -> bool:
    return not isinstance(child.tag, str) or (bool(without) and name_of(child.tag) in without)


@lru_cache(maxsize=4096)
def name_of(name: str) -> str:
    """Return a name with the usual prefix in place of its namespace."""
    if not name.startswith("{"):
        return name
    uri, _, word = name[1:].partition("}")
    if strict := _STRICT.fullmatch(uri):
        rest = strict[2].split("/")
        uri = f"{_TRANSITIONAL}{strict[1]}/2006/{'/'.join(_RENAMED.get(x, x) for x in rest)}"
    if not uri:
        return name
    prefix = REVISION if _REVISION.fullmatch(uri) else _PREFIXES.get(uri, f"{{{uri}}}")
    if prefix.startswith("{"):
        return prefix + word
    return f"{prefix}:{word}" if prefix else word


def _value(name: str, value: str, usual: Container[str]) -> str:
    if name in usual and value in ("true", "false", "on", "off"):
        return "1" if value in ("true", "on") else "0"
    if name.lower().endswith("password"):
        return value.upper()  # four hexadecimal digits made of it
    if name == "rgb" and len(value) == _WITH_ALPHA:
        return value[2:].upper()
    if name in _FLOATS:
        try:
            return f"{float(value):.15g}"
        except ValueError:
            return value
    return value
