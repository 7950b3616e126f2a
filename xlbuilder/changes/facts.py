"""What a workbook means, fact by fact, so that two workbooks can be compared.

A fact stands at a place, such as a name or a cell, and has a *sense*, which is equal where two
workbooks mean the same.  What programs write in different ways is no part of the sense: the order
of names, the numbers of styles, what formulas showed last.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from xlbuilder.changes.reads import looks_read
from xlbuilder.drive.drive import Drive
from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area, around
from xlbuilder.formula.element import ELEMENT, place_in_array
from xlbuilder.formula.form import Form
from xlbuilder.formula.newer import lacks_prefix, without_newer
from xlbuilder.formula.normal import Senses, normal
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Node, Number, Reference, children, to_text, walk
from xlbuilder.formula.values import Value, in_words
from xlbuilder.xlsx.looks import Font, Look, Looks
from xlbuilder.xlsx.model import Model
from xlbuilder.xlsx.origin import PROPERTY, Origin
from xlbuilder.xlsx.package import Package
from xlbuilder.xlsx.rules import Dressing, Rule

_MOST_CELLS = 100_000
"""The most input cells of one area of a validation; nobody types into all of a whole column."""

_LIKE_A_NUMBER = re.compile(
    r"-?[0-9.]{1,15}(E[+-]?[0-9]{1,3})?|TRUE|FALSE|#[A-Z0-9/_!?]+", re.IGNORECASE
)
"""A text that looks like another value: an apostrophe before it shows that it is a text."""


@dataclass(frozen=True)
class Fact:
    """What stands at one place."""

    sense: Hashable
    """Equal in two workbooks that mean the same."""
    written: Callable[[], str]
    """Gives the text: of the cells with the same change only the first is shown."""
    family: Hashable = None
    """Equal for formulas that are alike, such as all formulas of a board."""

    @cached_property
    def text(self) -> str:
        """A formula with its ``=``, or words."""
        return self.written()


Key: TypeAlias = tuple[Hashable, ...]
"""Equal for formats with the same formulas: the sheet, the kind, the sense of each formula."""


class RuleFact(NamedTuple):
    """A conditional format or a validation of some cells."""

    key: Key
    text: str
    areas: tuple[Area, ...]
    look: Dressing
    stops: bool


class _Facts(Mapping[Area, Fact]):
    """What cells hold, each found when somebody asks: most cells are as in the other workbook."""

    def __init__(self, fact_of: Callable[[Area], Fact], cells: Mapping[Area, Area]) -> None:
        self._fact_of = lru_cache(maxsize=None)(fact_of)
        self._cells = cells

    def __getitem__(self, cell: Area) -> Fact:
        return self._fact_of(self._cells[cell])

    def __iter__(self) -> Iterator[Area]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)


@dataclass(frozen=True)
class Side:
    """One of the two workbooks of a comparison."""

    model: Model
    looks: Looks
    package: Package
    sheets: Mapping[str, str]
    """For each sheet that has another name in the other workbook: this other name."""

    def moved(self, area: Area) -> Area:
        """Return an area with the sheet's name in the other workbook."""
        return area._replace(sheet=self.sheets.get(area.sheet, area.sheet))

    @cached_property
    def tabs(self) -> tuple[str, ...]:
        """The sheets, as the other workbook names them."""
        return tuple(self.sheets.get(sheet, sheet) for sheet in self.model.sheets)

    @cached_property
    def names(self) -> dict[str, Fact]:
        """The defined names, in lower case."""
        return {self._place(key): self._named(key, node) for key, node in self.model.names.items()}

    @cached_property
    def comments(self) -> dict[str, str]:
        """The comments of names."""
        return {self._place(key): text for key, text in self.looks.comments.items()}

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The names that the Name Manager does not show."""
        return frozenset(map(self._place, self.looks.hidden))

    @cached_property
    def cells(self) -> Mapping[Area, Fact]:
        """What each cell holds that is not blank."""
        model = self.model
        formulas = {*model.formulas, *model.unread}
        held = {cell for cell, value in model.values.items() if value is not None}
        return _Facts(self._held, {self.moved(cell): cell for cell in formulas | held})

    def _held(self, cell: Area) -> Fact:
        """Return what a cell holds that is not blank."""
        if (form := self.model.forms.get(cell)) is not None:
            return self._formula(form, cell)
        if cell in self.model.unread:
            return _unread(self.model.unread_texts[cell])
        return _constant(self.model.values[cell])

    @cached_property
    def styles(self) -> dict[Area, Mapping[str, Font | str]]:
        """How the cells look, in words."""
        sheets = self.looks.sheets.values()
        words = {look: _in_words(look) for one in sheets for look in {*one.looks.values()}}
        return {
            self.moved(at): words[look]
            for one in sheets
            for at, look in one.looks.items()
            if at not in one.covered
        }

    @cached_property
    def settings(self) -> dict[str, str]:
        """The settings of calculation."""
        own = self.model.calculation
        return {
            "iterative calculation": "on" if own.iterate else "off",
            "maximum iterations": f"{own.max_iterations:,}",
            "maximum change": f"{own.max_change:g}",
            "calculation": self.looks.mode,
            "dates are counted from": self.looks.epoch,
        }

    @cached_property
    def drive(self) -> dict[str, str]:
        """How a program uses the workbook, by its document properties."""
        properties = self.model.properties.items()
        return {key: value for key, value in properties if key.startswith("xlbuilder ")}

    @cached_property
    def origin(self) -> dict[str, str]:
        """What the workbook was built from, without the version that built it."""
        written = self.model.properties.get(PROPERTY)
        origin = Origin.from_properties(self.model.properties)
        return {} if written is None else {PROPERTY: origin.command if origin else written}

    @cached_property
    def formats(self) -> tuple[RuleFact, ...]:
        """The conditional formats, by their priorities."""
        sheets = self.looks.sheets.values()
        return tuple(self._format(x) for sheet in sheets for x in sheet.formats if x.areas)

    @cached_property
    def validations(self) -> tuple[RuleFact, ...]:
        """The validations: rules for input."""
        sheets = self.looks.sheets.values()
        return tuple(self._format(x) for sheet in sheets for x in sheet.validations if x.areas)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The looks that its formulas read; see `looks_read`."""
        return looks_read(self.model, self.package)

    @cached_property
    def inputs(self) -> frozenset[Area]:
        """The cells that a user fills, but not the cells of rules, such as a jigsaw's regions."""
        drive = Drive.from_properties(self.model.properties, self.model.path)
        filled = [drive.input, *(name for step in drive.steps for name in step)]
        areas = [area for name in filled if (area := self.model.area(name)) is not None]
        ranges = [area for each in self.validations for area in each.areas]
        checked = [at for area in ranges if area.size <= _MOST_CELLS for at in area.cells()]
        unlocked = [cell for sheet in self.looks.sheets.values() for cell in sheet.unlocked]
        typed = [cell for area in areas for cell in area.cells()] + unlocked
        houses = map(self.model.area, drive.variant.houses)
        rules = {self.moved(cell) for area in houses if area is not None for cell in area.cells()}
        return frozenset([*map(self.moved, typed), *checked]) - rules

    @cached_property
    def lists(self) -> dict[str, Area]:
        """The sheets of constants whose columns have names, each with the area of its columns."""
        calculated = {cell.sheet for cell in (*self.model.formulas, *self.model.unread)}
        columns: dict[str, list[Area]] = {}
        for area in self.model.named_ranges().values():
            if area.sheet not in calculated:
                columns.setdefault(self.moved(area).sheet, []).append(self.moved(area))
        return {sheet: around(areas) for sheet, areas in columns.items()}

    @cached_property
    def prose(self) -> frozenset[str]:
        """The sheets of text that no formula reads, such as the guide of a built workbook."""
        model = self.model
        trees = [node for node in model.names.values() if not isinstance(node, FormulaError)]
        outlines = {form.outline for form in model.forms.values()}
        parts = [part for node in {*trees, *outlines} for part in walk(node)]
        if any(isinstance(part, Call) and part.function == "INDIRECT" for part in parts):
            return frozenset()
        read = {cell.sheet for cell in (*model.formulas, *model.unread)}
        read |= {cell.sheet for cell, value in model.values.items() if isinstance(value, float)}
        own = chain.from_iterable(form.own for form in model.forms.values())
        read |= {
            part.sheet for part in chain(parts, own) if isinstance(part, Reference) and part.sheet
        }
        texts = [
            node.text
            for node in self.package.root.walk()
            if "!" in node.text and not node.get("name").startswith("_xlnm.Print_")
        ]
        written = "\n".join(texts).lower().replace("'", "")
        unread = {
            sheet
            for sheet in {*model.sheets} - read
            if not any(f"{sheet.lower()}{mark}".replace("'", "") in written for mark in "!:")
        }
        return frozenset(self.sheets.get(each, each) for each in unread)

    def where(self, area: Area) -> str:
        """Return the name of these cells, or of the smallest board around them."""
        if area in self._named_cells:
            return self._named_cells[area]
        larger = self._named_by_size.get(area.sheet, ())
        return next((name for _, name, own in larger if own.holds(area)), "")

    @cached_property
    def _named_cells(self) -> dict[Area, str]:
        """The single cells that have a name, each with its first name."""
        names = sorted(self.ranges.items(), reverse=True)
        return {area: name for name, area in names if area.size == 1}

    @cached_property
    def _named_by_size(self) -> dict[str, list[tuple[int, str, Area]]]:
        """The other areas that have a name, by their sheets, the smallest first."""
        found: dict[str, list[tuple[int, str, Area]]] = {}
        for name, area in self.ranges.items():
            if area.size > 1:
                found.setdefault(area.sheet, []).append((area.size, name, area))
        return {sheet: sorted(areas) for sheet, areas in found.items()}

    @cached_property
    def ranges(self) -> dict[str, Area]:
        """The names that stand for cells, each with its cells."""
        return {name: self.moved(area) for name, area in self.model.named_ranges().items()}

    def _place(self, key: str) -> str:
        """Return a name without its sheet, unless another sheet has the same name."""
        scope, _, word = key.rpartition("!")
        if not scope or self._words[word] == 1:
            return word
        tabs = {sheet.lower(): self.sheets.get(sheet, sheet) for sheet in self.model.sheets}
        return f"{tabs.get(scope, scope)}!{word}"

    @cached_property
    def _words(self) -> Counter[str]:
        return Counter(key.rpartition("!")[2] for key in self.model.names)

    def _formula(self, form: Form, cell: Area) -> Fact:
        if place := place_in_array(form):
            return self._element(form, cell, *place)
        sense = self._senses.of(self.model.without_implied(form, cell), cell)
        if cell in self.model.arrays and self.model.ordinary(form, cell) is not form:
            array = Call(ELEMENT, (sense.node,))
            return Fact(array, lambda: _as_array(form.formula, cell.sheet), sense)
        family = sense if self.model.names else form.outline
        return Fact(sense, lambda: _with_sign(form.formula, cell.sheet), family)

    def _element(self, form: Form, cell: Area, row: int, column: int) -> Fact:
        """Return the fact of a cell of an array formula, which calculates the whole array."""
        first = Area(cell.sheet, cell.top - row + 1, cell.left - column + 1, 0, 0)
        if first not in self._arrays:
            inner = children(form.formula)[0]
            sense = Call(ELEMENT, (normal(inner, first, self.sheets),))
            self._arrays[first] = sense, partial(_as_array, inner, cell.sheet)
        array, text = self._arrays[first]
        place = Number(float(row)), Number(float(column))
        return Fact(Call(ELEMENT, (array, *place)), text, array)

    @cached_property
    def _arrays(self) -> dict[Area, tuple[Node, Callable[[], str]]]:
        """The sense and the text of each array formula over several cells, by its first cell."""
        return {}

    @cached_property
    def _senses(self) -> Senses:
        return Senses(self.sheets)

    def _named(self, key: str, node: Node | FormulaError) -> Fact:
        if isinstance(node, FormulaError):
            return _unread(self.model.unread_texts[key])
        sense = normal(node, Area("", 1, 1, 1, 1), self.sheets)
        return Fact(sense, partial(_with_sign, node))

    def _format(self, rule: Rule) -> RuleFact:
        """Return a rule; its key has the cells if it has no formula.

        A rule without a formula, such as ``top10``, looks at all its cells at once: two such rules
        on the halves of a range mean something else than one rule on the range.
        """
        first = around(rule.areas)
        areas = tuple(map(self.moved, rule.areas))
        key = (
            self.moved(first).sheet,
            rule.kind,
            *(self._sense(x, first) for x in rule.formulas),
            *filter(None, [rule.more]),
            *(() if rule.formulas else areas),
        )
        text = ", ".join(f"={x.removeprefix('=')}" for x in rule.formulas)
        kind = "" if rule.kind == "expression" else rule.kind
        words = filter(None, [kind, text, f"({rule.more})" if rule.more else ""])
        look = rule.look._replace(bold=bool(rule.look.bold), italic=bool(rule.look.italic))
        return RuleFact(key, " ".join(words), areas, look, rule.stops)

    def _sense(self, formula: str, areas: Area) -> Hashable:
        first = Area(areas.sheet, areas.top, areas.left, areas.top, areas.left)
        try:
            return normal(without_newer(parse(formula), first, {}), first, self.sheets)
        except FormulaError:
            return formula


