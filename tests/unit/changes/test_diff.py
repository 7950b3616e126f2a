"""What `diff` says of a workbook that was edited in Excel, and of one that was only saved."""

import json
import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, GradientFill, PatternFill
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

import xlbuilder
from tests.helpers.places import ROOT, SMALL
from xlbuilder import TemplateError, WorkbookError
from xlbuilder.changes.compare import Aspect
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.origin import PROPERTY, Origin

OUT = ROOT / "out" / "sudoku.xlsx"


@pytest.fixture
def saved(book, tmp_path):
    """Return a function that changes the workbook and saves it with openpyxl."""

    def save(change):
        edited = openpyxl.load_workbook(book)
        change(edited)
        edited.save(tmp_path / "mine.xlsx")
        return tmp_path / "mine.xlsx"

    return save


def name(word, old, new):
    """Return an edit of a name in the Name Manager."""

    def change(book):
        entry = book.defined_names[word]
        assert old in entry.attr_text
        entry.attr_text = entry.attr_text.replace(old, new)

    return change


def helper(book):
    book["Main"]["F6"] = "=COUNT(sol_board)"


def helper_board(book):
    for row in range(6, 9):
        for column in range(6, 9):
            book["Main"].cell(row, column, f"=SUM($B{row}:$D{row})+{'BCD'[column - 6]}{row}")


def colors(book):
    for row in book["Main"]["B6:D8"]:
        for cell in row:
            cell.fill = PatternFill("solid", fgColor="FFEEDD")
    book["Main"].column_dimensions["B"].width = 9


def color_beside(book):
    book["Main"]["N20"].fill = PatternFill("solid", fgColor="FFEEDD")


def puzzle(book):
    book["Shelf"]["B9"], book["Shelf"]["C9"] = "mine", 7


def puzzle_in_the_middle(book):
    book["Shelf"].insert_rows(6)
    book["Shelf"]["B6"], book["Shelf"]["C6"] = "mine", 7
    for word in ("shelf_names", "shelf_digits"):
        name(word, "$8", "$9")(book)


def copied(book):
    """Do as Excel does when the sheet is copied into a workbook that has a sheet Main already."""
    book["Main"].title = "Main (2)"
    for entry in book.defined_names.values():
        entry.attr_text = entry.attr_text.replace("Main!", "'Main (2)'!")
    rent = book.create_sheet("Main", 0)
    rent["A1"], rent["A2"] = 900, "=A1*12"


def doubled(book):
    """Do as Excel does when the sheet is copied within its workbook: the copy has own names."""
    copy = book.copy_worksheet(book["Main"])
    copy.title = "Main (2)"
    for word, entry in book.defined_names.items():
        text = entry.attr_text.replace("Main!", "'Main (2)'!")
        copy.defined_names[word] = DefinedName(word, attr_text=text, comment=entry.comment)


def without_properties(book):
    book.custom_doc_props.props.clear()


def constant(book):
    book["Main"]["C7"] = 5


def settings(book):
    book.calculation.iterate = False
    book.calculation.iterateCount = 100


def unprotected(book):
    book["Main"].protection.sheet = False


def password(book):
    book["Main"].protection.password = "xyz"  # noqa: S105 - of a test


def typed(book):
    book["Main"]["B3"], book["Main"]["F2"] = 7, "Reset"


def wording(book):
    book["Main"]["B5"] = "My solution"


def comment(book):
    book.defined_names["chosen"].comment = "Mine."


