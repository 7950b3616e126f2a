"""The tables of files, and which file wrote each entry.

These values never change: laying tables over others, or removing entries, makes new values.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, Self

from xlbuilder.errors import Fault, did_you_mean
from xlbuilder.template.expand import SourceEntry
from xlbuilder.template.known import is_known
from xlbuilder.template.problem import Problem

OVERRIDES = "overrides"
"""A key of each entry: with its own name as value, it is also laid over the entry of a strategy."""

ENTRIES = ("slots", "names", "boards", "cells")
"""The tables whose entries formulas can call."""

ADDED = ("more_rows", "houses", "apart")
"""The keys to which each file adds, instead of replacing them."""
_DEFINE = "define it without overrides"
_SLOT = "it is a slot; write [slots.{}] with overrides and last"


class Plugged(NamedTuple):
    """The plugs and rules of the file ``path``: the names for each slot, in order, and rules."""

    path: Path
    plugs: Mapping[str, Sequence[str]]
    rules: Sequence[Mapping[str, str | int]]

    def records(self) -> Iterator[tuple[tuple[str, str], Mapping[str, str | int]]]:
        """Yield the place and fields of each rule; a name for a slot is a rule with one field."""
        for slot, names in self.plugs.items():
            yield from ((("plugs", slot), {slot: name}) for name in names)
        yield from ((("rules", str(number)), rule) for number, rule in enumerate(self.rules))


@dataclass(frozen=True)
class Tables:
    """The tables of one file, or of several files, laid over each other."""

    path: Path
    """The file that needs or extends the others."""
    tables: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[tuple[str, ...], Path] = field(default_factory=dict)
    """For each table or key, the file that wrote it last."""
    written: Mapping[tuple[str, ...], SourceEntry] = field(default_factory=dict)
    """How the file writes an entry whose key or text has words in braces."""
    plugs: tuple[Plugged, ...] = ()
    """The plugs and rules of parts."""

    def faults(self, problems: Iterable[Problem]) -> list[Fault]:
        """Return the problems as faults, with their files and the places in the files."""
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

        A size replaces a range, and a range replaces a size.
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
        """Return these tables without these entries, ``("names", "state")``; origins stay."""
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
        """Return two tables: these without the entries that override their own name, and the rest.

        An entry of the rest is also laid over the entry of a strategy.
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

        An entry that overrides nothing is left out.  It is a fault, unless a file of xlbuilder has
        the entry: then a strategy is left out.
        """
        lost, places = [], set()
        for table, entries in above.tables.items():
            known = self.tables.get(table, {})
            for key in (key for key in entries if key not in known):
                places.add((table, key))
                if is_known(table, key):
                    continue
                is_slot = table == "names" and key in self.tables.get("slots", {})
                hint = _SLOT.format(key) if is_slot else did_you_mean(key, known, _DEFINE)
                lost.append(Problem((table, key), f"is not there to be overridden; {hint}"))
        found = above.without(places)
        return self.below(found), above.faults(lost)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with others laid over them."""
    found = dict(below)
    for key, value in above.items():
        known = below.get(key)
        if isinstance(value, dict):
            found[key] = _over(known if isinstance(known, dict) else {}, value)
        elif key in ADDED and isinstance(value, list) and isinstance(known, list):
            found[key] = [*known, *value]
        else:
            found[key] = value
    return found


def _moved(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables without the ranges of boards that get a size, or the sizes for a range."""
    found = dict(below)
    for table, key, given, other in _new_places(above):
        entries = found.get(table)
        entry = entries.get(key) if isinstance(entries, dict) else None
        if isinstance(entry, dict) and given not in entry:
            rest = {name: value for name, value in entry.items() if name != other}
            found[table] = {**found[table], key: rest}
    return found


def _new_places(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the boards and cells with a range or a size: table, name, this key, the other key."""
    for table in ("boards", "cells"):
        entries = tables.get(table)
        for key, entry in entries.items() if isinstance(entries, dict) else ():
            for given, other in (("range", "size"), ("size", "range")):
                if isinstance(entry, dict) and given in entry and other not in entry:
                    yield table, key, given, other
