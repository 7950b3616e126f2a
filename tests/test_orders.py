"""The default workbook is right in three orders of evaluation, on a puzzle of each grade."""

import xlbuilder
from tests.helpers.places import DATA

ORDERS = ["row-major", "reversed", "jacobi"]
"""Excel's own, the opposite of it, and one in which no cell sees what the others did just now."""
GRADES = {"singles", "locked", "search", "none", "clash", "several"}


def test_a_puzzle_of_each_grade_in_three_orders(built):
    lines = (DATA / "grades.txt").read_text().splitlines()
    named = [line.split()[:2] for line in lines if not line.startswith("#")]
    puzzles = {name: puzzle for name, puzzle in named if name.endswith("_1")}
    assert {name.partition("_")[0] for name in puzzles} == GRADES
    report = xlbuilder.verify(
        built("sudoku"), [*puzzles.values()], order=ORDERS, start="garbage:1", workers=1
    )
    assert len(report) == len(puzzles)
    assert report.all_right, str(report)
