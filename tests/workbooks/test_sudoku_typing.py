"""Clue by clue into `sudoku`: no guess while a single solution is impossible."""

from random import Random

import pytest

from tests.helpers.cost import by_cost, spread
from tests.helpers.few_clues import LACKING, without
from tests.helpers.sudoku import EMPTY, FIXED, changed
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind, Says

ORDERS = [*FIXED, "random:1", "subset:1", "asynchronous:1"]


def calculated(sheet, puzzle, **cells):
    sheet.follow()
    sheet.solve(puzzle, **cells)
    return sheet.one("status")


@pytest.mark.parametrize("strategies", [(), ("-unique",), ("-search",)], ids="".join)
@pytest.mark.parametrize("name", LACKING)
def test_it_says_why_there_cannot_be_a_single_solution_and_does_not_guess(sudoku, name, strategies):
    sheet = sudoku(*strategies)
    puzzle, words = LACKING[name]
    assert words in calculated(sheet, puzzle)
    assert sheet.solver.says() is Says.NO_SINGLE_SOLUTION
    assert sheet.kind(puzzle) is Kind.NO_SINGLE_SOLUTION_SAID
    if "-search" not in strategies:
        assert sheet.one("controller") == 1


@pytest.mark.parametrize("units", [lambda c: c // 9 in (2, 3), lambda c: c % 9 in (2, 3)])
def test_empty_lines_of_two_bands_or_stacks_may_have_a_single_solution(sudoku, units):
    assert "Solved" in calculated(sudoku(), without(units))


def test_clues_that_clash_or_contradict_each_other_are_said_first(sudoku):
    assert "Clues clash" in calculated(sudoku(), changed(changed(EMPTY, 0, 5), 1, 5))
    # The first row has no place for 1, the first box has none for it either.
    few = Board(
        tuple(int(d) for d in ".23456789000000000000000000100000000".replace(".", "0")) + (0,) * 45
    )
    assert "No solution" in calculated(sudoku(), few)


@pytest.mark.parametrize("name", ["naked_1", "search_1"])
def test_typing_row_by_row_is_short(sudoku, boards, name):
    """Before, each clue began a search of an almost empty board: 71, 72, 73, 66 iterations..."""
    sheet, puzzle = sudoku(), boards[name]
    sheet.follow()
    sheet.solve(EMPTY)
    iterations = []
    for cell, digit in enumerate(puzzle.digits):
        if digit:
            sheet.type("in_board", cell, digit)
            sheet.calculate()
            iterations.append(len(sheet.done))
    assert sheet.kind(puzzle) is Kind.SOLVED
    assert sum(iterations) < 20 * len(iterations)
    assert max(iterations[:16]) <= 16


@pytest.mark.parametrize("order", by_cost(spread(ORDERS, 3), 0, 4))
def test_a_new_clue_in_the_middle_of_a_run(sudoku, boards, order):
    sheet, puzzle = sudoku(), boards["naked_1"]
    random = Random(order)
    sheet.follow(order)
    sheet.solve(EMPTY)
    cells = [cell for cell in range(81) if puzzle.digits[cell]]
    random.shuffle(cells)
    for cell in cells:
        sheet.type("in_board", cell, puzzle.digits[cell])
        sheet.calculate(random.randrange(1, 9))
    sheet.calculate()
    assert sheet.kind(puzzle) is Kind.SOLVED


@pytest.mark.parametrize("order", by_cost(spread(ORDERS, 3), 0, 3))
def test_a_clue_that_contradicts_what_was_found_is_seen(sudoku, boards, order):
    sheet, puzzle = sudoku(), boards["naked_1"]
    sheet.follow(order)
    sheet.solve(puzzle)
    cell = puzzle.digits.index(0)
    solution = sheet.shown()
    for digit in range(1, 10):
        if digit != solution.digits[cell]:
            sheet.type("in_board", cell, digit)
            sheet.calculate()
            assert sheet.kind(changed(puzzle, cell, digit)).is_right or "clash" in sheet.one(
                "status"
            )


def test_zero_is_an_empty_cell(sudoku, boards):
    """Typed, it lets a pasted line and the shelf through, as nothing does."""
    sheet = sudoku()
    sheet.follow()
    for cell, digit in enumerate(boards["naked_1"].digits):
        sheet.type("in_board", cell, digit)
    sheet.calculate()
    assert sheet.kind(boards["naked_1"]) is Kind.SOLVED
    for cell in range(81):
        sheet.type("in_board", cell, 0)
    sheet.set(puzzle_line=str(boards["hidden_1"]))
    sheet.calculate()
    assert sheet.kind(boards["hidden_1"]) is Kind.SOLVED
    sheet.set(puzzle_line=None)
