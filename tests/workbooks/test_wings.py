"""XY-, XYZ- and W-wing against their definitions, and damaged ones."""

import re

import pytest
from cost import by_cost
from players import by_sight
from technique_cases import (
    ORDERS,
    OWN,
    case_of,
    cases,
    damaged,
    gone_of,
    left_with_the_solution,
    says,
)
from wings import WINGS

TESTED = cases(WINGS)


def plain(text):
    """Return the words of a wing with its two last cells in order."""
    return re.sub(
        r"(R\dC\d)( \(\d, \d\))? and (R\dC\d)(?(2) \(\d, \d\))",
        lambda two: " and ".join(sorted(two[0].split(" and "))),
        text,
    )


def words_for(technique, candidate, left):
    """Return all that may be said of a candidate that goes."""
    return {plain(text) for gone, text in WINGS[technique](left) if candidate in gone}


@pytest.mark.parametrize("case", by_cost(TESTED, 0, 0), ids=str)
def test_it_finds_what_a_player_finds_and_says_it(sudoku, case):
    technique, number = case
    board, listed = case_of(technique, number)
    left = by_sight(board.digits)
    assert {each for gone, _ in WINGS[technique](left) for each in gone} == listed
    sheet = sudoku(technique, *(f"-{name}" for name in OWN))
    gone = gone_of(sheet, board, ORDERS[TESTED.index(case) % len(ORDERS)])
    if technique == "w_wing":  # two cells may have two candidates before all clues stand
        solution = sheet.answers.solution(board).digits
        assert gone >= listed
        assert all(solution[cell] != digit for cell, digit in gone)
    else:
        assert gone == listed
    for candidate in listed:
        assert plain(says(sheet, candidate)) in words_for(technique, candidate, left)


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 0))
def test_all_of_them_lose_nothing_true_in_any_order(sudoku, boards, order):
    sheet = sudoku("-search", *WINGS)
    left = left_with_the_solution(sheet, boards, order)
    for technique, find in WINGS.items():
        assert not list(find(left)), technique


# name: file, what is replaced, by what, and a technique whose tests see it
MUTANTS = {
    "z once": ("xy_wing", "=prime_of_digit*prime_of_digit*", "=prime_of_digit*", "xy_wing"),
    "the row twice": ("couples", '"1,column_from_val"', '"1,row_from_val"', "xy_wing"),
    "a pincer elsewhere": ("xy_wing", "{base}{line}_from_val", "{base}{other}", "xy_wing"),
    "z is missing": ("wings", 'xyz = "prime_of_digit*"', 'xyz = ""', "xyz_wing"),
    "another pincer": (
        "couples",
        "<>MOD({line}_from_val-1,3)",
        "<>MOD({line}_from_val,3)",
        "xyz_wing",
    ),
    "one place more": ("w_wing", "*(MMULT(twins,{down})+", "*(", "w_wing"),
    "one twin": ("w_wing", ">1)*", ">0)*", "w_wing"),
    "its own place": ("w_wing", "=twins+(", "=(", "w_wing"),
}


@pytest.mark.parametrize("name", by_cost(MUTANTS, 0, 0))
def test_damage_is_seen(tmp_path, name):
    file, old, new, technique = MUTANTS[name]
    sheet = damaged(tmp_path, file, old, new)(technique)
    for case in cases([technique]):
        board, listed = case_of(*case)
        left = by_sight(board.digits)
        if gone_of(sheet, board, "row-major") != listed or any(
            plain(says(sheet, each)) not in words_for(technique, each, left) for each in listed
        ):
            return
    pytest.fail("the tests of the file do not see this damage")
