"""Strategies: files of tables that are laid over a template and plug names into its slots.

A template's slot is a name whose formula the plugged-in strategies make up together, such as "does
any strategy remove this candidate?".  Nothing here knows what the strategies are about.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from xlbuilder.errors import Fault, TemplateError, did_you_mean
from xlbuilder.template.joins import asked_fields, over_of
from xlbuilder.template.known import is_known
from xlbuilder.template.limits import MAX_STRATEGIES
from xlbuilder.template.locate import strategies as shipped
from xlbuilder.template.placing import folded_together
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import About, Strategy, Template, TemplateFile
from xlbuilder.template.slots import (
    Overriding,
    Rule,
    fields_without_effect,
    lacking_fields,
    numbered,
    with_slots,
)
from xlbuilder.template.source import ENTRIES, OVERRIDES, Plugged, Source, read_strategy
from xlbuilder.template.strategy_ref import TOO_MANY, StrategyRef, name_of, needed
from xlbuilder.template.validation import validated


@dataclass
class _Reading:
    """The strategies that are plugged in, read with those that they need."""

    source: Source
    names: set[str]
    """Of those that are plugged in, or will be."""
    removed: set[str]
    read: list[tuple[StrategyRef, Source, Strategy]] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    spare: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)

    def add(self, one: StrategyRef) -> None:
        """Read a strategy, after those that it needs and that nobody plugs in."""
        try:
            own = read_strategy(one.path, self.source.parts, dict(one.given))
            strategy = validated(own, Strategy)
        except TemplateError as error:
            self.faults += error.faults
            return
        needs = [*strategy.needs, *self._needed_by(strategy.rules)]
        for need in needs:
            text = self._plug_in(need, one.path.parent)
            if text is not None:
                self.faults += own.faults([Problem(("needs",), text)])
        self.read.append((one, own, strategy.model_copy(update={"needs": needs})))

    def _needed_by(self, rules: Sequence[Mapping[str, str | int]]) -> Iterator[str]:
        """Yield the strategies that slots need for the fields of some rules."""
        fields = {field for rule in rules for field in rule}
        for slot in self.source.tables.get("slots", {}).values():
            needs = slot.get("needs", {})
            yield from (needs[field] for field in needs if field in fields)

    def plug(self, brought: Plugged, title: str, strategy: str) -> Iterator[Problem]:
        """Plug in the names and the rules of one file; yield what is strange, which is left out.

        The names for slots and fields that only other templates have are spare, and so may be those
        for fields of a layer that is left out, though a slot that is there asks for them too.
        """
        slots = self.source.tables.get("slots", {})
        known = asked_fields(slots) | {name for name, slot in slots.items() if not over_of(slot)}
        missing = self.source.missing
        every = {
            name.lower(): name for table in ENTRIES for name in self.source.tables.get(table, {})
        }
        told: set[tuple[tuple[str, str], str]] = set()
        for place, rule in brought.records():
            found = {key: self._strange(key, value, known, every) for key, value in rule.items()}
            fields = {key: str(rule[key]) for key in rule.keys() & known}
            texts = [*filter(None, found.values())] or [*lacking_fields(slots, fields)]
            texts = texts or [*self._without_effect(fields)]
            if not texts:
                self.spare.update(str(rule[key]) for key in rule.keys() - (known - missing))
                self.rules.append(Rule(fields, title, strategy))
            yield from (Problem(place, text) for text in texts if (place, text) not in told)
            told.update((place, text) for text in texts)

    def _without_effect(self, rule: Mapping[str, str]) -> Iterator[str]:
        """Yield in words which fields of a rule no slot asks for beside the others."""
        for key in fields_without_effect(self.source.tables.get("slots", {}), rule):
            if key not in self.source.missing:
                yield f"{key} has no effect beside the other fields; leave it out"

    def _strange(
        self, key: str, value: str | int, known: Collection[str], every: Mapping[str, str]
    ) -> str:
        """Return what is wrong with a slot or a field and its value; an empty text if nothing.

        ``every`` has all that a value may be the name of, by its small letters.
        """
        slots, names = (self.source.tables.get(table, {}) for table in ("slots", "names"))
        if key not in known and (key in slots or not self._is_elsewhere("slots", key)):
            hint = did_you_mean(key, known)
            if over := over_of(slots.get(key, {})):
                return f'is made of rules; write {over[-1]} = "..." in [[rules]]'
            if key in names:
                hint = f'it is a name; write {OVERRIDES} = "{key}" in the table of another one'
            if key in _FIELDS:
                hint = f'write {_FIELDS[key]} = "..." in [[rules]]'
            return f"there is no slot or field {key}; {hint}"
        if isinstance(value, str) and not value.isdecimal() and value.lower() not in every:
            hint = did_you_mean(value, every.values(), "define it in [names]")
            return f"there is no name {value!r}; {hint}"
        return ""

    def _is_elsewhere(self, table: str, name: str) -> bool:
        """Return whether a layer that is left out, or another template, has such a thing."""
        return name in self.source.missing or is_known(table, name)

    def _plug_in(self, need: str, folder: Path) -> str | None:
        """Plug in what a strategy of the folder needs; return what is wrong with that."""
        known = name_of(need)
        if known in self.names:
            return None
        if known in self.removed:
            return f"it needs {need}; plug that in too"
        self.names.add(known)
        if len(self.names) > MAX_STRATEGIES:
            return TOO_MANY
        try:
            needed_one = needed(need, folder)
        except (OSError, TemplateError):
            file = f"{known.partition(':')[0]}.toml"
            return f"it needs {need}; write {file} beside this file, or plug that in too"
        self.add(needed_one)
        return None


class Overlay(NamedTuple):
    """Strategies that are laid over a template."""

    rules: Sequence[Rule]
    """What they bring for slots."""
    abouts: tuple[About, ...]
    """What they say of themselves."""
    strategies: tuple[StrategyRef, ...]
    """Those that were asked for, and those that they need."""
    libraries: AbstractSet[Path]
    """The files of the libraries among them."""
    places: AbstractSet[str]
    """The boards and cells that they bring, by name."""
    overriding: Overriding
    spare: AbstractSet[str]
    """The names that would be plugged into slots, or override names, that are not there."""
    faults: list[Fault]
    """What does not go together; it is left out."""
    lacking: Mapping[str, Sequence[str]]
    """The slots that strategies plug into and that are not there, by the strategy's name."""


