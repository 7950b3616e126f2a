"""First values: what a formula cell may hold before it is evaluated for the first time.

Excel starts at 0, or at the results that the file has stored; other programs start at a blank cell
or an empty text, and a user who edits a puzzle starts from the results of another one.
"""

from collections.abc import Mapping

import numpy as np

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError, Value
from xlbuilder.recalc.program import Program
from xlbuilder.recalc.schedule import is_seed

STARTS = {
    "file": "the results that the file has stored, 0 where it has none",
    "zero": "0",
    "empty": "blank",
    "text": 'an empty text, ""',
    "garbage:SEED": "random digits, texts, logical values and errors",
}
"""The names that do not depend on a puzzle; ``stale`` and ``midsolve`` stand in proof/solver.py."""


def first_values(name: str, program: Program) -> dict[Area, Value]:
    """Return the values of all cells before the first recalculation, constants included.

    Raises EngineError for a name that is not in STARTS.
    """
    kind, _, seed = name.partition(":")
    stored = program.model.values
    formulas = program.members
    constants = {cell: value for cell, value in stored.items() if cell not in formulas}
    match kind:
        case "file":
            return {cell: stored.get(cell, 0.0) for cell in formulas} | constants
        case "zero":
            return dict.fromkeys(formulas, 0.0) | constants
        case "empty":
            return constants
        case "text":
            return dict.fromkeys(formulas, "") | constants
        case "garbage" if is_seed(seed) or not seed:
            return _garbage(formulas, int(seed or 0)) | constants
    raise EngineError(f"{name}: no such start; known are: {', '.join(STARTS)}, stale, midsolve")


def _garbage(formulas: Mapping[Area, object], seed: int) -> dict[Area, Value]:
    random = np.random.default_rng(seed)
    choices: list[Value] = [*map(float, range(-1, 11)), "", "x", "5", True, False, None, 0.5]
    choices += [ExcelError.VALUE, ExcelError.NA, 90000.0]
    return {cell: choices[random.integers(len(choices))] for cell in formulas}
