"""`diff` reports every cell that something can read, wherever it stands."""

import re
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.formatting.rule import FormulaRule
from openpyxl.packaging.custom import StringProperty
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

import xlbuilder
from tests.helpers.xml_changes import packed, parts_of
from xlbuilder.changes.compare import Aspect
from xlbuilder.changes.diff import Diff
from xlbuilder.changes.trees import changes, pruned
from xlbuilder.xlsx.normal import Node, normal, parsed
from xlbuilder.xlsx.origin import Origin

Edit = Callable[[Any], None]
SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def compared(tmp_path):
    """Return a function that compares two workbooks, each what edits make of a new one."""

    def compare(old: Edit, new: Edit) -> Diff:
        for name, edit in (("old", old), ("new", new)):
            book = openpyxl.Workbook()
            book.active.title = "Main"
            edit(book)
            book.save(tmp_path / f"{name}.xlsx")
        return xlbuilder.diff(tmp_path / "old.xlsx", tmp_path / "new.xlsx")

    return compare


def one_line(found: Diff, aspect: Aspect, line: str) -> None:
    assert [each.aspect for each in found.meaningful] == [aspect]
    assert line in str(found)


def listing(place: str = "D5", value: object = 3, rows: tuple[int, ...] = (3, 4, 6)) -> Edit:
    """Return an edit that adds a list with a name, and a value on its sheet."""

    def edit(book: Any) -> None:
        sheet = book.create_sheet("Inputs")
        sheet["A1"], sheet["B1"], sheet["D5"] = "title", "column", 3
        for number, row in enumerate(rows):
            sheet.cell(row, 2, number)
        sheet[place] = value
        book.defined_names["rates"] = DefinedName("rates", attr_text="Inputs!$B$3:$B$6")
        book["Main"]["A1"] = "=Inputs!D5+SUM(rates)"

    return edit


@pytest.mark.parametrize(
    ("place", "value", "line"),
    [
        ("D5", 9, "  Inputs!D5: [-3-]{+9+}"),
        ("A1", "other", "  Inputs!A1: [-title-]{+other+}"),
        ("B1", "other", "  Inputs!B1: [-column-]{+other+}"),
        ("A900", 7, "+ Inputs!A900: 7"),
    ],
)
def test_the_cells_beside_a_list_are_compared(compared, place, value, line):
    one_line(compared(listing(), listing(place, value)), Aspect.CELLS, line)


def test_the_rows_of_a_list_that_stand_elsewhere_are_reported(compared):
    line = "  Inputs, the rows from row 4: in row [-4-]{+5+}"
    one_line(compared(listing(), listing(rows=(3, 5, 7))), Aspect.LIST, line)


@pytest.mark.parametrize(
    ("value", "text"), [("#N/A", "#N/A"), (1e20, "1E+20"), (1e-7, "1E-07"), (True, "TRUE")]
)
def test_a_text_that_reads_like_a_value_is_not_the_value(compared, value, text):
    def typed(book: Any) -> None:
        listing("B4", text)(book)
        book["Inputs"]["B4"].data_type = "s"

    found = compared(listing("B4", value), typed)
    one_line(found, Aspect.LIST, f"  Inputs, row 4: {{+'+}}{text}")


def test_names_of_two_sheets_differ(compared):
    def reading(sheet: str) -> Edit:
        def edit(book: Any) -> None:
            for title in ("Jan", "Feb"):
                own = book.create_sheet(title)
                own["A1"] = "=1+1"
                own.defined_names["total"] = DefinedName("total", attr_text=f"{title}!$A$1")
            book["Main"]["A1"] = f"={sheet}!total*2"

        return edit

    line = "  Main!A1: =[-Jan!total-]{+Feb!total+}*2"
    one_line(compared(reading("Jan"), reading("Feb")), Aspect.CELLS, line)
    assert compared(reading("Jan"), reading("JAN")).is_same


