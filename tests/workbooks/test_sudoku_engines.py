"""The workbook gives the same boards and statuses in three engines, for all grades.

In formualizer it is the workbook without the ladder, because formualizer cannot multiply an array.
"""

from functools import cache

import pytest

from tests.helpers.cost import by_cost
from tests.helpers.places import DATA
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import EXCEL, Schedule
from xlbuilder.sudoku.board import Board, is_solution, keeps_givens
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook

LINES = [line.split() for line in (DATA / "grades.txt").read_text().splitlines() if line[0] != "#"]

GRADES = {name: (read_puzzle(puzzle, name), what) for name, puzzle, what in LINES}

FEW = ["singles_1", "locked_1", "search_5", "none_1", "clash_1", "several_1"]

"""One of each grade, of those that take few iterations."""

ONLY_SOLUTION, NO_SOLUTION, CLASH, SEVERAL = 8.0, 5.0, 2.0, 9.0

CODES = {
    "singles": {ONLY_SOLUTION},
    "locked": {ONLY_SOLUTION},
    "search": {ONLY_SOLUTION},
    "none": {NO_SOLUTION},
    "clash": {CLASH},
    "several": {SEVERAL},
}


@pytest.fixture(scope="module")
def solved_in(built):
    """Return a function that gives the solution board and the status code of a puzzle."""
    model = cache(lambda *strategies: read_workbook(built("sudoku", *strategies)))
    solvers = {}

    def solve(engine, name, *strategies, schedule=EXCEL):
        if (engine, *strategies) not in solvers:
            solvers[engine, *strategies] = Solver(model(*strategies), engine, schedule)
        solver = solvers[engine, *strategies]
        (done,) = solver.run(GRADES[name][0])
        assert done.quiet
        return solver.shown(), solver.read("status")[0]

    return solve


def board_of(values):
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))


def is_right(name, values):
    """Return whether a solution board is what can be asked for of this puzzle."""
    puzzle, what = GRADES[name]
    shown = board_of(values)
    if what == "clash":
        return set(values) == {0.0}  # nothing is solved
    if what == "none":
        return keeps_givens(puzzle, shown)
    return is_solution(puzzle, shown) and what in ("several", str(shown))


def grade(name):
    return name.partition("_")[0]


@pytest.mark.parametrize("name", GRADES)
def test_every_grade_ends_as_it_should(solved_in, name):
    values, code = solved_in("fast", name)
    assert code in CODES[grade(name)]
    assert is_right(name, values)


@pytest.mark.parametrize("name", by_cost(FEW, 0, 1))
def test_formualizer_shows_the_same(solved_in, name):
    pytest.importorskip("formualizer")
    assert solved_in("formualizer", name, "-unique") == solved_in("fast", name, "-unique")


@pytest.mark.program("libreoffice")
@pytest.mark.parametrize("name", by_cost(FEW, 0, 1))
def test_libreoffice_shows_the_same(solved_in, name):
    """Its order of evaluation is its own, so it may come to another one of several solutions.

    The default workbook is tested in test_libreoffice_user.py.
    """
    schedule = Schedule(recalculations=300)
    values, code = solved_in("libreoffice", name, "classic", schedule=schedule)
    expected, expected_code = solved_in("fast", name, "classic")
    assert code == expected_code
    assert is_right(name, values)
    if GRADES[name][1] not in ("several", "none"):
        assert values == expected
