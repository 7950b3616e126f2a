"""One formula with relative references for all cells that can share it."""

import pytest

from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import bind
from xlbuilder.formula.parse import parse
from xlbuilder.formula.shared import shared
from xlbuilder.formula.tree import moved, to_text

BOARD = Area("Main", 4, 4, 6, 6)


def found(text, board=BOARD):
    """Bind a formula for each cell, and return what they share."""
    written = parse(text)
    formulas = {
        cell: bind(moved(written, cell.top - board.top, cell.left - board.left), cell, {})
        for cell in board.cells()
    }
    ranges = list(shared(formulas))
    again = {
        cell: bind(
            moved(each.formula, cell.top - each.area.top, cell.left - each.area.left), cell, {}
        )
        for each in ranges
        for cell in each.area.cells()
    }
    assert again == formulas
    assert sum(each.area.shape[0] * each.area.shape[1] for each in ranges) == len(formulas)
    return [(str(each.area), to_text(each.formula, "Main")) for each in ranges]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("D4>$A$1", "D4>$A$1"),
        ("A1>SUM($A1:C$3)", "A1>SUM($A1:C$3)"),
        ("INDEX($D$20:$F$22,ROW()-3,COLUMN()-3)>0", "D20>0"),
        ("SUM(INDEX($D$20:$F$22,ROW()-3,1):INDEX($D$20:$F$22,ROW()-3,3))", "SUM($D20:$F20)"),
    ],
)
def test_what_stays_is_fixed_and_what_follows_is_relative(text, written):
    assert found(text) == [("D4:F6", written)]


def test_what_jumps_is_a_range_for_each_place():
    """Blocks of 2 by 3 cells belong to one cell each."""
    text = "AND(P16>0,INDEX($A$1:$B$2,INT((ROW()-16)/2)+1,INT((COLUMN()-16)/3)+1)=1)"
    assert found(text, Area("Main", 16, 16, 19, 21)) == [
        ("P16:R17", "AND(P16>0,$A$1=1)"),
        ("S16:U17", "AND(S16>0,$B$1=1)"),
        ("P18:R19", "AND(P18>0,$A$2=1)"),
        ("S18:U19", "AND(S18>0,$B$2=1)"),
    ]


def test_what_differs_in_more_than_areas_is_not_shared():
    ranges = found("D4>MOD(COLUMN(),2)")
    assert ranges == [("D4:D6", "D4>0"), ("F4:F6", "F4>0"), ("E4:E6", "$E4>1")]


def test_cells_that_make_no_rectangle():
    ranges = found("D4=(ROW()=COLUMN())")
    assert [area for area, text in ranges if text.endswith("TRUE")] == ["D4", "E5", "F6"]
    assert ("E4:F4", "E4=FALSE") in ranges