EDITS = {
    name("chosen", "0)", "1)"): (
        Aspect.NAME,
        "  chosen: =… choice,shelf_names,[-0-]{+1+})),FALSE)",
    ),
    comment: (Aspect.COMMENT, "  chosen: [-What the shelf has.-]{+Mine.+}"),
    helper: (Aspect.CELLS, "+ Main!F6: =COUNT(sol_board)"),
    helper_board: (Aspect.CELLS, "+ Main!F6:H8 (9 cells): =SUM($B6:$D6)+B6"),
    constant: (Aspect.CELLS, "  Main!C7 (sol_board): [-=IF(is_resetting"),
    wording: (Aspect.CELLS, "  Main!B5: [-Solution-]{+My solution+}"),
    puzzle: (Aspect.LIST, "+ Shelf, row 9 (below the cells of its names): mine | 7"),
    puzzle_in_the_middle: (
        Aspect.LIST,
        "  Shelf, shelf_names, shelf_digits: to row [-8-]{+9+}\n+ Shelf, row 6: mine | 7\n",
    ),
    copied: (Aspect.SHEET, "+ Main (another): 1 formula and 1 constant"),
    doubled: (Aspect.SHEET, "+ Main (2): "),
    without_properties: (Aspect.DRIVE, "- document properties: all "),
    settings: (Aspect.SETTING, "  maximum iterations: [-1,000-]{+100+}"),
    unprotected: (Aspect.PROTECTION, "  Main: {+not +}protected"),
    password: (Aspect.PROTECTION, "  Main: [-protected-]{+protected with a password+}"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_is_told_in_the_words_of_its_author(book, saved, edit):
    aspect, line = EDITS[edit]
    found = xlbuilder.diff(book, saved(edit))
    assert {each.aspect for each in found.meaningful} == {aspect}
    assert all(part in f"{found}\n" for part in line.split("…"))


@pytest.mark.parametrize(
    ("edit", "aspects"),
    [
        (lambda _: None, set()),
        (colors, {Aspect.LOOK}),
        (color_beside, {Aspect.LOOK}),
        (typed, {Aspect.INPUT}),
        (name("chosen", "FALSE", "false( )"), set()),
        (name("is_resetting", "state", " State "), set()),
        (name("chosen", "IFERROR", "_xlfn.IFERROR"), set()),
    ],
)
def test_what_means_nothing_is_no_difference(book, saved, edit, aspects):
    found = xlbuilder.diff(book, saved(edit))
    assert found.is_same
    assert {each.aspect for each in found.differences} == aspects


@pytest.mark.parametrize(
    ("fill", "words"),
    [
        (PatternFill("lightUp", fgColor="FF0000"), "{+lightUp FF0000+}"),
        (GradientFill(stop=("FF0000", "00FF00")), "{+linear+}"),
    ],
)
def test_a_fill_that_is_no_color_is_said_in_words(book, saved, fill, words):
    def filled(book):
        book["Main"]["N20"].fill = fill

    assert f"fill of Main!N20: {words}" in xlbuilder.diff(book, saved(filled)).report(is_full=True)


def test_constants_differ_in_all_that_excel_keeps_of_them(saved, tmp_path):
    def shelf(number):
        return lambda book: book["Shelf"].__setitem__("C6", number)

    one = saved(shelf(1.234567)).rename(tmp_path / "one.xlsx")
    assert "[-1.234567-]{+1.23456789+}" in str(xlbuilder.diff(one, saved(shelf(1.23456789))))
    one = saved(shelf("7")).rename(tmp_path / "one.xlsx")
    assert "two | [-'-]7" in str(xlbuilder.diff(one, saved(shelf(7))))
    one = saved(shelf(0.1 + 0.2)).rename(tmp_path / "one.xlsx")
    assert xlbuilder.diff(one, saved(shelf(0.3))).differences == ()


@pytest.mark.program("libreoffice")
def test_a_workbook_that_libreoffice_saved_calculates_the_same(soffice):
    """It loses comments, apostrophes, views and the theme, and all that is a few lines."""
    (saved,) = soffice("xlsx", OUT)
    found = xlbuilder.diff(OUT, saved)
    assert found.is_same
    assert {each.aspect for each in found.cosmetic} <= {Aspect.LOOK, Aspect.VIEW, Aspect.PRINT}
    assert len(found.cosmetic) < 25
    assert found.notes == (f"the comments of 249 names are lost in {saved}",)


@pytest.mark.slow
def test_a_workbook_alone_is_compared_with_what_it_was_built_from(run, tmp_path):
    shutil.copy(SMALL, tmp_path)
    options = ("--names", "inline", "--unprotected", "--no-values")
    assert run("build", "small.toml", "--out", "mine.xlsx", *options).returncode == 0
    assert run("diff", "mine.xlsx").returncode == 0
    edited = openpyxl.load_workbook(tmp_path / "mine.xlsx")
    edited["Main"]["C7"] = "=C3"
    edited.save(tmp_path / "mine.xlsx")
    done = run("diff", "mine.xlsx")
    assert done.returncode == 1
    first, title, line = done.stdout.splitlines()
    assert first == "xlbuilder build small.toml --names inline --unprotected -> mine.xlsx"
    assert title == "cells:"
    assert line.startswith("  Main!C7: [-=IF(")
    said = json.loads(run("diff", "mine.xlsx", "--json").stdout)
    assert [each["areas"] for each in said["differences"]] == [["Main!C7"]]
    shutil.copy(tmp_path / "mine.xlsx", tmp_path / "{a}.xlsx")
    assert run("diff", "{a}.xlsx", "--html", "d.html").stdout == "d.html\n"
    page = (tmp_path / "d.html").read_text(encoding="utf-8")
    assert "-&gt; {a}.xlsx</title>" in page
    assert re.search('<span class="r[0-9]">\\[-=?IF', page)


@pytest.mark.slow
def test_a_template_of_ones_own_lies_beside_the_workbook(run, tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text('extends = "ellis"\n')
    assert run("build", "mine.toml", "--out", "mine.xlsx", "--no-values").returncode == 0
    monkeypatch.chdir(tmp_path.parent)
    assert xlbuilder.diff(tmp_path / "mine.xlsx").is_same


def test_no_folder_of_the_author_is_stored(tmp_path, made):
    (tmp_path / "mine.toml").write_text('extends = "ellis"\n')
    built = made(tmp_path / "mine.toml", "--no-values")
    origin = Origin.from_properties(read_workbook(built).properties)
    assert origin is not None
    assert origin.template == "mine.toml"
    with pytest.raises(WorkbookError, match=r"was built from mine\.toml, which is not here"):
        xlbuilder.diff(built)


def test_bad_input_is_one_line(book, saved):
    with pytest.raises(WorkbookError, match="cannot be read"):
        xlbuilder.diff(book, "none.xlsx")
    with pytest.raises(TemplateError, match="did you mean sudoku"):
        xlbuilder.diff("sudoko", book)

    def forget(edited: Any) -> None:
        del edited.custom_doc_props[PROPERTY]

    with pytest.raises(WorkbookError, match="does not say which template it was built from"):
        xlbuilder.diff(saved(forget))


def test_the_order_of_two_formats_of_a_cell_counts(tmp_path):
    paths = []
    for name, order in (("one", (1, 2)), ("other", (2, 1))):
        book = openpyxl.Workbook()
        for priority in order:
            rule = FormulaRule([f"A1>{priority}"], font=None)
            book.active.conditional_formatting.add("A1:B2", rule)
        paths.append(Path(tmp_path, f"{name}.xlsx"))
        book.save(paths[-1])
    assert "which counts first in Sheet!A1:B2" in str(xlbuilder.diff(*paths))


def cell(address, content):
    return lambda book: book["Sheet"].__setitem__(address, content)


def linked(row):
    return lambda book: book.defined_names.add(DefinedName("far", attr_text=f"[1]Main!$A${row}"))


def hidden(book):
    book["Beside"].sheet_state = "hidden"


def hidden_name(book):
    book.defined_names["rate"].hidden = True


def stopping(book):
    next(iter(book["Sheet"].conditional_formatting)).rules[0].stopIfTrue = True


def nothing(_):
    pass


def from_1904(book):
    book.epoch = CALENDAR_MAC_1904


@pytest.mark.parametrize(
    ("before", "after", "aspect", "line"),
    [
        (
            cell("A1", "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+1)(2)"),
            cell("A1", "=_xlfn.LAMBDA(_xlpm.x,_xlpm.x+2)(2)"),
            Aspect.CELLS,
            "[-1-]{+2+})(2)",
        ),
        (
            cell("A1", "=[1]Main!A1"),
            cell("A1", "=[1]Main!A2"),
            Aspect.CELLS,
            "  Sheet!A1: =[-[1]Main!A1-]{+[1]Main!A2+}",
        ),
        (
            cell("D2", "=SUM(A1:A3*B1:B3)"),
            cell("D2", ArrayFormula("D2", "=SUM(A1:A3*B1:B3)")),
            Aspect.CELLS,
            "  Sheet!D2: =SUM(A1:A3*B1:B3){+ as an array formula+}",
        ),
        (linked(1), linked(2), Aspect.NAME, "  far: =[-[1]Main!$A$1-]{+[1]Main!$A$2+}"),
        (nothing, hidden, Aspect.LOOK, "  the sheet Beside: [-visible-]{+hidden+}"),
        (nothing, hidden_name, Aspect.LOOK, "  the name rate: [-visible-]{+hidden+}"),
        (nothing, stopping, Aspect.FORMAT, "Sheet!B2, where =B2>1: [-goes on-]{+stops if true+}"),
        (nothing, from_1904, Aspect.SETTING, "  dates are counted from: [-1900-]{+1904+}"),
    ],
)
def test_what_is_not_calculated_here_is_compared_too(tmp_path, before, after, aspect, line):
    paths: list[Path] = []
    for change in (before, after):
        book = openpyxl.Workbook()
        book.create_sheet("Beside")
        book.defined_names.add(DefinedName("rate", attr_text="Sheet!$C$1"))
        book["Sheet"].conditional_formatting.add("B2", FormulaRule(["B2>1"], font=Font(bold=True)))
        change(book)
        paths.append(tmp_path / f"{len(paths)}.xlsx")
        book.save(paths[-1])
    found = xlbuilder.diff(*paths)
    assert [each.aspect for each in found.differences] == [aspect]
    assert line in found.report(is_full=True)


def format_of(formula):
    def change(book):
        book["Sheet"].conditional_formatting.add("A1", FormulaRule([formula]))

    return change


def named(formula):
    return lambda book: book.defined_names.add(DefinedName("mine", attr_text=formula))


@pytest.mark.parametrize("place", [lambda text: cell("D2", f"={text}"), format_of, named])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('CONCAT(A1,"x")', '_xlfn.CONCAT(A1,"x")'),
        ('_xludf.CONCAT(A1,"x")', '_xlfn.CONCAT(A1,"x")'),
        ("_xlfn.UNHEARD(A1)", "UNHEARD(A1)"),
        ("SUM(rates)", "SUM(_xlfn.SINGLE(rates))"),
        ("SUM(A1:B1)", "SUM(_xlfn.SINGLE(A1:B1))"),
        ("SUM(OFFSET(A1,1,0))", "SUM(_xlfn.SINGLE(OFFSET(A1,1,0)))"),
    ],
)
def test_a_prefix_or_an_at_that_excel_reads_otherwise_is_a_difference(tmp_path, place, one, other):
    found = difference(tmp_path, place(one), place(other))
    assert len(found.meaningful) == 1
    assert found.meaningful[0].old != found.meaningful[0].new


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A1", "_xlfn.SINGLE(A1)"),
        ("rates", "_xlfn.SINGLE(rates)"),
        ("A1:A3*2+ABS(rates)", "_xlfn.SINGLE(A1:A3)*2+ABS(_xlfn.SINGLE(rates))"),
        ("SUM(rates+1)", "SUM(_xlfn.SINGLE(rates)+1)"),
        ("INDEX(A1:A3,B1)", "_xlfn.SINGLE(INDEX(A1:A3,B1))"),
    ],
)
def test_an_at_where_an_ordinary_formula_takes_one_value_is_no_difference(tmp_path, one, other):
    assert difference(tmp_path, cell("D2", f"={one}"), cell("D2", f"={other}")).is_same


def test_an_at_in_an_array_formula_is_a_difference(tmp_path):
    arrays = [ArrayFormula("D2", text) for text in ("=rates", "=_xlfn.SINGLE(rates)")]
    assert not difference(tmp_path, *(cell("D2", array) for array in arrays)).is_same


def difference(tmp_path, *changes):
    for number, change in enumerate(changes):
        book = openpyxl.Workbook()
        book.defined_names.add(DefinedName("rates", attr_text="Sheet!$A$1:$A$3"))
        change(book)
        book.save(tmp_path / f"{number}.xlsx")
    return xlbuilder.diff(tmp_path / "0.xlsx", tmp_path / "1.xlsx")


def test_dates_counted_from_1904_are_the_numbers_that_the_file_has(tmp_path):
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    book.active["A1"] = datetime(1904, 1, 11)  # noqa: DTZ001 - Excel knows no time zone
    book.save(tmp_path / "dates.xlsx")
    assert list(read_workbook(tmp_path / "dates.xlsx").values.values()) == [10.0]
