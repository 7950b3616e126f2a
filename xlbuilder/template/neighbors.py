"""Lets each cell of a large board look at its neighbor first.

LibreOffice finds the cells of a circle one after the other, and each time calculates those again
that it has found so far (docs/results/libreoffice-time.md).  A cell that first asks for the cell to
its right makes it find a whole line of a board at once.  So with boards that sleep and wake, which
make a workbook large, the formula F of each board of the candidates' size becomes
``IF(COUNT(Q16)<0, 0, F)``.  A count is never below 0, so the cell is F whatever its neighbor shows.
"""

from xlbuilder.formula.tree import Corner
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import Board, Template, bare


def with_neighbors_first(template: Template) -> Template:
    """Return the template with a look at the neighbor in each board of the candidates' size.

    A template without candidates, or without a cell that wakes others, stays as it is.
    """
    candidates = template.drive and template.drive.candidates
    if not candidates or not any(cell.wakes for cell in template.cells.values()):
        return template
    shape = area(template, template.boards[candidates].range).shape
    boards = {
        name: _looking(board, template) if area(template, board.range).shape == shape else board
        for name, board in template.boards.items()
    }
    return template.model_copy(update={"boards": boards})


def _looking(board: Board, template: Template) -> Board:
    if board.formula is None:
        return board
    found = area(template, board.range)
    neighbor = Corner(found.top, found.left + 1, row_fixed=False, column_fixed=False)
    rest = bare(board.formula)
    apart = "\n " if "\n" in rest else " "  # a line of its own, as in the rest
    text = f"=IF(COUNT({neighbor})<0, 0,{apart}{rest})"
    return board.model_copy(update={"formula": text})
