"""Leaves out what strategies bring for slots that a template does not have.

A template may lack a slot because it keeps no reasons, or because a layer is left out.  Then a name
for this slot is spare, and so are the names, boards and cells that only serve this name.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from xlbuilder.errors import FormulaError
from xlbuilder.formula.parse import parse
from xlbuilder.template.calls import names_in, reached
from xlbuilder.template.formulas import formulas
from xlbuilder.template.schema import Template
from xlbuilder.template.source import Source
from xlbuilder.template.strategies import StrategyFiles
from xlbuilder.template.tables import ENTRIES


def without_spare(
    template: Template,
    source: Source,
    strategies: Sequence[StrategyFiles],
    spare: Collection[str],
) -> Template:
    """Leave out what only serves missing slots and layers, if nothing else uses it.

    It leaves out the spare names and all that they call, the names, boards and cells of libraries,
    and boards and cells that read what a missing layer has.  Boards and cells are left out only if
    strategies brought them.  A template with a formula that cannot be read stays as it is.
    """
    if not (spare or source.missing):
        return template
    leads: dict[str, set[str]] = defaultdict(set)
    try:
        for each in formulas(template):
            leads[each.owner.lower()].update(names_in(parse(each.text)))
    except FormulaError:  # check_formulas reports where
        return template
    names = {name.lower() for name in template.names}
    brought = {name.lower() for name in template.brought}
    missing = {name.lower() for name in source.missing}
    asking = {name for name in brought if not missing.isdisjoint(reached([name], leads))}
    served = reached(asking.union(name.lower() for name in spare), leads)
    may_go = (names | brought) & served | set(_of_libraries(source, strategies))
    going = may_go - reached(leads.keys() - may_go, leads)
    tables = {
        table: {
            name: one for name, one in getattr(template, table).items() if name.lower() not in going
        }
        for table in ("names", "boards", "cells")
    }
    formats = {}
    for name, entry in template.formats.items():
        if places := [place for place in entry.places if place.lower() not in going]:
            formats[name] = entry.model_copy(update={"board": places})
    return template.model_copy(update={**tables, "formats": formats})


def _of_libraries(source: Source, strategies: Sequence[StrategyFiles]) -> Iterator[str]:
    """Yield the names, boards and cells of libraries, in lower case."""
    libraries = {path for one in strategies if one.is_library for path in one.source.files}
    for place, path in source.origins.items():
        if len(place) == 2 and place[0] in ENTRIES and path in libraries:
            yield place[1].lower()
