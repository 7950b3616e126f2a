"""`diff` sees every change to the XML of a workbook, or it is of a kind that means nothing."""

from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import openpyxl
import pytest

from tests.helpers.places import ROOT
from tests.helpers.rich_workbooks import NAMES, rich_workbooks
from tests.helpers.xml_changes import PartChange, all_changes, changed, parts_of
from xlbuilder.changes.diff import compared_sides, read, sides
from xlbuilder.changes.kinds import COSMETIC, NOTHING, UNUSED, Treatment, kind_of
from xlbuilder.errors import WorkbookError
from xlbuilder.xlsx.normal import Node, name_of, normal, parsed

# openpyxl warns of extensions, which it does not know
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

OLD, NEW = Path("old.xlsx"), Path("new.xlsx")
FLAGS = ("b", "i", "u", "strike", "outline", "shadow", "condense", "extend")
IMPLIED = ("row/@r", "c/@r", "c[f]/@r", "col/@max")
"""Places that follow from those before, when they are not written."""
ASPECTS = ("font", "fill", "border", "alignment", "protection", "number_format", "style")
USUAL_HEIGHT = 15
CHANGES_OF_A_SAMPLE = 40
SHARES = 8
"""Parts of a long test, which run beside each other."""


@cache
def files() -> dict[str, bytes]:
    return {**rich_workbooks(), "sudoku": (ROOT / "out" / "sudoku.xlsx").read_bytes()}


def kinds(*names: str) -> list[tuple[str, PartChange]]:
    """Return one change of every kind in these files."""
    found: dict[tuple[str, ...], tuple[str, PartChange]] = {}
    for name in names:
        for change in all_changes(parts_of(files()[name])):
            found.setdefault(change.kind, (name, change))
    return list(found.values())


@cache
def old(name: str) -> Any:
    return read(OLD, files()[name])


def is_seen(name: str, change: PartChange) -> bool:
    """Return whether a change is reported in both directions, refused, or of a kind that is listed.

    A file that cannot be read is refused with a WorkbookError; every other error is a bug.
    """
    before = files()[name]
    after = changed(parts_of(before), change)
    try:
        mine = read(NEW, after)
        pairs = sides(old(name), mine), sides(mine, old(name))
        both = [compared_sides(*pair) for pair in pairs]
    except WorkbookError:
        return True
    if all(found.differences or found.notes for found in both):
        return True
    is_implied = change.what == "no attribute" and change.place.endswith(IMPLIED)
    if is_implied or has_nearly_usual_height(before, change):
        return True
    if has_nothing(before, change):
        return True
    return is_listed(change.place) or means_the_same(before, after, change.part)


def has_nothing(before: bytes, change: PartChange) -> bool:
    """Return whether a cell goes or moves that has no content, and looks like an untouched one."""
    goes = change.place.endswith("row/c") and change.what == "no element"
    if not goes and not change.place.endswith("row/c/@r"):
        return False
    gone = list(fromstring(parts_of(before)[change.part]).iter())[change.number]
    if len(gone) or not {*gone.keys()} <= {"r", "s", "t"}:
        return False
    xf = formats(before)["cellXfs"][int(gone.get("s", "0"))]
    is_plain = not len(xf) and {xf.get(key, "0") for key in ("numFmtId", "fontId", "xfId")} == {"0"}
    parts = (formats(before)[f"{key}s"][int(xf.get(f"{key}Id", "0"))] for key in ("fill", "border"))
    return is_plain and not any(child.attrib or len(child) for each in parts for child in each)


def formats(file: bytes) -> dict[str, list[Element]]:
    """Return the formats of a file, by the element that has them."""
    root = fromstring(parts_of(file)["xl/styles.xml"])
    return {name_of(each.tag): list(each) for each in root}


def has_nearly_usual_height(before: bytes, change: PartChange) -> bool:
    """Return whether a row loses a height that differs by less than 1 from the usual one."""
    if not change.place.endswith("row/@ht") or change.what != "no attribute":
        return False
    row = list(fromstring(parts_of(before)[change.part]).iter())[change.number]
    return abs(float(row.attrib[change.name]) - USUAL_HEIGHT) < 1


