"""The rating of a puzzle: what the boards show at the end, and what the steps of the run say."""

import re

import pytest
from cost import by_cost, spread
from sudoku import EMPTY, Sheet, changed
from technique_cases import FOLDER

from xlbuilder.api import steps
from xlbuilder.proof.reasons import PLACEMENTS, Reasons
from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

SINGLES = {
    "naked_single": ("Naked singles", 23),
    "single_in_row": ("Hidden singles", 15),
    "single_in_column": ("Hidden singles", 15),
    "single_in_box": ("Hidden singles", 12),
}
LADDER = {
    "naked_pairs": ("Naked pairs", 30),
    "x_wing": ("X-wing", 32),
    "hidden_pairs": ("Hidden pairs", 34),
    "naked_triples": ("Naked triples", 36),
    "swordfish": ("Swordfish", 38),
    "hidden_triples": ("Hidden triples", 40),
    "naked_quads": ("Naked quads", 50),
    "jellyfish": ("Jellyfish", 52),
    "hidden_quads": ("Hidden quads", 54),
}
LOCKED = "Locked candidates"
ONE_BY_ONE = 30
"""From this rating on a technique of the ladder waits for all easier ones."""
GUESS, REFUTED = 10_000, 99
ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]
BOOKS = {"default": (), "all": tuple(LADDER), "all -search": ("-search", *LADDER)}
NAMES = ["naked_1", "hidden_2", "locked_1", "search_7", "search_2", "search_3", "search_1"]
NAMES += ["locked_8", "search_4", "search_5", "search_6", "search_8", "several_1"]
CASES = [(book, order, name) for order in ORDERS for book in BOOKS for name in NAMES]


def run(sheet, board, order="row-major"):
    sheet.follow(order)
    sheet.enter(board)
    sheet.calculate()


def used(sheet):
    """Return the techniques whose reasons stand on the boards, each a title and a rating."""
    solver = sheet.solver
    reasons = Reasons(solver.model, solver.drive)
    found = {SINGLES.get(reasons.placed(value)) for value in sheet.read(PLACEMENTS)}
    for value in sheet.read("val_board"):
        number = int(-value) % 100
        if value > 0 or number < 3 or number > 97:
            continue
        if number < 5:
            kept = round((-value) % 1 * 2**27)
            found.add((LOCKED, 28 if kept > 10 else 26))
        else:
            found.add(LADDER[reasons.removed(value)])
    return found - {None}


def hardest(techniques, *, on_ladder):
    title, rating = max(techniques, key=lambda each: each[1])
    at_most = "" if on_ladder and rating >= ONE_BY_ONE else "at most "
    return f"{title}, {at_most}{rating / 10}"


def guesses(sheet):
    """Return the guesses in words: those in force, and those whose candidates stand refuted."""
    in_force = sum(value > 0 for value in sheet.read("guess_stack"))
    refuted = [int(-value) // GUESS for value in sheet.read("val_board") if -value % GUESS == REFUTED]
    number = in_force + len(refuted)
    deep = max([in_force, *(level + 1 for level in refuted)])
    return "" if not number else ", then 1 guess" if number == 1 else f", then {number} guesses, {deep} deep"


def expected(sheet, book):
    start = "Not solved. So far: " if sheet.one("status_code") == 3 else "Rating: "
    words = hardest(used(sheet), on_ladder=book != "default")
    return start + words + ("" if "-search" in book else guesses(sheet))


@pytest.mark.parametrize("case", by_cost(spread(CASES, 17), 0, 13), ids="-".join)
def test_it_says_what_the_boards_show(sudoku, boards, case):
    book, order, name = case
    sheet = sudoku(*BOOKS[book])
    run(sheet, boards[name], order)
    assert sheet.one("rating") == expected(sheet, book)


def rating_of(step, deduction):
    """Return the technique of one deduction, by its words."""
    if step.strategy == "naked_singles":
        return "Naked singles", 23
    if step.strategy == "hidden_singles":
        return "Hidden singles", 12 if deduction.words.startswith("Box") else 15
    if step.strategy == "locked_candidates":
        return LOCKED, 26 if re.match("locked candidates: box", deduction.words) else 28
    return LADDER[step.strategy]


@pytest.mark.parametrize("name", by_cost(NAMES, 0, 7))
def test_it_says_what_the_steps_say(sudoku, boards, name):
    """Under jacobi, and without guesses, which are no steps."""
    sheet = sudoku("-search", *LADDER)
    run(sheet, boards[name], "jacobi")
    way = steps("sudoku", boards[name], add=list(LADDER), remove=["search"])
    found = {rating_of(step, each) for step in way.steps for each in step.deductions}
    said = sheet.one("rating").partition(": ")[2]
    assert said == hardest(found, on_ladder=True)


# ---- when there is nothing to rate, or not all is known


def test_nothing_is_said_before_the_end(sudoku, boards):
    sheet = sudoku()
    sheet.follow()
    sheet.enter(boards["search_4"])
    for _ in sheet.session.iterations():
        assert bool(sheet.one("rating")) == (sheet.one("status_code") in (1, 2))


@pytest.mark.parametrize(
    ("entries", "code"),
    [({"state": "Reset"}, 8), ({"state": "Step"}, 9), ({"puzzle_line": "12"}, 12)],
)
def test_nothing_is_said_where_nothing_is_solved(sudoku, boards, entries, code):
    sheet = sudoku()
    sheet.follow()
    sheet.set(**entries)
    sheet.enter(boards["search_4"])
    sheet.calculate(500)
    assert (sheet.one("status_code"), sheet.one("rating")) == (code, "")


@pytest.mark.parametrize(("name", "code"), [("none_1", 4), ("clash", 5), ("empty", 13)])
def test_nothing_is_said_of_clues_without_a_solution(sudoku, boards, name, code):
    sheet = sudoku()
    puzzles = {"clash": changed(boards["naked_1"], 0, 6), "empty": EMPTY, **boards}
    run(sheet, boards["search_4"])
    sheet.enter(puzzles[name])
    sheet.calculate()
    assert (sheet.one("status_code"), sheet.one("rating")) == (code, "")


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("locked_1", 2, "Rating: Locked candidates, at most 2.8"),
        ("search_1", 2, "Rating: guesses"),
        ("several_1", 10, ""),
    ],
)
def test_when_all_was_tried_it_says_what_is_still_known(sudoku, boards, name, code, words):
    """What was refuted leaves no reasons then (strategies/unique.toml)."""
    sheet = sudoku("unique")
    run(sheet, boards[name])
    assert (sheet.one("status_code"), sheet.one("rating")) == (code, words)


def test_a_grid_that_is_complete_needs_nothing(sudoku, boards):
    sheet = sudoku()
    run(sheet, sheet.answers.solution(boards["naked_1"]))
    assert sheet.one("rating") == "Rating: nothing to find"


UNKNOWN = '''
[strategy]
title = "A \"rule\" of mine"
text = "Removes what a pencil would."
[plugs]
eliminated_by_strategy = ["mine"]
RATED
[names.mine]
formula = "=IF(digits_shown>30, solution_has_another, FALSE)"
[names.solution_has_another]
formula = "=IF(MOD(row_from_val+column_from_val,9)+1=onetonine, INDEX(in_board,row_from_val,column_from_val)=-1, FALSE)"
'''
