"""Someone who uses the default workbook in LibreOffice, by its keyboard, and reads the status."""

import pytest
from openpyxl import load_workbook

from tests.helpers.libreoffice_user import LibreOfficeUser
from xlbuilder.sudoku.board import Board, is_solution

pytestmark = pytest.mark.program("libreoffice")

SOLVED = ("Solved.", "Solved. There is no other solution.")

NO_DIGIT = "A clue is not a digit from 1 to 9, or it is text. It is red."


@pytest.fixture(scope="module")
def user(made):
    return LibreOfficeUser(made())


@pytest.fixture(scope="module")
def on_the_shelf(made):
    return load_workbook(made())["Shelf"]["E5"].value


@pytest.fixture
def emptied(user):
    """The workbook without a puzzle."""
    user.clear("in_board")
    user.clear("puzzle_line")
    user.clear("shelf_choice")
    return user


def test_typed_clues_are_solved(emptied, boards):
    """Reset holds it still meanwhile, as one who types thirty clues would want."""
    puzzle = boards["naked_1"]
    emptied.type("state", "Reset")
    assert emptied.status() == "Reset. Set State to Solve."
    emptied.type_puzzle(puzzle)
    emptied.type("state", "Solve")
    assert emptied.status() in SOLVED
    assert is_solution(puzzle, emptied.solution())


def test_a_pasted_line_is_solved_and_so_is_a_changed_clue(emptied, boards):
    puzzle = boards["naked_2"]
    emptied.type("puzzle_line", str(puzzle))
    assert emptied.status() in SOLVED
    solution = emptied.solution()
    assert is_solution(puzzle, solution)
    empty = puzzle.digits.index(0)
    emptied.type("in_board", str(solution.digits[empty]), empty)
    assert emptied.status() in SOLVED
    assert emptied.solution() == solution


def test_a_line_of_digits_only_stays_a_text(emptied, boards):
    """The format of the cell keeps it from becoming a number of 81 digits."""
    puzzle = boards["naked_3"]
    emptied.type("puzzle_line", str(puzzle).replace(".", "0"))
    assert emptied.status() in SOLVED
    assert is_solution(puzzle, emptied.solution())


def test_a_puzzle_of_the_shelf_is_solved_until_a_clue_is_typed(emptied, on_the_shelf):
    puzzle = Board(tuple(int(mark.replace(".", "0")) for mark in on_the_shelf))
    emptied.type("shelf_choice", "1 singles")
    assert emptied.status() in SOLVED
    assert is_solution(puzzle, emptied.solution())
    assert emptied.shown("shelf_note") == f"{81 - on_the_shelf.count('.')} clues, rating 2.3"
    emptied.type("in_board", "x")
    assert emptied.status() == NO_DIGIT
    assert emptied.shown("shelf_note") == "Delete the clues first."


def test_it_says_why(emptied, boards):
    puzzle = boards["naked_1"]
    emptied.type("puzzle_line", str(puzzle))
    assert emptied.status() in SOLVED
    given, found = (puzzle.digits.index(digit) for digit in (6, 0))
    for cell, reason in ((given, "Given."), (found, "No other digit can stand here.")):
        address = f"R{cell // 9 + 1}C{cell % 9 + 1}"
        emptied.type("asked_cell", address)
        assert emptied.status() in SOLVED
        digit = emptied.solution().digits[cell]
        assert emptied.shown("why") == f"{address} = {digit}: {reason}"
        assert emptied.shown("why_lines", digit - 1) == f"{digit}: stands here"
    emptied.type("asked_cell", "Z9")
    assert emptied.shown("why") == "Type R, the row, C, the column, as in R4C7."


def test_mistakes_are_told_and_can_be_mended(emptied, boards):
    text = str(boards["naked_1"])
    for pasted, status in (
        (text[:70], "The pasted line has 70 characters, not 81."),
        ("abc" + text[3:], NO_DIGIT),
    ):
        emptied.type("puzzle_line", pasted)
        assert emptied.status() == status
    emptied.type("puzzle_line", text)
    for typed, status in (
        ("6", "Clues clash. They are red."),
        ("x", NO_DIGIT),
        ("2.5", NO_DIGIT),
    ):
        emptied.type("in_board", typed)
        assert emptied.status() == status
    emptied.clear("in_board")
    assert emptied.status() in SOLVED


LOCKED = ["sol_board", "val_board", "controller", "given_board", "status", "why"]

OPEN = {"in_board": "5", "puzzle_line": "x", "state": "Step", "step": "7", "asked_cell": "R9C9"}

OPEN["shelf_choice"] = "1 singles"


def test_locked_cells_refuse_what_is_typed_and_the_others_take_it(made):
    user = LibreOfficeUser(made())
    before = {name: user.look(name)["content"] for name in LOCKED}
    assert all(content.startswith("=") for content in before.values())
    for name in LOCKED:
        user.type(name, "7")
        user.clear(name)
    assert {name: user.look(name)["content"] for name in LOCKED} == before
    for name, text in OPEN.items():
        user.type(name, text)
        assert user.look(name)["content"] == text
