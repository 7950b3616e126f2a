"""What the command line is given, and what it says: refused before the work, in one line."""

import subprocess
import sys

import openpyxl
import pytest

from tests.helpers.command import LINE, refused
from tests.helpers.cost import by_cost
from tests.helpers.sudoku import EMPTY
from tests.helpers.workbooks import whole_numbers
from xlbuilder.cli.terminal import draw, progress, verdicts
from xlbuilder.errors import counted
from xlbuilder.proof.report import Tally
from xlbuilder.proof.verify import Verdict
from xlbuilder.recalc.engines import ENGINES, OWN_STARTS
from xlbuilder.recalc.schedule import Recalculation
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import read_workbook

STARTS_LISTED = "file, zero, empty, text, garbage:SEED, stale, midsolve:SEED, solved, edited:SEED"


@pytest.fixture(scope="session")
def book(made):
    return made("stages/naked_singles")


@pytest.mark.slow
@pytest.mark.parametrize("source", by_cost(["-", "bytes.txt"], 1))
def test_bytes_that_are_no_text_are_a_line_that_is_no_puzzle(tmp_path, book, source):
    (tmp_path / "bytes.txt").write_bytes(b"\xff\n" + LINE.encode() + b"\n")
    command = [sys.executable, "-m", "xlbuilder", "verify", book, "--puzzles", source]
    with (tmp_path / "bytes.txt").open("rb") as file:
        done = subprocess.run(command, stdin=file, capture_output=True, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert b"1 puzzle: " in done.stdout
    assert b", 1 line without a puzzle\n" in done.stdout
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", by_cost([("build", "--puzzle"), ("verify", "{book}", "--puzzles")], 1)
)
def test_a_closed_standard_input_is_refused(tmp_path, book, command):
    given = " ".join(command).format(book=book)
    shell = f"{sys.executable} -m xlbuilder {given} - <&-"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    refused(done, "standard input: is closed")


@pytest.mark.slow
def test_a_line_without_an_end_is_skipped_and_not_kept(run, book, tmp_path):
    (tmp_path / "p.txt").write_text(f"{'1' * 3_000_000}\n{LINE}\n")
    done = run("verify", book, "--puzzles", "p.txt")
    assert done.returncode == 2
    assert "p.txt, line 1: has 1,000,000 characters or more" in done.stderr
    assert "1 puzzle: " in done.stdout
    (tmp_path / "p.txt").write_text("1" * 3_000_000)
    refused(run("build", "--puzzle", "p.txt"), "p.txt: is longer than 1,000,000 bytes")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--puzzles", LINE, "--order", "rows"], "rows: no such order; known are: row-major,"),
        (["--puzzles", LINE, "--start", "x"], f"x: no such start; known are: {STARTS_LISTED}"),
        (["--puzzles", LINE, "--start", "midsolve"], "the start midsolve needs a seed"),
        (["--puzzles", LINE, "--order", "random:x"], "random:x: x is no seed"),
        (["--puzzles", LINE, "--order", "jacobi", "--order", "x"], "x: no such order"),
        (["--puzzles", LINE, "--engine", "x"], "x: no such engine; known are: fast,"),
        (["--puzzles", LINE, "--report", "/dev/null/x"], "/dev/null/x: cannot be written"),
        (["--puzzles", LINE, "--wait", "9"], "--wait is for --dask; add --dask ADDRESS"),
    ],
)
def test_what_is_asked_for_is_checked_before_the_workbook_is_read(run, arguments, words):
    """There is no such workbook, and still that is not what is reported."""
    refused(run("verify", "nobody.xlsx", *arguments), words)


@pytest.mark.parametrize(
    ("puzzles", "words"),
    [
        ("missing.txt", "missing.txt: cannot be read"),
        (LINE[:80], "line 1: 80 cells"),
        (LINE[:36], "line 1: has 36 cells; this workbook takes puzzles of 9 x 9"),
    ],
)
def test_puzzles_are_checked_before_the_workbook_is_opened_in_its_engine(run, book, puzzles, words):
    refused(run("verify", book, "--puzzles", puzzles, "--engine", "libreoffice"), words)


@pytest.mark.parametrize(
    "arguments",
    [
        ("watch", "nobody.xlsx", "--order", "x"),
        ("render", "nobody.xlsx", "--out", "/dev/null/x.svg"),
        ("show", "nobody.xlsx", "--engine", "x"),
    ],
)
def test_so_do_the_other_commands(run, arguments):
    done = run(*arguments)
    refused(done)
    assert "nobody.xlsx" not in done.stderr


@pytest.mark.exhaustive
def test_show_and_render_take_workbooks_that_take_no_puzzle(run, made):
    life = run("show", made("life"))
    assert (life.returncode, life.stderr) == (0, "xlbuilder: as stored in the file\n")
    assert life.stdout.startswith("Status: ")
    generator = run("show", made("generator"))
    assert generator.stdout.startswith("Puzzle\n")
    assert "Status: Puzzle " in generator.stdout
    assert run("show", made("generator"), "--recalculate").stdout == generator.stdout
    done = run("render", made("life"), "--recalculate", "--out", "life.svg")
    assert (done.returncode, done.stdout) == (0, "life.svg\n"), done.stderr


@pytest.mark.slow
def test_show_leaves_the_candidates_of_a_solved_puzzle_out(run, made):
    book = made("stages/naked_singles", "--puzzle", EMPTY)
    assert "Valid values" in run("show", book).stdout  # nothing is solved
    assert "Valid values" not in run("show", made("sudoku")).stdout


