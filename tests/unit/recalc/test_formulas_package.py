"""What the package formulas cannot do is named with its cell; its values: tests/conformance."""

import pytest
from workbooks import opened_in

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("=OFFSET(A1,A2,1)", "^Sheet!D9: the engine formulas lacks the function OFFSET"),
        # It would read this formula otherwise.
        ("=SUM(INDEX(A1:A3,A1):A3)", r"^Sheet!D9: the engine formulas cannot compile =SUM\S*$"),
    ],
)
def test_what_it_cannot_do_is_named_with_the_cell(tmp_path, formula, message):
    with pytest.raises(EngineError, match=message):
        opened_in("formulas", tmp_path, {"A1": 1, "A2": 2, "D9": formula})


def test_volatile_functions_are_called_for_each_cell(tmp_path):
    cells = {"A1": 1, "A2": 1_000_000, "B1": "=RANDBETWEEN(A1,A2)", "B2": "=RANDBETWEEN(A1,A2)"}
    session = opened_in("formulas", tmp_path, cells)
    session.recalculate()
    one, other = session.read(Area("Sheet", 1, 2, 2, 2))
    assert one != other


def test_an_unknown_engine_is_named(tmp_path):
    with pytest.raises(EngineError, match="no such engine; known are: fast, formulas, formualizer"):
        opened_in("excel", tmp_path, {"A1": 1})
