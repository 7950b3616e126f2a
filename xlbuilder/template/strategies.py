"""Strategies: files of tables that are laid over a template and plug names into its slots.

A template's slot is a name whose formula the plugged-in strategies make up together, such as "does
any strategy remove this candidate?".  Nothing here knows what the strategies are about.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from xlbuilder.errors import TemplateError
from xlbuilder.formula.limits import MAX_CHARACTERS
from xlbuilder.template.locate import find_strategy
from xlbuilder.template.problem import Problem, Tables, problems_of
from xlbuilder.template.schema import (
    TABLES_OF_SHEET,
    About,
    Name,
    Slot,
    Strategy,
    Template,
    TemplateFile,
)
from xlbuilder.template.source import Source, read_strategy


class Plug(NamedTuple):
    """A name that is plugged into a slot, and its number there."""

    number: int
    name: str


Plugs = dict[str, list[Plug]]
_TABLES: Tables = {(): Strategy, ("strategy",): About, **TABLES_OF_SHEET}
_THIS, _REST, _NUMBER = "{this}", "{rest}", "{number}"


def chosen(source: Source, added: Sequence[str], removed: Sequence[str]) -> list[tuple[str, Path]]:
    """Return the strategies to plug in, by name: the template's own, without some, with others.

    One that is named twice comes once.  Raises TemplateError for one that does not exist, that is
    left out and was not in, or that is both added and left out.
    """
    names = source.tables.get("strategies", [])
    for name in removed:
        if name in added:
            raise TemplateError([f"{name}: is both added and left out; do one of them"])
        if name not in names:
            known = f"it has: {', '.join(names)}" if names else "it has none"
            raise TemplateError([f"{source.path}: no strategy {name} to leave out; {known}"])
    origin = source.origins.get(("strategies",), source.path)
    found: dict[Path, tuple[str, Path]] = {}
    try:
        for name in names:
            if name not in removed:
                path = find_strategy(name, origin.parent)
                found.setdefault(path.resolve(), (name, path))
    except TemplateError as error:
        raise TemplateError([f"{origin}: strategies: {line}" for line in error.problems]) from None
    for name in added:
        path = find_strategy(name)
        found.setdefault(path.resolve(), (name, path))
    if found and "slots" not in source.tables:
        raise TemplateError([f"{source.path}: has no [slots], so it takes no strategies"])
    return list(found.values())


def lay_in(
    source: Source, strategies: Sequence[tuple[str, Path]]
) -> tuple[Plugs, tuple[About, ...]]:
    """Lay the tables of the strategies over the template.

    Returns what they plug in where, and what they say of themselves.

    Raises TemplateError with all problems of the files at once.
    """
    plugs: Plugs = {}
    problems = []
    names = {Path(name).stem for name, _ in strategies}
    laid: list[tuple[Source, Strategy]] = []
    for _, path in strategies:
        own = read_strategy(path, source.parts)
        tables = own.tables
        try:
            strategy = Strategy.model_validate(tables)
        except ValidationError as error:
            problems += own.told(problems_of(error, _TABLES))
            continue
        if lacking := [name for name in strategy.strategy.needs if name not in names]:
            text = f"it needs {' and '.join(lacking)}; plug that in too"
            problems += own.told([Problem(("strategy", "needs"), text)])
            continue
        del tables["strategy"]
        tables.pop("plugs", None)
        problems += own.told(_collisions(tables, source))
        source.lay_over(own)
        source.own |= own.own
        laid.append((own, strategy))
    if problems:
        raise TemplateError(problems)
    slots = source.tables.get("slots", {})
    counts: Counter[str] = Counter()
    for own, strategy in laid:  # once all slots and names are there
        problems += own.told(_strange_plugs(strategy, source))
        for slot, entries in strategy.plugs.items():
            first = counts[slots.get(slot, {}).get("beside", slot)] + 1
            plugs.setdefault(slot, []).extend(map(Plug, count(first), entries))
        counts.update({slot: len(entries) for slot, entries in strategy.plugs.items()})
    if problems:
        raise TemplateError(problems)
    return plugs, tuple(strategy.strategy for _, strategy in laid)


def plugged(
    file: TemplateFile, plugs: Plugs, abouts: tuple[About, ...]
) -> tuple[Template, list[Problem]]:
    """Return the template with each slot as a name that joins what is plugged into it."""
    names, problems = {}, []
    for slot, entry in file.slots.items():
        into = plugs.get(slot, [])
        if _THIS not in entry.join:
            text = f"join has no {_THIS}, so a name that is plugged in would be lost"
            problems.append(Problem(("slots", slot), text))
        elif len(into) > 1 and _REST not in entry.join:
            both = " and ".join(plug.name for plug in into)
            text = f"takes one name only, not {both}; leave a strategy out"
            problems.append(Problem(("slots", slot), text))
        if entry.beside is not None and entry.beside not in file.slots:
            problems.append(Problem(("slots", slot, "beside"), f"there is no slot {entry.beside}"))
        formula = _joined(entry, into)
        if formula is None:
            text = "what is plugged in makes a formula too long for Excel; leave a strategy out"
            problems.append(Problem(("slots", slot), text))
        names[slot] = Name(formula=formula or "=0", comment=entry.comment)
        problems += [
            Problem(("slots", slot), "is the name of a board, a cell or a name too; choose another")
            for table in (file.boards, file.cells, file.names)
            if slot in table
        ]
    tables = {**dict(file), "names": {**file.names, **names}, "plugged": abouts}
    tables["plugs"] = {slot: tuple(map(tuple, into)) for slot, into in plugs.items()}
    return Template.model_construct(**tables), problems


def _joined(slot: Slot, plugs: Sequence[Plug]) -> str | None:
    """Return the formula that the names make up together; None when it grows too long."""
    text = slot.last.strip().removeprefix("=")
    for number, name in reversed(plugs):
        join = slot.join.strip().removeprefix("=").replace(_NUMBER, str(number))
        if len(join) + join.count(_REST) * len(text) > 4 * MAX_CHARACTERS:
            return None
        text = join.replace(_REST, text).replace(_THIS, name)
    return f"={text}"


def _collisions(tables: dict[str, Any], source: Source) -> list[Problem]:
    """Find what would silently replace a board, a name and so on of the template."""
    return [
        Problem((table, key), f"is already in {source.origins[table, key]}; choose another name")
        for table, entries in tables.items()
        for key in entries
        if key in source.tables.get(table, {})
    ]


def _strange_plugs(strategy: Strategy, source: Source) -> Iterator[Problem]:
    """Find plugs for slots that are not there, and plugs that are no names."""
    slots = source.tables["slots"]
    known = [
        name
        for table in ("names", "slots", "boards", "cells")
        for name in source.tables.get(table, {})
    ]
    lower = {name.lower() for name in known}
    for slot, entries in strategy.plugs.items():
        if slot not in slots:
            close = get_close_matches(slot, slots, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known are: {', '.join(slots)}"
            yield Problem(("plugs", slot), f"there is no such slot; {hint}")
        beside = slots.get(slot, {}).get("beside")
        if beside is not None and len(entries) != len(strategy.plugs.get(beside, [])):
            text = f"needs one name for each that is plugged into {beside}, in the same order"
            yield Problem(("plugs", slot), text)
        for name in entries:
            if name.lower() not in lower:
                close = get_close_matches(name, known, n=1)
                hint = f"did you mean {close[0]}?" if close else "define it in [names]"
                yield Problem(("plugs", slot), f"there is no name {name!r}; {hint}")
