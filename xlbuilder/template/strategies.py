"""Strategies: files of tables that are laid over a template and plug names into its slots.

A template's slot is a name whose formula the plugged-in strategies make up together, such as "does
any strategy remove this candidate?".  Nothing here knows what the strategies are about.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import count, repeat
from pathlib import Path
from typing import NamedTuple

from xlbuilder.errors import TemplateError, did_you_mean
from xlbuilder.formula.limits import MAX_CHARACTERS
from xlbuilder.template.braces import OF_SLOTS
from xlbuilder.template.known import is_known
from xlbuilder.template.limits import MAX_STRATEGIES
from xlbuilder.template.locate import strategies as shipped
from xlbuilder.template.placing import folded_together
from xlbuilder.template.problem import Problem
from xlbuilder.template.schema import About, Name, Slot, Strategy, Template, TemplateFile, bare
from xlbuilder.template.source import OVERRIDES, Source, read_strategy
from xlbuilder.template.strategy_ref import TOO_MANY, StrategyRef, name_of, needed, validated


class Plug(NamedTuple):
    """A name that is plugged into a slot, and its number there."""

    number: int
    name: str
    strategy: str
    """The title of the strategy that plugs it in."""


Plugs = dict[str, list[Plug]]
_Entries = Mapping[str, list[str]]
"""What one file plugs in: for each slot its names, in their order."""
_THIS, _REST, _NUMBER, _STRATEGY = (f"{{{word}}}" for word in OF_SLOTS)


@dataclass
class _Reading:
    """The strategies that are plugged in, read with those that they need."""

    source: Source
    names: set[str]
    """Of those that are plugged in, or will be."""
    removed: set[str]
    read: list[tuple[StrategyRef, Source, Strategy]] = field(default_factory=list)
    plugs: Plugs = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    """The names of each slot so far, those that were refused too."""
    spare: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def add(self, one: StrategyRef) -> None:
        """Read a strategy, after those that it needs and that nobody plugs in."""
        try:
            own = read_strategy(one.path, self.source.parts, dict(one.given))
            strategy = validated(own)
        except TemplateError as error:
            self.problems += error.problems
            return
        about = strategy.strategy
        for need in about.needs:
            text = self._plug_in(need, one.path.parent)
            if text is not None:
                self.problems += own.messages([Problem(("strategy", "needs"), text)])
        self.read.append((one, own, strategy))

    def plug(self, entries: _Entries, not_there: AbstractSet[str], title: str) -> list[Problem]:
        """Plug in the names of one file; return what is strange, which is left out.

        The names for the slots that are ``not_there`` are spare.
        """
        self.spare.update(*(entries[slot] for slot in entries.keys() & not_there))
        staying = {slot: names for slot, names in entries.items() if slot not in not_there}
        strange = list(_strange_plugs(staying, self.source))
        refused = {problem.place[1] for problem in strange}
        slots = self.source.tables.get("slots", {})
        for slot, names in staying.items():
            first = self.counts[slots.get(slot, {}).get("beside", slot)] + 1
            if slot not in refused:
                made = map(Plug, count(first), names, repeat(title))
                self.plugs.setdefault(slot, []).extend(made)
        self.counts.update({slot: len(names) for slot, names in staying.items()})
        return strange

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

    plugs: Plugs
    """What they plug in where."""
    abouts: tuple[About, ...]
    """What they say of themselves."""
    strategies: tuple[StrategyRef, ...]
    """Those that were asked for, and those that they need."""
    libraries: AbstractSet[Path]
    """The files of the libraries among them."""
    places: AbstractSet[str]
    """The boards and cells that they bring, by name."""
    overriding: Mapping[str, Sequence[tuple[str, frozenset[str]]]]
    """By the name that is overridden, what takes its place, and the strategies that bring it."""
    spare: AbstractSet[str]
    """The names that would be plugged into slots, or override names, that are not there."""
    problems: list[str]
    """What does not go together, one line each; it is left out."""
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
    unreadable = bool(reading.problems)
    problems = reading.problems
    for one, own, strategy in reading.read:
        tables = own.tables
        del tables["strategy"]
        tables.pop("plugs", None)
        tables.pop("tests", None)
        collisions = list(_collisions(own, source))
        problems += _collision_messages(collisions, one.name, own, source, reading.read)
        for table, key in (problem.place for problem in collisions):
            del tables[table][key]
        source.lay_over(own)
        places.update(*(tables.get(table, ()) for table in ("boards", "cells")))
        if strategy.strategy.library:
            libraries |= own.files
        else:
            source.files |= own.files
    if unreadable:
        raise TemplateError(problems)
    slots = source.tables.get("slots", {})
    problems += source.messages(
        Problem(("names", name), f"is a slot; write [slots.{name}] with last, or another name")
        for name in sorted(slots.keys() & source.tables.get("names", {}).keys())
    )
    asked = [*(plugs for _, plugs in source.plugs), *(each.plugs for _, _, each in reading.read)]
    not_there = {
        slot
        for slot in set[str]().union(*asked) - slots.keys()
        if slot in source.missing or is_known("slots", slot)
    }
    for path, entries in source.plugs:  # once all slots and names are there
        strange = reading.plug(entries, not_there, path.stem)
        problems += [f"{path}: [{'.'.join(each.place)}]: {each.text}" for each in strange]
    lacking = {}
    for one, own, strategy in reading.read:
        strange = reading.plug(strategy.plugs, not_there, strategy.strategy.title)
        problems += own.messages(strange)
        lacking[one.name] = [slot for slot in strategy.plugs if slot not in slots]
        has_place = strategy.plugs.keys() - not_there or any(
            entry.overrides for entry in strategy.names.values()
        )
        if strategy.plugs and not (strategy.strategy.library or has_place):
            text = "the template has none of these slots, so the strategy would do nothing"
            problems += own.messages([Problem(("plugs",), text)])
    overriding, strange = _overriding(source, reading)
    problems += source.messages(strange)
    abouts = tuple(strategy.strategy for _, _, strategy in reading.read)
    strategies = tuple(one for one, _, _ in reading.read)
    return Overlay(
        reading.plugs,
        abouts,
        strategies,
        libraries,
        places,
        overriding,
        reading.spare,
        problems,
        lacking,
    )


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
    """Return the template with each slot as a name that joins what is plugged into it."""
    names, problems = {}, []
    plugs = laid.plugs
    parts = {slot: _parts(slot, file.slots) for slot in file.slots}
    within = {part: slot for slot, own in parts.items() for part in own}
    for slot, entry in file.slots.items():
        into = plugs.get(entry.of or slot, [])
        if entry.of is None and _THIS not in entry.join:
            text = f"join has no {_THIS}, so a name that is plugged in would be lost"
            problems.append(Problem(("slots", slot), text))
        elif slot in within:
            if _REST in entry.join:
                text = f"join has {_REST}, but it is a part of {within[slot]}; leave it out"
                problems.append(Problem(("slots", slot), text))
            continue
        elif len(into) > 1 and _REST not in entry.join:
            both = " and ".join(plug.name for plug in into)
            text = f"join has no {_REST}, so it takes one name only, not {both}"
            problems.append(Problem(("slots", slot), text))
        elif not into and entry.last is None:
            text = "nothing is plugged in; give last, which is all there is then"
            problems.append(Problem(("slots", slot), text))
        for key, other_slot in (("beside", entry.beside), ("of", entry.of)):
            if other_slot is not None and other_slot not in file.slots:
                problems.append(Problem(("slots", slot, key), f"there is no slot {other_slot}"))
        own = {
            part: (other, {plug.number: plug.name for plug in plugs.get(part, [])})
            for part, other in parts[slot].items()
        }
        formula = _joined(entry, into, own)
        if formula is None:
            text = "what is plugged in makes a formula too long for Excel; leave a strategy out"
            problems.append(Problem(("slots", slot), text))
        names[slot] = Name(formula=formula or "=0", comment=entry.comment, inline=entry.inline)
        problems += [
            Problem(("slots", slot), "is the name of a board or a cell too; choose another")
            for table in (file.boards, file.cells)
            if slot in table
        ]
    for other, those in laid.overriding.items():
        if len(those) > 1:
            both = " and ".join(name for name, _ in those)
            text = f"is overridden by {both}; {_remedy(those, file.strategies)}"
            problems.append(Problem(("names", other), text))
        formula = f"={those[0][0]}"
        names[other] = file.names[other].model_copy(update={"formula": formula})
    tables = {**dict(file), "names": {**file.names, **names}, "plugged": laid.abouts}
    tables["plugs"] = {
        slot: tuple((plug.number, plug.name) for plug in into) for slot, into in plugs.items()
    }
    tables["brought"] = frozenset(laid.places)
    return Template.model_construct(**tables), problems


def _owners(name: str, read: Sequence[tuple[StrategyRef, Source, Strategy]]) -> frozenset[str]:
    """Return the name of a strategy; of a library, the names of the strategies that need it."""
    if not any(one.name == name and own.strategy.library for one, _, own in read):
        return frozenset([name])
    users = [one.name for one, _, own in read if name in map(name_of, own.strategy.needs)]
    return frozenset[str]().union(*(_owners(user, read) for user in users)) or frozenset([name])


def _remedy(those: Iterable[tuple[str, frozenset[str]]], own: Collection[str]) -> str:
    """Say which strategies to leave out, and how those of the template's ``own``."""
    written = {name_of(name): f" (--without {name})" for name in own}
    ways = []
    for _, owners in those:
        *others, last = sorted(owners)
        named = f"{', '.join(others)} and {last}" if others else last
        ways.append(named + written.get(named, ""))
    return f"leave out {', or '.join(ways)}"


