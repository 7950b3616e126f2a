"""Sudoku workbooks that xlbuilder did not build: their user says where the puzzle is."""

import json
import re

import openpyxl
import pytest

import xlbuilder
from tests.helpers.command import refused
from tests.helpers.strangers import (
    CANDIDATES,
    INPUT,
    SOLUTION,
    as_one_cell_arrays,
    as_xlsm,
    pressed_many_times,
    single,
    single_of_an_array,
    with_a_lookup,
    with_a_switch,
    with_boards_between,
    with_old_puzzles,
    with_texts_of_candidates,
)
from tests.helpers.workbooks import edited, with_stored
from xlbuilder.observe.propose import SURE, proposed
from xlbuilder.xlsx.model import read_workbook

WHERE = ("--input", INPUT, "--solution", SOLUTION)

SWITCHED = (*WHERE, "--step", "V6=Reset", "--step", "V6=Go", "--status", "V8")

PRESSED = (*WHERE, "--candidates", CANDIDATES, "--recalculations", "300")

TABLE = {"input": INPUT, "solution": SOLUTION}
V6 = "'My Puzzle'!V6"
STEPPED = {**TABLE, "steps": [{V6: "Reset"}, {V6: "Go"}]}


@pytest.fixture
def one(puzzles, tmp_path):
    """A puzzle of naked singles; the workbooks hold another one."""
    found = puzzles["naked_singles"]
    (tmp_path / "p.txt").write_text(str(found.puzzle))
    return found


@pytest.fixture
def book(tmp_path, one):
    with_a_switch(tmp_path / "mine.xlsx", one.puzzle)
    return "mine.xlsx"


@pytest.fixture
def pressed(tmp_path, one):
    pressed_many_times(tmp_path / "f9.xlsx", one.puzzle)
    return "f9.xlsx"


def rows(board):
    return [" ".join(str(board)[row * 9 :][:9]) for row in range(9)]


@pytest.mark.parametrize("order", ["row-major", "column-major", "random:1"])
def test_verify_with_a_switch(run, book, order):
    done = run("verify", book, "--puzzles", "p.txt", *SWITCHED, "--order", order)
    assert (done.returncode, "1 puzzle: 1 solved" in done.stdout) == (0, True), done.stderr


def test_one_cell_arrays(run, tmp_path, one):
    with_a_switch(tmp_path / "365.xlsx", one.puzzle, single_of_an_array)
    as_one_cell_arrays(tmp_path / "365.xlsx")
    assert run("drive", "365.xlsx", "--out", "365.toml").returncode == 0
    done = run("verify", "365.xlsx", "--puzzles", "p.txt", *SWITCHED)
    assert (done.returncode, "1 puzzle: 1 solved" in done.stdout) == (0, True), done.stderr
    done = run("watch", "365.xlsx", "--cell", "R1C1", *SWITCHED)
    assert "R1C1 (L2) = 3" in done.stdout
    assert "Status: Done!" in run("show", "365.xlsx", "--recalculate", *SWITCHED).stdout
    done = run("render", "365.xlsx", "--out", "365.svg", "--recalculate", *SWITCHED)
    assert "Done!" in (tmp_path / "365.svg").read_text(), done.stderr


def test_without_its_reset_it_is_stuck(run, book):
    done = run("verify", book, "--puzzles", "p.txt", *WHERE)
    assert done.returncode == 1
    assert "56 cells left" in done.stdout


def test_verify_presses_f9(run, pressed):
    done = run("verify", pressed, "--puzzles", "p.txt", *PRESSED)
    assert (done.returncode, "1 puzzle: 1 solved" in done.stdout) == (0, True), done.stderr
    done = run("verify", pressed, "--puzzles", "p.txt", *WHERE)
    assert (done.returncode, "1 puzzle: 1 capped" in done.stdout) == (1, True)


