"""Where the boards of a workbook are: found by its drive, or missed in one line with the file."""

from dataclasses import replace

import pytest

from tests.helpers.workbooks import saved
from xlbuilder.drive.boards import Boards
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.xlsx.model import read_workbook

NAMES = {
    "in_board": "Sheet!$A$1:$I$9",
    "sol_board": "Sheet!$K$1:$S$9",
    "val_board": "Sheet!$A$20:$AA$46",
    "state": "Sheet!$A$11",
}


def model(folder, cells=None, **names):
    """Return a workbook with the published names, some of them other ones or left out (None)."""
    told = {name: area for name, area in {**NAMES, **names}.items() if area is not None}
    return read_workbook(saved(folder, {"A11": "Solve", **(cells or {})}, names=told))


def test_each_board_has_its_cells(tmp_path):
    boards = Boards.of(model(tmp_path))
    assert boards.takes_puzzle
    assert boards.input() == Area("Sheet", 1, 1, 9, 9)
    assert boards.solution() == Area("Sheet", 1, 11, 9, 19)
    assert boards.candidates() == Area("Sheet", 20, 1, 46, 27)
    assert boards.cell("state", takes_input=True) == Area("Sheet", 11, 1, 11, 1)
    assert list(boards.found()) == ["input", "solution", "candidates"]


@pytest.mark.parametrize(
    ("options", "clue"),
    [
        (("basic",), None),
        (("basic", "--names", "inline"), None),
        pytest.param(("sudoku",), 9.0, marks=pytest.mark.slow),
    ],
)
def test_a_solution_of_other_clues_is_known(made, options, clue):
    """The clue of R1C2 changes while iteration is off: what the circle shows stays."""
    stored = read_workbook(made(*options))
    assert not Boards.of(stored).is_outdated()
    areas = Boards.of(stored).areas
    changed = {list(areas[word].cells())[1]: clue for word in ("input", "clues") if word in areas}
    assert Boards.of(replace(stored, values={**stored.values, **changed})).is_outdated()


MISSED: dict[str, tuple[dict, str, str]] = {
    "no input": (
        {"in_board": None},
        "input",
        "has no board of 9x9 cells named in_board, so it takes no puzzle; say where the puzzle is",
    ),
    "a large input": (
        {"in_board": "Sheet!$A$1:$I$10"},
        "input",
        "has no board of 9x9 cells named in_board, so it takes no puzzle; say where the puzzle is",
    ),
    "an input of formulas": (
        {"cells": {"B2": "=1"}},
        "input",
        "Sheet!B2 of the board in_board holds a formula, so it takes no puzzle; say where the",
    ),
    "no solution": (
        {"sol_board": None},
        "solution",
        "has no board of 9x9 cells named sol_board; say where it is with --input and --solution",
    ),
    "small candidates": (
        {"val_board": "Sheet!$A$20:$I$28"},
        "candidates",
        "has no board of 27x27 cells named val_board; say where it is with --input and --solution",
    ),
}


@pytest.mark.parametrize("case", MISSED)
def test_what_is_missed_is_one_line_with_the_file(tmp_path, case):
    other, board, message = MISSED[case]
    boards = Boards.of(model(tmp_path, **other))
    assert boards.takes_puzzle == (board != "input")
    assert board not in boards.found() or case == "an input of formulas"
    with pytest.raises(WorkbookError) as error:
        getattr(boards, board)()
    assert str(error.value).startswith(f"{tmp_path / 'book.xlsx'}: {message}")
    assert "\n" not in str(error.value)


def test_cells_that_cannot_be_typed_into(tmp_path):
    boards = Boards.of(model(tmp_path, {"A11": "=1"}))
    assert boards.cell("state") == Area("Sheet", 11, 1, 11, 1)
    with pytest.raises(WorkbookError, match=r"book\.xlsx: the cell state holds a formula"):
        boards.cell("state", takes_input=True)
    for name in ("depth", "in_board"):
        with pytest.raises(WorkbookError, match=rf"book\.xlsx: has no cell named {name}"):
            boards.cell(name)


def test_a_damaged_drive_is_a_line_with_the_file(tmp_path):
    damaged = replace(model(tmp_path), properties={"xlbuilder steps": "["})
    with pytest.raises(WorkbookError, match=r"book\.xlsx: its document properties xlbuilder . are"):
        Boards.of(damaged)


def test_the_drive_of_a_workbook_is_read_once(tmp_path):
    read = model(tmp_path)
    assert Boards.of(read) is Boards.of(read)
    other = replace(read, properties={"xlbuilder steps": "["})  # a copy says something else
    with pytest.raises(WorkbookError):
        Boards.of(other)
