"""The workbook `basic` with pencil marks that are gone before it begins."""

import pytest
from basic_sheet import NO_SOLUTION, ONLY, SEVERAL, SOLVED, STUCK
from sudoku import Sheet

from xlbuilder.formula.values import ExcelError

ORDERS = ["row-major", "jacobi", "remembered"]


@pytest.fixture(scope="module")
def sheet(built):
    return Sheet(built("basic", "position"))


def small_cell(row, column, digit):
    """Return the number of the cell for this digit among the small cells of a board."""
    line, across = divmod(digit - 1, 3)
    return (row * 3 + line) * 27 + column * 3 + across


def with_deleted(sheet, board, *candidates):
    """Type the board, and these digits (row, column, digit, from 0) as deleted; return the code."""
    for row, column, digit in candidates:
        sheet.type("deleted", small_cell(row, column, digit), digit)
    return sheet.solve(board)


def left(sheet):
    return sheet.solver.left()


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_deleted_is_gone(sheet, boards, order):
    sheet.follow(order)
    board = boards["search_1"]
    assert sheet.solve(board) == STUCK
    cell, digit = min(each for each in left(sheet) if not board.digits[each[0]])
    sheet.follow(order)
    assert with_deleted(sheet, board, (cell // 9, cell % 9, digit)) in (STUCK, SOLVED, NO_SOLUTION)
    assert (cell, digit) not in left(sheet)


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
        place = (cell // 9, cell % 9, int(solution[cell]))
        sheet.follow(order)
        assert with_deleted(sheet, board, place) == NO_SOLUTION
        sheet.follow(order)
        assert sheet.solve(board) == SOLVED
        assert with_deleted(sheet, board, place) == NO_SOLUTION


def test_an_error_deletes_nothing(sheet, boards):
    sheet.follow()
    sheet.type("deleted", 5, ExcelError.NA)
    assert sheet.solve(boards["naked_1"]) == SOLVED


@pytest.mark.parametrize("order", ORDERS)
def test_a_value_that_is_restored_starts_again(sheet, boards, order):
    board = boards["naked_1"]
    cell = board.digits.index(0)
    digit = int(sheet.answers.solution(board).digits[cell])
    sheet.follow(order)
    assert with_deleted(sheet, board, (cell // 9, cell % 9, digit)) == NO_SOLUTION
    sheet.type("deleted", small_cell(cell // 9, cell % 9, digit), None)
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
    code = with_deleted(sheet, boards["several_1"], (cell // 9, cell % 9, int(kept[cell])))
    assert code in (ONLY, SEVERAL)
    assert kept[cell] not in (sheet.read("sol_board")[cell], sheet.read("kept_board")[cell])
