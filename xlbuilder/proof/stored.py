"""The puzzle that a workbook holds, and the workbook recalculated with it."""

from collections.abc import Sequence
from pathlib import Path

from xlbuilder.errors import PuzzleError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.proof.solver import Solver
from xlbuilder.recalc.engines import RECALCULATIONS, Session, open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import DIGITS, Board
from xlbuilder.xlsx.drive import Drive
from xlbuilder.xlsx.model import Model


def puzzle_area(model: Model) -> Area | None:
    """Return the cells that take a puzzle, None in a workbook that takes none."""
    area = model.area(Drive.from_properties(model.properties).input)
    if area is None or area.shape != (9, 9):
        return None
    return area if model.formulas.keys().isdisjoint(area.cells()) else None


def required_puzzle_area(model: Model) -> Area:
    """Return the cells that take a puzzle; raises WorkbookError when there are none."""
    area = puzzle_area(model)
    if area is None:
        name = Drive.from_properties(model.properties).input
        raise WorkbookError(
            f"{model.path}: takes no puzzle: {name} is no board of 9x9 cells to type into;"
            " xlbuilder show prints its boards, xlbuilder render makes a picture of any sheet"
        )
    return area


def stored_puzzle(file: Path, values: Sequence[Value]) -> Board:
    """Return the puzzle that a workbook holds; PuzzleError when an entry is no digit."""
    for place, value in enumerate(values):
        if not (is_nothing(value) or (isinstance(value, float) and value in DIGITS)):
            row, column = place // 9 + 1, place % 9 + 1
            raise PuzzleError(f"{file}: row {row}, column {column} of the puzzle holds {value}")
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))


def recalculated(model: Model, engine: str) -> Session:
    """Run the puzzle that a workbook holds, as its file says; without one recalculate it once."""
    schedule = Schedule(recalculations=RECALCULATIONS.get(engine, 1))
    if puzzle_area(model) is None:
        session = open_workbook(engine, model, schedule)
        session.recalculate()
        return session
    solver = Solver(model, engine, schedule)
    solver.run(stored_puzzle(model.path, solver.read(solver.drive.input)))
    return solver.session
