"""A cell of `sudoku` that is damaged at work or at rest: the workbook heals, and says what is so.

A formula cell can hold an error for a moment, whatever its formula is: a program may have stored it
so, or calculate it before what it needs.
"""

from random import Random

import pytest

from tests.helpers.cost import by_cost, exhaustive
from tests.helpers.handshake import LADDER
from tests.helpers.sudoku import opened, with_damage
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.schedule import MOST_ITERATIONS
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import load

BOARDS = ["val_board", "sol_board", "placement_board", "given_board", "cell_state", "guess_order"]

BOARDS += [
    "guess_stack",
    "dead_ends",
    "kept_board",
    "keeping",
    "controller",
    "status_code",
    "locks",
]

BOARDS += ["locks", "left_before", "choice_at_start", "steps_made", "digits_before"]

RUNGS = ["ladder", "rung"]

LIBRARIES = ["naked_pairs", "x_wing", "skyscraper", "simple_colors", "xy_wing"]

"""Strategies that bring all boards that sleep below their rung: sets, pictures, colors, wings."""

ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]


def damage(sheet, puzzle, order, seed, boards=BOARDS):
    """Damage some cells of one board, early or late, let it go on, and return what it says."""
    random = Random(seed)
    sheet.follow(order, iterations=MOST_ITERATIONS)
    sheet.enter(puzzle)
    sheet.calculate(random.randrange(2, 30))
    board = sheet.cells(boards[seed % len(boards)])
    damaged = random.sample(board, min(len(board), random.choice([1, 1, 5])))
    errors = {cell: random.choice([ExcelError.NA, ExcelError.VALUE]) for cell in damaged}
    sheet.hold(sheet.everything() | errors)
    sheet.calculate()
    return sheet.solver.says()


def at_rest(sheet):
    """Calculate, and return what the workbook shows then."""
    sheet.calculate()
    return sheet.one("status"), sheet.candidates()


def left_damaged(sheet, puzzle, order):
    """Return in which runs an error on the ladder changed what the workbook shows at the end."""
    sheet.follow(order)
    sheet.enter(puzzle)
    right = at_rest(sheet)
    changed = []
    for seed in range(6 * len(RUNGS)):
        damage(sheet, puzzle, order, seed, RUNGS)
        if (sheet.one("status"), sheet.candidates()) != right:
            changed.append(seed)
    return changed


def heals_in_a_solved_row(sheet, puzzle):
    """Return whether an error goes away where sets of row 3 are kept, which is solved by then."""
    sheet.follow()
    sheet.enter(puzzle)
    sheet.calculate(15)
    assert sheet.one("rung") > 30
    assert 0 not in sheet.read("sol_board")[18:27]
    held = sheet.everything()
    right = at_rest(sheet)
    row = sheet.cell("filled", 2)
    sheet.hold(held | {row: ExcelError.NA})
    return at_rest(sheet) == right


@pytest.mark.parametrize("seed", by_cost(range(34), 0, 6))
@pytest.mark.parametrize("name", ["naked_1", *exhaustive(["search_2"])])
def test_an_error_in_a_cell_heals(sudoku, boards, name, seed):
    sheet = sudoku()
    order = ORDERS[seed % len(ORDERS)]
    assert damage(sheet, boards[name], order, seed) is not Says.NO_SOLUTION
    assert sheet.kind(boards[name]).is_right


@pytest.mark.parametrize("seed", by_cost(range(14), 0, 3))
def test_an_error_on_the_ladder_heals(sudoku, boards, seed):
    sheet = sudoku("all")
    order = ORDERS[seed % len(ORDERS)]
    assert damage(sheet, boards["search_2"], order, seed, [*LADDER]) is not Says.NO_SOLUTION
    assert sheet.kind(boards["search_2"]).is_right


@pytest.mark.parametrize("strategies", [LIBRARIES, *exhaustive([["all"]])], ids="+".join)
@pytest.mark.parametrize("order", ["reversed", "subset:1"])
def test_an_error_of_the_ladder_changes_nothing_at_the_end(sudoku, boards, strategies, order):
    sheet = sudoku("-search", "-unique", *strategies)
    assert not left_damaged(sheet, boards["search_2"], order)


def test_an_error_in_a_solved_row_heals(sudoku, boards):
    assert heals_in_a_solved_row(sudoku("classic", "-search", "-unique"), boards["search_7"])


def test_a_workbook_that_does_not_look_for_errors_is_caught(boards, tmp_path):
    """It does not begin again when a state is an error."""
    blind = ("status_code", "COUNT(cell_state)<81", "COUNT(cell_state)<0")
    sheet = opened(tmp_path, with_damage(load("sudoku").template, blind))
    ended = (damage(sheet, boards["naked_1"], "row-major", seed) for seed in range(34))
    assert any(says not in (Says.ONLY_SOLUTION, Says.SOLVED) for says in ended)


@pytest.mark.parametrize("order", by_cost(["row-major", "jacobi"], 0, 1))
def test_two_errors_do_not_keep_each_other(sudoku, boards, order):
    """In the two cells of Step, which read each other."""
    sheet = sudoku()
    sheet.follow(order)
    sheet.solve(boards["naked_1"])
    cells = [sheet.cell(name) for name in ("steps_made", "digits_before")]
    sheet.hold(sheet.everything() | dict.fromkeys(cells, ExcelError.VALUE))
    sheet.calculate()
    assert [sheet.one(name) for name in ("steps_made", "digits_before")] == [1, 81]
