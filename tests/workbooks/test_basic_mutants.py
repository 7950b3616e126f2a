"""Damage to the formulas of `basic` is seen: it finds, says or keeps something else then."""

import pytest

from tests.helpers.basic_sheet import (
    CLASH,
    LATE,
    NO_PLACE_FOR_9,
    NO_SOLUTION,
    RULES,
    SOLVABLE,
    SOLVED,
    STUCK,
    WORKING,
    code_at_start,
    keeps,
    says_of_a_digit_twice,
    typed,
)
from tests.helpers.sudoku import Sheet, few, moved, template_with, thinned
from tests.helpers.switch import WHOLE, each_with_its_check, turn, with_switch
from tests.oracle.rules import is_closed
from xlbuilder.sudoku.board import is_solution
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workbook.write import build


def finds_something_else(sheet, boards):
    solutions = [sheet.answers.solution(boards[name]) for name in SOLVABLE]
    puzzles = [boards[name] for name in SOLVABLE] + [boards["search_1"]]
    puzzles += [moved(boards["locked_5"], seed) for seed in range(4)]
    puzzles += [thinned(solution, seed) for seed in range(5) for solution in solutions]
    for number, puzzle in enumerate(puzzles):
        sheet.follow(few(1, ["row-major", "random:1", "subset:1"], number)[0], iterations=300)
        for each in (puzzles[number - 1], puzzle):
            sheet.solve(each)
            if not is_closed(sheet, each, RULES):
                return True
    return False


def says_something_false(sheet, boards):
    """Also under way, after a puzzle that was broken off."""
    for seed in range(12):
        sheet.follow(f"subset:{seed}", iterations=300)
        for puzzle in (boards["naked_1"], boards["none_1"], boards["locked_1"], NO_PLACE_FOR_9):
            sheet.enter(puzzle)
            sheet.calculate(10 + 5 * seed)
            sheet.enter(typed((0, 5), (8, 5)))
            sheet.calculate(seed)
            sheet.enter(puzzle)
            solution = sheet.answers.solution(puzzle)
            for _ in sheet.session.iterations():
                code = sheet.one("status_code")
                if tuple(sheet.read("given_board")) != puzzle.digits or code == CLASH:
                    continue
                if code == SOLVED and not is_solution(puzzle, sheet.shown()):
                    return True
                if code == NO_SOLUTION and solution is not None:
                    return True
            if solution is None and puzzle == NO_PLACE_FOR_9 and code != NO_SOLUTION:
                return True
        if sheet.solve(typed((0, 5), (8, 5))) != CLASH:
            return True
    return False


def says_too_early_that_it_is_stuck(sheet, boards):
    """Under way to a solution."""
    for order, name in (
        ("jacobi", "locked_1"),
        ("jacobi", "locked_5"),
        ("asynchronous:6", "locked_5"),
    ):
        sheet.follow(order)
        sheet.enter(boards[name])
        if any(sheet.one("status_code") == STUCK for _ in sheet.session.iterations()):
            return True
    return False


def heals_no_error(sheet, boards):
    for start in ("garbage:1", "garbage:2", "garbage:3"):
        sheet.follow("row-major", start, iterations=300)
        (verdict,) = sheet.verdicts([boards["naked_1"]])
        if verdict.kind is not Kind.SOLVED:
            return True
    return False


def starts_too_early(sheet, boards):
    codes = (code_at_start(sheet, boards["naked_1"], late) for late in list(LATE)[1:])
    return WORKING in codes


def says_solved_of_a_digit_twice(sheet, boards):
    return SOLVED in says_of_a_digit_twice(sheet, boards["naked_1"])


def loses_something(sheet, boards):
    return not keeps(sheet, boards["search_1"])


