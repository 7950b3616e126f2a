"""Compares two workbooks, fact by fact: their meaning, and their looks."""

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from itertools import groupby, zip_longest

from openpyxl.utils import get_column_letter

from xlbuilder.changes.facts import Fact, Side
from xlbuilder.changes.reads import HIDDEN_ROWS, WIDTH
from xlbuilder.errors import counted
from xlbuilder.formula.area import Area
from xlbuilder.formula.shared import rectangles
from xlbuilder.formula.tree import MAX_ROWS
from xlbuilder.xlsx.looks import Line


class Aspect(Enum):
    """What a difference is about, in the order of a report."""

    SHEET = "sheets"
    NAME = "names"
    COMMENT = "comments of names"
    CELLS = "cells"
    READ = "looks that formulas read"
    LIST = "lists"
    SETTING = "settings"
    DRIVE = "how programs use it"
    FORMAT = "conditional formats"
    VALIDATION = "validations"
    PROTECTION = "protection"
    PART = "other parts of the file"
    INPUT = "cells that the user fills"
    PROSE = "sheets of text"
    LOOK = "looks"
    VIEW = "views"
    PRINT = "printing"
    FILE = "notes about the file"

    @property
    def is_cosmetic(self) -> bool:
        """Return whether differences of this aspect leave the calculation alone."""
        return list(Aspect).index(self) > list(Aspect).index(Aspect.PART)


@dataclass(frozen=True)
class Difference:
    """One difference between two workbooks."""

    aspect: Aspect
    place: str
    """Such as ``naked_single``, or ``Main!D16:L24 (sol_board, 81 cells)``."""
    old: str | None
    """What was there; None for nothing."""
    new: str | None
    """What is there now; None for nothing."""
    areas: tuple[Area, ...] = ()
    """The cells, if the difference is about cells."""
    key: str = ""
    """The name, the property, the look or the sheet that the difference is about, alone."""


def differences(old: Side, new: Side) -> Iterator[Difference]:
    """Yield the differences of all facts but conditional formats and validations (formats.py)."""
    yield from _sheets(old, new)
    lists = _lists(old, new)
    yield from _names(old, new, lists)
    yield from _comments(old, new)
    yield from _cells(old, new, lists)
    for sheet in sorted(lists):
        yield from _rows(old, new, lists[sheet])
    yield from _texts(Aspect.SETTING, old.settings, new.settings)
    if old.drive and not new.drive:
        yield Difference(Aspect.DRIVE, "document properties", f"all {len(old.drive)}", None)
    else:
        yield from _texts(Aspect.DRIVE, old.drive, new.drive)
    yield from _texts(Aspect.FILE, old.origin, new.origin)
    yield from _protection(old, new)
    yield from _looks(old, new)


def _lists(old: Side, new: Side) -> dict[str, Area]:
    """Return the lists that begin at the same place in both, each with its cells to the last row.

    The other cells of their sheets are compared cell by cell.
    """
    return {
        sheet: area._replace(bottom=MAX_ROWS)
        for sheet, area in old.lists.items()
        if sheet in new.lists and new.lists[sheet]._replace(bottom=area.bottom) == area
    }


def _sheets(old: Side, new: Side) -> Iterator[Difference]:
    for sheet, tab in new.sheets.items():
        if tab in old.tabs:
            yield Difference(Aspect.SHEET, "the name of a sheet", tab, sheet, key=tab)
    for sheet in new.tabs:
        if sheet not in old.tabs:
            held = [new.cells[cell] for cell in new.cells if cell.sheet == sheet]
            formulas = sum(fact.text.startswith("=") for fact in held)
            counts = {"formula": formulas, "constant": len(held) - formulas}
            words = " and ".join(counted(number, word) for word, number in counts.items())
            yield Difference(Aspect.SHEET, sheet, None, words, key=sheet)
    for sheet in old.tabs:
        if sheet not in new.tabs:
            yield Difference(Aspect.SHEET, sheet, "there", None, key=sheet)


