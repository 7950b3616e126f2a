"""LibreOffice opens what we build, and keeps every name and formula as we wrote it."""

import re
from xml.etree import ElementTree

import pytest

from tests.helpers.guide_sheet import guide_cells
from xlbuilder.template.formulas import formulas as written
from xlbuilder.template.formulas import stored_names
from xlbuilder.template.load import load
from xlbuilder.template.locate import shipped
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.program("libreoffice")

TEMPLATES = [name for name in shipped() if not name.startswith("stages/")]  # ellis has theirs

OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"


def in_excels_words(text):
    """Turn an OpenFormula text into Excel's: references without brackets, commas everywhere."""
    text = re.sub(
        r"\[([^\]]*)\]",
        lambda m: m[1].replace("$Main.", "Main!").replace(":.", ":").removeprefix("."),
        text,
    )
    text = text.removeprefix("of:=").replace(";", ",").replace("|", ",").replace(" ", "")
    return text.replace("TRUE()", "TRUE").replace("FALSE()", "FALSE")


def held(template):
    """Return the formulas that cells hold, as they read in the first one."""
    return [formula for formula in written(template) if formula.is_held]


def test_names_and_formulas_survive(built, soffice):
    for name, file in zip(TEMPLATES, soffice("fods", *map(built, TEMPLATES)), strict=True):
        check_document(load(name).template, ElementTree.parse(file), built(name))


def check_document(template, document, path):
    names = {
        entry.get(f"{TABLE}name"): in_excels_words(entry.get(f"{TABLE}expression"))
        for entry in document.iter(f"{TABLE}named-expression")
    }
    ranges = {
        entry.get(f"{TABLE}name"): in_excels_words(f"[{entry.get(f'{TABLE}cell-range-address')}]")
        for entry in document.iter(f"{TABLE}named-range")
    }
    for word, text in stored_names(template).items():
        assert {**names, **ranges}[word] == text.replace(" ", "").replace(";", ",")
    assert set(template.boards) <= set(ranges)
    formulas = [
        in_excels_words(cell.get(f"{TABLE}formula"))
        for cell in document.iter(f"{TABLE}table-cell")
        if cell.get(f"{TABLE}formula")
    ]
    stored = read_workbook(path).formulas
    assert len(formulas) == len(stored)
    texts = (formula.text.removeprefix("=") for formula in held(template))
    assert {text.replace(" ", "").replace(";", ",") for text in texts} <= set(formulas)


def test_the_boards_print_on_one_page_and_the_guide_on_portrait_pages(built, soffice):
    (path,) = soffice("pdf", built("ellis"))
    pdf = path.read_bytes()
    boxes = re.findall(rb"/MediaBox\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert len(boxes) == pages
    assert [float(width) > float(height) for width, height in boxes] == [True] + [False] * (
        pages - 1
    )
    assert 2 <= pages <= 4


def test_the_guide_is_text_and_survives(built, soffice):
    document = ElementTree.parse(*soffice("fods", built("sudoku")))
    sheets = {table.get(f"{TABLE}name"): table for table in document.iter(f"{TABLE}table")}
    cells = list(sheets["How it works"].iter(f"{TABLE}table-cell"))
    assert not [cell for cell in cells if cell.get(f"{TABLE}formula")]
    kinds = {cell.get(f"{OFFICE}value-type") for cell in cells if len(cell)}
    assert kinds == {"string"}
    shown = ["".join("".join(cell.itertext()).split()) for cell in cells if len(cell)]
    assert shown == ["".join(cell.text.split()) for cell in guide_cells(built("sudoku"))]
    assert sum(text.startswith("=") for text in shown) > 15
