"""Which formulas of a template the engine ``fast`` cannot evaluate, each with its file and place.

The functions that it lacks are known before anything is calculated; the rest is found when it opens
the workbook.
"""

from collections.abc import Iterator

from xlbuilder.errors import Fault, Lack
from xlbuilder.formula.fold import FOLDED
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, walk
from xlbuilder.recalc.engines.fast.code import FUNCTIONS
from xlbuilder.template.formulas import formulas
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.ranges import named_areas


def lacking(loaded: LoadedTemplate) -> Iterator[Fault]:
    """Yield each formula with functions that ``fast`` lacks.

    A conditional format is left out, because no engine calculates it.
    """
    for formula in formulas(loaded.template):
        called = {part.function for part in walk(parse(formula.text)) if isinstance(part, Call)}
        unknown = sorted(called - FUNCTIONS - FOLDED)
        if unknown and not formula.is_format:
            functions = f"function{'s' * (len(unknown) > 1)} {', '.join(unknown)}"
            yield loaded.fault(formula.place, f"the engine fast lacks the {functions}")


def placed(loaded: LoadedTemplate, lack: Lack) -> Fault:
    """Return the place of a formula that ``fast`` cannot evaluate, with the first of its cells."""
    text = f"{lack.text} (in {lack.cell})"
    for formula in formulas(loaded.template):
        _, name, _ = formula.place
        if formula.is_name and name.lower() == lack.name:
            return loaded.fault(formula.place, text)
        if formula.is_held and lack.name is None:
            area = named_areas(loaded.template)[name]
            if lack.cell in (f"{cell.sheet}!{cell}" for cell in area.cells()):
                return loaded.fault(formula.place, text)
    return Fault(loaded.path, str(lack))