def _names(old: Side, new: Side, lists: Mapping[str, Area]) -> Iterator[Difference]:
    longer: dict[tuple[str, str, str], list[str]] = {}
    for name in dict.fromkeys([*old.names, *new.names]):
        one, other = old.names.get(name), new.names.get(name)
        if _is_same(one, other) or _comes_with_its_sheet(name, old, new):
            continue
        column, now = old.ranges.get(name), new.ranges.get(name)
        if column and now and now._replace(bottom=column.bottom) == column and now.sheet in lists:
            ends = f"to row {column.bottom}", f"to row {now.bottom}"
            longer.setdefault((now.sheet, *ends), []).append(name)
        else:
            yield Difference(Aspect.NAME, name, _text(one), _text(other), key=name)
    for (sheet, end, ending), columns in longer.items():
        place = f"{sheet}, {', '.join(columns)}"
        yield Difference(Aspect.LIST, place, end, ending, key=columns[0])


def _comes_with_its_sheet(name: str, old: Side, new: Side) -> bool:
    """Return whether a name belongs to a sheet that only one workbook has."""
    scope = name.rpartition("!")[0]
    return scope in {*old.tabs} ^ {*new.tabs}


def _comments(old: Side, new: Side) -> Iterator[Difference]:
    kept = [name for name in old.comments if name in new.names]
    if not new.comments and len(kept) > 1:
        return  # the program that saved the file drops them all; a note says so
    for name in dict.fromkeys([*old.comments, *new.comments]):
        words, said = old.comments.get(name), new.comments.get(name)
        if words != said and name in new.names and not _comes_with_its_sheet(name, old, new):
            yield Difference(Aspect.COMMENT, name, words, said, key=name)


def _cells(old: Side, new: Side, lists: Mapping[str, Area]) -> Iterator[Difference]:
    """Yield what became of cells; cells with the same change are one difference."""
    tabs = set(old.tabs) & set(new.tabs)
    prose = old.prose & new.prose if old.origin or new.origin else frozenset()
    inputs = old.inputs | new.inputs
    groups: dict[Hashable, list[Area]] = {}
    typed: list[tuple[Aspect, Area]] = []
    for cell in sorted({*old.cells, *new.cells} - _as_before(old, new)):
        one, other = old.cells.get(cell), new.cells.get(cell)
        if _is_same(one, other) or cell.sheet not in tabs:
            continue
        if cell.sheet in lists and lists[cell.sheet].holds(cell):
            continue
        families = [fact and fact.family for fact in (one, other)]
        if any(families):
            senses = [fact and (fact.family or fact.sense) for fact in (one, other)]
            groups.setdefault(tuple(senses), []).append(cell)
        else:
            is_typed = cell in inputs
            of_text = Aspect.PROSE if cell.sheet in prose else Aspect.CELLS
            typed.append((Aspect.INPUT if is_typed else of_text, cell))
    for cells in groups.values():
        first = cells[0]
        one, other = old.cells.get(first), new.cells.get(first)
        areas = tuple(rectangles(cells))
        place = place_of(areas, old, new)
        yield Difference(Aspect.CELLS, place, _text(one), _text(other), areas)
    for aspect, cells in _runs(typed):
        texts = _row(old, cells), _row(new, cells)
        yield Difference(aspect, place_of(tuple(rectangles(cells)), old, new), *texts, tuple(cells))


def _as_before(old: Side, new: Side) -> set[Area]:
    """Return cells with a formula that is written in both workbooks alike, and means the same.

    What ``@`` and an array formula mean depends on the names.
    """
    if new.sheets or old.model.names != new.model.names:
        return set()
    one, other = old.model, new.model
    alike = {cell for cell, form in one.forms.items() if other.forms.get(cell) == form}
    return alike - (one.arrays ^ other.arrays)


def _runs(typed: Iterable[tuple[Aspect, Area]]) -> Iterator[tuple[Aspect, list[Area]]]:
    """Yield constants; constants that stand side by side in a row are yielded together."""
    numbered = enumerate(typed)
    for key, group in groupby(
        numbered, lambda pair: (pair[1][0], *pair[1][1][:2], pair[0] - pair[1][1].left)
    ):
        yield key[0], [cell for _, (_, cell) in group]


