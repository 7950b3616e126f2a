"""The ladder: harder strategies wait until the easier ones find nothing more."""

import tomllib
from itertools import pairwise, product

import pytest

import xlbuilder
from tests.helpers.boards import board
from tests.helpers.cost import by_cost, exhaustive
from tests.helpers.sudoku import Sheet, opened
from tests.helpers.technique_cases import case_of, damaged, gone_of
from tests.oracle.deductions import told
from xlbuilder.formula.values import ExcelError
from xlbuilder.template.locate import find

RUNGS = {
    30: "naked_pairs",
    32: "x_wing",
    34: "hidden_pairs",
    36: "naked_triples",
    38: "swordfish",
    40: "hidden_triples",
    41: "skyscraper",
    42: "xy_wing",
    47: "simple_colors",
}

TO_TRIPLES = [name for rung, name in RUNGS.items() if rung <= 40]

"""With these alone no puzzle of CLIMBS is solved, so the ladder comes to its top."""

ORDERS = ["row-major", "reversed", "column-major"]

"""Where cells see each other later, a harder strategy may finish what it has begun."""

BOARDS = ["search_7", "search_3", "search_1"]

SKYSCRAPER = "9.6..52..27...19..............9..57....3.2....6......9.......378...57.....72..6.1"

WING = ".....7.3.8.9.5...2........1..3.15..7.259..........85...3.17..68.....4.1.4...6...."

COLORS = "5.....17..1.34....9....5.....7.....6.6..2..3.1.....2........813.4.13.....9.6....."

PAIRS = "......364..91......673....2..8......9........52.4...8.84..2...5.........6...98.43"

"""A hidden pair of a row takes a candidate that a naked pair of the box takes too."""

TAKE = {SKYSCRAPER: {30, 41}, WING: {30, 34, 41, 42}, COLORS: {30, 41, 42, 47}, PAIRS: {30}}

"""Puzzles made by `xlbuilder generate`, and the rungs that work on each."""

CLIMBS = {"random:7": SKYSCRAPER, "random:16": WING, "random:40": WING}

"""Puzzles, each with an order, in which all strategies find all that they can."""

CASES = [(order, board) for order in ORDERS for board in BOARDS]

FOOT = (0, 26)

"""The rungs at which all strategies of the ladder sleep: singles, and locked candidates."""

SLEEPERS = ["houses", "filled", "pictures", "links", "colors", "color_clashes", "wings"]

"""Boards that help them."""

PROPOSALS = ["proposals_of_pictures", "proposals_of_wings"]


def steps(sheet, board, order):
    """Yield, after each iteration, the candidates before and after, and the reasons of the loss."""
    sheet.follow(order, "zero", iterations=500)
    sheet.enter(board)
    before, numbers = None, []
    for _ in sheet.session.iterations():
        left, values = sheet.candidates(), sheet.read("val_board")
        if before is not None:
            reasons = {
                int(-value) % 100
                for value, old in zip(values, numbers, strict=True)
                if isinstance(value, float) and value < 0 < old
            }
            yield before, left, reasons
        before, numbers = left, values


def rungs_of(sheet, board, order):
    """Return the rungs that worked, and those that did while an easier strategy found something."""
    used, early = set(), set()
    for before, _, reasons in steps(sheet, board, order):
        used |= reasons & RUNGS.keys()
        early |= {
            (rung, easier)
            for rung in reasons & RUNGS.keys()
            for easier in RUNGS
            if easier < rung and told(RUNGS[easier], before)
        }
    return used, early


@pytest.mark.parametrize("case", by_cost(CASES, 0, 1), ids="-".join)
def test_easy_strategies_come_first(sudoku, boards, case):
    order, name = case
    sheet = sudoku("-search", *RUNGS.values())
    used, early = rungs_of(sheet, boards[name], order)
    assert used
    assert not early


@pytest.mark.parametrize("line", by_cost(TAKE, 0, 1), ids=["skyscraper", "wing", "colors", "pairs"])
@pytest.mark.parametrize("order", ["row-major", *exhaustive(ORDERS[1:]), "jacobi"])
def test_all_orders_take_the_same_rungs(sudoku, order, line):
    """In one sweep an easier one may act on what a harder one has just left."""
    used, early = rungs_of(sudoku("-search", *RUNGS.values()), board(line), order)
    assert used >= TAKE[line]
    assert max(used) == max(TAKE[line])
    assert not early


def test_the_order_in_which_they_are_plugged_in_does_not_matter(sudoku):
    """A candidate that skyscraper and simple colors propose goes for the skyscraper."""
    marks = []
    for names in (("skyscraper", "simple_colors"), ("simple_colors", "skyscraper")):
        sheet = sudoku("-search", *names)
        sheet.follow("row-major", "zero")
        sheet.solve(board(COLORS))
        marks.append(sheet.read("val_board"))
    assert {41, 47} <= {int(-value) % 100 for value in marks[0] if value < 0}
    assert marks[0] == marks[1]


def test_they_sleep_while_easier_ones_are_enough(sudoku, boards):
    sheet = sudoku("-search", *RUNGS.values())
    sheet.follow("row-major", "zero")
    sheet.enter(boards["locked_1"])
    rungs, asleep = set(), set()
    for _ in sheet.session.iterations():
        rungs.add(sheet.one("rung"))
        asleep.add(tuple(value for board in SLEEPERS for value in sheet.read(board)))
        assert not any(value for board in PROPOSALS for value in sheet.read(board))
    assert rungs == set(FOOT)
    assert len(asleep) == 1


