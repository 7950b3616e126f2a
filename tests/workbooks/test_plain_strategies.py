"""Plain naked pairs, hidden pairs and X-wing find just what they should, in basic and in sudoku."""

from functools import cache

import pytest

from tests.helpers.basic_sheet import (
    GUESSED,
    ORDERS,
    RESTART,
    RULES,
    SOLVABLE,
    SOLVED,
    WORKING,
    code_after,
)
from tests.helpers.cost import by_cost
from tests.helpers.sudoku import (
    READINGS,
    STARTS,
    Sheet,
    few,
    moved,
    opened,
    seeded,
    template_with,
    thinned,
    with_damage,
)
from tests.helpers.switch import turn, with_switch
from tests.oracle.rules import candidates_left, is_closed
from xlbuilder.sudoku.corpus import board_of
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.workbook.write import build

EACH = ["naked_pairs", "hidden_pairs", "x_wing"]

IN_SUDOKU = ["-all", "-search", "-unique"]

TEXTS = """
wing     2..8..7....7......9.3...1..3...94..856...2..3....6....1...79......2...3.8..4....6
row_wing 3..7.8....5..2.89..26...1....5......94.6..5.8.32....7....2....9..9.7......3.1..52
box_pair ....8...5..51..8....7..326.3.......698..21......3.69..6....9.1........5.1.....729
"""

OURS = {name: board_of(text, name) for name, text in map(str.split, TEXTS.strip().splitlines())}

"""An X-wing, one of rows, and a naked pair of a box: nothing else finds what they find."""

HARD = ["locked_5", "search_1", "search_2", "search_3", "search_4", "hidden_1", *OURS]


@pytest.fixture(scope="module")
def puzzles(boards):
    return {**boards, **OURS}


@pytest.fixture(scope="module", params=[*EACH, "all three"])
def added(request):
    return EACH if request.param == "all three" else [request.param]


@pytest.fixture(scope="module")
def basic(built, added):
    return Sheet(built("basic", *added))


def test_each_rule_is_needed_for_a_puzzle(puzzles):
    """Or nothing here would be seen."""
    for name in EACH:
        assert any(
            candidates_left(puzzles[puzzle], RULES)
            != candidates_left(puzzles[puzzle], [*RULES, name])
            for puzzle in HARD
        )


@pytest.mark.parametrize("order", by_cost(ORDERS + READINGS, 0, 3))
def test_it_finds_what_the_rules_find_under_every_order(basic, puzzles, added, order):
    basic.follow(order)
    for name in HARD:
        basic.solve(puzzles[name])
        assert is_closed(basic, puzzles[name], [*RULES, *added])


@pytest.mark.parametrize("start", [seeded(start, 1) for start in STARTS])
def test_it_is_right_from_every_first_value(basic, puzzles, added, start):
    basic.follow("subset:2", start)
    for name in HARD[:2]:
        list(basic.verdicts([puzzles[name]]))
        assert is_closed(basic, puzzles[name], [*RULES, *added])


@pytest.mark.parametrize("order", ["row-major", "random:3"])
def test_in_sudoku_it_finds_the_same(built, puzzles, added, order):
    sheet = Sheet(built("sudoku", *IN_SUDOKU, *added))
    sheet.follow(order)
    for name in HARD:
        sheet.solve(puzzles[name])
        assert is_closed(sheet, puzzles[name], [*RULES, *added])


@pytest.mark.parametrize("order", ["row-major", "random:2"])
def test_in_sudoku_it_goes_back_with_a_guess(built, added, order):
    """While a guess is taken back, its boards are back at the start."""
    sheet = Sheet(built("sudoku", "-all", *added))
    sheet.follow(order, iterations=5_000)
    (verdict,) = sheet.verdicts([GUESSED])
    assert verdict.kind is Kind.SOLVED


def test_a_board_that_does_not_go_back_is_seen(tmp_path):
    template = template_with("sudoku", "naked_pairs")
    damage = ("pair_board", "controller>0", "controller<>0")
    sheet = opened(tmp_path, with_damage(template, damage))
    sheet.follow(iterations=5_000)
    (verdict,) = sheet.verdicts([GUESSED])
    assert verdict.kind is Kind.WORKING


@pytest.mark.parametrize("order", ["remembered", "subset:3"])
def test_another_puzzle_is_a_new_start(basic, puzzles, order):
    """In one recalculation: a name without a position would keep what it said of the puzzles."""
    basic.follow(order)
    for name in [*SOLVABLE, *HARD, *SOLVABLE]:
        code = basic.solve(puzzles[name])
        assert code == SOLVED or name in HARD


@pytest.mark.parametrize("name", EACH)
def test_solving_begins_when_every_board_is_back(built, puzzles, name):
    sheet = Sheet(built("basic", name))
    assert code_after(sheet, puzzles["naked_1"]) == WORKING
    for board in BOARDS[name]:
        assert code_after(sheet, puzzles["naked_1"], **{board: OLD_PAIRS}) == RESTART


OLD_PAIRS = [47] * 81

BOARDS = {
    "naked_pairs": ["pair_board", "naked_pairs"],
    "hidden_pairs": ["places_of_row", "places_of_column", "places_of_box", "hidden_pairs"],
    "x_wing": ["places_of_row", "places_of_column", "x_wings_of_rows", "x_wings_of_columns"],
}


