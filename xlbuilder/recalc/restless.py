"""Cells that change in every recalculation although nothing drives them: NOW, and what reads it.

A workbook is at rest when nothing else changes.  A circular cell is never such a cell: it may keep
a time, as a time stamp does; a circular cell that keeps changing is not at rest.  Which cells are
circular in fact, and where dynamic ranges lie, depends on what is typed: ``restless_now``.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace

from xlbuilder.errors import EngineError, FormulaError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.form import Formulas
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.tree import Call, Node, walk
from xlbuilder.formula.values import Value, same
from xlbuilder.recalc.circles import circular, reached
from xlbuilder.recalc.engines import Session
from xlbuilder.recalc.program import Program, load_program
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.xlsx.model import Model


def restless(model: Model) -> frozenset[Area]:
    """Return the cells that change in every recalculation, whatever is typed.

    A formula that cannot be read does not count: it is not known what it reads, so it has to rest.
    """
    try:
        program = load_program(model.once(_readable))
    except WorkbookError:  # its formulas read too many cells
        return frozenset()
    return _moved(program) - _circular(program, program.phases.iterated)


def perhaps_restless(model: Model) -> frozenset[Area]:
    """Return the cells that may be ``restless_now``, whatever is typed."""
    try:
        program = load_program(model.once(_readable))
    except WorkbookError:
        return frozenset()
    moved = _moved(program)
    return moved and frozenset(reached({*moved, *program.dynamic.reads}, program.dependents))


def restless_now(model: Model, entered: Mapping[Area, Value]) -> frozenset[Area]:
    """Return the cells that change in every recalculation, given what is typed.

    These are more than those of ``restless``: a circle may be one on paper only, and a dynamic
    range may lie where the time is.
    """
    from xlbuilder.recalc.engines.fast.machine import open_workbook  # noqa: PLC0415 - heavy

    try:
        session = open_workbook(model.once(_readable), EXCEL)
        for cell, value in entered.items():
            session.enter(cell, value)
        left = session.unsettled()
    except (EngineError, WorkbookError):
        return frozenset()
    reads = session.program.dynamic.reads
    # It is not known where a range lies that depends on a circle.
    unknown = {cell for cell in reads if not left.isdisjoint(reads[cell])}
    return _moved(session.program) - _circular(session.program, left) - unknown


def still_changing(session: Session, cells: Iterable[Area]) -> list[Area]:
    """Do another iteration, and return which of the cells it changes."""
    before = {cell: session.read(cell)[0] for cell in cells}
    next(session.iterations())
    return [cell for cell in before if not same(session.read(cell)[0], before[cell])]


def _readable(model: Model) -> Model:
    """Return the model without the formulas that cannot be read."""
    binder = binder_of(model.names)
    forms = {}
    for cell, form in model.forms.items():
        with suppress(FormulaError):
            binder.bound(form, cell)
            forms[cell] = form
    return replace(model, formulas=Formulas(forms), unread={})


def _moved(program: Program) -> frozenset[Area]:
    """Return the cells that read the time or a random number, directly or through other cells."""
    first = {cell for cell, each in program.members.items() if _is_restless(each.family.formula)}
    return frozenset(reached(first, program.dependents))


def _circular(program: Program, within: Iterable[Area]) -> set[Area]:
    return circular({cell: program.precedents[cell] for cell in within})


def _is_restless(node: Node) -> bool:
    calls = (part for part in walk(node) if isinstance(part, Call))
    return any(function_of(call.function).is_restless for call in calls)