@pytest.mark.parametrize("plain", [False, True])
def test_only_what_building_adds_keeps_an_error_of_the_rung_from_boards_asleep(
    tmp_path, boards, plain
):
    added = ("naked_triples", "xy_wing")
    loaded = xlbuilder.load(with_=added, without=("search", "unique"))
    sheet = Sheet(loaded.build(tmp_path / "own.xlsx", plain=plain, values=False))
    sheet.follow("jacobi")
    sheet.solve(boards["locked_1"])
    assert sheet.one("rung") in FOOT
    sheet.hold(sheet.everything() | {sheet.cell("rung"): ExcelError.NA})
    sheet.calculate(1)
    asleep = ["filled", "wings", "couples", "couples_seen", PROPOSALS[1]]
    shown = {value for board in asleep for value in sheet.read(board)}
    assert shown == ({ExcelError.NA} if plain else {0.0})


# name: the file, what is replaced in it, and by what
MUTANTS = {
    "all rest at once": ("ladder", "IF(rung_so_far>highest_rung+4, 1,", "IF(TRUE, 1,"),
    "all work at once": ("ladder", "MAX(rung_beyond_singles, rung_so_far+1)", "80"),
    "it does not begin again": ("ladder", "INT(ladder/100)<>progress", "FALSE"),
}


IN_BOTH = ["naked_pairs", "hidden_pairs", "skyscraper"]

"""What the two puzzles below need, which take the same rungs with these alone."""


def begins_again(sheet):
    """Return whether the ladder is at its foot after each change, whichever rung it had."""
    sheet.follow("row-major", "zero", iterations=500)
    sheet.enter(board(PAIRS))
    shown = [divmod(sheet.one("ladder"), 100) for _ in sheet.session.iterations()]
    return all(rung in FOOT for (old, _), (new, rung) in pairwise(shown) if old != new)


def test_the_ladder_begins_again(sudoku):
    assert begins_again(sudoku("-search", *IN_BOTH))


def is_wrong(sheet):
    if not begins_again(sheet):
        return True
    for line, order in product((SKYSCRAPER, PAIRS), ("row-major", "jacobi")):
        solution = sheet.answers.solution(board(line)).digits
        seen = rungs_of(sheet, board(line), order)
        left = sheet.candidates()
        lost = any(right not in own for own, right in zip(left, solution, strict=True))
        if lost or seen != (TAKE[line], set()):
            return True
    return False


@pytest.mark.parametrize("name", MUTANTS)
def test_damage_is_seen(tmp_path, name):
    file, old, new = MUTANTS[name]
    loaded = damaged(tmp_path, file, old, new)
    assert is_wrong(opened(tmp_path, loaded(*IN_BOTH, into="sudoku", without=["search"])))


def test_without_damage_nothing_is_seen(sudoku):
    assert not is_wrong(sudoku("-search", *IN_BOTH))


@pytest.mark.parametrize("is_sound", [True, False])
def test_what_is_proposed_too_late_does_not_count(tmp_path, is_sound):
    presets = tomllib.loads(find("sudoku").read_text("utf-8"))["presets"]
    every = [name for name in presets["all"] if name != "unique"]
    old = "{this}<rung_so_far+1"
    loaded = damaged(tmp_path, "rung", old, old if is_sound else "TRUE")
    sheet = opened(tmp_path, loaded(*every, into="sudoku"))
    sheet.follow("random:1", "zero")
    sheet.solve(board(SKYSCRAPER))  # a swordfish is proposed late: a skyscraper has just acted
    used = {int(-value) % 100 for value in sheet.read("val_board") if value < 0}
    assert (38 not in used) is is_sound


@pytest.mark.parametrize("awake", ["rung_of_sets", "0"], ids=["sound", "damaged"])
def test_who_wakes_up_looks_through_all_houses(tmp_path, awake):
    loaded = damaged(tmp_path, "filled", "*100+rung_of_sets", f"*100+{awake}")
    sheet = opened(tmp_path, loaded("naked_triples", "naked_quads"))
    board, listed = case_of("naked_quads", 0)
    assert (gone_of(sheet, board, "reversed") == listed) is (awake == "rung_of_sets")


def comes_to_the_top(sheet, order):
    """Return whether the ladder comes to its top in one recalculation."""
    sheet.follow(order, "zero", iterations=3000)
    sheet.solve(board(CLIMBS[order]))
    return sheet.one("rung") == 1


@pytest.mark.parametrize("order", by_cost(CLIMBS, 0, 1))
def test_the_ladder_comes_to_its_top(sudoku, order):
    assert comes_to_the_top(sudoku("-search", *TO_TRIPLES), order)


PAIR = ".4..8.6...8.61.5.4..3....1.....4...8.....79...2.9......12.68..9.........63.49.28."
"""Naked pairs are needed."""


@pytest.mark.parametrize("is_sound", [True, False])
def test_the_ladder_waits_for_cells_that_rest(tmp_path, is_sound):
    """Under `freeze` a cell that does not change does not see that the ladder climbs."""
    old = "ladder_before<>ladder+at_landing/2"
    loaded = damaged(tmp_path, "ladder", old, old if is_sound else "FALSE")
    sheet = opened(tmp_path, loaded("naked_pairs", into="sudoku", without=["search"]))
    sheet.follow("freeze", "zero", recalculations=30)
    sheet.enter(board(PAIR))
    sheet.calculate()
    assert (sheet.shown() == sheet.answers.solution(board(PAIR))) is is_sound