def starts_too_early(sheet, puzzles, name):
    late = [code_after(sheet, puzzles["naked_1"], **{b: OLD_PAIRS}) for b in BOARDS[name]]
    return WORKING in late


def finds_something_else(sheet, puzzles, name):
    """In a few orders."""
    solutions = [sheet.answers.solution(puzzles[each]) for each in HARD]
    some = [puzzles[each] for each in HARD] + [moved(puzzles[each], 1) for each in HARD]
    some += [thinned(solution, seed) for seed in range(6) for solution in solutions]
    for number, puzzle in enumerate(some):
        sheet.follow(few(1, ["row-major", "reversed", "subset:1"], number)[0], iterations=300)
        sheet.solve(puzzle)
        if not is_closed(sheet, puzzle, [*RULES, name]):
            return True
    return False


SEEN_BY = {
    finds_something_else: {
        "naked_pairs": {
            "a pair of three": [("pair_board", "=2", "=3")],
            "two or three values": [("pair_board", "=2", "<4")],
            "the smaller digit is wrong": [("pair_board", "{1,10}", "{0,10}")],
            "another row": [
                ("pairs_of_row", "pair_board, this_row", "pair_board, MOD(this_row,9)+1")
            ],
            "another box": [("pairs_of_box", "this_stack", "this_band")],
            "a pair that stands once": [("pair_of_row", ">1)*", ">0)*")],
            "a pair in its own cells": [
                ("naked_pair_in_column", "=INDEX(pair_board, this_row, this_column)", "=0")
            ],
            "no pairs in a box": [("naked_pairs", ", naked_pair_in_box", "")],
            "another digit": [("in_naked_pair", "=onetonine", "=MOD(onetonine,9)+1")],
        },
        "hidden_pairs": {
            "three places": [("places_of_row", "=2", "=3")],
            "two or three places": [("places_of_column", "=2", "<4")],
            "the first place is wrong": [("places_of_box", "{1,10}", "{1,9}")],
            "a column without its end": [
                ("values_of_column", "27, this_row*3)", "26, this_row*3)")
            ],
            "another box": [("values_of_box", "INT((this_row-1)/3)", "MOD(this_row,3)")],
            "a number that stands once": [("pair_hidden_in_row", ">1)*", ">0)*")],
            "it loses itself": [("in_hidden_pair", "hidden_pair/100)", "hidden_pair/1000)")],
            "no pairs in a box": [("hidden_pairs", ", hidden_pair_in_box", "")],
            "the place is the line": [("pair_hidden_in_row", "this_column", "this_row")],
        },
        "x_wing": {
            "another digit": [("x_wing_of_rows", "onetonine", "MOD(onetonine,9)+1")],
            "one line": [("wing_of_rows", ">1)*", ">0)*")],
            "it loses itself": [("x_wing_of_columns", "3), 2)", "3), 4)")],
            "no columns": [("x_wing", ", x_wing_of_columns", "")],
            "no rows": [("x_wing", "x_wing_of_rows, ", "")],
        },
    },
    starts_too_early: {
        "naked_pairs": {
            "no look at the cells": [("helpers_are_reset", "COUNTIF(pair_board,0)=81", "TRUE")],
            "no look at the pairs": [("helpers_are_reset", "COUNTIF(naked_pairs,0)=81", "TRUE")],
        },
        "hidden_pairs": {
            "no look at the places": [("helpers_are_reset", "COUNTIF(places_of_box,0)=81", "TRUE")],
        },
        "x_wing": {
            "no look at the places": [("helpers_are_reset", "COUNTIF(places_of_row,0)=81", "TRUE")],
        },
    },
}
"""Each check, and of each strategy the mutants that it sees."""

MUTANTS = {
    name: {mutant: damages for group in SEEN_BY.values() for mutant, damages in group[name].items()}
    for name in EACH
}

HOUSES = ["row", "column", "box"]

RANGES = [f"{name}_{house}" for name in ["values_of", "pairs_of", "places_in"] for house in HOUSES]

"""They are not switched themselves but where they are used."""


@pytest.fixture(scope="module")
def mutants(tmp_path_factory):
    @cache
    def of(name):
        path = tmp_path_factory.mktemp("mutants") / f"{name}.xlsx"
        build(with_switch(template_with("basic", name), MUTANTS[name], arrays=RANGES), path)
        return Sheet(path)

    return of


@pytest.mark.parametrize(
    ("check", "name", "damage"),
    [
        (check, name, damage)
        for check, group in SEEN_BY.items()
        for name, mutants in group.items()
        for damage in mutants
    ],
)
def test_damage_is_seen(mutants, puzzles, check, name, damage):
    sheet = mutants(name)
    turn(sheet, MUTANTS[name], damage)
    assert check(sheet, puzzles, name)


@pytest.mark.parametrize("check", SEEN_BY)
@pytest.mark.parametrize("name", EACH)
def test_without_damage_nothing_is_seen(mutants, puzzles, check, name):
    sheet = mutants(name)
    turn(sheet, MUTANTS[name])
    assert not check(sheet, puzzles, name)
