"""Says in the tables of a template what differs between two workbooks, as far as a template can.

What a template cannot say is left out here; extract.py finds it by building the tables.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from openpyxl.utils import get_column_letter

from xlbuilder.changes.compare import Aspect, Difference, resized
from xlbuilder.changes.facts import Fact, Side
from xlbuilder.formula.area import Area
from xlbuilder.formula.element import ELEMENT
from xlbuilder.formula.normal import Sense, normal
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import (
    MAX_COLUMNS,
    MAX_ROWS,
    Call,
    Missing,
    Node,
    Reference,
    children,
    moved,
    rebuilt,
    to_text,
    walk,
)
from xlbuilder.template.formulas import formulas
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.ranges import LIST_TOP, area
from xlbuilder.template.schema import Cell, Listing, SheetBoard, Style, TextLine
from xlbuilder.template.source import read as read_source
from xlbuilder.template.tables import OVERRIDES
from xlbuilder.workbook.style import column_width, row_height
from xlbuilder.xlsx.looks import UNPROTECTED, Font

_NEAR = 1000
"""A reference that stands so near the end of the sheet has wrapped around."""
_COLOR = re.compile(r"(?:[0-9A-Fa-f]{6})?")
"""A color in a style of a template: six digits, or nothing; a template knows no theme."""


class Said:
    """Collects the tables of a template that changes the template of the workbook ``old``."""

    def __init__(self, loaded: LoadedTemplate, old: Side, new: Side) -> None:
        self._template, self._built = loaded.written, loaded.template
        self._old, self._new = old, new
        layers = [name for name in loaded.origin.removed if name in loaded.source.layers]
        self._own = read_source(loaded.path, layers).tables
        self._sheet = loaded.written.workbook.sheet
        self._said: dict[str, Any] = {}
        self._cosmetic: tuple[Difference, ...] = ()
        self.helpers: list[str] = []
        """The names that were made for cells without a name."""
        self._added: dict[Area, str] = {}
        """The cells that the template lacks: cells to which a user gave a name, and the helpers."""
        self._places: dict[str, tuple[str, SheetBoard | Cell, Area]] = {
            name: (table, entry, area(self._template, entry.range))
            for table in ("boards", "cells")
            for name, entry in getattr(self._template, table).items()
        }
        names = [*self._places, *self._template.slots, *self._template.names]
        self._spelled = {name.lower(): name for name in names}

    def tables(self, found: Sequence[Difference]) -> dict[str, Any]:
        """Return the tables that say the differences, as far as tables can."""
        typed = (Aspect.INPUT, Aspect.PROSE)
        shown = (each for each in found if each.aspect.is_cosmetic and each.aspect not in typed)
        self._cosmetic = tuple(shown)
        filled = {cell for each in found for cell in each.areas if each.aspect is Aspect.CELLS}
        self._added = {
            at: name
            for name, at in self._new.ranges.items()
            if at in filled and name not in self._old.names and not self._is_taken(at)
        }
        # In a template the last true format counts, in a workbook the first.
        backwards = [each for each in reversed(found) if each.aspect is Aspect.FORMAT]
        for each in [*(each for each in found if each not in backwards), *backwards]:
            match each.aspect:
                case Aspect.NAME:
                    self._name(each.key)
                case Aspect.COMMENT:
                    self._comment(each.key, each.new or "")
                case Aspect.CELLS:
                    self._cells(each)
                case Aspect.SETTING:
                    self._setting(each.key)
                case Aspect.FORMAT:
                    self._format(each)
                case Aspect.LOOK if each.key == "title":
                    self._title(each.new)
                case Aspect.PROTECTION if each.key == self._sheet:
                    self._put("workbook", "protected", each.new != UNPROTECTED)
                case _:
                    pass
        for key, listing in self._template.lists.items():
            if any(each.aspect is Aspect.LIST and each.key == listing.sheet for each in found):
                self._list(key, listing)
        self._styles()
        self._sizes()
        return self._said

    def should_say(self, each: Difference, built: Mapping[str, Fact]) -> bool:
        """Return whether the tables lack this difference, which is still there when they are built.

        Input is left to the user, and the guide follows from the formulas.  A name of the template
        that is not ``built`` is a name that nothing uses any more.  A row below the names of a list
        is a row of the list in a template.
        """
        if each.aspect is Aspect.LIST and (column := self._new.ranges.get(each.key)):
            end = column.sheet, column.bottom
            return not any(at.sheet == end[0] and at.top > end[1] for at in self._new.cells)
        if each.aspect in (Aspect.NAME, Aspect.COMMENT) and each.key not in built:
            return each.key not in self._old.names
        return not each.aspect.is_cosmetic or any(_is_of(each, one) for one in self._cosmetic)

    def kept_plain(self, found: Iterable[Difference]) -> bool:
        """Say of the names that building changes that it adds nothing; return whether any is."""
        names = self._said.get("names", {})
        spelled = {name.lower(): name for name in names}
        changed = {spelled[x.key] for x in found if x.aspect is Aspect.NAME and x.key in spelled}
        for name in changed:
            names[name]["plain"] = True
        return bool(changed)

    def _put(self, *place: Any) -> None:
        """Put the last argument at the place of the others; it overrides a strategy's entry."""
        *keys, value = place
        table, name = keys[:2]
        is_there = name in getattr(self._template, table, {}) if table != "workbook" else False
        tables = self._said
        if is_there and name not in self._own.get(table, {}):
            tables.setdefault(table, {}).setdefault(name, {OVERRIDES: name})
        for key in keys[:-1]:
            tables = tables.setdefault(key, {})
        tables[keys[-1]] = value

    def _name(self, word: str) -> None:
        fact = self._new.names.get(word)
        name = self._spelled.get(word, word)
        if fact is None or not isinstance(fact.sense, Node) or name in self._template.answered:
            return
        if word in self._added.values():
            return  # it comes with its cells
        if name in self._places:
            if (now := self._new.ranges.get(word)) is not None and now.sheet == self._sheet:
                self._put(self._places[name][0], name, "range", str(now))
            return
        known = self._template.names.get(name)
        if known is None:
            self._comment(word, self._new.comments.get(word, ""))
        entered_from = None if known is None else known.entered_from
        sense = fact.sense
        if known is not None:
            made = self._built.names.get(name, known)
            sense = _unwrapped(sense, known.formula, made.formula, Area("", 1, 1, 1, 1))
        formula, host = self._seen(sense, entered_from)
        self._put("names", name, "formula", formula)
        if host is not None:
            self._put("names", name, "entered_from", host)

    def _seen(self, sense: Node, known: str | None) -> tuple[str, str | None]:
        """Return the formula of a name, and the cell that it is entered from if it is relative."""
        references = [part for part in walk(sense) if isinstance(part, Reference)]
        if not any(reference.is_relative for reference in references):
            return f"={to_text(sense)}", None
        hosts = [area(self._template, known)] if known else []
        hosts += [next(at.cells()) for _, _, at in self._places.values()]
        for host in hosts:
            seen = moved(sense, host.top - 1, host.left - 1)
            corners = [
                corner
                for part in walk(seen)
                if isinstance(part, Reference)
                for corner in (part.first, part.last)
            ]
            if all(
                corner.row < MAX_ROWS - _NEAR and corner.column < MAX_COLUMNS - _NEAR
                for corner in corners
            ):
                return f"={to_text(seen)}", str(host)
        return f"={to_text(sense)}", "A1"

    def _comment(self, word: str, text: str) -> None:
        name = self._spelled.get(word, word)
        if word in self._added.values():
            return
        for key, listing in self._template.lists.items():
            if name in listing.columns:
                self._put("lists", key, "columns", name, "comment", text)
                return
        table = self._places[name][0] if name in self._places else "names"
        self._put("slots" if name in self._template.slots else table, name, "comment", text)

    def _cells(self, each: Difference) -> None:
        for place in each.areas:
            first = next(place.cells())
            fact = self._new.cells.get(first)
            if place.sheet != self._sheet:
                continue
            sense = fact and (fact.sense.node if isinstance(fact.sense, Sense) else fact.sense)
            if not isinstance(sense, Node):
                for at in place.cells():
                    self._constant(at, self._new.cells.get(at))
                continue
            exact = [
                (table, name, entry.formula)
                for name, (table, entry, at) in self._places.items()
                if entry.formula is not None
                and (place == at or (table == "cells" and place == next(at.cells())))
            ]
            if isinstance(sense, Call) and sense.function == ELEMENT:
                continue  # a template has no array formulas
            for table, name, written in exact:
                made = getattr(self._built, table)[name].formula
                sense = _unwrapped(sense, written, made, first)
                self._put(table, name, "formula", _text_in(first, sense))
            if not exact and each.old is None and not self._is_taken(place):
                self._helper(place, {"formula": _text_in(first, sense)})

    def _title(self, title: object) -> None:
        """Give the workbook another title; a text that shows the old one still shows it."""
        self._put("workbook", "title", title)
        for name, text in self._template.texts.items():
            value = _value(self._new.cells.get(area(self._template, text.at)))
            if text.text == self._template.workbook.title and value != title:
                self._put("texts", name, "text", value)

    def _constant(self, at: Area, fact: Fact | None) -> None:
        value = _value(fact)
        for name, text in self._template.texts.items():
            if area(self._template, text.at) == at and isinstance(value, str):
                self._put("texts", name, "text", value)
                return
        for name, (table, entry, place) in self._places.items():
            if (at.top, at.left) == (place.top - 1, place.left) and isinstance(value, str):
                self._put(table, name, "label", value)
                return
            if table == "cells" and at == next(place.cells()) and entry.formula is None and fact:
                self._put(table, name, "value", value)
                return
        if fact is None or self._is_taken(at):
            return
        if isinstance(value, str):
            name = f"text_{str(at).lower()}"
            self._put("texts", name, {"at": str(at), "text": value, "style": self._style(at)})
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self._helper(at, {"value": value})

    def _helper(self, place: Area, held: Mapping[str, Any]) -> None:
        """Add cells outside of boards; in a template they get a name."""
        first = next(place.cells())
        table = "boards" if place.size > 1 else "cells"
        entry = {"range": str(place), "style": self._style(first), **held}
        if place not in self._added:
            entry["named"] = False
            self._added[place] = f"helper_{str(first).lower()}"
            self.helpers.append(self._added[place])
        name = self._added[place]
        if comment := self._new.comments.get(name):
            entry["comment"] = comment
        self._put(table, name, entry)

    def _is_taken(self, place: Area) -> bool:
        return any(at.meets(place) for _, _, at in self._places.values())

    def _setting(self, key: str) -> None:
        now = self._new.model.calculation
        settings = {
            "iterative calculation": ("iterate", now.iterate),
            "maximum iterations": ("max_iterations", now.max_iterations),
            "maximum change": ("max_change", now.max_change),
        }
        if key in settings:
            self._put("workbook", "calculation", *settings[key])

    def _format(self, each: Difference) -> None:
        """Change the formula of a format, or add one to whole boards."""
        made = next((own for own in self._new.formats if own.text == each.new), None)
        if made is None or not each.areas or not made.text.startswith("="):
            return
        sense = made.key[2]
        if not isinstance(sense, Node):
            return
        texts = {at: _text_in(at, sense) for at in each.areas}
        before = [name for name, old in self._formats() if old == each.old]
        if before and each.old is not None:
            if len(before) == 1:
                self._put("formats", before[0], "formula", texts[each.areas[0]])
            return
        names = self._added | {at: name for name, (_, _, at) in self._places.items()}
        look, *others = dict.fromkeys(x.look for x in self._new.formats if x.key == made.key)
        colors = look.color, look.fill
        is_plain = not (others or look.more) and all(map(_COLOR.fullmatch, colors))
        if not is_plain or not names.keys() >= texts.keys():
            return
        for text in dict.fromkeys(texts.values()):
            boards = [names[at] for at in each.areas if texts[at] == text]
            entry: dict[str, Any] = {"board": boards if len(boards) > 1 else boards[0]}
            entry |= {"formula": text}
            entry |= {key: value for key, value in look._asdict().items() if value}
            self._put("formats", f"format_{len(self._said.get('formats', {})) + 1}", entry)

    def _formats(self) -> Iterator[tuple[str, str]]:
        """Yield the formats of the template, and their formulas in the built workbook."""
        senses = {own.key: own.text for own in reversed(self._old.formats)}
        for formula in formulas(self._built):
            if formula.is_format:
                first = next(formula.area.cells())
                key = (self._sheet, "expression", normal(parse(formula.text), first, {}))
                yield formula.place[1], senses.get(key, "")

    def _list(self, key: str, listing: Listing) -> None:
        at = self._new.lists.get(listing.sheet)
        if at is None:
            return
        facts: dict[int, dict[int, Fact]] = {}
        for place, fact in self._new.cells.items():
            if place.sheet == listing.sheet and place.top >= LIST_TOP:
                facts.setdefault(place.top, {})[place.left] = fact
        columns = range(2, 2 + len(listing.columns))
        rows = [
            [_value(facts[number].get(column)) for column in columns] for number in sorted(facts)
        ]
        before = listing.all_rows
        if rows[: len(before)] == before:
            self._put("lists", key, "more_rows", rows[len(before) :])
        else:
            self._put("lists", key, "rows", rows)

    def _styles(self) -> None:
        """Give boards, cells and texts another style if all their cells look different now."""
        entries: list[tuple[str, str, SheetBoard | Cell | TextLine, Area]] = [
            (table, name, entry, at) for name, (table, entry, at) in self._places.items()
        ]
        texts = self._template.texts.items()
        entries += [("texts", name, text, area(self._template, text.at)) for name, text in texts]
        for table, name, entry, at in entries:
            # The covered cells of a merged range have no style.
            cells = [each for each in at.cells() if each in self._old.styles]
            words = {}
            for aspect in ("font", "fill", "number format", "alignment"):
                one, other = (
                    {side.styles.get(each, {}).get(aspect) for each in cells}
                    for side in (self._old, self._new)
                )
                if one != other and len(other) == 1:
                    words[aspect] = other.pop() or ""
            if words:
                style = self._template.styles[entry.style].model_dump(exclude_defaults=True)
                self._put("styles", f"{name}_style", _told({**style, **_style(words)}))
                self._put(table, name, "style", f"{name}_style")

    def _sizes(self) -> None:
        """Give columns and rows other sizes, in pixels."""
        old = self._old.looks.sheets.get(self._sheet)
        for sheet, new in self._new.looks.sheets.items():
            if old is None or self._new.sheets.get(sheet, sheet) != self._sheet:
                continue
            for (word, number), (_, was), (size, now) in resized(old.lines, new.lines):
                if was != now:
                    continue
                if word == "column":
                    pixels = round(size / column_width(1))
                    self._put("workbook", "column_widths", get_column_letter(number), pixels)
                else:
                    pixels = round(size / row_height(1))
                    self._put("workbook", "row_heights", str(number), pixels)

    def _style(self, at: Area) -> str:
        """Return the style of a new cell, and add it to the tables."""
        look = _told(_style(self._new.styles.get(at, {})))
        styles = self._said.setdefault("styles", {})
        known = [name for name, entry in styles.items() if entry == look]
        name = known[0] if known else f"style_{str(at).lower()}"
        styles[name] = look
        return name


