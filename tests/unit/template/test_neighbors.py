"""Which boards look at their neighbor first; what it is for: test_libreoffice_all.py."""

import pytest

from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "Neighbors"
[cells.seed]
range = "A1"
style = "plain"
value = 1
[boards.looking]
range = "K3:S11"
style = "plain"
formula = '''{formula}'''
neighbor_first = {first}
[boards.other]
range = "A13:I21"
style = "plain"
formula = '''=seed'''
[styles.plain]
"""


def built(edited, formula, first="true"):
    loaded = load(str(edited(TEMPLATE.format(formula=formula, first=first))))
    boards = loaded.template.boards
    assert loaded.written.boards["looking"].formula == formula
    assert boards["other"].formula == "=seed"
    return boards["looking"].formula


@pytest.mark.parametrize(
    ("written", "added"),
    [
        ("=MAX(seed, 2)", "=COUNT(L3)*0+MAX(seed, 2)"),
        ("=IF(seed>2,\n seed, 0)", "=COUNT(L3)*0+IF(seed>2,\n seed, 0)"),
        ("=seed>2", "=COUNT(L3)*0+(seed>2)"),
        ("=seed*2", "=COUNT(L3)*0+(seed*2)"),
    ],
)
def test_a_board_that_asks_for_it(edited, written, added):
    assert built(edited, written) == added
    assert built(edited, written, first="false") == written