def _unread(text: str) -> Fact:
    """Return the fact of a formula that cannot be read; its words tell a missing _xlfn. prefix."""
    written = f"{text} (without _xlfn.)" if lacks_prefix(text) else text
    return Fact(text, lambda: written, text)


def _with_sign(node: Node, home: str | None = None) -> str:
    return f"={to_text(node, home)}"


def _as_array(node: Node, home: str) -> str:
    return f"{_with_sign(node, home)} as an array formula"


def _in_words(look: Look) -> Mapping[str, Font | str]:
    sides = (look.left, look.right, look.top, look.bottom)
    sections = look.number_format.replace("\\", "").split(";")
    is_text_last = len(sections) == 4 and not sections[3]  # LibreOffice adds it
    return {
        "font": look.font,
        "fill": look.fill,
        "border": " ".join(side.style if side else "-" for side in sides),
        "number format": ";".join(sections[: 3 if is_text_last else None]),
        "alignment": (look.horizontal or "general") + " wrapped" * look.wraps,
    }


def _constant(value: Value) -> Fact:
    """Return the fact of a constant; programs keep 15 digits of a number or more."""
    text = in_words(value) or '""'
    if isinstance(value, str) and _LIKE_A_NUMBER.fullmatch(value):
        text = f"'{value}"
    return Fact((type(value), float(text) if isinstance(value, float) else value), lambda: text)


