"""Where the puzzle of a workbook may be: of several boards the one that is meant."""

from dataclasses import replace
from itertools import product

import openpyxl
import pytest

from tests.helpers.boards import PUZZLE, SOLVED, board
from tests.helpers.strangers import (
    INPUT,
    SOLUTION,
    far_from_its_clues,
    pressed_many_times,
    spread,
    with_a_switch,
)
from xlbuilder.drive.driven import driven
from xlbuilder.errors import WorkbookError
from xlbuilder.observe.places import Places
from xlbuilder.observe.propose import SURE, proposed
from xlbuilder.observe.solver import Solver
from xlbuilder.observe.stored import stored_puzzle
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.ranges import range_of

EASY = "..58....1784.5.....92.4......72.3...6..514..2......3........96.......7....1.7.4.."
EASY_SOLVED = "365897241784152639192346587547283196639514872218769354873421965426935718951678423"
FAMOUS = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TABLE = {"input": INPUT, "solution": SOLUTION}
HELPER = "'My Puzzle'!X1:AF9"
V6 = "'My Puzzle'!V6"
ONE = board(PUZZLE)


def helped(path):
    """Add a helper board, which stands before the solution and reads the input."""
    book = openpyxl.load_workbook(path)
    for row, cells in enumerate(book.active["X1:AF9"], 2):
        for cell, letter in zip(cells, "BCDEFGHIJ", strict=True):
            cell.value = f'=IF({letter}{row}="",0,1)'
    book.save(path)


def unsolved(path, *more):
    """Save a workbook whose solution is a copy of the puzzle, with a helper board."""
    with_a_switch(path, ONE, lambda given, *_: f'=IF({given}="","",{given})')
    helped(path)
    book = openpyxl.load_workbook(path)
    for address in more:
        book.active[address] = "=1"
    book.save(path)
    return read_workbook(path)


def with_copy(path, sheet, column):
    """Add a copy of the solution."""
    book = openpyxl.load_workbook(path)
    copy = book[sheet] if sheet in book.sheetnames else book.create_sheet(sheet)
    for row in range(2, 11):
        for right in range(9):
            shown = book.active.cell(row, 12 + right)
            copy.cell(row, column + right).value = f"='My Puzzle'!{shown.coordinate}"
    book.save(path)
    return proposed(read_workbook(path))


def test_without_a_difference_the_first_one_is_proposed_in_doubt(tmp_path):
    found = proposed(unsolved(tmp_path / "x.xlsx"))
    assert found.table == {"input": INPUT, "solution": HELPER}
    (note,) = found.notes
    assert note == (
        "is it this solution? No board showed the solution when an easy puzzle was typed;"
        f" it may also be {SOLUTION}"
    )


def test_a_board_that_was_stored_solved_is_proposed(tmp_path):
    model = unsolved(tmp_path / "x.xlsx")
    solved = zip(range_of(model, SOLUTION).cells(), board(SOLVED).digits, strict=True)
    clues = zip(range_of(model, INPUT).cells(), ONE.digits, strict=True)
    values = {cell: float(digit) if digit else None for cell, digit in [*clues, *solved]}
    found = proposed(replace(model, values={**model.values, **values}))
    assert found.table == TABLE
    (note,) = found.notes
    assert "It solves the puzzle that the file holds, but no board solved an easy puzzle" in note


def test_that_a_board_keeps_a_famous_solution_is_no_proof(tmp_path):
    with_a_switch(
        tmp_path / "x.xlsx", ONE, lambda given, cell, _: f'=IF({given}="",{cell},{given})'
    )
    model = read_workbook(tmp_path / "x.xlsx")
    kept = zip(range_of(model, SOLUTION).cells(), board(FAMOUS).digits, strict=True)
    found = proposed(
        replace(model, values={**model.values, **{cell: float(d) for cell, d in kept}})
    )
    assert SURE not in found.notes


@pytest.mark.slow
def test_a_board_that_solves_is_proposed(tmp_path):
    far_from_its_clues(tmp_path / "far.xlsx", ONE)
    found = proposed(read_workbook(tmp_path / "far.xlsx"))
    assert found.table == {"input": "S!A1:I9", "solution": "S!L1:T9"}
    pressed_many_times(tmp_path / "pressed.xlsx", ONE)
    pressed = proposed(read_workbook(tmp_path / "pressed.xlsx"))
    assert pressed.table == {**TABLE, "recalculations": 300}
    assert found.notes == pressed.notes == (SURE,)