def lay_in(source: Source, strategies: Sequence[StrategyRef], removed: Sequence[str]) -> Overlay:
    """Lay the tables of the strategies over the template, and of those that they need.

    ``removed`` are those that are left out, though one may need them.  Raises TemplateError with
    all problems of files that cannot be read, or that are no strategies.
    """
    libraries: set[Path] = set()
    places: set[str] = set()
    left_out = set(map(name_of, removed))
    reading = _Reading(source, {one.name for one in strategies}, left_out)
    for one in strategies:
        reading.add(one)
    unreadable = bool(reading.faults)
    faults = reading.faults
    for one, own, strategy in reading.read:
        tables = own.tables
        del tables["strategy"]
        for key in ("needs", "plugs", "rules", "tests"):
            tables.pop(key, None)
        collisions = list(_collisions(own, source))
        faults += _collision_faults(collisions, one.name, own, source, reading.read)
        for table, key in (problem.place for problem in collisions):
            del tables[table][key]
        source.lay_over(own)
        places.update(*(tables.get(table, ()) for table in ("boards", "cells")))
        if strategy.strategy.library:
            libraries |= own.files
        else:
            source.files |= own.files
    if unreadable:
        raise TemplateError(faults)
    slots = source.tables.get("slots", {})
    faults += source.faults(
        Problem(("names", name), f"is a slot; write [slots.{name}] with last, or another name")
        for name in sorted(slots.keys() & source.tables.get("names", {}).keys())
    )
    for part in source.plugs:  # once all slots and names are there
        faults += [
            Fault(part.path, each.text, each.place)
            for each in reading.plug(part, part.path.stem, part.path.stem)
        ]
    lacking = {}
    for one, own, strategy in reading.read:
        before = len(reading.rules)
        brought = Plugged(one.path, strategy.plugs, strategy.rules)
        strange = list(reading.plug(brought, strategy.strategy.title, one.name))
        faults += own.faults(strange)
        lacking[one.name] = [slot for slot in strategy.plugs if slot not in slots]
        has_place = any(rule.fields for rule in reading.rules[before:]) or any(
            entry.overrides for entry in strategy.names.values()
        )
        asks = strategy.plugs or strategy.rules
        if asks and not (strange or strategy.strategy.library or has_place):
            text = "the template has no slots for it, so the strategy would do nothing"
            faults += own.faults([Problem(("strategy",), text)])
    faults += _shared_numbers(reading)
    overriding, strange = _overriding(source, reading)
    faults += source.faults(strange)
    abouts = tuple(strategy.strategy for _, _, strategy in reading.read)
    strategies = tuple(one for one, _, _ in reading.read)
    return Overlay(
        reading.rules,
        abouts,
        strategies,
        libraries,
        places,
        overriding,
        reading.spare,
        faults,
        lacking,
    )


def _shared_numbers(reading: _Reading) -> Iterator[Fault]:
    """Yield a fault for each rule with the number of another strategy, unless it needs that one.

    A number is that of a field that has to be a whole number: one number has one reason in words.
    """
    slots = reading.source.tables.get("slots", {}).values()
    fields = {over_of(slot)[0] for slot in slots if "whole_number" in slot and over_of(slot)}
    files = {one.name: own for one, own, _ in reading.read}
    needs = {one.name: {*map(name_of, strategy.needs)} for one, _, strategy in reading.read}
    owners: dict[tuple[str, str], str] = {}
    told: set[tuple[tuple[str, str], tuple[str, str]]] = set()
    for rule in reading.rules:
        for pair in ((key, text) for key, text in rule.fields.items() if key in fields):
            both = owners.setdefault(pair, rule.strategy), rule.strategy
            if both[0] in {both[1], *needs.get(both[1], ())} or (pair, both) in told:
                continue
            told.add((pair, both))
            is_first = both[0] not in shipped() and both[1] in shipped()
            mine, other = both if is_first else reversed(both)
            text = f"{' = '.join(pair)} is that of {other} too; choose another"
            own = files.get(mine, reading.source)  # a part has no strategy
            yield from own.faults([Problem(("rules",), text)])


