"""The status of a workbook in `[drive]`: a cell, and what its codes mean."""

from typing import get_args

import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.load import load
from xlbuilder.template.schema import Word


def test_the_words_of_a_status_are_those_that_are_judged():
    """`no_run` is no word: it is what every other code stands for."""
    assert set(get_args(Word)) == {says.value for says in Says} - {"no_run"}


STATUS = {
    "no such cell": ("status = 'stat'\nsays = { solved = [1] }", "[drive.status]: there is no cel"),
    "a cell without formula": (
        "status = 'state'\nsays = { solved = [1] }",
        "[drive.status]: the cell state has no formula, so it says nothing",
    ),
    "no codes": ("status = 'status_code'", "[drive.status]: needs says = the codes of each word"),
    "codes of nothing": ("says = { solved = [1] }", "[drive.says]: needs status = the cell whose"),
    "a code twice": (
        "status = 'status_code'\nsays = { solved = [1], stuck = [2, 1] }",
        "[drive.says]: 1 stands for solved and for stuck",
    ),
}


@pytest.mark.parametrize("case", STATUS)
def test_a_status_with_a_mistake(edited, case):
    drive, message = STATUS[case]
    cell = "[cells.status_code]\nrange = 'A1'\nstyle = 'input'\nformula = '=1'\n"
    path = edited(f'extends = "ellis"\n{cell}[drive]\n{drive}')
    with pytest.raises(TemplateError) as error:
        load(str(path))
    (problem,) = error.value.problems
    assert "edited.toml: " in problem
    assert message in problem
    assert "\n" not in problem


def test_a_sound_status(edited):
    cell = "[cells.status_code]\nrange = 'A1'\nstyle = 'input'\nformula = '=1'\n"
    drive = "[drive]\nstatus = 'status_code'\nsays = { solved = [1], stuck = [2, 3] }"
    loaded = load(str(edited(f'extends = "ellis"\n{cell}{drive}'))).template.drive
    assert loaded is not None
    assert loaded.says == {"solved": [1], "stuck": [2, 3]}