def _row(side: Side, cells: Sequence[Area]) -> str | None:
    texts = [side.cells[cell].text if cell in side.cells else "" for cell in cells]
    return " | ".join(texts) if any(texts) else None


def _rows(old: Side, new: Side, area: Area) -> Iterator[Difference]:
    """Yield the rows of a list that were added, removed or changed, and the rows that moved."""
    sheet, end_of_names = area.sheet, new.lists[area.sheet].bottom
    one, other = _table(old, area), _table(new, area)
    senses = (
        [[fact and fact.sense for fact in row] for row in each.values()] for each in (one, other)
    )
    before, after = ([*map(tuple, each)] for each in senses)
    shift: int | None = 0
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for word, start, end, first, last in matcher.get_opcodes():
        gone, come = list(one.items())[start:end], list(other.items())[first:last]
        if word == "equal":
            for (was, _), (now, _) in zip(gone, come, strict=True):
                if shift not in (None, now - was):
                    place = f"{sheet}, the rows from row {was}"
                    yield Difference(
                        Aspect.LIST, place, f"in row {was}", f"in row {now}", key=sheet
                    )
                shift = now - was
            continue
        shift = None
        for pair in zip_longest(gone, come):
            at = (pair[1] or pair[0])[0]
            is_read = pair[1] is None or at <= end_of_names
            place = f"{sheet}, row {at}" + ("" if is_read else " (below the cells of its names)")
            texts = [row and _texts_of(row[1]) for row in pair]
            yield Difference(Aspect.LIST, place, texts[0], texts[1], key=sheet)


def _texts_of(row: Iterable[Fact | None]) -> str:
    return " | ".join(fact.text if fact else "" for fact in row)


def _table(side: Side, area: Area) -> dict[int, tuple[Fact | None, ...]]:
    """Return the rows of ``area`` that hold something, by their numbers."""
    rows: dict[int, dict[int, Fact]] = {}
    for cell in side.cells:
        if area.holds(cell):
            rows.setdefault(cell.top, {})[cell.left] = side.cells[cell]
    columns = range(area.left, area.right + 1)
    return {number: tuple(map(rows[number].get, columns)) for number in sorted(rows)}


def _texts(aspect: Aspect, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Difference]:
    for key in dict.fromkeys([*old, *new]):
        if old.get(key) != new.get(key):
            yield Difference(aspect, key, old.get(key), new.get(key), key=key)


def _protection(old: Side, new: Side) -> Iterator[Difference]:
    for sheet, entry in new.looks.sheets.items():
        tab = new.sheets.get(sheet, sheet)
        before = old.looks.sheets.get(tab)
        if before is None:
            continue
        words = before.protection, entry.protection
        if words[0] != words[1]:
            yield Difference(Aspect.PROTECTION, tab, *words, key=tab)


def _looks(old: Side, new: Side) -> Iterator[Difference]:
    if old.looks.title != new.looks.title:
        yield Difference(Aspect.LOOK, "title", old.looks.title, new.looks.title, key="title")
    for name in sorted((old.hidden ^ new.hidden) & old.names.keys() & new.names.keys()):
        one, other = ("hidden" if name in side.hidden else "visible" for side in (old, new))
        yield Difference(Aspect.LOOK, f"the name {name}", one, other, key=name)
    for sheet, entry in new.looks.sheets.items():
        tab = new.sheets.get(sheet, sheet)
        before = old.looks.sheets.get(tab)
        if before is None:
            continue
        if before.state != entry.state:
            yield Difference(Aspect.LOOK, f"the sheet {tab}", before.state, entry.state, key=tab)
        groups: dict[tuple[str, str, str], list[Area]] = {}
        covered = before.covered | {*map(new.moved, entry.covered)}
        for cell in sorted({*before.looks, *map(new.moved, entry.looks)} - covered):
            earlier, later = old.styles.get(cell), new.styles.get(cell)
            plain = {**(later or earlier or {}), **_PLAIN}
            for aspect, look in (later or plain).items():
                if (seen := (earlier or plain)[aspect]) != look:
                    groups.setdefault((aspect, str(seen), str(look)), []).append(cell)
        for (aspect, one, other), cells in groups.items():
            areas = tuple(rectangles(cells))
            where = f"{aspect} of {place_of(areas, old, new)}"
            yield Difference(read_or_look(aspect, old, new), where, one, other, areas, aspect)
        merged = frozenset(map(new.moved, entry.merged))
        for area in sorted(before.merged ^ merged):
            was, now = ("merged", None) if area in before.merged else (None, "merged")
            yield Difference(Aspect.LOOK, f"{tab}!{area}", was, now, (area,))
        yield from _lines(tab, before.lines, entry.lines, old.reads | new.reads)


