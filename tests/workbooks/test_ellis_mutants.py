"""Damaged templates that must be caught: by the checks, or by a verdict.  Not one may pass."""

import pytest

from tests.helpers.sudoku import verify, with_damage
from xlbuilder.errors import TemplateError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

SETTINGS = {
    "iterate off": "[workbook.calculation]\niterate = false",
    "one iteration": "[workbook.calculation]\nmax_iterations = 1",
    "no Reset at all": "[drive]\nsteps = []",
}
ROWS, ROWS_OF_VALUES = "INT((ROW(Main!A1)-1)/9)*3", "ROW(Main!A1)*3-2, "

# mutant: the template, the puzzle that shows it, and formulas with what is replaced, and by what.
CAUGHT_BY_A_VERDICT = {
    "iterate off": ("ellis", "row"),
    "one iteration": ("ellis", "row"),
    "box of two rows": (  # ellis makes up for it by its other rules
        *("stages/naked_singles", "naked_singles"),
        ("sol_bigbox_from_val", f"{ROWS}+3", f"{ROWS}+2"),
    ),
    "another box": (
        *("ellis", "column_or_box"),
        ("sol_bigbox_from_val", f"{ROWS}+1", "1"),
        ("sol_bigbox_from_val", f"{ROWS}+3", "3"),
    ),
    "<> for =": ("ellis", "row", ("val_board", "val=", "val<>")),
    "= for <>": ("ellis", "row", ("val_board", "val<>", "val=")),
    "INDEX off by one": (
        *("ellis", "column_or_box"),
        ("val_bigrow_from_sol", f"{ROWS_OF_VALUES}1", f"{ROWS_OF_VALUES}2"),
        ("val_bigrow_from_sol", ", 27", ", 26"),
    ),
    "INDEX one too early": (
        *("ellis", "row"),
        ("val_bigcell_from_sol", "ROW(Main!A1)*3-2", "ROW(Main!A1)*3-3"),
    ),
    "the next row": (
        *("ellis", "column_or_box"),
        ("sol_row_from_val", "INT((ROW(Main!A1)-1)/3)", "MOD(INT((ROW(Main!A1)-1)/3)+1,9)"),
    ),
    "no Reset at all": (
        *("ellis", "row"),
        ("sol_board", 'state="Reset"', "FALSE"),
        ("val_board", 'state="reset"', "FALSE"),
    ),
    "no given": ("ellis", "row", ("sol_board", "", 'IF(state="Reset", "", single_sol_in_rcb)')),
    "an error": ("ellis", "row", ("onetonine", "", "COLUMN(Main!A1)+1/0")),
}


def all_values_after_reset(path, puzzle):
    """Return whether Reset shows just the puzzle, and all nine values of every cell."""
    model = read_workbook(path)
    session = open_workbook("fast", model)
    givens = [float(digit) if digit else None for digit in puzzle.digits]
    for cell, given in zip(model.area("in_board").cells(), givens, strict=True):
        session.enter(cell, given)
    session.enter(model.area("state"), "Reset")
    session.recalculate()
    shown = [value or None for value in session.read(model.area("sol_board"))]
    valid = sorted(session.read(model.area("val_board")), key=str)
    return shown == givens and valid == [float(digit) for digit in range(1, 10) for _ in range(81)]


@pytest.mark.parametrize("mutant", CAUGHT_BY_A_VERDICT)
def test_caught_by_a_verdict(edited, tmp_path, puzzles, mutant):
    base, name, *damages = CAUGHT_BY_A_VERDICT[mutant]
    path = edited(f'extends = "{base}"\n{SETTINGS.get(mutant, "")}')
    build(with_damage(load(str(path)).template, *damages), tmp_path / "mutant.xlsx")
    (verdict,) = verify(tmp_path / "mutant.xlsx", [puzzles[name].puzzle], "fast")
    assert verdict.kind is not Kind.SOLVED


CAUGHT_BY_THE_CHECKS = {
    "from the wrong cell": "[names.in_cell_from_sol]\nentered_from = 'D17'",
    "from one column further": "[names.sol_cell_from_val]\nentered_from = 'Q4'",
    "INDEX one too far": """[names.sol_row_from_val]
formula = '=INDEX(sol_board, INT((ROW(Main!A1)-1)/3)+2, 0)'""",
    "a board moved": "[boards.sol_board]\nrange = 'D17:L25'",
    "a smaller board": "[boards.val_board]\nrange = 'P4:AO30'",
}


@pytest.mark.parametrize("mutant", CAUGHT_BY_THE_CHECKS)
def test_caught_by_the_checks(edited, mutant):
    with pytest.raises(TemplateError):
        load(str(edited('extends = "ellis"\n' + CAUGHT_BY_THE_CHECKS[mutant])))


def test_a_dropped_reset_branch_shows_after_reset(tmp_path, puzzles):
    """The valid-values board without Reset solves all the same; the state after Reset shows it.

    (Without the branch on the solution board nothing changes at all: when every value is valid
    again, no cell has a single one.)
    """
    damage = ("val_board", 'state="reset"', "FALSE")
    build(with_damage(load("ellis").template, damage), tmp_path / "mutant.xlsx")
    assert not all_values_after_reset(tmp_path / "mutant.xlsx", puzzles["row"].puzzle)
