"""A workbook that holds the values of its cells."""

import pytest

from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.model import read_workbook
from xlbuilder.template.load import load
from xlbuilder.workbook.stored import store_values
from xlbuilder.workbook.write import build


@pytest.fixture(scope="session")
def solved(tmp_path_factory):
    """The workbook sudoku with the values that `build --values` stores."""
    path = tmp_path_factory.mktemp("solved") / "sudoku.xlsx"
    build(load("sudoku").template, path)
    model = read_workbook(path)
    session = open_workbook("fast", model)
    session.recalculate()
    store_values(path, {cell: session.read(cell)[0] for cell in model.formulas})
    return path
