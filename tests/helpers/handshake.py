"""Does the controller wait until it has seen every single cell obey: of `sudoku`, of `basic`?"""

import numpy as np

from xlbuilder.recalc.schedule import Reads

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
    "placement_board": 100015.0,
    "val_board": -10101.0,
    "candidate_count": 0.0,
    "places_in_row": 1.0,
    "places_in_column": 1.0,
    "places_in_box": 1.0,
    "row_crossings": 0.0,
    "column_crossings": 0.0,
    "guess_order": 100111.0,
    **LADDER,
}
LATE_AT_RESET = LATE | {
    "placement_board": 15.0,
    "val_board": -101.0,
    "guess_stack": 111.0,
    "kept_board": 5.0,
    "kept_guesses": 102.0,
    "kept_rating": 33.0,
    "keeping": 1.0,
}


def moves_too_early(sheet, puzzle, late, phase):
    """Name the boards with a cell for which the controller does not wait.

    ``phase`` says which controller ends the run before: 0 at a reset, -1 at the first undo. If it
    never comes to that, or never leaves it, the controller itself is named.
    """
    session, model = sheet.session, sheet.solver.model
    cells = list(session.program.members)
    controller = model.area("controller")
    only = np.array([cells.index(controller)], np.int32)
    others = np.array([n for n, cell in enumerate(cells) if cell != controller], np.int32)

    def sweep(numbers):
        return session._machine.iterate(numbers, Reads.IN_PLACE, 0, 0.001)  # noqa: SLF001

    sheet.follow("row-major", "zero", iterations=3000)
    sheet.enter(puzzle)
    if not phase:
        sheet.set(state="Reset")
    for _ in sheet.session.iterations():
        if sheet.one("controller") == phase != 0:
            break
    if sheet.one("controller") != phase:
        return {"controller"}
    if not phase:
        sheet.set(state="Solve")
    while (done := sweep(others)).moved or done.changed:
        pass

    def moves():
        sweep(only)
        moved = sheet.one("controller") != phase
        session.enter(controller, float(phase))
        return moved

    def moves_without(cell, value):
        right = session.read(cell)[0]
        session.enter(cell, value)
        moved = right != value and moves()
        session.enter(cell, right)
        return moved

    if not moves():
        return {"controller"}
    return {
        board
        for board, value in late.items()
        if (area := model.area(board)) is not None
        for cell in area.cells()
        if moves_without(cell, value)
    }