_PLAIN = {"fill": "", "border": "- - - -"}
"""What a cell that is not in the file looks like, besides its text."""

_USUAL: Mapping[str, float] = {"column": 8.43, "row": 15}
"""Width and height of lines that nobody has changed."""


Lines = Mapping[Line, tuple[float | None, str]]
"""Columns and rows, each with its size, and with what else is said of it in words."""


def resized(old: Lines, new: Lines) -> Iterator[tuple[Line, tuple[float, str], tuple[float, str]]]:
    """Yield columns and rows whose sizes or words changed, with both.

    A small change is no difference: programs round sizes differently.
    """
    for line in sorted({*old, *new}):
        (one, was), (other, now) = (each.get(line, (None, "")) for each in (old, new))
        before, after = (size or _USUAL[line[0]] for size in (one, other))
        if abs(before - after) >= 1 or was != now:
            yield line, (before, was), (after, now)


def _lines(tab: str, old: Lines, new: Lines, reads: Container[str]) -> Iterator[Difference]:
    """Yield columns and rows whose sizes changed, each size once."""
    groups: dict[tuple[str, str, str], list[int]] = {}
    counting = {"column": WIDTH, "row": HIDDEN_ROWS}
    for (word, number), *looks in resized(old, new):
        before, after = (f"{size:.1f} {words}".strip() for size, words in looks)
        groups.setdefault((word, before, after), []).append(number)
    for (word, before, after), numbers in groups.items():
        names = [get_column_letter(each) if word == "column" else str(each) for each in numbers]
        is_hidden = ["hidden" in text for text in (before, after)]
        is_seen = word == "column" or is_hidden[0] != is_hidden[1]
        aspect = Aspect.READ if is_seen and counting[word] in reads else Aspect.LOOK
        yield Difference(aspect, f"{tab}, {word} {listed(names)}", before, after)


def read_or_look(name: str, old: Side, new: Side) -> Aspect:
    """Return the aspect of a look: a look that a formula reads counts as values do."""
    return Aspect.READ if name in old.reads | new.reads else Aspect.LOOK


def _is_same(one: Fact | None, other: Fact | None) -> bool:
    return (one and one.sense) == (other and other.sense)


def _text(fact: Fact | None) -> str | None:
    return None if fact is None else fact.text


def place_of(areas: Sequence[Area], old: Side, new: Side) -> str:
    """Return cells in words: where they are, on which board, how many."""
    size = sum(area.size for area in areas)
    where = {new.where(area) or old.where(area) for area in areas}
    board = where.pop() if len(where) == 1 else ""
    words = ", ".join(filter(None, [board, f"{size:,} cells" if size > 1 else ""]))
    return spread(areas) + (f" ({words})" if words else "")


_SHOWN = 4
"""The most areas of one change that are written out."""


def spread(areas: Sequence[Area]) -> str:
    """Return areas of a sheet in words."""
    return f"{areas[0].sheet}!{listed(list(map(str, areas)))}"


def listed(words: Sequence[str]) -> str:
    """Return the first words, and the number of the others."""
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return ", ".join(words[:_SHOWN]) + more
