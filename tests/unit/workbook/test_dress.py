"""Protection and conditional formats, as the file has them."""

import openpyxl
import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

SMALL = """
[workbook]
title = "Counter"
protected = true
[boards.typed]
range = "B2:C3"
style = "plain"
[cells.limit]
range = "E2:F2"
style = "plain"
value = 3
[cells.counter]
range = "B6"
style = "plain"
formula = "=MIN(limit,counter+SUM(typed))"
[styles.plain]
[formats.low]
board = "typed"
formula = "=B2<limit"
fill = "F4B6B0"
[formats.high]
board = "typed"
formula = "=B2>limit"
color = "1F4E9E"
bold = true
"""


@pytest.fixture
def sheet(edited, tmp_path):
    build(load(str(edited(SMALL))).template, tmp_path / "book.xlsx")
    return openpyxl.load_workbook(tmp_path / "book.xlsx").active


def test_only_what_the_user_fills_is_unlocked(sheet):
    assert sheet.protection.sheet
    assert sheet.protection.password is None
    unlocked = {c.coordinate for row in sheet["A1:H8"] for c in row if not c.protection.locked}
    assert unlocked == {"B2", "C2", "B3", "C3", "E2", "F2"}


def test_the_sheet_says_how_many_levels_its_outline_has(edited, tmp_path):
    text = SMALL.replace("protected = true", 'folded = ["6:9", "G:H"]', 1)
    build(load(str(edited(text))).template, tmp_path / "book.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "book.xlsx").active
    levels = sheet.sheet_format.outlineLevelRow, sheet.sheet_format.outlineLevelCol
    assert levels == (1, 1)
    assert [sheet.row_dimensions[row].outlineLevel for row in (5, 6, 9, 10)] == [0, 1, 1, 0]


def test_of_several_formats_the_last_one_is_the_first_rule(sheet):
    (formats,) = sheet.conditional_formatting
    assert str(formats.sqref) == "B2:C3"
    high, low = sorted(formats.rules, key=lambda rule: rule.priority)
    assert (high.formula, low.formula) == (["B2>limit"], ["B2<limit"])
    assert (high.dxf.font.b, high.dxf.font.color.rgb) == (True, "001F4E9E")
    # Excel shows the background color of a solid fill in a differential style.
    assert low.dxf.fill.bgColor.rgb == low.dxf.fill.fgColor.rgb == "00F4B6B0"


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ('board = "typed"', 'board = "type"', "there is no board or cell type"),
        ("=B2<limit", "=B2<limits", "did you mean limit"),
        ("=B2<limit", "=B2<SUM({1,2})", "takes no constant array"),
        ("=B2<limit", "=B2:C2 C2:C3<limit", "has a blank between two ranges"),
        ("=B2<limit", "=Other!B2<limit", "Other!B2 is on an unknown sheet"),
        ("=B2<limit", "=B2<Table1[a]", r"unexpected '\['"),
        ("=B2<limit", "B2<limit", "begins without ="),
        ("=B2<limit", "=B2<XLOOKUP(1,B2,B2)", "XLOOKUP"),
    ],
)
def test_a_format_is_checked_like_any_formula(edited, good, bad, message):
    with pytest.raises(TemplateError, match=message):
        load(str(edited(SMALL.replace(good, bad, 1))))


def test_a_union_is_written_as_arguments(edited, tmp_path):
    template = load(str(edited(SMALL.replace("=B2<limit", "=SUM((B2,B2))<limit", 1)))).template
    build(template, tmp_path / "book.xlsx")
    rules = openpyxl.load_workbook(tmp_path / "book.xlsx").active.conditional_formatting
    assert ["SUM(B2,B2)<limit"] in [rule.formula for each in rules for rule in each.rules]
