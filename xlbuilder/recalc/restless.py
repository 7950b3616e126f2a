"""Cells that change in every recalculation although nothing drives them: NOW, and what reads it.

A workbook is at rest when nothing else changes.  A circular cell is never such a cell: it may keep
a time, as a time stamp does; a circular cell that keeps changing is not at rest.
"""

from contextlib import suppress
from dataclasses import replace

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.tree import Call, Node, walk
from xlbuilder.recalc.circles import circular, reached
from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.model import Model


def restless(model: Model) -> frozenset[Area]:
    """Return the cells that change in every recalculation, and are not circular.

    A formula that cannot be read does not count: it is not known what it reads, so it has to rest.
    """
    binder = binder_of(model.names)
    formulas = {}
    changing = set()
    for cell, formula in model.formulas.items():
        with suppress(FormulaError):
            bound = binder.bound(formula, cell)
            formulas[cell] = formula
            if any(map(_is_restless, (bound.frame, *bound.parts.values()))):
                changing.add(cell)
    if not changing:
        return frozenset()
    try:
        program = load_program(replace(model, formulas=formulas, unread={}))
    except WorkbookError:  # its formulas read too many cells
        return frozenset()
    changing = reached(changing, program.dependents)
    iterated = program.phases.iterated
    return frozenset(changing - circular({cell: program.precedents[cell] for cell in iterated}))


def _is_restless(node: Node) -> bool:
    calls = (part for part in walk(node) if isinstance(part, Call))
    return any(function_of(call.function).is_restless for call in calls)
