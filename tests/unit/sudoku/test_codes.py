"""Puzzles in the codes of programs, and in links."""

import pytest

from tests.helpers.boards import CODES, read
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.corpus import board_of

UNREAD = {
    "3x3x:a1": "p, line 1: 3x3x is not plain Sudoku of nine by nine cells",
    "4x4:a1": "p, line 1: 4x4 is not plain Sudoku",
    "9j:a1b2,zz": "p, line 1: 9j is not plain Sudoku",
    "12:30": "p, line 1: 4 cells; a row has 9",
    "3x3:5_3b7d6b1_9": "p, line 1: is an ID with 14 cells; a puzzle has 81",
    "bd=" + "00" * 81: "p, line 1: cell 1 of the 162 characters is 00, which is no clue",
    "bd=" + "vu" * 81: "p, line 1: the 162 characters hold no clue",
    "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QlQEMBXNACwHsAnBfVA": (
        "p, line 1: the link to f-puzzles.com does not show 81 cells; open it, and copy"
    ),
    "https://sudokupad.app/abc": "p, line 1: the link to sudokupad.app does not show 81 cells",
}


@pytest.mark.parametrize("line", CODES)
def test_codes_of_programs_and_links(line):
    assert read(line) == ([CODES[line]], [])


def test_a_short_code_is_the_text_of_a_puzzle_and_no_path():
    (first, *_) = CODES
    assert str(board_of(first, "--puzzle")) == CODES[first]
    with pytest.raises(PuzzleError, match=r"--puzzle, line 1: the link to sudokupad\.app does not"):
        board_of("https://sudokupad.app/abc", "--puzzle")
    with pytest.raises(PuzzleError, match=r"mine\.txt: cannot be read"):
        board_of("mine.txt", "--puzzle")


@pytest.mark.parametrize("line", UNREAD)
def test_a_code_that_shows_no_plain_puzzle_is_one_line(line):
    boards, wrong = read(line)
    assert boards == []
    assert wrong[0].startswith(UNREAD[line])