SEEN_BY = {
    finds_something_else: {
        "a row without its last cells": [("val_bigrow", "27", "26")],
        "a block of another cell": [
            ("val_bigcell", "this_column*3-2", "this_column*3-3"),
            ("val_bigcell", "this_column*3)", "this_column*3-1)"),
        ],
        "a box that is too narrow": [("val_bigbox", "this_stack*9)", "this_stack*9-1)")],
        "the next row": [("sol_row", "row_from_val", "MOD(row_from_val,9)+1")],
        "two values are a single": [("next_digit", "=1", "<3")],
        "a digit with two places": [("row_single", "=1", "<3")],
        "a hidden single that is not valid": [("col_single", "*val_bigcell", "*array1to9")],
        "its own digit is in the way": [("is_excluded", ">3", ">2")],
        "no digit in sight is in the way": [("is_excluded", "sol_digit+times_in_rcb", "sol_digit")],
        "locked: one way of two": [("eliminated_by_strategy", "+row_b*row_c", "")],
        "locked: no pointing": [("eliminated_by_strategy", WHOLE, "(row_a+row_b)*(row_c+row_d)=0")],
        "locked: no columns": [("eliminated_by_strategy", WHOLE, "row_a*row_d+row_b*row_c=0")],
        "locked: its own row": [("next_row", "MOD(row_from_val, 3)", "MOD(row_from_val-1, 3)")],
        "locked: its own box": [("next_stack", "MOD(stack_from_val,", "MOD(stack_from_val-1,")],
        "locked: a corner": [("row_b", "other_stack+8", "other_stack+5")],
        "locked: another corner": [("col_c", "next_band+8", "next_band+2")],
        "no copy of the clues": [("given_board", "D52", "N(D4)")],
        "no look at the clues": [("state_of_clue", "in_cell=given_cell", "TRUE")],
    },
    says_something_false: {
        "a box of two rows": [("sol_box", "band_from_val*3,", "band_from_val*3-1,")],
        "a clash is not seen": [("clue_clashes", WHOLE, "FALSE")],
        "no cell is without values": [("state_of_cell", "MAX(val_bigcell)<1", "FALSE")],
    },
    starts_too_early: {
        "no handshake": [("status_code", "=891", ">0"), ("status_code", "=3645", ">0")],
        "no candidates in the handshake": [
            ("status_code", 'COUNTIF(val_board, ">0")', "729"),
            ("status_code", "SUM(val_board)=3645", "TRUE"),
        ],
        "other values in the handshake": [("status_code", "SUM(val_board)=3645", "TRUE")],
        "no solution in the handshake": [("status_code", "COUNTIF(sol_board, 0)", "81")],
        "no states in the handshake": [("status_code", "COUNTIF(cell_state, 4)", "81")],
    },
    says_solved_of_a_digit_twice: {
        "a digit is done at once": [("state_of_cell", "=sol_cell", ">=0")],
    },
    loses_something: {
        "what is placed does not stay": [("sol_board", "D16>0", "FALSE")],
        "what is gone does not stay": [("val_board", "P16>0", "TRUE")],
    },
    says_too_early_that_it_is_stuck: {
        "a state is older than the digits": [
            ("status_code", "COUNTIF(cell_state, 6)<>COUNTIF(sol_board, 0)", "FALSE")
        ],
        "stuck at once": [("status_code", "left_before<>", "FALSE*left_before>")],
    },
    heals_no_error: {
        "a cell with an error is no reason to start": [("status_code", "<81, 3", "<0, 3")],
    },
}
"""Each check, and the mutants that it sees."""

MUTANTS = {name: damages for group in SEEN_BY.values() for name, damages in group.items()}

CONSTANT = ["array1to9", "sol_row", "next_row", "next_stack"]
"""Arrays, ranges and positions: they are not switched themselves but where they are used."""


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    path = tmp_path_factory.mktemp("mutants") / "mutants.xlsx"
    build(with_switch(template_with("basic"), MUTANTS, arrays=CONSTANT), path)
    return Sheet(path)


@pytest.mark.parametrize(("check", "mutant"), each_with_its_check(SEEN_BY))
def test_damage_is_seen(mutants, boards, check, mutant):
    turn(mutants, MUTANTS, mutant)
    assert check(mutants, boards)


@pytest.mark.parametrize("check", SEEN_BY)
def test_without_damage_nothing_is_seen(mutants, boards, check):
    turn(mutants, MUTANTS)
    assert not check(mutants, boards)
