"""The second sheet says what the file stores, and calculates nothing."""

import re

import openpyxl
import pytest

from tests.helpers.guide_sheet import (
    GUIDE,
    bare,
    cards,
    differences,
    guide_cells,
    no_calculation,
    stored_names,
)
from tests.helpers.parts import SHEET, Parts
from tests.helpers.workbooks import edited as edited_file
from xlbuilder.template.load import load
from xlbuilder.workbook import write
from xlbuilder.xlsx.model import read_workbook

STRANGE = ["=1+1", "+1", "-1", "@SUM", "'quoted", "1/2", "TRUE", "#REF!", "<b> & </b>"]

SMALL = """
strategies = ["counts.toml"]
[workbook]
title = "Counter"
sheet = "Main"
protected = true
[guide]
title = "=1+2"
[guide.sections.one]
title = "+ One"
lines = LINES
[boards.typed]
range = "B2:C3"
style = "plain"
comment = "=typed"
[boards.counted]
range = "B6:C7"
style = "plain"
formula = "=how_many+0*B2"
comment = "-"
[names.words]
formula = '''="a text that names typed"&" and  two blanks"'''
[slots.how_many]
comment = "How many there are."
join = "={this}+{rest}"
last = "=LEN(words)"
[formats.low]
board = "typed"
formula = "=B2<HOW_MANY"
[styles.plain]
""".replace("LINES", repr(STRANGE))

COUNTS = """
[strategy]
title = "@counts"
text = "=COUNT"
[plugs]
how_many = ["counts"]
[names.counts]
formula = "=COUNT(typed)"
"""


@pytest.fixture
def small(edited, tmp_path):
    edited(COUNTS, "counts.toml")
    write.build(load(str(edited(SMALL))).template, tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


def damaged(path, folder, name, old, new):
    """Replace something in one part of a file, once."""
    data = Parts.of(path).mutated(name, old, new)[name]
    return edited_file(path, lambda _: data, name, folder / "damaged.xlsx")


@pytest.mark.parametrize("name", ["sudoku", "ellis"])
def test_it_says_what_the_file_stores(built, name):
    """Each name once, with its formula, its comment and each place where it is used."""
    assert differences(built(name)) == []
    shown = cards(built(name))
    assert len(shown) > len(stored_names(built(name))) - 1
    assert sum(bool(card.users) for card in shown) > 15


@pytest.mark.slow
def test_with_another_strategy_it_says_so(tmp_path):
    template = load("sudoku", ["naked_pairs"], ["unique"]).template
    write.build(template, tmp_path / "book.xlsx")
    assert differences(tmp_path / "book.xlsx") == []
    texts = {cell.text for cell in guide_cells(tmp_path / "book.xlsx")}
    assert {about.title for about in template.plugged} < texts
    assert "Is the solution the only one?" not in texts


@pytest.mark.parametrize("name", ["sudoku", "ellis"])
def test_nothing_is_calculated(built, name):
    assert no_calculation(built(name)) == []
    assert Parts.of(built(name)).sheets[GUIDE].find(".//{*}f") is None


def test_slots_formats_and_strategies(small):
    """By hand: what the small workbook has, in the spelling of its definitions."""
    assert differences(small) == []
    shown = {(card.chapter, card.name): card for card in cards(small)}
    assert [key for key in shown if key[0] == "Names"] == [
        ("Names", "counts"),
        ("Names", "words"),
        ("Names", "how_many"),
    ]
    slot = shown["Names", "how_many"]
    assert (slot.note, slot.formula) == ("slot", "counts+LEN(words)")
    assert slot.users == {"counted", "a format of typed"}
    assert shown["Names", "words"].users == {"how_many"}
    assert shown["Boards and cells", "typed"].users == {"counted", "counts"}
    assert shown["Conditional formats", "typed"].formula == "B2<HOW_MANY"
    texts = [cell.text for cell in guide_cells(small)]
    assert texts.index("@counts") < texts.index("=COUNT") < texts.index("Boards and cells")
    assert "You fill it in." in texts


def test_texts_that_look_like_something_else_stay_texts(small):
    assert no_calculation(small) == []
    texts = [cell.text for cell in guide_cells(small)]
    assert texts[:2] == ["=1+2", "+ One"]
    assert texts[2 : 2 + len(STRANGE)] == STRANGE
    assert texts.count("=typed") == 1
    model = read_workbook(small)
    assert {cell.sheet for cell in model.formulas} == {"Main"}
    assert {"=1+2", *STRANGE, "=typed"} <= set(map(str, model.values.values()))


MUTANTS = {
    "a formula as a formula": (
        GUIDE,
        r't="inlineStr"><is><t>(=[^<]*)</t></is>',
        r"><f>\1</f><v/>",
        no_calculation,
    ),
    "a number": (
        GUIDE,
        r't="inlineStr"><is><t>[^<]*</t></is>',
        r' t="n"><v>1</v>',
        no_calculation,
    ),
    "no quote": ("xl/styles.xml", r'quotePrefix="1"', r'quotePrefix="0"', no_calculation),
    "another formula": (
        GUIDE,
        r"<t>=COUNT\(typed\)</t>",
        r"<t>=COUNTA(typed)</t>",
        differences,
    ),
    "a blank in a text": (
        GUIDE,
        r"and  two blanks",
        r"and two blanks",
        differences,
    ),
    "a name that is not shown": (
        GUIDE,
        r"<t>how_many</t>",
        r"<t>how many</t>",
        differences,
    ),
    "a use by address that is not shown": (
        GUIDE,
        r"Used in counted, counts",
        r"Used in counts",
        differences,
    ),
    "a use that is not shown": (
        GUIDE,
        r"counted, a format of typed",
        r"counted",
        differences,
    ),
    "another stored name": (
        "xl/workbook.xml",
        r"COUNT\(typed\)",
        r"COUNT(counted)",
        differences,
    ),
}


@pytest.mark.parametrize("case", MUTANTS)
def test_what_is_wrong_is_seen(small, tmp_path, case):
    name, old, new, finds = MUTANTS[case]
    assert finds(small) == []
    assert finds(damaged(small, tmp_path, name, old, new)) != []


def test_the_template_s_sheet_is_the_first_and_the_active_one(built):
    parts = Parts.of(built("sudoku"))
    assert parts.sheet_names[:2] == ["Main", "How it works"]
    views = parts.workbook.findall(".//{*}workbookView")
    assert [view.get("activeTab") for view in views] == ["0"]
    selected = [
        view.get("tabSelected")
        for name in (SHEET, GUIDE)
        for view in parts.sheets[name].findall(".//{*}sheetView")
    ]
    assert selected[1] in (None, "0")
    assert {cell.sheet for cell in read_workbook(built("sudoku")).formulas} == {"Main"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "is_protected"), [("sudoku", True), ("ellis", False)])
