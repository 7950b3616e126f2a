"""Which boards ask for an error of the cell that wakes them; what it is for: tests/workbooks."""

import pytest

from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "Asleep"
[cells.Rung]
range = "A1"
style = "plain"
value = 3
wakes = {wakes}
[cells.other]
range = "B1"
style = "plain"
value = 3
[boards.board]
range = "A3:B4"
style = "plain"
formula = '''{formula}'''
[cells.one]
range = "D1"
style = "plain"
formula = '''=twice'''
[names.twice]
formula = '''=IF(rung<2, 0, rung*2)+other'''
[styles.plain]
"""


def built(edited, formula, wakes="true"):
    loaded = load(str(edited(TEMPLATE.format(formula=formula, wakes=wakes))))
    assert loaded.written.boards["board"].formula == formula
    return loaded.template.boards["board"].formula


@pytest.mark.parametrize(
    ("written", "added"),
    [
        ("=IF(rung<4, 0, 5)", "=IF(ISERROR(rung), 0, IF(rung<4, 0, 5))"),
        ("= if( RUNG<twice,7,5 )", "=IF(ISERROR(RUNG), 7, if( RUNG<twice,7,5 ))"),
        ("=IF(rung<4, 0,\n 5)", "=IF(ISERROR(rung), 0,\n IF(rung<4, 0,\n 5))"),
        # These do not begin so: what they have while they sleep is no number, or not all.
        ("=IF(rung<4, A3, 5)", None),
        ("=IF(rung<4, 0)", None),
        ("=IF(other<4, 0, 5)", None),
        ("=IF(rung>4, 0, 5)", None),
        ("=IF(other<4, 0, IF(rung<4, 0, 5))", None),
        ("=IF(rung<4, 0, 5)+1", None),
    ],
)
def test_a_formula_that_begins_with_it(edited, written, added):
    assert built(edited, written) == (added or written)
    assert built(edited, written, wakes="false") == written


def test_a_name_does_not_ask(edited):
    text = TEMPLATE.format(formula="=1", wakes="true").replace("=IF(rung<2, 0, rung*2)+other", "{}")
    formula = "=IF(rung<2, 0, rung*other)"
    assert load(str(edited(text.format(formula)))).template.names["twice"].formula == formula
