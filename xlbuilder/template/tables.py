"""The tables that files wrote, and which file wrote what.

Values of this kind never change: laying tables over others, or taking entries out, makes new ones.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from xlbuilder.errors import Fault, did_you_mean
from xlbuilder.template.expand import SourceEntry
from xlbuilder.template.problem import Problem

OVERRIDES = "overrides"
"""A key of each entry: its own name there says that it is laid over that of a strategy too."""

ENTRIES = ("slots", "names", "boards", "cells")
"""The tables whose entries formulas can call."""

_ADDED = "more_rows"
"""What each file adds to, instead of replacing it."""
_DEFINE = "define it without overrides"
_SLOT = "it is a slot; write [slots.{}] with overrides and last"


class Plugged(NamedTuple):
    """What the file ``path`` brings for slots: the names of each slot in their order, and rules."""

    path: Path
    plugs: Mapping[str, Sequence[str]]
    rules: Sequence[Mapping[str, str | int]]

    def records(self) -> Iterator[tuple[tuple[str, str], Mapping[str, str | int]]]:
        """Yield the place and the fields of each rule; a name of a slot is one with this field."""
        for slot, names in self.plugs.items():
            yield from ((("plugs", slot), {slot: name}) for name in names)
        yield from ((("rules", str(number)), rule) for number, rule in enumerate(self.rules))


@dataclass(frozen=True)
class Tables:
    """The tables of one file, or of several that are laid over each other."""

    path: Path
    """The file that asks for the others."""
    tables: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[tuple[str, ...], Path] = field(default_factory=dict)
    """The file that wrote a table or key last."""
    written: Mapping[tuple[str, ...], SourceEntry] = field(default_factory=dict)
    """How the file writes an entry whose key or text has words in braces."""
    plugs: tuple[Plugged, ...] = ()
    """What parts plug in."""

    def faults(self, problems: Iterable[Problem]) -> list[Fault]:
        """Return the problems with their files and their places there."""
        return list(map(self._fault, problems))

    def _fault(self, problem: Problem) -> Fault:
        about = (*problem.place, problem.key)
        heads = (about[:end] for end in range(len(about), 0, -1))
        file = next((self.origins[head] for head in heads if head in self.origins), self.path)
        written = self.written.get(problem.place[:2])
        if written is None:
            return Fault(file, problem.text, problem.place)
        return Fault(file, problem.text, (*written.place, *problem.place[2:]), written.values)

    def entries(self) -> set[str]:
        """Return the names of the slots, names, boards and cells."""
        tables = [self.tables.get(table) for table in ENTRIES]
        return {name for entries in tables if isinstance(entries, dict) for name in entries}

    def below(self, above: "Tables") -> Self:
        """Return these tables with others laid over them, key by key.

        A size takes the place of a range, and a range that of a size.
        """
        again = {
            (table, entry)
            for table, entries in above.tables.items()
            if isinstance(entries, dict)
            for entry in entries
        }
        written = {place: how for place, how in self.written.items() if place not in again}
        return replace(
            self,
            tables=_over(_moved(self.tables, above.tables), above.tables),
            origins={**self.origins, **above.origins},
            written={**written, **above.written},
            plugs=(*self.plugs, *above.plugs),
        )

    def without(self, places: Collection[tuple[str, ...]]) -> Self:
        """Return these tables without some entries, ``("names", "state")``; origins stay."""
        return replace(
            self,
            tables={
                table: {key: entry for key, entry in entries.items() if (table, key) not in places}
                if isinstance(entries, dict)
                else entries
                for table, entries in self.tables.items()
            },
        )

    def parted(self) -> tuple[Self, "Tables"]:
        """Return the tables without the entries that override those of their own name, and these.

        Such an entry is laid over those that strategies bring, too.
        """
        taken: dict[str, dict[str, Any]] = {}
        for table, entries in self.tables.items():
            for key, entry in entries.items() if isinstance(entries, dict) else ():
                if isinstance(entry, dict) and entry.get(OVERRIDES) == key:
                    rest = {name: value for name, value in entry.items() if name != OVERRIDES}
                    taken.setdefault(table, {})[key] = rest
        places = {(table, key) for table, entries in taken.items() for key in entries}
        origins = {place: file for place, file in self.origins.items() if place[:2] in places}
        kept = {place: file for place, file in self.origins.items() if place not in origins}
        rest_of = replace(self.without(places), origins=kept)
        return rest_of, Tables(self.path, taken, origins)

    def overridden(self, above: "Tables") -> tuple[Self, list[Fault]]:
        """Return these tables with entries laid over them.

        An entry that is not there to be overridden is left out, and is a fault.
        """
        lost = []
        for table, entries in above.tables.items():
            known = self.tables.get(table, {})
            for key in (key for key in entries if key not in known):
                is_slot = table == "names" and key in self.tables.get("slots", {})
                hint = _SLOT.format(key) if is_slot else did_you_mean(key, known, _DEFINE)
                lost.append(Problem((table, key), f"is not there to be overridden; {hint}"))
        found = above.without({problem.place for problem in lost})
        return self.below(found), above.faults(lost)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with others laid over them."""
    found = dict(below)
    for key, value in above.items():
        known = below.get(key)
        if isinstance(value, dict):
            found[key] = _over(known if isinstance(known, dict) else {}, value)
        elif key == _ADDED and isinstance(value, list) and isinstance(known, list):
            found[key] = [*known, *value]
        else:
            found[key] = value
    return found


def _moved(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables without the ranges of boards and cells that get a size, and the reverse."""
    found = dict(below)
    for table, key, given, other in _new_places(above):
        entries = found.get(table)
        entry = entries.get(key) if isinstance(entries, dict) else None
        if isinstance(entry, dict) and given not in entry:
            rest = {name: value for name, value in entry.items() if name != other}
            found[table] = {**found[table], key: rest}
    return found


def _new_places(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the boards and cells that have a range or a size, which, and the other of both."""
    for table in ("boards", "cells"):
        entries = tables.get(table)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            for given, other in (("range", "size"), ("size", "range")):
                if isinstance(entry, dict) and given in entry and other not in entry:
                    yield table, key, given, other
