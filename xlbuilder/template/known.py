"""The slots, fields of rules, names, boards and cells in the files that come with xlbuilder.

A strategy may plug into slots, or override names, that only some templates have, and a template may
change entries of a strategy that is left out.  If a file of xlbuilder has the slot or the entry, it
is no mistake; if no file has it, it is misspelled.
"""

from functools import cache

from xlbuilder.template.expand import expand
from xlbuilder.template.joins import asked_fields
from xlbuilder.template.locate import shipped_files
from xlbuilder.template.toml import read_toml


def is_known(table: str, name: str) -> bool:
    """Return whether a file of xlbuilder has a table ``[names.NAME]``, ``[boards.NAME]`` and so on.

    The fields of rules that slots ask for count as slots.  An entry that overrides its own name
    does not count, as it only changes the entry of another file.
    """
    return (table, name) in _entries()


@cache
def _entries() -> frozenset[tuple[str, str]]:
    files = (expand(read_toml(path), {}).tables for path in shipped_files())
    found: set[tuple[str, str]] = set()
    for tables in files:
        slots = tables.get("slots", {})
        found |= {("slots", name) for name in slots.keys() | asked_fields(slots)}
        found |= {
            (table, name)
            for table in ("names", "boards", "cells")
            for name, entry in tables.get(table, {}).items()
            if entry.get("overrides") != name
        }
    return frozenset(found)
