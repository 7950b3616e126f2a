"""Damaged formulas of `sudoku`, each of which the checks of the other tests must see."""

from functools import cache

import pytest
from guesses import guesses_in_another_order
from handshake import LATE, LATE_AT_RESET, moves_too_early
from positions import PLACED, REMOVED
from rules import is_closed
from sudoku import Sheet, moved, seeded, thinned, turned
from switch import WHOLE, turn, with_switch
from user import play

from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

UNIQUE = [f"{kind}_{n}" for kind in ("locked", "search") for n in range(1, 9)]
IN_ROWS = {  # the four crossings, as strategies/locked_candidates.toml calls them
    "a": "INDEX(row_crossings,other_row_1,other_box_1)",
    "b": "INDEX(row_crossings,other_row_1,other_box_2)",
    "c": "INDEX(row_crossings,other_row_2,other_box_1)",
    "d": "INDEX(row_crossings,other_row_2,other_box_2)",
}
IN_COLUMNS = {
    "a": "INDEX(column_crossings,other_box_down_1,other_column_1)",
    "b": "INDEX(column_crossings,other_box_down_2,other_column_1)",
    "c": "INDEX(column_crossings,other_box_down_1,other_column_2)",
    "d": "INDEX(column_crossings,other_box_down_2,other_column_2)",
}

