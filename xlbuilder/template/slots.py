"""Turns a slot into one formula of the names that strategies bring for it.

A slot is made of names that are plugged into it, or of the rules of strategies.  A rule is a
record: its fields are names or numbers.  A plugged-in name is a rule with a single field: the slot.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from xlbuilder.errors import FormulaError
from xlbuilder.formula import tree
from xlbuilder.formula.limits import MAX_CHARACTERS
from xlbuilder.formula.parse import parse
from xlbuilder.template.braces import OF_SLOTS
from xlbuilder.template.joins import over_of, written
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import NamedFormula, Slot, TemplateFile, bare
from xlbuilder.template.strategy_ref import name_of

_THIS, _REST, _NUMBER, _STRATEGY = OF_SLOTS
Overriding = Mapping[str, Sequence[tuple[str, frozenset[str]]]]
"""By the overridden name: the names that replace it, each with the strategies that bring it."""


class PluggedRule(NamedTuple):
    """A rule of a strategy: by field, or slot, a name or a number."""

    fields: Mapping[str, str]
    title: str
    """The title of the strategy."""
    strategy: str
    """The file name of the strategy, with parameters."""


def lacking_fields(
    slots: Mapping[str, Mapping[str, Any]], rule: Mapping[str, str]
) -> Iterator[str]:
    """Yield, in words, the fields that the slots of a rule need and the rule lacks."""
    words = {**dict.fromkeys(OF_SLOTS, ""), **rule}
    for name, slot in _slots_for(slots, rule):
        try:
            written(str(slot.get("join", "")), words)
        except KeyError as error:
            yield f"has {over_of(slot)[0]}, so the slot {name} needs {error.args[0]} too"


def fields_without_effect(
    slots: Mapping[str, Mapping[str, Any]], rule: Mapping[str, str]
) -> Iterator[str]:
    """Yield the fields of a rule that change no slot."""
    marked = {field: f"\0{field}\0" for field in rule}  # two fields may have the same value
    with_all = _written_of(slots, marked)
    for field in rule if len(rule) > 1 else ():
        fewer = {key: mark for key, mark in marked.items() if key != field}
        if _written_of(slots, fewer) == with_all:
            yield field


def _written_of(slots: Mapping[str, Mapping[str, Any]], rule: Mapping[str, str]) -> dict[str, str]:
    """Return what a rule adds to each of its slots, by the name of the slot."""
    words = {**dict.fromkeys(OF_SLOTS, ""), **rule}
    found = {}
    for name, slot in _slots_for(slots, rule):
        with suppress(KeyError):  # a field that the slot needs is missing
            found[name] = written(str(slot.get("join", "")), words)
    return found


def _slots_for(
    slots: Mapping[str, Mapping[str, Any]], rule: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the slots of a rule, with their names: the slots whose fields the rule has."""
    for name, slot in slots.items():
        if (over := over_of(slot)) and rule.keys() >= {*over}:
            yield name, slot


def with_slots(
    file: TemplateFile, rules: Sequence[PluggedRule], overriding: Overriding, *, is_plain: bool
) -> tuple[dict[str, NamedFormula], list[Problem]]:
    """Return the names that the slots and the overridden names become, and the problems.

    ``is_plain`` is whether the rules are the rules of plain Sudoku.
    """
    names, problems = {}, []
    whole_numbers = {
        slot.fields[0] for slot in file.slots.values() if slot.whole_number and slot.fields
    }
    for slot, entry in file.slots.items():
        fields = entry.fields or [slot]
        into = list(numbered(rules, fields))
        if entry.sees_boards:
            more = (PluggedRule({slot: text}, "", "") for text in _at_start(file))
            into += enumerate(more, len(into) + 1)
        if entry.plain_only and not is_plain:
            into.append((len(into) + 1, PluggedRule({slot: "TRUE"}, "", "")))
        if not entry.fields and f"{{{_THIS}}}" not in entry.join:
            text = f"join has no {{{_THIS}}}, so a name that is plugged in would be lost"
            problems.append(Problem(("slots", slot), text))
        elif len(into) > 1 and f"{{{_REST}}}" not in entry.join:
            both = " and ".join(rule.fields[fields[0]] for _, rule in into)
            text = f"join has no {{{_REST}}}, so it takes one name only, not {both}"
            problems.append(Problem(("slots", slot), text))
        elif not into and entry.last is None:
            text = "nothing is plugged in; give last, which is all there is then"
            problems.append(Problem(("slots", slot), text))
        if fields[0] not in whole_numbers:  # plugging.py checks whole numbers
            problems += [Problem(("slots", slot), text) for text in _lost(rules, fields)]
        problems += [Problem(("slots", slot), text) for text in _never_taken(entry, fields, into)]
        formula = _joined(entry, fields[0], into)
        if formula is None:
            text = "what is plugged in makes a formula too long for Excel; leave a strategy out"
            problems.append(Problem(("slots", slot), text))
        names[slot] = NamedFormula(
            formula=formula or "=0", comment=entry.comment, inline=entry.inline
        )
        problems += [
            Problem(("slots", slot), "is the name of a board or a cell too; choose another")
            for table in (file.boards, file.cells)
            if slot in table
        ]
    for other, those in overriding.items():
        if len(those) > 1:
            both = " and ".join(name for name, _ in those)
            text = f"is overridden by {both}; {_remedy(those, file.strategies)}"
            problems.append(Problem(("names", other), text))
        formula = f"={those[0][0]}"
        names[other] = file.names[other].model_copy(update={"formula": formula})
    return names, problems