def test_it_is_protected_if_the_workbook_is(built, name, is_protected):
    protection = Parts.of(built(name)).sheets[GUIDE].find("{*}sheetProtection")
    assert (protection is not None and protection.get("sheet") == "1") is is_protected
    assert protection is None or protection.get("password") is None
    assert all(cell.is_locked for cell in guide_cells(built(name)))


@pytest.mark.slow
def test_an_unprotected_build_leaves_both_sheets_open(tmp_path):
    write.build(load("sudoku").template, tmp_path / "book.xlsx", protect=False)
    for name in (SHEET, GUIDE):
        sheet = Parts.of(tmp_path / "book.xlsx").sheets[name]
        protection = sheet.find("{*}sheetProtection")
        assert protection is None or protection.get("sheet") in (None, "0")


LONG = "a_name_that_is_much_longer_than_the_column_of_names_is_wide"

USERS = [f"a_user_with_a_long_name_{number}" for number in range(200)]

LARGE = f"""
[workbook]
title = "Large"
[guide]
title = "Large"
[guide.sections.prose]
title = "{"A long title " * 10}"
lines = ["{"Many words. " * 80}"]
[cells.total]
range = "B2"
style = "plain"
formula = "={LONG}+SUM({",".join(USERS)})"
[names.shared]
formula = "=1"
[names.{LONG}]
formula = "=SUM({",".join(["1000000000+1000000000"] * 250)})"
[styles.plain]
""" + "".join(f"[names.{user}]\nformula = '=shared'\n" for user in USERS)


def test_every_row_is_high_enough_and_no_higher_than_excel_allows(edited, tmp_path):
    """A formula of 5,500 characters, and a name with 200 users, stand in several cells."""
    write.build(load(str(edited(LARGE))).template, tmp_path / "book.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "book.xlsx").worksheets[1]
    rows = [cell for row in sheet.iter_rows() for cell in row if cell.value]
    for cell in rows:
        height = sheet.row_dimensions[cell.row].height
        assert (cell.value.count("\n") + 1) * cell.font.size * 1.2 <= height <= 409
    shown = "".join(bare(cell.value) for cell in rows if cell.font.name == "Consolas")
    assert bare(f"=SUM({','.join(['1000000000+1000000000'] * 250)})") in shown
    users = " ".join(str(cell.value) for cell in rows if cell.font.size == 9)
    assert set(re.findall(r"\w+", users)) >= set(USERS)
    # The name is wider than its column, so it takes more than one line there.
    (name,) = (cell for cell in rows if cell.value == LONG)
    assert sheet.row_dimensions[name.row].height >= 3 * name.font.size


def test_without_the_table_there_is_no_second_sheet(edited, tmp_path):
    text = re.sub(r"(?s)\[guide\].*?\[boards.typed\]", "[boards.typed]", SMALL)
    edited(COUNTS, "counts.toml")
    write.build(load(str(edited(text))).template, tmp_path / "book.xlsx")
    assert read_workbook(tmp_path / "book.xlsx").sheets == ("Main",)


def test_formulas_are_printed_where_the_template_asks_for_it(built):
    """Else the printed pages end above the first chapter with formulas."""
    sheet = openpyxl.load_workbook(built("sudoku")).worksheets[1]
    last = int(sheet.print_area.rpartition("$")[2])
    below = [sheet.cell(row, 2).value for row in range(last + 1, sheet.max_row)]
    assert next(filter(None, below)) == "Boards and cells"
    assert not openpyxl.load_workbook(built("basic")).worksheets[1].print_area
