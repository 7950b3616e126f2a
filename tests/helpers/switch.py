"""Damaged formulas that share a workbook, so that it is built and opened once for all of them.

A cell more, `mutant`, says which damage is done: 0 none, 1 the first one, ...
"""

import re

from xlbuilder.template.ranges import area
from xlbuilder.template.schema import Cell, NamedFormula

WHOLE = ""
"""Stands for the whole formula."""


def with_switch(template, mutants, arrays=()):
    """Return the template with a cell `mutant`: where it says n, the n-th damage is done.

    A damage is a list: the board, cell or name, what is replaced in its formula, and by what.
    A name that is a range or a position is not switched itself but where it is used: ranges have
    to be constant.  So are the names in ``arrays``: an IF gives one value.
    """
    tables = {kind: dict(getattr(template, kind)) for kind in ("boards", "cells", "names")}
    kinds = {name: kind for kind, table in tables.items() for name in table}
    texts = {
        name: getattr(template, kind)[name].formula.strip()[1:]
        for name, kind in kinds.items()
        if getattr(template, kind)[name].formula
    }
    switched: dict[str, str] = dict(texts)
    for number, damages in enumerate(mutants.values(), 1):
        damaged: dict[str, str] = {}
        for name, old, new in damages:
            assert old in damaged.get(name, texts[name]), (name, old)
            damaged[name] = damaged.get(name, texts[name]).replace(old, new) if old else new
        while aliased := [
            name for name in damaged if name in arrays or is_range_or_position(name, texts)
        ]:
            for name in aliased:
                alias = f"{name}_{number}"
                tables["names"][alias] = NamedFormula(formula=f"={damaged.pop(name)}")
                for user, text in texts.items():
                    used = re.sub(rf"\b{name}\b", alias, damaged.get(user, text))
                    if used != damaged.get(user, text):
                        damaged[user] = used
        for name, text in damaged.items():
            switched[name] = f"IF(mutant={number}, {text}, {switched[name]})"
    for name, text in switched.items():
        entry = tables[kinds[name]][name]
        tables[kinds[name]][name] = entry.model_copy(update={"formula": f"={text}"})
    last = max(area(template, entry.range).bottom for entry in template.places.values())
    tables["cells"]["mutant"] = Cell(range=f"B{last + 2}", style="helper", value=0)
    return template.model_copy(update={**tables, "guide": None})


def turn(sheet, mutants, name=None):
    """Have the workbook do this damage of ``mutants`` from the next start on; None for none."""
    sheet.preset("mutant", float([None, *mutants].index(name)))


def each_with_its_check(seen_by):
    """Return each mutant after its check, of the mutants that each check sees."""
    return [(check, mutant) for check, mutants in seen_by.items() for mutant in mutants]


def is_range_or_position(name, texts):
    return ":INDEX" in texts[name] or name.startswith(("other_", "digit_"))
