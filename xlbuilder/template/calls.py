"""Which names, boards and cells the formulas of a template call; all words in lower case."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from xlbuilder.errors import FormulaError
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Name, Node, walk
from xlbuilder.template.formulas import one_line
from xlbuilder.template.schema import Template


def names_in(node: Node) -> list[str]:
    """Return the names that a formula calls, in the order of its text."""
    return [part.text.lower() for part in walk(node) if isinstance(part, Name)]


def calls_of_names(template: Template) -> dict[str, set[str]]:
    """Return what the formula of each name calls; a formula that cannot be read is left out."""
    calls = {}
    for name, entry in template.names.items():
        with suppress(FormulaError):  # check/formulas.py says where
            calls[name.lower()] = set(names_in(parse(one_line(entry.formula))))
    return calls


def reached(names: Iterable[str], calls: Mapping[str, Iterable[str]]) -> set[str]:
    """Return ``names``, and all that they call, directly or through others."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += calls.get(name, ())
    return found