@pytest.mark.slow
def test_the_puzzle_that_the_file_holds_is_solved_afresh(run, made):
    """With its stored solution there is nothing left to be done, and nothing proved."""
    puzzle = str(stored_puzzle(made("sudoku")))
    afresh = run("verify", made("sudoku"), "--puzzles", puzzle)
    assert "order row-major, start zero" in afresh.stdout
    stored = run("verify", made("sudoku"), "--puzzles", puzzle, "--start", "file")
    assert "order row-major, start file" in stored.stdout
    iterations = [int(done.stdout.split("\n")[1].split()[3]) for done in (stored, afresh)]
    assert iterations[0] < iterations[1]


def stored_puzzle(path):
    model = read_workbook(path)
    values = model.values_of(model.area("in_board"))
    return Board(tuple(whole_numbers(values)))


@pytest.mark.slow
def test_watch_begins_unsolved(run, made):
    done = run("watch", made("sudoku"), "--cell", "D16")
    assert "sol_board: appeared" in done.stdout
    assert "sol_board: appeared" not in run("watch", made("sudoku"), "--start", "file").stdout


def test_every_engine_has_a_start_of_its_own():
    assert set(OWN_STARTS) == set(ENGINES)


@pytest.mark.slow
def test_formualizer_runs_with_what_is_the_default(run, book):
    """The file has values stored, with which it cannot start."""
    done = run("verify", book, "--puzzles", LINE, "--engine", "formualizer")
    assert done.returncode in (0, 1), done.stderr
    assert "engine formualizer, order row-major, start empty" in done.stdout


def test_the_table_has_the_line_of_each_puzzle(run, book, tmp_path):
    grid = "\n".join(LINE[row : row + 9] for row in range(0, 81, 9))
    (tmp_path / "p.txt").write_text(f"# easy\n\n{LINE}\n{grid}\n80 cells?\n{LINE}\n")
    done = run("verify", book, "--puzzles", "p.txt", "--json", "--report", "r.json")
    table = run("verify", book, "--puzzles", "p.txt").stdout.splitlines()
    assert table[0].split()[:2] == ["puzzle", "line"]
    assert [line.split()[:2] for line in table[1:4]] == [["1", "3"], ["2", "12"], ["3", "14"]]
    assert [line.count('"line": ') for line in done.stdout.splitlines()].count(1) == 3
    assert '"line": 12' in done.stdout


@pytest.mark.slow
def test_verify_says_which_column_it_has_taken(run, book, tmp_path):
    table = f"quizzes,level\n{LINE},1\n{LINE},2\n"
    (tmp_path / "p.csv").write_text(table, encoding="utf-16")
    done = run("verify", book, "--puzzles", "p.csv")
    said = "xlbuilder: p.csv: 2 puzzles in column quizzes, 1 header line skipped"
    assert done.stderr.splitlines()[1:] == [said]
    (tmp_path / "p.csv").write_text(table.replace(f"{LINE},2", f"{LINE[1:]},2"))
    done = run("verify", book, "--puzzles", "p.csv")
    assert done.returncode == 2
    assert "xlbuilder: p.csv, line 3, field 1: 80 cells; a puzzle has 81" in done.stderr


def test_one_is_not_many():
    assert [counted(number, "line") for number in (0, 1, 2, 1000)] == [
        *("0 lines", "1 line", "2 lines", "1,000 lines"),
    ]
    tally = Tally("fast", "row-major", "zero", unreadable=1)
    assert str(verdicts(tally)) == "no puzzle was run: 1 line without a puzzle"
    assert str(verdicts(Tally("fast", "row-major", "zero"))) == "no puzzle was run"


def test_a_row_of_verdicts_is_one_line_where_it_is_no_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    board, detail = read_puzzle(LINE, "puzzle"), " ".join(["word"] * 40)
    ran = (Recalculation(7, quiet=True, evaluations=1),)
    tally = Tally("fast", "row-major", "zero")
    tally.add(Verdict(board, Kind.STALLED, board, ran, 0.0, detail), 3)
    draw(verdicts(tally))
    head, row, *_ = capsys.readouterr().out.splitlines()
    assert row.endswith(f"7           {detail}")
    assert head.index("iterations") == row.index("7")


def test_a_terminal_shows_how_many_there_are_and_when_it_ends(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    assert list(progress([1, 2, 3], 3)) == [1, 2, 3]
    shown = capsys.readouterr().err
    assert "of 3" in shown
    assert "0:00:00" in shown
    assert list(progress([1], None)) == [1]
    assert "of" not in capsys.readouterr().err
    assert list(progress([1], note="workers: 2")) == [1]
    assert "workers: 2" in capsys.readouterr().err


@pytest.mark.parametrize("entry", by_cost(["7", 10, 8.5, "x", True], 1))
def test_an_entry_that_is_no_digit_is_named(run, built, tmp_path, entry):
    book = openpyxl.load_workbook(built("ellis"))
    book["Main"]["E4"] = entry
    book.save(tmp_path / "typed.xlsx")
    for command in (["show", "typed.xlsx", "--recalculate"], ["watch", "typed.xlsx"]):
        held = f'the text "{entry}"' if isinstance(entry, str) else entry
        remedy = "; type a digit as a number there, or nothing"
        refused(run(*command), f"typed.xlsx: row 1, column 2 of the puzzle holds {held}{remedy}")
