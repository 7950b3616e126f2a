"""`xlbuilder show --stats`: what is counted in a workbook, and in a run of it."""

import json

import openpyxl
import pytest
from workbooks import saved


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
        "defined names: 0, 0 of them formulas",
        "longest formula: 4 characters, Sheet!A2",
        "simple formulas: 1 of 1, 100.0 %",
        "deepest IF: none",
    ]
    done = run("show", "x.xlsx", "--stats", "--recalculate")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--stats counts what is stored" in done.stderr


def test_show_counts_what_a_run_calculates(run, tmp_path):
    cells = {"A1": 2, "A2": "=IF(A2<2,A2+double,2)", "A3": "=LEFT(A2&A1,1)"}
    saved(tmp_path, cells, names={"double": "Sheet!$A$1*2"})
    done = run("show", "book.xlsx", "--stats", "--work")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()[8:]
    assert lines[:7] == [
        "work of 3 iterations: 14 functions, 11 cells, 1 name, 6 texts",
        "",
        "iteration  functions  cells  names  texts",
        "1                  6      5      1      2",
        "2                  4      3      0      2",
        "3                  4      3      0      2",
        "",
    ]
    assert [" ".join(line.split()) for line in lines[7:]] == [
        "name calls own with its names functions cells names texts",
        "(formulas of cells) 6 92.3 % 100.0 % 13 92.9 % 10 90.9 % 1 6",
        "double 1 7.7 % 7.7 % 1 7.1 % 1 9.1 % 0 0",
        "",
        "board formulas share functions cells names texts",
        "Sheet 2 100.0 % 14 11 1 6",
    ]
    found = json.loads(run("show", "book.xlsx", "--stats", "--work", "--json").stdout)
    assert [each["work"]["cells"] for each in found["iterations"]] == [5, 3, 3]
    assert [each["name"] for each in found["names"]] == ["", "double"]
    assert (found["stats"]["formula_cells"], found["boards"][0]["cells"]) == (2, 2)
    assert found["work"] == {"functions": 14, "cells": 11, "names": 1, "texts": 6}
    assert [*json.loads(run("show", "book.xlsx", "--stats", "--json").stdout)] == ["stats"]


def test_show_counts_what_a_reader_follows(run, built):
    done = run("show", built("ellis"), "--stats")
    assert done.stdout.splitlines()[-4:] == [
        "simple formulas: 5 of 18, 27.8 %",
        "deepest IF: 3 levels, Main!P4",
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


@pytest.mark.parametrize(
    ("option", "needed"),
    [(["--work"], "--stats"), (["--stats", "--puzzle", "1"], "--work"), (["--json"], "--stats")],
)
def test_options_of_show_that_need_another(run, tmp_path, option, needed):
    saved(tmp_path, {"A1": "=1"})
    done = run("show", "book.xlsx", *option)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"is for {needed}; add {needed}" in done.stderr
