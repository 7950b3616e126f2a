"""Cells that change in every recalculation although nothing drives them: NOW, and what reads it.

A workbook is at rest when nothing else changes.  A circular cell is never such a cell: it may keep
a time, as a time stamp does; a circular cell that keeps changing is not at rest.
"""

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.tree import Call, walk
from xlbuilder.recalc.circles import circular, reached
from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.model import Model


def restless(model: Model) -> frozenset[Area]:
    """Return the cells that change in every recalculation, and are not circular.

    There are none where the formulas cannot be read: then each cell has to rest.
    """
    binder = binder_of(model.names)
    try:
        changing = {
            cell
            for cell, formula in model.formulas.items()
            for bound in [binder.bound(formula, cell)]
            for node in (bound.frame, *bound.parts.values())
            if any(
                isinstance(part, Call) and function_of(part.function).is_restless
                for part in walk(node)
            )
        }
        if not changing:
            return frozenset()
        program = load_program(model)
    except (FormulaError, WorkbookError):
        return frozenset()
    changing = reached(changing, program.dependents)
    iterated = program.phases.iterated
    return frozenset(changing - circular({cell: program.precedents[cell] for cell in iterated}))
