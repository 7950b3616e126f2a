"""What the package formulas cannot do is named with its cell; its values: tests/conformance."""

import pytest

from tests.helpers.workbooks import opened_in
from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (
            "=SUM(OFFSET(A1,ROW(A1:A2),1))",
            "^Sheet!D9: the engine formulas lacks the function OFFSET",
        ),
        # It would read this formula otherwise.
        ("=SUM(MAX(A1):A3)", r"^Sheet!D9: the engine formulas cannot compile =SUM\S*$"),
    ],
)
def test_what_it_cannot_do_is_named_with_the_cell(tmp_path, formula, message):
    with pytest.raises(EngineError, match=message):
        opened_in("formulas", tmp_path, {"A1": 1, "A2": 2, "D9": formula})


@pytest.mark.parametrize(
    "call",
    [
        *('COUNTIF(A1:A2,"<>1")', 'COUNTIFS(A1:A2,1,A1:A2,"<>"&A1)', 'SUMIF(A1:A2,"=")'),
        *('SUMIFS(B1:B2,A1:A2,"a*")', 'COUNTIF(A1:A2,"?")', 'COUNTIFS(A1:A2,"<b")'),
        *("SUMIF(A1:A2,TRUE)", 'SUM(COUNTIF(A1:A2,{1;"<>1"}))'),
    ],
)
def test_criteria_that_it_misreads_are_refused(tmp_path, call):
    """Blanks fit some of them, to the package or to Excel."""
    with pytest.raises(EngineError) as refused:
        opened_in("formulas", tmp_path, {"A1": 1, "D9": f"={call}"})
    assert "Sheet!D9: the engine formulas " in str(refused.value)


def test_criteria_of_numbers_are_counted(tmp_path):
    cells = {"A1": 1, "A2": 5, "C1": '=COUNTIFS(A1:A3,">"&A1)', "C2": '=SUMIF(A1:A3,"<=1")'}
    session = opened_in("formulas", tmp_path, cells)
    session.recalculate()
    assert session.read(Area("Sheet", 1, 3, 2, 3)) == [1, 1]


def test_volatile_functions_are_called_for_each_cell(tmp_path):
    cells = {"A1": 1, "A2": 1_000_000, "B1": "=RANDBETWEEN(A1,A2)", "B2": "=RANDBETWEEN(A1,A2)"}
    session = opened_in("formulas", tmp_path, cells)
    session.recalculate()
    one, other = session.read(Area("Sheet", 1, 2, 2, 2))
    assert one != other


def test_an_unknown_engine_is_named(tmp_path):
    with pytest.raises(EngineError, match="no such engine; known are: fast, formulas, formualizer"):
        opened_in("excel", tmp_path, {"A1": 1})