def lists(number: int, edit: Edit = lambda _: None) -> Edit:
    """Return an edit that adds a sheet of constants, which the given edit reads."""

    def made(book: Any) -> None:
        sheet = book.create_sheet("Lists")
        sheet["A1"], sheet["A2"] = "number", number
        edit(book)

    return made


def validated(book: Any) -> None:
    rule = DataValidation("list", formula1="Lists!$A$1:$A$2")
    rule.add("B1")
    book["Main"].add_data_validation(rule)


def formatted(book: Any) -> None:
    book["Main"].conditional_formatting.add("A1", FormulaRule(["A1>Lists!$A$2"]))


def drawn(book: Any) -> None:
    chart = BarChart()
    chart.add_data(Reference(book["Lists"], 1, 1, 1, 2))
    book["Main"].add_chart(chart)


def indirect(book: Any) -> None:
    book["Main"]["A1"] = '=INDIRECT("Lis"&"ts!A2")'


@pytest.mark.parametrize("edit", [validated, formatted, drawn, indirect, lambda _: None])
def test_a_number_counts_whatever_reads_it(compared, edit):
    found = compared(lists(5, edit), lists(6, edit))
    one_line(found, Aspect.CELLS, "  Lists!A2: [-5-]{+6+}")


def read_by(edit: Edit, text: str = "b") -> Edit:
    """Return an edit of a workbook that says it was built, with a sheet of texts."""

    def made(book: Any) -> None:
        origin = Origin("sudoku").to_properties()
        for name, value in origin.items():
            book.custom_doc_props.append(StringProperty(name=name, value=value))
        sheet = book.create_sheet("Lists")
        sheet["A1"], sheet["A2"] = "a", text
        edit(book)

    return made


@pytest.mark.parametrize("edit", [validated, formatted, drawn, indirect])
def test_a_sheet_of_texts_counts_when_something_may_read_it(compared, edit):
    assert compared(read_by(edit), read_by(edit, "c")).meaningful
    kept = compared(read_by(lambda _: None), read_by(lambda _: None, "c"))
    assert [each.aspect for each in kept.cosmetic] == [Aspect.PROSE]


def test_a_sheet_with_another_name_is_a_difference(compared):
    def named(*titles: str) -> Edit:
        def edit(book: Any) -> None:
            for number, title in enumerate(titles):
                sheet = book.create_sheet(title)
                sheet["A1"], sheet["A2"] = f"content {number}", number
            book["Main"]["A1"] = '=INDIRECT("Jan!A2")'

        return edit

    found = compared(named("Jan", "Feb"), named("Feb", "Jan"))
    assert {each.aspect for each in found.meaningful} == {Aspect.SHEET}
    one_line(compared(named("Jan"), named("Feb")), Aspect.SHEET, "a sheet: [-Jan-]{+Feb+}")


def test_an_empty_text_is_not_a_blank_cell(tmp_path):
    book: Any = openpyxl.Workbook()
    book.active["A1"], book.active["B1"] = "=COUNTA(B1:B2)", "text"
    book.save(tmp_path / "text.xlsx")
    parts = parts_of((tmp_path / "text.xlsx").read_bytes())
    for name, cell in (("empty", b"<is><t></t></is>"), ("blank", b"")):
        sheet = parts[SHEET].replace(b"<is><t>text</t></is>", cell)
        sheet = sheet if cell else sheet.replace(b' t="inlineStr"', b"")
        (tmp_path / f"{name}.xlsx").write_bytes(packed({**parts, SHEET: sheet}))
    found = xlbuilder.diff(tmp_path / "blank.xlsx", tmp_path / "empty.xlsx")
    one_line(found, Aspect.CELLS, '+ Sheet!B1: ""')


def test_what_a_workbook_was_built_from_is_compared(compared):
    def built(origin: Origin) -> Edit:
        def edit(book: Any) -> None:
            for name, value in origin.to_properties().items():
                book.custom_doc_props.append(StringProperty(name=name, value=value))

        return edit

    (found,) = compared(built(Origin("sudoku")), built(Origin("basic"))).differences
    assert (found.aspect, found.new) == (Aspect.FILE, "xlbuilder build basic")
    one, other = (built(Origin("sudoku", version=version)) for version in ("1", "2"))
    assert compared(one, other).differences == ()


