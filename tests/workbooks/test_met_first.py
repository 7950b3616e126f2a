"""The cells that read lines for LibreOffice's sake: they stand first, and nothing hangs on them."""

import pytest

from xlbuilder.recalc.program import load_program
from xlbuilder.xlsx.model import read_workbook

READ = {"lines_met_first": "val_board", "rows_met_first": "sol_board"}


@pytest.fixture(scope="module")
def program(built):
    return load_program(read_workbook(built("sudoku")))


@pytest.mark.parametrize("name", READ)
def test_nothing_reads_them(program, name):
    cells = program.model.area(name).cells()
    assert not [cell for cell in cells if cell in program.dependents]


@pytest.mark.parametrize(("name", "board"), READ.items())
def test_each_reads_a_line_of_its_own_from_the_first_column(program, name, board):
    cells = list(program.model.area(name).cells())
    lines = {cell.top for cell in program.model.area(board).cells()}
    read = [
        {other.top for other in program.precedents[cell] if program.model.area(board).holds(other)}
        for cell in cells
    ]
    assert {cell.left for cell in cells} == {1}
    assert sorted(read, key=min) == [{line} for line in sorted(lines)]