def _overriding(
    source: Source, reading: _Reading
) -> tuple[dict[str, list[tuple[str, frozenset[str]]]], list[Problem]]:
    """Return what overrides the names of others, and the problems of that.

    What would override a name that only other templates have is spare.
    """
    owners = {
        path: _owners(one.name, reading.read) for one, own, _ in reading.read for path in own.files
    }
    names = source.tables.get("names", {})
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    problems = []
    overrides = {name: entry[OVERRIDES] for name, entry in names.items() if OVERRIDES in entry}
    for name, other in overrides.items():
        path = source.origins["names", name]
        if other in names and other != name:
            found.setdefault(other, []).append((name, owners.get(path, frozenset([path.stem]))))
        elif other != name and (other in source.missing or is_known("names", other)):
            reading.spare.add(name)
        else:
            hint = did_you_mean(other, names.keys() - {name}, "give the name of another one")
            if other in source.tables.get("slots", {}):
                hint = f'it is a slot; write {other} = ["{name}"] in [plugs]'
            problems.append(
                Problem(("names", name, OVERRIDES), f"there is no name {other}; {hint}")
            )
    return found, problems


def folded_with(file: TemplateFile, abouts: tuple[About, ...]) -> TemplateFile:
    """Return the template with the rows and columns folded that its strategies fold."""
    more = [lines for about in abouts for lines in about.folded]
    if not more:
        return file
    folded = folded_together([*file.workbook.folded, *more])
    workbook = file.workbook.model_copy(update={"folded": folded})
    return file.model_copy(update={"workbook": workbook})


def plugged(file: TemplateFile, laid: Overlay) -> tuple[Template, list[Problem]]:
    """Return the template with each slot as a name that joins what strategies bring for it."""
    names, problems = with_slots(file, laid.rules, laid.overriding)
    fields = dict.fromkeys(field for rule in laid.rules for field in rule.fields)
    tables = {**dict(file), "names": {**file.names, **names}, "plugged": laid.abouts}
    tables["plugs"] = {
        field: tuple((number, rule.fields[field]) for number, rule in numbered(laid.rules, [field]))
        for field in fields
    }
    tables["rules"] = tuple((rule.strategy, rule.fields) for rule in laid.rules)
    tables["brought"] = frozenset(laid.places)
    return Template.model_construct(**tables), problems


def _owners(name: str, read: Sequence[tuple[StrategyRef, Source, Strategy]]) -> frozenset[str]:
    """Return the name of a strategy; of a library, the names of the strategies that need it."""
    if not any(one.name == name and own.strategy.library for one, _, own in read):
        return frozenset([name])
    users = [one.name for one, _, own in read if name in map(name_of, own.needs)]
    return frozenset[str]().union(*(_owners(user, read) for user in users)) or frozenset([name])


def _collisions(own: Source, source: Source) -> Iterator[Problem]:
    """Find what would silently replace a board, a name and so on of the template."""
    for table, entries in own.tables.items():
        for key in entries:
            if key not in source.tables.get(table, {}):
                continue
            other = source.origins[table, key]
            text = f"is already in {other}; choose another name"
            if other == own.origins[table, key]:
                text = "is there twice, as the file is; put a parameter such as {size} into the key"
            yield Problem((table, key), text)


def _collision_faults(
    collisions: Sequence[Problem],
    name: str,
    own: Source,
    source: Source,
    read: Sequence[tuple[StrategyRef, Source, Strategy]],
) -> list[Fault]:
    """Return a fault for each collision of the strategy ``name``; the user's file is to change.

    The collisions of a copy, a file that has several names of another strategy, are one fault.
    """
    is_ours = own.path in shipped().values()
    theirs = [each for each in collisions if is_ours and source.origins[each.place] == source.path]
    text = f"is in the strategy {name} too; choose another name, write {OVERRIDES} = "
    way = f", or {_left_out(name)}"
    faults = source.faults(
        each._replace(text=f'{text}"{each.place[1]}" to change it{way}') for each in theirs
    )
    rest = [each for each in collisions if each not in theirs]
    others = {source.origins[problem.place] for problem in rest} - {own.path}
    copied = [one.name for one, _, _ in read if {one.path} == others]
    if len(rest) > 1 and copied:
        text = f"has {len(rest)} names that the strategy {copied[0]} has too; choose others, or"
        rest = [Problem(("strategy",), f"{text} {_left_out(copied[0])}")]
    return faults + own.faults(rest)


def _left_out(name: str) -> str:
    return f"leave the strategy out (--without {name})"


_FIELDS = {
    "rated": "rating",
    "rated_placement": "rating",
    "reason_data": "data",
    "reason_number": "reason",
}
"""What to write instead of slots that there were once."""
