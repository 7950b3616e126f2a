"""A workbook that was changed in Excel, and the template that builds it."""

import shutil
import tomllib

import openpyxl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula

import xlbuilder
from tests.helpers.places import ROOT, SMALL
from xlbuilder import WorkbookError
from xlbuilder.changes import extract
from xlbuilder.template.load import load

BOARD = '=IF(is_resetting,"",IF(typed_here,typed_here,IF(COUNT(row_here)>2,0,chosen)))'

OF_PAIR = "MOD(INT(naked_pair/{}),10)=onetonine"

PAIRS = ROOT / "templates" / "strategies" / "naked_pairs.toml"

NUMBERS = st.integers(0, 99)

NAMES = {
    "is_resetting": '=state="Reset{}"',
    "typed_here": "=INDEX(in_board,SUM(ROW())-5,SUM(COLUMN())-1)+{}",
    "row_here": "=Main!$B1:$C1",
    "chosen": "=IFERROR(MATCH(choice,shelf_names,{}),FALSE)",
}


def board_formula(book, number):
    for row in (6, 7, 8):
        for column in "BCD":
            above = f"{column}{row - 4}>{number}"
            text = f'=IF(is_resetting,"",IF({above},typed_here,COUNT(row_here)+chosen))'
            book["Main"][f"{column}{row}"] = text


def new_name(book, number):
    book.defined_names["mine"] = DefinedName(
        "mine", attr_text=f"Main!$F$2&{number}", comment="Mine."
    )
    book["Main"]["F6"] = "=LEN(mine)"


def texts(book, number):
    book["Main"]["B5"] = f"Label {number}"
    book["Main"]["H2"] = f"Note {number}"
    book["Main"]["H2"].font = Font(name="Calibri", size=9, bold=True, color="FF112233")


def helper_board(book, number):
    for row in (11, 12):
        for column in "BCD":
            text = f"=SUM($B{row - 5}:$D{row - 5})*{number}+{column}{row - 5}"
            book["Main"][f"{column}{row}"] = text


def look(book, number):
    for row in book["Main"]["B2:D4"]:
        for cell in row:
            cell.fill = PatternFill("solid", start_color=f"{number:02d}AA{number:02d}")
    book["Main"]["F4"].fill = PatternFill("solid", start_color="DDAA00")  # of a merged range


def formats(book, number):
    """Excel puts a new format before the others."""
    for own in book["Main"].conditional_formatting:
        own.rules[0].priority = 2
    rule = FormulaRule([f"B6>{number}"], font=Font(bold=True, color="FFAA0000"))
    rule.priority = 1
    book["Main"].conditional_formatting.add("B6:D8", rule)


def rows(book, number):
    sheet = book["Shelf"]
    sheet["B9"], sheet["C9"] = f"five {number}", number
    if number % 2:
        sheet["C6"] = number
    for word in ("shelf_names", "shelf_digits"):
        entry = book.defined_names[word]
        entry.attr_text = entry.attr_text.replace("$8", "$9")


def calculation(book, number):
    book.calculation.iterateCount = number + 1
    book.calculation.iterateDelta = 0.001 + number / 1000


def protection(book, _number):
    for sheet in book.worksheets:
        sheet.protection.sheet = False


def comments(book, number):
    for name in ("chosen", "sol_board", "shelf_names"):
        book.defined_names[name].comment = f'"Mine" \\ {number}'


EDITS = (
    board_formula,
    new_name,
    texts,
    helper_board,
    look,
    formats,
    rows,
    calculation,
    protection,
    comments,
)


@pytest.mark.slow
@settings(
    max_examples=12,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.dictionaries(st.sampled_from(EDITS), NUMBERS, min_size=1),
    st.dictionaries(st.sampled_from(sorted(NAMES)), NUMBERS),
)
def test_what_is_extracted_builds_the_workbook_again(book, tmp_path, edits, names):
    shutil.copy(SMALL, tmp_path)
    mine = tmp_path / "mine.xlsx"
    edited = openpyxl.load_workbook(book)
    for edit, number in edits.items():
        edit(edited, number)
    for name, number in names.items():
        edited.defined_names[name].attr_text = NAMES[name].format(number).removeprefix("=")
    edited.save(mine)
    found = xlbuilder.extract(mine)
    assert found.left == ()
    (tmp_path / "mine.toml").write_text(found.text, encoding="utf-8")
    again = xlbuilder.diff(tmp_path / "mine.toml", mine)
    assert again.is_same


