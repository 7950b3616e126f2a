"""Strategies are tested and tried with the template `basic`, which keeps no reasons."""

import pytest

from xlbuilder import api
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.corpus import board_of
from xlbuilder.template.locate import strategies
from xlbuilder.workshop.cases import run_tests

pytestmark = pytest.mark.slow

PLAIN = strategies()["plain/naked_pairs"].read_text(encoding="utf-8")
NOTHING = """
[[tests]]
name = "nothing"
position = '''
12.......
..3......
.........
.........
.........
.........
.........
.........
.........
'''
nothing = true
"""


@pytest.mark.parametrize("name", ["naked_pairs", "hidden_pairs", "x_wing"])
def test_the_tests_of_each_are_right(name):
    report = run_tests(name, "basic")
    assert "plain" in report.path.parts
    assert report.all_right, str(report)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (">1)*(pairs_with_digit", ">2)*(pairs_with_digit", "does not remove 1 R4C5"),
        ("<>own_pair", "<>own_pair*0", "which is in a solution"),
        ("nothing = true", 'removes = ["3 R1C3"]', "3 R1C3 is no candidate"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, old, new, problem):
    mine = tmp_path / "mine.toml"
    text = PLAIN + NOTHING
    assert old in text
    mine.write_text(text.replace(old, new))
    try:
        told = str(run_tests(str(mine), "basic"))
    except PuzzleError as error:
        told = str(error)
    assert problem in told


def test_what_basic_finds_itself_is_nothing(tmp_path):
    """In this position 1, 2 and 3 leave cells, by locked candidates, without any pair."""
    mine = tmp_path / "mine.toml"
    mine.write_text(PLAIN.partition("[[tests]]")[0] + NOTHING)
    assert run_tests(str(mine), "basic").all_right
    eager = mine.read_text().replace(">1)*(pairs_with_digit", ">=0)*(pairs_with_digit")
    mine.write_text(eager)
    assert "there is nothing to find" in str(run_tests(str(mine), "basic"))


def test_a_trial_runs_each_puzzle_without_the_strategy_too():
    """Nothing on the sheet says which strategy solved it."""
    text = ".4..8.6...8.61.5.4..3....1.....4...8.....79...2.9......12.68..9.........63.49.28."
    found = api.try_strategies(["naked_pairs"], [board_of(text, "puzzle")], base="basic")
    assert found.solved() == (0, 1)
    assert not found.broken
