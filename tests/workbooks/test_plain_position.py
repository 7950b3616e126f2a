"""The workbook `basic` with pencil marks that are gone before it begins."""

import pytest

from tests.helpers.basic_sheet import NO_SOLUTION, ONLY, SEVERAL, SOLVED, STUCK
from tests.helpers.sudoku import Sheet
from xlbuilder.formula.values import ExcelError

ORDERS = ["row-major", "jacobi", "remembered"]


@pytest.fixture(scope="module")
def sheet(built):
    return Sheet(built("basic", "position"))


def with_deleted(sheet, board, *candidates):
    """Type the board, and these candidates as deleted; return the status."""
    sheet.delete(candidates)
    return sheet.solve(board)


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_deleted_is_gone(sheet, boards, order):
    sheet.follow(order)
    board = boards["search_1"]
    assert sheet.solve(board) == STUCK
    gone = min(each for each in sheet.solver.left() if not board.digits[each[0]])
    sheet.follow(order)
    assert with_deleted(sheet, board, gone) in (STUCK, SOLVED, NO_SOLUTION)
    assert gone not in sheet.solver.left()


@pytest.mark.parametrize("order", ORDERS)
def test_a_digit_of_the_solution_that_is_deleted_leaves_no_solution(sheet, boards, order):
    """A given, and one that is found: before and after the puzzle is solved."""
    board = boards["naked_1"]
    sheet.follow(order)
    assert sheet.solve(board) == SOLVED
    solution = sheet.read("sol_board")
    given = next(cell for cell, digit in enumerate(board.digits) if digit)
    found = next(cell for cell, digit in enumerate(board.digits) if not digit)
    for cell in (given, found):
        candidate = (cell, int(solution[cell]))
        sheet.follow(order)
        assert with_deleted(sheet, board, candidate) == NO_SOLUTION
        sheet.follow(order)
        assert sheet.solve(board) == SOLVED
        assert with_deleted(sheet, board, candidate) == NO_SOLUTION


def test_an_error_deletes_nothing(sheet, boards):
    sheet.follow()
    sheet.type("deleted", 5, ExcelError.NA)
    assert sheet.solve(boards["naked_1"]) == SOLVED


@pytest.mark.parametrize("order", ORDERS)
def test_a_value_that_is_restored_starts_again(sheet, boards, order):
    board = boards["naked_1"]
    cell = board.digits.index(0)
    candidate = (cell, sheet.answers.solution(board).digits[cell])
    sheet.follow(order)
    assert with_deleted(sheet, board, candidate) == NO_SOLUTION
    sheet.delete([candidate], restore=True)
    sheet.calculate()
    assert sheet.one("status_code") == SOLVED


@pytest.mark.parametrize("order", ["row-major", "random:1"])
def test_a_value_of_the_other_solution_is_deleted(built, boards, order):
    """Then there is one solution, whatever was kept before."""
    sheet = Sheet(built("basic", "position", "unique"))
    sheet.follow(order, iterations=5_000)
    assert sheet.solve(boards["several_1"]) == SEVERAL
    shown, kept = sheet.read("sol_board"), sheet.read("kept_board")
    cell = next(cell for cell in range(81) if shown[cell] != kept[cell])
    assert with_deleted(sheet, boards["several_1"], (cell, int(kept[cell]))) in (ONLY, SEVERAL)
    assert kept[cell] not in (sheet.read("sol_board")[cell], sheet.read("kept_board")[cell])
