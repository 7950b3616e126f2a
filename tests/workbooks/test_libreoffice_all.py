"""All strategies of the ladder in LibreOffice, which refuses some formulas that Excel takes."""

import pytest

from tests.helpers.libreoffice_user import LibreOfficeUser, bounds
from xlbuilder.formula.area import around
from xlbuilder.sudoku.board import Board, is_solution

pytestmark = pytest.mark.program("libreoffice")

PUZZLE = "500000170010340000900005000007000006060020030100000200000000813040130000090600000"
"""It needs an XY-wing and colors, so their boards are awake, and no guess."""
PRESSES = 60


def values(user):
    """Return what all cells of the workbook show; an error is a list of its code."""
    formulas = user.model.formulas
    areas = [
        around([cell for cell in formulas if cell.sheet == sheet])
        for sheet in sorted({cell.sheet for cell in formulas})
    ]
    return [
        value
        for area in areas
        for value in user.bridge.ask(do="read", sheet=area.sheet, bounds=bounds(area))["values"]
    ]


def test_all_strategies_solve_and_no_cell_shows_an_error(made):
    user = LibreOfficeUser(made("--with", "all", "--without", "unique", "--without", "search"))
    user.clear("in_board")
    user.type("puzzle_line", PUZZLE)
    shown = values(user)
    for _ in range(PRESSES):
        user.recalculate()
        before, shown = shown, values(user)
        assert not [value for value in shown if isinstance(value, list)]
        if shown == before:
            break
    assert shown == before
    assert is_solution(Board(tuple(map(int, PUZZLE))), user.solution())
