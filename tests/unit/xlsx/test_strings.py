"""Texts that a file spells with ``_x000D_`` and the like."""

import openpyxl
import pytest
from openpyxl.worksheet.table import Table

from tests.helpers.workbooks import cell, edited, saved
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.strings import decoded

SPELLED = {
    "_x0041_b": "Ab",
    "a_x000D_\nb": "a\r\nb",
    "_x005F_x0041_": "_x0041_",
    "_x000a_": "\n",
    "_xD83D__xDE00_": "\U0001f600",
    "_X0041_ _x41_ x0041_": "_X0041_ _x41_ x0041_",
    "no_x": "no_x",
}


def test_what_is_spelled():
    assert {text: decoded(text) for text in SPELLED} == SPELLED


def in_file(text):
    """Return a change that puts ``text`` in the place of WORD, as a file has it."""
    return lambda data: data.replace(b"WORD", text.encode())


@pytest.mark.parametrize("text", SPELLED)
def test_texts_of_cells_and_formulas(tmp_path, text):
    cells = {"A1": "WORD", "A3": '=A1="WORD"'}
    path = edited(saved(tmp_path, cells), in_file(text), part=None)
    model = read_workbook(path)
    assert model.values[cell("A1")] == SPELLED[text]
    session = open_workbook("fast", model)
    session.recalculate()
    assert session.read(cell("A3")) == [True]


def test_stored_results_and_inline_texts(tmp_path):
    path = saved(tmp_path, {"A1": '="A"', "A2": "WORD"})
    edited(
        path,
        lambda data: data.replace(
            b'<c r="A1"><f>"A"</f><v></v>', b'<c r="A1" t="str"><f>"A"</f><v>_x0041_</v>'
        ).replace(b'<c r="A1"><f>"A"</f><v />', b'<c r="A1" t="str"><f>"A"</f><v>_x0041_</v>'),
    )
    model = read_workbook(path)
    assert model.values[cell("A1")] == "A"


def test_the_title_of_a_column_of_two_lines(tmp_path):
    book = openpyxl.Workbook()
    for row in (["Unit price", "n"], [2, 3], [4, 5]):
        book.active.append(row)
    book.active["D1"] = "=SUM(T1[Unit\n price])"
    book.active.add_table(Table(displayName="T1", ref="A1:B3"))
    book.save(tmp_path / "book.xlsx")
    path = edited(
        tmp_path / "book.xlsx",
        lambda data: data.replace(b'name="Unit price"', b'name="Unit_x000a_ price"'),
        part=None,
    )
    session = open_workbook("fast", read_workbook(path))
    session.recalculate()
    assert session.read(cell("D1")) == [6]
