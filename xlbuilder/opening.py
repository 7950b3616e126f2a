"""The values that a workbook shows once it is opened, stored in its file before anyone opens it.

Excel calculates the file as it was saved when it opens it (``fullCalcOnLoad``), and its circular
cells start from the stored values.  So what is stored is one recalculation of the file itself:
nothing is typed, and no step of its drive is taken.  The default workbook is saved with State =
Solve and shows its puzzle solved.  The published one is saved with State = Reset, and shows the
givens and every digit in the running, whatever the order of evaluation.  A solution beside State =
Reset would vanish at opening, and one that its formulas find without a Reset can be wrong.
"""

from collections.abc import Iterable

from xlbuilder.errors import EngineError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.model import Model
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.workbook.stored import with_values

MOST_ITERATIONS = 1000
"""A minute in plain Python, where numba is missing; the hardest puzzles need more."""


def with_opening_values(model: Model, file: bytes, without: Iterable[str] = ()) -> bytes:
    """Return the workbook ``file``, of which ``model`` was read, with the value of each formula.

    The cells named in ``without`` get none.  Raises EngineError when the engine ``fast`` cannot
    evaluate the workbook, or when it does not come to rest: then it has no values that stay.
    """
    most = min(model.calculation.max_iterations, MOST_ITERATIONS)
    session = open_workbook("fast", model, Schedule(iterations=most))
    if not session.recalculate().quiet:
        raise EngineError(f"{model.path}: does not come to rest within {most} iterations")
    left_out = {model.area(name) for name in without}
    cells = [cell for cell in model.formulas if cell not in left_out]
    return with_values(file, {cell: session.read(cell)[0] for cell in cells})
