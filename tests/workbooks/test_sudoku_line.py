"""A puzzle pasted as one line, and the solution as one line."""

from functools import cache

import pytest

from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.xlsx.model import read_workbook

NO_TEXT = "The pasted line is a number or an error, not 81 characters."


class Sheet:
    """The workbook with an empty puzzle, used by the names of its cells."""

    def __init__(self, path, order="row-major"):
        self.model = read_workbook(path)
        self.session = open_workbook("fast", self.model, Schedule.parse(order))

    def emptied(self):
        self.session.restart()
        for cell in self.model.area("in_board").cells():
            self.session.enter(cell, None)
        self.type("puzzle_line", None)
        self.type("state", "Solve")
        return self

    def type(self, name, value):
        self.session.enter(next(self.model.area(name).cells()), value)

    def clue(self, row, column, value):
        self.session.enter(list(self.model.area("in_board").cells())[9 * row + column - 10], value)

    def read(self, name):
        self.session.recalculate()
        return self.session.read(self.model.area(name))[0]

    def solution(self):
        digits = self.read("solution_line")
        assert len(digits) == 81
        return Board(tuple(map(int, digits)))


@pytest.fixture(scope="module")
def opened(built):
    """Opening takes longer than solving, so each order is opened once."""
    return cache(lambda order: Sheet(built("sudoku"), order))


@pytest.fixture
def sheet(opened):
    return opened("row-major").emptied()


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
@pytest.mark.parametrize("order", ["row-major", "random:1"])
def test_a_pasted_puzzle_is_solved(opened, puzzles, form, order):
    puzzle = puzzles["column_or_box"].puzzle
    sheet = opened(order).emptied()
    sheet.type("puzzle_line", lines(puzzle)[form])
    assert is_solution(puzzle, sheet.solution())
    assert sheet.read("status_code") in (8, 9)  # an early guess leaves others possible


def test_a_typed_clue_wins(sheet, puzzles):
    puzzle, solution = puzzles["row"]
    empty = puzzle.digits.index(0)
    given = next(cell for cell, digit in enumerate(puzzle.digits) if digit)
    sheet.type("puzzle_line", str(puzzle))
    sheet.clue(empty // 9 + 1, empty % 9 + 1, float(solution.digits[empty]))
    assert sheet.solution() == solution
    other = puzzle.digits[given] % 9 + 1
    sheet.clue(given // 9 + 1, given % 9 + 1, float(other))
    sheet.read("status")
    assert sheet.session.read(sheet.model.area("clue_board"))[given] == other
    sheet.clue(given // 9 + 1, given % 9 + 1, None)
    assert sheet.solution() == solution


def test_another_paste_starts_over_and_an_empty_line_empties(sheet, puzzles):
    for name in ("row", "beyond_singles"):
        sheet.type("puzzle_line", str(puzzles[name].puzzle))
        assert sheet.solution() == puzzles[name].solution
    sheet.type("puzzle_line", None)
    assert sheet.read("status_code") == 11  # the empty puzzle has many solutions
    sheet.type("state", "Reset")
    assert sheet.read("solution_line") == ""


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("123", 1, "The pasted line has 3 characters, not 81."),
        ("." * 70, 1, "The pasted line has 70 characters, not 81."),
        ("." * 82, 1, "The pasted line has 82 characters, not 81."),
        (53.0, 1, NO_TEXT),
        (True, 1, NO_TEXT),
        (ExcelError.NA, 1, NO_TEXT),
        (ExcelError.REF, 1, NO_TEXT),
        ("x" + "." * 80, 1, "A clue is not a digit from 1 to 9, or it is text. It is red."),
        ("." * 80 + "?", 1, "A clue is not a digit from 1 to 9, or it is text. It is red."),
        (
            "5" + "." * 79 + "5",
            11,
            "No single solution: at least 17 clues are needed, there are 2.",
        ),
        ("55" + "." * 79, 2, "Clues clash. They are red."),
    ],
)
def test_a_line_that_is_no_puzzle_is_told(sheet, line, code, words):
    sheet.type("puzzle_line", line)
    assert (sheet.read("status_code"), sheet.read("status")) == (code, words)


def test_a_bad_line_does_not_stay(sheet, puzzles):
    sheet.type("puzzle_line", "." * 70)
    assert sheet.read("status_code") == 1
    assert sheet.read("solution_line") == ""
    sheet.type("puzzle_line", str(puzzles["row"].puzzle))
    assert sheet.solution() == puzzles["row"].solution
