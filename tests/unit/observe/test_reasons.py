"""The reasons that a workbook keeps, by their numbers, their names and their strategies."""

import re

import pytest

from xlbuilder.drive.boards import Boards
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.values import ExcelError
from xlbuilder.observe.reasons import Reason, Reasons
from xlbuilder.template.locate import strategies
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.slow

PAIRS = strategies()["naked_pairs"].read_text(encoding="utf-8")

PLACING = ("guess_here", "kept_digit", "singles")


@pytest.fixture(scope="module")
def reasons(built):
    return reasons_of(built("sudoku", "naked_pairs"))


def reasons_of(path):
    return Reasons(Boards.of(read_workbook(path)))


def test_the_names_that_place_digits_come_first(reasons):
    assert reasons.known[:5] == (*PLACING, "another digit stands here", "it stands in sight")
    assert reasons.known[5:7] == ("naked_pairs", "locked_candidates")


def test_a_number_on_a_board_says_why(reasons):
    assert reasons.placed(200915.0) == Reason(91, "singles")
    assert reasons.placed(100015.0) == Reason(1, "guess_here")
    assert reasons.removed(-202.0) == Reason(2, "it stands in sight")
    assert reasons.removed(-30.0) == Reason(30, "naked_pairs")
    assert reasons.removed(-281.0) == Reason(81, "locked_candidates")
    assert reasons.removed(-150.0) == Reason(50)
    no_digits = [0.0, None, "", ExcelError.NA]
    assert {reasons.placed(value) for value in no_digits} == {None}
    assert {reasons.removed(value) for value in [5.0, None, "", ExcelError.NA]} == {None}


def test_a_reason_is_a_name_or_words_or_its_number():
    reasons = Reason(30, "naked_pairs"), Reason(2, "it stands in sight"), Reason(3)
    assert [str(each) for each in reasons] == ["naked_pairs", "it stands in sight", "reason 3"]
    assert [each.name for each in reasons] == ["naked_pairs", "", ""]


def test_a_strategy_on_the_ladder_stands_for_itself(reasons, built, tmp_path):
    assert reasons.asked(["naked_pairs"]) == {"naked_pairs"}
    mine = tmp_path / "mine.toml"
    mine.write_text(PAIRS, encoding="utf-8")
    assert reasons_of(built("sudoku", str(mine))).asked([str(mine)]) == {"mine"}


def test_a_strategy_stands_for_the_names_that_it_plugs_in(built, edited, tmp_path):
    without_rung = tmp_path / "pairs.toml"
    without_rung.write_text(re.sub("(?m)^rung = .*$", "", PAIRS), encoding="utf-8")
    reasons = reasons_of(built("sudoku", str(without_rung)))
    assert str(reasons.removed(-3.0)) == "in_naked_pair"
    assert reasons.asked([str(without_rung)]) == {"in_naked_pair"}
    assert reasons.asked(["locked_candidates", "search"]) == {"locked_candidates", "guess_here"}
    own = edited('[strategy]\ntitle = "A"\ntext = "B"\n[plugs]\nslot = ["in_naked_pair", "x"]\n')
    assert reasons.asked([str(own)]) == {"in_naked_pair"}
    own = edited(
        '[strategy]\ntitle = "A"\ntext = "B"\n[parameters]\nkind = "hidden"\n'
        '[plugs]\nslot = ["in_{kind}_pair"]\n'
    )
    assert reasons.asked([f"{own}:kind=naked"]) == {"in_naked_pair"}


def test_a_library_that_needs_itself_without_end_stands_for_no_name(reasons, tmp_path):
    text = 'needs = ["p:n=1{n}"]\n[strategy]\ntitle = "x"\nlibrary = true\n[parameters]\nn = 1\n'
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    with pytest.raises(WorkbookError, match="no reason of this workbook"):
        reasons.asked([str(tmp_path / "p.toml")])


@pytest.mark.parametrize("word", ["jellyfish", "position", "singles_in_rows", "", "x" * 5000])
def test_words_that_are_no_reason_of_the_workbook_are_refused(reasons, word):
    with pytest.raises(WorkbookError, match="no reason of this workbook; its reasons are: guess_h"):
        reasons.asked([word])


def test_a_workbook_that_keeps_no_reasons_says_so(built):
    with pytest.raises(WorkbookError, match=r"naked_single: no reason of .*; it keeps no reasons"):
        reasons_of(built("ellis")).asked(["naked_single"])