# name: for each damaged formula the board, cell or name, what is replaced, and by what.
SEARCH = {
    "no helper in the handshake": [("helpers_are_reset", WHOLE, "TRUE")],
    "no places in the handshake": [("places_are_reset", WHOLE, "TRUE")],
    "no crossings in the handshake": [("crossings_are_reset", WHOLE, "TRUE")],
    "no counts in the handshake": [("helpers_are_reset", "COUNTIF(candidate_count,9)=81", "TRUE")],
    "no guesses in the handshake": [("guesses_are_reset", WHOLE, "TRUE")],
    "what is kept is not in the handshake": [("nothing_is_kept_at_reset", WHOLE, "TRUE")],
    "no solution in the handshake": [
        ("everything_is_reset", "COUNTBLANK(sol_board)=81", "TRUE"),
        ("no_placement_under_newest_guess", "=81", ">0"),
    ],
    "no placements in the handshake": [
        ("everything_is_reset", "COUNTIF(placement_board,0)=81", "TRUE"),
        (
            "no_placement_under_newest_guess",
            "MAX(placement_board)<number_of_guesses*100000",
            "TRUE",
        ),
    ],
    "no candidates in the handshake": [
        ("everything_is_reset", "all_candidates_are_back", "TRUE"),
    ],
    "no labels in the handshake": [
        ("guess_is_taken_back", "MIN(val_board)>under_newest_guess", "TRUE"),
    ],
    "no handshake": [
        ("everything_is_reset", WHOLE, "TRUE"),
        ("guess_is_taken_back", WHOLE, "TRUE"),
    ],
    "no handshake at reset": [("everything_is_reset", WHOLE, "TRUE")],
    "no handshake at undo": [("guess_is_taken_back", WHOLE, "TRUE")],
    "a label too high": [("eliminated", "0-number_of_guesses", "MIN(0,1-number_of_guesses)")],
    "a label of a placement too low": [
        (
            "placed_by_strategy",
            "guesses_and_exclusion*100000",
            "MAX(0,guesses_and_exclusion-1)*100000",
        )
    ],
    "undo refutes nothing": [
        ("candidate_before_guess", "under_newest_guess+10000-reason_refuted", "onetonine")
    ],
    "undo refutes nothing and does not look": [
        ("candidate_before_guess", "under_newest_guess+10000-reason_refuted", "onetonine"),
        ("newest_guess_is_refuted", WHOLE, "TRUE"),
    ],
    "undo refutes for good": [
        ("candidate_before_guess", "under_newest_guess+10000-reason_refuted", "0-99")
    ],
    "undo gives nothing back": [
        ("candidate_without_guess", "IF(this_val<under_newest_guess, candidate_before_guess,", "(")
    ],
    "undo gives one label too few back": [
        ("candidate_without_guess", "this_val<under", "this_val<0-10000+under")
    ],
    "undo takes no digit back": [
        (
            "placement_without_guess",
            "IF(placement<number_of_guesses*100000, placement, 0)",
            "placement",
        )
    ],
    "a guess changes": [("guess_stack", "IF(this_guess>0, this_guess,", "IF(FALSE, 0,")],
    "a candidate comes back": [("val_board", "IF(P16<1, P16,", "IF(FALSE, 0,")],
    "no copy of the clues": [
        ("given_board", WHOLE, "N(in_cell)"),
        ("must_reset", "clues_have_changed", "FALSE"),
    ],
    "no look at the clues": [("must_reset", "clues_have_changed", "FALSE")],
    "a new clue starts nothing anew": [
        ("clues_have_changed", "SUMPRODUCT((given_board=clue_board)*1)<81", "FALSE"),
    ],
    "another clue starts nothing anew": [
        ("clues_have_changed", "SUMPRODUCT((given_board>0)*(given_board<>clue_board))>0", "FALSE"),
    ],
    "a dead end is not seen": [("contradiction", WHOLE, "FALSE")],
    "solved by guesses is the only solution": [
        ("code_of_uniqueness", WHOLE, "IF(is_solved, 2, 0)")
    ],
    "the first solution is the only one": [("phase_of_verdict", "a_solution_is_kept", "FALSE")],
    "half a solution is kept": [
        ("is_to_be_kept", "is_solved", "COUNT(sol_board)>20"),
        ("copy_is_exact", "=81", ">20"),
    ],
    "another solution is kept": [
        ("kept_board", "IF(keeping=1, AB4,", "IF(FALSE, 0,"),
    ],
    "the copy is not compared": [("copy_is_exact", WHOLE, "TRUE")],
    "what is kept is given up": [("keeping", "IF(keeping=1, 1,", "IF(FALSE, 0,")],
}
SINGLES = {
    "naked: two candidates": [("naked_single", "=1", "<3")],
    "naked: another row": [
        ("val_bigcell", "this_row*3-2", "MOD(this_row,9)*3+1"),
        ("val_bigcell", "this_row*3,", "MOD(this_row,9)*3+3,"),
    ],
    "naked: a part of the block": [("val_bigcell", "this_column*3)", "this_column*3-1)")],
    "hidden: two places in a row": [("single_in_row", "=1", "<3")],
    "hidden: two places in a column": [("single_in_column", "=1", "<3")],
    "hidden: two places in a box": [("single_in_box", "=1", "<3")],
    "hidden: the column for the row": [("single_in_row", "row_places", "column_places")],
    "hidden: the row for the column": [("single_in_column", "column_places", "row_places")],
    "hidden: the row for the box": [("single_in_box", "box_places", "row_places")],
    "hidden: not a candidate": [("single_in_row", "*val_bigcell", "*{1,2,3;4,5,6;7,8,9}")],
    "hidden: counts another row": [
        ("val_row_crossing", ", line_of_val, ", ", MOD(line_of_val+2,27)+1, ")
    ],
    "hidden: counts a part of the row": [("places_in_row", "+AZ16", "")],
    "hidden: counts a part of the column": [("places_in_column", "+P52", "")],
    "hidden: counts another box": [("places_in_box", "line_of_box+6", "line_of_box+3")],
    "hidden: reads another row": [
        ("row_places", "this_row*3-2", "MOD(this_row,9)*3+1"),
        ("row_places", "this_row*3,", "MOD(this_row,9)*3+3,"),
    ],
    "hidden: reads another box": [("box_places", "this_band", "this_stack")],
    "its own digit is in the way": [("candidate_now", ">3", ">2")],
    "one digit in sight is not in the way": [("candidate_now", ">0", ">1")],
    "a box of two rows": [("sol_box", "band_from_val*3,", "band_from_val*3-1,")],
    "another box": [("sol_box", "band_from_val", "stack_from_val")],
    "a label too low": [("eliminated", "0-guess_number", "0-(1+guess_number)")],
    "the clues are not placed": [("sol_board", "D76>0", "FALSE")],
}
LOCKED = {
    "locked: one place left": [("locked_by_row", "=0", "<2")],
    "locked: one place left in a column": [("locked_by_column", "=0", "<2")],
    "locked: nothing in rows": [("locked_by_row", WHOLE, "FALSE")],
    "locked: nothing in columns": [("locked_by_column", WHOLE, "FALSE")],
    "locked: no pointing in rows": [
        ("locked_by_row", WHOLE, "({a}+{b})*({c}+{d})=0".format(**IN_ROWS))
    ],
    "locked: no pointing in columns": [
        ("locked_by_column", WHOLE, "({a}+{b})*({c}+{d})=0".format(**IN_COLUMNS))
    ],
    "locked: no claiming in rows": [
        ("locked_by_row", WHOLE, "({a}+{c})*({b}+{d})=0".format(**IN_ROWS))
    ],
    "locked: no claiming in columns": [
        ("locked_by_column", WHOLE, "({a}+{c})*({b}+{d})=0".format(**IN_COLUMNS))
    ],
    "locked: one way of two in rows": [("locked_by_row", WHOLE, "{a}*{d}=0".format(**IN_ROWS))],
    "locked: one way of two in columns": [
        ("locked_by_column", WHOLE, "{b}*{c}=0".format(**IN_COLUMNS))
    ],
}
CROSSINGS = {
    "locked: its own row": [("other_row_1", "MOD(SUM(ROW())+5,9)", "MOD(SUM(ROW())+2,9)")],
    "locked: its own box": [("other_box_1", "stack_from_val,", "stack_from_val+2,")],
    "locked: its own column": [
        ("other_column_1", "MOD(SUM(COLUMN())+5,9)", "MOD(SUM(COLUMN())+2,9)")
    ],
    "locked: its own box in a column": [("other_box_down_1", "band_from_val,", "band_from_val+2,")],
    "locked: another digit": [("digit_across", "+2,", "+3,")],
    "locked: counts the whole row": [("val_row_crossing", "box_of_crossing*9-8", "1")],
    "locked: counts one row of digits": [("val_column_crossing", "*9-8", "*9-5")],
}
REACH = {
    "reach: not the row": [("reach_of_low", "low_in_row+low_in_column", "low_in_column")],
    "reach: the box twice": [("reach_of_low", "-low_in_row_and_box", "")],
    "reach: the next digit": [("across_of_high", "high_digit-1", "high_digit")],
    "reach: a digit one line down": [("down_of_low", "low_digit-1", "low_digit+2")],
    "reach: its own box": [("boxes_left_to_high", "(stacks_of_boxes<>this_stack)", "1")],
    "reach: its own box in the column": [("boxes_left_to_low", "(bands_of_boxes<>this_band)", "1")],
    "reach: no box that the row meets": [("boxes_left_to_high", "(row_meets_boxes>0)", "0")],
    "reach: no box that the column meets": [("boxes_left_to_low", "(column_meets_boxes>0)", "0")],
    "reach: a box with two places left": [
        ("boxes_left_to_low", "band_without_row=1", "band_without_row=2")
    ],
    "reach: a box without a place left": [
        ("boxes_left_to_high", "stack_without_column=1", "stack_without_column<2")
    ],
    "reach: not the other digit": [("reach_of_low", "houses_left_to_high", "houses_left_to_low")],
    "reach: three places in the column": [
        ("houses_left_to_low", "low_in_column=2", "low_in_column<4")
    ],
    "reach: the row and the box": [("houses_left_to_high", "(high_in_row_and_box=1)", "1")],
    "reach: the column and the box": [("houses_left_to_low", "(low_in_column_and_box=1)", "1")],
}
DEAD_ENDS = {
    "dead ends: no weight": [("weight_of_low", "INDEX(dead_ends", "0*INDEX(dead_ends")],
    "dead ends: the weight of another digit": [("weight_of_high", "down_of_high+1", "1")],
    "dead ends: not the last row": [("dead_ends", "*BF40=0", "=0")],
    "dead ends: forgotten with a guess": [("dead_ends", "controller=0", "controller<1")],
    "dead ends: two rows twice": [("dead_ends", "BF16*BF19*", "BF22*BF25*")],
}
MEETS = {
    "reach: its own row for the next": [("band_without_row", "other_row", "this_row")],
    "reach: the next column twice": [("stack_without_column", "third_column", "other_column")],
    "reach: another row": [("row_meets_boxes", "this_row*3,9", "this_row*3-3,9")],
    "reach: a part of the column": [
        ("column_meets_boxes", "INDEX(column_crossings,9", "INDEX(column_crossings,6")
    ],
}
RANKS = {
    "reach: no product": [("reach_of_pair", "*reach_of_high", "")],
    "reach: of other cells too": [("reach_of_pair", "=2", ">1")],
    "reach: another digit": [("low_digit", "-MAX(val_bigcell)", "-MIN(9,MAX(val_bigcell)+1)")],
    "guesses: no promise": [("guess_rank", "-reach_of_pair", "")],
    "guesses: no look at empty cells": [("guess_rank", "-empty_cells_in_sight", "")],
    "guesses: more candidates first": [("guess_rank", "*10000", "*-10000")],
}

