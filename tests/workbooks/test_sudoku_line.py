"""A puzzle pasted as one line, and the solution as one line."""

import pytest

from tests.helpers.sudoku import EMPTY
from xlbuilder.formula.values import ExcelError
from xlbuilder.sudoku.board import Board, is_solution

NO_TEXT = "The pasted line is a number or an error, not 81 characters."


@pytest.fixture
def sheet(sudoku):
    """Return the workbook with an empty puzzle, and leave no line to the next test."""
    sheet = sudoku()
    sheet.follow()
    sheet.enter(EMPTY)
    sheet.set(puzzle_line=None, state="Solve")
    yield sheet
    sheet.set(puzzle_line=None, state="Solve")


def paste(sheet, line):
    sheet.set(puzzle_line=line)
    sheet.calculate()


def solution(sheet):
    digits = sheet.one("solution_line")
    assert len(digits) == 81
    return Board(tuple(map(int, digits)))


def lines(puzzle):
    text = str(puzzle).replace("0", ".")
    rows = [text[start : start + 9] for start in range(0, 81, 9)]
    return {
        "dots": text,
        "zeros": text.replace(".", "0"),
        "blanks": text.replace(".", " "),
        "stars": text.replace(".", "*"),
        "line breaks": "\n".join(rows),
        "line breaks of Windows": "\r\n".join(rows) + "\r\n",
        "blanks between": " ".join(text),
        "rows and blanks": " \n".join(" ".join(row) for row in rows),
    }


@pytest.mark.parametrize("form", lines("." * 81))
def test_a_pasted_puzzle_is_solved(sheet, puzzles, form):
    puzzle = puzzles["column_or_box"].puzzle
    paste(sheet, lines(puzzle)[form])
    assert is_solution(puzzle, solution(sheet))
    assert sheet.one("status_code") in (8, 9)  # an early guess leaves others possible


def test_a_typed_clue_wins(sheet, puzzles):
    puzzle, solved = puzzles["row"]
    empty = puzzle.digits.index(0)
    given = next(cell for cell, digit in enumerate(puzzle.digits) if digit)
    sheet.type("in_board", empty, solved.digits[empty])
    paste(sheet, str(puzzle))
    assert solution(sheet) == solved
    other = puzzle.digits[given] % 9 + 1
    sheet.type("in_board", given, other)
    sheet.calculate()
    assert sheet.read("clue_board")[given] == other
    sheet.type("in_board", given, None)
    sheet.calculate()
    assert solution(sheet) == solved


def test_another_paste_starts_over_and_an_empty_line_empties(sheet, puzzles):
    for name in ("row", "beyond_singles"):
        paste(sheet, str(puzzles[name].puzzle))
        assert solution(sheet) == puzzles[name].solution
    paste(sheet, None)
    assert sheet.one("status_code") == 11  # the empty puzzle has many solutions
    sheet.set(state="Reset")
    sheet.calculate()
    assert sheet.one("solution_line") == ""


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("123", 1, "The pasted line has 3 characters, not 81."),
        ("." * 82, 1, "The pasted line has 82 characters, not 81."),
        (53.0, 1, NO_TEXT),
        (True, 1, NO_TEXT),
        (ExcelError.REF, 1, NO_TEXT),
        ("." * 80 + "?", 1, "A clue is not a digit from 1 to 9, or it is text. It is red."),
        ("55" + "." * 79, 2, "Clues clash. They are red."),
    ],
)
def test_a_line_that_is_no_puzzle_is_told_and_does_not_stay(sheet, puzzles, line, code, words):
    paste(sheet, line)
    assert (sheet.one("status_code"), sheet.one("status")) == (code, words)
    assert sheet.one("solution_line") == ""
    paste(sheet, str(puzzles["row"].puzzle))
    assert solution(sheet) == puzzles["row"].solution
