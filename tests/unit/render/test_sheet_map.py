"""The map of a sheet: what stands where, and what is free."""

import json

import pytest

from tests.helpers.workbooks import saved
from xlbuilder import api
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.render.sheet_map import SheetMap, Spot
from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "Room"
folded = ["M:AD", "16:18"]
[boards.seen]
range = "D4:L12"
style = "plain"
label = "Seen"
formula = "=0"
[boards.hidden]
range = "S4:U12"
style = "plain"
formula = "=0"
[cells.total]
range = "G14"
style = "plain"
formula = "=SUM(seen)"
[texts.note]
at = "A15"
style = "plain"
text = "A note."
[styles.plain]
"""

DRAWN = """\
       D       P       AB
       ''    ············
   4   aaaaaa····bb······
       aaaaaa····bb······
       aaaaaa····bb······
     dd  cc  ············
  16 ····················

  a  seen    D4:L12  9x9    board
  b  hidden  S4:U12  9x3    board
  c  total   G14     1x1    cell
  d  note    A15     1x1    text

··: free and folded away (M:AD, 16:18)
free: V1:AD18 (18x9)
free: M1:R18 (18x6)
free: all right of column AD, and all below row 18
"""


def mapped(name, *strategies):
    return api.load(name, with_=strategies).map()


def test_the_drawing(edited):
    assert str(mapped(edited(TEMPLATE))) + "\n" == DRAWN


@pytest.mark.slow
def test_what_is_free_is_free_and_folded(edited):
    """In `sudoku` too; and where nothing is folded, all that is not taken counts."""
    found = mapped("sudoku")
    template = load("sudoku").template
    assert len(found.free) == 8
    for free in found.free:
        assert not [spot for spot in found.spots if spot.area.meets(free)]
        columns, rows = Area("Main", 1, 45, 999, 99), Area("Main", 45, 1, 98, 999)
        assert any(hidden.holds(free) for hidden in (columns, rows, Area("Main", 1, 1, 999, 3)))
    names = {*template.boards, *template.cells, *template.texts}
    assert {spot.name for spot in found.spots} == names
    text = TEMPLATE.replace('folded = ["M:AD", "16:18"]', "")
    assert [str(free) for free in mapped(edited(text)).free] == ["M1:R15"]


def test_many_spots_have_marks_too():
    spots = [Spot(f"n{n}", "name", Area("Main", 3 * n + 1, 1, 3 * n + 1, 1)) for n in range(70)]
    lines = str(SheetMap("Main", tuple(spots))).splitlines()
    assert [lines[1], lines[62], lines[63], lines[70]] == [
        "     aa",
        " 184 99",
        "     ##",
        " 208 ##",
    ]


def test_the_command_prints_json(run, edited):
    assert json.loads(run("map", edited(TEMPLATE), "--json").stdout) == {
        "sheet": "Main",
        "range": "A1:AD18",
        "folded": ["M:AD", "16:18"],
        "spots": [
            {"name": "seen", "kind": "board", "range": "D4:L12", "rows": 9, "columns": 9},
            {"name": "hidden", "kind": "board", "range": "S4:U12", "rows": 9, "columns": 3},
            {"name": "total", "kind": "cell", "range": "G14", "rows": 1, "columns": 1},
            {"name": "note", "kind": "text", "range": "A15", "rows": 1, "columns": 1},
        ],
        "free": [
            {"range": "V1:AD18", "rows": 18, "columns": 9},
            {"range": "M1:R18", "rows": 18, "columns": 6},
        ],
    }


def test_the_command_takes_a_workbook(run, edited, tmp_path):
    """A name with a formula is no place, though it gives one when it is seen from A1."""
    text = TEMPLATE.replace('"=SUM(seen)"', '"=SUM(some_row)"')
    text += '[names.some_row]\nformula = "=INDEX(seen,1,1):INDEX(seen,1,9)"\n'
    api.load(edited(text)).build(tmp_path / "room.xlsx", values=False)
    drawn = run("map", "room.xlsx").stdout
    assert "  a  seen    D4:L12  9x9    name\n" in drawn
    assert "some_row" not in drawn
    refused = run("map", "room.xlsx", "--with", "unique")
    said = "xlbuilder: room.xlsx is built already; give --with a template"
    assert refused.returncode == 2
    assert refused.stderr.splitlines() == [f"{said} (see xlbuilder map --help)"]
    api.load(edited(TEMPLATE)).build(tmp_path / "inline.xlsx", names="inline", values=False)
    assert "  a  =0 " in run("map", "inline.xlsx").stdout, "it has no names"


def test_a_workbook_of_others_is_drawn_by_what_its_cells_hold(run, tmp_path):
    cells = {f"B{row}": f"=A{row}*rate" for row in range(2, 12)} | {f"A{row}": 5 for row in (2, 3)}
    far = {"XFD1048576": 1}
    saved(tmp_path, cells | far | {"E1": 0.1}, names={"rate": "Sheet!$E$1"})
    _, legend, _ = run("map", "book.xlsx").stdout.split("\n\n")
    assert [line.split() for line in legend.splitlines()] == [
        ["a", "rate", "E1", "1x1", "name"],
        ["b", "=A2*rate", "B2:B11", "10x1", "formula"],
        ["c", "5", "A2:A3", "2x1", "constant"],
    ]
    empty = saved(tmp_path, {})
    with pytest.raises(WorkbookError, match="its first sheet, Sheet, is empty"):
        api.open(empty).map()
    missing = run("map", "no.xlsx")
    assert (missing.returncode, len(missing.stderr.splitlines())) == (2, 1)
