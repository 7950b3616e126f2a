"""The puzzle that a workbook holds, and the workbook recalculated with it."""

from collections.abc import Sequence

from xlbuilder.errors import EngineError, EngineUnavailableError, PuzzleError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import is_nothing
from xlbuilder.proof.solver import Driver, Solver
from xlbuilder.recalc.engines import RECALCULATIONS, Session
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import DIGITS, Board
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.model import Model


def stored_puzzle(model: Model) -> Board:
    """Return the puzzle that a workbook holds.

    Raises WorkbookError when it takes none, PuzzleError when an entry is no digit.
    """
    values = model.values_of(Boards(model).input())
    for place, value in enumerate(values):
        if not (is_nothing(value) or (isinstance(value, float) and value in DIGITS)):
            row, column = place // 9 + 1, place % 9 + 1
            raise PuzzleError(
                f"{model.path}: row {row}, column {column} of the puzzle holds {value}"
            )
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))


def given_or_stored(model: Model, puzzle: Board | None) -> Board | None:
    """Return the puzzle, by default that of the workbook, None in one that takes none.

    Raises WorkbookError when a puzzle is given that the workbook does not take, PuzzleError when an
    entry of its own is no digit.
    """
    boards = Boards(model)
    if puzzle is None:
        return stored_puzzle(model) if boards.takes_puzzle else None
    boards.input()
    return puzzle


def recalculated(model: Model, engine: str, wanted: Sequence[Area] = ()) -> Session:
    """Run the puzzle that a workbook holds, as its file says; without one, recalculate it.

    If there are cells ``wanted``, only these are right: what they do not depend on is left out when
    it cannot be calculated.
    """
    try:
        return _recalculated(model, engine, wanted)
    except EngineUnavailableError:
        raise
    except (WorkbookError, EngineError):
        if not wanted:
            raise
        return _recalculated(only_needed(model, wanted), engine, wanted)


def _recalculated(model: Model, engine: str, also: Sequence[Area]) -> Session:
    schedule = Schedule(recalculations=RECALCULATIONS.get(engine, 1))
    if not Boards(model).takes_puzzle:
        driver = Driver(model, engine, schedule, also)
        driver.take_steps()
        return driver.session
    solver = Solver(model, engine, schedule, also)
    solver.run(stored_puzzle(model))
    return solver.session
