"""Which boards a file moved off the steps in which names count rows and columns.

A name of the template that it extends then counts wrong on the board, and the formula that goes
wrong stands in a file that is right.
"""

from collections.abc import Iterator

from openpyxl.utils import get_column_letter

from xlbuilder.template.problem import Problem
from xlbuilder.template.ranges import area
from xlbuilder.template.schema import GridStep, SheetBoard, Template
from xlbuilder.template.source import Source


def off_the_steps(template: Template, source: Source) -> Iterator[Problem]:
    """Yield each board of formulas that a file moved off the steps of a [grid] of another file.

    Rows and columns count separately, as in placing.py.
    """
    origins = source.origins
    grids = {origins[key] for key in origins if key[:1] == ("grid",)}
    for name, board in template.boards.items():
        place = ("boards", name, "range")
        file = origins.get(place)
        if board.formula is None or file in grids:
            continue
        defined = {origins[key] for key in origins if key[:2] == place[:2] and len(key) == 3}
        if file in defined and len(defined) > 1:
            yield from (Problem(place, text) for text in _off(template, board))


def _off(template: Template, board: SheetBoard) -> Iterator[str]:
    found = area(template, board.range)
    rows, columns = found.shape
    if (step := _step(template, rows)) and (found.top - area(template, step.at).top) % step.every:
        yield _text(f"row {found.top}", "rows", step)
    step = _step(template, columns)
    if step and (found.left - area(template, step.at).left) % step.every:
        yield _text(f"column {get_column_letter(found.left)}", "columns", step)


def _step(template: Template, lines: int) -> GridStep | None:
    """Return the step for boards of so many rows or columns, if there is one."""
    steps = {int(number): step for number, step in template.grid.items() if int(number) <= lines}
    return steps[max(steps)] if steps else None


def _text(begin: str, lines: str, step: GridStep) -> str:
    return (
        f"begins in {begin}, off the steps of {step.every} {lines} from {step.at} in which names"
        " count; put it back, or write names of its own"
    )