# What the rules of a workbook find must not be found by another of its rules too.
PLUGGED = {
    "search": (SEARCH, ["unique"], ["all"]),
    "singles": (SINGLES, [], ["all", "search", "locked_candidates"]),
    "locked": (LOCKED, [], ["all", "search", "naked_singles", "hidden_singles"]),
    "crossings": (CROSSINGS, [], ["all", "search", "naked_singles", "hidden_singles"]),
    "reach": (REACH, [], ["all"]),
    "dead ends": (DEAD_ENDS, [], ["all"]),
    "meets": (MEETS, [], ["all"]),
    "ranks": (RANKS, [], ["all"]),
}
RULES = {
    "singles": ["naked_singles", "hidden_singles"],
    "locked": ["locked_candidates"],
    "crossings": ["locked_candidates"],
}
EACH = [(which, mutant) for which, (damages, _, _) in PLUGGED.items() for mutant in damages]


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    """Return a function that gives the workbook, sound until `mutant` is set."""
    folder = tmp_path_factory.mktemp("mutants")

    @cache
    def get(which):
        damages, added, removed = PLUGGED[which]
        path = folder / f"{which}.xlsx"
        build(with_switch(load("sudoku", added, removed).template, damages), path)
        return Sheet(path)

    return get


# ------------------------------------------------------------------------------- what sees them

