"""Strategy files with parameters, repeats and libraries find and solve what they are for."""

import shutil

import pytest

import xlbuilder
from tests.helpers.boards import board
from tests.helpers.pages import Page
from tests.helpers.places import BARE, DATA
from tests.helpers.sudoku import Sheet
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

FILES = DATA / "strategies"
SUBSETS = FILES / "subsets.toml"
LINES = Page("docs/tutorial/a-strategy.md").files["puzzles.txt"].split()
NEED_PAIRS = [board(line) for line in LINES[:3]]


def test_pairs_solve_what_needs_pairs(tmp_path):
    path = tmp_path / "pairs.xlsx"
    build(load("sudoku", [f"{SUBSETS}:kind=naked"], ["search"]).template, path)
    sheet = Sheet(path)
    sheet.follow("jacobi")
    assert [verdict.kind for verdict in sheet.verdicts(NEED_PAIRS)] == [Kind.SOLVED] * 3


@pytest.mark.parametrize("name", ["pairs", "subsets"])
def test_they_find_what_their_tests_say(name):
    report = xlbuilder.test(FILES / f"{name}.toml", base=str(BARE))
    assert report.all_right, str(report)


def test_their_tests_see_damage(tmp_path):
    folder = shutil.copytree(FILES, tmp_path / "files")
    text = (FILES / "pairs.toml").read_text()
    assert ">1))>0" in text
    (folder / "pairs.toml").write_text(text.replace(">1))>0", ">0))>0"))
    assert not xlbuilder.test(folder / "pairs.toml", base=str(BARE)).all_right
