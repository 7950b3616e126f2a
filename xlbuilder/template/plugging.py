"""What strategies and parts plug into slots, and which names they override.

A template's slot is a name whose formula the plugged-in strategies make up together, such as "does
any strategy remove this candidate?".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from xlbuilder.errors import Fault, did_you_mean
from xlbuilder.template.joins import asked_fields, over_of
from xlbuilder.template.known import is_known
from xlbuilder.template.locate import strategies as shipped
from xlbuilder.template.problem import Problem
from xlbuilder.template.slots import Overriding, PluggedRule, fields_without_effect, lacking_fields
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import StrategyFiles
from xlbuilder.template.strategy_ref import name_of
from xlbuilder.template.tables import ENTRIES, OVERRIDES, Plugged


@dataclass(frozen=True)
class Plugging:
    """What strategies and parts bring for the slots and names of a template."""

    rules: Sequence[PluggedRule]
    overriding: Overriding
    spare: frozenset[str]
    """The names whose slots, or whose overridden names, do not exist in this template."""
    lacking: Mapping[str, Sequence[str]]
    """The slots that a strategy plugs into and the template lacks, by the strategy's name."""
    faults: Sequence[Fault]
    """The faults of rules and plugs, which are left out."""


class _Taken(NamedTuple):
    """What a template takes of one file."""

    rules: list[PluggedRule]
    spare: set[str]
    problems: list[Problem]


def plugging(source: Source, strategies: Sequence[StrategyFiles]) -> Plugging:
    """Return what the strategies and the parts of a template bring; ``source`` has their tables."""
    slots = _Slots(source)
    rules: list[PluggedRule] = []
    spare: set[str] = set()
    faults: list[Fault] = []
    for part in source.plugs:
        taken = slots.taken(part, part.path.stem, part.path.stem)
        rules += taken.rules
        spare |= taken.spare
        faults += [Fault(part.path, each.text, each.place) for each in taken.problems]
    lacking = {}
    for one in strategies:
        about, brought = one.strategy.strategy, one.strategy
        plugged = Plugged(one.ref.path, brought.plugs, brought.rules)
        taken = slots.taken(plugged, about.title, one.ref.name)
        rules += taken.rules
        spare |= taken.spare
        faults += one.source.faults(taken.problems)
        lacking[one.ref.name] = [slot for slot in brought.plugs if slot not in slots.tables]
        has_place = any(rule.fields for rule in taken.rules) or any(
            entry.overrides for entry in brought.names.values()
        )
        asks = brought.plugs or brought.rules
        if asks and not (taken.problems or about.library or has_place):
            text = "the template has no slots for it, so the strategy would do nothing"
            faults += one.source.faults([Problem(("strategy",), text)])
    faults += _shared_numbers(rules, source, strategies)
    overriding, unused, strange = _overriding(source, strategies)
    faults += source.faults(strange)
    return Plugging(rules, overriding, frozenset(spare | unused), lacking, faults)


