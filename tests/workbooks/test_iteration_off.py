"""Iteration is switched off, and other clues are typed: nothing false is to be read on the sheet.

Two programs keep what circular cells show, and everything behind them, while iterative calculation
is off.  So does the engine `fast` then.  Cells outside the circle and conditional formats are
evaluated.
"""

from dataclasses import replace

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.places import ROOT
from tests.helpers.without_iteration import looks, without_iteration
from xlbuilder.formula.number_format import shown
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.render.layout import ink
from xlbuilder.render.picture import read_sheet
from xlbuilder.render.svg import draw
from xlbuilder.xlsx.model import read_workbook

PICTURE = ROOT / "docs" / "pictures" / "iteration-off.svg"

# For each template: what the user changes, the boards that must not be readable then.
CASES = {
    "sudoku": (
        "in_board",
        4.0,
        ["sol_board", "val_board", "reason_board", "kept_board", "status", "why"],
    ),
    "jigsaw": ("regions", 4.0, ["sol_board", "val_board", "status"]),
    "generator": ("puzzle_number", 18.0, ["puzzle_board", "solution_board", "status"]),
    "life": ("pattern", "Acorn", ["life_board", "generation", "live_cells", "status"]),
}


def is_readable(model, look, cell):
    """Return whether the cell shows a text, in another color than its own."""
    text = shown(model.values.get(cell), look.number_format)
    return text != "" and ink(look) != (look.fill or "FFFFFF")


@pytest.mark.parametrize("template", by_cost(CASES, 0, 2))
def test_other_input_hides_what_is_not_of_it_and_shows_the_banner(made, template):
    cell, value, hidden = CASES[template]
    model = without_iteration(made(template), cell, value)
    seen = looks(model)
    for board in hidden:
        cells = [at for at in model.area(board).cells() if at in seen]
        assert not any(is_readable(model, seen[at], at) for at in cells), board
    banner = next(model.area("banner").cells())
    assert is_readable(model, seen[banner], banner)
    assert "File > Options > Formulas" in model.values[banner]


@pytest.mark.parametrize("template", by_cost(CASES, 0, 2))
def test_what_is_stored_can_be_read_and_there_is_no_banner(made, template):
    model = without_iteration(made(template), None, None)
    seen = looks(model)
    status = next(model.area("status").cells())
    assert is_readable(model, seen[status], status)
    banner = next(model.area("banner").cells())
    assert not is_readable(model, seen[banner], banner)


def test_the_picture_in_the_documents_is_what_is_seen_now(made):
    model = without_iteration(made("sudoku"), "in_board", 4.0)
    assert PICTURE.read_text(encoding="utf-8") == draw(model, read_sheet(model), None)


@pytest.mark.parametrize("template", ["generator", "life"])
def test_the_sensor_is_calculated_when_something_is_typed(built, template):
    """A cell that reads nothing but itself stays empty in programs that calculate what changed."""
    model = read_workbook(built(template))
    sensor = model.area("iteration_seen")
    read = load_program(model).precedents[sensor]
    assert sensor in read
    assert model.area("controller") in read


@pytest.mark.parametrize("template", ["generator", "life"])
def test_an_error_of_the_controller_does_not_say_that_iteration_is_off(built, template):
    """SpreadJS iterated, and each time that an error came into the circle, the status said so."""
    model = read_workbook(built(template))
    values = {**model.values, model.area("controller"): ExcelError.VALUE}
    session = open_workbook("fast", replace(model, values=values), Schedule.parse("jacobi", "file"))
    next(session.iterations())
    assert session.read(model.area("iteration_seen")) == [1.0]
