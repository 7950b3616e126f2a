"""All formulas of a template in one form, and its names as Excel stores them."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from xlbuilder.formula.area import Area
from xlbuilder.formula.parse import moved_text, parse
from xlbuilder.formula.tree import Corner, Node, Reference
from xlbuilder.template.ranges import area, named_areas
from xlbuilder.template.schema import Cell, Format, NamedFormula, SheetBoard, Template

HELD = ("boards", "cells")
"""The tables of formulas that cells hold."""
TABLES = (*HELD, "formats", "names")
"""The tables that have formulas."""
_A1 = Area("", 1, 1, 1, 1)
_Entry = TypeVar("_Entry", SheetBoard, Cell, NamedFormula, Format)


@dataclass(frozen=True)
class Formula:
    """A formula of a board, a cell, a name, a conditional format or a bound, on one line."""

    place: tuple[str, str, str]
    """The keys of the formula in the template: ``("boards", "sol_board", "formula")``."""
    text: str
    """The author's text with its ``=``; blanks and line breaks are folded to one blank."""
    owner: str
    """The board, the cell or the name with this formula."""
    area: Area
    """The cells with the formula, or of the format; for a name, the cell that it is seen from."""

    @property
    def is_name(self) -> bool:
        """Return whether this is the formula of a name."""
        return self.place[0] == "names"

    @property
    def is_held(self) -> bool:
        """Return whether cells hold the formula: of a board or a cell."""
        return self.place[0] in HELD and not self.is_bound

    @property
    def is_bound(self) -> bool:
        """Return whether this is a bound of the whole numbers that a board takes."""
        return self.place[2] == "whole_number"

    @property
    def is_format(self) -> bool:
        """Return whether this is the formula of a conditional format."""
        return self.place[0] == "formats"

    def text_in(self, host: Area) -> str:
        """Return the text for the cell ``host``, as if filled down and right."""
        return moved_text(self.text, host.top - self.area.top, host.left - self.area.left)


def formulas(template: Template) -> Iterator[Formula]:
    """Yield the formulas of the boards, the cells, the names, the formats and the bounds."""

    def made(table: str, key: str, entry: _Entry, owner: str, cells: str) -> Formula:
        place = (table, key, "formula")
        return Formula(place, one_line(entry.formula or ""), owner, area(template, cells))

    for table in HELD:
        for name, entry in getattr(template, table).items():
            if entry.formula is not None:
                yield made(table, name, entry, name, entry.range)
    for name, entry in template.names.items():
        yield made("names", name, entry, name, entry.entered_from or "A1")
    for name, board in template.boards.items():
        yield from (each for each in bounds(template, name, board) if isinstance(each, Formula))
    places = template.places
    for key, entry in template.formats.items():
        for owner in entry.places:
            if owner in places:  # else check/entries.py says so
                yield made("formats", key, entry, owner, places[owner].range)


def bounds(template: Template, name: str, board: SheetBoard) -> list[int | Formula]:
    """Return the least and the greatest whole number that a board takes; nothing if it says none.

    A bound that is a formula comes as a formula.
    """
    rule, place = board.whole_number, ("boards", name, "whole_number")
    return [
        Formula(place, one_line(each), name, area(template, board.range))
        if isinstance(each, str)
        else each
        for each in ([rule.min, rule.max] if rule else [])
    ]


def with_changed(
    template: Template, changed: Callable[[str], str], among: Collection[str] = TABLES
) -> Template:
    """Return the template with ``changed(text)`` in place of each formula; the text has all blanks.

    Only the formulas of the tables ``among`` are changed.
    """

    def entry_with(entry: _Entry) -> _Entry:
        more: dict[str, Any] = {}
        if entry.formula is not None:
            more["formula"] = changed(entry.formula)
        if isinstance(entry, SheetBoard) and entry.whole_number:
            rule = entry.whole_number
            texts = {key: getattr(rule, key) for key in ("min", "max")}
            more["whole_number"] = rule.model_copy(
                update={k: changed(each) for k, each in texts.items() if isinstance(each, str)}
            )
        return entry.model_copy(update=more) if more else entry

    tables = {
        table: {name: entry_with(entry) for name, entry in getattr(template, table).items()}
        for table in among
    }
    return template.model_copy(update=tables)


def stored_names(template: Template) -> dict[str, str]:
    """Return the text that the file stores for each name of the template, without ``=``.

    A relative reference is stored as seen from A1, and wraps around the edges of the sheet: one
    cell up is row 1,048,576.  See MS-OI29500 on definedName, and
    tests/unit/workbook/test_workbook_xml.py.
    """
    texts = {}
    for formula in formulas(template):
        if formula.is_name:
            texts[formula.owner] = formula.text_in(_A1).removeprefix("=")
    return texts


def known_names(template: Template) -> dict[str, Node]:
    """Return the tree of each defined name, as stored; by the names, also of boards and cells."""
    trees: dict[str, Node] = {}
    for name, found in named_areas(template).items():
        first = Corner(found.top, found.left, row_fixed=True, column_fixed=True)
        last = Corner(found.bottom, found.right, row_fixed=True, column_fixed=True)
        trees[name.lower()] = Reference(found.sheet, first, last)
    for name, text in stored_names(template).items():
        trees[name.lower()] = parse(text)
    return trees


def one_line(text: str) -> str:
    """Return the formula with one blank for each run of blanks and line breaks outside texts."""
    parts = text.split('"')
    parts[::2] = [re.sub(r"\s+", " ", part) for part in parts[::2]]
    return '"'.join(parts).strip()
