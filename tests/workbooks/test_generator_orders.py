"""`generator` makes the same puzzle in whatever order its cells are calculated."""

from random import Random

import pytest

from tests.helpers.boards import board
from tests.helpers.cost import by_cost, spread
from tests.helpers.generator_sheet import FIXED, RANDOM, Generator, is_full
from tests.helpers.sudoku import few, with_damage
from xlbuilder.recalc.schedule import Stop
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

STARTS = ["zero", "empty", "text", "garbage:1", "file"]

NUMBERS = [(17, "Random"), (4, "Random"), (23, "Random"), (123_456, "Random"), (3, "Pattern")]

MORE = [f"{kind}:{seed}" for kind in ("random", "subset") for seed in range(10, 15)]


@pytest.fixture(scope="module")
def generator(built):
    return Generator(built("generator"))


@pytest.fixture(scope="module")
def expected(generator):
    generator.follow()
    return {job: generator.made(*job) for job in NUMBERS}


@pytest.mark.parametrize("order", FIXED + RANDOM)
def test_the_same_puzzle_in_every_order_from_every_start(generator, expected, order):
    """Two starts for each order, others for the next."""
    number = (FIXED + RANDOM).index(order)
    for start in few(2, STARTS, number):
        job = NUMBERS[(number + STARTS.index(start)) % len(NUMBERS)]
        generator.follow(order, start)
        assert generator.made(*job) == expected[job]


@pytest.mark.parametrize("order", by_cost(spread(FIXED + RANDOM + MORE, 2), 0, 6))
def test_one_number_after_the_other_in_every_order(generator, expected, order):
    """Each run starts from what the one before has left."""
    generator.follow(order)
    for job in NUMBERS:
        assert generator.made(*job) == expected[job]


@pytest.mark.parametrize("order", ["freeze", "freeze-random:1"])
def test_cells_that_rest_until_the_next_recalculation(generator, expected, order):
    generator.follow(order, recalculations=3000)
    for job in NUMBERS:
        assert generator.made(*job) == expected[job]


@pytest.mark.parametrize("order", ["row-major", "jacobi", "subset:1"])
def test_many_short_recalculations_come_to_the_same(generator, expected, order):
    generator.follow(order, iterations=3, recalculations=3000)
    for job in NUMBERS[:2]:
        assert generator.made(*job) == expected[job]


@pytest.mark.parametrize("order", by_cost(FIXED, 0, 2))
def test_right_when_changes_of_text_do_not_keep_the_iteration_going(generator, expected, order):
    generator.follow(order, "zero", stop=Stop.NUMBERS, recalculations=100)
    for job in NUMBERS:
        assert generator.made(*job) == expected[job]


@pytest.mark.parametrize("seed", by_cost(range(20), 0, 8))
def test_the_number_changes_in_mid_run(generator, expected, seed):
    random = Random(seed)
    order = (FIXED + RANDOM)[seed % len(FIXED + RANDOM)]
    generator.follow(order, random.choice(STARTS))
    for _ in range(random.randrange(2, 8)):
        entries = [*NUMBERS, (-1, "Random"), ("x", "Pattern"), (8, "Random"), (17, "Pattern")]
        generator.ask(*random.choice(entries))
        generator.calculate(random.choice([1, 2, 3, 5, 20, 60, None]))
    job = random.choice(NUMBERS)
    assert generator.made(*job) == expected[job]


# ---------------------------------------------------------------------------------- the handshake

BACK = {"placements": 11.0, "removal_board": -1.0, "removal_keys": 1.0, "removal_order": 1.0}

BACK |= {"shuffle_keys": 1.0, "shuffle_order": 1.0, "solution_board": 1.0}

FORGETFUL = (
    "IF(COUNTBLANK(solution_board)=81, COUNTIF(placements,0)+COUNTIF(shuffle_keys,0)=108, FALSE)"
)


@pytest.fixture
def damaged(tmp_path):
    """Return a function that builds the workbook with other formulas, and opens it."""

    def get(*damages):
        build(with_damage(load("generator").template, *damages), tmp_path / "x.xlsx")
        return Generator(tmp_path / "x.xlsx")

    return get


def forgotten_at_a_reset(generator):
    """Name the boards with a cell for which the controller does not wait."""
    generator.follow()
    generator.ask(17)
    generator.settle("controller")
    assert generator.moves("controller")
    return {
        board
        for board, late in BACK.items()
        for cell in generator.cells(board)
        if generator.moves_without("controller", cell, late)
    }


