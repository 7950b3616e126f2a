"""Where the puzzle of a workbook may be: of several boards the one that is meant."""

from dataclasses import replace

import openpyxl
import pytest

from tests.helpers.boards import PUZZLE, SOLVED, board
from tests.helpers.command import LINE
from tests.helpers.strangers import (
    INPUT,
    SOLUTION,
    far_from_its_clues,
    pressed_many_times,
    with_a_switch,
)
from xlbuilder.errors import WorkbookError
from xlbuilder.observe.propose import proposed
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.ranges import range_of

HELPER = "'My Puzzle'!X1:AF9"


def saved(path, *more):
    """Save a workbook with a helper board, which stands before the solution and reads the input."""
    with_a_switch(path, read_puzzle(LINE, "LINE"))
    book = openpyxl.load_workbook(path)
    for row, cells in enumerate(book.active["X1:AF9"], 2):
        for cell, letter in zip(cells, "BCDEFGHIJ", strict=True):
            cell.value = f'=IF({letter}{row}="",0,1)'
    for address in more:
        book.active[address] = "=1"
    book.save(path)
    return read_workbook(path)


def test_without_a_difference_the_first_one_is_proposed_in_doubt(tmp_path):
    found = proposed(saved(tmp_path / "x.xlsx"))
    assert found.table == {"input": INPUT, "solution": HELPER}
    assert found.doubt == (
        "is it this solution? No board showed the solution when an easy puzzle was typed;"
        f" it may also be {SOLUTION}"
    )


def test_a_board_that_was_stored_solved_is_proposed_without_doubt(tmp_path):
    model = saved(tmp_path / "x.xlsx")
    solved = zip(range_of(model, SOLUTION).cells(), board(SOLVED).digits, strict=True)
    clues = zip(range_of(model, INPUT).cells(), board(PUZZLE).digits, strict=True)
    values = {cell: float(digit) if digit else None for cell, digit in [*clues, *solved]}
    found = proposed(replace(model, values={**model.values, **values}))
    assert (found.table, found.doubt) == ({"input": INPUT, "solution": SOLUTION}, "")


@pytest.mark.slow
def test_a_board_that_solves_is_proposed_without_doubt(tmp_path):
    far_from_its_clues(tmp_path / "far.xlsx", read_puzzle(LINE, "LINE"))
    found = proposed(read_workbook(tmp_path / "far.xlsx"))
    assert found.table == {"input": "S!A1:I9", "solution": "S!L1:T9"}
    pressed_many_times(tmp_path / "pressed.xlsx", read_puzzle(LINE, "LINE"))
    pressed = proposed(read_workbook(tmp_path / "pressed.xlsx"))
    assert pressed.table == {"input": INPUT, "solution": SOLUTION, "recalculations": 300}
    assert found.doubt == pressed.doubt == ""


@pytest.mark.slow
def test_of_boards_that_solve_the_last_one_on_the_sheet_of_the_input_is_proposed(tmp_path):
    pressed_many_times(tmp_path / "x.xlsx", read_puzzle(LINE, "LINE"))
    book = openpyxl.load_workbook(tmp_path / "x.xlsx")
    copy = book.create_sheet("Copy")
    for row in range(2, 11):
        for column in range(12, 21):
            at = f"'My Puzzle'!{copy.cell(row, column).coordinate}"
            copy.cell(row, column).value = f"={at}"
            book.active.cell(row, column + 20).value = f"={at}"
    book.save(tmp_path / "x.xlsx")
    found = proposed(read_workbook(tmp_path / "x.xlsx"))
    assert (found.table["solution"], found.doubt) == ("'My Puzzle'!AF2:AN10", "")
    for row in range(2, 11):
        for column in range(12, 21):
            at = f"='My Puzzle'!{copy.cell(row, column).coordinate}"
            book.active.cell(row, column + 40).value = at
    book.save(tmp_path / "x.xlsx")
    found = proposed(read_workbook(tmp_path / "x.xlsx"))
    assert found.doubt == "is it this solution? It is shown by 'My Puzzle'!AZ2:BH10, too"


def test_a_board_that_shows_the_clues_comes_first(tmp_path):
    model = saved(tmp_path / "x.xlsx")
    areas = [range_of(model, text) for text in (INPUT, SOLUTION)]
    shown = zip(areas[1].cells(), model.values_of(areas[0]), strict=True)
    found = proposed(replace(model, values={**model.values, **dict(shown)}))
    assert found.table == {"input": INPUT, "solution": SOLUTION}
    assert found.switches == {"'My Puzzle'!V6": "Go"}


def test_few_switches_are_asked_for(tmp_path):
    """A list of texts that formulas read is no row of switches."""
    saved(tmp_path / "x.xlsx")
    book = openpyxl.load_workbook(tmp_path / "x.xlsx")
    for row in range(60, 90):
        book.active[f"A{row}"], book.active[f"B{row}"] = "word", f"=LEN(A{row})"
    book.save(tmp_path / "x.xlsx")
    found = proposed(read_workbook(tmp_path / "x.xlsx"))
    assert len(found.switches) == 10
    assert "'My Puzzle'!V6" in found.switches


def test_a_board_that_touches_other_formulas_comes_last(tmp_path):
    assert proposed(saved(tmp_path / "x.xlsx", "AG1")).table["solution"] == SOLUTION


def test_input_that_holds_no_digits_is_none(tmp_path):
    model = saved(tmp_path / "x.xlsx")
    (first, *_) = range_of(model, INPUT).cells()
    with pytest.raises(WorkbookError, match="has no 9x9 formulas that read 9x9 cells of a puzzle"):
        proposed(replace(model, values={**model.values, first: 12.0}))


def test_a_formula_in_the_input_is_named(tmp_path):
    with pytest.raises(WorkbookError, match=r"x\.xlsx: 'My Puzzle'!C3 holds a formula among 9x9"):
        proposed(saved(tmp_path / "x.xlsx", "C3"))