def test_what_people_add_beside_the_boards_comes_back(book, tmp_path):
    shutil.copy(SMALL, tmp_path)
    edited = openpyxl.load_workbook(book)
    sheet = edited["Main"]
    sheet["F6"], sheet["F7"] = "=F7+1", "=F6*2"  # a circle
    sheet["H6"] = "=SUM(B2:C3)+F6"
    total = DefinedName("total", attr_text="Main!$H$6", comment="Mine.")
    edited.defined_names["total"] = total
    for own in sheet.conditional_formatting:
        own.rules[0].priority = 9
    added = (("B6:D8", "B6>2"), ("B6:D8", "B6>1"), ("B2:D4 B6:D8", "B2>0"), ("F6", "F6>7"))
    for priority, (cells, formula) in enumerate(added, 1):
        rule = FormulaRule([formula], font=Font(bold=True, color=f"FFAA000{priority}"))
        rule.priority = priority
        sheet.conditional_formatting.add(cells, rule)
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx")
    assert found.left == ()
    assert tomllib.loads(found.text)["cells"]["total"]["comment"] == "Mine."
    (tmp_path / "mine.toml").write_text(found.text, encoding="utf-8")
    again = xlbuilder.diff(tmp_path / "mine.toml", tmp_path / "mine.xlsx")
    assert again.is_same


def test_a_title_of_the_file_alone_leaves_the_title_on_the_sheet(made, tmp_path):
    """The text follows the title of the workbook, unless the workbook shows another one."""
    edited = openpyxl.load_workbook(made("basic"))
    edited.properties.title = "Mine"
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx")
    assert found.left == ()
    tables = tomllib.loads(found.text)
    assert tables["workbook"] == {"title": "Mine"}
    assert tables["texts"] == {"title": {"text": "Basic Sudoku"}}


def test_an_array_formula_is_listed_as_excel_shows_it(book, tmp_path):
    edited = openpyxl.load_workbook(book)
    edited["Main"]["F6"] = ArrayFormula("F6:F8", "=B2:B4*C2:C4")
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx", SMALL)
    line = "+ Main!F6:F8 (3 cells): =B2:B4*C2:C4 as an array formula"
    assert found.left == ("cells:", line)


def test_what_no_template_says_is_listed(book, tmp_path):
    """Also what `diff` finds in the XML of the file, and what is only counted there."""
    edited = openpyxl.load_workbook(book)
    sheet = edited["Main"]
    sheet.protection.formatCells = False
    sheet.sheet_view.zoomScale = 55
    sheet["B5"].alignment = Alignment(vertical="top")
    sheet["H9"].comment = Comment("A note.", "Somebody")
    edited.calculation.fullPrecision = False
    sheet.add_data_validation(DataValidation("whole", formula1="1", formula2="4", sqref="B2:D4"))
    edited.save(tmp_path / "mine.xlsx")
    left = "\n".join(xlbuilder.extract(tmp_path / "mine.xlsx", SMALL).left)
    for words in (
        "+ calcPr / fullPrecision: 0",
        "+ Main!B2:D4: whole between =1, =4",
        "+ Main, sheetProtection / formatCells: 0",
        "+ Main, part comments: ",
        "vertical of Main!B5: ",
        "Main, sheetViews / sheetView / zoomScale: ",
    ):
        assert words in left


def test_of_a_look_that_is_said_in_part_the_rest_is_listed(book, tmp_path):
    """`diff` finds one difference of both boards; a style says it of the whole board alone."""
    edited = openpyxl.load_workbook(book)
    for row in (*edited["Main"]["B2:D4"], *edited["Main"]["B6:B6"]):
        for each in row:
            each.number_format = "0.00"
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx", SMALL)
    assert "[styles.in_board_style]" in found.text
    line = "number format of Main!B6 (sol_board): [-General-]{+0.00+}"
    assert found.left == ("looks:", f"  {line}")


@pytest.mark.slow
def test_the_round_by_commands(run, tmp_path):
    """Build, change in Excel, extract, build again; a cell of a board is what no template says."""
    shutil.copy(SMALL, tmp_path)
    assert run("build", "small.toml", "--out", "mine.xlsx", "--no-values").returncode == 0
    edited = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    edited.defined_names["chosen"].attr_text = "LEN(choice)"
    edited.save(tmp_path / "mine.xlsx")
    done = run("extract", "mine.xlsx", "--out", "mine.toml")
    assert (done.returncode, done.stdout) == (0, "mine.toml\n"), done.stderr
    tables = tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))
    assert tables == {"extends": "small.toml", "names": {"chosen": {"formula": "=LEN(choice)"}}}
    assert run("diff", "mine.toml", "mine.xlsx").returncode == 0
    edited["Main"]["C7"] = 5
    edited["Main"].column_dimensions["B"].width = 20
    edited["Main"].row_dimensions[7].height = 40
    edited["Main"].column_dimensions["D"].hidden = True
    edited.save(tmp_path / "mine.xlsx")
    done = run("extract", "mine.xlsx")
    assert done.returncode == 1
    sizes = {"column_widths": {"B": 140}, "row_heights": {"7": 53}}
    assert tomllib.loads(done.stdout) == tables | {"workbook": sizes}
    assert [line.partition(": ")[2] for line in done.stderr.splitlines()[1:]] == [
        "cells:",
        f"  Main!C7 (sol_board): [-{BOARD}-]{{+5+}}",
        "looks:",
        "  Main, column D: 3.4{+ hidden+}",
    ]


