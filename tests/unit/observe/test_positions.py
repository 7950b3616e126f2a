"""Positions run through a workbook that was built with the strategy `position`."""

from dataclasses import replace

import pytest

from xlbuilder.observe.positions import deletions
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.slow

OWN = ("-search",)

BOARD = Board((1, 0, 0, 0, 5, 0, 0, 0, 9, *(0,) * 63, 0, 2, 0, 0, 0, 0, 8, 0, 0))

POSITION = Position(BOARD, frozenset({(1, 6), (1, 3), (40, 7), (79, 4)}))

ORDERS = ["row-major", "jacobi", "asynchronous:1"]


@pytest.fixture(scope="module")
def solver(built):
    """The workbook without any other strategy: only what is in sight goes, and what is deleted."""
    return Solver(read_workbook(built("sudoku", "position", *OWN)), "fast")


@pytest.mark.parametrize("order", ORDERS)
def test_just_the_candidates_of_the_position_are_left(solver, order):
    for start in ("zero", "stale", "garbage:1"):
        solver.follow(Schedule.parse(order, start))
        done = solver.run(POSITION)
        assert done[-1].quiet
        assert solver.left() - {(cell, digit) for cell, digit in enumerate(BOARD.digits)} == (
            POSITION.candidates(PLAIN)
        )


def test_another_position_follows_without_a_trace_of_the_first(solver):
    solver.follow(Schedule.parse("row-major", "zero"))
    solver.run(POSITION)
    other = Position(BOARD)
    solver.run(other)
    assert solver.left() >= other.candidates(PLAIN) > POSITION.candidates(PLAIN)


def test_a_puzzle_alone_leaves_what_the_file_deletes(solver):
    cells = {candidate: cell for cell, candidate in deletions(solver.model)}
    values = {**solver.model.values, cells[1, 6]: 6.0}
    typed = Solver(replace(solver.model, values=values), "fast")
    typed.run(POSITION)
    typed.run(BOARD)
    assert Position(BOARD).candidates(PLAIN) - typed.left() == {(1, 6)}


def test_the_reason_is_the_position(solver):
    solver.follow(Schedule.parse("row-major", "zero"))
    solver.run(POSITION)
    (asked,) = solver.model.area("asked_cell").cells()
    solver.session.enter(asked, "R1C2")
    solver.session.recalculate()
    assert solver.read("asked_lines")[2].startswith("3: deleted in this position")
