"""Removes blanks from the ends of texts, as Excel does when it opens a file.

A text keeps these blanks only if its element, or an outer element, has ``xml:space="preserve"``.
Excel follows XML 1.0, 2.10, as MS-OI29500 says of t (18.4.12) and v (18.3.1.96).  What happens
without the attribute, users report in https://github.com/dhatim/fastexcel/issues/624.
"""

from collections.abc import Collection
from xml.etree.ElementTree import Element, tostring

from xlbuilder.xlsx.normal import name_of, parsed
from xlbuilder.xlsx.pack import repacked

_BLANKS = " \t\r\n"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def may_lose_blanks(element: Element) -> bool:
    """Return whether an element may be a text with blanks that Excel removes."""
    text = element.text
    return (
        text is not None
        and text != text.strip(_BLANKS)
        and name_of(element.tag) in ("t", "v")
        and element.get(_SPACE) != "preserve"
    )


def without_blanks(file: bytes, parts: Collection[str]) -> bytes:
    """Return a workbook file whose texts, in ``parts``, are as Excel reads them."""

    def changed(name: str, content: bytes) -> bytes:
        if name not in parts:
            return content
        root = parsed(content)
        _strip(root, keeps=False)
        made: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
        return made

    return repacked(file, changed)


def _strip(element: Element, *, keeps: bool) -> None:
    keeps = element.get(_SPACE, "preserve" if keeps else "default") == "preserve"
    kind = name_of(element.tag) if isinstance(element.tag, str) else ""
    # The result of a formula keeps its blanks: LibreOffice writes it without the attribute.
    is_result = kind == "c" and any(name_of(each.tag) == "f" for each in element)
    for each in element:
        if not (is_result and name_of(each.tag) == "v"):
            _strip(each, keeps=keeps)
    if kind in ("t", "v") and not keeps and element.text:
        element.text = element.text.strip(_BLANKS)
