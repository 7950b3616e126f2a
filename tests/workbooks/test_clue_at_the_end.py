"""A clue that contradicts the solution is typed just when `sudoku` has found it."""

from random import Random

import pytest

from tests.helpers.cost import by_cost, spread
from tests.helpers.sudoku import FIXED, changed, clashing

ORDERS = [*FIXED, "subset:1", "random:2", "permutation:4", "asynchronous:1"]

NAMES = ["naked_1", "locked_1"]


def wrong_clues(sheet, puzzle, seed):
    """Yield other puzzles, with one clue more that neither clashes nor stands in the solution."""
    random, solution = Random(seed), sheet.answers.solution(puzzle)
    while True:
        cell, digit = random.randrange(81), random.randrange(1, 10)
        other = changed(puzzle, cell, digit)
        if not puzzle.digits[cell] and digit != solution.digits[cell] and not clashing(other):
            yield other


def full_after(sheet):
    """Return after how many iterations the solution board has 81 digits."""
    for number, _ in enumerate(sheet.session.iterations(), 1):
        if all(sheet.shown().digits):
            return number
    raise AssertionError("it does not solve the puzzle")


def false_ends(sheet, puzzle, order):
    """Yield the clue typed in each iteration after which the workbook says something false."""
    clues = wrong_clues(sheet, puzzle, order)

    def start(state):
        sheet.follow(order)
        sheet.enter(puzzle)
        sheet.set(state=state)

    def is_false(other):
        sheet.solve(other, state="Solve")
        return not sheet.kind(other).is_right

    start("Solve")
    full = full_after(sheet)
    for iterations in range(max(1, full - 1), full + 4):
        for _, other in zip(range(3), clues, strict=False):
            start("Solve")
            sheet.calculate(iterations)
            if is_false(other):
                yield "Solve", iterations, other
    start("Any solution")
    sheet.calculate()
    if is_false(other := next(clues)):
        yield "Any solution", None, other


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("order", by_cost(spread(ORDERS, 2), 0, 2))
def test_nothing_false_is_kept(sudoku, boards, name, order):
    assert list(false_ends(sudoku(), boards[name], order)) == []
