"""Which AND and OR become IFs; what it is for: tests/workbooks/test_one_by_one.py."""

import pytest

from xlbuilder.formula.parse import parse
from xlbuilder.template.load import load
from xlbuilder.template.one_by_one import Conditions, one_by_one

NAMES = {
    "cell": "Main!$A$1",
    "board": "Main!$A$1:$B$2",
    "is_high": "Main!$A$1>5",
    "is_set": "IF(is_high, TRUE, NOT(cell))",
    "number": "IF(is_high, 1, FALSE)",
    "loop": "loop",
}
CONDITIONS = Conditions({name: parse(text) for name, text in NAMES.items()})


@pytest.mark.parametrize(
    ("written", "built"),
    [
        ("=AND(is_high, is_set)", "=IF(is_high, is_set, FALSE)"),
        ("=OR(is_high, is_set)", "=IF(is_high, TRUE, is_set)"),
        ("=and(A1>1,B1>1,C1>1)", "=IF(A1>1,IF(B1>1,C1>1,FALSE),FALSE)"),
        ("=OR(A1>1, B1>1,\n C1>1)", "=IF(A1>1, TRUE, IF(B1>1, TRUE,\n C1>1))"),
        ("=OR(is_high, AND(A1=1, B1=2))", "=IF(is_high, TRUE, IF(A1=1, B1=2, FALSE))"),
        (
            "=IF(AND(is_high, OR(A1=1, TRUE)), 1)",
            "=IF(IF(is_high, IF(A1=1, TRUE, TRUE), FALSE), 1)",
        ),
        ('=AND(A1="a,b)", ISERROR(B1))', '=IF(A1="a,b)", ISERROR(B1), FALSE)'),
        (
            "=AND(CHOOSE(2,1,2)=1, IF(A1,TRUE,B1<2))",
            "=IF(CHOOSE(2,1,2)=1, IF(A1,TRUE,B1<2), FALSE)",
        ),
        # AND does not take a blank cell, a text or a number as IF does.
        ("=AND(cell, is_high)", None),
        ("=AND(is_high, number)", None),
        ("=AND(is_high, A1)", None),
        ("=OR(is_high, 1)", None),
        ("=OR(is_high, loop)", None),
        ("=OR(is_high, IF(A1>1, TRUE))", None),
        # Nor several values.
        ("=OR(board>1, is_high)", None),
        ("=AND(board)", None),
        ("=AND(is_high)", None),
        ("=AND(is_high,)", None),
        ('="AND(is_high, is_set)"', None),
    ],
)
def test_what_is_written_out(written, built):
    assert one_by_one(written, CONDITIONS) == (built or written)


TEMPLATE = """
[workbook]
title = "Conditions"
one_by_one = {one_by_one}
[boards.board]
range = "B2:C3"
style = "plain"
formula = "=IF(AND(is_low, B2>0), 1, 0)"
[names.is_low]
formula = "=OR(SUM(board)<3, SUM(board)>9)"
[formats.look]
board = "board"
formula = "=AND(B2=1, is_low)"
bold = true
[styles.plain]
"""


def test_a_template_asks_for_it(edited):
    loaded = load(str(edited(TEMPLATE.format(one_by_one="true"))))
    built = loaded.template
    assert built.boards["board"].formula == "=IF(IF(is_low, B2>0, FALSE), 1, 0)"
    assert built.names["is_low"].formula == "=IF(live, IF(SUM(board)<3, TRUE, SUM(board)>9))"
    assert built.formats["look"].formula == "=IF(B2=1, is_low, FALSE)"
    assert loaded.written.names["is_low"].formula == "=OR(SUM(board)<3, SUM(board)>9)"
    other = load(str(edited(TEMPLATE.format(one_by_one="false")))).template
    assert other.boards["board"].formula == "=IF(AND(is_low, B2>0), 1, 0)"
