"""Workbooks with circles that are no Sudoku: a counter, a loan, Life; shown, watched, counted."""

from itertools import islice

import pytest

import xlbuilder
from tests.helpers.command import refused
from tests.helpers.workbooks import saved

COUNTER = {"A1": "=IF(B1=1,0,A1+1)", "B1": 0, "A2": "=A1*10"}
# The interest of a year is on the mean of its first and its last balance: 100 at 10 %.
LOAN = {"A1": 100, "A2": 0.1, "A3": "=A2*(A1+A4)/2", "A4": "=A1+A3"}


def test_a_counter(run, tmp_path):
    saved(tmp_path, COUNTER, (True, 1, 0.001))
    cells = ("book.xlsx", "--cells", "A1:B2", "--recalculate")
    assert run("show", *cells).stdout.split() == ["A", "B", "1", "1", "0", "2", "10"]
    assert run("show", *cells, "--recalculations", "7").stdout.split()[3] == "7"
    reset = run("show", *cells, "--step", "B1=1", "--recalculations", "7").stdout.split()
    assert reset == ["A", "B", "1", "0", "1", "2", "0"]
    done = run("watch", "book.xlsx", "--cell", "A1", "--recalculations", "3")
    assert [line for line in done.stdout.splitlines() if line.startswith("  A1")] == [
        "  A1 = 1",
        "  A1 = 2",
        "  A1 = 3",
    ]


def test_a_loan(run, tmp_path):
    saved(tmp_path, LOAN, (True, 100, 1e-9))
    done = run("show", "book.xlsx", "--cells", "Sheet!A4", "--recalculate")
    assert float(done.stdout.split()[2]) == pytest.approx(100 * 1.05 / 0.95)
    done = run("watch", "book.xlsx", "--cell", "A3", "--iteration", "1")
    assert "A3 = 5" in done.stdout
    assert "circular cells: 2" in run("show", "book.xlsx", "--stats").stdout
    refused(run("watch", "book.xlsx", "--puzzle", "." * 81), "takes no puzzle")


def test_life(built):
    first, second, *_ = islice(xlbuilder.open(built("life")).watch(cell="controller"), 2)
    assert (first.number, second.number) == (1, 2)
    assert second.changes


def test_cells_that_are_not_there(run, tmp_path):
    saved(tmp_path, LOAN)
    for cells, message in (
        ("Sheet2!A1", "Sheet2!A1: has no sheet Sheet2; it has: Sheet"),
        ("A1:Z1000", "A1:Z1000: has 26,000 cells; give at most 10,000"),
        ("A1:", "A1:: is no range of cells and no name of one; write for example Sheet!B2:J10"),
    ):
        refused(run("show", "book.xlsx", "--cells", cells), message)
