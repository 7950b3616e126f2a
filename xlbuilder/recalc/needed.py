"""Which formulas a workbook needs: the formulas on which its boards and named cells depend."""

from collections.abc import Iterable
from dataclasses import replace

from xlbuilder.errors import FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.form import Formulas
from xlbuilder.formula.tree import Node, walk
from xlbuilder.recalc.dynamic import may_be_dynamic
from xlbuilder.xlsx.model import Model


def only_needed(model: Model, wanted: Iterable[Area]) -> Model:
    """Return the model without the formulas that the ``wanted`` cells do not depend on.

    Their cells keep the values that the file has stored.  All formulas stay where a dynamic range,
    which may lie anywhere, is needed.
    """
    binder = binder_of(model.names)
    has_formula = {*model.formulas, *model.unread}
    seen: set[Area] = set()
    needed: set[Area] = set()
    pending = [*wanted]
    while pending:
        area = pending.pop()
        if area in seen:
            continue
        seen.add(area)
        for cell in _within(area, has_formula) - needed:
            needed.add(cell)
            if cell not in model.formulas:
                continue
            try:
                bound = binder.bound(model.forms[cell], cell)
            except FormulaError:
                continue  # the engine reports it when it calculates the cell
            nodes: list[Node] = [bound.frame, *bound.parts.values()]
            if any(may_be_dynamic(part) for node in nodes for part in walk(node)):
                return model
            pending += [part for node in nodes for part in walk(node) if isinstance(part, Area)]
    return replace(
        model,
        formulas=Formulas({cell: form for cell, form in model.forms.items() if cell in needed}),
        unread={cell: problem for cell, problem in model.unread.items() if cell in needed},
    )


def _within(area: Area, cells: set[Area]) -> set[Area]:
    if area.size < len(cells):
        return cells.intersection(area.cells())
    return {cell for cell in cells if area.holds(cell)}
