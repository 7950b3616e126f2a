"""Cells named as a reader names them."""

import pytest

from xlbuilder.errors import WorkbookError
from xlbuilder.observe.places import Places
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture(scope="module")
def model(built):
    return read_workbook(built("sudoku"))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("R8C2", "E23"),
        ("r1c1", "D16"),
        ("R8C2=2", "T37"),
        ("R9C9=9", "AP42"),
        ("T37", "T37"),
        ("main!T37", "T37"),
        ("cell_state!R8C2", "E71"),
        ("VAL_BOARD!R1C1=4", "P17"),
    ],
)
def test_a_cell_is_found_by_its_place_or_its_address(model, text, address):
    assert str(Places(model).find(text)) == address


def test_a_cell_that_is_on_no_board_of_such_a_size_has_its_address(model):
    places = Places(model)
    for address in ("BF16", "A2", "Shelf!B5", "ZZ9"):
        assert places.name_of(places.find(address)) == address


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("R0C2", "R0C2: is not the address of a cell; write R8C2 for a cell of the solution"),
        ("R8C2=0", "R8C2=0: is not the address of a cell"),
        ("D16:D17", "D16:D17: is not the address"),
        ("", ": is not the address"),
        ("Nowhere!D16", "has no sheet Nowhere; it has: Main, "),
        ("nowhere!R8C2", "nowhere!R8C2: has no such board of 9x9 cells; it has: in_board, "),
        ("val_board!R8C2", "has no such board of 9x9 cells; it has: .*sol_board"),
        ("sol_board!R8C2=4", "has no such board of 27x27 cells; it has: val_board$"),
    ],
)
def test_a_cell_that_is_not_there_is_refused(model, text, message):
    with pytest.raises(WorkbookError, match=message):
        Places(model).find(text)
