"""A user at work on `sudoku`: edits at any moment, wrong entries, and what the status says."""

from random import Random

import pytest
from cost import by_cost, spread
from sudoku import EMPTY, FIXED, Sheet, changed, clashing
from user import NO_DIGITS, play

from xlbuilder.sudoku.verdict import Kind, Says
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

ORDERS = [*FIXED, "random:1", "random:2", "random:3", "subset:1", "subset:2", "asynchronous:1"]


def names_of(cells):
    return "".join(f" R{cell // 9 + 1}C{cell % 9 + 1}" for cell in cells)


@pytest.mark.parametrize("seed", by_cost(range(24), 0, 8))
def test_after_any_edits_it_ends_right_for_the_clues_that_stand_there(sudoku, boards, seed):
    sheet = sudoku()
    sheet.follow(ORDERS[seed % len(ORDERS)], ["zero", "garbage:1"][seed % 2])
    clues = play(sheet, seed, list(boards.values()))
    assert sheet.kind(clues).is_right
    assert sheet.one("controller") != 0 or clashing(clues)


@pytest.mark.parametrize("seed", by_cost(range(8), 0, 2))
def test_after_any_edits_it_knows_whether_the_solution_is_the_only_one(sudoku, boards, seed):
    sheet = sudoku()
    sheet.follow(ORDERS[seed % len(ORDERS)])
    assert sheet.kind(play(sheet, seed, list(boards.values()))).is_right
    assert sheet.solver.says() not in (Says.WORKING, Says.SOLVED)


@pytest.mark.parametrize("order", by_cost(spread(ORDERS, 3), 0, 3))
def test_a_clue_is_edited_in_the_middle_of_a_search(sudoku, boards, order):
    sheet = sudoku()
    for iterations in range(5, 60, 11):
        sheet.follow(order)
        sheet.enter(boards["none_1"])
        sheet.calculate(iterations)
        sheet.enter(boards["search_1"])
        sheet.calculate()
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
        ((), "naked_1", (2, "Solved. There is no other solution.")),
        (("-unique",), "search_6", (1, "Solved.")),
        (("-unique",), "none_1", (4, "No solution: these clues contradict each other.")),
        (("-search",), "search_1", (3, "Stuck: no strategy finds anything more.")),
        ((), "search_1", (2, "Solved. There is no other solution.")),
        ((), "several_1", (10, "Solved. There are several solutions.")),
        ((), "none_1", (4, "No solution: these clues contradict each other.")),
    ],
)
def test_the_status_at_the_end(sudoku, boards, strategies, name, says):
    assert calculated(sudoku(*strategies), boards[name]) == says


def test_the_status_when_the_iterations_do_not_suffice(sudoku, boards):
    assert calculated(sudoku(), boards["none_1"], 10) == (0, "Working. Press F9 to go on.")


def test_the_status_while_it_looks_for_another_solution(sudoku, boards):
    sheet = sudoku()
    says = set()
    sheet.follow()
    sheet.enter(boards["search_6"])
    for _ in sheet.session.iterations():
        says.add(status(sheet))
    assert (11, "Solved. Looking for another solution. Press F9 to go on.") in says


def test_the_status_after_reset(sudoku, boards):
    assert calculated(sudoku(), boards["naked_1"], state="Reset") == (
        8,
        "Reset. Set State to Solve.",
    )
    assert sudoku().shown() == EMPTY


@pytest.mark.parametrize("seed", range(10))
def test_the_status_names_just_the_clues_that_clash(sudoku, boards, seed):
    random = Random(seed)
    puzzle = boards["naked_1"]
    while not clashing(puzzle):
        puzzle = changed(puzzle, random.randrange(81), random.randrange(1, 10))
    says = "Clues clash:" + names_of(clashing(puzzle))
    assert calculated(sudoku(), puzzle) == (5, says)
    sudoku().enter(boards["naked_1"])
    sudoku().calculate()
    assert sudoku().kind(boards["naked_1"]) is Kind.SOLVED


@pytest.mark.parametrize("entry", NO_DIGITS, ids=repr)
def test_the_status_names_just_the_entries_that_are_no_digits(sudoku, boards, entry):
    """A clash elsewhere is left for later."""
    sheet = sudoku()
    sheet.follow()
    sheet.enter(changed(changed(boards["naked_1"], 0, 6), 40, 0))
    sheet.type("in_board", 40, entry)
    sheet.type("in_board", 80, entry)
    sheet.calculate()
    assert status(sheet) == (6, "Not a digit from 1 to 9: R5C5 R9C9")
    sheet.enter(boards["naked_1"])
    sheet.calculate()
    assert sheet.kind(boards["naked_1"]) is Kind.SOLVED


def test_an_empty_text_is_an_empty_cell(sudoku, boards):
    """As copied from the solution of another sheet."""
    sheet = sudoku()
    sheet.follow()
    for number, digit in enumerate(boards["naked_1"].digits):
        sheet.type("in_board", number, digit or "")
    sheet.calculate()
    assert sheet.kind(boards["naked_1"]) is Kind.SOLVED


def test_the_status_when_iteration_is_off(edited, tmp_path):
    """Then a cell that depends on itself shows 0 or an error, in whatever program."""
    text = "extends = 'sudoku'\n[cells.iteration_seen]\nformula = '=IF(step=1, 0, 1/0)'"
    build(load(str(edited(text))).template, tmp_path / "x.xlsx")
    sheet = Sheet(tmp_path / "x.xlsx")
    for step in (1, 2):
        sheet.set(step=step)
        sheet.calculate()
        assert sheet.one("status_code") == 7
        assert "Enable iterative calculation" in sheet.one("status")
