"""The package formulas and the engine fast agree on the workbook, on each cell.

The ladder takes the package much longer, so that one puzzle climbs it, and the others do without.
"""

import pytest

from tests.helpers.cost import exhaustive
from tests.helpers.places import DATA
from tests.helpers.sudoku import NO_LADDER
from tests.helpers.workbooks import same_steps
from xlbuilder.drive.boards import Boards
from xlbuilder.formula.values import same
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook

LINES = [line.split() for line in (DATA / "grades.txt").read_text().splitlines() if line[0] != "#"]

PUZZLES = {name: read_puzzle(puzzle, name) for name, puzzle, _ in LINES}

FEW = ["search_5", "none_1", "several_1"]

"""What only a search finds; the default workbook is compared with a puzzle that logic solves."""


@pytest.fixture(scope="module")
def sessions(built):
    """Return the workbook opened in both engines, and the cells to type clues into."""
    return opened(built("sudoku", NO_LADDER))


def opened(path):
    model = read_workbook(path)
    both = [open_workbook(engine, model) for engine in ("formulas", "fast")]
    return both, list(Boards.of(model).input().cells())


@pytest.mark.parametrize("name", exhaustive(FEW))
def test_each_cell_after_each_iteration(sessions, name):
    """One puzzle after the other in the same sessions, which keep what they know."""
    both, clues = sessions
    compare(both, clues, name)


def test_each_cell_of_the_default_workbook(built):
    both, clues = opened(built("sudoku"))
    compare(both, clues, "locked_1")


def compare(both, clues, name):
    for session in both:
        for cell, digit in zip(clues, PUZZLES[name].digits, strict=True):
            session.enter(cell, float(digit) if digit else None)
    cells = list(both[0].program.members)
    done = [session.iterations() for session in both]
    for number, steps in enumerate(zip(*done, strict=True), 1):
        assert same_steps(steps), number
        for cell in cells:
            (found,), (expected,) = (session.read(cell) for session in both)
            assert same(found, expected), (cell, number)
