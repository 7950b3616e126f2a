"""Checks that the boards of strategies are seen by what orders the phases of a circle.

A circle of cells goes back to its start when its input changes, and may go on only when each board
shows its value of the start.  A slot with ``sees_boards`` is where this is asked.  A board that a
strategy adds to the circle, and that nobody asks for there, may keep values of the input before.
"""

from collections.abc import Iterator

from xlbuilder.template.calls import reached
from xlbuilder.template.check.bound import BoundFormulas
from xlbuilder.template.formulas import Formula, formulas
from xlbuilder.template.problem import Problem
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
                seen |= check.seen_from(slot, next(reader.area.cells()))
            needed = reached({reader.place[1] for reader in readers}, check.reads)
            for name in sorted((needed & {*template.brought}) - seen):
                if name in reached(check.reads.get(name, ()), check.reads):
                    table = "boards" if name in template.boards else "cells"
                    remedy = "write at_start = 0, or what it shows at the start, in its table"
                    text = f"may keep its old values after a reset; {remedy}"
                    yield Problem((table, name), text)


def _reads(slot: str, formula: Formula, check: BoundFormulas) -> bool:
    """Return whether the cells of a formula read the slot, directly or through names."""
    return formula.is_held and slot.lower() in check.called(formula.text)
