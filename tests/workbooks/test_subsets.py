"""Strategy files with parameters, repeats and libraries find and solve what they are for."""

import pytest
from cost import by_cost
from pages import Page
from places import DATA
from sudoku import Sheet

import xlbuilder
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

FILES = DATA / "strategies"
SUBSETS = FILES / "subsets.toml"
LINES = Page("docs/tutorial/a-strategy.md").files["puzzles.txt"].split()
NEED_PAIRS = [Board(tuple(map(int, line.replace(".", "0")))) for line in LINES[:3]]


@pytest.mark.slow
def test_pairs_solve_what_needs_pairs(tmp_path):
    path = tmp_path / "pairs.xlsx"
    build(load("sudoku", [f"{SUBSETS}:kind=naked"], ["search"]).template, path)
    sheet = Sheet(path)
    sheet.follow("jacobi")
    assert [verdict.kind for verdict in sheet.verdicts(NEED_PAIRS)] == [Kind.SOLVED] * 3


@pytest.mark.parametrize(
    "name", by_cost(["fish", "coloring", "pairs", "xy_rectangle", "subsets"], 0, 2)
)
def test_they_find_what_their_tests_say(name):
    report = xlbuilder.run_tests(FILES / f"{name}.toml")
    assert report.all_right, report