def test_a_reset_ends_when_every_cell_is_reset(generator, damaged):
    assert not forgotten_at_a_reset(generator)
    forgotten = {"removal_board", "removal_keys", "removal_order", "shuffle_order"}
    assert forgotten_at_a_reset(damaged(("everything_is_reset", "", FORGETFUL))) == forgotten


def test_the_next_digit_begins_when_all_nine_boxes_hold_this_one(generator):
    generator.follow()
    generator.ask(17)
    while generator.one("controller") % 10 < 4:
        generator.calculate(1)
    generator.settle("controller")
    assert generator.moves("controller")
    attempt = generator.one("controller") // 10
    for cell in generator.cells("placements")[27:36]:
        assert not generator.moves_without("controller", cell, (attempt - 1) * 10 + 5)
        assert not generator.moves_without("controller", cell, 0.0)


EARLY = {
    "solution_board": ("", ("it_is_to_be_tried", "COUNT(solution_board)=81", "TRUE")),
    "removal_keys": (0.0, ("removal_order", "COUNTIF(removal_keys,0)>0", "FALSE")),
}


def tried_too_early(generator, board, missing):
    """Count the cells of a board without which a digit is tried all the same."""
    generator.follow()
    generator.made(17)
    removals = generator.cells("removal_board")
    order = generator.cells("removal_order")
    early = 0
    for cell in generator.cells(board):
        (before,) = generator.session.read(cell)
        for value in (missing, before):
            generator.session.enter(cell, value)
            for removal in removals:
                generator.session.enter(removal, 0.0)
            generator.sweep(order)
            generator.sweep(removals)
            tried = set(generator.read("removal_board")) != {0.0}
            early += tried and value == missing
        assert tried
    return early


@pytest.mark.parametrize("board", EARLY)
def test_no_digit_is_tried_before_all_is_there(generator, damaged, board):
    missing, damage = EARLY[board]
    assert not tried_too_early(generator, board, missing)
    assert tried_too_early(damaged(damage), board, missing)


# ------------------------------------------------------------------------------------ the mutants

# the formula, what is replaced in it, all of it if that is empty, and by what
MUTANTS = {
    "no handshake": ("everything_is_reset", "", "TRUE"),
    "a box does not wait for the one before": (
        "it_is_its_turn",
        "placement_before>attempt*10",
        "TRUE",
    ),
    "a digit that begins too early": ("digit_is_placed", "=9", ">7"),
    "cells do not wait for their turn": (
        "it_is_to_be_tried",
        "COUNTIF(removal_board,0)=82-this_order",
        "TRUE",
    ),
    "the same number of another kind is kept": ("wanted_job", "0-puzzle_number", "puzzle_number"),
    "rows are forgotten in filling": ("taken_rows", "", "0"),
    "columns are forgotten in filling": ("taken_columns", "", "0"),
    "cells are forgotten in filling": ("taken_cells", "", "0"),
    "rows are forgotten in taking out": ("can_stand_elsewhere", "+places_in_row", ""),
    "columns are forgotten in taking out": ("can_stand_elsewhere", "places_in_column+", ""),
    "a box is forgotten in taking out": ("gone_from_left_box", "", "0"),
    "everything goes": ("can_stand_elsewhere", "", "FALSE"),
    "bands that do not change places": ("row_of_pattern", "4, this_band", "4, 1"),
}


def is_right(mutant, order, job, answers):
    """Make a puzzle of another number first; say whether what comes then is a puzzle."""
    mutant.follow(order, recalculations=30, iterations=1000)
    mutant.made(4)
    puzzle, solution = mutant.made(*job)
    if not solution or not is_full(board(solution)):
        return False
    return answers.solution(board(puzzle)) == board(solution) and not answers.has_several(
        board(puzzle)
    )


@pytest.mark.parametrize("mutant", [None, *MUTANTS])
def test_a_damaged_workbook_is_caught(generator, damaged, expected, mutant):
    sheet, answers = damaged(MUTANTS[mutant]) if mutant else generator, Answers()
    wrong = any(
        not is_right(sheet, order, job, answers) or sheet.shown() != expected[job]
        for order in ("row-major", "jacobi", "random:1", "subset:1")
        for job in NUMBERS
    )
    assert wrong == (mutant is not None)
