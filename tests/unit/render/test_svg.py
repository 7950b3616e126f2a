"""A workbook's picture as SVG, read back and compared with the file on disk."""

import zipfile
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from openpyxl.formatting.rule import ColorScaleRule, FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from tests.helpers.pictures import MARGIN, SVG, PlacesInFile, texts
from tests.helpers.places import ROOT
from tests.helpers.workbooks import SHEET, edited
from tests.helpers.workbooks import cell as at
from xlbuilder.errors import WorkbookError
from xlbuilder.render.conditional import drawn_formats
from xlbuilder.render.picture import read_sheet
from xlbuilder.render.svg import draw
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.stored_values import with_values

LINE = Side(style="thin", color="BFBFBF")

FRAME = Side(style="medium", color="404040")

RED = Font(color="FF0000")

STYLELESS = (
    b'<conditionalFormatting sqref="B2"><cfRule type="expression" priority="1" dxfId="99">'
    b"<formula>1</formula></cfRule></conditionalFormatting>"
)


def drawn(path, name=None, width=None):
    model = read_workbook(path)
    return draw(model, read_sheet(model, name), width)


@pytest.fixture
def book(tmp_path):
    """Return a function that saves a workbook, after a change, and gives its path."""

    def save(change):
        workbook = openpyxl.Workbook()
        change(workbook.active)
        workbook.save(tmp_path / "book.xlsx")
        return tmp_path / "book.xlsx"

    return save


def problems(path, svg):
    """Say what the boards of a picture show otherwise than the file has it."""
    places, found = PlacesInFile(path, svg), texts(svg)
    stored = openpyxl.load_workbook(path, data_only=True).worksheets[0]
    for given, cell in zip(places.board("in_board"), places.board("sol_board"), strict=True):
        is_given = stored[given].value is not None
        clue = [str(stored[given].value)] if is_given else []
        if [one.text for one in places.texts_in(found, given)] != clue:
            yield f"puzzle {given}"
        shown = [(one.text, one.bold) for one in places.texts_in(found, cell)]
        if shown != [(str(stored[cell].value), is_given)]:
            yield f"solution {cell}"


@pytest.mark.slow
def test_every_digit_is_at_its_place_and_givens_are_bold(solved):
    svg = drawn(solved)
    assert list(problems(solved, svg)) == []
    assert any("Solved" in one.text for one in texts(svg))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("old", "new", "seen"),
    [
        (b"<formula>given_cell&gt;0</formula>", b"<formula>FALSE</formula>", "bold"),
        (b'<row r="%d"', b'<row r="%d" hidden="1"', "row"),
    ],
)
def test_a_picture_that_is_not_true_is_seen(solved, tmp_path, old, new, seen):
    places = PlacesInFile(solved, svg := drawn(solved))
    board = places.board("sol_board")
    if seen == "row":
        row = places.sheet[board[0]].row
        old, new, expected = old % row, new % row, board[:9]
    else:
        found = texts(svg)
        expected = [cell for cell in board if places.texts_in(found, cell)[0].bold]
    copy = edited(solved, lambda data: data.replace(old, new, 1), to=tmp_path / "copy.xlsx")
    wrong = {f"solution {cell}" for cell in expected}
    assert wrong <= set(problems(solved, drawn(copy)))


@pytest.mark.slow
def test_the_picture_in_the_readme_is_that_of_the_workbook(solved):
    picture = ROOT / "docs" / "pictures" / "board.svg"
    assert picture.read_text(encoding="utf-8") == drawn(solved), (
        "docs/pictures/board.svg is not the workbook's picture any more; make it again:"
        " xlbuilder build && xlbuilder render out/sudoku.xlsx --out docs/pictures/board.svg"
    )


@pytest.mark.slow
def test_a_file_without_values_shows_empty_boards(built):
    svg = drawn(built("sudoku"))
    places, found = PlacesInFile(built("sudoku"), svg), texts(svg)
    assert not any(places.texts_in(found, cell) for cell in places.board("sol_board"))
    givens = [places.texts_in(found, cell) for cell in places.board("in_board")]
    assert len(list(filter(None, givens))) > 20
    assert "#F4B6B0" not in svg  # no clue clashes, and no cell is without candidates