def test_a_name_with_a_mistake_is_not_extracted(book, tmp_path):
    edited = openpyxl.load_workbook(book)
    edited.defined_names["chosen"].attr_text = "LEN(choise)"
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx", SMALL)
    assert "chosen" not in found.text
    assert found.left[0].startswith("[names.chosen] formula: uses the unknown name choise; did")


def test_a_change_of_the_last_part_leaves_the_rest(book, tmp_path):
    """What building adds is taken off a formula only where it stands around all of it."""
    edited = openpyxl.load_workbook(book)
    entry = edited.defined_names["typed_here"]
    assert entry.attr_text.endswith("SUM(COLUMN())-1)")
    entry.attr_text = entry.attr_text.replace("SUM(COLUMN())-1", "SUM(COLUMN())*1-1")
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx", SMALL)
    assert found.left == ()
    (formula,) = (each["formula"] for each in tomllib.loads(found.text)["names"].values())
    assert formula.startswith("=INDEX(in_board,")


def test_what_the_builder_does_otherwise_on_purpose_is_no_loss(book, tmp_path):
    """A name that nothing uses any more is not built, and a row below a list is one of its rows."""
    edited = openpyxl.load_workbook(book)
    edited.defined_names["is_resetting"].attr_text = "chosen>0"
    edited.defined_names["chosen"].attr_text = "1"
    board = edited["Main"]
    for row in board["B6:D8"]:
        for cell in row:
            cell.value = cell.value.replace("COUNT(row_here)", "COUNT(choice)")
    edited["Shelf"]["B9"], edited["Shelf"]["C9"] = "five", 5
    edited.defined_names["mine"] = DefinedName("mine", attr_text="1+1")
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx", SMALL)
    assert found.left == ("[names.mine] formula: nothing uses it", "names:", "+ mine: =1+1")
    assert tomllib.loads(found.text)["lists"]["shelf"] == {"more_rows": [["five", 5]]}


@pytest.mark.slow
def test_a_file_that_is_there_is_kept_and_files_of_ones_own_are_found(run, tmp_path):
    """From any folder, also a strategy of one's own; its names are changed like shipped ones."""
    shutil.copy(PAIRS, tmp_path / "box_pairs.toml")
    (tmp_path / "own.toml").write_text('extends = "basic"\n')
    (tmp_path / "elsewhere").mkdir()
    done = run("build", "own.toml", "--with", "box_pairs.toml", "--no-values", "--out", "mine.xlsx")
    assert done.returncode == 0, done.stderr
    edited = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    entry = edited.defined_names["pair_of_row"]
    entry.attr_text = entry.attr_text.replace(">1", ">=2")
    edited.save(tmp_path / "mine.xlsx")
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for out in ("own.toml", "mine.xlsx"):
        assert run("extract", "mine.xlsx", "--out", out).returncode == 2
    assert {path: path.read_bytes() for path in before} == before
    for out, to in (("new.toml", ""), ("elsewhere/new.toml", "../")):
        done = run("extract", "mine.xlsx", "--out", out)
        assert (done.returncode, done.stdout) == (0, f"{out}\n"), done.stderr
        tables = tomllib.loads((tmp_path / out).read_text(encoding="utf-8"))
        assert (tables["extends"], *tables["strategies"]) == (
            f"{to}own.toml",
            "pairs_in_words",
            f"{to}box_pairs.toml",
        )
        assert tables["names"]["pair_of_row"]["overrides"] == "pair_of_row"
        assert run("diff", out, "mine.xlsx").returncode == 0
    done = run("extract", "mine.xlsx", "--out", "new.toml")
    assert done.returncode == 2
    assert done.stderr.endswith("new.toml: is there already; give another name or folder\n")


@pytest.mark.slow
def test_what_a_strategy_brings_is_changed_over_it(made, tmp_path):
    path = made("basic", "--with", "naked_pairs", "--no-values")
    edited = openpyxl.load_workbook(path)
    for word, old, new in (("in_naked_pair", "OR(", "OR(FALSE,"), ("pair_of_row", ">1", ">=2")):
        entry = edited.defined_names[word]
        assert old in entry.attr_text
        entry.attr_text = entry.attr_text.replace(old, new)
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx")
    assert found.left == ()
    tables = tomllib.loads(found.text)
    assert tables["extends"] == "basic"
    assert tables["strategies"] == ["pairs_in_words", "naked_pairs"]
    overridden = {name: entry["overrides"] for name, entry in tables["names"].items()}
    assert overridden == {name: name for name in ("in_naked_pair", "pair_of_row")}


