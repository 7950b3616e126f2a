"""A copy of a workbook file without what leads out of it, for a program that would follow it."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml.ElementTree import fromstring

from xlbuilder.files import opened_to_read
from xlbuilder.xlsx.external_links import fetches, links_out
from xlbuilder.xlsx.guard import read_guarded
from xlbuilder.xlsx.pack import repacked


def without_links(path: Path) -> bytes:
    """Return the bytes of a workbook, which a reader has passed, without the links in it.

    What leads out is taken out: linked pictures, other workbooks, data connections, macros and
    formulas that fetch.  Raises WorkbookError if the copy still leads out.
    """
    with opened_to_read(path) as file:
        data = file.read()
    return read_guarded(path, repacked(data, _changed)).getvalue()


def _changed(name: str, data: bytes) -> bytes | None:
    if name.lower().startswith("xl/externallinks/"):
        return None
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except ParseError:  # no XML
        return data
    found = [*_leading_out(root)]
    for parent, child in found:
        parent.remove(child)
    return tostring(root, "utf-8", xml_declaration=True) if found else data


def _leading_out(parent: Element) -> Iterator[tuple[Element, Element]]:
    """Yield the elements with links, each behind the element that holds it."""
    for child in parent:
        if any(links_out(child)) or fetches(child):
            yield parent, child
        else:
            yield from _leading_out(child)
