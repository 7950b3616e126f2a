"""What is built with many strategies can be opened and run here, from whatever first values."""

import pytest

from tests.helpers.sudoku import Sheet
from xlbuilder import api
from xlbuilder.recalc.program import load_program
from xlbuilder.sudoku.corpus import board_of
from xlbuilder.xlsx.model import read_workbook

VARIANTS = ("diagonals", "windows", "anti_knight", "anti_king")
"""Others assume that the puzzle has no more rules than plain Sudoku."""

SEVERAL_CHAINS = "...39..72.......95.7...53..............1..2....7.48.1..69....5..3...98..5.87...4."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "strategies",
    [
        ["all", "x_chain", "xy_chain"],
        ["-unique", *(name for name in api.strategies() if name not in ("unique", *VARIANTS))],
    ],
    ids=["chains", "all that go together"],
)
def test_it_can_be_opened(built, strategies):
    """Our controller, A2, sees every board: it read more than the 16,000 cells of before."""
    assert load_program(read_workbook(built("sudoku", *strategies)))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("order", "seed", "puzzle"),
    [("jacobi", 9685, SEVERAL_CHAINS), *(("row-major", seed, EASY) for seed in range(9))],
)
def test_xy_chains_run_from_garbage(built, order, seed, puzzle):
    """A chain that ends in half a cell, 0.5, asks INDEX for the row 0."""
    sheet = Sheet(built("sudoku", "xy_chain"))
    sheet.follow(order, f"garbage:{seed}")
    (verdict,) = sheet.verdicts([board_of(puzzle, "puzzle")])
    assert verdict.kind.is_right
