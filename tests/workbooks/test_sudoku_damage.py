"""A cell of `sudoku` that is damaged at work or at rest: the workbook heals, and says what is so.

A formula cell can hold an error for a moment, whatever its formula is: a program may have stored it
so, or calculate it before what it needs.
"""

from random import Random

import pytest
from cost import by_cost
from handshake import LADDER
from sudoku import everything, template_with, with_formulas

from xlbuilder.formula.values import ExcelError
from xlbuilder.proof.run import MOST_ITERATIONS
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import load

BOARDS = ["val_board", "sol_board", "placement_board", "given_board", "candidate_count"]
BOARDS += ["places_in_row", "row_crossings", "guess_order", "guess_stack", *LADDER]
RUNGS = ["ladder", "rung", "stamp", "lowest_rung"]
ALONE = ("-locked_candidates", "-search", "-unique")
"""Without these, no other strategy passes an error of the ladder on to the candidates."""
ORDERS = ["row-major", "reversed", "jacobi", "random:1", "subset:1"]


def damage(sheet, puzzle, order, seed, boards=BOARDS):
    """Damage some cells of one board, early or late, let it go on, and return what it says."""
    random = Random(seed)
    sheet.follow(order, iterations=MOST_ITERATIONS)
    sheet.enter(puzzle)
    sheet.calculate(random.randrange(2, 30))
    board = list(sheet.solver.model.area(boards[seed % len(boards)]).cells())
    damaged = random.sample(board, min(len(board), random.choice([1, 1, 5])))
    errors = {cell: random.choice([ExcelError.NA, ExcelError.VALUE]) for cell in damaged}
    sheet.hold(everything(sheet) | errors)
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
    for seed in range(3 * len(RUNGS)):
        damage(sheet, puzzle, order, seed, RUNGS)
        if (sheet.one("status"), sheet.candidates()) != right:
            changed.append(seed)
    return changed


def heals_in_a_solved_row(sheet, puzzle):
    """Return whether an error goes away where sets of row 3 are kept, which is solved by then."""
    sheet.follow()
    sheet.enter(puzzle)
    sheet.calculate(9)
    assert sheet.one("rung") == 40
    assert "" not in sheet.read("sol_board")[18:27]
    held = everything(sheet)
    right = at_rest(sheet)
    row = list(sheet.solver.model.area("filled").cells())[2]
    sheet.hold(held | {row: ExcelError.NA})
    return at_rest(sheet) == right


@pytest.mark.parametrize("seed", by_cost(range(24), 2, 8))
@pytest.mark.parametrize("name", ["naked_1", "search_2"])
def test_an_error_in_a_cell_heals(sudoku, boards, name, seed):
    sheet = sudoku()
    order = ORDERS[seed // len(BOARDS) % len(ORDERS)]
    assert damage(sheet, boards[name], order, seed) is not Says.NO_SOLUTION
    assert sheet.kind(boards[name]).is_right


@pytest.mark.parametrize("order", ["reversed", "jacobi", "subset:1"])
def test_an_error_of_the_ladder_heals_where_nothing_else_shows_it(sudoku, boards, order):
    assert not left_damaged(sudoku(*ALONE), boards["search_2"], order)


def test_an_error_in_a_solved_row_heals(sudoku, boards):
    assert heals_in_a_solved_row(sudoku("-search"), boards["search_7"])


def test_a_set_that_is_an_error_and_kept_is_caught(boards, tmp_path):
    template = template_with("sudoku", "-search")
    known = template.names["set_is_known"].formula
    blind = known.replace("ISNUMBER(INDEX(filled,house,1))", "TRUE")
    assert blind != known
    sheet = with_formulas(template, tmp_path, {"set_is_known": blind})
    assert not heals_in_a_solved_row(sheet, boards["search_7"])


def test_a_ladder_that_does_not_look_at_itself_is_caught(boards, tmp_path):
    blind = {"ladder_is_an_error": "=FALSE"}
    sheet = with_formulas(template_with("sudoku", *ALONE), tmp_path, blind)
    assert left_damaged(sheet, boards["search_2"], "reversed")


def test_a_workbook_that_does_not_look_for_errors_is_caught(boards, tmp_path):
    template = load("sudoku").template
    reset = template.names["must_reset"].formula
    blind = reset.replace("COUNT(candidate_count)<81", "FALSE")
    assert blind != reset
    formulas = {"must_reset": blind, "guesses_have_left_marks": "=FALSE"}
    sheet = with_formulas(template, tmp_path, formulas)
    assert any(
        damage(sheet, boards["naked_1"], "row-major", seed) is Says.NO_SOLUTION
        for seed in range(40)
    )
