"""How readable a workbook is: simple formulas, the deepest IF, names to follow from a board."""

import pytest

from tests.helpers.workbooks import saved
from xlbuilder.drive.readability import DeepestIf, Lookups, Readability
from xlbuilder.proof.stats import stats_of
from xlbuilder.xlsx.model import read_workbook

NESTED = "IF(A1,IF(A2,IF(A3,1,2),3),4)"

BOARDS = {"sol_board": "Sheet!$B$2:$J$10", "val_board": "Sheet!$M$2:$AM$28"}


def measured(folder, cells, names):
    return stats_of(read_workbook(saved(folder, cells, names=names))).readability


def test_formulas_that_are_filled_from_each_other_are_one(tmp_path):
    """Fixed ranges are none, and neither is what cannot be read."""
    cells = {"B2": "=A1+1", "C2": "=B1+1", "B3": "=IF(1,IF(2,IF(3,4,5),6),7)", "D4": 5}
    names = {
        "board": "Sheet!$A$1:$B$2",
        "neighbor": "Sheet!B1",
        "four_calls": "SUM(1)+SUM(1)+SUM(1)+SUM(1)",
        "strange": "1+",
    }
    assert measured(tmp_path, cells, names) == Readability(
        4, 2, DeepestIf(3, "Sheet!B3"), None, None
    )


@pytest.mark.parametrize(
    ("cells", "names", "deepest"),
    [
        ({"A1": "=1"}, {"two": "2"}, None),
        ({"A1": "=IF(1,2,3)", "B7": "=IF(2,3,4)"}, {}, DeepestIf(1, "Sheet!A1")),
        ({"B2": "=IF(A1,2,3)", "C2": "=IF(B1,2,3)"}, {}, DeepestIf(1, "Sheet!B2")),
        ({"C1": f"={NESTED}", "C2": "=IF(1,2,3)"}, {"two": "2"}, DeepestIf(3, "Sheet!C1")),
        ({"C1": "=IF(1,2,3)"}, {"deep": "IF(1,IF(2,3,4),5)"}, DeepestIf(2, "name deep")),
    ],
)
def test_the_deepest_if(tmp_path, cells, names, deepest):
    assert measured(tmp_path, cells, names).deepest_if == deepest


@pytest.mark.parametrize(
    ("formula", "followed"),
    [
        ("=1", Lookups(0, 0)),
        ("=nobody", Lookups(0, 0)),
        ("=SUM(row)+ROW+1", Lookups(1, 1)),
        ("=one", Lookups(4, 4)),  # one, two, three, row
        ("=one+row", Lookups(4, 3)),
        ("=one+three", Lookups(4, 2)),
        ("=IF(one,two,three)+row", Lookups(4, 1)),
        ("=sol_board*2", Lookups(1, 1)),  # a range is followed, and its formulas are not
        ("=strange", Lookups(1, 1)),
    ],
)
def test_names_to_follow(tmp_path, formula, followed):
    names = {
        **BOARDS,
        "row": "Sheet!$A$1:$I$1",
        "one": "two+1",
        "two": "three+1",
        "three": "SUM(row)",
        "strange": "1+",
    }
    found = measured(tmp_path, {"B2": formula, "B3": "=one"}, names)
    assert (found.solution, found.candidates) == (followed, None)
    found = measured(tmp_path, {"M2": formula, "B2": 5}, names)
    assert (found.solution, found.candidates) == (None, followed)


@pytest.mark.parametrize(
    ("template", "solution", "candidates"),
    [
        ("ellis", Lookups(12, 3), Lookups(8, 2)),
        ("stages/candidates", Lookups(1, 1), Lookups(7, 2)),
        pytest.param("life", None, None, marks=pytest.mark.slow),
    ],
)
def test_shipped_workbooks(built, template, solution, candidates):
    found = stats_of(read_workbook(built(template))).readability
    assert (found.solution, found.candidates) == (solution, candidates)
