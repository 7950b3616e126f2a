"""The status of a workbook in `[drive]`: a cell, and what its codes mean."""

from typing import get_args

import pytest

from xlbuilder.sudoku.verdict import Says
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


ELLIS = """
extends = "ellis"
[cells.status_code]
range = "A1"
style = "input"
formula = "=1"
[drive]
"""


@pytest.mark.parametrize("case", STATUS)
def test_a_status_with_a_mistake(refused, case):
    drive, message = STATUS[case]
    (problem,) = refused(template=ELLIS + drive)
    assert f"template.toml: {message}" in problem


def test_a_sound_status(composed):
    drive = "status = 'status_code'\nsays = { solved = [1], stuck = [2, 3] }"
    assert composed(template=ELLIS + drive).drive.says == {"solved": [1], "stuck": [2, 3]}
