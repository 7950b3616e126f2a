"""Files as people have them: strict, with chart sheets, macros and links, parts of other names."""

import zipfile

import openpyxl
import pytest
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName

from tests.helpers.rich_workbooks import rich_workbooks
from tests.helpers.workbooks import edited, related, saved
from xlbuilder import api
from xlbuilder.errors import WorkbookError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.looks import read_looks
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.properties import with_properties
from xlbuilder.xlsx.without_links import without_links

CELLS = {"A1": 2, "A2": "a text", "B1": "=A1*own"}
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@pytest.fixture
def book(tmp_path):
    """A file with a text, a name of its last sheet, a format and properties."""
    path = saved(tmp_path, CELLS)
    made = openpyxl.load_workbook(path)
    made.create_chartsheet("Chart", 0)
    made["Sheet"].defined_names["own"] = DefinedName("own", attr_text="21")
    rule = FormulaRule(["$A$1=2"], fill=PatternFill(bgColor="FFFF0000"))
    made["Sheet"].conditional_formatting.add("A1", rule)
    made["Sheet"]["A2"].font = Font(bold=True)
    made.save(path)
    path.write_bytes(with_properties(path.read_bytes(), {"Mine": "x"}))
    # openpyxl leaves chart sheets out where it counts sheets
    edited(path, lambda data: data.replace(b'SheetId="0"', b'SheetId="1"'), "xl/workbook.xml")
    return path


def renamed(path, change):
    """Give the parts of a file other names."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(*change(name, data))


def strict(path):
    for name in ("spreadsheetml", "officeDocument", "drawingml"):
        old = f"http://schemas.openxmlformats.org/{name}/2006/".encode()
        new = f"http://purl.oclc.org/ooxml/{name}/".encode()
        edited(path, lambda data, old=old, new=new: data.replace(old, new), None)
    edited(path, lambda data: data.replace(b"custom-properties", b"customProperties"), None)


def in_other_letters(path):
    renamed(path, lambda name, data: (name if "Types" in name else name.upper(), data))


def elsewhere(path):
    def change(name, data):
        if name in ("[Content_Types].xml", "_rels/.rels"):
            data = data.replace(b"xl/workbook.xml", b"xl/book1.xml")
        return name.replace("/workbook.xml", "/book1.xml"), data

    renamed(path, change)


@pytest.mark.parametrize("form", [None, strict, in_other_letters, elsewhere])
def test_a_file_in_another_form_is_the_same_workbook(book, form):
    if form is not None:
        form(book)
    model = read_workbook(book)
    (cell,) = model.formulas
    session = open_workbook("fast", model)
    session.recalculate()
    assert session.read(cell) == [42]
    assert (model.sheets, "a text" in model.values.values()) == (("Sheet",), True)
    assert (model.properties, model.calculation.is_full) == ({"Mine": "x"}, True)
    (sheet,) = read_looks(book).sheets.values()
    assert [look.font.bold for look in sheet.looks.values()] == [False, False, True]
    assert len(sheet.formats) == 1
    assert api.Workbook(model).render(book.with_suffix(".svg")).exists()


def test_macros_are_not_run_and_not_kept(run, book, tmp_path):
    related(book, "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "x.bin")
    macros = book.rename(tmp_path / "book.xlsm")
    done = run("show", "book.xlsm", "--cells", "B1", "--recalculate")
    assert done.stdout.split()[-1] == "42", done.stderr
    assert "book.xlsm: not followed: macros" in done.stderr
    drive = ("drive", "book.xlsm", "--drive", "mine.toml", "--save-as", "copy.xlsx")
    (tmp_path / "mine.toml").write_text('status = "B1"\n')
    done = run(*drive)
    assert (done.returncode, "has macros, which a copy would keep" in done.stderr) == (2, True)
    assert not (tmp_path / "copy.xlsx").exists()
    with pytest.raises(WorkbookError, match="leads to macros"):
        open_workbook("libreoffice", read_workbook(macros))


def test_a_linked_picture_is_not_fetched(run, book):
    related(book, f"{RELATIONS}/image", "https://example.org/logo.png", ' TargetMode="External"')
    done = run("show", "book.xlsx", "--cells", "B1", "--recalculate")
    assert done.stdout.split()[-1] == "42", done.stderr
    assert "book.xlsx: not followed: linked pictures" in done.stderr
    assert run("render", "book.xlsx", "--out", "book.svg").returncode == 0


def test_a_copy_without_links_has_all_else(tmp_path):
    path = tmp_path / "links.xlsx"
    path.write_bytes(rich_workbooks()["links"])
    related(path, f"{RELATIONS}/image", "https://example.org/logo.png", ' TargetMode="External"')
    drawing = f'<a><blip xmlns:r="{RELATIONS}" r:link="rId99"/><kept/></a>'.encode()
    sheet = "xl/worksheets/sheet1.xml"
    fetching = b'<row r="99"><c r="A99"><f>WEBSERVICE(A1)</f><v>5</v></c></row></sheetData>'
    edited(path, lambda data: data.replace(b"</sheetData>", fetching), sheet)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/drawings/drawing1.xml", drawing)
    copy = tmp_path / "copy.xlsx"
    copy.write_bytes(without_links(path))
    with zipfile.ZipFile(copy) as archive:
        assert b"<kept" in archive.read("xl/drawings/drawing1.xml")
    before, after = read_workbook(path), read_workbook(copy)
    assert {*before.not_followed} == {"formulas that fetch", "linked pictures", "other workbooks"}
    assert (after.not_followed, after.values) == ({}, before.values)


MISSING = "http://schemas.microsoft.com/office/2006/relationships/xlExternalLinkPath/xlPathMissing"


@pytest.mark.parametrize("kind", [MISSING, f"{RELATIONS}/externalLinkPath"])
def test_a_link_that_no_formula_reads(run, book, kind):
    related(book, kind, "Book1.xlsx", ' TargetMode="External"')
    done = run("show", "book.xlsx", "--cells", "B1", "--recalculate")
    assert done.stdout.split()[-1] == "42", done.stderr
    assert "book.xlsx: not followed: other workbooks" in done.stderr
