"""State = Step: `sudoku` makes one round each time that the step number is raised."""

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.sudoku import Sheet
from xlbuilder.formula.values import ExcelError
from xlbuilder.sudoku.verdict import Kind

ORDERS = ["row-major", "jacobi", "random:1"]

WAITING = (4, "Waiting. Raise the step number for the next round.")


def status(sheet: Sheet):
    return int(sheet.one("status_code")), sheet.one("status")


@pytest.fixture(params=ORDERS)
def waiting(request, sudoku, boards):
    """Return a function that types a puzzle while the workbook waits for a step."""

    def get(name, *strategies):
        sheet = sudoku(*strategies)
        sheet.follow(request.param)
        sheet.calculate()
        sheet.solve(boards[name], state="Step")
        return sheet

    return get


def everything(sheet):
    return [sheet.read(name) for name in ("sol_board", "val_board", "guess_stack", "controller")]


def test_an_error_as_state_is_solve(sudoku, boards):
    sheet = sudoku()
    sheet.follow()
    sheet.solve(boards["locked_1"], state=ExcelError.NA)
    assert sheet.one("status") == "Solved. There is no other solution."


def test_an_error_as_step_number_is_no_step_and_leaves_nothing_behind(waiting):
    sheet = waiting("locked_1")
    sheet.set(step=ExcelError.REF)
    sheet.calculate()
    assert status(sheet) == WAITING
    sheet.set(step=1)
    sheet.calculate()
    assert status(sheet) == WAITING
    before = sheet.shown()
    raise_step(sheet)
    assert status(sheet) == WAITING
    assert sheet.shown() != before


def raise_step(sheet):
    sheet.set(step=sheet.one("step") + 1)
    sheet.calculate()


def test_a_new_puzzle_waits_and_shows_no_more_than_its_clues(waiting, boards):
    sheet = waiting("locked_1")
    assert status(sheet) == WAITING
    assert sheet.shown() == boards["locked_1"]


def test_recalculating_changes_nothing(waiting):
    sheet = waiting("search_1")
    for _ in range(12):
        raise_step(sheet)
        before = everything(sheet)
        for _ in range(3):
            sheet.calculate()
            assert everything(sheet) == before


@pytest.mark.parametrize("strategies", by_cost([(), ("-unique",)], 0, 1), ids=["sudoku", "-unique"])
@pytest.mark.parametrize("name", ["locked_1", "search_1"])
def test_raising_the_step_often_enough_solves(waiting, boards, name, strategies):
    """Each step ends by itself, after a few iterations, with another board than the last."""
    sheet = waiting(name, *strategies)
    steps, seen = 0, [everything(sheet)]
    while status(sheet) == WAITING:
        raise_step(sheet)
        assert len(sheet.done) < 60
        assert everything(sheet) != seen[-1]
        seen.append(everything(sheet))
        steps += 1
        assert steps < 1000
    assert sheet.kind(boards[name]) is Kind.SOLVED
    assert steps > 3


@pytest.mark.parametrize("strategies", [(), ("-unique",)], ids=["sudoku", "-unique"])
def test_at_rest_it_never_says_that_it_is_working(waiting, boards, strategies):
    """Not even at a dead end, where a guess has to be taken back."""
    sheet = waiting("none_2", *strategies)
    for _ in range(1000):
        if status(sheet) != WAITING:
            break
        raise_step(sheet)
    assert sheet.kind(boards["none_2"]) is Kind.NO_SOLUTION_SAID


@pytest.mark.parametrize("steps", [0, 5])
def test_switching_to_solve_finishes(waiting, boards, steps):
    sheet = waiting("search_1")
    for _ in range(steps):
        raise_step(sheet)
    sheet.set(state="Solve")
    sheet.calculate()
    assert sheet.kind(boards["search_1"]) is Kind.SOLVED


def test_switching_to_step_in_the_middle_waits_there(sudoku, boards):
    sheet = sudoku()
    sheet.follow("row-major")
    sheet.enter(boards["search_1"])
    sheet.calculate(8)
    sheet.set(state="Step")
    sheet.calculate()
    assert status(sheet) == WAITING
    before = everything(sheet)
    sheet.calculate()
    assert everything(sheet) == before
