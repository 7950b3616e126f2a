"""The differences of two workbooks beside the facts of compare.py: of all else in the files."""

import re
from collections.abc import Collection, Container, Iterator, Sequence
from itertools import groupby

from openpyxl.styles.numbers import BUILTIN_FORMATS

from xlbuilder.changes.cells import cell_changes
from xlbuilder.changes.compare import Aspect, Difference
from xlbuilder.changes.facts import Side
from xlbuilder.changes.reads import HIDDEN_ROWS, PRINT_RANGES, WIDTH
from xlbuilder.changes.trees import XmlChange, changes, pruned
from xlbuilder.xlsx.normal import Node, normal
from xlbuilder.xlsx.package import LINK, PART
from xlbuilder.xlsx.rules import dressing

_OF_CELLS = (Aspect.CELLS, Aspect.INPUT, Aspect.PROSE)
_MANY = 6
"""A part with more differences gets a single line of the report."""
_DEEP = 6
"""A place with more elements within each other is written without the middle ones."""
_QUOTED = re.compile(r"'([A-Za-z_]\w*)'!")
"""A sheet's name in quotation marks that it does not need: some programs write them."""


def remaining(old: Side, new: Side, reported: Collection[Difference]) -> Iterator[Difference]:
    """Yield the differences that are not ``reported`` yet."""
    cells = [area for each in reported if each.aspect in _OF_CELLS for area in each.areas]
    yield from cell_changes(old, new, {cell for area in cells for cell in area.cells()})
    trees = [pruned(_dressed(_named(side.package.root, side), side)) for side in (old, new)]
    one, other = (tree or Node("package") for tree in trees)
    tabs = {*old.tabs} & {*new.tabs}
    names = {_word(each.key) for each in reported if each.aspect is Aspect.NAME}
    differences = [
        each
        for each in changes(one, other, "package")
        if _is_of(each.path, tabs)
        and not (each.aspect is Aspect.NAME and _word(each.path[-1]) in names)
    ]
    differences = [
        each._replace(aspect=_aspect(each, old.reads | new.reads)) for each in differences
    ]
    for (_, scope, part), group in groupby(sorted(differences, key=_subject), key=_subject):
        yield from _together(scope, part, list(group))


def _aspect(each: XmlChange, reads: Container[str]) -> Aspect:
    """Return the aspect of a change: looks that a formula reads count as values do."""
    is_print_range = each.aspect is Aspect.PRINT and "!_xlnm.Print_" in " ".join(each.path)
    is_read = (
        (PRINT_RANGES in reads and is_print_range)
        or (HIDDEN_ROWS in reads and each.path[-2:] == ("sheetFormatPr", "zeroHeight"))
        or (WIDTH in reads and "sheetFormatPr" in each.path)
    )
    return Aspect.READ if is_read else each.aspect


def _named(node: Node, side: Side, sheets: tuple[str, ...] = ()) -> Node:
    """Return a tree with the other workbook's sheet names, also before defined names."""
    if node.tag in ("package", "part", "workbook", "sheets", "definedNames"):
        if node.tag == "workbook":
            sheets = tuple(each.get("name") for each in node.child("sheets").children)
        children = tuple(_named(child, side, sheets) for child in node.children)
        return node._replace(children=children)
    attributes = dict(node.attributes)
    name = attributes.get("name", "")
    if node.tag == "sheet":
        attributes["name"] = side.sheets.get(name, name)
    elif node.tag == "definedName":
        number = attributes.pop("localSheetId", "")
        if number.isdecimal() and int(number) < len(sheets):
            sheet = sheets[int(number)]
            attributes["name"] = f"{side.sheets.get(sheet, sheet)}!{name}"
        node = node._replace(text=_QUOTED.sub(r"\1!", node.text))
    else:
        return node
    return node._replace(attributes=tuple(sorted(attributes.items())))


def _dressed(node: Node, side: Side) -> Node:
    """Return a tree with the looks themselves in place of their numbers.

    If the source of a pivot table is not in the file, its records get another kind in the tree:
    they are the only copy of the values.
    """
    styles = normal(side.package.styles)
    words = [str(dressing(each)) for each in styles.child("dxfs").children]
    codes = {str(number): code for number, code in BUILTIN_FORMATS.items()}
    codes |= {x.get("numFmtId"): x.get("formatCode") for x in styles.child("numFmts").children}

    def dressed(node: Node) -> Node:
        if node.tag == "pivotCacheDefinition" and not _has_source(node):
            node = node._replace(children=tuple(map(_only_copy, node.children)))
        return node._replace(
            attributes=tuple((key, look(key, value)) for key, value in node.attributes),
            children=tuple(map(dressed, node.children)),
        )

    def look(key: str, value: str) -> str:
        if key == "numFmtId":
            return codes.get(value, value)
        is_number = key.lower().endswith("dxfid") and value.isdecimal()
        return words[int(value)] if is_number and int(value) < len(words) else value

    return dressed(node)


def _has_source(cache: Node) -> bool:
    """Return whether the source of a pivot table is a range of this workbook."""
    source = cache.child("cacheSource").child("worksheetSource")
    return bool(source.attributes) and not any(each.tag in (LINK, PART) for each in source.children)


def _only_copy(part: Node) -> Node:
    if part.tag != PART or part.get("kind") != "pivotCacheRecords":
        return part
    attributes = dict(part.attributes) | {"kind": "records without a source"}
    return part._replace(attributes=tuple(attributes.items()))


def _subject(each: XmlChange) -> tuple[int, str, str]:
    scope, rest = _words(each.path)
    return list(Aspect).index(each.aspect), scope, rest[0]


def _word(name: str) -> str:
    """Return a defined name in lower case, without its sheet."""
    return name.removeprefix("definedName ").rpartition("!")[2].lower()


def _is_of(path: tuple[str, ...], tabs: set[str]) -> bool:
    """Return whether a path is about a sheet that both workbooks have, or about no sheet."""
    if path[:2] == ("workbook", "definedNames") and len(path) > 2:
        scope = path[2].removeprefix("definedName ").rpartition("!")[0]
        return not scope or scope in tabs
    return path[:2] != ("workbook", "sheets") or len(path) < 3 or _words(path)[0] in tabs


def _words(path: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return the sheet of a path, "" without a sheet, and the elements below it."""
    if path[:2] == ("workbook", "sheets") and len(path) > 2:
        rest = [word for word in path[3:] if word != "worksheet"]
        return path[2].removeprefix("sheet "), rest or ["sheet"]
    return "", list(path[1:] if path[0] == "workbook" and len(path) > 1 else path)


def _together(scope: str, part: str, group: Sequence[XmlChange]) -> Iterator[Difference]:
    """Yield the differences of one part; more than ``_MANY`` become a single difference."""
    shown = group if len(group) <= _MANY else group[:1]
    for each in shown:
        _, words = _words(each.path)
        place = _place(scope, words)
        if shown is not group:
            place = (
                f"{_place(scope, [part])} ({len(group):,} differences), first in {_joined(words)}"
            )
        yield Difference(each.aspect, place, each.old, each.new, key=scope)


def _place(scope: str, words: Sequence[str]) -> str:
    return f"{scope}, {_joined(words)}" if scope else _joined(words)


def _joined(words: Sequence[str]) -> str:
    """Return the elements from the outermost to the innermost, without most of the middle."""
    if len(words) > _DEEP:
        words = [*words[:2], "…", *words[-3:]]
    return " / ".join(words)