def test_texts_are_escaped_and_named(book):
    def change(sheet):
        sheet.title = "a<b & c"
        sheet["B2"] = '<script>&amp;  "two" blanks\''
        sheet["B3"] = "two\nlines _x0007_"

    svg = drawn(book(change))
    root = ET.fromstring(svg)
    one, two = (each.text for each in texts(svg))
    assert one == '<script>&amp;  "two" blanks\''
    assert two.startswith("two lines")
    assert root.find(f"{SVG}title").text == "a<b & c"
    assert "The cells B2:" in root.find(f"{SVG}desc").text
    assert root.get("aria-labelledby").split() == [
        root.find(f"{SVG}title").get("id"),
        root.find(f"{SVG}desc").get("id"),
    ]
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert "<script>" not in svg


@pytest.mark.exhaustive
def test_the_same_file_gives_the_same_picture_and_width_only_its_size(solved):
    svg = drawn(solved)
    assert svg == drawn(solved)
    narrow = drawn(solved, width=300)
    assert ET.fromstring(narrow).get("width") == "300"
    assert narrow.splitlines()[1:] == svg.splitlines()[1:]


def dressed(sheet, area, formula):
    sheet["B2"] = sheet["B2"].value or 1
    sheet.conditional_formatting.add(area, FormulaRule(formula=[formula], font=RED))


def table(sheet):
    for row in sheet.iter_rows(2, 6, 2, 6):
        for cell in row:
            cell.value = f"{cell.coordinate}"
            cell.alignment = Alignment(horizontal="center")
            cell.border = Border(LINE, LINE, LINE, LINE)


def test_hidden_and_folded_rows_and_columns_are_left_out(book):
    def change(sheet):
        table(sheet)
        sheet.row_dimensions[3].hidden = True
        sheet.column_dimensions.group("D", "E", hidden=True)

    svg = drawn(book(change))
    expected = [f"{column}{row}" for row in (2, 4, 5, 6) for column in "BCF"]
    assert [one.text for one in texts(svg)] == expected
    assert f'viewBox="0 0 {3 * 64 + 24} {4 * 20 + 24}"' in svg
    lines = ET.fromstring(svg).find(f".//{SVG}path[@stroke]").get("d").split("M")
    assert len(lines) == len(set(lines))  # what is before and after a hidden row is one line


def test_a_column_may_have_no_width_and_any_attribute(book):
    plain = drawn(book(table))
    columns = b'<cols><col min="2" max="2" phonetic="1"/></cols><sheetData>'
    path = edited(book(table), lambda data: data.replace(b"<sheetData>", columns, 1))
    assert drawn(path) == plain


def test_only_the_print_area_is_drawn(book):
    def change(sheet):
        table(sheet)
        sheet.print_area = "C3:D4"

    svg = drawn(book(change))
    assert [one.text for one in texts(svg)] == ["C3", "D3", "C4", "D4"]
    assert "The cells C3:D4 of the sheet" in svg


def test_a_merged_range_is_one_cell(book):
    def change(sheet):
        table(sheet)
        sheet.merge_cells("C3:E4")
        for row in sheet["C3:E4"]:
            for cell in row:
                cell.border = Border(FRAME, FRAME, FRAME, FRAME)

    path = book(change)
    svg = drawn(path)
    found = texts(svg)
    assert {"C3", "B3"} < {one.text for one in found}
    assert {"D3", "C4", "E4"}.isdisjoint(one.text for one in found)
    (merged,) = (one for one in found if one.text == "C3")
    left, _, top, _ = PlacesInFile(path, svg).box("C3")
    assert merged.x == left + 3 * 64 / 2
    assert top < merged.y <= top + 40
    frame = ET.fromstring(svg).find(f".//{SVG}path[@stroke='#404040']").get("d")
    assert sorted(frame.split("M")[1:]) == sorted(
        [
            f"{left} {top}h192",
            f"{left} {top + 40}h192",
            f"{left} {top}v40",
            f"{left + 192} {top}v40",
        ]
    )


