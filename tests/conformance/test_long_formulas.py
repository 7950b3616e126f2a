"""How long a formula may be in LibreOffice, which writes each name out."""

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from tests.helpers.workbooks import cell
from xlbuilder.formula.limits import MAX_WORDS_IN_LIBREOFFICE
from xlbuilder.formula.parse import parse
from xlbuilder.formula.size import words_in_libreoffice
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.model import read_workbook

BIG = "+".join(["1"] * 2000)

IN_BIG = 3999

WORDS = {
    "big": IN_BIG,
    "1+(2)": 3,
    "-1%": 3,
    "SUM(1,2,3)": 4,
    "ROW()": 1,
    "SUM({1,2,3})": 2,
    "A1:A2": 1,
    "INDEX(A1:A9,1):INDEX(A1:A9,2)": 7,
    "IF(1,2,3)": 6,
    "IF(1,2)": 4,
    "IFERROR(1,2)": 4,
    "CHOOSE(1,2,3,4)": 8,
    "MAX(IF(1,2,3),4)": 8,
}


def words_of(text):
    return words_in_libreoffice(parse("=" + text), lambda _: IN_BIG)


@pytest.mark.parametrize("text", WORDS)
def test_words_are_counted(text):
    assert words_of(text) == WORDS[text]


@pytest.mark.program("libreoffice")
def test_libreoffice_counts_the_same_words(tmp_path):
    """A formula of the last length that it takes is right, and one word more is an error."""
    book = Workbook()
    book.defined_names["big"] = DefinedName("big", attr_text=BIG)
    for row, text in enumerate(WORDS, 1):
        if text != "big":
            fill = MAX_WORDS_IN_LIBREOFFICE - words_of(f"big+SUM({text})+0")
            fits = f"=big+SUM({text})+0{'+0' * (fill // 2)}{'%' * (fill % 2)}"
            book.active.cell(row, 3, fits)
            book.active.cell(row, 4, f"{fits}%")
    path = tmp_path / "long.xlsx"
    book.save(path)
    session = open_workbook("libreoffice", read_workbook(path))
    session.recalculate()
    for row, text in enumerate(WORDS, 1):
        if text != "big":
            assert not isinstance(session.read(cell(f"C{row}"))[0], ExcelError), text
            assert isinstance(session.read(cell(f"D{row}"))[0], ExcelError), text
