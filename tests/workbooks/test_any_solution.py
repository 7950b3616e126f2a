"""State is Any solution: the first solution is shown, and none is looked for besides it."""

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.few_clues import LACKING
from tests.helpers.sudoku import STARTS, seeded
from xlbuilder.sudoku.verdict import Kind, Says

ORDERS = ["row-major", "random:1", "jacobi", "reversed", "subset:1", "deferred"]

UNIQUENESS = {
    "search_6": Says.ONLY_SOLUTION,
    "several_1": Says.SEVERAL_SOLUTIONS,
    "search_1": Says.ONLY_SOLUTION,
    "several_2": Says.SEVERAL_SOLUTIONS,
}


@pytest.fixture
def sheet(sudoku):
    """Return the workbook; whatever happens, State is Solve for the next test."""
    sheet = sudoku()
    yield sheet
    sheet.set(state="Solve")


def ends_at_the_first(sheet, puzzle):
    assert sheet.kind(puzzle) is Kind.SOLVED
    assert sheet.solver.says() in (Says.SOLVED, Says.ONLY_SOLUTION)  # without a guess it knows
    assert sheet.one("keeping") == 0


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 2))
def test_it_ends_at_the_first_solution(sheet, boards, order):
    for number, start in enumerate(STARTS, len(order)):
        name = [*UNIQUENESS][number % len(UNIQUENESS)]
        sheet.follow(order, seeded(start, number))
        sheet.solve(boards[name], state="Any solution")
        ends_at_the_first(sheet, boards[name])


def test_it_takes_no_more_iterations_than_without_the_strategy(sheet, sudoku, boards):
    other = sudoku("-unique")
    for each in (sheet, other):
        each.follow()
        each.solve(boards["search_6"], state="Any solution")
    other.set(state="Solve")
    assert len(sheet.done) == len(other.done)
    assert sheet.shown() == other.shown()


def test_a_solution_without_a_guess_is_still_the_only_one(sheet, boards):
    sheet.follow()
    sheet.solve(boards["locked_1"], state="Any solution")
    assert sheet.solver.says() is Says.ONLY_SOLUTION


@pytest.mark.parametrize("name", ["search_6", "several_1", "none_1"])
@pytest.mark.parametrize("order", by_cost(ORDERS[::2], 0, 1))
def test_state_changes_at_any_moment(sheet, boards, name, order):
    """What was taken back because a solution was kept is not refuted."""
    sheet.follow(order)
    sheet.solve(boards[name])
    for iterations in range(1, len(sheet.done) + 12, 1 + len(sheet.done) // 12):
        for before, after in (("Solve", "Any solution"), ("Any solution", "Solve")):
            sheet.follow(order)
            sheet.enter(boards[name])
            sheet.set(state=before)
            sheet.calculate(iterations)
            sheet.set(state=after)
            sheet.calculate()
            assert sheet.kind(boards[name]).is_right, (iterations, after)
            if after == "Any solution" and name != "none_1":
                ends_at_the_first(sheet, boards[name])
            elif name != "none_1":
                assert sheet.solver.says() is UNIQUENESS[name], iterations


@pytest.mark.parametrize("name", LACKING)
@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 1))
def test_where_a_single_solution_is_impossible_it_is_not_looked_for(sheet, order, name):
    puzzle, _ = LACKING[name]
    sheet.follow(order)
    sheet.solve(puzzle, state="Any solution")
    assert sheet.solver.says() is Says.SOLVED
    ends_at_the_first(sheet, puzzle)
    sheet.set(state="Solve")
    sheet.calculate()
    assert sheet.kind(puzzle) is Kind.NO_SINGLE_SOLUTION_SAID
