"""Does the controller wait until it has seen every single cell obey: of `sudoku`, of `basic`?"""

import numpy as np

from xlbuilder.recalc.schedule import Reads

RESET = 3.0
"""The status while everything goes back to the start."""

# Each board, and what one of its cells could still hold when all the others have obeyed.
LADDER = {
    "houses": 2.0,
    "filled": 6000000014.0,
    "proposals_of_sets": 30.0,
    "ladder": 26.0,
    "rung": 26.0,
    "stamp": 26.0,
    "lowest_rung": 30.0,
}

LATE = {
    "sol_board": 5.0,
    "placement_board": 100915.0,
    "val_board": -102.0,
    "cell_state": 5.0,
    "guess_order": 100111.0,
    "values_before": 7.0,
    **LADDER,
}
LATE_AT_RESET = LATE | {
    "placement_board": 915.0,
    "val_board": -2.0,
    "guess_stack": 111.0,
    "dead_ends": 2.0,
    "kept_board": 5.0,
    "keeping": 1.0,
    "controller": 2.0,
    "locks": 1.0,
}


def moves_too_early(sheet, puzzle, late, phase):
    """Name the boards with a cell for which the workbook does not wait.

    ``phase`` says what ends the run before: 3, the status at a reset, or -1, the controller at the
    first undo. If it never comes to that, or never leaves it, that cell itself is named.
    """
    session, model = sheet.session, sheet.solver.model
    cells = list(session.program.members)
    waiting = "status_code" if phase == RESET else "controller"
    controller = model.area(waiting)
    only = np.array([cells.index(controller)], np.int32)
    others = np.array([n for n, cell in enumerate(cells) if cell != controller], np.int32)

    def sweep(numbers):
        return session._machine.iterate(numbers, Reads.IN_PLACE, 0, 0.001)  # noqa: SLF001

    sheet.follow("row-major", "zero", iterations=3000)
    sheet.enter(puzzle)
    if phase == RESET:
        sheet.set(state="Reset")
    for _ in sheet.session.iterations():
        if sheet.one(waiting) == phase != RESET:
            break
    if sheet.one(waiting) != phase:
        return {waiting}
    if phase == RESET:
        sheet.set(state="Solve")
    while (done := sweep(others)).moved or done.changed:
        pass

    def moves():
        sweep(only)
        moved = sheet.one(waiting) != phase
        session.enter(controller, float(phase))
        return moved

    def moves_without(cell, value):
        right = session.read(cell)[0]
        session.enter(cell, value)
        moved = right != value and moves()
        session.enter(cell, right)
        return moved

    if not moves():
        return {waiting}
    return {
        board
        for board, value in late.items()
        if (area := model.area(board)) is not None
        for cell in area.cells()
        if moves_without(cell, value)
    }