def test_looks_are_those_of_the_file(book):
    def change(sheet):
        sheet["B2"] = 12
        sheet["B2"].font = Font(bold=True, italic=True, color="1F4E9E", size=18)
        sheet["B2"].fill = PatternFill("solid", start_color="FFF8E1")
        sheet["B3"] = "left"
        sheet["B4"] = True
        sheet["B5"] = 0
        sheet["B5"].number_format = "0;;"
        sheet["B6"] = "right"
        sheet["B6"].alignment = Alignment(horizontal="right")
        sheet["B7"] = "theme"
        sheet["B7"].font = Font(color=openpyxl.styles.colors.Color(theme=0))
        sheet["B7"].fill = PatternFill("solid", start_color="EEEEEE")
        sheet["B8"] = "link"
        sheet["B8"].fill = PatternFill("solid", start_color=openpyxl.styles.colors.Color(theme=10))

    svg = drawn(book(change))
    found = {one.text: one for one in texts(svg)}
    assert found.keys() == {"12", "left", "TRUE", "right", "theme", "link"}
    assert (found["12"].bold, found["12"].color, found["12"].anchor) == (True, "#1F4E9E", "end")
    assert 'font-size="24" font-weight="bold" font-style="italic"' in svg
    assert [found[text].anchor for text in ("left", "TRUE", "right")] == ["start", "middle", "end"]
    assert found["theme"].color == "#FFFFFF"
    assert '<path fill="#FFF8E1" d="M12 12h64v20h-64z" />' in svg


def test_a_long_text_runs_over_blank_cells_and_is_cut_at_others(book):
    def change(sheet):
        sheet["B2"], sheet["B3"], sheet["B4"] = "free " * 9, "stopped " * 9, "=REPT(1,99)"
        sheet["D3"], sheet["B5"] = "x", "merged " * 9
        sheet.merge_cells("E5:F5")
        sheet["B6"], sheet["C6"] = "formula " * 9, '=""'

    svg = drawn(book(change))
    cut = {one.text.split()[0]: one.is_cut for one in texts(svg)}
    assert cut == {"free": False, "stopped": True, "x": False, "merged": True, "formula": True}
    for place in ('y="32" width="128"', 'y="72" width="192"', 'y="92" width="64"'):
        assert f'<svg x="12" {place} height="20">' in svg


@pytest.mark.parametrize(
    ("value", "number_format", "width", "shown"),
    [
        (100000, "#,##0.00", 5, "###"),
        (100000, "General", 6, "1E+05"),
        (100000, "General", 3, "##"),
        (1.98765, "General", 4, "1.99"),
        (19.98765, "General", 2.5, "20"),
        (0.00001, "General", 2, "0"),
        (100000, "General", 7, "100000"),
        (0.061, "0.0%", 3, "##"),
    ],
)
def test_a_number_that_does_not_fit_is_shortened_or_shows_hashes(
    book, value, number_format, width, shown
):
    """As in Excel: only the format General shortens, and no number is cut to another one."""

    def change(sheet):
        sheet["A1"], sheet["A1"].number_format = value, number_format
        sheet.column_dimensions["A"].width = width
        sheet["B2"] = "x"  # beside it Excel does not go on

    (first, _) = texts(drawn(book(change)))
    assert first.text == shown


def test_a_number_has_the_room_of_its_merged_cells(book):
    def change(sheet):
        sheet["A1"], sheet["A1"].number_format = 1234567, "#,##0.00"
        sheet.merge_cells("A1:B1")

    assert [each.text for each in texts(drawn(book(change)))] == ["1,234,567.00"]


def test_a_text_in_the_color_of_its_cell_is_not_there(book):
    def change(sheet):
        sheet["A1"], sheet["A2"], sheet["A3"] = "white", "gray", "seen"
        sheet["A1"].font = Font(color="FFFFFF")
        sheet["A2"].font, sheet["A2"].fill = Font(color="EEEEEE"), PatternFill("solid", "EEEEEE")
        sheet["A3"].font, sheet["A3"].fill = Font(color="FFFFFF"), PatternFill("solid", "EEEEEE")

    assert [one.text for one in texts(drawn(book(change)))] == ["seen"]


def test_conditional_formats_hold_by_priority_and_by_place(book):
    def change(sheet):
        for number in range(1, 7):
            sheet.cell(number, 2, number)
            sheet.cell(number, 3, number)
        sheet.conditional_formatting.add("B1:C6", FormulaRule(formula=["$B1>4"], font=RED))
        sheet.conditional_formatting.add(
            "B1:C6",
            FormulaRule(formula=["MOD(B1,2)=1"], font=Font(color="0000FF", bold=True)),
        )
        sheet["C6"].font = Font(italic=True, bold=True)

    found = texts(drawn(book(change)))
    colors = {one.text: (one.color, one.bold) for one in found}
    assert colors["1"] == ("#0000FF", True)
    assert colors["4"] == ("#000000", False)
    assert colors["5"] == ("#FF0000", True)
    assert [(one.color, one.bold) for one in found if one.text == "6"] == [
        ("#FF0000", False),
        ("#FF0000", True),  # a format that does not say leaves it bold
    ]


