"""Rules that look at boards which sleep when the rule should work."""

import pytest

from xlbuilder.template.load import load
from xlbuilder.template.warn.asleep import asleep

STRATEGY = """
needs = ["pictures"]
[strategy]
title = "Links"
[[rules]]
{field} = "in_link"
{rung}
[names.in_link]
formula = "=SUMPRODUCT(column_of_rows)>9"
"""

SLEEPS = "the board {} sleeps below rung {}, where the rule finds nothing; write rung = {}"


def said(edited, field, rung):
    path = edited(STRATEGY.format(field=field, rung=rung), "mine.toml")
    return path, [*map(str, asleep(load("sudoku", [str(path)])))]


@pytest.mark.parametrize(
    ("field", "rung", "found"),
    [
        ("proposes_pictures", "rung = 35", ("rung = 35", "proposals_of_pictures", 41)),
        ("removes", "rung = 36", ("rung = 36", "links", 37)),
        ("removes", "", ("a rule without rung", "links", 37)),
    ],
)
def test_a_rule_below_a_board_that_it_needs_is_named(edited, field, rung, found):
    what, board, least = found
    path, lines = said(edited, field, rung)
    assert lines == [f"{path}: [rules]: {what}: {SLEEPS.format(board, least, least)}, or more"]


@pytest.mark.parametrize(
    ("field", "rung"), [("proposes_pictures", "rung = 41"), ("removes", "rung = 37")]
)
def test_a_rule_that_finds_its_boards_awake_is_fine(edited, field, rung):
    assert said(edited, field, rung)[1] == []


def test_the_shipped_strategies_find_their_boards_awake():
    assert [*asleep(load("sudoku", ["all"]))] == []
    assert [*asleep(load("sudoku", ["x_chain", "xy_chain"]))] == []