def _parts(slot: str, slots: Mapping[str, Slot]) -> dict[str, Slot]:
    """Return the slots that stand beside what makes one up, and that its join has, by name."""
    return {
        name: other
        for name, other in slots.items()
        if other.beside == (slots[slot].of or slot) and _braced(name) in slots[slot].join
    }


def _joined(
    slot: Slot, plugs: Sequence[Plug], parts: Mapping[str, tuple[Slot, Mapping[int, str]]]
) -> str | None:
    """Return the formula that the names make up together; None when it grows too long.

    ``parts`` has each part of the slot, with the names that are plugged into it, by number.
    """
    if slot.last is None:
        text = plugs[-1].name if plugs else "0"
        plugs = plugs[:-1]
    else:
        text = bare(slot.last)
    for number, name, strategy in reversed(plugs):
        join = bare(slot.join)
        for part, (entry, names) in parts.items():
            own = bare(entry.last or "0")
            if number in names:
                own = bare(entry.join).replace(_THIS, names[number])
            join = join.replace(_braced(part), own)
        join = join.replace(_NUMBER, str(number)).replace(_STRATEGY, strategy.replace('"', '""'))
        if len(join) + join.count(_REST) * len(text) > 4 * MAX_CHARACTERS:
            return None
        text = join.replace(_REST, text).replace(_THIS, name)
    return f"={text}"