def test_a_stored_empty_text_is_no_blank_cell_to_a_format(book):
    def change(sheet):
        sheet["B2"], sheet["B3"] = '=""', "=1"
        sheet["C2"] = "next"
        dressed(sheet, "C2", "B2>0")

    path = book(change)
    path.write_bytes(with_values(path.read_bytes(), {at("B2"): "", at("B3"): 1.0}))
    assert [one.color for one in texts(drawn(path)) if one.text == "next"] == ["#FF0000"]


def test_formats_without_a_formula_or_a_look_are_counted(book):
    def change(sheet):
        sheet["B2"] = 1
        for formulas in ([], ["NOSUCH(B2)"]):
            sheet.conditional_formatting.add("B2", FormulaRule(formula=formulas))
        sheet.conditional_formatting.add(
            "B2",
            ColorScaleRule(
                start_type="min", start_color="FF0000", end_type="max", end_color="00FF00"
            ),
        )

    sheet = read_sheet(read_workbook(book(change)))
    assert len(sheet.formats) == 3
    assert drawn_formats(sheet) == ()


def test_another_sheet(book):
    def change(sheet):
        sheet["A1"] = "first"
        sheet.parent.create_sheet("Other One")["B2"] = "second"

    path = book(change)
    assert [one.text for one in texts(drawn(path))] == ["first"]
    assert [one.text for one in texts(drawn(path, "other one"))] == ["second"]


@pytest.mark.parametrize(("vertical", "y"), [("top", 26.67), ("center", 47.67), ("bottom", 70)])
def test_a_wrapped_text_has_its_lines_and_stays_in_its_cell(book, vertical, y):
    def change(sheet):
        sheet["A1"] = "two lines:\nboth of them stand in the first cell"
        sheet["A1"].alignment = Alignment(wrap_text=True, vertical=vertical)
        sheet.row_dimensions[1].height = 60

    svg = drawn(book(change))
    first, second = texts(svg)
    assert (first.text, second.text) == ("two lines:", "both of them stand in the first cell")
    assert first.is_cut
    assert ET.fromstring(svg).get("width") == str(64 + 2 * MARGIN)
    assert (first.y, round(second.y - first.y, 1)) == (y, 18.3)


def test_a_format_that_cannot_be_evaluated_is_left_out_and_said(book, caplog):
    def change(sheet):
        dressed(sheet, "B2:C9", "1+")
        dressed(sheet, "B2", "CUBEVALUE(A1)")
        dressed(sheet, "B2", "B2=1")

    (text,) = texts(drawn(book(change)))
    assert text.color == "#FF0000"
    said = [record.getMessage() for record in caplog.records if "left out" in record.getMessage()]
    assert "book.xlsx: left out: the conditional format of B2:C9: " in said[0]
    assert (
        "the conditional format of B2: B2: the engine fast lacks the function CUBEVALUE" in said[1]
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (str, r"book\.xlsx: the sheet Sheet is empty"),
        (
            lambda sheet: sheet.append(["a"]) or sheet.cell(9999, 1, "b"),
            r"Sheet is too large .*: it has 88 x 200,004 pixels, and 100,000 is the most a side",
        ),
    ],
)
def test_what_cannot_be_drawn_is_one_line(book, change, message):
    with pytest.raises(WorkbookError, match=message) as caught:
        drawn(book(change))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (SHEET, b'<row r="2"', b'<row r="2" ht="high"'),
        (SHEET, b'<row r="2"', b'<row r="2" ht="inf"'),
        (SHEET, b"<sheetData>", b'<cols><col min="1" max="x"/></cols><sheetData>'),
        (SHEET, b"<sheetData>", b'<cols><col min="1" max="1" width="nan"/></cols><sheetData>'),
        (SHEET, b"<sheetFormatPr", b'<sheetFormatPr defaultColWidth="inf"'),
        (SHEET, b"<pageMargins", STYLELESS + b"<pageMargins"),
        ("xl/styles.xml", None, None),
    ],
)
def test_a_damaged_file_is_one_line(book, part, old, new):
    path = book(table)
    if old is None:
        with zipfile.ZipFile(path) as source:
            members = {name: source.read(name) for name in source.namelist() if name != part}
        with zipfile.ZipFile(path, "w") as target:
            for name, data in members.items():
                target.writestr(name, data)
    else:
        edited(path, lambda data: data.replace(old, new, 1), part)
    with pytest.raises(WorkbookError, match=r"book\.xlsx: ") as caught:
        drawn(path)
    assert "\n" not in str(caught.value)
