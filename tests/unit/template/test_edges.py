"""What a formula may read at the edge of its board: guarded positions, and empty cells."""

import pytest

from xlbuilder.errors import TemplateError
from xlbuilder.template.load import load

SHEET = """
[workbook]
title = "Plate"
calculation = {{ iterate = true }}
[styles.plain]
[boards.source]
range = "C3:E5"
style = "plain"
[boards.plate]
range = "C8:E10"
style = "plain"
label = "{label}"
formula = '''={formula}'''
[cells.beside]
range = "F8"
style = "plain"
formula = "=SUM(plate)"
"""

INSIDE = "INDEX(source, ROW()-6, 1)"


def problems(edited, formula, label=""):
    try:
        load(str(edited(SHEET.format(formula=formula, label=label))))
    except TemplateError as error:
        return error.problems
    return []


@pytest.mark.parametrize(
    "formula",
    [
        f"IF(ROW()<10, {INSIDE}, SUM(source))",
        f"IF(ROW()>9, SUM(source), {INSIDE})",
        f"IFERROR({INSIDE}, SUM(source))",
        "C7+C9+B8+D8",  # B8 and C7 are empty
        "SUM(B7:D9)",  # partly empty
        "SUM(E8:F8)",  # the board and the cell beside it, in its first cell
    ],
)
def test_what_excel_takes_at_the_edge_is_taken(edited, formula):
    assert problems(edited, formula) == []


@pytest.mark.parametrize(
    ("formula", "label", "told"),
    [
        (INSIDE, "", "in C10 points outside a range (#REF!); check the positions in INDEX"),
        (f"IF(SUM(source)>8, {INSIDE}, 0)", "", "in C10 points outside a range (#REF!)"),
        (f"IF(ROW()<9, 0, {INSIDE})", "", "in C10 points outside a range (#REF!)"),
        ("C7", "Plate", "in C8 reads C7, which lies outside every board and cell"),
        ("H8", "", "in C8 reads H8, which lies outside every board and cell"),
        ("C8+$B$1", "", "in C8 reads B1, which lies outside every board and cell"),
    ],
)
def test_a_position_that_is_not_guarded_and_a_cell_that_is_no_edge_are_refused(
    edited, formula, label, told
):
    (line,) = problems(edited, formula, label)
    assert f"[boards.plate] formula: {told}" in line


def test_an_edge_that_one_board_may_read_is_none_for_another(edited):
    more = '[boards.other]\nrange = "G3:G4"\nstyle = "plain"\nformula = "=B8+C7"'
    with pytest.raises(TemplateError, match=r"\[boards.other\] formula: in G3 reads B8"):
        load(str(edited(SHEET.format(formula="C7+B8", label="") + more)))


def test_what_a_board_reads_is_known_where_its_edges_are_looked_at(edited):
    """A circle of a strategy is found by it (circle.py)."""
    text = """
[strategy]
title = "Kept"
[[rules]]
removes = "by_kept"
[boards.kept]
size = "9x9"
style = "helper_board"
formula = '''=IF(this_row<9, below, SUM(given_board))+{kept here}'''
[names.below]
formula = "=INDEX(sol_board, this_row+1, this_column)"
[names.by_kept]
formula = "=INDEX(kept, row_from_val, column_from_val)>9"
"""
    with pytest.raises(TemplateError, match=r"\[boards.kept\]: may keep its old values"):
        load("sudoku", [str(edited(text, "kept.toml"))])
