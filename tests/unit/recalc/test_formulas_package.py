"""The package formulas behind our values, on what the published formulas use."""

import openpyxl
import pytest
from workbooks import saved

from xlbuilder.errors import EngineError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.xlsx.model import read_workbook


@pytest.fixture
def evaluated(tmp_path):
    """Return a function that evaluates a formula in D9 over A1:C3 (1, "", blank / 2, x / TRUE)."""

    def evaluate(formula):
        book = openpyxl.Workbook()
        for row in ([1, '=""', None], [2, "x", None], [True, "#N/A", 5]):
            book.active.append(row)
        book.active["B3"].data_type = "e"
        book.active["D9"] = formula
        book.save(tmp_path / "book.xlsx")
        session = open_workbook("formulas", read_workbook(tmp_path / "book.xlsx"))
        session.recalculate()
        return session.read(Area("Sheet", 9, 4, 9, 4))[0]

    return evaluate


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("=A1+A2", 3.0),
        ('=C1=""', True),
        ("=C1=0", True),
        ('=B1=""', True),
        ("=SUM(A1:C2)", 3.0),
        ("=COUNTIF(A1:C2,2)", 1.0),
        ('=B2="X"', True),
        ("=B2&A1&C1", "x1"),
        ("=B3", ExcelError.NA),
        ("=ISNA(B3)", True),
        ("=A1/0", ExcelError.DIV0),
        ("=SUM(B1:B3)", ExcelError.NA),
        ("=CHOOSE(A2+1,9,8,7)", 7.0),
        ("=OR(A1>5,A2=2)", True),
        ("=MAX((COUNTIF(A1:A2,{1;2;3})=1)*{1;2;3})", 2.0),
    ],
)
def test_value(evaluated, formula, expected):
    found = evaluated(formula)
    assert found == expected
    assert type(found) is type(expected)


def test_a_function_that_it_lacks_is_named_with_the_cell(evaluated):
    with pytest.raises(EngineError, match=r"Sheet!D9: the engine formulas lacks the function OFF"):
        evaluated("=OFFSET(A1,A2,1)")


def test_a_formula_that_it_reads_otherwise_is_refused(evaluated):
    with pytest.raises(
        EngineError, match=r"^Sheet!D9: the engine formulas cannot compile =SUM\S*$"
    ):
        evaluated("=SUM(INDEX(A1:A3,A1):A3)")


def test_volatile_functions_are_called_for_each_cell(tmp_path):
    cells = {"A1": 1, "A2": 1_000_000, "B1": "=RANDBETWEEN(A1,A2)", "B2": "=RANDBETWEEN(A1,A2)"}
    session = open_workbook("formulas", read_workbook(saved(tmp_path, cells)))
    session.recalculate()
    one, other = session.read(Area("Sheet", 1, 2, 2, 2))
    assert one != other


def test_an_unknown_engine_is_named(built):
    with pytest.raises(EngineError, match="no such engine; known are: fast, formulas, formualizer"):
        open_workbook("excel", read_workbook(built("ellis")))
