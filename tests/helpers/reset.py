"""What a workbook of the published kind shows after Reset."""

from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.model import read_workbook


def all_values_after_reset(path, puzzle):
    """Return whether Reset shows just the puzzle, and all nine values of every cell."""
    model = read_workbook(path)
    session = open_workbook("fast", model)
    givens = [float(digit) if digit else None for digit in puzzle.digits]
    for cell, given in zip(model.area("in_board").cells(), givens, strict=True):
        session.enter(cell, given)
    session.enter(model.area("state"), "Reset")
    session.recalculate()
    shown = [value or None for value in session.read(model.area("sol_board"))]
    valid = sorted(session.read(model.area("val_board")), key=str)
    return shown == givens and valid == [float(digit) for digit in range(1, 10) for _ in range(81)]
