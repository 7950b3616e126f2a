"""A user at work on `sudoku`: edits at any moment, wrong entries, and what the status says."""

from random import Random

import pytest

from tests.helpers.cost import by_cost, spread
from tests.helpers.sudoku import EMPTY, FIXED, changed, clashing
from tests.helpers.user import NO_DIGITS, play
from xlbuilder.sudoku.verdict import Kind, Says

ORDERS = [*FIXED, "random:1", "random:2", "random:3", "subset:1", "subset:2", "asynchronous:1"]

GO_ON = "Press F9 to go on, in LibreOffice Ctrl+Shift+F9."


@pytest.mark.parametrize("seed", by_cost(range(24), 0, 6))
def test_after_any_edits_it_ends_right_for_the_clues_that_stand_there(sudoku, boards, seed):
    sheet = sudoku()
    sheet.follow(ORDERS[seed % len(ORDERS)], ["zero", "garbage:1"][seed % 2])
    clues = play(sheet, seed, list(boards.values()))
    assert sheet.kind(clues).is_right
    assert sheet.solver.says() not in (Says.WORKING, Says.SOLVED)  # it knows of other solutions
    assert sheet.one("status_code") > 3 or clashing(clues)


@pytest.mark.parametrize("order", by_cost(spread(ORDERS, 3), 0, 2))
def test_a_clue_is_edited_in_the_middle_of_a_search(sudoku, boards, order):
    sheet = sudoku()
    for iterations in range(5, 60, 11):
        sheet.follow(order)
        sheet.enter(boards["none_1"])
        sheet.calculate(iterations)
        sheet.solve(boards["search_1"])
        assert sheet.kind(boards["search_1"]) is Kind.SOLVED


# ------------------------------------------------------------------------------------ the status


def status(sheet):
    return int(sheet.one("status_code")), sheet.one("status")


def calculated(sheet, puzzle, iterations=None, **cells):
    sheet.follow()
    sheet.enter(puzzle)
    sheet.set(**cells)
    sheet.calculate(iterations)
    return status(sheet)


@pytest.mark.parametrize(
    ("strategies", "name", "says"),
    [
        ((), "naked_1", (8, "Solved. There is no other solution.")),
        (("-unique",), "search_6", (7, "Solved.")),
        (("-unique",), "none_1", (5, "No solution: these clues contradict each other.")),
        (("-search",), "search_1", (6, "Stuck: these strategies find nothing more.")),
        ((), "search_1", (8, "Solved. There is no other solution.")),
        ((), "several_1", (9, "Solved. There are several solutions.")),
        ((), "none_1", (5, "No solution: these clues contradict each other.")),
    ],
)
def test_the_status_at_the_end(sudoku, boards, strategies, name, says):
    assert calculated(sudoku(*strategies), boards[name]) == says


def test_the_status_when_the_iterations_do_not_suffice(sudoku, boards):
    assert calculated(sudoku(), boards["none_1"], 10) == (4, f"Working. {GO_ON}")


def test_the_status_while_it_looks_for_another_solution(sudoku, boards):
    sheet = sudoku()
    says = set()
    sheet.follow()
    sheet.enter(boards["search_6"])
    for _ in sheet.session.iterations():
        says.add(status(sheet))
    assert (10, f"Solved. Looking for another solution. {GO_ON}") in says


def test_the_status_after_reset(sudoku, boards):
    assert calculated(sudoku(), boards["naked_1"], state="Reset") == (
        3,
        "Reset. Set State to Solve.",
    )
    assert sudoku().shown() == EMPTY


@pytest.mark.parametrize("seed", range(4))
def test_the_status_says_that_clues_clash(sudoku, boards, seed):
    random = Random(seed)
    puzzle = boards["naked_1"]
    while not clashing(puzzle):
        puzzle = changed(puzzle, random.randrange(81), random.randrange(1, 10))
    assert calculated(sudoku(), puzzle) == (2, "Clues clash. They are red.")
    states = sudoku().read("cell_state")
    assert [cell for cell, state in enumerate(states) if state == 2] == clashing(puzzle)
    sudoku().solve(boards["naked_1"])
    assert sudoku().kind(boards["naked_1"]) is Kind.SOLVED


@pytest.mark.parametrize("entry", NO_DIGITS, ids=repr)
def test_the_status_says_that_entries_are_no_digits(sudoku, boards, entry):
    """A clash elsewhere is left for later."""
    sheet = sudoku()
    sheet.follow()
    sheet.enter(changed(changed(boards["naked_1"], 0, 6), 40, 0))
    sheet.type("in_board", 40, entry)
    sheet.type("in_board", 80, entry)
    sheet.calculate()
    assert status(sheet) == (1, "A clue is not a digit from 1 to 9, or it is text. It is red.")
    states = sheet.read("cell_state")
    assert [cell for cell, state in enumerate(states) if state == 1] == [40, 80]
    sheet.solve(boards["naked_1"])
    assert sheet.kind(boards["naked_1"]) is Kind.SOLVED


def test_an_empty_text_is_an_empty_cell(sudoku, boards):
    """As copied from the solution of another sheet."""
    sheet = sudoku()
    sheet.follow()
    for number, digit in enumerate(boards["naked_1"].digits):
        sheet.type("in_board", number, digit or "")
    sheet.calculate()
    assert sheet.kind(boards["naked_1"]) is Kind.SOLVED
