"""The edition without names in other programs, which open the file itself.

`sudoku` is the one without `unique`.
"""

import shutil
import subprocess
from dataclasses import replace

import openpyxl
import pytest

from tests.helpers.cost import by_cost
from tests.helpers.editions import Editions
from tests.helpers.sudoku import NO_LADDER
from tests.helpers.workbooks import whole_numbers
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import read_workbook

PUZZLE = "naked_singles"

SOLVED = 7

CASES = {"ellis": ("ellis",), "sudoku": ("sudoku", NO_LADDER)}

STEPS = {"ellis": ["Reset", "Solve"], "sudoku": ["Solve"]}

STATE = {"ellis": (14, 10), "sudoku": (4, 38)}

SOLUTION = [(row, column) for row in range(16, 25) for column in range(4, 13)]

INPUT = [(row - 12, column) for row, column in SOLUTION]

STATUS = (76, 4)

GNUMERIC_AT_MOST = 12

"""Recalculations of Gnumeric, which makes two iterations in each."""


@pytest.fixture(scope="module")
def editions(built):
    return Editions(built)


def board_of(values):
    return Board(tuple(int(v) if isinstance(v, int | float) and v else 0 for v in values))


@pytest.mark.parametrize("template", by_cost(CASES, 0, 1))
def test_formualizer_opens_the_file_and_solves(editions, puzzles, template):
    """Without the rewriting that the engine formualizer does for files with names."""
    package = pytest.importorskip("formualizer")
    book = package.Workbook.from_bytes(editions.file("inline", *CASES[template]).read_bytes())
    for cell, digit in zip(INPUT, puzzles[PUZZLE].puzzle.digits, strict=True):
        book.set_value("Main", *cell, digit or None)
    for state in STEPS[template]:
        book.set_value("Main", *STATE[template], state)
        book.evaluate_all()
    shown = board_of(book.get_value("Main", *cell) for cell in SOLUTION)
    assert shown == puzzles[PUZZLE].solution
    if template == "sudoku":
        assert book.get_value("Main", *STATUS) == SOLVED


@pytest.mark.program("libreoffice")
@pytest.mark.parametrize("template", by_cost(CASES, 0, 1))
def test_libreoffice_ends_with_the_boards_of_the_engine_fast(editions, puzzles, template):
    words = CASES[template]
    model = editions.model("defined", *words)  # its cells are those of the other file
    shown = []
    for engine, file, recalculations in (
        ("fast", model.path, 1),
        ("libreoffice", editions.file("inline", *words), 300),
    ):
        schedule = Schedule(recalculations=recalculations)
        solver = Solver(replace(model, path=file), engine, schedule)
        *_, last = solver.run(puzzles[PUZZLE].puzzle)
        assert last.quiet
        left = [max(each, 0) for each in whole_numbers(solver.read("candidates"))]
        shown.append((solver.read("solution"), left))  # why one is gone depends on the order
    assert shown[0] == shown[1]


def recalculated(path, out, **cells):
    """Let Gnumeric type into cells, recalculate once, and save a file with the values."""
    typed = [word for cell, value in cells.items() for word in ("--set", f"{cell}={value}")]
    command = ["ssconvert", "--recalc", *typed, path, out]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return out


@pytest.mark.skipif(shutil.which("ssconvert") is None, reason="needs Gnumeric: not installed")
@pytest.mark.filterwarnings("ignore:Workbook contains no default style")
@pytest.mark.parametrize("template", CASES)
def test_gnumeric_solves_with_enough_recalculations(editions, puzzles, tmp_path, template):
    book = openpyxl.load_workbook(editions.file("inline", *CASES[template]))
    for (row, column), digit in zip(INPUT, puzzles[PUZZLE].puzzle.digits, strict=True):
        book["Main"].cell(row, column).value = digit or None
    path = tmp_path / "typed.xlsx"
    book.save(path)
    if template == "ellis":
        path = recalculated(path, tmp_path / "reset.xlsx", J14="Reset")
    for number in range(GNUMERIC_AT_MOST):
        state = {"J14": "Solve"} if template == "ellis" else {}
        path = recalculated(path, tmp_path / f"{number}.xlsx", **state)
        sheet = openpyxl.load_workbook(path, data_only=True)["Main"]
        shown = board_of(sheet.cell(*cell).value for cell in SOLUTION)
        if shown == puzzles[PUZZLE].solution:
            break
    assert shown == puzzles[PUZZLE].solution


@pytest.mark.exhaustive
def test_the_file_is_what_is_read(editions):
    """The cells of both editions are the same ones."""
    for template in CASES.values():
        inline = openpyxl.load_workbook(editions.file("inline", *template), read_only=True)
        found = {
            (cell.row, cell.column)
            for row in inline["Main"].iter_rows()
            for cell in row
            if cell.data_type == "f"
        }
        model = read_workbook(editions.file("defined", *template))
        assert found == {(cell.top, cell.left) for cell in model.formulas}
