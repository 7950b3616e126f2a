"""Strategy files with parameters, repeats and libraries find and solve what they are for."""

import shutil

import pytest
from cost import by_cost
from pages import Page
from places import BARE, DATA
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
    report = xlbuilder.test(FILES / f"{name}.toml", base=str(BARE))
    assert report.all_right, report


MUTANTS = {
    "its own rows too": ("fish", "row_from_val))>0", "row_from_val))>=0"),
    "one cell is enough": ("pairs", ">1))>0", ">0))>0"),
    "another product": ("xy_rectangle", "prime_of_digit*couples", "couples_of_row*couples"),
    "its own color once": ("coloring", ">3)", ">2)"),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_their_tests_see_damage(tmp_path, name):
    file, right, wrong = MUTANTS[name]
    folder = shutil.copytree(FILES, tmp_path / "files")
    text = (FILES / f"{file}.toml").read_text()
    assert right in text
    (folder / f"{file}.toml").write_text(text.replace(right, wrong))
    assert not xlbuilder.test(folder / f"{file}.toml", base=str(BARE)).all_right