def test_a_true_candidate_that_is_gone_is_found(run, pressed, one, tmp_path):
    book = openpyxl.load_workbook(tmp_path / pressed)
    solved = int(str(one.solution)[0])  # of R1C1, which is no clue
    at = book.active.cell(14 + (solved - 1) // 3, 2 + (solved - 1) % 3)
    at.value = '=""'
    book.save(tmp_path / pressed)
    done = run("verify", pressed, "--puzzles", "p.txt", *PRESSED)
    assert f"{solved} of R1C1 is in a solution, and gone for good" in " ".join(done.stdout.split())


def test_show_solves_and_says_how_it_stands(run, book, one):
    done = run("show", book, "--recalculate", *SWITCHED)
    assert "Status: Done!" in done.stdout
    lines = [line.replace("│", "").split() for line in done.stdout.splitlines() if "│" in line]
    assert [" ".join(line[9:]) for line in lines] == rows(one.solution)


def test_watch_names_the_cells_of_the_solution(run, book):
    done = run("watch", book, "--cell", "R1C1", *SWITCHED)
    assert "'My Puzzle'!$V$6=Go, iteration 2:" in done.stdout
    assert "R1C1 (L2) = 3" in done.stdout
    assert "elsewhere: became V8 Done!" in done.stdout


def test_steps_and_render(run, pressed, book, tmp_path):
    done = run("steps", pressed, *PRESSED)
    assert (done.returncode, "R7C6 = 1" in done.stdout) == (0, True), done.stderr
    done = run("render", book, "--out", "a.svg", "--recalculate", *SWITCHED)
    assert done.returncode == 0
    assert "Done!" in (tmp_path / "a.svg").read_text()
    done = run("render", book, "--out", "a.svg", *SWITCHED)
    assert (done.returncode, "add --recalculate" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    "build",
    [
        *([with_a_switch], [pressed_many_times], [with_texts_of_candidates], [with_old_puzzles]),
        *([with_boards_between, with_a_lookup], [with_boards_between, as_xlsm]),
    ],
)
def test_drive_proposes_a_file_that_verify_takes(run, one, tmp_path, build):
    path = tmp_path / "x.xlsx"
    build[0](path, one.puzzle)
    for add in build[1:]:
        path = add(path)
    done = run("drive", path.name, "--out", "x.toml")
    assert (done.returncode, done.stdout) == (0, "x.toml\n"), done.stderr
    assert SURE in done.stderr
    done = run("verify", path.name, "--puzzles", "p.txt", "--drive", "x.toml")
    assert (done.returncode, "1 solved" in done.stdout) == (0, True), done.stdout


def test_an_option_replaces_what_the_file_says(run, pressed):
    run("drive", pressed, "--out", "f9.toml")
    few = ("--drive", "f9.toml", "--recalculations", "2")
    assert "1 capped" in run("verify", pressed, "--puzzles", "p.txt", *few).stdout


def test_a_solution_that_reads_its_puzzle_through_another_board_is_proposed(tmp_path, one):
    with_a_switch(tmp_path / "x.xlsx", one.puzzle)
    book = openpyxl.load_workbook(tmp_path / "x.xlsx")
    for cells in book.active["L2:T10"]:
        for cell in cells:  # what the solution reads stands on another sheet
            cell.value = cell.value.replace(
                cell.offset(0, -10).coordinate + "<>", f"Copy!{cell.offset(0, -10).coordinate}<>", 1
            )
    book.save(tmp_path / "x.xlsx")
    assert proposed(read_workbook(tmp_path / "x.xlsx")).table == TABLE


def test_an_old_and_a_new_workbook_are_compared(run, book, tmp_path, one):
    def no_box(given, cell, lines):
        return single(given, cell, lines[:2])

    with_a_switch(tmp_path / "worse.xlsx", one.puzzle, no_box)
    files = ("--puzzles", "p.txt", *SWITCHED)
    done = run("try", "--old", "worse.xlsx", "--new", book, *files)
    assert (done.returncode, "solved: 0 old, 1 new; 1 newly" in done.stdout) == (0, True)
    done = run("try", "--old", book, "--new", "worse.xlsx", *files)
    assert (done.returncode, "mine.xlsx; solved: 1 old, 0 new" in done.stdout) == (1, True)
    assert "\nbroken:\n" in done.stdout
    for arguments, message in (
        (["--old", book], "give both, --old FILE and --new FILE"),
        (["naked_pairs", "--old", book, "--new", book], "leave out the other choices"),
        (["naked_pairs", *WHERE], "are for --old and --new"),
        ([], "give a STRATEGY to try, or two files"),
    ):
        done = run("try", "--puzzles", "p.txt", *arguments)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_one_of_two_workbooks_says_itself_where_its_puzzle_is(run, book, built):
    """What is given is about the other one."""
    for old, new in ((built("ellis"), book), (book, built("ellis"))):
        files = ("try", "--old", old, "--new", new, "--puzzles", "p.txt")
        assert "solved: 1 old, 1 new" in run(*files, *SWITCHED).stdout
        done = run(*files)
        assert (done.returncode, "mine.xlsx: has no board" in done.stderr) == (2, True)
        assert done.stderr.count("\n") == 1


def test_two_workbooks_are_compared_with_the_iterations_that_they_allow(run, pressed):
    files = ("try", "--old", pressed, "--new", pressed, "--puzzles", "p.txt", *WHERE)
    assert "solved: 0 old, 0 new" in run(*files).stdout
    assert "solved: 1 old, 1 new" in run(*files, "--recalculations", "300").stdout


def test_two_templates_are_compared_as_they_are(run, puzzles, tmp_path):
    (tmp_path / "p.txt").write_text(str(puzzles["beyond_singles"].puzzle))
    done = run("try", "--old", "basic", "--new", "ellis", "--puzzles", "p.txt", "--json")
    found = json.loads(done.stdout)
    assert (found["strategies"], found["solved_before"], found["compared"]) == (["ellis"], 0, 1)


def test_in_python(book, pressed, one, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drive = {**TABLE, "status": "V8", "steps": [{"V6": "Reset"}, {"V6": "Go"}]}
    solved = xlbuilder.open(book, drive).solve()
    assert (solved.board, solved.status) == (one.solution, "Done!")
    assert xlbuilder.verify(book, one.puzzle, drive=drive).all_right
    (tmp_path / "f9.toml").write_text("".join(f"{k} = {json.dumps(v)}\n" for k, v in TABLE.items()))
    assert not xlbuilder.verify(pressed, one.puzzle, drive="f9.toml").all_right
    assert xlbuilder.steps(pressed, drive={**TABLE, "recalculations": 99}).steps


def test_a_workbook_that_says_it_needs_no_drive(run, built):
    done = run("drive", built("ellis"))
    assert (done.returncode, "says itself where the puzzle is" in done.stderr) == (2, True)
    done = run("steps", "ellis", *WHERE)
    assert (done.returncode, "is a template, which says itself" in done.stderr) == (2, True)
    done = run("verify", built("ellis"), "--puzzles", "." * 81, "--recalculations", "3")
    assert done.returncode == 1, done.stderr  # the rest of its own drive stands


BESIDE = {
    "X1": '=_xlfn.XLOOKUP("D*",Y1:Y2,Z1:Z2,"",2)',
    "X2": "='[1]Other book'!$A$1&X3",
    "Y1": "Done!",
    "Z1": "Solved",
    "V9": '=IF(COUNT(L2:T10)=81,X1&X2,"")',
}


def test_what_is_typed_does_not_reach_what_cannot_be_calculated(run, book, tmp_path):
    sheets = openpyxl.load_workbook(tmp_path / book)
    for address, content in BESIDE.items():
        sheets.active[address] = content
    sheets.save(tmp_path / book)
    shown = [*SWITCHED[:-1], "V9"]
    refused(run("verify", book, "--puzzles", "p.txt", *shown), "!X2: reads another workbook")
    with_stored(tmp_path / book, {"X1": "Solved", "X2": " indeed"})
    assert proposed(read_workbook(tmp_path / book)).table == STEPPED
    for command in (["show", book, "--recalculate"], ["watch", book, "--cell", "V9"]):
        done = run(*command, *shown)
        assert "Solved indeed" in done.stdout, done.stderr
        assert "2 formulas keep the values that the file has" in done.stderr
    done = run("verify", book, "--puzzles", "p.txt", *shown)
    assert (done.returncode, "2 formulas keep" in done.stderr) == (0, True), done.stderr
    reached = [*shown, "--step", "X3=1", "--step", "V6=Go"]
    done = run("show", book, "--recalculate", "--cells", "V9", *reached)
    assert "!X2: reads another workbook" in done.stderr.splitlines()[-1]


def test_a_right_value_hides_no_wrong_formula_in_a_workbook_of_ours(run, made, one, tmp_path):
    """As Excel saves it: no order to calculate all formulas is left in the file."""
    path = tmp_path / "ours.xlsx"
    (first, *_) = read_workbook(made("ellis")).area("sol_board").cells()
    digit = one.solution.digits[0]
    wrong = rf"\1<f>{digit % 9 + 1}+0</f>"
    formula = re.compile(rf'(<c r="{first}"[^>]*>)<f>[^<]*</f>')
    edited(made("ellis"), lambda data: formula.sub(wrong, data.decode()).encode(), to=path)
    with_stored(path, {str(first): digit})
    verify = ("verify", "ours.xlsx", "--puzzles", "p.txt")
    assert run(*verify).returncode == 1
    edited(path, lambda data: data.replace(b"Built from", b"Read aloud"), "docProps/custom.xml")
    done = run(*verify)
    assert "1 solved" in done.stdout, "the damage is one that a kept value hides"
