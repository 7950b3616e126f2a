"""The reasons that a workbook keeps, by their numbers, their names and their strategies."""

import pytest

from xlbuilder.errors import WorkbookError
from xlbuilder.proof.reasons import Reasons
from xlbuilder.xlsx.drive import Drive
from xlbuilder.xlsx.model import read_workbook

PLACING = ("naked_single", "single_in_row", "single_in_column", "single_in_box", "guess_here")


@pytest.fixture(scope="module")
def reasons(built):
    return reasons_of(built("sudoku"))


def reasons_of(path):
    model = read_workbook(path)
    return Reasons(model, Drive.from_properties(model.properties, model.path))


def test_the_names_that_place_digits_come_first(reasons):
    assert reasons.known[:7] == (*PLACING, "another digit stands here", "it stands in sight")
    assert {"locked_by_row", "locked_by_column", "no solution has it"} < set(reasons.known)


def test_a_number_on_a_board_says_why(reasons):
    assert reasons.placed(341025.0) == "single_in_row"
    assert reasons.placed(41015.0) == "naked_single"
    assert reasons.removed(-34102.0) == "it stands in sight"
    assert reasons.removed(-4103.0) == "locked_by_row"
    assert reasons.removed(-4150.0) == "reason 50"
    assert (reasons.placed(0.0), reasons.placed(None), reasons.removed("")) == ("", "", "")


def test_a_strategy_stands_for_the_names_that_it_plugs_in(reasons, edited):
    assert reasons.asked(["hidden_singles"]) == set(PLACING[1:4])
    assert reasons.asked(["locked_by_row", "naked_singles"]) == {"locked_by_row", "naked_single"}
    own = edited('[strategy]\ntitle = "A"\ntext = "B"\n[plugs]\nslot = ["locked_by_column", "x"]\n')
    assert reasons.asked([str(own)]) == {"locked_by_column"}
    own = edited(
        '[strategy]\ntitle = "A"\ntext = "B"\n[parameters]\nline = "row"\n'
        '[plugs]\nslot = ["locked_by_{line}"]\n'
    )
    assert reasons.asked([f"{own}:line=column"]) == {"locked_by_column"}


def test_a_library_that_needs_itself_without_end_stands_for_no_name(reasons, tmp_path):
    text = '[strategy]\ntitle = "x"\nlibrary = true\nneeds = ["p:n=1{n}"]\n[parameters]\nn = 1\n'
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    with pytest.raises(WorkbookError, match="no reason of this workbook"):
        reasons.asked([str(tmp_path / "p.toml")])


@pytest.mark.parametrize("word", ["jellyfish", "unique", "locked_by_rows", "", "x" * 5000])
def test_words_that_are_no_reason_of_the_workbook_are_refused(reasons, word):
    with pytest.raises(WorkbookError, match="no reason of this workbook; its reasons are: naked_s"):
        reasons.asked([word])


def test_a_workbook_that_keeps_no_reasons_says_so(built):
    with pytest.raises(WorkbookError, match=r"naked_single: no reason of .*; it keeps no reasons"):
        reasons_of(built("ellis")).asked(["naked_single"])