def paired(old: Model, new: Model) -> dict[str, str]:
    """Return for each renamed sheet of ``new`` its name in ``old``.

    A sheet that was copied into another workbook is found by what its cells hold.
    """
    if _keeps_sheets(old, new):
        return {}
    senses = Senses({})
    before, after = _contents(old, senses), _contents(new, senses)
    pairs: dict[str, str] = {}
    for sheet in sorted(before, key=lambda each: -len(before[each])):
        free = [each for each in after if each not in pairs]
        equal = {each: len(before[sheet].items() & after[each].items()) for each in free}
        best = max(free, key=lambda each: (equal[each], each == sheet), default=None)
        if sheet in free and equal[sheet] * 2 >= len(before[sheet]):
            best = sheet
        if best is not None and (best == sheet or equal[best] * 2 > len(before[sheet])):
            pairs[best] = sheet
        elif sheet in free:
            pairs[sheet] = sheet
    taken = {old for new, old in pairs.items() if new != old}
    others = {sheet: f"{sheet} (another)" for sheet in after if sheet not in pairs}
    named = {sheet: name for sheet, name in others.items() if sheet in taken}
    return {new: old for new, old in pairs.items() if new != old} | named


def _keeps_sheets(old: Model, new: Model) -> bool:
    """Return whether each sheet holds half of its cells as before: then none is another one.

    This takes no time for how formulas are spelled, which `_contents` leaves out.
    """
    if old.sheets == new.sheets and len(old.sheets) == 1:
        return True
    before, after = (
        {cell: value for cell, value in each.values.items() if value not in (None, "")}
        | {**each.forms}
        for each in (old, new)
    )
    held = Counter(cell.sheet for cell in before)
    equal = Counter(cell.sheet for cell, content in before.items() if after.get(cell) == content)
    return all(equal[sheet] * 2 >= held[sheet] for sheet in old.sheets)


def _contents(model: Model, senses: Senses) -> dict[str, dict[tuple[int, int], Hashable]]:
    found: dict[str, dict[tuple[int, int], Hashable]] = {sheet: {} for sheet in model.sheets}
    for cell, form in model.forms.items():
        found[cell.sheet][cell.top, cell.left] = senses.of(form, cell)
    for cell, value in model.values.items():
        if cell not in model.formulas and value not in (None, ""):
            found[cell.sheet][cell.top, cell.left] = value
    return found
