"""What gives the same in a name and in an ordinary cell of Excel 2007, and what does not."""

import pytest

from xlbuilder.formula.ordinary import Ordinary
from xlbuilder.formula.parse import parse
from xlbuilder.formula.tree import to_text

NAMES = {
    "board": parse("=Main!$A$1:$I$9"),
    "cell": parse("=Main!$K$1"),
    "row": parse("=INDEX(board,cell,0)"),
    "box": parse("=INDEX(board,1,1):INDEX(board,3,3)"),
    "doubled": parse("=board*2"),
    "live": parse("=SUM(ROW())>0"),
    "hidden": parse("=IF(live,board*2)"),
    "loop": parse("=loop+1"),
}

ORDINARY = [
    "=SUM(board)+COUNTIF(row,cell)",
    "=SUMPRODUCT((board=row)*box)",
    "=SUMPRODUCT(MAX(doubled*(INT(board/10)>1)))",
    "=IF(cell>0,SUM(board),MAX(row))",
    "=SUM(IF(cell>0,board,row))",
    "=INDEX(board,cell,1+cell)",
    "=INDEX(row,1,MATCH(cell,row,0))",
    "=SUM(COUNTIF(board,{1,2,3}))",
    "=MAX({1,2,3}*cell)",
    "=SUMPRODUCT(MMULT((board>0)*1,{1;1;1;1;1;1;1;1;1}))",
    "=LOOKUP(2,1/(row>0),row)",
    "=IFERROR(MATCH(cell,row,0),0)",
    "=NPV(0.1,row)+CORREL(row,row*2)+FREQUENCY(board*2,row)",
    "=unknown+loop",
]

NOT_ORDINARY = {
    "=SUMPRODUCT(IF(board>0,1,0))": ("IF", "IF(board>0,1,0)"),
    "=SUMPRODUCT(IF(cell>0,board*2,0))": ("IF", "IF(cell>0,board*2,0)"),
    "=SUMPRODUCT(hidden)": ("IF", "IF(live,board*2)"),
    "=SUMPRODUCT(IF({1,2}=cell,1,0))": ("IF", "IF({1,2}=cell,1,0)"),
    "=SUMPRODUCT(IFERROR(1/board,0))": ("IFERROR", "IFERROR(1/board,0)"),
    "=SUMPRODUCT(CHOOSE(board,1,2))": ("CHOOSE", "CHOOSE(board,1,2)"),
    "=SUMPRODUCT(INDEX(row,1,board))": ("INDEX", "INDEX(row,1,board)"),
    "=SUMPRODUCT(INDEX(board*2,1,1))": ("INDEX", "INDEX(board*2,1,1)"),
    "=SUMPRODUCT(AND(board>0)*1)": ("AND", "AND(board>0)"),
    "=SUMPRODUCT(ISNUMBER(board)*1)": ("ISNUMBER", "ISNUMBER(board)"),
    "=SUM(board*2)": (None, "board"),
    "=MAX(doubled)": (None, "board"),
    "=COUNTIF(board,row)": (None, "INDEX(board,cell,0)"),
    "=board": (None, "board"),
    "=IF(cell>0,row,0)": (None, "INDEX(board,cell,0)"),
    "=LOOKUP(row,board)": (None, "INDEX(board,cell,0)"),
    "=RANK(cell,row,row)": (None, "INDEX(board,cell,0)"),
    "=SUMPRODUCT(AND({1,0},board>0)*1)": ("AND", "AND({1,0},board>0)"),
    "=box+1": (None, "INDEX(board,1,1):INDEX(board,3,3)"),
}


@pytest.mark.parametrize("text", ORDINARY)
def test_what_is_the_same_in_a_cell(text):
    assert Ordinary(NAMES).found(parse(text)) == ()


@pytest.mark.parametrize("text", NOT_ORDINARY)
def test_what_needs_an_array_formula(text):
    (found,) = Ordinary(NAMES).found(parse(text))
    assert (found.function, to_text(found.part)) == NOT_ORDINARY[text]