@pytest.mark.parametrize(
    ("held", "reset", "solve"),
    [("Go", "Reset", "Go"), ("Reset", "Reset", ""), (True, False, True), (0, 0, 1)],
)
def test_a_switch_becomes_steps(tmp_path, held, reset, solve):
    with_a_switch(tmp_path / "x.xlsx", ONE)
    helped(tmp_path / "x.xlsx")
    book = openpyxl.load_workbook(tmp_path / "x.xlsx")
    book.active["V6"] = held
    if not isinstance(held, str):
        for row in book.active["L2:T10"]:
            for cell in row:
                cell.value = cell.value.replace('$V$6="Reset"', "NOT($V$6)")
    for row in range(60, 90):  # a list of texts that formulas read is no row of switches
        book.active[f"A{row}"], book.active[f"B{row}"] = "word", f"=LEN(A{row})"
    book.active["L2"].value = book.active["L2"].value.replace('"")', '"")&LEFT(A60,0)', 1)
    book.save(tmp_path / "x.xlsx")
    found = proposed(read_workbook(tmp_path / "x.xlsx"))
    assert found.table == {**TABLE, "steps": [{V6: reset}, {V6: solve}]}
    assert (found.switches, found.notes) == ({}, (SURE,))


@pytest.mark.parametrize(
    ("step", "gap", "expected"),
    [
        (1, 1, ("B2:L12", "N2:X12", "V6")),
        (2, 0, ("B2:S19", "U2:AL19", "AG8")),
        (3, 1, ("B2:AD30", "AF2:BH30", "AZ12")),
    ],
)
def test_a_board_may_have_gaps_or_merged_cells(tmp_path, step, gap, expected):
    given, shown, cell = expected
    path = tmp_path / "x.xlsx"
    with_a_switch(path, ONE)
    spread(path, step, gap)
    model = read_workbook(path)
    found = proposed(model)
    said = {"input": f"'My Puzzle'!{given}", "solution": f"'My Puzzle'!{shown}"}
    assert {key: found.table[key] for key in said} == said
    assert found.notes == (SURE,)
    used = driven(model, found.table)
    assert stored_puzzle(used) == ONE
    solver = Solver(used, "fast")
    solver.run(board(EASY))
    assert solver.board() == (board(EASY_SOLVED), None)
    places = Places(used)
    assert str(places.find("R4C7")) == cell
    assert places.name_of(places.find("R4C7")) == "R4C7"


@pytest.mark.slow
def test_of_boards_that_solve_the_last_one_on_the_sheet_of_the_input_is_proposed(tmp_path):
    path = tmp_path / "x.xlsx"
    pressed_many_times(path, ONE)
    with_copy(path, "Copy", 12)
    found = with_copy(path, "My Puzzle", 32)
    assert (found.table["solution"], found.notes) == ("'My Puzzle'!AF2:AN10", (SURE,))
    found = with_copy(path, "My Puzzle", 52)
    assert found.notes == ("is it this solution? It is shown by 'My Puzzle'!AZ2:BH10, too",)


def test_a_board_that_shows_the_clues_comes_first(tmp_path):
    model = unsolved(tmp_path / "x.xlsx")
    areas = [range_of(model, text) for text in (INPUT, SOLUTION)]
    shown = zip(areas[1].cells(), model.values_of(areas[0]), strict=True)
    found = proposed(replace(model, values={**model.values, **dict(shown)}))
    assert found.table == TABLE


def test_a_board_that_touches_other_formulas_comes_last(tmp_path):
    assert proposed(unsolved(tmp_path / "x.xlsx", "AG1")).table["solution"] == SOLUTION


def test_clues_may_be_texts(tmp_path):
    model = unsolved(tmp_path / "x.xlsx")
    (first, *_) = range_of(model, INPUT).cells()
    assert proposed(replace(model, values={**model.values, first: "7"})).table["input"] == INPUT


def test_input_that_holds_no_digits_is_none(tmp_path):
    model = unsolved(tmp_path / "x.xlsx")
    (first, *_) = range_of(model, INPUT).cells()
    with pytest.raises(WorkbookError, match="has no 9x9 formulas that read 9x9 cells of a puzzle"):
        proposed(replace(model, values={**model.values, first: 12.0}))


def test_a_formula_in_the_input_is_named(tmp_path):
    with pytest.raises(WorkbookError, match=r"x\.xlsx: 'My Puzzle'!C3 holds a formula among 9x9"):
        proposed(unsolved(tmp_path / "x.xlsx", "C3"))


def test_cells_of_a_map_are_no_input(tmp_path):
    """A game reads its map in thousands of cells: hours, if a puzzle is typed into each part."""
    book = openpyxl.Workbook()
    sheet, screen = book.active, book.create_sheet("Screen")
    for row, column in product(range(1, 17), repeat=2):
        is_wall = {row, column} & {1, 16} or (row, column) == (5, 8)
        sheet.cell(row, column).value = 1 if is_wall else 0
        cell = screen.cell(row, column)
        cell.value = f"=IF({sheet.title}!{cell.coordinate}>0,5,{cell.coordinate})"
    book.calculation.iterate = True
    book.save(tmp_path / "x.xlsx")
    with pytest.raises(WorkbookError, match="has no 9x9 formulas that read 9x9 cells of a puzzle"):
        proposed(read_workbook(tmp_path / "x.xlsx"))