def _braced(slot: str) -> str:
    return f"{{{slot}}}"


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


def _collision_messages(
    collisions: Sequence[Problem],
    name: str,
    own: Source,
    source: Source,
    read: Sequence[tuple[StrategyRef, Source, Strategy]],
) -> list[str]:
    """Return a line for each collision of the strategy ``name``; the user's file is to change.

    The collisions of a copy, a file that has several names of another strategy, are one line.
    """
    is_ours = own.path in shipped().values()
    theirs = [each for each in collisions if is_ours and source.origins[each.place] == source.path]
    text = f"is in the strategy {name} too; choose another name, write {OVERRIDES} = "
    way = f", or {_left_out(name)}"
    lines = source.messages(
        each._replace(text=f'{text}"{each.place[1]}" to change it{way}') for each in theirs
    )
    rest = [each for each in collisions if each not in theirs]
    others = {source.origins[problem.place] for problem in rest} - {own.path}
    copied = [one.name for one, _, _ in read if {one.path} == others]
    if len(rest) > 1 and copied:
        text = f"has {len(rest)} names that the strategy {copied[0]} has too; choose others, or"
        rest = [Problem(("strategy",), f"{text} {_left_out(copied[0])}")]
    return lines + own.messages(rest)


def _left_out(name: str) -> str:
    return f"leave the strategy out (--without {name})"


def _strange_plugs(plugs: _Entries, source: Source) -> Iterator[Problem]:
    """Find plugs for slots that are not there, and plugs that are no names."""
    slots = source.tables["slots"]
    known = [
        name
        for table in ("names", "slots", "boards", "cells")
        for name in source.tables.get(table, {})
    ]
    lower = {name.lower() for name in known}
    for slot, entries in plugs.items():
        if slot not in slots:
            hint = did_you_mean(slot, slots)
            if slot in source.tables.get("names", {}):
                mine = "".join(entries[:1])
                hint = f'it is a name; write {OVERRIDES} = "{slot}" in [names.{mine}]'
            yield Problem(("plugs", slot), f"there is no such slot; {hint}")
        other = slots.get(slot, {}).get("of")
        if other is not None:
            text = f"is made of what is plugged into {other}; plug in there"
            yield Problem(("plugs", slot), text)
        beside = slots.get(slot, {}).get("beside")
        if beside is not None and len(entries) != len(plugs.get(beside, [])):
            text = f"needs one name for each that is plugged into {beside}, in the same order"
            yield Problem(("plugs", slot), text)
        for name in entries:
            if name.lower() not in lower:
                hint = did_you_mean(name, known, "define it in [names]")
                yield Problem(("plugs", slot), f"there is no name {name!r}; {hint}")
