"""First values: what a formula cell may hold before it is evaluated for the first time.

Excel starts at 0, or at the results that the file has stored; other programs start at a blank cell
or an empty text, and a user who edits a puzzle starts from the results of another one.
"""

from collections.abc import Mapping

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.choices import Start
from xlbuilder.recalc.program import Program


def first_values(start: Start, program: Program) -> dict[Area, Value]:
    """Return the values of all cells before the first recalculation, constants included.

    Raises EngineError for a start that depends on a puzzle.
    """
    stored = program.model.values
    formulas = program.members
    constants = {cell: value for cell, value in stored.items() if cell not in formulas}
    match start.name:
        case "file":
            return {cell: stored.get(cell, 0.0) for cell in formulas} | constants
        case "zero":
            return dict.fromkeys(formulas, 0.0) | constants
        case "empty":
            return constants
        case "text":
            return dict.fromkeys(formulas, "") | constants
        case "garbage":
            return _garbage(formulas, start.seed or 0) | constants
    raise EngineError(f"the start {start} depends on a puzzle, and there is none here")


def _garbage(formulas: Mapping[Area, object], seed: int) -> dict[Area, Value]:
    random = np.random.default_rng(seed)
    choices: list[Value] = [*map(float, range(-1, 11)), "", "x", "5", True, False, None, 0.5]
    choices += [ExcelError.VALUE, ExcelError.NA, 90000.0]
    return {cell: choices[random.integers(len(choices))] for cell in formulas}
