"""What a workbook holds when it is opened: the puzzle typed in, and the value of each formula.

xlbuilder stores the values in the file before anyone opens it.  When Excel opens the file, it
calculates it (``fullCalcOnLoad``), and the circular cells start from the stored values.  So the
stored values are the values of the file itself at rest, or of the same workbook with names:
nothing is entered, and no step of its drive is done.  The default workbook is saved with State =
Solve and shows its puzzle solved.  The published workbook is saved with State = Reset, and shows
the givens and every candidate, whatever the order of evaluation.  A solution beside State = Reset
would vanish at opening, and a solution that formulas find without a Reset can be wrong.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from xlbuilder.drive.boards import Boards
from xlbuilder.errors import (
    EngineError,
    FormulaError,
    LackError,
    PuzzleError,
    XlbuilderError,
)
from xlbuilder.formula.area import Area
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.restless import still_changing
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.template.ranges import area, named_areas
from xlbuilder.template.side import side_of
from xlbuilder.template.variant import numbers_of
from xlbuilder.workbook.editions import DEFINED
from xlbuilder.workbook.lacking import placed
from xlbuilder.workbook.odd_values import odd_values
from xlbuilder.workbook.write import workbook_file
from xlbuilder.xlsx.guard import read_guarded
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.stored_values import with_values

_log = logging.getLogger(__name__)
_MOST_NAMED = 2

MOST_ITERATIONS = 1000
"""They take a minute without numba; the hardest puzzles need more iterations."""


def at_rest(model: Model) -> Session:
    """Return a workbook in the engine ``fast``, at rest after its recalculations.

    Raises EngineError when the engine cannot evaluate the workbook, and when the workbook does not
    come to rest: its values would change again.
    """
    most = min(model.calculation.max_iterations, MOST_ITERATIONS)
    recalculations = Boards.of(model).drive.recalculations or 1
    schedule = Schedule(iterations=most, recalculations=recalculations)
    session = open_workbook("fast", model, schedule)
    if not session.recalculate().quiet:
        if not model.calculation.iterate:
            text = "iterative calculation is off; write calculation = { iterate = true } in"
            raise EngineError(f"{text} [workbook] of the template")
        text = f"does not come to rest within {most * recalculations:,} iterations"
        raise EngineError(f"{model.path}: {text}{_told(still_changing(session, model.formulas))}")
    return session


def _told(cells: Sequence[Area]) -> str:
    """Return which cells still change, as the end of a message."""
    if not cells:
        return ""
    names = ", ".join(f"{cell.sheet}!{cell}" for cell in cells[:_MOST_NAMED])
    more = f" and {len(cells) - _MOST_NAMED:,} more" if len(cells) > _MOST_NAMED else ""
    return f": {names}{more} still {'changes' if len(cells) == 1 else 'change'}"


def with_opening_values(
    model: Model, file: bytes, session: Session, without: Iterable[str] = ()
) -> bytes:
    """Return the workbook ``file`` with the values that ``model`` has in a session.

    ``model`` was read from ``file``, or from another edition, whose formulas stand in the same
    cells.  The cells in ``without`` get no value.
    """
    left_out = {model.area(name) for name in without}
    cells = [cell for cell in model.formulas if cell not in left_out]
    return with_values(file, {cell: session.read(cell)[0] for cell in cells})


def uncalculated(
    loaded: LoadedTemplate,
    puzzle: Board | None = None,
    *,
    protect: bool = True,
    edition: str = DEFINED,
) -> bytes:
    """Return the workbook of a template with ``puzzle`` typed in, or else the template's example.

    The other arguments are as in `workbook_file`; the values of the formulas are not stored.
    Raises PuzzleError for a template that takes no puzzle, FormulaError with the template's file
    for a template that cannot be written in this edition.
    """
    values = None if puzzle is None else {input_board(loaded): list(puzzle.digits)}
    is_plain = loaded.template is loaded.written
    origin = replace(loaded.origin, names=edition, unprotected=not protect, plain=is_plain)
    properties = origin.to_properties()
    try:
        return workbook_file(loaded.template, values, properties, protect=protect, edition=edition)
    except FormulaError as error:
        raise FormulaError(f"{loaded.path}: {error}") from None


def input_board(loaded: LoadedTemplate) -> str:
    """Return the board that takes a puzzle; raises PuzzleError for a template that takes none."""
    template = loaded.template
    if template.drive is None:
        raise PuzzleError(f"{loaded.path}: has no [drive], so it takes no puzzle")
    taken = template.boards.get(template.drive.input)
    side = side_of(template)
    if taken is None or area(template, taken.range).shape != (side, side):
        size = f"{side}x{side}"
        raise PuzzleError(f"{loaded.path}: its input is not a {size} board, so it takes no puzzle")
    return template.drive.input


def warn_of_boxes(loaded: LoadedTemplate) -> None:
    """Log that only rows and columns count, where boxes do not and no houses take their place."""
    variant = loaded.template.variant
    if not (variant.boxes or variant.houses):
        text = "boxes may hold a digit twice, and no houses take their place: only rows and columns"
        _log.warning("warning: %s", loaded.fault(("variant", "boxes"), f"{text} count"))


def instead_of_example(loaded: LoadedTemplate) -> Board | None:
    """Return an empty puzzle if the template's example clashes by its rules, None otherwise.

    Strategies may add rules that the example does not follow; then the log says what clashes.
    """
    template = loaded.template
    taken = template.boards.get(template.drive.input) if template.drive else None
    if taken is None or taken.values is None or template.variant.is_plain:
        return None
    example = Board(tuple(numbers_of(taken, side_of(template))))
    if not (clashes := loaded.rules.clashes(example)):
        return None
    text = "warning: the puzzle is empty, as the example of %s clashes by these rules: %s"
    _log.warning(text, loaded.name, clashes[0])
    return Board((0,) * len(example.digits))


def calculated(
    loaded: LoadedTemplate,
    path: Path,
    file: bytes,
    named: bytes | None = None,
    *,
    is_example: bool = False,
) -> bytes:
    """Return the workbook ``file``, to be written to ``path``, with the values of its formulas.

    When ``file`` is in the edition without names, ``named`` is the same workbook with names: its
    values are stored in ``file``.  Both workbooks show the same after every iteration
    (tests/unit/workbook/test_inline.py), and ``named`` is read much faster.

    When the values cannot be calculated, a warning is logged and ``file`` itself is returned.
    The log also says what is odd in the values; with ``is_example`` the puzzle is the template's
    example, which the workbook should solve.
    Raises WorkbookError when the result cannot be read back, or its formulas cannot be bound: so
    every file that is written can be opened.
    """
    model = read_workbook(path, named or file)
    load_program(model)
    template = loaded.template
    places = named_areas(template)
    without = [places[name].absolute() for name, cell in template.cells.items() if not cell.stored]
    filled = file
    try:
        session = at_rest(model)
        filled = with_opening_values(model, file, session, without)
        for fault in odd_values(loaded, session, is_example=is_example):
            _log.warning("warning: %s", fault)
    except LackError as error:
        for lack in error.lacks:
            _log.warning("no values are stored: %s", placed(loaded, lack))
    except XlbuilderError as error:
        _log.warning("no values are stored: %s", error)
    read_guarded(path, filled)
    return filled
