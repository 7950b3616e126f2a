"""Compares what facts.py leaves out of cells, rows and columns.

Formats, texts and metadata are compared by what they say, never by their numbers.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from openpyxl.utils import get_column_letter
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

from xlbuilder.changes.compare import Aspect, Difference, listed, place_of, read_or_look
from xlbuilder.changes.facts import Side
from xlbuilder.changes.kinds import Treatment, kind_of
from xlbuilder.changes.reads import LOCK
from xlbuilder.changes.styles import Styles, Words
from xlbuilder.changes.trees import pruned
from xlbuilder.formula.area import Area
from xlbuilder.formula.shared import rectangles
from xlbuilder.xlsx.guard import MAX_COLUMNS
from xlbuilder.xlsx.looks import UNPROTECTED
from xlbuilder.xlsx.normal import Node, local, normal

_BLANK = {(Aspect.LOOK, "fill"), (Aspect.LOOK, "border")}
"""Looks that are facts also of a blank cell, and of a cell that only one file has."""
_LINE_FACTS = ("r", "min", "max", "width", "ht", "hidden", "style", "s", "customFormat")
_CELL = ("c",)
_CELL_FACTS = ("r", "s", "t", "cm", "vm", "ph")
"""Attributes of a cell that are facts, or numbers of something that is compared itself."""
_FORMULA_FACTS = ("t", "ref", "si")
_ROW, _COLUMN = "worksheet/sheetData/row", "worksheet/cols/col"


_OF_BLANK = " of blank cells"
_LOCKS = {"": "locked", "1": "locked", "0": "unlocked"}
"""Whether a format locks its cells, in words."""


class _Line(NamedTuple):
    words: Words
    style: int | None
    """The number of the format of its blank cells, None without a format."""


_PLAIN = _Line({}, None)
_TWICE: Words = {(Aspect.LOOK, "entry"): "twice; Excel repairs such a file"}
"""For a column that stands in two entries of ``<cols>``."""


class _Sheet(NamedTuple):
    cells: Mapping[tuple[int, int], tuple[int, Words]]
    """The number of the format of each cell, and what else it has."""
    rows: Mapping[int, _Line]
    columns: Mapping[int, _Line]

    def style(self, place: tuple[int, int]) -> int:
        """Return the number of the format of a cell, also of a cell that is not in the file."""
        if place in self.cells:
            return self.cells[place][0]
        lines = self.rows.get(place[0], _PLAIN), self.columns.get(place[1], _PLAIN)
        return next((line.style for line in lines if line.style is not None), 0)


def cell_changes(old: Side, new: Side, reported: Collection[Area]) -> Iterator[Difference]:
    """Yield what differs in cells and lines; of ``reported`` cells only the looks."""
    one, other = _Book(old), _Book(new)
    for sheet in new.model.sheets:
        tab = new.sheets.get(sheet, sheet)
        if tab in old.package.sheets and sheet in new.package.sheets:
            covered = {*map(new.moved, new.looks.sheets[sheet].covered)}
            covered |= old.looks.sheets[tab].covered
            pair = one.sheet(tab), other.sheet(sheet)
            groups = _grouped(_changed_cells(tab, one, other, pair, covered), reported)
            sheets = old.looks.sheets[tab], new.looks.sheets[sheet]
            has_locks = UNPROTECTED not in (each.protection for each in sheets)
            for (aspect, name, was, now), cells in groups.items():
                areas = tuple(rectangles(sorted(cells)))
                place = place_of(areas, old, new)
                if name == LOCK and has_locks:
                    yield Difference(Aspect.PROTECTION, place, _LOCKS[was], _LOCKS[now], areas)
                    continue
                kind = read_or_look(name, old, new) if aspect is Aspect.LOOK else aspect
                yield Difference(kind, f"{name} of {place}", was or None, now or None, areas, name)
            for each in _changed_lines(tab, one, other, pair, has_locks=has_locks):
                is_look = each.aspect is Aspect.LOOK
                yield replace(each, aspect=read_or_look(each.key, old, new)) if is_look else each
    styles = one.styles.named(), other.styles.named()
    for name in sorted(styles[0].keys() ^ styles[1].keys()):
        gone, come = ("there" if name in each else None for each in styles)
        yield Difference(Aspect.LOOK, f"the style {name}", gone, come)
    for name in sorted(styles[0].keys() & styles[1].keys()):
        for change in _differing(styles[0][name], styles[1][name]):
            where = f"{change.name} of the style {name}"
            yield Difference(change.aspect, where, change.old or None, change.new or None)


class _Changed(NamedTuple):
    aspect: Aspect
    name: str
    old: str
    new: str


def _grouped(
    changed: Iterable[tuple[Area, _Changed]], reported: Collection[Area]
) -> dict[_Changed, list[Area]]:
    groups: dict[_Changed, list[Area]] = {}
    for cell, change in changed:
        if change.aspect is not Aspect.CELLS or cell not in reported:
            groups.setdefault(change, []).append(cell)
    return groups


def _changed_cells(
    tab: str, one: "_Book", other: "_Book", pair: tuple[_Sheet, _Sheet], covered: Collection[Area]
) -> Iterator[tuple[Area, _Changed]]:
    differ = lru_cache(maxsize=None)(
        lambda first, second: tuple(_differing(one.styles.words(first), other.styles.words(second)))
    )
    old, new = pair
    for place in sorted({*old.cells, *new.cells}):
        cell = Area(tab, *place, *place)
        if cell in covered:
            continue
        numbers = old.style(place), new.style(place)
        for change in differ(*numbers):
            yield cell, change
        if (place in old.cells) != (place in new.cells):
            whole = one.styles.whole(numbers[0]), other.styles.whole(numbers[1])
            for change in _differing(*whole):
                if change[:2] not in _BLANK:
                    yield cell, change
        words = (sheet.cells.get(place, (0, {}))[1] for sheet in pair)
        for change in _differing(*words):
            yield cell, change


def _differing(old: Words, new: Words) -> Iterator[_Changed]:
    if old != new:
        for key in dict.fromkeys([*old, *new]):
            if old.get(key) != new.get(key):
                yield _Changed(*key, old.get(key, ""), new.get(key, ""))


def _changed_lines(
    tab: str, one: "_Book", other: "_Book", pair: tuple[_Sheet, _Sheet], *, has_locks: bool
) -> Iterator[Difference]:
    books = one, other
    columns = {
        book.lock(line.style)
        for book, sheet in zip(books, pair, strict=True)
        for line in sheet.columns.values()
        if line.style
    }
    for kind, lines in (
        ("column", (pair[0].columns, pair[1].columns)),
        ("row", (pair[0].rows, pair[1].rows)),
    ):
        groups: dict[tuple[_Changed, str], list[int]] = {}
        for number in sorted({*lines[0], *lines[1]}):
            old, new = (each.get(number, _PLAIN) for each in lines)
            changed = [(each, "") for each in _differing(old.words, new.words)]
            if old.style is not None or new.style is not None:
                styles = one.styles.whole(old.style or 0), other.styles.whole(new.style or 0)
                changed += [(each, _OF_BLANK) for each in _differing(*styles)]
                is_of_columns = kind == "row" and columns
                usual = "that of the columns" if is_of_columns else "its own"
                own = ["its own" if x.style is not None else usual for x in (old, new)]
                usual = "as the columns" if is_of_columns and "unlocked" in columns else "locked"
                locks = [
                    usual if x.style is None else book.lock(x.style)
                    for book, x in zip(books, (old, new), strict=True)
                ]
                lock = Aspect.PROTECTION if has_locks else Aspect.LOOK
                for aspect, name, words in ((Aspect.LOOK, "format", own), (lock, "lock", locks)):
                    if words[0] != words[1]:
                        changed.append((_Changed(aspect, name, *words), _OF_BLANK))
            for each in changed:
                groups.setdefault(each, []).append(number)
        for (change, cells), numbers in groups.items():
            names = [get_column_letter(each) if kind == "column" else str(each) for each in numbers]
            where = f"{change.name}{cells} of {tab}, {kind} {listed(names)}"
            was, now = change.old or None, change.new or None
            yield Difference(change.aspect, where, was, now, key=change.name)


class _Book:
    """The cells and lines of one workbook."""

    def __init__(self, side: Side) -> None:
        self._package = package = side.package
        self._unread = {(at.sheet, *at[1:3]) for at in side.model.unread}
        self.styles = Styles(package)
        self._meta = lru_cache(maxsize=None)(self._read_metadata)
        self._shared = lru_cache(maxsize=None)(lambda number: _runs(self._string(number)))
        self._metadata = next(
            (each for each in package.root.walk() if each.tag == "metadata"), Node("metadata")
        )

    def lock(self, style: int) -> str:
        """Return whether a format locks its cells, in words."""
        return _LOCKS[self.styles.words(style).get((Aspect.LOOK, LOCK), "")]

    def sheet(self, name: str) -> _Sheet:
        """Return the cells and lines of a sheet."""
        root = self._package.sheets[name]
        cells: dict[tuple[int, int], tuple[int, Words]] = {}
        rows: dict[int, _Line] = {}
        columns: dict[int, _Line] = {}
        for part in root:
            if local(part.tag) == "sheetData":
                for row in part:
                    number = int(row.get("r", len(rows) + 1))
                    rows[number] = _line(normal(row, _CELL), _ROW, "s" if _is_true(row) else "")
                    for at, cell in enumerate((each for each in row if local(each.tag) == "c"), 1):
                        column = _column(cell, at)
                        style = int(cell.get("s", 0))
                        is_unread = (name, number, column) in self._unread
                        cells[number, column] = style, self._cell(cell, is_unread)
            elif local(part.tag) == "cols":
                for entry in part:
                    first = int(entry.get("min", 1))
                    line = _line(normal(entry), _COLUMN, "style")
                    numbers = range(first, min(int(entry.get("max", first)), MAX_COLUMNS) + 1)
                    twice = line._replace(words={**line.words, **_TWICE})
                    columns |= {each: twice if each in columns else line for each in numbers}
        return _Sheet(cells, rows, columns)

    def _cell(self, cell: Element, is_unread: bool) -> Words:
        """Return what a cell has beside its format and the facts.

        The facts lack the cells of an array formula if the formula cannot be read.
        """
        words: dict[tuple[Aspect, str], str] = {}
        for key, tag in (("cm", "cellMetadata"), ("vm", "valueMetadata")):
            if (number := cell.get(key, "0")) != "0":
                words[Aspect.CELLS, tag] = self._meta(tag, number)
        if cell.get("ph", "0") in ("1", "true"):
            words[Aspect.LOOK, "phonetic text"] = "shown"
        kind = cell.get("t")
        for key, value in cell.items():
            if key not in _CELL_FACTS:
                words[Aspect.CELLS, local(key)] = value
        for child in cell:
            tag = local(child.tag)
            if tag == "f" and child.get("t") == "dataTable":
                words[Aspect.CELLS, "data table"] = str(normal(child))
            elif tag == "f":
                words |= _formula(normal(child), is_unread)
            elif tag == "is":
                words |= _runs(child)
            elif tag == "v" and kind == "s":
                words |= self._shared(child.text)
            elif tag != "v":
                words[Aspect.CELLS, tag] = normal(child).content
        return words

    def _string(self, number: str | None) -> Element:
        strings = self._package.strings
        is_there = number is not None and number.isdecimal() and int(number) < len(strings)
        return strings[int(number or 0)] if is_there else Element("si")

    def _read_metadata(self, tag: str, number: str) -> str:
        """Return the metadata of a cell in words, such as the metadata of an array that spills."""
        types = self._metadata.child("metadataTypes").children
        words = []
        for each in _at(self._metadata.child(tag).children, number, 1).children:
            name = _at(types, each.get("t"), 1).get("name")
            future = (x for x in self._metadata.all("futureMetadata") if x.get("name") == name)
            values = next(future, Node("futureMetadata")).children
            words.append(f"{name} {_at(values, each.get('v', '0'), 0).content}".strip())
        return ", ".join(words) or number


def _formula(node: Node, is_unread: bool) -> Words:
    """Return what a formula has beside the facts."""
    words = {
        (Aspect.CELLS, f"formula {local(key)}"): value
        for key, value in node.attributes
        if key not in _FORMULA_FACTS and kind_of(f"{_ROW}/c/f/@{key}") is not Treatment.NOTHING
    }
    if is_unread and node.get("t") == "array":
        words[Aspect.CELLS, "cells of the array formula"] = node.get("ref")
    return words


def _at(nodes: Sequence[Node], number: str, first: int) -> Node:
    """Return the node with this number, counted from ``first``; an empty node if there is none."""
    place = int(number) - first if number.isdecimal() else -1
    return nodes[place] if 0 <= place < len(nodes) else Node("none")


def _is_true(row: Element) -> bool:
    return row.get("customFormat") in ("1", "true")


def _column(cell: Element, at: int) -> int:
    place = cell.get("r")
    return column_index_from_string(coordinate_from_string(place)[0]) if place else at


def _line(node: Node, place: str, style: str) -> _Line:
    words: dict[tuple[Aspect, str], str] = {}
    for key, value in node.attributes:
        if key == "outlineLevel" and value == "1":
            continue  # a fact says that the line is folded
        is_nothing = kind_of(f"{place}/@{key}") is Treatment.NOTHING
        if key not in _LINE_FACTS and not is_nothing:
            words[Aspect.VIEW, key] = value
    for child in node.children:
        words[Aspect.CELLS, child.name] = child.content
    return _Line(words, int(node.get(style, "0")) if style else None)


def _runs(text: Element) -> Words:
    """Return the parts of a text with their own looks, and its phonetic text (as in Japanese)."""
    if all(local(child.tag) == "t" for child in text):
        return {}
    node = pruned(normal(text)) or Node("si")
    return {(Aspect.LOOK, "parts of the text"): ", ".join(map(str, node.children))}
