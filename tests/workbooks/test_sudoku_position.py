"""The workbook `sudoku` with pencil marks: what clues need for a single solution, these do not."""

import pytest

from tests.helpers.basic_sheet import ONLY, SEVERAL
from tests.helpers.few_clues import LACKING
from tests.helpers.sudoku import Sheet
from xlbuilder.formula.values import ExcelError
from xlbuilder.sudoku.board import is_solution
from xlbuilder.sudoku.position import read_position

ORDERS = ["row-major", "jacobi", "remembered"]

LACKS = 11.0

SIXTEEN = """
1569   12567  3     8       159     145679   124567  12456   4567
1568   125678 12578 12356   1257    134567   9       123468  345678
4      125678 125789 123579 12579   1579     123567  12358   3578
135    13458  158   1579    6       2        34578   34589   345789
7      9      6     4       3       158      58      258     58
358    23458  58    579     578     578      2345678 234589  1
13568  13568  4     13569   158     135689   1368    7       2
2      135678 15789 13569   145789  13456789 13468   134689  345689
135689 3567   1578  1235679 1245789 13456789 134568  1345689 34569
"""

"""16 digits, and deleted values: one solution."""


@pytest.fixture(scope="module")
def sheet(built):
    return Sheet(built("sudoku", "position"))


@pytest.mark.parametrize("order", ORDERS)
def test_sixteen_digits_with_deleted_values_are_solved(built, order):
    """And the status of the digits alone is what it was, before and after."""
    position = read_position(SIXTEEN, "sixteen")
    sheet = Sheet(built("sudoku", "position"))
    sheet.follow(order, iterations=5_000)
    assert sheet.solve(position.board) == LACKS
    assert "at least 17 clues are needed, there are 16" in sheet.one("status")
    sheet.delete(position.deleted)
    sheet.calculate()
    assert sheet.one("status_code") == ONLY
    assert is_solution(position.board, sheet.shown())
    assert position.deleted.isdisjoint(enumerate(sheet.shown().digits))
    sheet.delete(position.deleted, restore=True)
    sheet.calculate()
    assert sheet.one("status_code") == LACKS
    assert "at least 17 clues are needed, there are 16" in sheet.one("status")


@pytest.mark.parametrize("order", ORDERS)
def test_they_are_solved_when_all_is_typed_at_once(built, order):
    position = read_position(SIXTEEN, "sixteen")
    sheet = Sheet(built("sudoku", "position"))
    sheet.follow(order, iterations=5_000)
    sheet.solver.run(position)
    assert sheet.one("status_code") == ONLY


@pytest.mark.parametrize("name", LACKING)
@pytest.mark.parametrize("order", ["row-major", "remembered"])
def test_one_deleted_value_is_enough_to_guess(sheet, name, order):
    """A value that one solution has: the workbook finds others, or the only one that is left."""
    puzzle, words = LACKING[name]
    sheet.follow(order, iterations=5_000)
    assert sheet.solve(puzzle) == LACKS
    assert words in sheet.one("status")
    cell = puzzle.digits.index(0)
    gone = (cell, int(sheet.answers.solution(puzzle).digits[cell]))
    sheet.delete([gone])
    sheet.calculate()
    assert sheet.one("status_code") in (ONLY, SEVERAL)
    assert gone not in enumerate(sheet.shown().digits)
    sheet.delete([gone], restore=True)
    sheet.calculate()
    assert sheet.one("status_code") == LACKS


def test_a_zero_or_an_error_deletes_nothing(sheet):
    puzzle, words = LACKING["16 clues"]
    sheet.follow()
    sheet.type("deleted", 3, 0)
    sheet.type("deleted", 5, ExcelError.NA)
    assert sheet.solve(puzzle) == LACKS
    assert words in sheet.one("status")
