"""Every workbook that we write follows the schemas of ECMA-376; openxml-audit judges it."""

import pytest
from openpyxl import Workbook
from openxml_audit import OpenXmlValidator, ValidationSeverity

from tests.helpers.cost import exhaustive
from xlbuilder.generation.grades import Grade
from xlbuilder.generation.pages import printable
from xlbuilder.generation.puzzle import GeneratedPuzzle
from xlbuilder.template.load import load
from xlbuilder.template.locate import shipped
from xlbuilder.workbook.editions import INLINE
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.pack import packed

pytestmark = pytest.mark.slow  # the validator takes its time


def errors(path):
    found = OpenXmlValidator().validate(path).errors
    return [
        f"{each.part_uri}: {each.path}: {each.description}"
        for each in found
        if each.severity is ValidationSeverity.ERROR
    ]


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_template(built, name):
    assert errors(built(name)) == []


@pytest.mark.parametrize("name", ["generator", *exhaustive(["sudoku"])])
def test_the_edition_without_names(built, name):
    assert errors(built(name, edition=INLINE)) == []


def test_with_unique_and_unprotected(tmp_path):
    build(load("sudoku", ["unique"]).template, tmp_path / "x.xlsx", protect=False)
    assert errors(tmp_path / "x.xlsx") == []


def test_with_stored_values(made):
    assert errors(made()) == []


def test_pages_to_be_printed(tmp_path, puzzles):
    grade = Grade("hidden_singles", "Hidden singles")
    graded = [
        GeneratedPuzzle(number, each.puzzle, each.solution, grade)
        for number, each in enumerate(puzzles.values(), 1)
    ]
    (tmp_path / "x.xlsx").write_bytes(printable(graded, "xlbuilder generate --seed 1"))
    assert errors(tmp_path / "x.xlsx") == []


def test_the_validator_sees_what_openpyxl_writes(tmp_path):
    """Fonts in another order than the schema's: the validator and our own order are both needed."""
    book = Workbook()
    book.save(tmp_path / "openpyxl.xlsx")
    assert any("/fonts[1]" in error for error in errors(tmp_path / "openpyxl.xlsx"))
    (tmp_path / "ours.xlsx").write_bytes(packed(book))
    assert errors(tmp_path / "ours.xlsx") == []