def _at_start(file: TemplateFile) -> Iterator[str]:
    """Yield a condition for each board and cell with ``at_start``: that it shows this value."""
    for name, entry in (*file.boards.items(), *file.cells.items()):
        if entry.at_start is not None and entry.range:
            cells = area(file, entry.range).size if name in file.boards else 1
            yield f"COUNTIF({name},{entry.at_start})={cells}"


def numbered(
    rules: Iterable[PluggedRule], fields: Sequence[str]
) -> Iterator[tuple[int, PluggedRule]]:
    """Yield the rules with all ``fields``, each with its number.

    Rules with the first field are numbered; rules with the same first field have the same number,
    and only the first of these rules is yielded.
    """
    first, *others = fields
    numbers: dict[str, int] = {}
    done: set[str] = set()
    for rule in rules:
        if first in rule.fields:
            value = rule.fields[first]
            number = numbers.setdefault(value, len(numbers) + 1)
            if value not in done and rule.fields.keys() >= {*others}:
                done.add(value)
                yield number, rule


def _lost(rules: Iterable[PluggedRule], fields: Sequence[str]) -> Iterator[str]:
    """Yield in words which two rules have the same first field and differ in other fields."""
    first, *others = fields
    seen: dict[str, PluggedRule] = {}
    for rule in rules:
        if rule.fields.keys() >= {*fields}:
            other = seen.setdefault(rule.fields[first], rule)
            if any(rule.fields[each] != other.fields[each] for each in others):
                both = " and ".join(dict.fromkeys([other.strategy, rule.strategy]))
                yield f"{first} = {rule.fields[first]} is in two rules, of {both}; choose another"


def _never_taken(
    slot: Slot, fields: Sequence[str], into: Iterable[tuple[int, PluggedRule]]
) -> Iterator[str]:
    """Yield in words which rules have no effect because an earlier rule has the same condition."""
    if slot.join.count(f"{{{_REST}}}") != 1 or len(fields) == 1:
        return
    seen: dict[tree.Node, tuple[tree.Node, PluggedRule]] = {}
    for rule, join in _joins(slot, fields[0], into, _REST):
        try:
            node = parse(f"={join}")
        except FormulaError:  # check/formulas.py reports it for the whole slot
            continue
        match node:
            case tree.Call("IF", (asked, taken, tree.Name(word))) if word == _REST:
                other, first = seen.setdefault(asked, (taken, rule))
                if other != taken:
                    both = " and ".join(dict.fromkeys([first.strategy, rule.strategy]))
                    yield (
                        f"{tree.to_text(taken)} is never taken, as {tree.to_text(asked)} takes "
                        f"{tree.to_text(other)} before, in another rule of {both}; use one name in "
                        "both rules, or let them differ in what is asked"
                    )


def _remedy(those: Iterable[tuple[str, frozenset[str]]], own: Collection[str]) -> str:
    """Say which strategies to leave out, and how to leave out the template's ``own``."""
    written = {name_of(name): f" (--without {name})" for name in own}
    ways = []
    for _, owners in those:
        *others, last = sorted(owners)
        named = f"{', '.join(others)} and {last}" if others else last
        ways.append(named + written.get(named, ""))
    return f"leave out {', or '.join(ways)}"


def _joined(slot: Slot, first: str, into: Sequence[tuple[int, PluggedRule]]) -> str | None:
    """Return the formula that numbered rules make up together; None when it grows too long.

    ``first`` is their first field: without ``last``, this field of the last rule ends the formula.
    """
    if slot.last is None:
        text = into[-1][1].fields[first] if into else "0"
        into = into[:-1]
    else:
        text = bare(slot.last)
    rest = f"{{{_REST}}}"
    for _, join in reversed([*_joins(slot, first, into, rest)]):
        if len(join) + join.count(rest) * len(text) > 4 * MAX_CHARACTERS:
            return None
        text = join.replace(rest, text)
    return f"={text}"


def _joins(
    slot: Slot, first: str, into: Iterable[tuple[int, PluggedRule]], rest: str
) -> Iterator[tuple[PluggedRule, str]]:
    """Yield the join of each numbered rule, with the text ``rest`` in place of the later rules.

    A rule that lacks a field is left out; plugging.py reports it.
    """
    for number, rule in into:
        words = {_THIS: rule.fields[first], _REST: rest, _NUMBER: str(number)}
        title = rule.title.replace('"', '""')
        try:
            join = written(bare(slot.join), {**words, _STRATEGY: title, **rule.fields})
        except KeyError:
            continue
        yield rule, join
