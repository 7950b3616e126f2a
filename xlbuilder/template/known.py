"""What the files that come with xlbuilder call their slots and names.

A strategy may plug into slots, or override names, that only some templates have.  One that a file
of xlbuilder has is no mistake then; one that none has is misspelled.
"""

from functools import cache

from xlbuilder.template.expand import expand
from xlbuilder.template.locate import shipped_files
from xlbuilder.template.source import read_tables


def is_known(table: str, name: str) -> bool:
    """Return whether a file of xlbuilder has a table ``[names.NAME]``, or ``[slots.NAME]``."""
    return (table, name) in _entries()


@cache
def _entries() -> frozenset[tuple[str, str]]:
    files = (expand(read_tables(path), {}).tables for path in shipped_files())
    return frozenset(
        (table, name)
        for tables in files
        for table in ("names", "slots")
        for name in tables.get(table, ())
    )
