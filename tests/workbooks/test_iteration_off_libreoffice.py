"""Iterative calculation switched off in LibreOffice, over UNO, while a workbook is open there."""

import pytest

from tests.helpers.libreoffice_user import LibreOfficeUser
from xlbuilder.sudoku.board import is_solution

pytestmark = pytest.mark.program("libreoffice")

OFF = "Iterative calculation is off. File > Options > Formulas > Enable iterative calculation."

SOLVED = ("Solved.", "Solved. There is no other solution.")


def is_off(user, *boards):
    """Return whether the status says so, and none of the boards shows anything."""
    shown = {text for name in boards for text in user.values(name)}
    return user.shown("status") == OFF and shown <= {"", 0.0}  # 0 is hidden


def test_sudoku_says_so_at_once_and_shows_no_solution_to_other_clues(made, boards):
    user = LibreOfficeUser(made())
    assert user.status() in SOLVED
    user.iterate(on=False)
    assert is_off(user, "sol_board", "solution_line")
    user.clear("in_board")
    user.type("puzzle_line", str(boards["naked_2"]))
    assert is_off(user, "sol_board", "solution_line")
    user.recalculate()
    assert is_off(user, "sol_board", "solution_line")
    user.iterate(on=True)
    assert user.status() in SOLVED
    assert is_solution(boards["naked_2"], user.solution())
    user.iterate(on=False)
    assert is_off(user, "sol_board", "solution_line")


@pytest.mark.parametrize(
    ("template", "typed", "board"),
    [
        ("generator", {"puzzle_number": "7"}, "puzzle_line"),
        pytest.param("life", {"state": "Step", "step": "3"}, None, marks=pytest.mark.exhaustive),
    ],
)
def test_the_others_say_so_too(made, template, typed, board):
    user = LibreOfficeUser(made(template))
    assert user.shown("status") != OFF
    lines = [board] if board else []
    user.iterate(on=False)
    assert is_off(user, *lines)
    for name, text in typed.items():
        user.type(name, text)
    assert is_off(user, *lines)
    user.iterate(on=True)
    user.recalculate()
    assert user.shown("status") != OFF
