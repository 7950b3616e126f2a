"""A board that was moved off the steps in which names count: the file that moved it is named."""

import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load
from xlbuilder.template.locate import shipped

ROW = "begins in row {}, off the steps of 36 rows from P16 in which names count"


def moved(edited, to, more=""):
    text = f"extends = 'basic'\n[boards.val_board]\nrange = '{to}'\n{more}"
    return str(edited(text, "mine.toml"))


def test_the_file_that_moved_a_board_is_named_and_not_the_formula(edited):
    path = moved(edited, "P18:AP44")
    with pytest.raises(TemplateError) as error:
        load(path)
    text = f"{ROW.format(18)}; put it back, or write names of its own"
    assert error.value.problems == [f"{path}: [boards.val_board] range: {text}"]


def test_rows_and_columns_count_separately_and_other_mistakes_stay(edited):
    path = moved(edited, "Q18:AQ44", "[names.more]\nformula = '=nothing'")
    with pytest.raises(TemplateError) as error:
        load(path)
    row, column, other = error.value.problems
    assert ROW.format(18) in row
    assert "begins in column Q, off the steps of 36 columns from P16" in column
    assert "[names.more] formula: uses the unknown name nothing" in other


def test_a_board_that_calculates_is_named_too(edited):
    """Its own name counts its lines, and others of the template count wrong there."""
    loaded = load(moved(edited, "P17:AP43", "[names.line_of_val]\nformula = '=ROW()-14'"))
    assert [ROW.format(17) in str(each) for each in loaded.moved] == [True]


def test_a_board_in_step_is_fine_and_so_are_those_of_xlbuilder(edited):
    path = edited("extends = 'basic'\n[boards.cell_state]\nrange = 'D88:L96'", "mine.toml")
    assert load(str(path)).moved == []
    for name in shipped():
        assert load(name).moved == [], name
