"""Finds links and functions in the XML of a workbook that make a program open something else.

A program that opens a workbook may follow such links without a question: LibreOffice fetches a
linked picture while it reads the drawing.  Only a plain hyperlink waits until the user follows it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element

WORKBOOKS = "other workbooks"
MACROS = "macros"
PICTURES = "linked pictures"
_PATHS = (
    *("externallinkpath", "externallinklongpath"),
    *("xlpathmissing", "xlstartup", "xlalternatestartup", "xllibrary"),  # MS-XLSB, 2.1.10
)
_NOT_FOLLOWED = {
    **dict.fromkeys(
        ("externallink", *_PATHS, "externalreference", "externalbook", "ddelink", "olelink"),
        WORKBOOKS,
    ),
    **dict.fromkeys(("connections", "querytable", "webpr"), "data connections"),
    **dict.fromkeys(("oleobject", "package"), "embedded objects"),
    "control": "ActiveX controls",
    "image": PICTURES,
    "vbaproject": MACROS,
}
"""Kinds of relationships and elements that a reader of models does not follow, and where they
lead."""

_TYPES = {
    **dict.fromkeys(
        ("externallink", *_PATHS),
        "another workbook; break its links in Excel (Data > Edit Links)",
    ),
    "connections": "a data connection; remove it in Excel (Data > Queries & Connections)",
    "querytable": "a data connection; remove it in Excel (Data > Queries & Connections)",
    "oleobject": "an embedded object; delete it",
    "package": "an embedded object; delete it",
    "control": "an ActiveX control; delete it",
    "vbaproject": "macros; save it as .xlsx",
    "xlmacrosheet": "a macro sheet; delete it",
    "xlintlmacrosheet": "a macro sheet; delete it",
}
"""Kinds of relationships that lead out wherever their target is, each with its remedy."""

_ELEMENTS = ("externalreference", "externalbook", "ddelink", "olelink", "oleobject", "webpr")
_LINKS = ("link", "href", "pict")
"""Attributes, in the namespace of relationships, of a linked picture."""

_FORMULAS = ("f", "formula", "formula1", "formula2", "definedname")
_TEXT = re.compile('"[^"]*"')
_FETCH = (
    *("WEBSERVICE", "IMAGE", "STOCKHISTORY", "RTD", "DDE", "CALL"),
    *("REGISTER.ID", "SQL.REQUEST", "CUBE"),
)
"""Functions that fetch something; the last one is the beginning of several."""
_FETCHING = re.compile(
    rf"(?<![\w.])(?:_xl[a-z]+\.)*({'|'.join(map(re.escape, _FETCH))}[A-Z]+)\s*\(", re.IGNORECASE
)
_ABSOLUTE = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*:|//|\\\\)")
_EXTERNAL = re.compile(r"\[[^\]]*\][^\[\]()]*!")
_SHOWN = 60


def leads_to(element: Element) -> str | None:
    """Return where the link of an element leads if a reader of models does not follow it.

    None stands for all other links.
    """
    kind = _local(element.tag)
    if kind == "relationship":
        types = (text for key, text in element.attrib.items() if _local(key) == "type")
        return _NOT_FOLLOWED.get(next(types, "").rstrip("/").rpartition("/")[2].lower())
    return _NOT_FOLLOWED.get(kind, PICTURES)  # another element has a link in its attributes


def is_external(formula: str) -> bool:
    """Return whether a formula, or a reference in it, reads another workbook."""
    return "[" in formula and _EXTERNAL.search(_TEXT.sub("", formula)) is not None


def links_out(element: Element) -> Iterator[str]:
    """Yield a problem and its remedy for each link out of the file in one element's attributes."""
    kind = _local(element.tag)
    if kind == "relationship":
        yield from _relationship({_local(key): text for key, text in element.attrib.items()})
        return
    if kind in _ELEMENTS:
        yield f"has an element {kind}, which leads to another file; delete what it stands for"
    for key, text in element.attrib.items():
        space, _, word = key.rpartition("}")
        is_picture = kind == "imagedata" and word.lower() in ("src", "href", "althref")
        if is_picture and _ABSOLUTE.match(text):
            yield f"shows a picture from {_shown(text)}; insert the picture itself"
        elif "relationships" in space.lower() and word.lower() in _LINKS:
            yield "shows a linked picture; insert the picture itself"


def fetches(element: Element) -> str | None:
    """Return the problem and its remedy when an element is a formula that fetches something."""
    if _local(element.tag) not in _FORMULAS or not element.text:
        return None
    spelled = element.text.upper()
    if spelled.isascii() and not any(word in spelled for word in _FETCH):  # as in most formulas
        return None
    found = _FETCHING.search(_TEXT.sub("", element.text))
    return found and f"a formula fetches something with {found[1].upper()}; take it out"


def _relationship(attributes: dict[str, str]) -> Iterator[str]:
    kind = attributes.get("type", "").rstrip("/").rpartition("/")[2].lower()
    target = attributes.get("target", "")
    is_outside = attributes.get("targetmode", "").strip().lower() == "external"
    if kind in _TYPES:
        yield f"leads to {_TYPES[kind]}"
    elif kind != "hyperlink" and (is_outside or _ABSOLUTE.match(target)):
        what = "a linked picture" if kind == "image" else f"the {kind or 'file'}"
        yield f"leads out of the file, to {what} {_shown(target)}; insert it, or delete the link"


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


@lru_cache(maxsize=1000)
def _local(name: str) -> str:
    """Return a name of XML without its namespace, in lower case."""
    return name.rpartition("}")[2].lower()
