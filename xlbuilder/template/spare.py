"""What strategies bring for slots that a template does not have.

A template may lack a slot of others, as it has no reasons, or because a layer is left out.  A name
that is plugged in there is spare then, and so are the names, boards and cells that only serve it.
"""

from collections import defaultdict
from collections.abc import Set as AbstractSet

from xlbuilder.errors import FormulaError
from xlbuilder.formula.parse import parse
from xlbuilder.template.check.bound import names_in
from xlbuilder.template.check.circle import reached
from xlbuilder.template.formulas import formulas
from xlbuilder.template.schema import Template


def without_spare(
    template: Template,
    spare: AbstractSet[str],
    helpers: AbstractSet[str],
    left_out: AbstractSet[str],
) -> Template:
    """Leave out the names of ``spare``, and what only they lead to, if nothing else uses it.

    Of boards and cells only those go that strategies brought.  ``helpers`` are the names, boards
    and cells of libraries: of these all go that nothing else uses.  So do boards and cells that
    ask what layers had that are ``left_out``.  A template with a formula that cannot be read stays
    as it is.
    """
    if not (spare or left_out):
        return template
    leads: dict[str, set[str]] = defaultdict(set)
    try:
        for each in formulas(template):
            table, key, _ = each.place
            holders = template.formats[key].places if table == "formats" else [key]
            for holder in holders:
                leads[holder.lower()].update(names_in(parse(each.text)))
    except FormulaError:  # check_formulas says where
        return template
    names = {name.lower() for name in template.names}
    brought = {name.lower() for name in template.brought}
    gone = {name.lower() for name in left_out}
    asking = {name for name in brought if not gone.isdisjoint(reached([name], leads))}
    served = reached(asking.union(name.lower() for name in spare), leads)
    may_go = (names | brought) & served | {name.lower() for name in helpers}
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
