"""Which names get a position, and what its name is; what it is for: tests/workbooks."""

import pytest

from xlbuilder.template.load import load

TEMPLATE = """
[workbook]
title = "A circle"
calculation = { iterate = true }
[boards.circle]
range = "B2:C3"
style = "plain"
formula = "=MIN(9, total)"
[names.total]
formula = '''=SUM(circle)+1'''
[styles.plain]
"""

LIVE = "=IF(live, SUM(circle)+1)"

WITHOUT_NAME = "=IF(SUM(ROW())>0, SUM(circle)+1)"

OWN_LIVE = "[names.{}]\nformula = '''{}'''\n"

CELL = '[cells.{}]\nrange = "E2"\nstyle = "plain"\nformula = "=3"\n'

BOARD = '[boards.{}]\nrange = "A2:A3"\nstyle = "plain"\n'

LIST = """
[lists.words]
sheet = "Words"
title = "Words"
rows = [[1]]
[lists.words.columns.{}]
title = "Word"
"""


def built(path):
    return {name: entry.formula for name, entry in load(str(path)).template.names.items()}


@pytest.mark.parametrize("text", [CELL, LIST, BOARD])
@pytest.mark.parametrize("word", ["live", "Live"])
def test_a_place_of_that_name_is_left_alone(edited, text, word):
    """Names mean the same in upper and in lower case."""
    names = built(edited(TEMPLATE + text.format(word)))
    assert names == {"total": WITHOUT_NAME}


def test_a_name_of_that_name_is_taken_if_it_is_the_same(edited):
    use = TEMPLATE.replace("total)", "total, Live)")
    names = built(edited(use + OWN_LIVE.format("Live", "=MAX(5)")))
    assert names == {"total": WITHOUT_NAME, "Live": "=MAX(5)"}
    names = built(edited(use + OWN_LIVE.format("Live", "=SUM(ROW()) > 0")))
    assert names == {"total": LIVE, "Live": "=SUM(ROW()) > 0"}
    names = built(edited(use + OWN_LIVE.format("LIVE", "=ROW()>0")))
    assert names == {"total": LIVE, "LIVE": "=SUM(ROW())>0"}
    assert built(edited(TEMPLATE)) == {"total": LIVE, "live": "=SUM(ROW())>0"}


@pytest.mark.parametrize("reference", ["Main!$B$2:$C$3", "Main!$C$3", "Main!$C$3:$B$2"])
def test_a_reference_counts_as_the_board_that_it_meets(edited, reference):
    names = built(edited(TEMPLATE.replace("(circle)", f"({reference})")))
    assert names["total"] == f"=IF(live, SUM({reference})+1)"


def test_a_relative_reference_may_make_the_circle(edited):
    """It is a position itself, but a name that reads the circle has none by it."""
    circle = TEMPLATE.replace("=MIN(9, total)", "=MIN(9, beside)")
    beside = OWN_LIVE.format("beside", "=Main!A2") + "entered_from = 'B2'\n"
    total = CELL.format("shown").replace("=3", "=total")
    names = built(edited(circle + beside + BOARD.format("edge") + total))
    assert names == {"total": LIVE, "beside": "=Main!A2", "live": "=SUM(ROW())>0"}


@pytest.mark.parametrize(
    ("formula", "problem"),
    [
        (
            f"=SUM(circle)*1.{'0' * 8176}",
            "is 8,200 characters long; Excel allows 8,192",
        ),
        (
            "=" + "MAX(1," * 63 + "SUM(circle)" + ")" * 63,
            "nests functions 65 levels deep; Excel allows 64",
        ),
    ],
)
def test_what_is_added_counts_for_the_limits(refused, formula, problem):
    (line,) = refused(template=TEMPLATE.replace("=SUM(circle)+1", formula))
    assert f"template.toml: [names.total] formula: {problem}" in line
    assert line.endswith("(counted with what building adds)")
