"""Protection and conditional formats, as the file has them."""

import openpyxl
import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load
from xlbuilder.template.warn.truth_as_text import truth_as_text
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


def test_columns_have_their_own_widths(edited, tmp_path):
    text = SMALL.replace("protected = true", 'column_widths = { B = 140, "D:E" = 70 }', 1)
    build(load(str(edited(text))).template, tmp_path / "book.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "book.xlsx").active
    wide = {}
    for column in sheet.column_dimensions.values():  # openpyxl joins equal neighbors
        for number in range(column.min, column.max + 1):
            wide[number] = column.width
    assert [wide[number] for number in (2, 4, 5)] == [20, 10, 10]
    assert wide[1] == wide[3] == wide[6] == pytest.approx(24 / 7)


def test_rows_have_their_own_heights(edited, tmp_path):
    text = SMALL.replace("protected = true", "row_heights = { 2 = 40 }", 1)
    build(load(str(edited(text))).template, tmp_path / "book.xlsx")
    rows = openpyxl.load_workbook(tmp_path / "book.xlsx").active.row_dimensions
    assert [rows[number].height for number in (1, 2, 3)] == [18, 30, 18]


@pytest.mark.parametrize("columns", ["b", "1:2", "C:B", "B = 4"])
def test_columns_are_letters_in_their_order(edited, columns):
    text = SMALL.replace("protected = true", f'column_widths = {{ "{columns}" = 140 }}', 1)
    with pytest.raises(TemplateError, match=r"column_widths"):
        load(str(edited(text)))


def test_a_truth_value_is_one_in_the_file_and_a_text_is_warned_of(edited, tmp_path):
    for value, shown, warnings in (
        ("true", True, []),
        ('"TRUE"', "TRUE", ['"TRUE" is a text, and a truth value when it is typed into Excel']),
    ):
        text = SMALL.replace("value = 3", f'value = {value}\nchoices = ["TRUE", "FALSE"]')
        text += '[drive]\ninput = "typed"\nsolution = "typed"\nsteps = [{ limit = true }]\n'
        loaded = load(str(edited(text)))
        build(loaded.template, tmp_path / "book.xlsx")
        assert openpyxl.load_workbook(tmp_path / "book.xlsx").active["E2"].value == shown
        said = [each.text.partition(";")[0] for each in truth_as_text(loaded)]
        assert said == warnings
    with pytest.raises(TemplateError, match="True is none of the choices"):
        load(str(edited(SMALL.replace("value = 3", 'value = true\nchoices = ["Yes", "No"]'))))


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