def is_listed(place: str) -> bool:
    """Return whether a place, or an element around it, is of a kind in the table."""
    words = place.split("/")
    above = ("/".join(words[: number + 1]) for number in range(len(words)))
    return any(kind_of(each) is Treatment.NOTHING for each in above)


def means_the_same(before: bytes, after: bytes, part: str) -> bool:
    """Return whether two parts are equal without the listed kinds, as another reader sees them.

    Without the kinds of the table, elements with nothing in them, and those that stand twice.
    """
    is_indirect = part.endswith(("styles.xml", "sharedStrings.xml"))
    if is_indirect and looks(before) == looks(after):
        return True
    pair = (reduced(normal(parsed(parts_of(file)[part]))) for file in (before, after))
    return next(pair) == next(pair)


def looks(file: bytes) -> Any:
    """Return all that the cells of a file show, as openpyxl reads it."""
    try:
        book = openpyxl.load_workbook(BytesIO(file), rich_text=True)
        cells = [
            (cell.coordinate, held(cell.value), *(str(getattr(cell, aspect)) for aspect in ASPECTS))
            for sheet in book.worksheets
            for cell in sheet._cells.values()  # noqa: SLF001 - iter_rows makes new ones
        ]
    except (LookupError, ValueError, TypeError) as error:
        return error  # equal to nothing
    rules = [
        (str(cells.sqref), str(rule.dxf))
        for sheet in book.worksheets
        for cells in sheet.conditional_formatting
        for rule in cells.rules
    ]
    return cells, rules


def held(value: Any) -> str:
    """Return a value in words; openpyxl has array formulas and data tables as objects."""
    return str(vars(value) if hasattr(value, "__dict__") else value)


def reduced(node: Node, above: str = "") -> Node | None:
    name = node.get("name") if node.tag in ("property", "definedName") else ""
    key = node.get("uri") if node.tag == "ext" else name
    if node.tag == "c" and any(child.tag == "f" for child in node.children):
        key = "f"
    is_shown = key and (node.tag != "definedName" or key.startswith("_xlnm."))
    place = f"{above}{node.tag}" + f"[{key}]" * bool(is_shown)
    if kind_of(place) is Treatment.NOTHING:
        return None
    attributes = tuple(
        pair for pair in node.attributes if kind_of(f"{place}/@{pair[0]}") is not Treatment.NOTHING
    )
    text = "" if kind_of(f"{place}/#") is Treatment.NOTHING else node.text
    children: list[Node] = []
    for child in node.children:
        kept = reduced(child, f"{place}/")
        if kept is not None and kept not in children:
            children.append(kept)
    is_empty = not (attributes or children or text or node.tag in FLAGS)
    return None if is_empty else Node(node.tag, attributes, text, tuple(children))


def missed(cases: list[tuple[str, PartChange]]) -> list[str]:
    return [
        f"{name}: {change.part} {change.place}: {change.what}"
        for name, change in cases
        if not is_seen(name, change)
    ]


def test_the_page_has_every_kind_that_means_nothing():
    page = " ".join((ROOT / "docs" / "reference" / "diff.md").read_text("utf-8").split())
    kinds = (*NOTHING, *COSMETIC, UNUSED)
    assert [kind for kind in kinds if (kind if kind is UNUSED else kind.words) not in page] == []


@pytest.mark.slow
def test_a_sample_of_all_changes_is_seen_or_listed():
    cases = kinds(*NAMES)
    assert missed(cases[:: len(cases) // CHANGES_OF_A_SAMPLE]) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("name", [*NAMES, "sudoku"])
def test_every_kind_of_change_is_seen_or_listed(name, share):
    assert missed(kinds(name)[share::SHARES]) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("share", range(SHARES))
def test_changes_anywhere_in_the_default_workbook_are_seen_or_listed(share):
    """Of all its places as many as there is time for, others in each share."""
    every = list(all_changes(parts_of(files()["sudoku"])))
    some = Random(share).sample(every, CHANGES_OF_A_SAMPLE)
    assert missed([("sudoku", change) for change in some]) == []
