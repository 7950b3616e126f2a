"""The table of docs/reference/functions.md is what the engines and the formulas say now."""

import runpy

import pytest

from tests.helpers.deviations import EXCEL, PAGE, used
from tests.helpers.places import ROOT
from xlbuilder.formula.functions import EXCEL_2007, NEWER
from xlbuilder.recalc.engines.fast.code import FUNCTIONS

MAKER = ROOT / "tests" / "conformance" / "functions.py"


@pytest.mark.slow
def test_the_table_is_made_of_the_formulas():
    assert runpy.run_path(str(MAKER))["page_now"]() == PAGE.read_text(encoding="utf-8")


def test_each_function_of_fast_is_compared_with_what_excel_documents():
    compared = {function for formula in EXCEL for function in used(formula)}
    assert sorted(FUNCTIONS - compared - {"SUM", "SUMPRODUCT"}) == []


def test_fast_knows_no_function_that_excel_lacks():
    assert sorted(FUNCTIONS - EXCEL_2007 - NEWER) == []
    assert sorted(EXCEL_2007 & NEWER) == []


def test_every_function_of_excel_2007_has_a_row():
    rows = [line.split("|")[1].split() for line in PAGE.read_text().splitlines() if "|" in line]
    assert {row[0] for row in rows if row} >= EXCEL_2007
