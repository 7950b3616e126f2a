"""What building adds for LibreOffice to boards that ask for it; what it is for: tests/workbooks.

Why boards look at a neighbor: test_libreoffice_all.py.
"""

import pytest

TEMPLATE = """
[workbook]
title = "Added"
[cells.Rung]
range = "A1"
style = "plain"
value = 3
wakes = {wakes}
[cells.other]
range = "B1"
style = "plain"
value = 3
[boards.board]
range = "K3:S11"
style = "plain"
formula = '''{board}'''
neighbor_first = {neighbor_first}
[boards.beside]
range = "A13:I21"
style = "plain"
formula = "=other"
[cells.one]
range = "D1"
style = "plain"
formula = "=twice"
[names.twice]
formula = '''{twice}'''
[styles.plain]
"""

TWICE = "=IF(rung<2, 0, rung*2)+other"


@pytest.fixture
def built(loaded):
    """Return a function that gives the template as it is built; the written one stays."""

    def get(board, mark="", twice=TWICE):
        marks = {each: str(each == mark).lower() for each in ("wakes", "neighbor_first")}
        found = loaded(template=TEMPLATE.format(board=board, twice=twice, **marks))
        assert found.written.boards["board"].formula == board
        assert found.template.boards["beside"].formula == "=other"
        return found.template

    return get


@pytest.mark.parametrize(
    ("mark", "written", "added"),
    [
        ("wakes", "=IF(rung<4, 0, 5)", "=IF(ISERROR(rung), 0, IF(rung<4, 0, 5))"),
        ("wakes", "= if( RUNG<twice,7,5 )", "=IF(ISERROR(RUNG), 7, if( RUNG<twice,7,5 ))"),
        ("wakes", "=IF(rung<4, 0,\n 5)", "=IF(ISERROR(rung), 0,\n IF(rung<4, 0,\n 5))"),
        # These do not begin so: what they have while they sleep is no number, or not all.
        ("wakes", "=IF(rung<4, K3, 5)", None),
        ("wakes", "=IF(rung<4, 0)", None),
        ("wakes", "=IF(other<4, 0, 5)", None),
        ("wakes", "=IF(rung>4, 0, 5)", None),
        ("wakes", "=IF(other<4, 0, IF(rung<4, 0, 5))", None),
        ("wakes", "=IF(rung<4, 0, 5)+1", None),
        ("neighbor_first", "=MAX(other, 2)", "=COUNT(L3)*0+MAX(other, 2)"),
        ("neighbor_first", "=IF(other>2,\n 1, 0)", "=COUNT(L3)*0+IF(other>2,\n 1, 0)"),
        ("neighbor_first", "=other>2", "=COUNT(L3)*0+(other>2)"),
        ("neighbor_first", "=other*2", "=COUNT(L3)*0+(other*2)"),
    ],
)
def test_what_a_board_gets_if_it_is_asked_for(built, mark, written, added):
    assert built(written, mark).boards["board"].formula == (added or written)
    assert built(written).boards["board"].formula == written


def test_a_name_does_not_ask_for_an_error_of_what_wakes_it(built):
    formula = "=IF(rung<2, 0, rung*other)"
    assert built("=1", "wakes", formula).names["twice"].formula == formula
