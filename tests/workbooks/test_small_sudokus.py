"""Sudokus of 6x6 and of 4x4 cells: the workbooks find just what a player finds, in every order.

The puzzles were made by `generate`.  The player, and the count of their solutions, share no code
with xlbuilder.
"""

from collections import Counter
from random import Random

import pytest

from tests.helpers.places import DATA
from tests.helpers.sudoku import Sheet, opened, verify, with_damage
from tests.oracle.small_player import BLOCKS, played, side_of, solutions
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.rules import plain
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load

NAMES = {"six": 6, "four": 4}
PUZZLES = {
    name: [line for line in (DATA / f"{name}.txt").read_text().splitlines() if line[0] != "#"]
    for name in NAMES
}
ORDERS = ["row-major", "column-major", "reversed", "jacobi", "random:1", "subset:1"]
NO_DIGIT, CLASH, STUCK, SOLVED = 1, 2, 6, 7


@pytest.fixture(scope="module", params=NAMES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def sheet(built, name):
    return Sheet(built(name))


def board(text):
    return read_puzzle(text, "p", plain(side_of(text)))


def shown(sheet):
    """Return the board, and the candidates of each cell, as the player's."""
    digits = "".join(f"{value:.0f}" if value else "." for value in sheet.read("sol_board"))
    high, wide = BLOCKS[side := side_of(digits)]
    left: list[set[str]] = [set() for _ in digits]
    for number, value in enumerate(sheet.read("val_board")):
        row, column = divmod(number, side * wide)
        place = wide * (row % high) + column % wide + 1
        assert value in (0, place)
        if value:
            left[row // high * side + column // wide].add(f"{place}")
    return digits, left


def finds_something_else(sheet, puzzles, orders=ORDERS):
    """Return the first puzzle in which the sheet finds more or less than the player does.

    Each is typed over the puzzle before it.
    """
    for number, puzzle in enumerate(puzzles):
        sheet.follow(orders[number % len(orders)], iterations=300)
        sheet.solve(board(puzzles[number - 1]))
        status = sheet.solve(board(puzzle))
        found = shown(sheet)
        if found != played(puzzle) or status != (STUCK if "." in found[0] else SOLVED):
            return puzzle
    return None


def thinned(puzzles):
    """Return puzzles with some digits of solutions: many have several, and little follows."""
    random = Random(1)
    full = [solutions(puzzle)[0] for puzzle in puzzles]
    return ["".join(mark if random.random() < 0.3 else "." for mark in grid) for grid in full]


def changed(puzzle, cell, mark):
    return puzzle[:cell] + mark + puzzle[cell + 1 :]


def test_each_puzzle_has_one_solution(name):
    assert len({*PUZZLES[name]}) == 40
    for puzzle in PUZZLES[name]:
        assert len(solutions(puzzle)) == 1


def test_it_solves_or_is_stuck_alike_in_every_order_and_from_garbage(sheet, name):
    ends = {played(puzzle)[0] for puzzle in PUZZLES[name]}
    stuck = sum("." in end for end in ends)
    assert stuck == {"six": 1, "four": 0}[name]
    starts = ["zero", "garbage:1", "stale", "zero", "garbage:2", "edited:1"]
    for order, start in zip(ORDERS, starts, strict=True):
        sheet.follow(order, start, iterations=1000)
        found = sheet.verdicts(map(board, PUZZLES[name]))
        kinds = Counter(each.kind for each in found)
        assert kinds == Counter({Kind.SOLVED: 40 - stuck, Kind.STALLED: stuck}), (order, start)
        assert {str(each.shown) for each in found} == ends, (order, start)


def test_it_finds_what_a_player_finds(sheet, name):
    assert finds_something_else(sheet, PUZZLES[name] + thinned(PUZZLES[name])) is None


def test_what_it_says_of_boards_with_no_solution_or_several_is_true(sheet, name):
    """One clue less, or another one, of twenty puzzles; a contradiction may show as Stuck."""
    several, none = [], []
    for puzzle in PUZZLES[name][:20]:
        first = next(cell for cell, mark in enumerate(puzzle) if mark != ".")
        several.append(changed(puzzle, first, "."))
        others = (changed(puzzle, first, f"{digit}") for digit in range(1, NAMES[name] + 1))
        none += [each for each in others if not solutions(each)][:1]
    assert all(len(solutions(each)) == 2 for each in several)
    assert len(none) > 10
    for order in ("row-major", "random:2"):
        sheet.follow(order, iterations=1000)
        kinds = {each.kind for each in sheet.verdicts(map(board, several))}
        assert kinds == {Kind.STALLED}
        kinds = {each.kind for each in sheet.verdicts(map(board, none))}
        assert Kind.NO_SOLUTION_SAID in kinds
        assert kinds <= {Kind.NO_SOLUTION_SAID, Kind.UNSOLVABLE}


@pytest.mark.program("libreoffice")
def test_libreoffice_solves_it_in_a_few_presses(built, name):
    schedule = asked_schedule("libreoffice", "row-major")
    (verdict,) = verify(built(name), [board(PUZZLES[name][0])], "libreoffice", schedule)
    assert verdict.kind is Kind.SOLVED
    assert verdict.iterations < 10  # presses, in this engine


def clashes(sheet, side):
    """Return whether a clue clashes just with those that its row, column and box hold."""
    high, wide = BLOCKS[side]
    sheet.follow()
    for row in range(side):
        for column in range(side):
            digits = ["."] * side * side
            digits[0] = digits[side * row + column] = "1"
            is_clash = (row, column) != (0, 0) and (
                row == 0 or column == 0 or (row < high and column < wide)
            )
            if (sheet.solve(board("".join(digits))) == CLASH) != is_clash:
                return False
    return True


def takes_digits(sheet, side):
    """Return whether a number is no digit just when it is above the side."""
    sheet.follow()
    said = []
    for number in (side, side + 1):
        sheet.solve(board("." * side * side))
        sheet.type("in_board", 0, number)
        sheet.calculate()
        said.append(sheet.one("status_code"))
    return said == [STUCK, NO_DIGIT]


def test_clues_that_clash_and_numbers_that_are_no_digit_are_said(sheet, name):
    assert clashes(sheet, NAMES[name])
    assert takes_digits(sheet, NAMES[name])


SIX = {
    "a row without its last cells": ("val_bigrow", "18", "17"),
    "a column without its last line": ("val_bigcol", "12", "11"),
    "a box that begins too late": ("val_bigbox", "this_band*4-3", "this_band*4-2"),
    "a box as wide as the board": ("sol_box", "stack_from_val*3-2", "1"),
    "a box of clues that is too narrow": ("in_box", "this_stack*3)", "this_stack*3-1)"),
    "bands as in basic": ("this_band", "/2", "/3"),
    "digits as in a block of 2x2": ("onetonine", "*3", "*2"),
    "locked: no rows": ("eliminated_by_strategy", "row_a=0", "FALSE"),
    "locked: its own row": ("other_row", "", "row_from_val*2-1"),
    "locked: its own box": ("other_stack", "19-stack_from_val*9", "stack_from_val*9-8"),
    "locked: one way of two": ("eliminated_by_strategy", "+col_b*col_c", ""),
    "locked: another band": ("next_band", "MOD(band_from_val, 3)", "MOD(band_from_val-1, 3)"),
    "it starts too early": ("status_code", "=288", ">0"),
    "7 is a digit": ("clue_is_digit", "<=6", "<=7"),
}
FOUR = {
    "a row without its last cells": ("val_bigrow", "8", "7"),
    "a box of another band": ("val_bigbox", "this_band*4-3", "this_band*4-2"),
    "a box as high as the board": ("sol_box", "band_from_val*2-1", "1"),
    "a box of clues": ("in_box", "this_band*2-1", "this_band*2"),
    "stacks as in basic": ("this_stack", "/2", "/3"),
    "locked: no columns": ("eliminated_by_strategy", "col_a=0", "FALSE"),
    "locked: its own column": ("other_col", "", "column_from_val*2-1"),
    "it starts too early": ("status_code", "=96", ">0"),
    "5 is a digit": ("clue_is_digit", "<=4", "<=5"),
}
DAMAGES = [("six", damage) for damage in SIX] + [("four", damage) for damage in FOUR]


@pytest.mark.parametrize(("name", "damage"), DAMAGES, scope="function")
def test_a_damage_shows(tmp_path, name, damage):
    change = (SIX if name == "six" else FOUR)[damage]
    sheet, side = opened(tmp_path, with_damage(load(name).template, change)), NAMES[name]
    puzzles = [*PUZZLES[name][-5:], *thinned(PUZZLES[name])]
    is_right = clashes(sheet, side) and takes_digits(sheet, side)
    assert not is_right or finds_something_else(sheet, puzzles)
