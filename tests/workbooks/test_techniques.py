"""The techniques of players that are shipped as strategies: each by itself, and damaged ones."""

import pytest
from cost import by_cost
from players import TECHNIQUES, by_sight, found, rest
from technique_cases import (
    ORDERS,
    assert_seen,
    case_of,
    cases,
    check_all,
    damages,
    gone_of,
    left_with_the_solution,
    named,
    order_of,
    says,
)

TESTED = cases(TECHNIQUES)


def check(sheet, case, order):
    """Compare what the sheet finds and says with the test's list and the words of a player."""
    board, listed = case_of(*case)
    assert gone_of(sheet, board, order) == listed
    words = {words for _, words in found(case[0], by_sight(board.digits))}
    assert {says(sheet, candidate) for candidate in listed} == words


@pytest.mark.parametrize("case", by_cost(TESTED, 1, 6), ids=str)
def test_it_finds_what_a_player_finds_and_says_it(bare, case):
    board, listed = case_of(*case)
    left = by_sight(board.digits)
    closed = rest(case[0], left)
    assert {(cell, digit) for cell in range(81) for digit in left[cell] - closed[cell]} == listed
    check(bare(case[0]), case, order_of(TESTED, case))


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 1))
def test_all_of_them_lose_nothing_true_in_any_order(sudoku, boards, order):
    sheet = sudoku("-search", *TECHNIQUES)
    left = left_with_the_solution(sheet, boards, order)
    for technique in TECHNIQUES:
        assert not found(technique, left), technique


# technique whose tests see it, name: file, what is replaced, by what
MUTANTS = {
    "naked_pairs": {
        "one cell within": ("sets", "(within_{size}-{size}+1)^5", "(within_{size}>0)"),
        "a set of no use": ("sets", "*(without_{size}<9-{size})", ""),
        "its own cells too": ("filled", "own_cell_of_{line})>0", "own_cell_of_{line})>=0"),
        "another box": ("houses", "MOD(house-19,3)*3+", "MOD(house-18,3)*3+"),
    },
    "naked_triples": {
        "a subset that is equal": (
            "sets",
            "(MOD({of}_of_{size},cells_of_house)=0)",
            "({of}_of_{size}=cells_of_house)",
        ),
        "other cells in words": ("filled", "cells_of_{line})=0)", "cells_of_{line})>0)"),
    },
    "hidden_pairs": {
        "a few cells without": ("sets", "(without_{size}+{size}-8)^5", "(without_{size}>6-{size})"),
        "a hidden set is a naked one": ("filled", "{line},2)=0", "{line},2)<2"),
    },
    "swordfish": {
        "another digit": ("houses", "=house-27)", "=house-28)"),
    },
}


ARRAYS = {"within_3", "without_3", "column_of_place"}


@pytest.fixture(scope="module")
def damaged(once):
    """Return a function that opens the workbook of a technique with a damage."""
    return damages(MUTANTS, ARRAYS, once)


@pytest.mark.parametrize(("technique", "name"), named(MUTANTS))
def test_damage_is_seen(damaged, technique, name):
    assert_seen(check, damaged(technique, name), technique)


@pytest.mark.parametrize("technique", MUTANTS)
def test_without_damage_nothing_is_seen(damaged, technique):
    check_all(check, damaged(technique), technique)
