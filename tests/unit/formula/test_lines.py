"""A formula broken into lines still means the same."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from xlbuilder.formula.lines import lines
from xlbuilder.formula.parse import parse
from xlbuilder.template.formulas import formulas
from xlbuilder.template.load import load


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("=a_1+1", ["=a_1+1"]),
        ("\n=IF(a_1,\n   b_1,\n\n c_1)\n", ["=IF(a_1,", " b_1,", " c_1)"]),
        (
            "=IF(first_one>0, first_one, IF(second_one>0, second_one, IF(third, 3, 4)))",
            ["=IF(first_one>0, first_one,", " IF(second_one>0, second_one,", " IF(third, 3, 4)))"],
        ),
        (
            "=INDEX(a_board,1,1):INDEX(a_board,9,9)",
            ["=INDEX(a_board,1,1)", " :INDEX(a_board,9,9)"],
        ),
        ("=first_name*10+second_name=third_name", ["=first_name*10+second_name", " =third_name"]),
        ("=SUM(first_name*100,second_name*100)", ["=SUM(first_name*100,", " second_name*100)"]),
        (
            '="a text, that is longer, than a line"&b_1',
            ['="a text, that is longer, than a line"', " &b_1"],
        ),
        ('=IF(a_1,"two  blanks\nand a line", 1)', ["=IF(a_1,", ' "two  blanks\nand a line", 1)']),
        (
            "='My, own - Sheet, as it is'!$A$1+1E-5+a_1",
            ["='My, own - Sheet, as it is'!$A$1", " +1E-5+a_1"],
        ),
    ],
)
def test_lines_of_thirty_characters(text, rows):
    assert lines(text, 30) == rows


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sudoku", "ellis"])
@settings(max_examples=20, deadline=None, derandomize=True)
@given(width=some.integers(10, 120))
def test_every_formula_means_the_same_on_lines_of_any_width(name, width):
    for formula in formulas_of(name):
        rows = lines(formula.text, width)
        assert parse("\n".join(rows)) == parse(formula.text)
        # Only a text can be longer than sixty characters.
        assert all(len(row) <= max(width, 60) for row in rows if '"' not in row)


@cache
def formulas_of(name):
    return list(formulas(load(name).template))
