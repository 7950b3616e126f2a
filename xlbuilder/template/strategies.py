"""Strategies: files of tables that are laid over a template and plug names into its slots.

A template's slot is a name whose formula the plugged-in strategies make up together, such as "does
any strategy remove this candidate?".  Nothing here knows what the strategies are about.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from xlbuilder.errors import TemplateError
from xlbuilder.template.model import About, Name, Slot, Strategy, Template
from xlbuilder.template.problem import Problem, Tables, problems_of
from xlbuilder.template.shelf import find_strategy
from xlbuilder.template.source import Source, read_tables

Plugs = dict[str, list[str]]
_TABLES: Tables = {(): Strategy, ("strategy",): About}
_THIS, _REST = "{this}", "{rest}"


def chosen(source: Source, added: Sequence[str], removed: Sequence[str]) -> list[tuple[str, Path]]:
    """Return the strategies to plug in, by name: the template's own, without some, with others.

    Raises TemplateError for one that does not exist, or that is taken out and was not in.
    """
    own = source.tables.get("strategies", [])
    names = own if isinstance(own, list) and all(isinstance(name, str) for name in own) else []
    strange = [name for name in removed if name not in names]
    if strange:
        known = f"it has: {', '.join(names)}" if names else "it has none"
        raise TemplateError([f"{source.path}: no strategy {strange[0]} to leave out; {known}"])
    found = [
        (name, find_strategy(name, source.path.parent)) for name in names if name not in removed
    ]
    found += [(name, find_strategy(name)) for name in added if name not in names]
    if found and "slots" not in source.tables:
        raise TemplateError([f"{source.path}: has no [slots], so it takes no strategies"])
    return found


def lay_in(source: Source, strategies: Sequence[tuple[str, Path]]) -> Plugs:
    """Lay the tables of the strategies over the template; return what they plug in where.

    Raises TemplateError with all problems of the files at once.
    """
    plugs: Plugs = {}
    problems = []
    names = {Path(name).stem for name, _ in strategies}
    for _, path in strategies:
        tables = read_tables(path)
        own = Source(path, {})
        own.lay_over(tables, path)
        head = {key: tables.pop(key) for key in ("strategy", "plugs") if key in tables}
        try:
            strategy = Strategy.model_validate(head)
        except ValidationError as error:
            problems += own.told(problems_of(error, _TABLES))
            continue
        problems += own.told(
            Problem(("strategy", "needs"), f"it needs {name}; plug that in too")
            for name in strategy.strategy.needs
            if name not in names
        )
        problems += own.told(_collisions(tables, source))
        problems += own.told(
            Problem(("plugs", slot), f"there is no such slot; known are: {_slots(source)}")
            for slot in strategy.plugs
            if slot not in source.tables["slots"]
        )
        source.lay_over(tables, path)
        for slot, entries in strategy.plugs.items():
            plugs.setdefault(slot, []).extend(entries)
    if problems:
        raise TemplateError(problems)
    return plugs


def plugged(template: Template, plugs: Plugs) -> tuple[Template, list[Problem]]:
    """Return the template with each slot as a name that joins what is plugged into it."""
    names, problems = {}, []
    for slot, entry in template.slots.items():
        into = plugs.get(slot, [])
        if len(into) > 1 and _REST not in entry.join:
            text = f"takes one name only, not {' and '.join(into)}; leave a strategy out"
            problems.append(Problem(("slots", slot), text))
        names[slot] = Name(formula=_joined(entry, into), comment=entry.comment)
        problems += [
            Problem(("slots", slot), "is the name of a board, a cell or a name too; choose another")
            for table in (template.boards, template.cells, template.names)
            if slot in table
        ]
    return template.model_copy(update={"names": {**template.names, **names}}), problems


def _joined(slot: Slot, plugs: Sequence[str]) -> str:
    text = slot.last.strip().removeprefix("=")
    for plug in reversed(plugs):
        text = slot.join.strip().removeprefix("=").replace(_REST, text).replace(_THIS, plug)
    return f"={text}"


def _collisions(tables: dict[str, Any], source: Source) -> list[Problem]:
    """Find what would silently replace a board, a name and so on of the template."""
    return [
        Problem((table, key), f"is already in {source.origins[table, key]}; choose another name")
        for table, entries in tables.items()
        if isinstance(entries, dict)
        for key in entries
        if key in source.tables.get(table, {})
    ]


def _slots(source: Source) -> str:
    return ", ".join(source.tables["slots"])
