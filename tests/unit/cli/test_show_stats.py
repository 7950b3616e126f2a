"""`xlbuilder show --stats`: what is counted in a workbook."""

import json

import openpyxl
import pytest
from openpyxl.worksheet.formula import ArrayFormula

from tests.helpers.command import refused
from tests.helpers.workbooks import saved


def test_show_counts_what_a_workbook_has(run, tmp_path):
    book = openpyxl.Workbook()  # no boards, and no template of ours
    book.active["A1"], book.active["A2"], book.active["A3"] = 1, "=A1+1", "=A2+1"
    book.save(tmp_path / "x.xlsx")
    done = run("show", "x.xlsx", "--stats")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"file: {(tmp_path / 'x.xlsx').stat().st_size:,} bytes",
        "formula cells: 2",
        "distinct cell formulas: 1",
        "circular cells: 0",
        "iterative calculation: off",
        "defined names: 0, 0 of them formulas",
        "longest formula: 4 characters, Sheet!A2",
        "simple formulas: 1 of 1, 100.0 %",
        "deepest IF: none",
        "functions: none",
    ]
    refused(run("show", "x.xlsx", "--stats", "--recalculate"), "--stats counts what is stored")


@pytest.mark.slow
def test_show_counts_what_a_reader_follows(run, built):
    done = run("show", built("ellis"), "--stats")
    assert done.stdout.splitlines()[-5:] == [
        "simple formulas: 5 of 18, 27.8 %",
        "deepest IF: 3 levels, Main!P4",
        "functions: CHOOSE, COLUMN, COUNT, COUNTIF, IF, INDEX, INT, MAX, MOD, OR, ROW, SUM",
        "to follow from a cell of the solution: 12 names, 3 levels deep",
        "to follow from a cell of the candidates: 8 names, 2 levels deep",
    ]
    found = json.loads(run("show", built("ellis"), "--stats", "--json").stdout)
    assert found["stats"]["readability"] == {
        "formulas": 18,
        "simple_formulas": 5,
        "deepest_if": {"levels": 3, "place": "Main!P4"},
        "solution": {"names": 12, "levels": 3},
        "candidates": {"names": 8, "levels": 2},
    }
    assert "to follow" not in run("show", built("life"), "--stats").stdout


def test_json_is_for_stats(run, tmp_path):
    saved(tmp_path, {"A1": "=1"})
    assert [*json.loads(run("show", "book.xlsx", "--stats", "--json").stdout)] == ["stats"]
    refused(run("show", "book.xlsx", "--json"), "--json is for --stats; add --stats")


def test_what_cannot_be_read_and_words_of_ours_are_counted_apart(run, tmp_path):
    link, array = "='[1]Rates'!B1", ArrayFormula("C1:C2", "=A1:A2*2")
    saved(tmp_path, {"A1": "=A2+1", "A2": "=A1/2", "B1": link, "C1": array}, (True, 100, 0.001))
    shown = run("show", "book.xlsx", "--stats").stdout
    assert "formula cells: 4, and 1 not read\n" in shown
    assert "circular cells: 2\n" in shown
    assert shown.endswith("functions: none\n")
