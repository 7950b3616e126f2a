"""What the commands do with workbooks of 6x6 and of 4x4 cells."""

import json

import pytest

from tests.helpers.command import LINE, refused
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import driven
from xlbuilder.template.load import load
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.slow

FOUR = "...1..4..4..12.."
STUCK = ".....12...3..............62...15..2."
RULE = """
[strategy]
title = "Corner"
side = 4
monotone = true

[[rules]]
removes = "in_corner"

[names.in_corner]
formula = "=AND(row_from_val=1, column_from_val=1, onetonine=4, COUNTIF(sol_board, 4)>{many})"

[[tests]]
position = "..............4."
nothing = true
"""
HOUSE = """
extends = "four"

[workbook]
title = "Small X"

[variant]
houses = ["diagonal"]

[boards.diagonal]
range = "J4:M7"
style = "helper_board"
values = '''
1...
.1..
..1.
...1
'''
"""


@pytest.fixture(scope="module")
def four(built):
    return built("four")


def test_show_draws_the_boards_and_what_is_left(run, made, four):
    assert "1 2 │ 4 3" in run("show", four, "--recalculate").stdout
    shown = run("show", made("six", "--puzzle", STUCK)).stdout.splitlines()
    assert shown[1].rstrip() == ". . . │ . . 1      . . . │ 2 . 1"
    assert sum(line.count("│") == 1 for line in shown) == 12  # of the candidates
    assert sum(line.count("┼") == 1 for line in shown) == 2


def test_steps_and_watch_name_the_cells(run, four):
    found = json.loads(run("steps", four, "--puzzle", FOUR, "--json").stdout)
    placed = [each for step in found["steps"] for each in step["placed"]]
    assert len(placed) == 11
    assert [1, 1, 4] in placed
    assert "R1C1 = 4" in run("steps", four, "--puzzle", FOUR).stdout
    watched = run("watch", four, "--puzzle", FOUR, "--cell", "R1C1=4")
    assert "R1C1=4 (Q11) = 4" in watched.stdout
    refused(run("watch", four, "--cell", "R5C1"), "R5C1: the puzzle has 4 rows and columns")


def test_a_replay_has_boards_of_this_size(run, four, tmp_path):
    assert run("watch", four, "--html", "r.html").returncode == 0
    page = (tmp_path / "r.html").read_text()
    assert '"side":4' in page
    assert "repeat(4, minmax(0, 1fr))" in page
    assert "nth-child(2n)" in page


def test_a_puzzle_of_another_size_is_one_line_everywhere(run, four):
    text = "line 1: has 81 cells; this workbook takes puzzles of 4 x 4"
    refused(run("build", "four", "--puzzle", LINE), text)
    refused(run("steps", four, "--puzzle", LINE), text)
    refused(run("steps", "four", "--position", LINE), text)
    refused(run("watch", four, "--puzzle", LINE), text)
    refused(run("try", "naked_pairs", "--base", "four", "--puzzles", LINE), text)
    refused(run("verify", four, "--puzzles", LINE), text)
    refused(run("build", "basic", "--puzzle", FOUR), "line 1: has 16 cells", "puzzles of 9 x 9")


def test_puzzles_are_made_and_printed(run, tmp_path):
    made = run(
        "generate", "--template", "four", "--count", "2", "--seed", "4", "--symmetry", "quarter"
    )
    assert [len(line) for line in made.stdout.splitlines()] == [16, 16]
    details = run("generate", "--template", "four", "--seed", "4", "--clues", "6", "--details")
    assert details.stdout.split()[1:] == ["four", "6", "-"]
    assert (
        run("generate", "--template", "six", "--form", "print", "--out", "p.xlsx").returncode == 0
    )
    cells = read_workbook(tmp_path / "p.xlsx").values
    assert {cell.top for cell in cells if cell.sheet == "Solutions"} == {*range(1, 8)}
    words = "--clues 16: give a number from 1 to 15"
    refused(run("generate", "--template", "four", "--clues", "16"), words)


def test_strategies_are_for_one_size(run, tmp_path):
    words = "is for puzzles of 9 x 9, and this template takes 4 x 4; leave it out, or"
    refused(run("build", "four", "--with", "search"), "search.toml: [strategy]: ", words)
    (tmp_path / "my.toml").write_text(RULE.replace("{many}", "8"))
    assert run("test", "my.toml", "--base", "four").returncode == 0
    refused(
        run("test", "my.toml"),
        "and this template takes 9 x 9; leave it out, or take a template of 4 x 4",
    )
    (tmp_path / "my.toml").write_text(RULE.replace("{many}", "0"))
    false = run("test", "my.toml", "--base", "four")
    assert false.returncode == 1
    assert "removes 4 R1C1, which is in a solution" in false.stdout
    tried = run("try", "my.toml", "--base", "four", "--puzzles", FOUR, "--html", "t.html")
    assert tried.returncode == 1
    assert "4 of R1C1 is in a solution, and gone for good" in tried.stdout
    assert (tmp_path / "t.html").read_text().count('viewBox="-2 -2 148 148"') == 2


def test_a_small_variant_has_houses_of_its_size(tmp_path, four):
    (tmp_path / "x.toml").write_text(HOUSE)
    rules = load(str(tmp_path / "x.toml")).rules
    assert rules.houses["diagonal"] == (0, 5, 10, 15)
    assert rules.side == 4
    said = {"input": "D4:G7", "solution": "D10:G13", "candidates": "P10:W17"}
    assert Boards.of(driven(read_workbook(four), said)).side == 4
