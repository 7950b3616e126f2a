"""Checks what a circle of cells needs: that its boards are seen, and that its names are live.

A circle of cells goes back to its start when its input changes, and may go on only when each board
shows its value of the start.  A slot with ``sees_boards`` is where this is asked.  A board that a
strategy adds to the circle, and that nobody asks for there, may keep values of the input before.

Some programs compute a name without a position once a recalculation (formula/remembered.py).  If it
depends on the circle, it shows what the circle was before.
"""

from collections.abc import Iterable, Iterator, Mapping

from xlbuilder.errors import FormulaError
from xlbuilder.formula.called import names_called
from xlbuilder.formula.inline import Inliner
from xlbuilder.formula.parse import parse
from xlbuilder.formula.remembered import read_by_remembered
from xlbuilder.formula.tree import Name
from xlbuilder.template.check.bound import BoundFormulas
from xlbuilder.template.formulas import Formula, formulas, known_names
from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area, named_areas
from xlbuilder.template.schema import Template


def boards_not_seen(template: Template, check: BoundFormulas) -> Iterator[Problem]:
    """Yield the boards and cells of strategies on a circle that its slot does not see.

    They read themselves, or are read by what they read, and the cells that read the slot depend on
    them.  ``check`` has bound all formulas.
    """
    for slot, entry in template.slots.items():
        if entry.sees_boards and template.brought:
            readers = [each for each in formulas(template) if _reads(slot, each, check)]
            seen: set[str] = set()
            for reader in readers:
                host = next(area(template, reader.range).cells())
                seen |= check.seen_from(slot, host)
            needed = _reached({reader.place[1] for reader in readers}, check.reads)
            for name in sorted((needed & {*template.brought}) - seen):
                if name in _reached(check.reads.get(name, ()), check.reads):
                    table = "boards" if name in template.boards else "cells"
                    remedy = f"plug a name that looks at it into {slot}"
                    text = f"may keep its old values after a reset; {remedy}"
                    yield Problem((table, name), text)


def names_remembered(template: Template, check: BoundFormulas) -> Iterator[Problem]:
    """Yield the names that depend on a circle and hold no position.

    Without iterative calculation there is no circle.  ``check`` has bound all formulas.
    """
    if not template.workbook.calculation.iterate:
        return
    sheet, places, trees = template.workbook.sheet, named_areas(template), known_names(template)
    looping = {name for name, read in check.reads.items() if name in _reached(read, check.reads)}
    moving = {name for name in check.reads if not looping.isdisjoint(_reached([name], check.reads))}
    spelled = {name.lower(): name for name in template.names}
    held = [(sheet, parse(each.text)) for each in formulas(template) if each.is_held]
    inliner = Inliner(trees)
    for key in names_called(held, trees):
        if key not in spelled:
            continue
        try:
            areas = read_by_remembered(inliner.inlined(Name(key), sheet))
        except FormulaError:  # said where the name is used
            continue
        for name in sorted(moving):
            if any(places[name].meets(read) for read in areas):
                remedy = "=IF(live, ...)" if "live" in spelled else "=IF(SUM(ROW())>0, ...)"
                text = (
                    f"depends on {name}, which is on a circle, and holds no position, so some"
                    f" programs calculate it once and keep its value; write {remedy}"
                )
                yield Problem(("names", spelled[key], "formula"), text)
                break


def _reads(slot: str, formula: Formula, check: BoundFormulas) -> bool:
    """Return whether the cells of a formula read the slot, directly or through names."""
    return formula.is_held and slot.lower() in check.called(formula.text)


def _reached(names: Iterable[str], reads: Mapping[str, Iterable[str]]) -> set[str]:
    """Return these boards and cells, and all that they read, directly or through others."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += reads.get(name, ())
    return found
