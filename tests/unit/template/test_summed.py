"""Where SUM stands around a position; what it is for: tests/workbooks/test_positions.py."""

import pytest

from xlbuilder.formula.extents import Extents
from xlbuilder.formula.parse import parse
from xlbuilder.template.load import load
from xlbuilder.template.rewrite.summed import summed

NAMES = Extents({"board": parse("Main!$A$1:$B$2"), "one": parse("Main!$A$1")})

CORNER = "ROW(INDEX(board,1,1))"


@pytest.mark.parametrize(
    ("written", "built"),
    [
        ("=ROW()>0", "=SUM(ROW())>0"),
        ("=MOD( row( )+8, 12)", "=MOD( SUM(row( ))+8, 12)"),
        ("=INDEX(board, ROW(), COLUMN()-1)", "=INDEX(board, SUM(ROW()), SUM(COLUMN())-1)"),
        # One cell is one position, several are several.
        ("=ROW(INDEX(board,1,2))*2", "=SUM(ROW(INDEX(board,1,2)))*2"),
        ("=ROW(one)+ROW(D4)", None),
        ("=SUMPRODUCT(ROW(board)-ROW())", "=SUMPRODUCT(ROW(board)-SUM(ROW()))"),
        ("=ROW(INDEX(board,0,1))", "=ROW(INDEX(board,0,1))"),
        # A total has made it a number, if nothing stands between them.
        ("=SUM(ROW())+MAX(COLUMN()-2)+MIN(1,ROW())", None),
        ("=SUM(INDEX(board,ROW(),1)*2)", "=SUM(INDEX(board,SUM(ROW()),1)*2)"),
        ("=SUM((ROW()+1)*2)", None),
        ("=SUMPRODUCT(ROW()*1)", "=SUMPRODUCT(SUM(ROW())*1)"),
        # The steps from a corner are one number.
        (f"=ROW()-{CORNER}+1", f"=SUM(ROW()-{CORNER})+1"),
        (f"=MOD((ROW() - {CORNER})*2,3)", f"=MOD(SUM(ROW() - {CORNER})*2,3)"),
        (f"=INT((ROW()-{CORNER})/3)", f"=INT(SUM(ROW()-{CORNER})/3)"),
        (f"=INT(ROW()-{CORNER})", f"=INT(SUM(ROW()-{CORNER}))"),
        (f"=1+ROW()-{CORNER}=3", f"=1+SUM(ROW()-{CORNER})=3"),
        ("=ROW()-ROW(INDEX(board,ROW(),1))", "=SUM(ROW()-ROW(INDEX(board,SUM(ROW()),1)))"),
        # These are no such steps: something else comes first.
        (f"=9-ROW()-{CORNER}", f"=9-SUM(ROW())-SUM({CORNER})"),
        (f"=ROW()-{CORNER}*2", f"=SUM(ROW())-SUM({CORNER})*2"),
        # What stands in texts and array constants opens and closes nothing.
        ('="ROW()"', None),
        (
            '=IF({"(","b"}="a)",ROW(),MAX((2+(ROW())),{1,2}))&"""("',
            '=IF({"(","b"}="a)",SUM(ROW()),MAX((2+(ROW())),{1,2}))&"""("',
        ),
        ("=MAX(IF({1,2}=1,LOG10(ROW())))", "=MAX(IF({1,2}=1,LOG10(SUM(ROW()))))"),
        ("=arrow()+throw", None),
    ],
)
def test_where_a_sum_stands(written, built):
    assert summed(written, NAMES) == (built or written)
    assert summed(built or written, NAMES) == (built or written)


TEMPLATE = """
[workbook]
title = "Positions"
[boards.board]
range = "B2:C3"
style = "plain"
formula = "=here+SUMPRODUCT((marks>0)*COLUMN())"
[boards.marks]
range = "E2:F3"
style = "plain"
[names.here]
formula = "=INDEX(marks, ROW()-1, across)"
[names.across]
inline = true
formula = "=COLUMN()-1"
[formats.look]
board = "board"
formula = "=ROW()=2"
bold = true
[styles.plain]
"""


def test_every_formula_has_them_and_the_written_ones_stay(edited):
    loaded = load(str(edited(TEMPLATE)))
    built, written = loaded.template, loaded.written
    assert built.names["here"].formula == "=INDEX(marks, SUM(ROW())-1, SUM(COLUMN())-1)"
    assert built.boards["board"].formula == "=here+SUMPRODUCT((marks>0)*SUM(COLUMN()))"
    assert built.formats["look"].formula == "=SUM(ROW())=2"
    assert written.names["here"].formula == "=INDEX(marks, ROW()-1, across)"
    assert written.formats["look"].formula == "=ROW()=2"
