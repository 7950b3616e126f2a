"""Each technique of `sudoku` by itself, without guesses, which hide a rule that fails."""

from functools import cache

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.positions import PLACED, REMOVED
from tests.helpers.sudoku import Sheet, changed, few, moved, seeded, thinned, turned
from tests.oracle.rules import is_closed
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

STRATEGIES = ["naked_singles", "hidden_singles", "locked_candidates"]

SINGLES = STRATEGIES[:2]

CHOICES = [[strategy] for strategy in STRATEGIES] + [SINGLES, STRATEGIES]

ORDERS = ["row-major", "jacobi", "random:1", "subset:1", "asynchronous:1"]

"""The other ones: test_sudoku_orders.py."""

UNIQUE = [f"{kind}_{n}" for kind in ("naked", "hidden", "locked", "search") for n in (1, 2, 3)]


PLACES = {
    "naked_singles": 'IF(COUNTIF(val_bigcell, ">0")=1, MAX(val_bigcell), 0)',
    "hidden_singles": "MAX(row_single, col_single, box_single)",
}

"""Parts of the formula of `digit_of_single`, which has both kinds of singles."""


def just(strategies, folder):
    """Write a template with just these techniques, and return its path."""
    singles = ", ".join(PLACES[name] for name in SINGLES if name in strategies)
    changes = [("digit_of_single", f"MAX(0, {singles})" if singles else "0")]
    changes += [("locked_out", "FALSE")] if "locked_candidates" not in strategies else []
    changes = changes if {*SINGLES} - {*strategies} else changes[1:]
    slots = [f"[slots.{name}]\nlast = '''={formula}'''\n" for name, formula in changes]
    path = folder / f"{'_'.join(strategies)}.toml"
    path.write_text('extends = "sudoku"\nstrategies = []\n' + "".join(slots))
    return path


@pytest.fixture(scope="module")
def alone(tmp_path_factory, once):
    """Return a function that gives the workbook with just these techniques."""
    folder = tmp_path_factory.mktemp("alone")

    @cache
    def opened(strategies):
        def make(path):
            build(load(str(just(strategies, folder))).template, path)

        return Sheet(once("alone", *strategies, make=make))

    return lambda strategies: opened(tuple(strategies))


def at_rest(sheet, puzzle, *schedule):
    sheet.follow(*schedule)
    sheet.solve(puzzle)
    return sheet


# ------------------------------------------------------------------------- positions made by hand


@pytest.mark.parametrize("view", [Board, turned], ids=["row", "column"])
@pytest.mark.parametrize("name", PLACED)
def test_a_single_is_placed_where_it_must_be_and_not_before(alone, name, view):
    strategy, puzzle, clue, (cell, digit) = PLACED[name]
    for position, expected in ((puzzle, digit), (changed(puzzle, clue, 0), 0)):
        sheet = at_rest(alone([strategy]), turned(position) if view is turned else position)
        shown = turned(sheet.shown()) if view is turned else sheet.shown()
        assert shown.digits[cell] == expected


@pytest.mark.parametrize("view", [Board, turned], ids=["row", "column"])
@pytest.mark.parametrize("name", REMOVED)
def test_locked_candidates_go_where_they_must_and_not_before(alone, name, view):
    puzzle, clue, (cells, digit) = REMOVED[name]
    for position, stays in ((puzzle, False), (changed(puzzle, clue, 0), True)):
        sheet = at_rest(
            alone(["locked_candidates"]), turned(position) if view is turned else position
        )
        left = sheet.candidates()
        for cell in cells:
            seen = 9 * (cell % 9) + cell // 9 if view is turned else cell
            assert (digit in left[seen]) == stays


# ----------------------------------------------------------------------------- whole puzzles


@pytest.mark.parametrize("strategies", CHOICES, ids="+".join)
@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 2))
def test_just_what_the_rules_give_remains(alone, boards, strategies, order):
    """Other places on the board, and other starts, in each order."""
    number = ORDERS.index(order)
    for name in few(2, UNIQUE, number):
        puzzle = moved(boards[name], number)
        sheet = at_rest(alone(strategies), puzzle, order, ["zero", "garbage:1", "text"][number % 3])
        assert is_closed(sheet, puzzle, strategies)
        few_clues = thinned(sheet.answers.solution(puzzle), number)
        assert is_closed(at_rest(sheet, few_clues, order), few_clues, strategies)


def is_above_start(sheet):
    """Return whether a cell that asks the status solves; for Excel a text is above any number."""
    status = sheet.one("status_code")
    return isinstance(status, str) or (isinstance(status, float) and status > 3)


@pytest.mark.parametrize("strategies", CHOICES, ids="+".join)
@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 2))
def test_nothing_true_is_ever_lost(alone, boards, strategies, order):
    """Every digit shown is right, and every right candidate there, in all iterations."""
    sheet = alone(strategies)
    for number, start in enumerate(["stale", "garbage", "midsolve"]):
        puzzle = boards[few(1, UNIQUE, number + len(order))[0]]
        solution = sheet.answers.solution(puzzle).digits
        sheet.follow(order, seeded("zero" if start != "garbage" else start, number))
        if start != "garbage":
            sheet.enter(moved(puzzle, 1))
            sheet.calculate(5 if start == "midsolve" else None)
        sheet.enter(puzzle)
        is_reset = not is_above_start(sheet)
        for _ in sheet.session.iterations():
            is_reset = is_reset or not is_above_start(sheet)
            if is_reset and is_above_start(sheet):
                shown, left = sheet.shown().digits, sheet.candidates()
                assert all(
                    digit in (0, right) for digit, right in zip(shown, solution, strict=True)
                )
                assert all(right in digits for digits, right in zip(left, solution, strict=True))
        assert is_reset


@pytest.mark.parametrize("number", range(1, 9))
def test_locked_candidates_solve_what_singles_do_not(alone, boards, number):
    puzzle = boards[f"locked_{number}"]
    assert at_rest(alone(STRATEGIES), puzzle).kind(puzzle) is Kind.SOLVED
    sheet = at_rest(alone(SINGLES), puzzle)
    assert sheet.kind(puzzle) is Kind.STALLED
    assert sheet.one("status") == "Stuck: these strategies find nothing more."
