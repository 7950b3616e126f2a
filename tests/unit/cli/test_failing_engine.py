"""An engine that fails in mid-corpus: the results so far are kept, and the error is reported."""

import json

import pytest

EVEN = ".82..39.5...57.638..5..9..22.8..........85..4.3.26..8...63.72...7..268..5..4.8..."
"""The sum of its clues is even."""
ODD = EVEN.replace("9", "8", 1)
FAILING = """
extends = "ellis"
[cells.date_of_the_clues]
range = "A1"
style = "input"
formula = '=IF(MOD(SUM(in_board),2)=1,"1/2","0")+0'
"""
"""The engine fast does not read a date without a year, which Excel takes from today."""


@pytest.fixture
def book(run, edited):
    run("build", edited(FAILING), "--no-values", "--out", "x.xlsx")
    return "x.xlsx"


@pytest.mark.slow
def test_the_results_so_far_are_kept(run, book, tmp_path):
    (tmp_path / "p.txt").write_text(f"{EVEN}\n{EVEN}\n{ODD}\n{EVEN}\n")
    done = run("verify", book, "--puzzles", "p.txt", "--json", "--report", "r.json")
    assert done.returncode == 2
    *_, last = done.stderr.splitlines()
    assert last.startswith(
        "xlbuilder: Main!A1: calculates with a text in which Excel may read a date"
    )
    report = json.loads(done.stdout)
    assert (report["puzzles"], report["interrupted"]) == (2, True)
    assert [entry["line"] for entry in report["verdicts"]] == [1, 2]
    assert json.loads((tmp_path / "r.json").read_text()) == report
    table = run("verify", book, "--puzzles", "p.txt")
    assert table.returncode == 2
    assert "2 puzzles: " in table.stdout
    assert "interrupted: these are the results so far" in table.stdout


@pytest.mark.slow
def test_so_they_are_with_several_processes(run, book, tmp_path):
    """What fails loses the puzzles that were sent together with it."""
    (tmp_path / "p.txt").write_text(f"{EVEN}\n" * 130 + f"{ODD}\n{EVEN}\n")
    done = run("verify", book, "--puzzles", "p.txt", "--json", "--workers", "2")
    assert done.returncode == 2
    assert "a text in which Excel may read a date" in done.stderr
    report = json.loads(done.stdout)
    assert (report["puzzles"], report["interrupted"]) == (100, True)


@pytest.mark.slow
def test_several_orders_are_refused_before_the_first_puzzle(run, made):
    book = made("stages/naked_singles", "--no-values")
    orders = ["--order", "row-major", "--order", "jacobi"]
    done = run("verify", book, "--puzzles", EVEN, "--engine", "formualizer", *orders, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "xlbuilder: the engine formualizer cannot change its schedule; use the engine fast or"
        " formulas, or give one order\n"
    )
