"""Which defined name is at fault when a formula cannot be compiled."""

from xlbuilder.errors import EngineError, FormulaError
from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import Binder
from xlbuilder.formula.form import form_of
from xlbuilder.formula.inline import key_of
from xlbuilder.formula.tree import Name, Node, walk
from xlbuilder.recalc.engines.fast.assembly import Assembly
from xlbuilder.recalc.engines.fast.code import compile_family
from xlbuilder.recalc.family import blocks_by_family, members
from xlbuilder.xlsx.model import Model


def name_at_fault(
    assembly: Assembly, model: Model, cell: Area, node: Node, message: str
) -> str | None:
    """Return the innermost name in ``node`` that fails in ``cell`` with this message, or None."""
    for part in (part for part in walk(node) if isinstance(part, Name)):
        key = key_of(part.text, cell.sheet, model.names)
        own = model.names.get(key)
        if own is None or isinstance(own, FormulaError):
            continue
        bound = Binder(model.names).bound(form_of(part), cell)
        (blocks,) = blocks_by_family([(cell, bound)])
        try:
            compile_family(assembly, members(blocks)[cell].family)
        except EngineError as error:
            if str(error) == message:
                return name_at_fault(assembly, model, cell, own, message) or key
    return None
