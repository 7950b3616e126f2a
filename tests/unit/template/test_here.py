"""A board's name in braces with ``here`` is its cell at the same place, wherever boards stand."""

import openpyxl
import pytest

from xlbuilder.api import load

TEMPLATE = """
[workbook]
title = "Here"
folded = ["30:90"]
[boards.numbers]
range = "B2:C3"
style = "plain"
formula = "=1"
[boards.kept]
size = "2x2"
style = "plain"
formula = "=IF({ numbers here}<1, {kept here}, MIN({kept here}+{numbers here}, total+1))"
[cells.total]
range = "F2"
style = "plain"
formula = "=SUM(kept)"
[styles.plain]
"""


def test_each_cell_reads_the_cell_at_its_place_and_itself(edited, tmp_path):
    path = load(str(edited(TEMPLATE, "t.toml"))).build(tmp_path / "t.xlsx")
    sheet = openpyxl.load_workbook(path).worksheets[0]
    found = {
        cell.coordinate: cell.value
        for row in sheet.iter_rows()
        for cell in row
        if str(cell.value).startswith("=IF(")
    }
    assert list(found.values()) == [
        f"=IF({there}<1, {here}, MIN({here}+{there}, total+1))"
        for here, there in zip(found, ["B2", "C2", "B3", "C3"], strict=True)
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("{ numbers here}", "{nummers here}", "there is no board nummers; did you mean numbers?"),
        ("{ numbers here}", "{total here}", "there is no board total"),
        ('"2x2"', '"2x3"', "has 2x2 cells and this board 2x3"),
        ("=SUM(kept)", "=SUM({kept here})", "only the formula of a board has a cell here"),
    ],
)
def test_what_has_no_cell_here_is_reported(refused, old, new, told):
    assert old in TEMPLATE
    (problem,) = refused(template=TEMPLATE.replace(old, new))
    assert told in problem
