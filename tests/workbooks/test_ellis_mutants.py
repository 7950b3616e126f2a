"""Damaged templates that must be caught: by the checks, or by a verdict.  Not one may pass."""

import pytest
from sudoku import verify

from xlbuilder.errors import TemplateError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

SOLUTION = """=IF(in_cell_from_sol, in_cell_from_sol,
 IF(COUNT(val_bigcell_from_sol)=1, SUM(val_bigcell_from_sol), single_sol_in_rcb))"""
VALID = """=IF(sol_cell_from_val<>"", IF(sol_cell_from_val=onetonine, onetonine, ""),
 IF(solution_in_rcb, "", onetonine))"""

# mutant: the template that it extends, the puzzle that shows it, the damage.
CAUGHT_BY_A_VERDICT = {
    "iterate off": ("ellis", "row", "[workbook.calculation]\niterate = false"),
    "one iteration": ("ellis", "row", "[workbook.calculation]\nmax_iterations = 1"),
    "box of two rows": (
        "stages/naked_singles",  # ellis makes up for it by its other rules
        "naked_singles",
        """[names.sol_bigbox_from_val]
formula = '''=INDEX(sol_board, INT((ROW(Main!A1)-1)/9)*3+1, INT((COLUMN(Main!A1)-1)/9)*3+1)
:INDEX(sol_board, INT((ROW(Main!A1)-1)/9)*3+2, INT((COLUMN(Main!A1)-1)/9)*3+3)'''""",
    ),
    "another box": (
        "ellis",
        "column_or_box",
        """[names.sol_bigbox_from_val]
formula = '''=INDEX(sol_board, 1, INT((COLUMN(Main!A1)-1)/9)*3+1)
:INDEX(sol_board, 3, INT((COLUMN(Main!A1)-1)/9)*3+3)'''""",
    ),
    "<> for =": (
        "ellis",
        "row",
        f"[boards.val_board]\nformula = '''{VALID.replace('val=', 'val<>')}'''",
    ),
    "= for <>": (
        "ellis",
        "row",
        f"[boards.val_board]\nformula = '''{VALID.replace('val<>', 'val=')}'''",
    ),
    "INDEX off by one": (
        "ellis",
        "column_or_box",
        """[names.val_bigrow_from_sol]
formula = '''=INDEX(val_board, ROW(Main!A1)*3-2, 2):INDEX(val_board, ROW(Main!A1)*3, 26)'''""",
    ),
    "INDEX one too early": (
        "ellis",
        "row",
        """[names.val_bigcell_from_sol]
formula = '''=INDEX(val_board, ROW(Main!A1)*3-3, COLUMN(Main!A1)*3-2)
:INDEX(val_board, ROW(Main!A1)*3, COLUMN(Main!A1)*3)'''""",
    ),
    "the next row": (
        "ellis",
        "column_or_box",
        """[names.sol_row_from_val]
formula = '''=INDEX(sol_board, MOD(INT((ROW(Main!A1)-1)/3)+1,9)+1, 0)'''""",
    ),
    "no Reset at all": (
        "ellis",
        "row",
        f"""[drive]
steps = []
[boards.sol_board]\nformula = '''{SOLUTION}'''
[boards.val_board]\nformula = '''{VALID}'''""",
    ),
    "no given": (
        "ellis",
        "row",
        """[boards.sol_board]
formula = '''=IF(state="Reset", "", single_sol_in_rcb)'''""",
    ),
    "an error": ("ellis", "row", "[names.onetonine]\nformula = '''=COLUMN(Main!A1)+1/0'''"),
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
    base, name, damage = CAUGHT_BY_A_VERDICT[mutant]
    path = edited(f'extends = "{base}"\n{damage}')
    build(load(str(path)).template, tmp_path / "mutant.xlsx")
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


def test_a_dropped_reset_branch_shows_after_reset(edited, tmp_path, puzzles):
    """The valid-values board without Reset solves all the same; the state after Reset shows it.

    (Without the branch on the solution board nothing changes at all: when every value is valid
    again, no cell has a single one.)
    """
    path = edited(f"extends = \"ellis\"\n[boards.val_board]\nformula = '''{VALID}'''")
    build(load(str(path)).template, tmp_path / "mutant.xlsx")
    assert not all_values_after_reset(tmp_path / "mutant.xlsx", puzzles["row"].puzzle)
