"""Pictures by LibreOffice: what it is asked for, its troubles, and LibreOffice itself."""

import io
import json
import sys
from contextlib import closing

import openpyxl
import pypdfium2
import pytest
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from PIL import Image

from tests.helpers.workbooks import cell as at
from tests.helpers.workbooks import related
from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.recalc.engines.libreoffice import Bridge
from xlbuilder.render.office import open_office, png_maker, to_pdf
from xlbuilder.render.picture import read_sheet
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.stored_values import with_values

IMAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"

# A process like the bridge, which reacts in its own way when it shall draw.
FAKE = """
import base64, json, sys, time
requests = []
def answer(**found):
    print(json.dumps(dict(number=number, **found)), flush=True)
for line in sys.stdin:
    requests.append(json.loads(line))
    number = requests[-1].pop("number")
    if requests[-1]["do"] == "draw":
        {reaction}
    else:
        answer()
"""


@pytest.fixture
def book(tmp_path):
    """A workbook with stored values that its formulas would not give."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet["B2"], sheet["C2"], sheet["B3"], sheet["C3"] = "=1+1", "=1/0", "=TRUE", "text"
    sheet["B5"] = "hidden"
    sheet.row_dimensions[5].hidden = True
    sheet["B6"] = "last"
    fill = PatternFill(start_color="1F4E9E", end_color="1F4E9E", fill_type="solid")
    rule = FormulaRule(formula=["B2=7"], fill=fill, font=Font(color="FFFFFF"))
    sheet.conditional_formatting.add("B2:B6", rule)
    sheet.protection.sheet = True
    book.create_sheet("Other")["A1"] = "other"
    path = tmp_path / "book.xlsx"
    book.save(path)
    path.write_bytes(
        with_values(path.read_bytes(), {at("B2"): 7.0, at("C2"): "kept", at("B3"): True})
    )
    return path


def faked(path, reaction, seconds=60.0):
    """Return the PDF that a process makes which reacts so."""
    model = read_workbook(path)
    command = [sys.executable, "-c", FAKE.format(reaction=reaction)]
    with closing(Bridge(command, path, seconds)) as bridge:
        return to_pdf(bridge, model, read_sheet(model))


ECHO = """
        told = base64.b64encode(json.dumps(requests).encode()).decode()
        answer(pdf=told)
"""


def test_each_formula_gives_way_to_its_value(book):
    load, replace, other, draw = json.loads(faked(book, ECHO))
    assert load == {"do": "load", "iterations": None}
    assert (replace["sheet"], replace["bounds"]) == ("Sheet", [1, 1, 2, 5])
    assert replace["values"] == [
        [7.0, "kept"],
        ["TRUE", "text"],
        ["", ""],
        ["hidden", ""],
        ["last", ""],
    ]
    assert other["values"] == [["other"]]
    assert (draw["sheet"], draw["bounds"]) == ("Sheet", [1, 1, 2, 5])
    assert draw["with_formats"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reaction", "message"),
    [
        ("time.sleep(600)", "did not answer within 1 s and was ended"),
        ("sys.exit()", "ended in mid-work"),
        ("answer()", "gave no picture"),
        ("answer(pdf='%%%')", "gave no picture"),
        ("answer(pdf=7)", "gave no picture"),
        ("answer(error='failed: why')", "failed: why"),
    ],
)
def test_trouble_is_one_line(book, reaction, message):
    with pytest.raises(EngineError, match=rf"book\.xlsx: LibreOffice {message}") as caught:
        faked(book, reaction, seconds=1.0 if "600" in reaction else 60.0)
    assert "\n" not in str(caught.value)


@pytest.fixture
def page():
    """A PDF of one page, 100 by 50 points."""
    document = pypdfium2.PdfDocument.new()
    document.new_page(100, 50).close()
    saved = io.BytesIO()
    document.save(saved)
    document.close()
    return saved.getvalue()


def test_a_png_has_its_limits(page):
    make = png_maker()
    with pytest.raises(EngineError, match="too large; choose a smaller width"):
        make(page, 20_000)
    with pytest.raises(EngineError, match="LibreOffice's picture cannot be read"):
        make(b"no PDF", None)


@pytest.mark.parametrize("package", ["pypdfium2", "PIL.Image"])
def test_a_package_that_is_not_there(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(EngineUnavailableError, match=r"pip install 'xlbuilder\[render\]'"):
        png_maker()


def by_libreoffice(path, name=None):
    model = read_workbook(path)
    with closing(open_office(model)) as office:
        return to_pdf(office, model, read_sheet(model, name))


def text_of(pdf):
    with closing(pypdfium2.PdfDocument(pdf)) as document, closing(document[0]) as page:
        assert len(document) == 1
        with closing(page.get_textpage()) as text:
            return text.get_text_bounded().split()


@pytest.mark.program("libreoffice")
def test_libreoffice_draws_what_is_stored(book):
    pdf = by_libreoffice(book)
    assert sorted(text_of(pdf)) == sorted(["7", "kept", "TRUE", "text", "last"])
    assert text_of(by_libreoffice(book, "Other")) == ["other"]
    picture = Image.open(io.BytesIO(png_maker()(pdf, 400)))
    colors = {color: count for count, color in picture.getcolors(100_000)}
    assert picture.width == 400
    assert colors[0x1F, 0x4E, 0x9E] > 400  # the conditional format of the cell with the 7
    assert colors[255, 255, 255] > 400


@pytest.mark.program("libreoffice")
def test_libreoffice_opens_a_copy_without_links(book):
    related(book, IMAGE, "https://example.org/logo.png", ' TargetMode="External"')
    assert "7" in text_of(by_libreoffice(book))


@pytest.mark.program("libreoffice")
def test_the_png_of_sudoku(run, tmp_path, solved):
    done = run("render", solved, "--out", "board.png")
    assert (done.returncode, done.stdout, done.stderr) == (0, "board.png\n", "")
    picture = Image.open(tmp_path / "board.png")
    assert picture.format == "PNG"
    assert 600 < picture.width < 10_000
    assert 400 < picture.height < 10_000
    most, second, *_ = sorted((count for count, _ in picture.getcolors(2**20)), reverse=True)
    assert most > second > 1000
