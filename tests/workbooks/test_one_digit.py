"""The shipped techniques of one digit: what they find and say, and damaged ones."""

import pytest
from cost import by_cost
from one_digit import TECHNIQUES
from players import by_sight
from sudoku import NO_LADDER
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
    found = TECHNIQUES[case[0]](by_sight(board.digits))
    assert gone_of(sheet, board, order) == listed
    for candidate in listed:
        assert says(sheet, candidate) in found[candidate]


@pytest.mark.parametrize("case", by_cost(TESTED, 1, 5), ids=str)
def test_it_finds_what_a_player_finds_and_says_it(bare, case):
    board, listed = case_of(*case)
    assert TECHNIQUES[case[0]](by_sight(board.digits)).keys() == listed
    check(bare(case[0]), case, order_of(TESTED, case))


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 0))
def test_together_they_lose_nothing_true_in_any_order_and_find_all(sudoku, boards, order):
    sheet = sudoku("-search", NO_LADDER, *TECHNIQUES)
    left = left_with_the_solution(sheet, boards, order)
    for technique, find in TECHNIQUES.items():
        assert not find(left), technique


# technique whose tests see it, name: file, what is replaced, by what
MUTANTS = {
    "two_string_kite": {
        "a link of three": ("pictures", "in_picture)=2", "in_picture)=3"),
        "another stack": ("two_string_kite", "column_of_rows+2", "column_of_rows+1"),
        "another band": ("two_string_kite", "row_of_columns+2", "row_of_columns+3"),
        "one cell twice": (
            "two_string_kite",
            "*((column_of_rows<>{1,2,3,4,5,6,7,8,9})+(row_of_columns<>{1;2;3;4;5;6;7;8;9})>0)",
            "",
        ),
    },
    "skyscraper": {
        "another digit": ("pictures", "INT(steps_down/9)+1, MOD", "INT(steps_right/9)+1, MOD"),
        "pictures that never wake": (
            "pictures",
            "rung<41, {pictures here}",
            "rung<100, {pictures here}",
        ),
        "its own row too": ("pictures", "*({1;2;3;4;5;6;7;8;9}<>row_from_val)", ""),
        "the links of boxes": ("pictures", "MOD(links_of_band,100)", "links_of_band"),
        "one row is enough": ("skyscraper", "rows_of_skyscraper>20000", "TRUE"),
    },
    "empty_rectangle": {
        "a box of two columns": (
            "empty_rectangle",
            "(left_in_columns=MMULT",
            "(left_in_columns<=MMULT",
        ),
        "a box of two rows": ("empty_rectangle", "(left_in_rows=MMULT", "(left_in_rows<=MMULT"),
        "its own box": ("empty_rectangle", "*({1,1,1,2,2,2,3,3,3}<>stack_from_val)'''", "'''"),
        "rows of its band": (
            "empty_rectangle",
            "*({1;1;1;2;2;2;3;3;3}<>band_from_val)*({10",
            "*({10",
        ),
        "another box in words": ("empty_rectangle", "(line_data-110)/30", "(line_data-80)/30"),
    },
    "simple_colors": {
        "the same color across": ("colors", "=0-MIN(", "=MAX("),
        "another box of the link": ("colors", "MOD(link,10)+2)/3", "MOD(link,10)+3)/3"),
        "its own color once": ("simple_colors", ">3)", ">2)"),
        "the other color too": ("simple_colors", "=SIGN(color_of_candidate)*(", "=ABS("),
        "its own chain in sight": ("colors", "*(ABS(colors_of_{house})<>ABS(color_here))", ""),
        "two of one color": (
            "colors",
            "(COUNTIF(colors_of_row,0-colors_of_{house})",
            "(COUNTIF(colors_of_row,colors_of_{house})",
        ),
        "one color in sight": ("colors", ">0)))", ">-1)))"),
    },
    "x_chain": {
        "chains that never wake": ("x_chain", "rung<x_chain, 0,\n", "TRUE, 0,\n"),
        "a house with two left": ("x_chain", "left_by_chain)=1)", "left_by_chain)<3)"),
        "a house with one left": ("x_chain", "{ones_down})=0)", "{ones_down})=1)"),
        "a place that sees another": ("x_chain", "=3*places_on_chain)", "<4)"),
    },
    "multi_colors": {
        "the opposite color once": ("multi_colors", "=24-(", "=21-("),
        "a house with one": ("multi_colors", ">1)*{1;2", ">0)*{1;2"),
        "the opposite of its own": ("multi_colors", "*(picture_of_colors<>0-color_here)", ""),
        "all that it sees is true": (
            "multi_colors",
            "COUNTIF(colors_of_row,0-picture",
            "COUNTIF(colors_of_row,picture",
        ),
    },
}


ARRAYS = {"column_of_rows", "forced_by_chain", "left_by_chain", "left_in_columns", "row_of_columns"}

ARRAYS |= {"true_places"}


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
