"""Positions that have one solution because of their marks: no strategy loses it.

What rests on there being one solution, or on the clues, must count the marks as part of the puzzle.
"""

import pytest

from tests.helpers.basic_sheet import ONLY
from tests.helpers.cost import by_cost
from tests.helpers.own_marks import EXCLUDED, with_one_solution
from tests.helpers.sudoku import Sheet
from tests.helpers.technique_cases import damaged
from xlbuilder.observe.positions import STRATEGY
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import is_solution
from xlbuilder.sudoku.position import read_position
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.locate import strategies
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

ORDERS = ["row-major", "reversed", "jacobi"]

ASSUMING = ["unique_rectangles", *(f"unique_rectangles_{n}" for n in (2, 3, 4)), "bug_plus_one"]

OTHERS = [
    name
    for name, path in strategies().items()
    if not (own := StrategyRef(path).read()).strategy.library
    and own.variant.is_plain
    and name not in (*ASSUMING, STRATEGY, "search", "unique")
]

ASKS_MARKS = {
    "unique_rectangles": "was_possible_here\n",
    "unique_rectangles_2": "was_possible_in_{line}>",
    "unique_rectangles_4": "was_possible_in_{line}_of_candidate\n",
}
"""Where each strategy asks for the marks."""


@pytest.fixture(scope="module")
def answers():
    return Answers()


def gone_of(model, position, order="row-major"):
    """Return the candidates that go when nothing else follows."""
    solver = Solver(model, "fast", Schedule.parse(order, "zero", iterations=500))
    solver.run(position)
    return position.candidates(PLAIN) - solver.left()


def true_among(answers, position, gone):
    return answers.true_among(position.board, gone, position.deleted)


@pytest.mark.parametrize("name", EXCLUDED)
def test_digits_that_a_mark_keeps_apart_cannot_change_places(bare, name):
    position = read_position(EXCLUDED[name], name)
    for order in ORDERS:
        assert not gone_of(bare(name, STRATEGY).model, position, order)


@pytest.mark.parametrize("name", EXCLUDED)
def test_a_strategy_that_does_not_ask_for_the_marks_loses_the_solution(tmp_path, answers, name):
    """So these positions are those that tell."""
    old = ASKS_MARKS[name]
    new = old.replace(old[:-1], f"({old[:-1]}*0+1)")
    build(damaged(tmp_path, name, old, new)(name, STRATEGY), tmp_path / "book.xlsx")
    position = read_position(EXCLUDED[name], name)
    gone = gone_of(read_workbook(tmp_path / "book.xlsx"), position)
    assert true_among(answers, position, gone)


@pytest.mark.parametrize("name", by_cost([*ASSUMING, *OTHERS], 0, 4))
def test_no_strategy_loses_the_solution_that_the_marks_leave(bare, answers, name):
    model, found = bare(name, STRATEGY).model, 0
    for seed in range(40):
        position = with_one_solution(seed)
        gone = gone_of(model, position)
        assert not true_among(answers, position, gone), (seed, position)
        found += bool(gone)
    assert found or name == "bug_plus_one"


@pytest.mark.parametrize("order", by_cost(ORDERS, 0, 1))
def test_guesses_find_the_solution_that_the_marks_leave(built, order):
    sheet = Sheet(built("sudoku", STRATEGY))
    sheet.follow(order, iterations=20_000)
    for seed in range(10):
        position = with_one_solution(seed)
        sheet.solver.run(position)
        assert sheet.one("status_code") == ONLY
        assert is_solution(position.board, sheet.shown())
        assert position.deleted.isdisjoint(enumerate(sheet.shown().digits))