@pytest.mark.slow
def test_a_changed_strategy_is_a_file_again(run, made, tmp_path):
    """All else of the file stays, and the workbook is built with it."""
    with_both = ["basic", "--with", "naked_pairs", "--with", "x_wing", "--no-values"]
    book = openpyxl.load_workbook(made(*with_both))

    def change(name, old, new):
        entry = book.defined_names[name]
        assert old in entry.attr_text
        entry.attr_text = entry.attr_text.replace(old, new)
        book.save(tmp_path / "mine.xlsx")

    change("naked_pair", "row_from_val", "0+row_from_val")
    change("in_naked_pair", "OR(", "OR(FALSE,")
    done = run("extract", "mine.xlsx", "--as", "strategy", "--out", "mine.toml")
    assert done.returncode == 2
    assert done.stderr.endswith("takes the place of naked_pairs, so call it naked_pairs.toml\n")
    done = run("extract", "mine.xlsx", "--as", "strategy", "--out", "naked_pairs.toml")
    assert (done.returncode, done.stdout) == (0, "naked_pairs.toml\n"), done.stderr
    mine = (tmp_path / "naked_pairs.toml").read_text(encoding="utf-8")
    shipped = PAIRS.read_text(encoding="utf-8")
    assert set(mine.splitlines()) - set(shipped.splitlines()) == {
        "# What was changed in mine.xlsx.",
        "# Build with --replace naked_pairs.toml.",
        "formula = '''=INDEX(naked_pairs,0+row_from_val,column_from_val)'''",
        f"formula = '''=OR(FALSE,{OF_PAIR.format(1000)},{OF_PAIR.format(100)})'''",
    }
    done = run("build", *with_both, "--replace", "naked_pairs.toml", "--out", "again.xlsx")
    assert done.returncode == 0, done.stderr
    assert run("diff", "again.xlsx", "mine.xlsx").returncode == 0
    change("in_x_wing", ">0", ">=1")
    done = run("extract", "mine.xlsx", "--as", "strategy")
    assert done.returncode == 2
    assert done.stderr.endswith("make a strategy file; changed: naked_pairs, x_wing\n")


def test_bad_input_is_one_line(made, tmp_path):
    inline = made(SMALL, "--no-values", "--names", "inline")
    with pytest.raises(WorkbookError, match="has no defined names"):
        xlbuilder.extract(inline, SMALL)
    openpyxl.Workbook().save(tmp_path / "other.xlsx")
    with pytest.raises(WorkbookError, match="add --base TEMPLATE"):
        xlbuilder.extract(tmp_path / "other.xlsx")


def test_a_mistake_below_many_new_names_is_found_at_once(book, tmp_path, monkeypatch):
    """The names that call a new name with a mistake go with it, not one after the other."""
    edited = openpyxl.load_workbook(book)
    for number in range(40):
        text = f"chain_{number + 1}+1" if number < 39 else "LEN(choise)"
        edited.defined_names[f"chain_{number}"] = DefinedName(f"chain_{number}", attr_text=text)
    edited["Main"]["F6"] = "=chain_0"
    edited.save(tmp_path / "mine.xlsx")
    loads = []
    monkeypatch.setattr(extract, "load", lambda *given: loads.append(given) or load(*given))
    found = xlbuilder.extract(tmp_path / "mine.xlsx", SMALL)
    assert found.left[0].startswith("[names.chain_39] formula: uses the unknown name choise; did")
    assert len(loads) < 5


@pytest.mark.slow
def test_a_new_name_on_the_circle_comes_back_as_it_is(made, tmp_path):
    """Building would add a position, for programs that would keep the value of such a name."""
    edited = openpyxl.load_workbook(made("basic", "--no-values"))
    edited.defined_names["größe"] = DefinedName("größe", attr_text="COUNT(sol_board)+1")
    edited["Main"]["AT50"] = "=größe"
    edited.save(tmp_path / "mine.xlsx")
    found = xlbuilder.extract(tmp_path / "mine.xlsx")
    assert found.left == ()
    name = tomllib.loads(found.text)["names"]["größe"]
    assert (name["formula"], name["plain"]) == ("=COUNT(sol_board)+1", True)
    (tmp_path / "mine.toml").write_text(found.text, encoding="utf-8")
    assert xlbuilder.diff(tmp_path / "mine.toml", tmp_path / "mine.xlsx").is_same
