"""`sudoku` ends right whatever the order of its cells, and whatever they held before."""

from unittest.mock import ANY

import pytest

from tests.helpers.cost import by_cost, spread
from tests.helpers.sudoku import EMPTY, FIXED, STARTS, changed, few, seeded, wrong
from xlbuilder.recalc.schedule import Recalculation, Stop
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.verdict import Kind, Says

SEEDED = [f"{kind}:{seed}" for kind in ("random", "subset") for seed in range(8)]

OTHERS = ["permutation:1", "permutation:2", "asynchronous:1", "truncated:1", "prelude:1"]

FREEZING = ["freeze", "freeze-random:1"]

MIXED = ["naked_1", "search_1", "none_1", "hidden_1", "search_2", "several_1", "locked_1"]

MIXED += ["search_3", "none_2"]

CALCULATED_ONCE = ["row-major", "column-major", "deferred"]


def enough(order):
    """Return how many recalculations there may be: cut short, an iteration does little."""
    return 100 if order.startswith("truncated") else None


@pytest.fixture(scope="module")
def mixed(boards):
    clash = changed(changed(boards["locked_2"], 0, 1), 1, 1)
    return [*(boards[name] for name in MIXED), clash, EMPTY]


@pytest.mark.parametrize("order", FIXED)
def test_every_puzzle_in_every_order(sudoku, mixed, order):
    sudoku().follow(order)
    assert not wrong(sudoku().verdicts(mixed))


@pytest.mark.parametrize("order", FIXED + OTHERS)
def test_every_start_in_every_order(sudoku, mixed, order):
    """A puzzle in each pair, another in the next."""
    for number, start in enumerate(STARTS, (FIXED + OTHERS).index(order)):
        sudoku().follow(order, seeded(start, number), recalculations=enough(order))
        assert not wrong(sudoku().verdicts(few(1, mixed, number))), start


@pytest.mark.parametrize("order", by_cost(spread(SEEDED, 4), 0, 3))
def test_every_start_in_many_random_orders(sudoku, mixed, order):
    for number, start in enumerate(STARTS, SEEDED.index(order)):
        sudoku().follow(order, seeded(start, number))
        assert not wrong(sudoku().verdicts(few(1, mixed, number))), start


@pytest.mark.parametrize("order", FREEZING)
def test_cells_that_rest_until_the_next_recalculation(sudoku, mixed, order):
    for start in ("zero", "garbage:1"):
        sudoku().follow(order, start, recalculations=1000)
        assert not wrong(sudoku().verdicts(mixed)), start


@pytest.mark.parametrize("order", ["row-major", "jacobi", "random:1", "subset:1"])
def test_many_short_recalculations_come_to_the_same(sudoku, mixed, order):
    sudoku().follow(order, iterations=3, recalculations=1000)
    assert not wrong(sudoku().verdicts(mixed[:6]))


GOES_ON = "Press F9 to go on, in LibreOffice Ctrl+Shift+F9."


@pytest.mark.parametrize("order", ["row-major", "jacobi"])
def test_until_it_is_at_rest_it_says_after_every_press_that_it_goes_on(sudoku, boards, order):
    """Or it is solved, and only the iteration is left that shows that nothing changes."""
    sheet = sudoku()
    for name in ("search_2", "several_1", "none_2"):
        sheet.follow(order, iterations=9, recalculations=1)
        (verdict,) = sheet.verdicts([boards[name]])
        presses, quiet = 1, verdict.recalculations[-1].quiet
        while not quiet:
            if not sheet.one("status").endswith(GOES_ON):
                assert sheet.kind(boards[name]).is_right, (name, presses)
                assert sheet.solver.session.recalculate() == Recalculation(1, True, ANY)
                break
            quiet = sheet.solver.session.recalculate().quiet
            presses += 1
        assert presses > 2, name
        assert sheet.kind(boards[name]).is_right, name


@pytest.mark.parametrize("order", by_cost(spread([*FIXED, "random:1"], 2), 0, 3))
def test_right_when_changes_of_text_do_not_keep_the_iteration_going(sudoku, mixed, order):
    """In some orders it then says that it is working, and has to be calculated again."""
    recalculations = 1 if order in CALCULATED_ONCE else 100
    for start in ("zero", "stale"):
        sudoku().follow(order, start, stop=Stop.NUMBERS, recalculations=recalculations)
        assert not wrong(sudoku().verdicts(mixed)), start


UNIQUENESS = {
    "naked_2": Says.ONLY_SOLUTION,
    "several_1": Says.SEVERAL_SOLUTIONS,
    "search_1": Says.ONLY_SOLUTION,
    "none_1": Says.NO_SOLUTION,
    "several_2": Says.SEVERAL_SOLUTIONS,
    "search_4": Says.ONLY_SOLUTION,
    "several_3": Says.SEVERAL_SOLUTIONS,
}


@pytest.mark.parametrize("order", by_cost(spread([*FIXED, *OTHERS, *SEEDED[::8]], 7), 0, 3))
def test_whether_the_solution_is_the_only_one(sudoku, boards, order):
    sheet = sudoku()
    for number, start in enumerate(STARTS, len(order)):
        sheet.follow(order, seeded(start, number), recalculations=enough(order))
        for name in few(1, list(UNIQUENESS), number):
            (verdict,) = sheet.verdicts([boards[name]])
            assert verdict.kind.is_right, (start, name, verdict.detail)
            assert sheet.solver.says() is UNIQUENESS[name], (start, name)


COMBINATIONS = [("all",), ("-unique", "all"), ("-search", "all"), ("naked_pairs", "position")]

ENDS = {Kind.SOLVED, Kind.NO_SOLUTION_SAID, Kind.WORKING, Kind.STALLED}


@pytest.mark.parametrize("strategies", by_cost(COMBINATIONS, 0, 1), ids=" ".join)
def test_whatever_strategies_are_plugged_in_nothing_false_is_said(sudoku, boards, strategies):
    none = read_puzzle(
        "8..4....9.3.8...2.1...32........42.571........5....18.3..69..5..9.1.5...4........",
        "here",
    )
    sheet = sudoku(*strategies)
    for order in ("row-major", "subset:1"):
        sheet.follow(order, iterations=1500)
        for verdict in sheet.verdicts([none, *(boards[name] for name in ("search_1", "none_2"))]):
            kinds = ENDS if "-search" not in strategies else {*ENDS, Kind.UNSOLVABLE}
            assert verdict.kind in kinds, (order, verdict.detail)