def edited(tmp_path, name: str, part: str, was: bytes, now: bytes) -> Any:
    """Return the path of an empty workbook in which a text of a part is another one."""
    openpyxl.Workbook().save(tmp_path / name)
    parts = parts_of((tmp_path / name).read_bytes())
    assert was in parts[part]
    parts[part] = parts[part].replace(was, now)
    (tmp_path / name).write_bytes(packed(parts))
    return tmp_path / name


def test_margins_of_an_empty_sheet_are_printing(tmp_path):
    openpyxl.Workbook().save(tmp_path / "any.xlsx")
    parts = parts_of((tmp_path / "any.xlsx").read_bytes())
    head = parts[SHEET].partition(b"<sheetPr>")[0]
    margins = b'<pageMargins left="1" right="1" top="1" bottom="1" header="1" footer="1"/>'
    for name, inner in (("old", b""), ("new", margins)):
        sheet = head + b"<sheetData/>" + inner + b"</worksheet>"
        (tmp_path / f"{name}.xlsx").write_bytes(packed({**parts, SHEET: sheet}))
    found = xlbuilder.diff(tmp_path / "old.xlsx", tmp_path / "new.xlsx")
    assert [each.aspect for each in found.differences] == [Aspect.PRINT]


def test_a_file_without_properties_is_a_note(tmp_path):
    kind = b"metadata/core-properties"
    old = edited(tmp_path, "old.xlsx", "_rels/.rels", kind, b"unknown/thing")
    parts = parts_of(old.read_bytes())
    del parts["docProps/core.xml"]
    parts["_rels/.rels"] = re.sub(rb"<Relationship [^>]*core.xml[^>]*/>", b"", parts["_rels/.rels"])
    old.write_bytes(packed(parts))
    new = edited(tmp_path, "new.xlsx", SHEET, b"<sheetPr>", b"<sheetPr>")
    assert {each.aspect for each in xlbuilder.diff(old, new).differences} <= {Aspect.FILE}


def drawing(link: str) -> Node:
    text = (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml"'
        ' xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="a" style="width:9pt">'
        f"<x:ClientData><x:FmlaLink>{link}</x:FmlaLink></x:ClientData></v:shape></xml>"
    )
    return normal(parsed(text.encode()))


def test_what_a_control_is_linked_to_has_a_meaning():
    one, other = drawing("$A$1"), drawing("$A$2")
    assert [each.aspect for each in changes(one, other, "{}xml")] == [Aspect.PART]
    empty = one._replace(children=())
    for pair in ((empty, one), (one, empty)):
        assert [each.aspect for each in changes(*pair, "{}xml")] == [Aspect.PART]


@pytest.mark.parametrize("name", ["count", "hidden", "xml:space", "rgb", "width"])
@pytest.mark.parametrize("space", ["", ' xmlns="urn:mine"'])
def test_all_of_the_xml_of_other_programs_is_compared(name, space):
    texts = (f'<col{space} {name}="{value}"><Types/></col>' for value in ("0", "00"))
    pair = [pruned(normal(parsed(text.encode()))) for text in texts]
    one, other = (each or Node("none") for each in pair)
    assert one != other
    other = one._replace(children=(Node("{}Types", (("a", "1"),)),))
    assert [*changes(one, other, one.tag)] != []


def test_a_formula_that_is_written_as_before_may_mean_something_else(compared):
    """``@`` before a range changes nothing here, but before the values of a formula it does."""

    def named(formula):
        def edit(book):
            book.active["B1"] = "=_xlfn.SINGLE(some)+1"
            book.defined_names["some"] = DefinedName("some", attr_text=formula)

        return edit

    found = compared(named("Main!$A$1:$A$2"), named("Main!$A$1:$A$2*2"))
    assert [each.place for each in found.meaningful] == ["some", "Main!B1"]
    assert compared(named("Main!$A$1:$A$2"), named("Main!$A$1:$A$2")).is_same
