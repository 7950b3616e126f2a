"""Conditional formats and validations, also those that stand in an extension of the sheet."""

from pathlib import Path

import pytest

from tests.helpers.rich_workbooks import rich_workbooks
from xlbuilder.xlsx.looks import SheetLooks, read_looks
from xlbuilder.xlsx.rules import Dressing

# openpyxl warns of extensions, which it does not know
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def sheet(name: str) -> SheetLooks:
    return read_looks(Path("rich.xlsx"), rich_workbooks()[name]).sheets["Sheet"]


def test_formats_of_excel_2010_are_read_with_their_looks():
    found = sheet("conditions").formats
    (formula,) = (rule for rule in found if str(rule.areas[0]) == "J1:J9")
    assert (formula.kind, formula.formulas) == ("expression", ("J1>2",))
    assert formula.look == Dressing(bold=True, color="00AA00")
    bars = [rule.more for rule in found if rule.kind == "dataBar"]
    assert ["minLength=5" in bars[1], "minLength=0" in bars[0]] == [True, True]
    (top,) = (rule for rule in found if rule.kind == "top10")
    assert top.more == "bottom=1 percent=1 rank=3"
    assert top.look.more == "strike border left style=thin 00AA00"


def test_validations_of_excel_2010_are_read_with_the_others():
    found = [
        (str(rule.areas[0]), rule.kind, rule.formulas) for rule in sheet("validations").validations
    ]
    assert found == [
        ("A1:A3", "whole between", ("1", "9")),
        ("B2", "list", ('"a,b"',)),
        ("D4:D6", "list", ("Lists!$A$1:$A$2",)),
    ]
