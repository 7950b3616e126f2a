"""Lets each cell of a board look at its neighbor first.

LibreOffice finds the cells of a circle one after the other, and each time calculates those again
that it has found so far (docs/results/libreoffice-time.md).  A cell that first asks for the cell to
its right makes it find a whole line of a board at once.  So with ``neighbor_first = true`` the
formula F of a board becomes ``COUNT(Q16)*0+F``.  Nothing is added, whatever the neighbor shows, so
the cell is F as long as F is a number.
"""

from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Corner
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import Board, Template, bare


def with_neighbors_first(template: Template) -> Template:
    """Return the template with a look at the neighbor in each board that has ``neighbor_first``."""
    boards = {
        name: _looking(board, template) if board.neighbor_first else board
        for name, board in template.boards.items()
    }
    return template.model_copy(update={"boards": boards})


def _looking(board: Board, template: Template) -> Board:
    if board.formula is None:
        return board
    found = area(template, board.range)
    neighbor = Corner(found.top, found.left + 1, row_fixed=False, column_fixed=False)
    rest = bare(board.formula)
    if not isinstance(parse(board.formula), Call):
        rest = f"({rest})"
    return board.model_copy(update={"formula": f"=COUNT({neighbor})*0+{rest}"})
