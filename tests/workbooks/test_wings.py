"""Wings, chains of pairs, BUG+1, unique rectangles against their definitions; damaged ones."""

import tomllib

import pytest
from cost import by_cost, spread
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
    left_of,
    left_with_the_solution,
    named,
    order_of,
    says,
)
from wings import PATTERNS, WINGS, in_order

from xlbuilder.errors import TemplateError
from xlbuilder.sudoku.board import Board
from xlbuilder.template import locate
from xlbuilder.template.load import load

FOR_CERTAIN = [*WINGS, "remote_pairs", "xy_chain"]

"""Those that do not assume that there is one solution."""

TESTED = cases(PATTERNS)

EMPTY_CELLS = "000123000078000000090000000400000000500000000600000000000000000000000000000000000"

"""A board on which some cells have no candidate, and others all nine."""


def words_for(technique, candidate, left):
    """Return all that may be said of a candidate that goes."""
    return {in_order(text) for gone, text in PATTERNS[technique](left) if candidate in gone}


def check(sheet, case, order):
    """Compare what the sheet finds and says with the test's list and the words of a player."""
    technique, number = case
    board, listed = case_of(technique, number)
    left = by_sight(board.digits)
    assert gone_of(sheet, board, order) == listed
    for candidate in listed:
        assert in_order(says(sheet, candidate)) in words_for(technique, candidate, left)


@pytest.mark.parametrize("case", by_cost(spread(TESTED, 8), 0, 4), ids=str)
def test_it_finds_what_a_player_finds_and_says_it(bare, case):
    board, listed = case_of(*case)
    left = by_sight(board.digits)
    assert {each for gone, _ in PATTERNS[case[0]](left) for each in gone} == listed
    check(bare(case[0]), case, order_of(TESTED, case))


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 1))
def test_all_of_them_lose_nothing_true_in_any_order(sudoku, boards, order):
    sheet = sudoku("-search", NO_LADDER, "naked_pairs", *FOR_CERTAIN)  # twins may be a naked pair
    left = left_with_the_solution(sheet, boards, order)
    for technique in FOR_CERTAIN:
        assert not list(PATTERNS[technique](left)), technique


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 1))
def test_those_that_assume_one_solution_keep_it_in_any_order(sudoku, boards, order):
    sheet = sudoku("-search", NO_LADDER, *sorted(PATTERNS.keys() - FOR_CERTAIN))
    left_with_the_solution(sheet, boards, order)


def test_a_cell_without_candidates_is_no_divisor(bare):
    """Excel 2007: MOD(223092870,1) is #NUM!, so the workbook would not come to rest."""
    sheet = bare("unique_rectangles_3")
    left_of(sheet, Board(tuple(map(int, EMPTY_CELLS))), "row-major")
    assert len(sheet.done) < 100


@pytest.mark.parametrize("name", sorted(PATTERNS.keys() - FOR_CERTAIN))
def test_those_that_assume_one_solution_are_in_no_preset(name):
    presets = tomllib.loads((locate.find("sudoku")).read_text())["presets"]
    assert not any(name in names for names in presets.values())
    assert (
        "one_solution" in tomllib.loads(locate.strategies()[name].read_text())["strategy"]["needs"]
    )


def test_one_that_assumes_one_solution_lets_the_status_claim_less(sudoku):
    sheet = sudoku("bug_plus_one", "-search")
    board, _ = case_of("bug_plus_one", 0)
    gone_of(sheet, board, "row-major")
    assert sheet.one("status") == "Solved."
    sheet.enter(Board((*board.digits[:9], 5, *board.digits[10:])))
    sheet.calculate()
    assert sheet.one("status") == "Stuck: these strategies find nothing more."


def test_it_cannot_be_plugged_in_where_the_claim_is_made():
    """The message names what the user wrote, not the library that it needs."""
    said = (
        r"takes one name only, not controller_of_verdict .*;"
        r" leave out unique \(--without unique\), or {}$"
    )
    for names in (["bug_plus_one"], ["bug_plus_one", "unique_rectangles"]):
        with pytest.raises(TemplateError, match=said.format(" and ".join(names))):
            load("sudoku", names)


