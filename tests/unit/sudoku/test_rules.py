"""What is right in plain Sudoku and in variants, by the checker alone."""

from itertools import product

import pytest

from tests.helpers.boards import SOLVED, board
from tests.helpers.sudoku import EMPTY
from xlbuilder.sudoku.board import UNITS, Board, clashes, is_solution
from xlbuilder.sudoku.rules import PLAIN, houses_of, rules_with
from xlbuilder.sudoku.sat import Answers

DIAGONAL = {"diagonal": [10 * step for step in range(9)]}
REGIONS = "111222333411252333441255366441255366411225366444855669778859969777888999777788899"


def filled(rules):
    """Return a solution of an empty board."""
    return Answers(rules).solution(EMPTY)


def test_plain_rules_are_those_of_the_board():
    assert PLAIN.houses == UNITS
    full, twice = board(SOLVED), board("55")
    assert PLAIN.is_solution(EMPTY, full)
    assert is_solution(EMPTY, full)
    assert not PLAIN.is_solution(twice, full)
    assert PLAIN.clashes(twice) == clashes(twice) == ["row 1 has 5 twice", "box 1 has 5 twice"]


def test_a_house_more_is_kept_by_the_checker_and_by_its_solver():
    rules = rules_with(DIAGONAL.items())
    found = filled(rules)
    assert sorted(found.digits[cell] for cell in DIAGONAL["diagonal"]) == list(range(1, 10))
    assert rules.is_solution(EMPTY, found)
    # Digits that change places in two rows of a band leave plain Sudoku as it is.
    rows = list(found.rows())
    changed = Board(tuple(digit for row in (1, 0, *range(2, 9)) for digit in rows[row]))
    assert PLAIN.is_solution(EMPTY, changed)
    assert not rules.is_solution(EMPTY, changed)
    assert any(words.startswith("diagonal has ") for words in rules.clashes(changed))


@pytest.mark.parametrize("moves", [[(1, 2), (2, 1)], [(1, 1)]], ids=["knight", "king"])
def test_cells_that_are_a_move_apart_differ(moves):
    rules = rules_with((), moves)
    found = filled(rules)
    away = {(down * i, right * j) for (down, right), i, j in product(moves, (1, -1), (1, -1))}
    for row, column in product(range(9), repeat=2):
        for down, right in away:
            if 0 <= row + down < 9 and 0 <= column + right < 9:
                other = 9 * (row + down) + column + right
                assert found.digits[9 * row + column] != found.digits[other]
    assert len(rules.in_sight[30]) == 20 + {2: 6, 1: 3}[len(moves)]
    pair = ["."] * 81
    pair[0] = pair[9 * moves[0][0] + moves[0][1]] = "7"
    assert f"R1C1 and R{moves[0][0] + 1}C{moves[0][1] + 1} both have 7" in rules.clashes(
        board("".join(pair))
    )


def test_without_boxes_regions_are_houses():
    rules = rules_with(houses_of("regions", map(int, REGIONS)), boxes=False)
    assert len(rules.houses) == 27
    assert not any(name.startswith("box") for name in rules.houses)
    found = filled(rules)
    for region in "123456789":
        cells = [cell for cell in range(81) if REGIONS[cell] == region]
        assert len({found.digits[cell] for cell in cells}) == 9
    assert not PLAIN.is_solution(EMPTY, found)


def test_a_board_of_numbers_has_a_house_for_each():
    assert dict(houses_of("window_board", [0, 2, 1, 2])) == {
        "window board 1": [2],
        "window board 2": [1, 3],
    }
    assert dict(houses_of("diagonal_up", [0, 1, 0])) == {"diagonal up": [1]}


def test_a_house_takes_the_place_of_no_other_one():
    rules = rules_with([("box 1", range(9, 18)), ("diagonal", [0, 10]), ("diagonal", [8, 16])])
    assert len(rules.houses) == 30
    assert rules.houses["box 1"] == UNITS["box 1"]
