"""Damage to the formulas of search and unique is seen: it hangs, or says what is false."""

import pytest

from tests.helpers.basic_sheet import GUESSED, NO_SOLUTION, ONLY, SEVERAL, false_claims, not_healed
from tests.helpers.handshake import moves_too_early
from tests.helpers.sudoku import Sheet, moved, template_with
from tests.helpers.switch import WHOLE, each_with_its_check, turn, with_switch
from xlbuilder.workbook.write import build

ENDS = {"search_1": ONLY, "several_1": SEVERAL, "none_1": NO_SOLUTION, "guessed": ONLY}
ENOUGH = dict.fromkeys(["row-major", "reversed", "jacobi", "random:1"], 1_500)
ENOUGH["subset:1"] = 5_000
LATE = {"sol_board": 5.0, "val_board": -100.0, "cell_state": 5.0}
LATE |= {"guess_order": 100111.0, "left_before": 7.0}
"""What a cell could still hold when all others have gone back to the start of the first guess."""


def goes_back_too_early(sheet, _):
    return moves_too_early(sheet, GUESSED, LATE, -1)


def ends_wrong(sheet, boards):
    """Look for false words on the way too, in a few orders."""
    for number, (order, iterations) in enumerate(ENOUGH.items()):
        sheet.follow(order, iterations=iterations)
        for name, code in ENDS.items():
            puzzle = moved({**boards, "guessed": GUESSED}[name], number)
            sheet.enter(puzzle)
            if any(false_claims(sheet, puzzle)) or sheet.one("status_code") != code:
                return True
            if code == ONLY and sheet.one("controller") != 1:
                return True
    return False


def keeps_an_error(sheet, boards):
    return any(not_healed(sheet, boards["search_1"], "jacobi"))


SEEN_BY = {
    goes_back_too_early: {
        "no look at the solution": [("start_is_reached", "COUNTIF(sol_board, 0)=81", "TRUE")],
        "no look at the states": [("start_is_reached", "COUNTIF(cell_state, 4)=81", "TRUE")],
        "no look at the values": [("values_are_back", "MIN(val_board)>controller*100", "TRUE")],
        "a guess still looked for": [
            ("helpers_are_reset", "AND(left_before=0, COUNTIF(guess_order, no_guess)=81)", "TRUE")
        ],
    },
    ends_wrong: {
        "the guessed value comes back": [("value_before_guess", "controller*100+1", "onetonine")],
        "another guess is taken back": [("is_guessed", "0-controller", "1")],
        "what followed from a guess stays": [
            ("value_or_mark", "1-controller", "MIN(0, 2-controller)")
        ],
        "what followed from it stays gone": [("stays_gone", ">controller", ">=controller")],
        "what went before comes back": [("stays_gone", "this_val<1", "FALSE")],
        "a guess while there is none": [
            ("newest_guess", "number_of_guesses=0", "FALSE"),
            ("newest_guess", "number_of_guesses, 1", "MAX(1, number_of_guesses), 1"),
        ],
        "a guess that does not stand": [("newest_guess_stands", WHOLE, "TRUE")],
        "no dead ends": [("dead_end", "COUNTIF(cell_state, 5)>0", "FALSE")],
        "no guesses": [("must_guess", WHOLE, "FALSE")],
        "no solution under a guess": [("status_code", "controller<>1", "FALSE")],
        "stuck before a guess": [("status_code", "OR(MIN(cell_state)=6", "OR(FALSE")],
        "every solution is the only one": [("code_of_solution", "IF(controller>1, 4, 8)", "8")],
        "one that is not kept": [("kept_board", "keeping=0", "TRUE")],
        "the same one twice": [("another_is_found", "NOT(solution_is_found)", "TRUE")],
        "one that is kept is no dead end": [("solution_is_known", WHOLE, "FALSE")],
        "none is shown at the end": [("kept_digit", "keeping=3", "keeping=4")],
        "no solution besides it is none": [("controller_of_verdict", WHOLE, "1")],
    },
    keeps_an_error: {
        "an error in the controller": [("controller", "<83", "<0")],
    },
}
"""Each check, and the mutants that it sees."""

MUTANTS = {name: damages for group in SEEN_BY.values() for name, damages in group.items()}


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    path = tmp_path_factory.mktemp("mutants") / "mutants.xlsx"
    build(with_switch(template_with("basic", "search", "unique"), MUTANTS), path)
    return Sheet(path)


@pytest.mark.parametrize(("check", "mutant"), each_with_its_check(SEEN_BY))
def test_damage_is_seen(mutants, boards, check, mutant):
    turn(mutants, MUTANTS, mutant)
    assert check(mutants, boards)


@pytest.mark.parametrize("check", SEEN_BY)
def test_without_damage_nothing_is_seen(mutants, boards, check):
    turn(mutants, MUTANTS)
    assert not check(mutants, boards)