# technique whose tests see it, name: file, what is replaced, by what
MUTANTS = {
    "xy_wing": {
        "another pincer": ("wings", "*in_sight_of_pivot*", "*(1-in_sight_of_pivot)*"),
        "more than MOD takes in Excel 2007": (
            "pivots",
            "MOD(MOD(INT({around}/32^INT(pivots_of_digit/10)),2^32),32)",
            "MOD(INT({around}/32^INT(pivots_of_digit/10)),32)",
        ),
        "out of sight": ("short_cells", ",3)>0", ",3)<3"),
        "the last digit itself": (
            "wings",
            "32^INT(short_cell_of_place/10)",
            "32^MOD(short_cell_of_place,10)",
        ),
        "the first digit itself": (
            "wings",
            "32^MOD(short_cell_of_place,10)",
            "32^INT(short_cell_of_place/10)",
        ),
        "couples that never wake": (
            "wings",
            "rung<42, 0, IF(short_cell_of_place<10, 0, IF",
            "TRUE, 0, IF(TRUE, 0, IF",
        ),
        "three couples": ("pivots", "<2, FALSE", "<3, FALSE"),
    },
    "xyz_wing": {
        "a pivot out of sight": ("pivots", "(short_cells>99)*in_sight", "(short_cells>99)"),
        "other digits": ("pivots", "MOD(short_cell_of_place,100),", "INT(short_cell_of_place/10),"),
        "pivots of two only": ("pivots", "short_cell_of_place>999", "short_cell_of_place>99"),
        "two candidates of four": ("short_cells", "LARGE(val_bigcell,4)>0", "FALSE"),
    },
    "w_wing": {
        "one twin": ("w_wing", ">1)*", ">0)*"),
        "no boxes": ("w_wing", "(MMULT(in_one_box", "(1+MMULT(in_one_box"),
    },
    "remote_pairs": {
        "alike": ("remote_pairs", "0-chains_of_{house})>0", "chains_of_{house})>0"),
        "another chain": ("remote_pairs", "(MOD(ABS(chains),100)=this_pair)*", ""),
        "its own chain": ("remote_pairs", "*(ABS(chains_of_{house})<>own_chain)", ""),
    },
    "xy_chain": {
        "no chains of the smaller digit": (
            "xy_chain",
            "=0, start_of_{take}",
            "=0, {first_bit}*start_of_{take}",
        ),
        "links without columns": ("xy_chain", " MMULT({1,", " 0*MMULT({1,"),
        "a cell that sees itself": ("xy_chain", "-3*(MOD(", "-0*(MOD("),
        "links of three candidates": ("xy_chain", "*(pairs_in_row<100)", ""),
        "out of sight of the first": (
            "xy_chain",
            "{1,1,1,2,2,2,3,3,3}=INT((column_of_start+2)/3)),3)>0)",
            "{1,1,1,2,2,2,3,3,3}=INT((column_of_start+2)/3)),3)<3)",
        ),
        "another digit is lost": ("xy_chain", "(MOD(answers_{line},10)=onetonine)*", ""),
    },
    "bug_plus_one": {
        "no pairs": ("bug_plus_one", "spare_places))=0)", "spare_places))<99)"),
        "a digit too many": (
            "bug_plus_one",
            "IF(spare_digit=onetonine, FALSE,",
            "IF(FALSE, FALSE,",
        ),
    },
    "unique_rectangles": {
        "four boxes": ("unique_rectangles", "=stack_from_val)=1)", "=stack_from_val)<2)"),
        "three corners": ("unique_rectangles", "*(short_cells=short_cells_of_column)", ""),
    },
    "unique_rectangles_2": {
        "a roof in four boxes": ("unique_rectangles_2", "=this_stack)=1)", "=this_stack)<2)"),
        "a roof of two thirds": (
            "unique_rectangles_2",
            "({sides}=three_digits)",
            "({sides}>99)*({sides}<1000)",
        ),
        "another third digit": (
            "unique_rectangles_2",
            "(INT(roofs/1000000)=onetonine)*",
            "(roofs>0)*",
        ),
        "one side in sight": ("unique_rectangles_2", "*sees_other_side*", "*"),
        "a floor of one": ("unique_rectangles_2", "*(lacks_in_{across}=lacks_anywhere)", ""),
    },
    "unique_rectangles_3": {
        "an open roof in four boxes": ("unique_rectangles_3", "=this_stack)=1)", "=this_stack)<2)"),
        "an open roof on two floors": ("unique_rectangles_3", "*({floor}=short_cells)*", "*"),
        "a digit of this side is forgotten": (
            "unique_rectangles_3",
            "INDEX(houses,this_row,this_column))=0)*(MOD(sets",
            "INDEX(houses,this_row,this_column))<9999999)*(MOD(sets",
        ),
        "a digit of the other side is forgotten": (
            "unique_rectangles_3",
            "INDEX(houses,side_row,side_column))=0)",
            "INDEX(houses,side_row,side_column))<9999999)",
        ),
        "a cell too few": ("unique_rectangles_3", "={n}-1)", "={n}-2)"),
        "a naked set loses its own digits": (
            "unique_rectangles_3",
            "own_cell_of_{house})>0)",
            "own_cell_of_{house})>0-1)",
        ),
        "the roof loses the set": (
            "unique_rectangles_3",
            "*(INT(MOD(sets_in_{house},1000000)/10000)<>row_from_val*10+column_from_val)",
            "",
        ),
        "another digit than those of the set": (
            "unique_rectangles_3",
            "(MOD(INT(sets_in_{house}/100000000),prime_of_digit)=0)*",
            "",
        ),
        "a roof along the other line": (
            "unique_rectangles_3",
            '["(side_row=this_row)", "(side_column=this_column)"',
            '["(side_column=this_column)", "(side_row=this_row)"',
        ),
        "a roof in two boxes": (
            "unique_rectangles_3",
            "(INT((side_row+2)/3)=this_band)*(INT((side_column+2)/3)=this_stack)",
            "(side_row>0)",
        ),
        "a third digit in words": (
            "unique_rectangles_3",
            "(short_cells,10)*10+INT(short_cells/10)",
            "(short_cells,100)",
        ),
    },
    "unique_rectangles_4": {
        "a roof that is not locked": ("unique_rectangles_4", "*linked_in_{line}", ""),
        "another floor": (
            "unique_rectangles_4",
            "short_cells_of_{across}",
            "short_cells_of_{line}",
        ),
        "the locked digit too": ("unique_rectangles_4", "({1,2,3;4,5,6;7,8,9}<>onetonine)*", ""),
        "any other digit": (
            "unique_rectangles_4",
            "((INT(MOD(roofs_of_cell,100)/10)=onetonine)+(MOD(roofs_of_cell,10)=onetonine))*",
            "",
        ),
        "four boxes of a locked roof": (
            "unique_rectangles",
            "=stack_from_val)=1)",
            "=stack_from_val)<2)",
        ),
    },
}


ARRAYS = {"chains_in_sight", "in_sight", "linked_in_column", "linked_in_row", "may_be_opposite"}

ARRAYS |= {f"sees_twin_in_{house}" for house in ("row", "column", "box")}

ARRAYS |= {f"places_without_{two}" for two in ("row_and_column", "row_and_box", "column_and_box")}


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
