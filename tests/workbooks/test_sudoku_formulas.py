"""The package formulas and the engine fast agree on the default workbook, on each cell."""

import pytest
from cost import exhaustive
from places import DATA
from workbooks import same_steps

from xlbuilder.formula.values import same
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.model import read_workbook

LINES = [line.split() for line in (DATA / "grades.txt").read_text().splitlines() if line[0] != "#"]
PUZZLES = {name: read_puzzle(puzzle, name) for name, puzzle, _ in LINES}
FEW = ["locked_1", "search_5", "none_1", "clash_1", "several_1"]
"""One of each grade except singles, of those that take few iterations."""


@pytest.fixture(scope="module")
def sessions(built):
    """Return the default workbook opened in both engines, and the cells to type clues into."""
    model = read_workbook(built("sudoku"))
    opened = [open_workbook(engine, model) for engine in ("formulas", "fast")]
    return opened, list(Boards(model).input().cells())


@pytest.mark.parametrize("name", exhaustive(FEW))
def test_each_cell_after_each_iteration(sessions, name):
    """One puzzle after the other in the same sessions, which keep what they know."""
    opened, clues = sessions
    for session in opened:
        for cell, digit in zip(clues, PUZZLES[name].digits, strict=True):
            session.enter(cell, float(digit) if digit else None)
    cells = list(opened[0].program.members)
    done = [session.iterations() for session in opened]
    for number, steps in enumerate(zip(*done, strict=True), 1):
        assert same_steps(steps), number
        for cell in cells:
            (found,), (expected,) = (session.read(cell) for session in opened)
            assert same(found, expected), (cell, number)
