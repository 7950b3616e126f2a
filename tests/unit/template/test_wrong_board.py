"""A name that is wrong where a board calls it: the message names the boards and the caller."""

import pytest

PLUG = """
[strategy]
title = "x"
[[rules]]
removes = "too_few"
why = "why_too_few"
[names.why_too_few]
formula = '="too few"'
"""


@pytest.fixture
def said(refused):
    """Return a function that gives the problem of a strategy, behind the name of its file."""

    def get(text):
        (line,) = refused(text, template='extends = "sudoku"', removed=["search"])
        return line.partition("s1.toml")[2]

    return get


def test_the_caller_is_blamed_and_both_boards_are_named(said):
    assert said(PLUG + "[names.too_few]\nformula = '=COUNT(val_bigcell)=1'") == (
        ": [names.too_few] formula: val_bigcell is for boards like cell_state (9x9);"
        " too_few is evaluated on val_board, and in Y16 val_bigcell points outside a range (#REF!);"
        " check the positions in INDEX"
    )


def test_a_board_that_calls_it_itself(said):
    text = '[strategy]\ntitle = "x"\n[boards.mine]\nrange = "CJ17:CR25"\nstyle = "helper_board"\n'
    assert said(text + "formula = '=COUNT(val_bigcell)'") == (
        ": [boards.mine] formula: val_bigcell is for boards like cell_state (9x9), and in CJ25"
        " val_bigcell points outside a range (#REF!); check the positions in INDEX"
    )


def test_a_name_that_is_wrong_everywhere_is_blamed_itself(said):
    names = "[names.too_few]\nformula = '=INDEX(sol_board,this_row+9,1)=1'"
    assert said(PLUG + names) == (
        ": [names.too_few] formula: in P16 points outside a range (#REF!);"
        " check the positions in INDEX"
    )


def test_a_plugged_name_that_gives_a_range_is_blamed_and_not_the_template(said):
    names = "[names.too_few]\nformula = '=how_many>1'\n"
    names += "[names.how_many]\nformula = '=INDEX(sol_board,row_from_val,0)*2'"
    assert said(PLUG + names) == (
        ": [names.too_few] formula: uses the range how_many where one value is expected;"
        " put it into a function such as SUM, COUNTIF or SUMPRODUCT"
    )