def _is_of(each: Difference, one: Difference) -> bool:
    """Return whether a difference is about the place of ``one``, or about some of its cells."""
    if each.aspect is not one.aspect:
        return False
    meet = any(area.meets(other) for area in each.areas for other in one.areas)
    return each.place == one.place or (meet and each.key == one.key != "")


def _text_in(cell: Area, sense: Node) -> str:
    """Return a formula as the cell shows it."""
    return f"={to_text(moved(sense, cell.top - 1, cell.left - 1))}"


def _unwrapped(sense: Node, written: str, built: str, host: Area) -> Node:
    """Return a formula without what building puts around it, such as ``IF(live, ...)``."""
    before, after = (normal(parse(text), host, {}) for text in (written, built))
    inner = sense
    while after != before and children(after) and _wrapper(inner) == _wrapper(after):
        inner, after = children(inner)[-1], children(after)[-1]
    return inner if after == before else sense


def _wrapper(node: Node) -> Node:
    """Return a formula without its last part."""
    return rebuilt(node, (*children(node)[:-1], Missing())) if children(node) else node


def _style(looks: Mapping[str, Font | str]) -> dict[str, Any]:
    """Return the keys of a style; a key is None if the look has nothing for it."""
    found: dict[str, Any] = {}
    font = looks.get("font")
    if isinstance(font, Font):
        found |= {"size": float(font.size), "bold": font.bold, "color": _digits(font.color)}
    if "fill" in looks:
        found["fill"] = _digits(str(looks["fill"]))
    if "number format" in looks:
        found["number_format"] = looks["number format"]
    if (align := str(looks.get("alignment", "")).partition(" ")[0]) in ("left", "center", "right"):
        found["align"] = align
    return found


def _digits(color: str) -> str | None:
    """Return the six digits of a color; None for no color, and for a color in words."""
    return color or None if _COLOR.fullmatch(color) else None


def _told(style: Mapping[str, Any]) -> dict[str, Any]:
    """Return a style without the defaults."""
    return Style.model_validate(style).model_dump(exclude_defaults=True)


def _value(fact: Fact | None) -> str | int | float | bool:
    """Return a constant as a template has it: a whole number without a point."""
    if fact is None or not isinstance(fact.sense, tuple):
        return ""
    value: str | float | bool = fact.sense[1]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
