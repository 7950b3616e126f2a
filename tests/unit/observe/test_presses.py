"""A workbook says how often its user may have to press F9, and every run presses so often."""

import re

import pytest

import xlbuilder
from xlbuilder.recalc.engines import in_full
from xlbuilder.recalc.schedule import Schedule

COUNTER = """
[workbook]
title = "Counter"
calculation = { iterate = true, max_iterations = 10 }
[drive]
input = "typed"
solution = "total"
recalculations = 3
[boards.typed]
range = "B2"
style = "plain"
[boards.total]
range = "B4"
style = "plain"
formula = "=MIN(B4+1,25)"
[styles.plain]
[[tests]]
name = "it counts to 25"
shows = { total = 25 }
"""


@pytest.mark.parametrize(("said", "shown"), [("recalculations = 3", 25), ("", 10)])
def test_a_workbook_is_recalculated_as_often_as_it_says(run, edited, said, shown):
    """In `show` and `watch`, in tests, and when the first values are stored."""
    path = edited(COUNTER.replace("recalculations = 3", said), "counter.toml")
    built = run("build", path)
    assert ("no values are stored" in built.stderr) is (shown != 25)
    run("build", path, "--no-values", "--out", "counter.xlsx")
    cells = ("show", "counter.xlsx", "--cells", "B4", "--recalculate")
    assert total(run(*cells)) == shown
    assert total(run(*cells, "--recalculations", "2")) == 20
    watched = run("watch", "counter.xlsx", "--cell", "B4").stdout
    assert max(map(int, re.findall(r"B4 = (\d+)", watched))) == shown
    assert xlbuilder.test(path).all_right is (shown == 25)


def total(done):
    return int(done.stdout.split()[-1])


@pytest.mark.parametrize(
    ("engine", "asked", "said", "expected"),
    [
        ("fast", {}, None, 1),
        ("fast", {}, 10, 10),
        ("fast", {"recalculations": 2}, 10, 2),
        ("fast", {"iterations": 50}, 10, 1),
        ("libreoffice", {}, None, 300),
        ("libreoffice", {}, 10, 300),
        ("libreoffice", {"recalculations": 2}, 10, 2),
        ("libreoffice", {"iterations": 50}, 10, 300),
    ],
)
def test_who_asks_counts_before_the_file(engine, asked, said, expected):
    assert in_full(Schedule(**asked), engine, said).recalculations == expected
