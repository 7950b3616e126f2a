"""Workbooks that take positions: the strategy ``position`` is plugged in.

All digits of a position are entered as clues, also the digits that a player placed.  The board
``deleted`` has 27x27 cells, one for each candidate: its digit in the cell deletes it.
"""

from xlbuilder.drive.boards import shape_of
from xlbuilder.formula.area import Area
from xlbuilder.observe.candidates import CANDIDATES
from xlbuilder.sudoku.board import NINE, Candidate
from xlbuilder.xlsx.model import Model

STRATEGY = "position"
"""The shipped strategy that lets a workbook start from pencil marks."""

BOARD = "deleted"
"""The name of the board that takes what is deleted."""


def deletions(model: Model) -> list[tuple[Area, Candidate]]:
    """Return the cells that take what is deleted, each with its candidate.

    The list is empty when the workbook has no board for it.
    """
    area = model.area(BOARD)
    if area is None or area.shape != shape_of("candidates", NINE):
        return []
    return list(zip(area.cells(), CANDIDATES, strict=True))
