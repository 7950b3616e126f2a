"""Each command does its work once; what else it can do is tested in files of its own."""

import re

import pytest

from tests.helpers.command import LINE
from tests.helpers.cost import slow
from tests.helpers.places import DATA
from tests.helpers.strangers import with_a_switch
from xlbuilder.cli import COMMANDS
from xlbuilder.sudoku.reading import read_puzzle

FEW = DATA / "few_strategies.toml"

# What follows the command, and a pattern of what it prints.
CALLS = {
    "build": (["ellis", "--out", "new.xlsx"], r"^new\.xlsx$"),
    "copy": (["naked_pairs"], r"^naked_pairs\.toml$"),
    "diff": (["{book}"], "^no difference in what they calculate$"),
    "drive": (["mine.xlsx"], r"^solution = \"'My Puzzle'!L2:T10\"$"),
    "engines": ([], "row-major"),
    "extract": (["{book}"], '^extends = "ellis"$'),
    "generate": (["--seed", "1", "--clues", "40", "--workers", "1"], r"^[.1-9]{81}$"),
    "guide": (["ellis"], "Used in `val_board`"),
    "map": (["ellis"], "free: "),
    "render": (["{book}", "--out", "new.svg"], r"^new\.svg$"),
    "show": (["{book}"], "as stored in the file"),
    "steps": (["{book}"], "R1C1 = 7"),
    "templates": ([], "naked_pairs"),
    "test": (["naked_pairs", "--base", "basic"], r"1 and 8 in row 1 \(R1C6, R1C8\): right"),
    "try": (
        ["naked_pairs", "--puzzles", "p.txt", "--base", str(FEW), "--workers", "1"],
        r"^naked_pairs: 1 puzzle, without search;",
    ),
    "verify": (["{book}", "--puzzles", "p.txt", "--workers", "1"], "1 puzzle: 1 solved"),
    "watch": (["{book}"], "state=Solve, iteration 2"),
}


def test_all_commands_are_here():
    assert CALLS.keys() == COMMANDS.keys()


SLOW = ["diff", "extract", "steps", "test", "try"]


@pytest.mark.parametrize("command", [*sorted(CALLS.keys() - set(SLOW)), *slow(SLOW)])
def test_a_command_does_its_work(run, made, tmp_path, command):
    book = made("ellis", "--puzzle", LINE)
    (tmp_path / "p.txt").write_text(LINE)
    with_a_switch(tmp_path / "mine.xlsx", read_puzzle(LINE, "LINE"))
    arguments, pattern = CALLS[command]
    done = run(command, *(argument.format(book=book) for argument in arguments))
    assert done.returncode == 0, done.stderr
    assert re.search(pattern, done.stdout + done.stderr, re.MULTILINE)


def test_a_copy_is_built_in_the_place_of_the_strategy(run):
    assert run("copy", "naked_pairs").stdout == "naked_pairs.toml\n"
    done = run("copy", "naked_pairs")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "naked_pairs.toml: is there already" in done.stderr
    built = ["basic", "--with", "naked_pairs", "--with", "x_wing", "--no-values"]
    run("build", *built, "--out", "one.xlsx")
    done = run("build", *built, "--replace", "naked_pairs.toml", "--out", "other.xlsx")
    assert done.returncode == 0, done.stderr
    done = run("diff", "one.xlsx", "other.xlsx")
    assert "no difference in what they calculate\n" in done.stdout
