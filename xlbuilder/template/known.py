"""The slots, names and fields of rules in the files that come with xlbuilder.

A strategy may plug into slots, or override names, that only some templates have.  If a file of
xlbuilder has the slot or name, it is no mistake; if no file has it, it is misspelled.
"""

from functools import cache

from xlbuilder.template.expand import expand
from xlbuilder.template.joins import asked_fields
from xlbuilder.template.locate import shipped_files
from xlbuilder.template.toml import read_toml


def is_known(table: str, name: str) -> bool:
    """Return whether a file of xlbuilder has a table ``[names.NAME]``, or ``[slots.NAME]``.

    The fields of rules that slots ask for count as slots.
    """
    return (table, name) in _entries()


@cache
def _entries() -> frozenset[tuple[str, str]]:
    files = (expand(read_toml(path), {}).tables for path in shipped_files())
    found: set[tuple[str, str]] = set()
    for tables in files:
        slots = tables.get("slots", {})
        found |= {("names", name) for name in tables.get("names", {})}
        found |= {("slots", name) for name in slots.keys() | asked_fields(slots)}
    return frozenset(found)
