"""Someone who plays in `play` in LibreOffice, by its keyboard, with a hint for each digit."""

import pytest

from tests.helpers.boards import board
from tests.helpers.libreoffice_user import LibreOfficeUser
from tests.helpers.player import ANSWER
from tests.oracle.hints import GUESSED, faults
from xlbuilder.sudoku.sat import Answers

pytestmark = pytest.mark.program("libreoffice")


NEEDS_A_GUESS = ".179.36......8....9.....5.7.72.1.43....4.2.7..6437.25.7.1....65....3......56.172."


def test_after_guesses_a_hint_names_what_follows(made):
    """The player types the puzzle clue by clue, and presses while the status asks for it."""
    user, puzzle = LibreOfficeUser(made("play")), board(NEEDS_A_GUESS)
    user.type("state", "New puzzle")
    user.clear("in_board")
    user.type_puzzle(puzzle)
    user.type("state", "Play")
    assert user.status() == "The puzzle has one solution. Find it."
    user.type("hint", ANSWER)
    said = user.shown("hint_words"), user.shown("hint_answer")
    assert not faults(*said, puzzle.digits, Answers().solution(puzzle).digits)
    assert GUESSED not in said[0]


def test_a_new_puzzle_is_played_to_its_end(made, boards):
    user, puzzle = LibreOfficeUser(made("play")), boards["hidden_1"]
    user.type("state", "New puzzle")
    user.clear("in_board")
    user.type_puzzle(puzzle)
    assert (
        user.status()
        == "The puzzle has one solution. Set State to Play: all its digits are clues then."
    )
    user.type("state", "Play")
    assert user.status() == "The puzzle has one solution. Find it."
    user.type("hint", ANSWER)
    clue = next(cell for cell, digit in enumerate(puzzle.digits) if digit)
    for cell, text, is_refused in [(clue, "1", True), (clue, "7", False), (clue + 2, "12", True)]:
        user.type("in_board", text, cell)
        assert user.invalid() == [str(user.cells("in_board")[cell])] * is_refused
    user.type("in_board", "", clue + 2)
    solution, digits = Answers().solution(puzzle).digits, list(puzzle.digits)
    for cell in (cell for cell in range(81) if not puzzle.digits[cell]):
        words, answer = user.shown("hint_words"), user.shown("hint_answer")
        assert not faults(words, answer, digits, solution)
        digits[cell] = solution[cell]
        user.type("in_board", str(solution[cell]), cell)
    assert user.shown("status") == "Solved by you."
    assert user.shown("your_work") == "Solved by you"