LIMIT = 3000  # iterations; the sound workbook needs fewer


def fails_in_some_order(sheet, boards):
    """As in test_sudoku_orders.py."""
    names = [
        "search_1",
        "search_2",
        "none_1",
        "several_1",
        "search_5",
        "locked_1",
        "none_2",
        "none_3",
    ]
    puzzles = [boards[name] for name in names]
    for number, order in enumerate(["row-major", "subset:1", "random:1", "subset:2", "random:2"]):
        for start in ("zero", "stale", "midsolve"):
            sheet.follow(order, seeded(start, number), iterations=LIMIT)
            if not all(ends_right(sheet, puzzle) for puzzle in puzzles):
                return True
    return False


def ends_right(sheet, puzzle):
    (verdict,) = sheet.verdicts([puzzle])
    return verdict.kind.is_right and sheet.solver.says() is not Says.SOLVED


def fails_after_some_edits(sheet, boards):
    """As in test_sudoku_edits.py."""
    for seed in range(30):
        sheet.follow(["random:1", "subset:1", "row-major"][seed % 3], iterations=LIMIT)
        if not sheet.kind(play(sheet, seed, list(boards.values()))).is_right:
            return True
    return False


def leaves_a_phase_too_early(sheet, boards):
    """As in test_sudoku_handshake.py."""
    return moves_too_early(sheet, boards["search_1"], LATE_AT_RESET, 0) or moves_too_early(
        sheet, boards["none_1"], LATE, -1
    )


def fails_alone(sheet, boards, strategies):
    """As in test_strategies_alone.py."""
    puzzles = [position for _, position, _, _ in PLACED.values()]
    puzzles += [position for position, _, _ in REMOVED.values()]
    puzzles += [turned(position) for position in puzzles]
    for number, name in enumerate(UNIQUE):
        solution = sheet.answers.solution(boards[name])
        puzzles += [thinned(solution, number), moved(boards[name], number)]
    for number, puzzle in enumerate(puzzles):
        sheet.follow(["row-major", "subset:1"][number % 2], iterations=LIMIT)
        sheet.enter(puzzle)
        sheet.calculate()
        if not is_closed(sheet, puzzle, strategies):
            return True
    return False


def is_seen(sheet, boards, which):
    if which in ("reach", "dead ends", "meets", "ranks"):
        return any(guesses_in_another_order(sheet, boards[name]) for name in UNIQUE)
    if which in RULES:
        return fails_alone(sheet, boards, RULES[which])
    return (
        leaves_a_phase_too_early(sheet, boards)
        or fails_in_some_order(sheet, boards)
        or fails_after_some_edits(sheet, boards)
    )


@pytest.mark.parametrize(("which", "mutant"), EACH)
def test_damage_is_seen(mutants, boards, which, mutant):
    sheet = mutants(which)
    turn(sheet, PLUGGED[which][0], mutant)
    assert is_seen(sheet, boards, which)


@pytest.mark.parametrize(
    "which",
    ["singles", "locked", "crossings", "reach", "dead ends", "meets", "ranks", "search"],
)
def test_without_damage_nothing_is_seen(mutants, boards, which):
    sheet = mutants(which)
    turn(sheet, PLUGGED[which][0])
    assert not is_seen(sheet, boards, which)
