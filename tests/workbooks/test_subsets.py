"""A strategy file with parameters, repeats and a library solves what it is for."""

from pathlib import Path

import pytest
from pages import Page
from sudoku import Sheet

from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

SUBSETS = Path(__file__).parents[1] / "data" / "strategies" / "subsets.toml"
LINES = Page("docs/tutorial/a-strategy.md").files["puzzles.txt"].split()
NEED_PAIRS = [Board(tuple(map(int, line.replace(".", "0")))) for line in LINES[:3]]


@pytest.mark.slow
def test_pairs_solve_what_needs_pairs(tmp_path):
    path = tmp_path / "pairs.xlsx"
    build(load("sudoku", [f"{SUBSETS}:kind=naked"], ["search"]).template, path)
    sheet = Sheet(path)
    sheet.follow("jacobi")
    assert [verdict.kind for verdict in sheet.verdicts(NEED_PAIRS)] == [Kind.SOLVED] * 3
