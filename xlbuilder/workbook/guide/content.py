"""The content of a guide: how a workbook is used, and each of its names with its formula.

The content comes from a template.  outline.py puts it in order, as_sheet.py writes it as the second
sheet, and as_page.py as a page of Markdown.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from xlbuilder.formula.area import Area
from xlbuilder.formula.parse import parse, references
from xlbuilder.formula.tree import Name, to_text, walk
from xlbuilder.template import schema
from xlbuilder.template.formulas import formulas
from xlbuilder.template.ranges import area, is_filled, list_areas, named_areas
from xlbuilder.template.schema import Template


@dataclass(frozen=True)
class Section:
    """Some paragraphs under one title."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Place:
    """What has a formula: a board, a cell, a name, or the conditional formats of a board."""

    name: str
    """Its name; of conditional formats, the name of their board."""
    is_format: bool


@dataclass(frozen=True)
class ReadCells:
    """Cells that a formula reads by their address."""

    address: str
    """The address as the formula has it: ``D76`` or ``$D$76:$L$84``."""
    place: str
    """The board or cell to which the cells belong."""


@dataclass(frozen=True)
class Entry:
    """A board, a cell, a name or a conditional format."""

    name: str
    """Its name; of a format, the name of its board."""
    note: str
    """Its place (``D4:L12``), or the cell from which a name is seen, or that it is a slot."""
    comment: str
    formula: str | None
    """The formula with its ``=``, in the author's lines, for the first cell or for the cell in
    ``note``; None for constants."""
    users: tuple[Place, ...] = ()
    """The places whose formulas call it by its name, or read it by its address."""
    is_filled: bool = False
    """Whether the user fills it."""
    is_format: bool = False
    reads: tuple[ReadCells, ...] = ()
    """What the formula reads by its address."""
    look: str = ""
    """How a format lets its cells look; the page has it, the sheet shows the colors themselves."""


@dataclass(frozen=True)
class Group:
    """Names that ``place`` is the first to need; a name stands after the names that it calls."""

    place: Place
    names: tuple[Entry, ...]


@dataclass(frozen=True)
class Guide:
    """The content of a guide."""

    title: str
    sections: tuple[Section, ...]
    """What the author of the template wrote."""
    strategies: tuple[Section, ...]
    """The strategies that are plugged in."""
    places: tuple[Entry, ...]
    """The boards and the cells."""
    formats: tuple[Entry, ...]
    names: tuple[Group, ...]
    """Each name once, from simple to composed."""
    lists: tuple[Entry, ...] = ()
    """The columns of lists; each note has the sheet too."""
    slots: Mapping[str, schema.Slot] = field(default_factory=dict)
    """The names where strategies plug in.  The workbook has only the result, so the sheet leaves
    the slots out."""


def guide_of(template: Template) -> Guide:
    """Return the guide of ``template``; without a table ``[guide]``, only its generated parts.

    ``template`` has passed the checks of template/load.py.
    """
    areas = {name: area(template, entry.range) for name, entry in template.places.items()}
    calls = _calls(template, areas)
    users = _users(calls)
    written = template.guide
    return Guide(
        title=written.title if written else template.workbook.title,
        sections=tuple(
            Section(section.title, tuple(section.lines))
            for section in (written.sections.values() if written else ())
        ),
        strategies=tuple(
            Section(about.title, (about.text,) if about.text else ()) for about in template.plugged
        ),
        places=tuple(
            replace(
                _entry(name, entry.range, entry, users),
                reads=_reads(template, areas, entry.formula),
                is_filled=is_filled(template, name),
            )
            for name, entry in template.places.items()
        ),
        lists=tuple(
            Entry(name, f"{listing.sheet}, {cells}", column.comment, None, users.get(name, ()))
            for listing in template.lists.values()
            for column, (name, cells) in zip(
                listing.columns.values(), list_areas(listing).items(), strict=True
            )
        ),
        formats=tuple(
            Entry(
                place,
                template.places[place].range,
                "",
                entry.formula.strip(),
                is_format=True,
                reads=_reads(template, areas, entry.formula),
                look=_look(entry),
            )
            for entry in template.formats.values()
            for place in entry.places
        ),
        names=tuple(
            Group(
                place,
                tuple(
                    _entry(name, _note(template, name), template.names[name], users)
                    for name in names
                ),
            )
            for place, names in _gathered(template, calls)
        ),
        slots=template.slots,
    )


_Calls = Mapping[Place, Sequence[str]]
"""The names that the formulas of a place use, by name or address, in the order of the text."""


def _calls(template: Template, areas: Mapping[str, Area]) -> _Calls:
    spelled = {name.lower(): name for name in (*named_areas(template), *template.names)}
    calls: dict[Place, list[str]] = {}
    for formula in formulas(template):
        place = Place(formula.owner, formula.is_format)
        called = calls.setdefault(place, [])
        parts = walk(parse(formula.text))
        named = [spelled[part.text.lower()] for part in parts if isinstance(part, Name)]
        text = None if formula.is_name else formula.text  # a name's cells depend on its user
        read = [each.place for each in _reads(template, areas, text)]
        others = [name for name in read if name != place.name]
        called += [name for name in dict.fromkeys(named + others) if name not in called]
    return calls


def _reads(
    template: Template, areas: Mapping[str, Area], formula: str | None
) -> tuple[ReadCells, ...]:
    """Return each address in a formula once, with its board or cell."""
    found = []
    for part in dict.fromkeys(references(parse(formula.strip())) if formula else ()):
        first, last = part.first, part.last
        sheet = part.sheet or template.workbook.sheet
        cells = Area(sheet, first.row, first.column, last.row, last.column)
        found += [
            ReadCells(to_text(part), name) for name, held in areas.items() if held.holds(cells)
        ]
    return tuple(found)


def _look(entry: schema.Format) -> str:
    """Return the keys of a format that say how its cells look, in words."""
    words = [
        entry.fill and f"fill {entry.fill}",
        entry.color and f"color {entry.color}",
        entry.bold and "bold",
        entry.italic and "italic",
        entry.above_all and "above all other formats",
    ]
    return ", ".join(word for word in words if word)


def _users(calls: _Calls) -> dict[str, tuple[Place, ...]]:
    users: dict[str, tuple[Place, ...]] = {}
    for place, called in calls.items():
        for name in called:
            users[name] = (*users.get(name, ()), place)
    return users


def _entry(
    name: str,
    note: str,
    entry: schema.SheetBoard | schema.Cell | schema.NamedFormula,
    users: Mapping[str, tuple[Place, ...]],
) -> Entry:
    formula = entry.formula.strip() if entry.formula is not None else None
    return Entry(name, note, entry.comment, formula, users.get(name, ()))


def _note(template: Template, name: str) -> str:
    entry = template.names[name]
    is_seen = any(part.is_relative for part in references(parse(entry.formula.strip())))
    if is_seen and entry.entered_from is not None:
        return f"seen from {entry.entered_from}"
    return "slot" if name in template.answered else ""


def _gathered(template: Template, calls: _Calls) -> Iterator[tuple[Place, list[str]]]:
    """Yield each board, cell or format with the names that it is the first to need."""
    taken: set[str] = set()

    def with_those_below(names: Sequence[str]) -> Iterator[str]:
        for name in names:
            if name in template.names and name not in taken:
                taken.add(name)
                yield from with_those_below(calls[Place(name, is_format=False)])
                yield name

    for place, called in calls.items():
        if place.is_format or place.name not in template.names:
            names = list(with_those_below(called))
            if names:
                yield place, names
