"""Slips of the hand that are found before anything is calculated."""

import pytest

from tests.helpers.places import ROOT
from tests.helpers.workbooks import saved
from xlbuilder.drive.faults import faults
from xlbuilder.xlsx.model import read_workbook

BOARD = {f"{column}{row}": f"={column}{row + 10}*rate" for column in "BCDE" for row in (2, 3, 4, 5)}
NAMES = {"board": "Sheet!$B$2:$E$5", "rate": "Sheet!$A$1", "twice": "rate*2"}
FILL = "fill it in from a cell beside it"
ALL = f"of board have a formula; {FILL}"
DEFINE = "define it in the Name Manager"


@pytest.mark.parametrize(
    ("cells", "names", "found"),
    [
        ({}, {}, []),
        ({"C3": 5}, {}, [f"Sheet!C3: holds 5, where 15 cells {ALL}"]),
        ({"C3": None}, {}, [f"Sheet!C3: is empty, where 15 cells {ALL}"]),
        (
            {"C3": "=C13*rate+1"},
            {},
            [f"Sheet!C3: has another formula than 15 cells of board, =C13*rate+1; {FILL}"],
        ),
        ({"C3": "=C13 * RATE"}, {}, []),
        ({}, {"twice": "rote*rote"}, ["name twice: there is no name rote; did you mean rate?"]),
        (
            {"G1": "=rate*nothing"},
            {},
            [f"Sheet!G1: there is no name nothing; {DEFINE}"],
        ),
        (
            {"G1": "=twice"},
            {"twice": "#REF!*2"},
            ["name twice: reads cells that were deleted (#REF!); write where it is to read"],
        ),
        ({"G1": "=A1*2"}, {"own_0": "#REF!*2"}, []),  # so a form calls what is a cell's own
        ({}, {"twice": "#REF!*2"}, []),  # people's workbooks have dozens that nothing reads
        ({f"{column}3": 1 for column in "BCDE"}, {}, []),  # a row of its own is no slip
    ],
)
def test_a_slip_is_named_with_its_place_and_its_remedy(tmp_path, cells, names, found):
    path = saved(tmp_path, {**BOARD, **cells}, names={**NAMES, **names})
    assert [str(fault) for fault in faults(read_workbook(path))] == found


def test_a_misspelled_name_in_many_cells_is_told_once(tmp_path):
    cells = {address: text.replace("rate", "rote") for address, text in BOARD.items()}
    assert len(list(faults(read_workbook(saved(tmp_path, cells, names=NAMES))))) == 1


@pytest.mark.parametrize(("at", "count"), [("B2", 0), ("B12", 0), ("B3", 1)])
def test_a_column_may_begin_and_end_otherwise(tmp_path, at, count):
    """A balance begins with what is there, and may end with a total."""
    cells = {f"B{row}": f"=C{row}*2" for row in range(2, 13)} | {at: 100}
    path = saved(tmp_path, cells, names={"balance": "Sheet!$B$2:$B$12"})
    assert len(list(faults(read_workbook(path)))) == count


@pytest.mark.parametrize(
    ("cells", "more", "count"),
    [
        ({"G5": "x", "H5": 1}, {}, 1),
        ({"G5": "a note"}, {}, 0),
        ({"G5": "Key", "H5": "Rate"}, {}, 0),  # the head of the next list
        ({"G5": "x", "H5": "=SUM(H2:H4)"}, {}, 0),
        ({"G5": "x", "H5": 1}, {"next": "Sheet!$H$5:$H$9"}, 0),
    ],
)
def test_a_row_below_a_list_is_not_read(tmp_path, cells, more, count):
    table = {f"G{row}": f"key {row}" for row in (2, 3, 4)} | {"H2": 1, "H3": 2, "H4": 3}
    names = {"keys": "Sheet!$G$2:$G$4", "rates": "Sheet!$H$2:$H$4", "next": "Sheet!$I$2:$I$9"}
    names |= more
    formula = {"A1": "=INDEX(rates,MATCH(2,keys,0))+SUM(next)"}
    path = saved(tmp_path, {**table, **formula, **cells}, names=names)
    text = "stands below a list whose names end in row 4; in the Name Manager let them end lower"
    found = [str(fault) for fault in faults(read_workbook(path))]
    assert found == [f"Sheet!G5: {text}: keys, rates"] * count


def test_the_default_workbook_has_none():
    assert not list(faults(read_workbook(ROOT / "out" / "sudoku.xlsx")))
