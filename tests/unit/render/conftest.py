"""A workbook that holds the values of its cells."""

import pytest


@pytest.fixture(scope="session")
def solved(made):
    """The workbook sudoku as `xlbuilder build` makes it."""
    return made("sudoku")
