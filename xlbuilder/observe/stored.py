"""The puzzle that a workbook holds, and the workbook recalculated with it."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.spacing import cells_of
from xlbuilder.errors import EngineError, EngineUnavailableError, PuzzleError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import is_nothing
from xlbuilder.observe.positions import deletions
from xlbuilder.observe.solver import Driver, Solver
from xlbuilder.recalc.engines import Session
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, digits_of
from xlbuilder.sudoku.position import Position
from xlbuilder.xlsx.model import Model

_log = logging.getLogger(__name__)
T = TypeVar("T")


def stored_puzzle(model: Model) -> Board:
    """Return the puzzle that a workbook holds.

    Raises WorkbookError when it takes none, PuzzleError when an entry is no digit.
    """
    boards = Boards.of(model)
    values = list(map(model.values.get, cells_of(boards.input(), boards.side)))
    digits = digits_of(boards.side)
    for place, value in enumerate(values):
        if not (is_nothing(value) or (isinstance(value, float) and value in digits)):
            row, column = place // boards.side + 1, place % boards.side + 1
            number = f"{value:g}" if isinstance(value, float) else value
            held = f'the text "{value}"' if isinstance(value, str) else number
            raise PuzzleError(
                f"{model.path}: row {row}, column {column} of the puzzle holds {held}; type a digit"
                " as a number there, or nothing"
            )
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))


def stored_position(model: Model) -> Position:
    """Return the puzzle that a workbook holds, without the candidates that are typed as deleted.

    Raises WorkbookError when it takes no puzzle, PuzzleError when an entry is no digit.
    """
    typed = {each for cell, each in deletions(model) if model.values.get(cell) == each[1]}
    return Position(stored_puzzle(model), frozenset(typed))


def given_or_stored(model: Model, puzzle: Board | None) -> Board | None:
    """Return the puzzle, by default the workbook's; None if the workbook takes no puzzle.

    Raises WorkbookError when a puzzle is given that the workbook does not take, PuzzleError when an
    entry of its own is no digit.
    """
    boards = Boards.of(model)
    if puzzle is None:
        return stored_puzzle(model) if boards.takes_puzzle else None
    boards.input()
    return puzzle


def recalculated(
    model: Model, engine: str, wanted: Sequence[Area] = (), recalculations: int | None = None
) -> Session:
    """Run the puzzle that a workbook holds, as its file says; without one, recalculate it.

    If there are cells ``wanted``, only these are right: what they do not depend on is left out when
    it cannot be calculated.  ``recalculations`` is their maximum, by default as many as the file
    says, or the engine takes.
    """
    schedule = Schedule(recalculations=recalculations)

    def run(model: Model) -> Session:
        driver = driver_of(model)(model, engine, schedule, wanted)
        driver.run(given_or_stored(model, None))
        return driver.session

    return at_least(wanted, model, run)


def driver_of(model: Model) -> type[Driver]:
    """Return what runs a workbook, whether it takes puzzles or not."""
    return Solver if Boards.of(model).takes_puzzle else Driver


def at_least(wanted: Sequence[Area], model: Model, calculate: Callable[[Model], T]) -> T:
    """Calculate a workbook, if need be without the formulas that lead to no ``wanted`` cell.

    Raises what ``calculate`` raises of the whole workbook, when no cell is wanted.
    """
    try:
        return calculate(model)
    except EngineUnavailableError:
        raise
    except (WorkbookError, EngineError) as error:
        if not wanted:
            raise
        done = calculate(only_needed(model, wanted))
        _log.info("not calculated, as nothing that is wanted depends on it: %s", error)
        return done
