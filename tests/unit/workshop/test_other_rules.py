"""Positions and tests in a template of other rules are read and judged by these rules.

In the jigsaw R3C2 is in no house with R1C1, as it is in plain Sudoku.
"""

import pytest

import xlbuilder
from xlbuilder.errors import PuzzleError
from xlbuilder.workshop.as_test import as_test

CORNER = "5".ljust(81, ".")
ONE_PLACE = "........1.......2.......3...9...4...............6.......7.......8.............9.."
"""The middle cell is the only place for 9 on a diagonal."""

BY_BOX = f"""
[strategy]
title = "Digits of boxes"
text = "A digit goes from the box in which it stands."
[[rules]]
removes = "stands_in_box"
[names.stands_in_box]
formula = '''=COUNTIF(sol_box, onetonine)>0'''
[[tests]]
position = "{CORNER}"
"""


@pytest.fixture
def by_box(tmp_path):
    """Return the file of a strategy that removes what stands in the box, with its test."""

    def write(found):
        path = tmp_path / "by_box.toml"
        path.write_text(BY_BOX + found, encoding="utf-8")
        return path

    return write


@pytest.mark.slow
@pytest.mark.parametrize("found", ["nothing = true", 'removes = ["5 R3C2"]'])
def test_a_test_sees_what_is_lost_under_the_rules_of_its_base(by_box, found):
    """By plain rules R3C2 has no 5 to lose."""
    (result,) = xlbuilder.test(by_box(found), base="jigsaw").results
    assert any("removes 5 R3C2, which is in a solution" in each for each in result.problems)


@pytest.mark.slow
def test_a_position_is_read_by_the_rules_of_the_file(tmp_path):
    position = f":0000:x:{CORNER}:532:::"
    book = tmp_path / "x.xlsx"
    xlbuilder.load("jigsaw", with_=["position"], without=["search", "unique"]).build(book)
    for file, only in ((book, []), ("jigsaw", ["position"])):
        assert xlbuilder.steps(file, position=position, only=only).start.deleted == {(19, 5)}
    assert not xlbuilder.steps("basic", position=position).start.deleted


@pytest.mark.slow
def test_a_position_of_other_rules_is_no_test_of_a_strategy_without_them():
    alone, together = (
        xlbuilder.steps("bare", ONE_PLACE, only=["diagonals", *more])
        for more in ([], ["anti_king"])
    )
    assert as_test(alone, "diagonals").startswith("[[tests]]")
    with pytest.raises(PuzzleError, match="is without the other rules of this puzzle"):
        as_test(together, "diagonals")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["diagonals", "anti_king"])
def test_a_rule_finds_what_its_template_allows_without_it(name):
    assert xlbuilder.test(name).all_right
