"""`basic` with search, and with unique: it solves every puzzle, and what it says is true."""

import pytest

from tests.helpers.basic_sheet import (
    NO_SOLUTION,
    ONLY,
    ORDERS,
    SEVERAL,
    false_claims,
    not_healed,
    typed,
)
from tests.helpers.cost import by_cost
from tests.helpers.sudoku import EMPTY, READINGS, STARTS, Sheet, few, moved, seeded, turned, wrong
from xlbuilder.proof.stats import stats_of
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import read_workbook

EACH = [*by_cost(ORDERS + READINGS, 0, 3)]

HARD = ["search_1", "none_1", "search_2", "several_1", "search_3", "none_2", "search_4"]

MIXED = [*HARD, "naked_1", "hidden_1", "locked_1", "locked_5"]

CHOICES = [["search"], ["search", "unique"]]


@pytest.fixture(scope="module", params=CHOICES, ids=["search", "unique"])
def sheet(request, built):
    return Sheet(built("basic", *request.param))


@pytest.fixture(scope="module")
def unique(built):
    return Sheet(built("basic", *CHOICES[1]))


@pytest.mark.parametrize("order", EACH)
def test_every_puzzle_from_any_first_values(sheet, boards, order):
    puzzles = [*(boards[name] for name in MIXED), EMPTY]
    for number, start in enumerate(STARTS, len(order)):
        sheet.follow(order, seeded(start, number), iterations=5_000)
        assert not wrong(sheet.verdicts(few(2, puzzles, number))), start


@pytest.mark.parametrize("order", ["row-major", "remembered"])
def test_one_iteration_at_a_time(sheet, boards, order):
    sheet.follow(order, "stale", iterations=1, recalculations=1_000)
    assert not wrong(sheet.verdicts([boards[name] for name in ("search_1", "none_1", "locked_1")]))


@pytest.mark.parametrize("order", by_cost(["freeze", "freeze-random:1"], 0, 1))
def test_it_goes_on_where_a_program_stopped(sheet, boards, order):
    sheet.follow(order, "garbage:1", recalculations=1_000)
    assert not wrong(sheet.verdicts([boards[name] for name in ("search_1", "none_1")]))


NO_PLACE_FOR_1 = typed((8, 5), (9, 1), (21, 1), (42, 1), (70, 1))
"""In row 1, though each of its cells has values left."""


@pytest.mark.parametrize(
    "order", by_cost(["row-major", "column-major", "jacobi", "random:1"], 0, 1)
)
@pytest.mark.parametrize("puzzle", [NO_PLACE_FOR_1, turned(NO_PLACE_FOR_1)], ids=["row", "column"])
def test_a_digit_without_a_place_is_a_dead_end(sheet, order, puzzle):
    """Without a guess, and not only when a cell has no value left."""
    sheet.follow(order, iterations=60)
    (verdict,) = sheet.verdicts([puzzle])
    assert verdict.kind is Kind.NO_SOLUTION_SAID
    assert sheet.one("controller") == 1


VERDICTS = {
    "naked_1": (ONLY, "Solved. There is no other solution."),
    "search_1": (ONLY, "Solved. There is no other solution."),
    "several_1": (SEVERAL, "Solved. There are several solutions."),
    "none_1": (NO_SOLUTION, "No solution: these clues contradict each other."),
    "search_2": (ONLY, "Solved. There is no other solution."),
    "several_2": (SEVERAL, "Solved. There are several solutions."),
}


@pytest.mark.parametrize("order", EACH)
def test_it_says_whether_there_is_another_solution(unique, boards, order):
    unique.follow(order, iterations=5_000)
    for name, said in VERDICTS.items():
        unique.solve(boards[name])
        assert (unique.one("status_code"), unique.one("status")) == said
        if name.startswith("several"):
            other = [int(digit) for digit in unique.read("kept_board")]
            assert is_solution(boards[name], Board(tuple(other)))
            assert other != list(unique.shown().digits)


@pytest.mark.parametrize("order", EACH)
def test_what_is_said_under_way_is_true(sheet, boards, order):
    """Each puzzle after another one that was broken off."""
    sheet.follow(order, iterations=5_000)
    for number, name in enumerate(HARD):
        sheet.enter(moved(boards[HARD[number - 1]], number))
        sheet.calculate(7 * number)
        puzzle = moved(boards[name], number)
        sheet.enter(puzzle)
        assert not [*false_claims(sheet, puzzle)], name


@pytest.mark.parametrize("order", ["row-major", "jacobi"])
def test_an_error_or_a_text_in_a_cell_heals(unique, boards, order):
    """Also one in each cell of a board."""
    assert not [*not_healed(unique, boards["search_1"], order)]


def test_it_is_still_easy_to_read(built):
    found = stats_of(read_workbook(built("basic", *CHOICES[1])))
    assert found.names <= 120
    assert found.readability.simple_formulas >= 0.85 * found.readability.formulas
    assert found.readability.deepest_if.levels <= 4
