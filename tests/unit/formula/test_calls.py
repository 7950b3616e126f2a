"""Where calls stand in the text of a formula, checked by reading the pieces again."""

import pytest

from xlbuilder.formula.calls import calls_in
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import Call, walk

FORMULAS = [
    "=1",
    "=if( A1 , SUM(B1:B2 ) ,)",
    "=(SUM((1+2)*3)+MAX(4,(5),6))*ROW()",
    '=IF(A1="a,b)", SUM({1,2;3,4}), COUNTIF(board,"("))',
    '=INDEX({"a","b"}, 1, 2)&"""("',
    "=LOG10(LOG10) + log10(2)",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_each_call_is_what_the_parser_reads(text):
    found = list(calls_in(text))
    nodes = [parse(text[call.start : call.end]) for call in found]
    expected = [node for node in walk(parse(text)) if isinstance(node, Call)]
    assert sorted(map(repr, nodes)) == sorted(map(repr, expected))
    for call, node in zip(found, nodes, strict=True):
        assert call.function == node.function


def test_a_call_knows_what_it_is_an_argument_of():
    text = '=MAX(1, (2+(ROW())), IF({"a","b"}="a", COLUMN()))+MIN(3)'
    within = {call.function: call.within for call in calls_in(text)}
    assert within == {"ROW": "MAX", "IF": "MAX", "COLUMN": "IF", "MAX": "", "MIN": ""}
