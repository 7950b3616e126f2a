"""The shelf of `sudoku`: puzzles that are graded as they say, and that solve when one is chosen."""

import re

import pytest
from openpyxl import load_workbook

from tests.helpers.sudoku import EMPTY
from xlbuilder.generation.criteria import Criteria
from xlbuilder.generation.grades import Grader, levels_for
from xlbuilder.generation.puzzle import PuzzleMaker
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind


@pytest.fixture(scope="module")
def shelf(built):
    """Return the rows of the sheet: name, number of clues, rating, puzzle."""
    sheet = load_workbook(built("sudoku"))["Shelf"]
    rows = list(sheet.iter_rows(min_row=5, min_col=2, max_col=5, values_only=True))
    return {name: row for name, *row in rows}


@pytest.fixture
def sheet(sudoku):
    return sudoku()


def puzzle_of(line):
    return Board(tuple(int(mark.replace(".", "0")) for mark in line))


def test_there_are_thirty_of_all_grades(shelf):
    assert len(shelf) == 30
    assert len({line for *_, line in shelf.values()}) == 30
    assert [name.split(" ", 1)[0] for name in shelf] == [str(number) for number in range(1, 31)]
    ratings = [rating for _, rating, _ in shelf.values()]
    assert ratings == sorted(ratings, key=lambda rating: (rating == "guesses", rating))
    assert len(set(ratings)) > 5
    for name, (clues, rating, line) in shelf.items():
        assert clues == 81 - line.count("."), name
        assert (rating == "guesses") == (name.split(" ", 1)[1] == "search")


def test_each_has_one_solution_and_the_grade_and_rating_that_it_says(shelf, sudoku):
    """Where it says search, all strategies together do not solve it."""
    sheet = sudoku("all", "-search")
    sheet.follow()
    for name, (_, rating, line) in shelf.items():
        puzzle, grade = puzzle_of(line), name.split(" ", 1)[1]
        assert not sheet.answers.has_several(puzzle), name
        sheet.solve(puzzle)
        says = sheet.one("rating")
        assert (sheet.kind(puzzle) is Kind.SOLVED) == (grade != "search"), name
        if grade != "search":
            title = re.match("Rating: ([^,]*)", says)[1].lower()
            assert ("singles" if title.endswith("singles") else title) == grade.lower()
            assert rating == f"rating {sheet.one('rating_number'):.1f}"


def test_the_one_that_is_chosen_is_solved(shelf, sheet):
    sheet.follow()
    for name, (clues, rating, line) in shelf.items():
        sheet.solve(EMPTY, shelf_choice=name)
        assert sheet.kind(puzzle_of(line)) is Kind.SOLVED, name
        assert sheet.one("shelf_note") == f"{clues} clues, {rating}"


@pytest.mark.parametrize("order", ["row-major", "jacobi"])
def test_clues_of_the_user_win(shelf, sheet, boards, order):
    sheet.follow(order)
    typed = boards["naked_1"]
    sheet.enter(EMPTY)
    sheet.set(shelf_choice="27 search")
    sheet.calculate(20)
    sheet.solve(typed)
    assert sheet.kind(typed) is Kind.SOLVED
    assert sheet.one("shelf_note") == "Delete the clues first."
    sheet.solve(EMPTY, puzzle_line=str(typed))
    assert sheet.kind(typed) is Kind.SOLVED
    sheet.set(puzzle_line=None)
    sheet.calculate()
    assert sheet.kind(puzzle_of(shelf["27 search"][-1])) is Kind.SOLVED


@pytest.mark.parametrize("choice", [None, "", "31 search", 7])
def test_what_is_not_on_the_shelf_is_nothing(sheet, choice):
    sheet.follow()
    sheet.enter(EMPTY)
    sheet.set(shelf_choice=choice)
    sheet.calculate(30)
    assert set(sheet.read("given_board")) == {0}
    assert sheet.one("shelf_note") == ("It is not on the shelf." if choice else "30 puzzles")


@pytest.mark.exhaustive
def test_the_command_in_the_template_makes_them_again(shelf):
    """The first of a grade; the others follow from the same seed."""
    criteria = Criteria("rotation", 26, 30, "singles")
    made = PuzzleMaker(criteria, 2, levels_for(criteria, Grader())).make(1)
    assert str(made.puzzle) == shelf["6 singles"][-1]
