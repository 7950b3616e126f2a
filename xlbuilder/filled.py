"""The workbook of a template with a puzzle typed into it, and what its cells show then."""

from collections.abc import Callable
from pathlib import Path

from xlbuilder.board import Board
from xlbuilder.errors import PuzzleError, XlbuilderError
from xlbuilder.opening import with_opening_values
from xlbuilder.recalc.guard import read_guarded
from xlbuilder.recalc.model import read_workbook
from xlbuilder.template.load import Loaded
from xlbuilder.template.ranges import area, named_areas


def typed_in(loaded: Loaded, puzzle: Board) -> dict[str, list[int]]:
    """Return what the boards hold for `workbook_file`, with ``puzzle`` for the example.

    Raises PuzzleError for a template that takes no puzzle.
    """
    return {input_board(loaded): list(puzzle.digits)}


def input_board(loaded: Loaded) -> str:
    """Return the board that takes a puzzle; raises PuzzleError for a template that takes none."""
    template = loaded.template
    if template.drive is None:
        raise PuzzleError(f"{loaded.path}: has no [drive], so it takes no puzzle")
    taken = template.boards.get(template.drive.input)
    if taken is None or area(template, taken.range).shape != (9, 9):
        raise PuzzleError(f"{loaded.path}: its input is no 9x9 board, so it takes no puzzle")
    return template.drive.input


def calculated(loaded: Loaded, path: Path, file: bytes, told: Callable[[str], None]) -> bytes:
    """Return the workbook ``file``, to be written to ``path``, with the values of its formulas.

    It comes back as it is, with the reason ``told``, when it cannot be calculated.  Raises
    WorkbookError when it cannot be read back, so that nobody gets a file that does not open.
    """
    model = read_workbook(path, file)
    template = loaded.template
    places = named_areas(template)
    without = [places[name].absolute() for name, cell in template.cells.items() if not cell.stored]
    try:
        filled = with_opening_values(model, file, without)
    except XlbuilderError as error:
        told(f"no values are stored: {error}")
        return file
    read_guarded(path, filled)
    return filled
