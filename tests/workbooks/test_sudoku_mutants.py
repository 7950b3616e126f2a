"""Damage to the layers of `sudoku` is seen; other tests damage what is below them."""

import pytest

from tests.helpers.basic_sheet import GUESSED, NO_SOLUTION, ONLY, SEVERAL, false_claims
from tests.helpers.handshake import LATE, LATE_AT_RESET, RESET, moves_too_early
from tests.helpers.sudoku import Sheet, moved, template_with
from tests.helpers.switch import WHOLE, each_with_its_check, turn, with_switch
from xlbuilder.sudoku.board import Board
from xlbuilder.workbook.write import build

ENDS = {"locked_1": ONLY, "search_1": ONLY, "several_1": SEVERAL, "none_1": NO_SOLUTION}
ENDS["guessed"] = ONLY
FEW = Board((5, 6, *(0,) * 79))


def reasons_are_right(sheet):
    """Return whether nothing but what was found has a reason, and each thing a known one."""
    marks = {-value % 100 for value in sheet.read("val_board") if value < 0}
    placed = {value // 10 % 100 for value in sheet.read("placement_board") if value}
    return marks <= {1, 2, 99, *range(81, 89)} and placed <= {1, 2, *range(91, 95)}


def gives_wrong_reasons(sheet, boards):
    """Look at the verdict too, and for false words on the way."""
    for number, order in enumerate(["row-major", "reversed", "jacobi", "random:1"]):
        sheet.follow(order, iterations=2_000)
        for name, code in ENDS.items():
            puzzle = moved({**boards, "guessed": GUESSED}[name], number)
            sheet.enter(puzzle)
            if any(false_claims(sheet, puzzle)) or sheet.one("status_code") != code:
                return True
            if not reasons_are_right(sheet):
                return True
    return False


def does_not_do_as_told(sheet, boards):
    """Ask for something with State, the step number and the pasted line."""
    said = []
    sheet.follow()
    puzzle = boards["locked_1"]
    nothing = Board((0,) * 81)
    typed: list[tuple[Board, dict[str, object]]] = [
        (FEW, {"state": "Solve"}),
        (FEW, {"state": "Any solution"}),
        (boards["several_1"], {}),
        (puzzle, {"state": "Step"}),
        (puzzle, {"step": 2}),
        (puzzle, {"state": "Reset"}),
        (nothing, {"state": "Solve", "puzzle_line": str(puzzle)}),
        (Board((9, *(0,) * 80)), {}),
        (nothing, {"puzzle_line": "12"}),
        (nothing, {"puzzle_line": None}),
    ]
    for clues, settings in typed:
        sheet.solve(clues, **settings)
        said.append((sheet.one("status_code"), sum(map(bool, sheet.shown().digits))))
    sheet.set(step=1)
    given = sum(map(bool, puzzle.digits))
    codes, counts = zip(*said, strict=True)
    return not (
        codes[:3] == (11, 7, 7)
        and counts[:4] == (2, 81, 81, given)
        and given < counts[4] < 81
        and said[5] == (3, 0)
        and said[6] == (ONLY, 81)
        and codes[7:] == (NO_SOLUTION if codes[7] == NO_SOLUTION else 2, 1, 11)
    )


def loses_placements(sheet, _):
    """Also those that do not depend on the guess that is taken back."""
    sheet.follow(iterations=1)
    sheet.enter(GUESSED)
    stayed = 0
    for _ in range(300):
        controller, before = sheet.one("controller"), sheet.read("placement_board")
        sheet.calculate()
        if controller < 0:
            pairs = zip(before, sheet.read("placement_board"), strict=True)
            stay = [new for old, new in pairs if 0 < old < -controller * 100_000]
            stayed += len(stay)
            if not all(stay):
                return True
    return stayed == 0


def starts_too_early(sheet, boards):
    return moves_too_early(sheet, boards["search_1"], LATE_AT_RESET, RESET)


def goes_back_too_early(sheet, boards):
    return moves_too_early(sheet, boards["none_2"], LATE, -1)


def guesses_before_locks(sheet, boards):
    """Where locked candidates solve the puzzle.

    Under `freeze` cells rest until the next recalculation, as in LibreOffice.
    """
    for order in ("reversed", "jacobi", "freeze"):
        sheet.follow(order, recalculations=60)
        sheet.solve(boards["locked_1"])
        if "guess" in sheet.read("rating")[0]:
            return True
    return False


def guesses_in_a_step(sheet, boards):
    """Where singles solve the puzzle."""
    sheet.follow("jacobi")
    sheet.solve(boards["naked_1"], state="Step")
    for step in range(2, 30):
        sheet.set(step=step)
        sheet.calculate()
        if sheet.one("controller") > 1:
            return True
    sheet.set(state="Solve", step=1)
    return False


AT_ONCE = {"a guess that waits for nothing": [("nothing_goes", ">1", ">=0")]}
SEEN_BY = {
    does_not_do_as_told: {
        "a placement without its guesses": [("new_placement", "number_of_guesses", "0")],
        "a mark without its guesses": [("value_or_mark", "(1-controller)*100", "0")],
        "a wait that counts while digits follow": [("left_before", "must_guess", "TRUE")],
        "a guess while the user is asked for a step": [
            ("must_guess", "waits_for_step=FALSE", "TRUE")
        ],
        "nothing is lacking": [("lacking", WHOLE, "0")],
        "guesses are of use": [("guessing_is_of_use", "lacking=0", "TRUE")],
        "any solution will not do": [("any_will_do", WHOLE, "FALSE")],
        "another solution is always looked for": [("keeping_now", "(choice_at_start=0)", "1")],
        "a choice that changes nothing": [("state_of_choice", "<>choice_at_start", "<-1")],
        "a reset that resets nothing": [("state_of_choice", '"Reset"', '"x"')],
        "a step that does not wait": [("waits_for_step", WHOLE, "FALSE")],
        "a step that never ends": [("steps_made", "waits_for_change", "TRUE")],
        "a pasted line that is not read": [("pasted_digit", WHOLE, "0")],
        "a pasted line of any length": [("pasted_line_is_wrong", "<>81", "<1")],
        "typed clues do not win": [("clue_board", WHOLE, "untyped_clue")],
    },
    loses_placements: {
        "placements that do not stay": [("placement_before_guess", "placement, 0", "0, 0")],
        "a digit of no placement": [("digit_of_placement", "MOD(placement, 10)", "1")],
    },
    starts_too_early: {
        "no look at the placements": [("placements_are_back", WHOLE, "TRUE")],
        "locked candidates that are not reset": [
            ("helpers_are_reset", "COUNTIF(locks, 0)=1", "TRUE")
        ],
    },
    goes_back_too_early: {
        "placements that stay": [
            ("placement_before_guess", "placement<0-controller*100000", "TRUE")
        ],
    },
    guesses_before_locks: AT_ONCE,
    guesses_in_a_step: AT_ONCE,
    gives_wrong_reasons: {
        "a reason that is none": [("reason_now", ", 1,", ", 50,")],
        "a mark without a reason": [("reason_now", WHOLE, "0")],
    },
}
"""Each check, and the mutants that it sees."""

MUTANTS = {name: damages for group in SEEN_BY.values() for name, damages in group.items()}


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    path = tmp_path_factory.mktemp("mutants") / "mutants.xlsx"
    build(with_switch(template_with("sudoku"), MUTANTS), path)
    return Sheet(path)


@pytest.mark.parametrize(("check", "mutant"), each_with_its_check(SEEN_BY))
def test_damage_is_seen(mutants, boards, check, mutant):
    turn(mutants, MUTANTS, mutant)
    assert check(mutants, boards)


@pytest.mark.parametrize("check", SEEN_BY)
def test_without_damage_nothing_is_seen(mutants, boards, check):
    turn(mutants, MUTANTS)
    assert not check(mutants, boards)
