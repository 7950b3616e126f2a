"""On the ladder pairs and the X-wing wait for easier ones; the sheet says what they did."""

import pytest

from tests.helpers.boards import board
from tests.helpers.technique_cases import says
from tests.oracle.deductions import told
from xlbuilder.sudoku.position import read_position

TITLES = {"naked_pairs": "Naked pairs", "x_wing": "X-wing", "hidden_pairs": "Hidden pairs"}

RATINGS = {"naked_pairs": 30, "x_wing": 32, "hidden_pairs": 34}

CASES = {
    (
        "naked_pairs",
        ".7..495.3..5......1..3...4.....73......5.6..98.....72.7.....4.2...89...6.9.......",
    ): [
        "naked pair 1 and 3 in row 5 (R5C7, R5C8)",
        "naked pair 1 and 3 in column 7 (R5C7, R8C7)",
        "naked pair 1 and 3 in box 6 (R5C7, R5C8)",
    ],
    (
        "hidden_pairs",
        "..1......67.3.5.8....2..7..8..59......4.....9.....846....1.....7.8.2.9..3.....6..",
    ): ["hidden pair 7 and 8 in row 7 (R7C5, R7C9)"],
    (
        "hidden_pairs",
        ".1........4639....3....2...52....84.4..7...3.893....2.2...1...3..8.47..1.....36..",
    ): [
        "hidden pair 4 and 7 in column 7 (R3C7, R7C7)",
        "hidden pair 2 and 8 in column 9 (R2C9, R9C9)",
    ],
    (
        "hidden_pairs",
        ".3...895....571..35.......1.....51......6..3.........5.6.....143.87..5........39.",
    ): ["hidden pair 7 and 8 in box 9 (R7C7, R9C9)"],
    (
        "x_wing",
        "58163.9..7..19...59237..4......7..4.8..91.5.6.1.....3.....2.6...97.6.....5......3",
    ): [
        "X-wing of 8 in rows 4 and 8, columns 6 and 9",
        "X-wing of 8 in columns 4 and 7, rows 6 and 9",
    ],
}
"""Puzzles made by `xlbuilder generate`, except that with a box, and what the sheet says in each."""

LOCKED = range(81, 89)
"""The numbers of locked candidates among the reasons."""


def removed_for(sheet, number):
    """Return the candidates that are gone for the reason with this number."""
    marks = enumerate(sheet.read("val_board"))
    gone = [divmod(at, 27) for at, mark in marks if is_number(mark) and int(-mark) == number]
    return [(row // 3 * 9 + column // 3, row % 3 * 3 + column % 3 + 1) for row, column in gone]


def is_number(*values):
    return all(isinstance(value, float) for value in values)


@pytest.mark.parametrize("order", ["row-major", "reversed", "jacobi"])
@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_it_waits_for_locked_candidates(sudoku, case, order):
    name, puzzle = case
    sheet = sudoku("-search", "-unique", name)
    sheet.follow(order, iterations=500)
    sheet.enter(board(puzzle))
    marks, left, ladder = sheet.read("val_board"), sheet.candidates(), 0
    is_early, acted = False, False
    for _ in sheet.session.iterations():
        old, marks = marks, sheet.read("val_board")
        both = zip(marks, old, strict=True)
        numbers = {int(-new) for new, before in both if is_number(new, before) and new < 0 < before}
        reached = max(ladder % 100, sheet.one("ladder") % 100)
        if RATINGS[name] in numbers:
            acted = True
            assert reached >= RATINGS[name]
        elif numbers.intersection(LOCKED) and told(name, left):
            is_early = True
        left, ladder = sheet.candidates(), sheet.one("ladder")
    assert is_early  # it was there, and did nothing
    assert acted


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_it_says_which_one_and_how_hard(sudoku, case):
    name, puzzle = case
    sheet = sudoku("-search", "-unique", name)
    sheet.follow(iterations=500)
    sheet.solve(board(puzzle))
    rating = f"{TITLES[name]}, at most {RATINGS[name] / 10}"
    assert sheet.one("rating").partition(": ")[2] == rating
    assert {says(sheet, each) for each in removed_for(sheet, RATINGS[name])} >= {*CASES[case]}


def test_of_a_position_it_says_the_same(sudoku):
    """The position is that of a test in the strategy's file."""
    digits = ".4..6.7.5....52694..64793.2481297563..3.8.947...543821..5.2.47...471523.7...3415."
    position = read_position(f":0000:x:{digits}:651 652::", "here")
    sheet = sudoku("-search", "-unique", "naked_pairs", "position")
    sheet.follow(iterations=500)
    sheet.enter(position.board)
    sheet.delete(position.deleted)
    sheet.calculate()
    assert says(sheet, (0, 8)) == "naked pair 1 and 8 in row 1 (R1C6, R1C8)"
    assert "Naked pairs, at most 3.0" in sheet.one("rating")