@dataclass(frozen=True)
class _Slots:
    """The slots of a template, for what is plugged into them."""

    source: Source

    @cached_property
    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The tables of the slots, by name."""
        tables: Mapping[str, Mapping[str, Any]] = self.source.tables.get("slots", {})
        return tables

    @cached_property
    def known(self) -> AbstractSet[str]:
        """The slots into which names are plugged, and the fields of rules that slots ask for."""
        plain = {name for name, slot in self.tables.items() if not over_of(slot)}
        return asked_fields(self.tables) | plain

    @cached_property
    def values(self) -> Mapping[str, str]:
        """The names of all slots, names, boards and cells, by their lower case."""
        tables = self.source.tables
        return {name.lower(): name for table in ENTRIES for name in tables.get(table, {})}

    def taken(self, brought: Plugged, title: str, strategy: str) -> _Taken:
        """Return what the slots take of one file; a rule with a problem is left out.

        Names for slots and fields that only other templates have are spare.  Names for fields of a
        layer that is left out are spare too, even if an existing slot also asks for these fields.
        """
        rules: list[PluggedRule] = []
        spare: set[str] = set()
        problems: dict[Problem, None] = {}
        for place, rule in brought.records():
            fields = {key: str(rule[key]) for key in rule.keys() & self.known}
            texts = [text for text in (self._strange(*each) for each in rule.items()) if text]
            texts = texts or [*lacking_fields(self.tables, fields)]
            texts = texts or [*self._without_effect(fields)]
            if not texts:
                used = self.known - self.source.missing
                spare.update(str(rule[key]) for key in rule.keys() - used)
                rules.append(PluggedRule(fields, title, strategy))
            problems |= dict.fromkeys(Problem(place, text) for text in texts)
        return _Taken(rules, spare, [*problems])

    def _without_effect(self, rule: Mapping[str, str]) -> Iterator[str]:
        """Yield in words the fields of a rule that change no slot."""
        for key in fields_without_effect(self.tables, rule):
            if key not in self.source.missing:
                yield f"{key} has no effect beside the other fields; leave it out"

    def _is_elsewhere(self, key: str) -> bool:
        """Return whether a layer that is left out, or another template, has this slot."""
        return key in self.source.missing or is_known("slots", key)

    def _strange(self, key: str, value: str | int) -> str:
        """Return what is wrong with a slot or a field and its value, or an empty text."""
        if key not in self.known and (key in self.tables or not self._is_elsewhere(key)):
            if over := over_of(self.tables.get(key, {})):
                return f'is made of rules; write {over[-1]} = "..." in [[rules]]'
            hint = did_you_mean(key, self.known)
            if key in self.source.tables.get("names", {}):
                hint = f'it is a name; write {OVERRIDES} = "{key}" in the table of another one'
            return f"there is no slot or field {key}; {hint}"
        if isinstance(value, str) and not value.isdecimal() and value.lower() not in self.values:
            hint = did_you_mean(value, self.values.values(), "define it in [names]")
            return f"there is no name {value!r}; {hint}"
        return ""


def _shared_numbers(
    rules: Iterable[PluggedRule], source: Source, strategies: Sequence[StrategyFiles]
) -> Iterator[Fault]:
    """Yield a fault for each rule with the number of another strategy that it does not need.

    The number is the value of a field that must be a whole number: a number can have only one
    reason in words.
    """
    slots = source.tables.get("slots", {}).values()
    fields = {over_of(slot)[0] for slot in slots if "whole_number" in slot and over_of(slot)}
    files = {one.ref.name: one.source for one in strategies}
    needs = {one.ref.name: {*map(name_of, one.needs)} for one in strategies}
    owners: dict[tuple[str, str], str] = {}
    told: set[tuple[tuple[str, str], tuple[str, str]]] = set()
    for rule in rules:
        for pair in ((key, text) for key, text in rule.fields.items() if key in fields):
            both = owners.setdefault(pair, rule.strategy), rule.strategy
            if both[0] in {both[1], *needs.get(both[1], ())} or (pair, both) in told:
                continue
            told.add((pair, both))
            is_first = both[0] not in shipped() and both[1] in shipped()
            mine, other = both if is_first else reversed(both)
            text = f"{' = '.join(pair)} is that of {other} too; choose another"
            own = files.get(mine, source)  # a part has no strategy
            yield from own.faults([Problem(("rules",), text)])


def _overriding(
    source: Source, strategies: Sequence[StrategyFiles]
) -> tuple[Overriding, set[str], list[Problem]]:
    """Return what overrides names here, what does so only in other templates, and the problems."""
    owners: dict[Path, frozenset[str]] = {
        path: _owners(one, strategies) for one in strategies for path in one.source.files
    }
    names = source.tables.get("names", {})
    found: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
    elsewhere, problems = set(), []
    overrides = {name: entry[OVERRIDES] for name, entry in names.items() if OVERRIDES in entry}
    for name, other in overrides.items():
        path = source.origins["names", name]
        if other in names and other != name:
            found[other].append((name, owners.get(path, frozenset([path.stem]))))
        elif other != name and (other in source.missing or is_known("names", other)):
            elsewhere.add(name)
        else:
            hint = did_you_mean(other, names.keys() - {name}, "give the name of another one")
            if other in source.tables.get("slots", {}):
                hint = f'it is a slot; write {other} = ["{name}"] in [plugs]'
            problems.append(
                Problem(("names", name, OVERRIDES), f"there is no name {other}; {hint}")
            )
    return found, elsewhere, problems


def _owners(one: StrategyFiles, strategies: Sequence[StrategyFiles]) -> frozenset[str]:
    """Return the name of a strategy; of a library, the names of the strategies that need it."""
    name = one.ref.name
    if not one.is_library:
        return frozenset([name])
    users = [each for each in strategies if name in map(name_of, each.needs)]
    return frozenset[str]().union(*(_owners(user, strategies) for user in users)) or frozenset(
        [name]
    )
