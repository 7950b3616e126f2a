"""The command ``watch`` as a person meets it."""

import re

import pytest

from tests.helpers.command import LINE, refused

EASY = ("--puzzle", LINE)


def lines_of(done, start=""):
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line.startswith(start)]


@pytest.mark.slow
def test_cells_are_named_by_row_column_and_digit(run, built):
    """D16 is R1C1, P4 its candidate 1."""
    found = [
        run("watch", built("ellis"), *EASY, "--cell", cell, "--iteration", "2")
        for cell in ("D16", "R1C1", "sol_board!r1c1")
    ]
    assert found[0].stdout == found[1].stdout == found[2].stdout
    assert lines_of(found[0], "  R1C1 (D16) = ")
    assert lines_of(found[0], "  sol_board: appeared R")
    assert re.search(r"^  val_board: vanished R\dC\d=\d, R", found[0].stdout, re.MULTILINE)


@pytest.mark.slow
def test_nothing_is_cut_when_all_is_asked_for(run, built):
    short = run("watch", built("ellis"), *EASY, "--cell", "R1C1")
    long = run("watch", built("ellis"), *EASY, "--cell", "R1C1", "--all")
    assert " more (--all prints them)" in short.stdout
    assert " cells filled (--all prints them)" in short.stdout
    assert "--all" not in long.stdout
    changed = [int(found) for found in re.findall(r"(\d+) changed", long.stdout)]
    told = [
        len(re.findall(r" (?:R\dC\d|[A-Z]{1,3}\d+)\b", block.partition("  R1C1 (D16)")[0]))
        for block in long.stdout.split(" changed\n")[1:]
    ]
    assert told == changed


def test_a_name_is_shown_as_it_is_at_a_cell(run, built):
    """The block of the last cell lies at the end of the valid values."""
    done = run(
        *("watch", built("ellis"), *EASY, "--iteration", "1", "--at", "R9C9"),
        *("--name", "val_bigcell_from_sol", "--name", "array1to9"),
    )
    lines = lines_of(done)
    assert lines[-6] == "  at R9C9 (L24)"
    assert lines[-5] == "    val_bigcell_from_sol = AN28:AP30 ="
    assert all(re.fullmatch(r" {6}[1-9·] [1-9·] [1-9·]", line) for line in lines[-4:-1])
    assert lines[-1] == "    array1to9 = {1;2;3;4;5;6;7;8;9}"


def test_an_iteration_that_never_comes_is_told(run, built):
    told = lines_of(run("watch", built("ellis"), *EASY, "--iteration", "999"))
    assert told == ["no recalculation has an iteration 999"]


@pytest.mark.slow
def test_only_changes_for_a_reason_are_shown(run, built):
    book = built("sudoku")
    told = lines_of(run("watch", book, *EASY, "--reason", "singles"))
    assert {line.split("(")[0] for line in told if line.startswith("  ")} == {
        "  sol_board: appeared ",
        "  placement_board: appeared ",
    }
    assert all("(singles) R" in line for line in told if line.startswith("  "))
    sight = lines_of(run("watch", book, *EASY, "--reason", "it stands in sight", "--all"))
    assert {line.split(" R")[0] for line in sight if line.startswith("  ")} == {
        "  val_board: vanished (it stands in sight)"
    }
    none = run("watch", book, *EASY, "--reason", "guess_here")
    assert none.stdout == "nothing was changed for guess_here\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--name", "x"], "--name needs a cell: add --at R8C2, or --at R8C2=4"),
        (["--at", "R8C2"], "--at is for --name"),
        (["--cell", "D4"], "Main!D4 holds no formula"),
        (["--cell", "R8C0"], "R8C0: is not the address of a cell; write R8C2"),
        (["--name", "array1to8", "--at", "R1C1"], "no name array1to8; did you mean array1to9?"),
        (["--reason", "x_wing"], "x_wing: no reason of this workbook; it keeps no reasons"),
    ],
)
def test_what_is_not_there_is_one_line(run, built, arguments, message):
    refused(run("watch", built("ellis"), *arguments), message)
