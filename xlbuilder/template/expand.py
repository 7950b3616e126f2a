"""Expands the repeats and the words of one file: ``for_each``, ``[parameters]`` and ``[values]``.

This happens when the file is read, so that all later stages see plain tables.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from xlbuilder.errors import did_you_mean
from xlbuilder.template.braces import (
    OF_SLOTS,
    Item,
    Value,
    WordError,
    filled,
    items_of,
    open_words,
    rows_of,
    spread,
    value_of,
)
from xlbuilder.template.limits import MAX_EXPANDED, MAX_REPEATS
from xlbuilder.template.problem import Problem

_ENTRIES = ("boards", "cells", "names", "slots", "texts", "styles", "lists", "formats")
"""The tables whose entries can be repeated."""

_OTHERS, _SLOTS, _RULES = ("strategy", "needs", "plugs"), "slots", "rules"
_PARAMETERS, _VALUES, _FOR_EACH = "parameters", "values", "for_each"

Given = Mapping[str, str]
"""The parameters that the user gave to a strategy."""


@dataclass(frozen=True)
class SourceEntry:
    """How the file writes an entry that the tables hold."""

    place: tuple[str, str]
    values: str
    """The values of its words: ``house = box``."""


@dataclass
class Expansion:
    """The plain tables of a file, and its problems."""

    tables: dict[str, Any] = field(default_factory=dict)
    written: dict[tuple[str, ...], SourceEntry] = field(default_factory=dict)
    """The entries whose key has words, by their place in the tables."""
    problems: list[Problem] = field(default_factory=list)
    room: int = MAX_EXPANDED
    """Characters that may still be written."""

    def spend(self, value: object) -> None:
        """Count the characters of a text or a list; WordError when they are too many."""
        for item in value if isinstance(value, list) else [value]:
            self.room -= len(str(item)) + 1
        if self.room < 0:
            raise WordError("repeats make too much of this file; repeat less")


def expand(tables: dict[str, Any], given: Given | None) -> Expansion:
    """Return the tables with all words replaced and all repeats written out.

    ``given`` are the parameters of a strategy; None for a file without parameters.
    """
    made = Expansion()
    words = _words(tables, given, made)
    if made.problems:
        return made
    fixed = {word: words[word] for word in tables.get(_PARAMETERS, {})}
    for table, value in tables.items():
        if table in (_PARAMETERS, _VALUES):
            continue
        if table in _ENTRIES and isinstance(value, dict):
            made.tables[table] = {}
            for key, entry in value.items():
                _add((table, key), entry, words, fixed, made)
        elif table == _RULES and isinstance(value, list):
            made.tables[table] = list(_rules(value, words, made))
        elif table in _OTHERS:
            made.tables[table] = _tried((table,), value, words, made)
        else:
            made.tables[table] = value
    return made


def _fields(slot: object) -> Mapping[str, Value]:
    """Return the fields in a slot over rules: these words stay as they are (joins.py)."""
    if not isinstance(slot, dict) or "over" not in slot:
        return {}
    return open_words(str(slot.get("join", "")))


def _rules(rules: list[Any], words: Mapping[str, Value], made: Expansion) -> Iterator[object]:
    """Yield the rules of a file, each once for each of its repeats."""
    for number, rule in enumerate(rules):
        place = (_RULES, str(number))
        try:
            for row in _rows(rule, words):
                yield _tried(place, _without_repeats(rule), {**words, **row}, made)
        except WordError as error:
            made.problems.append(Problem((*place, _FOR_EACH), str(error)))


def _rows(entry: object, words: Mapping[str, Value]) -> list[dict[str, Item]]:
    """Return the words of each repeat of an entry; an entry without repeats has no words."""
    if isinstance(entry, dict) and _FOR_EACH in entry:
        return _repeats(entry[_FOR_EACH], words)
    return [{}]


def _words(tables: dict[str, Any], given: Given | None, made: Expansion) -> dict[str, Value]:
    """Return the words of ``[parameters]`` and ``[values]``; a value may use earlier values."""
    parameters, values = tables.get(_PARAMETERS, {}), tables.get(_VALUES, {})
    for table, entries in ((_PARAMETERS, parameters), (_VALUES, values)):
        if not isinstance(entries, dict):
            made.problems.append(Problem((table,), "should be a table"))
            return {}
    if given is None and parameters:
        text = "only a strategy has parameters; put them into [values]"
        made.problems.append(Problem((_PARAMETERS,), text))
    words: dict[str, Value] = {}
    for word, default in parameters.items():
        place = (_PARAMETERS, word)
        if isinstance(default, bool) or not isinstance(default, str | int):
            made.problems.append(Problem(place, "should be a text or a whole number"))
            continue
        text = (given or {}).get(word, str(default))
        if isinstance(default, int) and not text.removeprefix("-").isdecimal():
            made.problems.append(Problem(place, f"should be a whole number, not {text!r}"))
        elif not _is_word(word):
            made.problems.append(Problem(place, _NO_WORD))
        else:
            words[word] = text
    for word in (given or {}).keys() - parameters.keys():
        hint = did_you_mean(word, parameters) if parameters else "it has none"
        made.problems.append(Problem((), f"there is no parameter {word}; {hint}"))
    for word, rule in values.items():
        place = (_VALUES, word)
        if not _is_word(word) or word in parameters:
            made.problems.append(Problem(place, _NO_WORD))
            continue
        try:
            words[word] = value_of(rule, words)
            made.spend(words[word])
        except WordError as error:
            made.problems.append(Problem(place, str(error)))
            words[word] = ""
    return words


_NO_WORD = (
    "should be a word of its own: letters, digits and _, and not this, rest, number or strategy"
)


def _is_word(word: str) -> bool:
    return word.isidentifier() and word.isascii() and word not in (*OF_SLOTS, "TRUE", "FALSE")


def _without_repeats(entry: object) -> object:
    if not isinstance(entry, dict):
        return entry
    return {name: value for name, value in entry.items() if name != _FOR_EACH}


def _add(
    place: tuple[str, str],
    entry: object,
    words: Mapping[str, Value],
    fixed: Mapping[str, Value],
    made: Expansion,
) -> None:
    """Add an entry of a table, once for each of its repeats."""
    table, key = place
    try:
        repeats = _rows(entry, words)
        entry = _without_repeats(entry)
    except WordError as error:
        made.problems.append(Problem((*place, _FOR_EACH), str(error)))
        return
    into = made.tables[table]
    for row in repeats:
        known = {**words, **row}
        try:
            name = filled(key, known)
            if table == _SLOTS:
                known = {**_fields(entry), **known}
        except WordError as error:
            made.problems.append(Problem(place, str(error)))
            return
        if name in into:
            missing = " or ".join(f"{{{word}}}" for word in row) or "another word"
            text = f"makes {name} twice; put {missing} into the key"
            made.problems.append(Problem(place, text))
            return
        used = {**fixed, **row}
        if name != key or row:
            values = ", ".join(f"{word} = {value}" for word, value in used.items())
            made.written[table, name] = SourceEntry(place, values)
        problems = len(made.problems)
        into[name] = _tried((table, name), entry, known, made)
        if len(made.problems) > problems:
            return
        if len(made.written) > MAX_REPEATS:
            text = f"repeats make more than {MAX_REPEATS:,} entries in this file; repeat less"
            made.problems.append(Problem(place, text))
            return


def _repeats(lists: object, words: Mapping[str, Value]) -> list[dict[str, Item]]:
    """Return the words of each repeat: of its own lists, or of lists of ``[values]`` by name."""
    if isinstance(lists, str):
        lists = [lists]
    if isinstance(lists, list) and lists and all(isinstance(word, str) for word in lists):
        return rows_of({word: items_of(word, words) for word in lists})
    if not isinstance(lists, dict) or not lists:
        raise WordError('should be such as { house = ["row", "column"] }, or a list of [values]')
    found = {}
    for word, items in lists.items():
        if not _is_word(word) or word in words:
            raise WordError(f"the word {word} cannot be used, or has a meaning; choose another")
        value = items_of(items, words) if isinstance(items, str) else value_of(items, words)
        if not isinstance(value, list):
            raise WordError(f"{word} should be a list, or numbers such as 1..9")
        found[word] = value
    return rows_of(found)


def _tried(
    place: tuple[str, ...], value: object, words: Mapping[str, Value], made: Expansion
) -> object:
    """Return the value with its words replaced; problems are added to ``made``."""
    if isinstance(value, dict):
        return {key: _tried((*place, key), part, words, made) for key, part in value.items()}
    try:
        if isinstance(value, list):
            return list(_listed(value, words, made))
        if isinstance(value, str):
            text = filled(value, words)
            made.spend(text)
            return text
    except WordError as error:
        made.problems.append(Problem(place, str(error)))
    return value


def _listed(values: list[Any], words: Mapping[str, Value], made: Expansion) -> Iterator[Any]:
    """Yield the items of a list; a text that names lists is repeated for each of their items."""
    for value in values:
        if isinstance(value, str):
            texts = spread(value, words)
            made.spend(texts)
            yield from texts
        elif isinstance(value, list):
            yield list(_listed(value, words, made))
        else:
            yield value
