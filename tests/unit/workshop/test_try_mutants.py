"""`xlbuilder try` finds mistakes that authors of strategies make."""

import re
from pathlib import Path

import pytest

import xlbuilder
from tests.helpers.pages import Page
from tests.helpers.places import DATA
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.locate import strategies

PUZZLES = Page("docs/tutorial/a-strategy.md").files["puzzles.txt"].split()
TRIED = {"subsets": DATA / "strategies" / "subsets.toml", **strategies()}
"""Strategies that are mutated; pairs are subsets of two digits."""
FEW = DATA / "few_strategies.toml"
RESTLESS = """
[strategy]
title = "Restless"
text = "Shows 0 and 1 in turn."

[[rules]]
removes = "never"
why = "why_never"

[plugs]
helpers_are_reset = ["turns_are_reset"]

[boards.turns]
size = "9x9"
label = "Turns"
style = "helper_board"
formula = '''=IF(is_solving, 1-INDEX(turns,this_row,this_column), 0)'''

[names.never]
formula = '''=INDEX(turns,row_from_val,column_from_val)>1'''

[names.why_never]
formula = '''="never"'''

[names.turns_are_reset]
formula = '''=COUNTIF(turns,0)=81'''
"""


def mutant(folder, name, right, wrong):
    """Return a copy of a strategy with a mistake, which does not wait, and what it needs."""
    text = re.sub(r"(?m)^rung = .*\n", "", TRIED[name].read_text())
    assert right in text
    path: Path = folder / f"{Path(name).name}.toml"
    path.write_text(text.replace(right, wrong))
    (folder / "primes.toml").write_text((DATA / "strategies" / "primes.toml").read_text())
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "right", "wrong", "puzzles"),
    [
        pytest.param(
            *("subsets", "{place}))>0", "{place}))>=0", PUZZLES[:3]),
            id=">0 to >=0",
        ),
        pytest.param(
            "subsets",
            "MOD({what}_of_{house},INDEX(houses,{line},{place}))>0",
            "{what}_of_{house}<>INDEX(houses,{line},{place})",
            PUZZLES,
            id="a subset is equal",
        ),
        pytest.param(
            "naked_pairs",
            "INDEX(pair_board, this_row, 0)",
            "INDEX(pair_board, this_band, 0)",
            PUZZLES[:4],
            id="a wrong row",
        ),
    ],
)
def test_a_mutant_is_caught_on_each_puzzle_and_named(tmp_path, name, right, wrong, puzzles):
    path = mutant(tmp_path, name, right, wrong)
    found = xlbuilder.try_(path, puzzles, base=FEW, workers=1)
    assert not found.is_fine
    lost = found.true_candidates_removed
    assert [str(each.puzzle) for each in lost] == puzzles
    assert {each.name for each in lost} <= found.names_tried
    assert len(found.broken) == len(puzzles)


@pytest.mark.slow
def test_a_strategy_that_never_comes_to_rest_is_broken(tmp_path):
    path = tmp_path / "restless.toml"
    path.write_text(RESTLESS)
    found = xlbuilder.try_(path, PUZZLES[3:], base=FEW, workers=1)
    assert found.solved() == (1, 1)  # what is solved is judged by its digits
    (broken,) = found.broken
    assert broken.verdict in (Kind.CAPPED, Kind.WORKING)
    assert str(broken.puzzle) == PUZZLES[4]


@pytest.mark.slow
def test_what_is_false_without_the_strategy_too_is_not_fine(edited):
    """The status says "solved" of what is stuck, and "stuck" of what is solved."""
    says = "[drive]\nsays = { working = [3, 4], no_solution = [2, 5], stuck = [7], solved = [6] }\n"
    base = edited(f'extends = "basic"\n{says}')
    found = xlbuilder.try_("naked_pairs", PUZZLES[:1], base=base, workers=1)
    ((pair,),) = found.tried
    kinds = [run.verdict.kind for run in (pair.without, pair.with_them)]
    assert kinds == [Kind.WRONG_STATUS] * 2
    assert [broken.verdict for broken in found.broken] == [Kind.WRONG_STATUS]
    assert not found.is_fine
