"""Strategies are tested and tried with the template `basic`, which keeps no reasons."""

import re
from itertools import product

import pytest

from tests.helpers.cost import by_cost
from xlbuilder import api
from xlbuilder.errors import PuzzleError, TemplateError
from xlbuilder.sudoku.corpus import board_of
from xlbuilder.template.locate import strategies

pytestmark = pytest.mark.slow

PLAIN = strategies()["naked_pairs"].read_text(encoding="utf-8")

NOTHING = """
[[tests]]
name = "nothing"
position = '''
12.456...
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

EASY = NOTHING.replace("nothing = true", 'removes = ["3 R3C7", "3 R3C8", "3 R3C9"]')

"""Row 1 has 3 in its third box only: locked candidates."""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (">1)*pairs_of", ">2)*pairs_of", "does not remove 1 R4C5"),
        ("=INDEX(pair_board,", "=0*INDEX(pair_board,", "which is in a solution"),
        ("nothing = true", 'removes = ["3 R1C3"]', "3 R1C3 is no candidate"),
    ],
)
def test_what_is_wrong_is_told(tmp_path, old, new, problem):
    mine = tmp_path / "mine.toml"
    text = PLAIN + NOTHING
    assert old in text
    mine.write_text(text.replace(old, new))
    try:
        told = str(api.test(mine, base="basic"))
    except PuzzleError as error:
        told = str(error)
    assert problem in told


ASKED = r"(?m)(^\[names\.in_.*\n.*\nformula = '''=)(.*)(?='''$)"
"""The name that a rule has, and its formula."""

NAMES = ["naked_pairs", "hidden_pairs", "x_wing"]


@pytest.mark.parametrize("case", by_cost(product(["basic", "sudoku"], NAMES), 0, 4), ids="-".join)
def test_a_strategy_that_does_nothing_fails_all_its_tests(tmp_path, case):
    """What the template finds by itself does not speak for the strategy."""
    base, name = case
    mine = tmp_path / "mine.toml"
    text = strategies()[name].read_text(encoding="utf-8")
    mine.write_text(re.sub(ASKED, r"\1AND(FALSE, \2)", text))
    report = api.test(mine, base=base)
    assert report.results
    assert not any(result.is_right for result in report.results)


BOXES = "...625......3.859.3...94....3..16..5..1.83....7.459.2..849.2....2.8.7...793541268"
"""Two boxes have a naked pair; when its digits are gone, basic finds R1C1 = 9."""


def test_what_the_strategy_finds_at_once_is_listed_with_basic_too(tmp_path):
    """And no more need be said of what basic finds by itself, or of what follows."""
    mine = tmp_path / "mine.toml"
    boxes = PLAIN.partition("[[tests]]")[0].replace(
        "MAX(naked_pair_in_row, naked_pair_in_column, ", "MAX("
    )
    boxes = boxes.replace("kind = [1, 2, 3]", "kind = [3]")
    boxes = re.sub(r'(?m)^(house|cells|places) = \[.*, ("[^"]*")\]$', r"\1 = [\2]", boxes)
    said = ('removes = ["651 652", "841 843"]', 'removes = ["651"]', "nothing = true")
    tests = (f'[[tests]]\nposition = "{BOXES}"\n{each}\n' for each in said)
    mine.write_text(boxes + "".join(tests))
    assert str(api.test(mine, base="basic")).splitlines() == [
        "mine.toml: test 1: right",
        "mine.toml: test 2: wrong: also finds 8 R4C1, 8 R4C3, 6 R5C2",
        "mine.toml: test 3: wrong: finds 8 R4C1, but there is nothing to find",
    ]


def test_a_position_in_which_basic_finds_all_of_it_says_nothing(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(PLAIN.partition("[[tests]]")[0] + EASY)
    assert "all of it is found without the strategy too" in str(api.test(mine, base="basic"))


def test_a_preset_of_several_strategies_names_them():
    with pytest.raises(TemplateError) as caught:
        api.test("classic", base="sudoku")
    assert "give some of naked_pairs, hidden_pairs, naked_triples" in str(caught.value)


def test_what_basic_finds_itself_is_no_strategy_to_test():
    with pytest.raises(TemplateError) as caught:
        api.test("locked_candidates", base="basic")
    assert str(caught.value) == "locked_candidates: is part of basic, which finds it by itself"


def test_what_basic_finds_itself_is_nothing(tmp_path):
    """In this position 3 leaves cells, by locked candidates, without any pair."""
    mine = tmp_path / "mine.toml"
    mine.write_text(PLAIN.partition("[[tests]]")[0] + NOTHING)
    assert api.test(mine, base="basic").all_right
    eager = mine.read_text().replace('">0")=2)', '">0")=3)').replace(">1)*", ">=0)*")
    mine.write_text(eager)
    assert "there is nothing to find" in str(api.test(mine, base="basic"))


def test_a_trial_runs_each_puzzle_without_the_strategy_too():
    """Nothing on the sheet says which strategy solved it."""
    text = ".4..8.6...8.61.5.4..3....1.....4...8.....79...2.9......12.68..9.........63.49.28."
    found = api.try_(["naked_pairs"], [board_of(text, "puzzle")], base="basic")
    assert found.solved() == (0, 1)
    assert not found.broken
