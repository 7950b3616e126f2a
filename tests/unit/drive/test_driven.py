"""What a user says about a workbook that xlbuilder did not build: refused in one line."""

import openpyxl
import pytest

import xlbuilder
from tests.helpers.command import LINE, refused
from tests.helpers.strangers import INPUT, SOLUTION, spread, with_a_switch
from xlbuilder.errors import WorkbookError
from xlbuilder.sudoku.reading import read_puzzle

WHERE = ("--input", INPUT, "--solution", SOLUTION)


@pytest.fixture
def book(tmp_path):
    (tmp_path / "p.txt").write_text(LINE)
    with_a_switch(tmp_path / "mine.xlsx", read_puzzle(LINE, "LINE"))
    return "mine.xlsx"


REFUSED = {
    "no 9x9 input": (("--input", "B2:K10", *WHERE[2:]), "input B2:K10: has 9x10 cells; give 9x9"),
    "formulas between the cells of an input": (
        ("--input", "B2:L12", *WHERE[2:]),
        "input B2:L12: E3 holds a formula or a number, and is between the cells of a board",
    ),
    "no solution": (WHERE[:2], "the input is given without the solution; give both"),
    "no input": (WHERE[2:], "the solution is given without the input; give both"),
    "formulas in the input": (
        ("--input", SOLUTION, "--solution", INPUT),
        "L2 holds a formula, and a puzzle is typed into cells without formulas",
    ),
    "no formulas in the solution": (
        ("--input", INPUT, "--solution", "AA2:AI10"),
        "solution AA2:AI10: holds no formula, so it shows no solution",
    ),
    "cells in common": (
        ("--input", INPUT, "--solution", "J2:R10"),
        "input 'My Puzzle'!B2:J10 and solution J2:R10 have cells in common",
    ),
    "no sheet": (
        ("--input", "Puzle!B2:J10", *WHERE[2:]),
        "input Puzle!B2:J10: has no sheet Puzle; it has: My Puzzle",
    ),
    "no range": (
        ("--input", "B2:J", *WHERE[2:]),
        "input B2:J: is no range of cells and no name of one; write for example 'My Puzzle'!B2:J10",
    ),
    "a step of a formula": ((*WHERE, "--step", "V8=1"), "V$8 holds a formula"),
    "a step of the puzzle": ((*WHERE, "--step", "B2=4"), "B2: is a cell of the input; type"),
    "a step without a value": ((*WHERE, "--step", "V8"), "write CELL=VALUE, such as V6=Reset"),
    "a step that is too large": ((*WHERE, "--step", f"V6={10**20}"), f"V6': {10**20}}}]; give at"),
    "two cells of the status": ((*WHERE, "--status", "V8:W8"), "status V8:W8: has 2 cells; give"),
    "small candidates": (
        (*WHERE, "--candidates", "A1"),
        "candidates A1: has 1x1 cells; give 27x27",
    ),
    "no drive file": (("--drive", "no.toml"), "no.toml: cannot be read: No such file"),
    "a workbook as drive file": (
        ("--drive", "mine.xlsx"),
        "mine.xlsx: is no text; xlbuilder drive",
    ),
    "puzzles as drive file": (("--drive", "p.txt"), "p.txt: is no TOML: "),
    "nothing said": ((), "say where the puzzle is with --input and --solution (xlbuilder drive"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_one_line(run, book, case):
    options, message = REFUSED[case]
    done = run("verify", book, "--puzzles", "p.txt", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr.splitlines()[-1]
    assert len([line for line in done.stderr.splitlines() if "running" not in line]) == 1


def test_files_in_the_wrong_order(run, book, tmp_path):
    for arguments in (("p.txt", "--puzzles", book), (book, "--puzzles", book, *WHERE)):
        refused(
            run("verify", *arguments),
            "xlbuilder: mine.xlsx: --puzzles takes a list of puzzles, and no workbook",
        )
    refused(run("drive", "p.txt"), "p.txt: is not an .xlsx workbook")
    refused(run("drive", book, "--out", "new.xlsx"), "ends in .toml")
    (tmp_path / "mine.toml").touch()
    refused(run("drive", book, "--out", "mine.toml"), "mine.toml: is there already")


@pytest.mark.parametrize(
    ("drive", "message"),
    [
        ({"inputs": "A1"}, "the drive: unknown key inputs; did you mean input?"),
        ({"input": 5}, "the drive: input is 5; give a text such as"),
        ({"steps": "V6=Go"}, "the drive: steps is 'V6=Go'; give at most 20 of { A1 = value }"),
        ({"steps": [{"V6": 1.5}]}, "the drive: steps is "),
        ({"steps": [{}]}, "the drive: steps is "),
        ({"recalculations": 0}, "the drive: recalculations is 0; give a whole number from 1 on"),
    ],
)
def test_a_table_that_is_wrong(book, drive, message, tmp_path):
    with pytest.raises(WorkbookError) as error:
        xlbuilder.open(tmp_path / book, drive)
    assert str(error.value).startswith(message)


def test_a_constant_on_the_solution_is_told_before_the_run(run, book, tmp_path):
    """The formulas of the nine boxes differ, as people write them."""
    edited = openpyxl.load_workbook(tmp_path / book)
    edited.active["N4"] = 5
    edited.save(tmp_path / book)
    warning = "warning: mine.xlsx: My Puzzle!N4: holds 5, where 80 cells of the solution have a"
    for command in (("verify", book, "--puzzles", "p.txt"), ("show", book, "--recalculate")):
        assert warning in run(*command, *WHERE).stderr
    assert xlbuilder.open(tmp_path / book).faults == ()
    spread(tmp_path / book, 1, 1)
    where = ("--input", "B2:L12", "--solution", "N2:X12")
    assert warning.replace("N4", "P4") in run("show", book, *where, "--recalculate").stderr
