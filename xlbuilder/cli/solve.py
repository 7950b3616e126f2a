"""A workbook solved before it is shown."""

from xlbuilder.cli.inputs import stored_puzzle
from xlbuilder.recalc.engines import RECALCULATIONS
from xlbuilder.recalc.model import Model
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.verify import Solver

NOT_CALCULATED = "not calculated yet: open it in Excel, or add --recalculate"


def solved(model: Model, engine: str) -> Solver:
    """Run the puzzle that a workbook holds, as its file says."""
    schedule = Schedule(recalculations=RECALCULATIONS.get(engine, 1))
    solver = Solver(model, engine, schedule)
    solver.run(stored_puzzle(model.path, solver.read(solver.drive.input)))
    return solver
