"""Changes formulas so that LibreOffice calculates them faster (docs/results/libreoffice-time.md).

A strategy that has to wait begins the formulas of its boards with ``IF(rung<46, 0, ...)``: the
boards show 0 until the cell ``rung`` is 46.  LibreOffice may leave an error in the cells of a
circle that is not at rest.  A cell that reads an error goes through its whole formula, also while
it waits.  And if the rung is an error, the board becomes an error too, and the cells that read the
board.  So the formula becomes ``IF(ISERROR(rung), 0, IF(rung<46, 0, ...))``.  The template says
which cells wake others: ``wakes = true``.  A board that keeps its values while it waits begins in
another way: it asks for the start first.

LibreOffice finds the cells of a circle one after the other, and each time calculates again the
cells that it has found so far.  A cell that first reads the cell to its right makes LibreOffice
find a whole line of a board at once.  So with ``neighbor_first = true`` the formula F of a board
becomes ``COUNT(Q16)*0+F``.  The first part is always 0, so the cell is F as long as F is a number.
"""

from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, Corner, Infix, Name, Number, to_text
from xlbuilder.template.formulas import HELD, with_changed
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import SheetBoard, Template, bare


def with_errors_asked(template: Template) -> Template:
    """Return the template with ISERROR before each ``IF(rung<N, 0, ...)`` of a board or a cell.

    Another number may stand for 0; ``rung`` is a cell that wakes others.
    """
    waking = {name.lower() for name, cell in template.cells.items() if cell.wakes}

    def asking(text: str) -> str:
        match parse(text):
            case Call("IF", (Infix("<", Name(word), _), Number() as asleep, _)) if (
                word.lower() in waking
            ):
                rest = bare(text)
                apart = "\n " if "\n" in rest else " "  # a line of its own, as in the rest
                return f"=IF(ISERROR({word}), {to_text(asleep)},{apart}{rest})"
            case _:
                return text

    return with_changed(template, asking, HELD) if waking else template


def with_neighbors_first(template: Template) -> Template:
    """Return the template; each board with ``neighbor_first`` reads its neighbor first."""
    boards = {
        name: _looking(board, template) if board.neighbor_first else board
        for name, board in template.boards.items()
    }
    return template.model_copy(update={"boards": boards})


def _looking(board: SheetBoard, template: Template) -> SheetBoard:
    if board.formula is None:
        return board
    found = area(template, board.range)
    neighbor = Corner(found.top, found.left + 1, row_fixed=False, column_fixed=False)
    rest = bare(board.formula)
    if not isinstance(parse(board.formula), Call):
        rest = f"({rest})"
    return board.model_copy(update={"formula": f"=COUNT({neighbor})*0+{rest}"})
