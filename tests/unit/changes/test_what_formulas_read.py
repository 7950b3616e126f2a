"""Looks that a formula reads: another one is another value."""

from typing import Any

import pytest

from tests.helpers.plain_xlsx import compared, plain
from xlbuilder.changes.compare import Aspect

Looks = dict[str, Any]

ROUNDED = '<calcPr fullPrecision="0"/>'


def sheet(formula: str, book: str, *, row: str = "", style: int = 0, more: str = "") -> bytes:
    """Return a sheet with a number in A2, its row and style, and a formula in C3."""
    calculation, names = (book, "") if book.startswith("<calcPr") else ("", book)
    if more.startswith("<definedName"):
        names, more = names + more, ""
    return plain(
        f'{more}<sheetData><row r="2"{row}><c r="A2" s="{style}"><v>1.239</v></c></row>'
        f'<row r="3"><c r="C3"><f>{formula or "A2*1000"}</f><v>2</v></c></row></sheetData>',
        f"<definedNames>{names}</definedNames>{calculation}",
    )


def wide(width: int) -> Looks:
    return {"more": f'<cols><col min="1" max="1" width="{width}" customWidth="1"/></cols>'}


def column(style: int) -> Looks:
    return {"more": f'<cols><col min="2" max="2" width="9" style="{style}"/></cols>'}


def printed(rows: int) -> Looks:
    return {
        "more": '<definedName name="_xlnm.Print_Area" localSheetId="0">'
        f"S!$A$1:$A${rows}</definedName>"
    }


NONE: Looks = {}
HIDDEN = (NONE, {"row": ' hidden="1"'})
HIGH = (NONE, {"row": ' ht="40"'})
FORMAT = ({"style": 0}, {"style": 1})
LOCK = ({"style": 0}, {"style": 2})
COLUMN = (column(0), column(1))
AREA = (printed(1), printed(2))
WIDTH = (wide(9), wide(30))
ZERO_HEIGHT = (
    {"more": '<sheetFormatPr defaultRowHeight="15"/>'},
    {"more": '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>'},
)
NAME = '<definedName name="n">SUBTOTAL(9,S!$A$1:$A$9)</definedName>'


@pytest.mark.parametrize(
    ("looks", "formula", "book"),
    [
        (HIDDEN, "SUBTOTAL(109,A1:A3)", ""),
        (HIDDEN, "1+aggregate( 9,5,A1:A3)", ""),
        (HIDDEN, "n", NAME),
        (ZERO_HEIGHT, "SUBTOTAL(109,A1:A3)", ""),
        (FORMAT, "", ROUNDED),
        (FORMAT, 'CELL("format",A2)', ""),
        (FORMAT, "CELL(D1,A2)", ""),
        (COLUMN, 'CELL("format",B9)', ""),
        (LOCK, 'CELL("protect",A2)', ""),
        (WIDTH, 'CELL("width",A2)', ""),
        (AREA, "SUM(Print_Area)", ""),
        (AREA, "SUM(S!Print_Area)", ""),
    ],
)
def test_a_look_that_a_formula_reads_counts(looks, formula, book):
    found = compared(*(sheet(formula, book, **each) for each in looks))
    assert {each.aspect for each in found.differences} == {Aspect.READ}


@pytest.mark.parametrize(
    ("looks", "formula", "book"),
    [
        (HIDDEN, "SUM(A1:A3)", ROUNDED),
        (FORMAT, 'CELL("filename",A2)', ""),
        (FORMAT, "SUBTOTAL(109,A1:A3)", ""),
        (HIGH, "SUBTOTAL(109,A1:A3)", ""),
        (WIDTH, "mycell(A2)", ""),
        (AREA, "A2", ""),
    ],
)
def test_a_look_that_no_formula_reads_is_only_counted(looks, formula, book):
    found = compared(*(sheet(formula, book, **each) for each in looks))
    assert found.is_same
    assert found.differences
