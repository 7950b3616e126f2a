"""Does the controller wait until it has seen every single cell obey: of `sudoku`, of `basic`?"""

RESET = 3.0
"""The status while everything goes back to the start."""

# Each board, and what one of its cells could still hold when all the others have obeyed.
LADDER = {
    "pair_board": 47.0,
    "naked_pairs": 14728.0,
    "houses": 2.0,
    "filled": 6000000014.0,
    "ladder": 26.0,
    "rung": 26.0,
}

LATE = {
    "sol_board": 5.0,
    "placement_board": 100915.0,
    "val_board": -102.0,
    "cell_state": 5.0,
    "guess_order": 100111.0,
    "left_before": 7.0,
    "proposals_of_pictures": 41.0,
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
    waiting = "status_code" if phase == RESET else "controller"
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
    sheet.settle(waiting)
    if not sheet.moves(waiting):
        return {waiting}
    return {
        board
        for board, value in late.items()
        if sheet.model.area(board) is not None
        for cell in sheet.cells(board)
        if sheet.moves_without(waiting, cell, value)
    }
