"""Which boards look at their neighbor first; what it is for: test_libreoffice_all.py."""

import pytest

from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "Neighbors"
[drive]
input = "typed"
solution = "typed"
candidates = "candidates"
status = "rung"
status_text = "rung"
says = {{ solved = [1] }}
[cells.rung]
range = "A1"
style = "plain"
formula = '''=1'''
wakes = {wakes}
[boards.typed]
range = "A3:I11"
style = "plain"
[boards.candidates]
range = "K3:AK29"
style = "plain"
formula = '''{formula}'''
[boards.other]
range = "A13:I21"
style = "plain"
formula = '''=rung'''
[styles.plain]
"""


def built(edited, formula, wakes="true"):
    loaded = load(str(edited(TEMPLATE.format(formula=formula, wakes=wakes))))
    boards = loaded.template.boards
    assert loaded.written.boards["candidates"].formula == formula
    assert boards["other"].formula == "=rung"
    return boards["candidates"].formula


@pytest.mark.parametrize(
    ("written", "added"),
    [
        ("=rung*2", "=IF(COUNT(L3)<0, 0, rung*2)"),
        ("=IF(rung>2,\n rung, 0)", "=IF(COUNT(L3)<0, 0,\n IF(rung>2,\n rung, 0))"),
    ],
)
def test_a_board_of_candidates(edited, written, added):
    assert built(edited, written) == added
    assert built(edited, written, wakes="false") == written
