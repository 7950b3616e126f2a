"""Another circular workbook goes the same road without a line of new Python: a counter."""

from xlbuilder.recalc.engines import open_workbook
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

COUNTER = """
[workbook]
title = "A counter that rests at its limit, and a board of its multiples"
sheet = "Count"
calculation = { iterate = true, max_iterations = 50 }

[cells.limit]
range = "B2"
style = "plain"
value = 7

[cells.state]
range = "B3"
style = "plain"
value = "Run"
choices = ["Reset", "Run"]

[cells.counter]
range = "B4"
style = "plain"
formula = '''=IF(state="Reset", 0, IF(counter<limit, counter+1, counter))'''

[boards.multiples]
range = "D2:F3"
style = "plain"
formula = "=counter*place"

[names.place]
entered_from = "D2"
formula = "=COLUMN(Count!A1)+3*(ROW(Count!A1)-1)"

[styles.plain]
"""


def test_template_to_values(edited, tmp_path):
    build(load(str(edited(COUNTER))).template, tmp_path / "counter.xlsx")
    model = read_workbook(tmp_path / "counter.xlsx")
    session = open_workbook("formulas", model)
    done = session.recalculate()
    # 7 to count, 1 for the board above the counter, 1 in which nothing moves.
    assert (done.iterations, done.quiet) == (9, True)
    assert session.read(model.area("multiples")) == [7.0, 14.0, 21.0, 28.0, 35.0, 42.0]
    session.enter(model.area("state"), "Reset")
    session.recalculate()
    assert session.read(model.area("multiples")) == [0.0] * 6
