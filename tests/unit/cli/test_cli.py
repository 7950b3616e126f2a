"""The command line as a person and a CI job meet it: output, exit codes, one line an error."""

import json
import os
import re
import shutil
from functools import partial
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests.helpers.children import started, xlbuilder
from tests.helpers.command import LINE, OWN_STRATEGY, refused
from tests.helpers.cost import by_cost
from tests.helpers.workbooks import edited, whole_numbers
from xlbuilder.api import verify
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.model import read_workbook


def givens(path):
    model = read_workbook(path)
    return whole_numbers(model.values_of(model.area("in_board")))


@pytest.fixture
def book(made, tmp_path):
    """Return a function that gives a built workbook, of this test alone, below out/."""

    def get(*arguments):
        built = made(*arguments)
        path = Path("out") / f"{arguments[0].rpartition('/')[2]}.xlsx"
        (tmp_path / "out").mkdir(exist_ok=True)
        shutil.copy(built, tmp_path / path)
        return path

    return get


def test_build_a_stage_says_what_it_left_out(run, tmp_path):
    done = run("build", "stages/candidates", "--out", "my.xlsx")
    assert (done.returncode, done.stdout) == (0, "my.xlsx\n")
    assert "left out, as nothing uses them any more: val_bigcell_from_sol" in done.stderr
    assert (tmp_path / "my.xlsx").exists()


@pytest.mark.slow
@pytest.mark.parametrize("way", ["text", "file", "-"])
def test_every_way_to_give_a_puzzle(run, tmp_path, puzzles, way):
    text = str(puzzles["row"].puzzle)
    (tmp_path / "puzzle.txt").write_text(text)
    given = {"text": text, "file": "puzzle.txt"}.get(way, "-")
    done = run("build", "ellis", "--no-values", "--puzzle", given, input=text)
    assert done.returncode == 0, done.stderr
    assert givens(tmp_path / "out" / "ellis.xlsx") == list(puzzles["row"].puzzle.digits)


@pytest.mark.slow
def test_strategies_are_plugged_in_and_left_out(run, tmp_path):
    def names(*options):
        done = run("build", *options, "--no-values", "--out", "x.xlsx")
        assert (done.returncode, done.stdout) == (0, "x.xlsx\n"), done.stderr
        assert "Traceback" not in done.stderr
        return set(openpyxl.load_workbook(tmp_path / "x.xlsx").defined_names)

    (tmp_path / "own.toml").write_text(OWN_STRATEGY)
    plugged = names("--with", "naked_pairs", "--with", "own.toml", "--without", "unique")
    assert {"guess_stack", "user_rule", "naked_pair_in_words"} < plugged
    assert "kept_board" not in plugged
    without = names("--without", "all", "--without", "search", "--without", "shelf")
    assert {"guess_stack", "kept_board", "shelf_line"}.isdisjoint(without)


def test_templates_lists_the_strategies(run):
    lines = run("templates").stdout.splitlines()
    strategies = lines.index("strategies for build --with and --without:")
    libraries = lines.index("libraries, which strategies need:")
    assert {"sudoku", "ellis"} < {*lines[:strategies]}
    assert {"  search", "  unique", "  naked_pairs"} < {*lines[strategies:libraries]}
    assert {"  houses", "  ladder"} < {*lines[libraries:]}
    assert "strategies/search" not in lines


def test_clashing_givens_are_built_with_a_warning(run):
    done = run("build", "ellis", "--no-values", "--puzzle", "55" + "." * 79)
    assert done.returncode == 0
    assert done.stderr.splitlines()[0] == (
        "xlbuilder: warning: the puzzle has no solution: row 1 has 5 twice"
    )


def test_an_example_that_clashes_by_the_rules_of_a_strategy_is_not_built(run, tmp_path):
    done = run("build", "basic", "--with", "diagonals", "--no-values", "--out", "x.xlsx")
    assert done.stderr.splitlines()[0] == (
        "xlbuilder: warning: the puzzle is empty, as the example of basic clashes by these rules:"
        " diagonal up has 5 twice"
    )
    assert not any(givens(tmp_path / "x.xlsx"))
    done = run("build", "jigsaw", "--no-values", "--out", "x.xlsx")
    assert "example" not in done.stderr


def test_formulas_that_are_hard_to_read_are_built_with_a_warning(run, tmp_path):
    deep = "=IF(1,IF(1,IF(1,IF(1,IF(1,2)))))"
    text = f'extends = "ellis"\n[names.single_sol_in_rcb]\nformula = "{deep}"\n'
    (tmp_path / "my.toml").write_text(text)
    done = run("build", "my.toml", "--no-values")
    assert (done.returncode, done.stdout) == (0, "out/my.xlsx\n")
    assert done.stderr.splitlines()[0] == (
        "xlbuilder: warning: my.toml: [names.single_sol_in_rcb] formula: its IFs are 5 deep;"
        " give parts of it names"
    )


def test_boxes_that_do_not_count_are_said_where_no_houses_take_their_place(run, tmp_path):
    (tmp_path / "my.toml").write_text('extends = "ellis"\n[variant]\nboxes = false\n')
    done = run("build", "my.toml", "--no-values")
    words = "warning: my.toml: [variant.boxes]: boxes may hold a digit twice"
    assert (done.returncode, words in done.stderr) == (0, True)


@pytest.mark.parametrize("template", by_cost(["ellis", "sudoku"], 1))
def test_show_draws_the_puzzle_and_says_that_nothing_is_calculated(run, book, template):
    path = book(template, "--no-values")
    done = run("show", path)
    assert done.returncode == 0
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines[:2] == [
        "Puzzle                     Solution",
        ". 8 2 │ . . 3 │ 9 . 5      . . . │ . . . │ . . .",
    ]
    assert "Valid values" not in done.stdout
    assert "Status" not in done.stdout
    assert "not calculated yet" in done.stderr


def test_show_draws_stored_values(run, book, tmp_path):
    """A workbook that Excel saved: every formula has its result beside it."""
    path = book("ellis", "--no-values")
    edited(tmp_path / path, lambda data: data.replace(b"</f></c>", b"</f><v>7</v></c>"))
    done = run("show", path)
    assert done.stderr == "xlbuilder: as stored in the file\n"
    assert "Status" not in done.stdout
    assert "7 7 7 │ 7 7 7 │ 7 7 7" in done.stdout
    assert "Valid values" not in done.stdout  # it is solved


@pytest.mark.slow
def test_show_says_that_the_solution_belongs_to_other_clues(run, book, tmp_path):
    path = book("basic")
    edited(tmp_path / path, partial(re.sub, rb'(<c r="E4"[^>]*><v>)8', rb"\g<1>9"))
    done = run("show", path)
    assert "Status: Solved." in done.stdout
    assert "status and solution belong to other clues than those of the puzzle" in done.stderr


@pytest.mark.slow
def test_show_tells_the_status_in_words(run, book, tmp_path):
    path = book("sudoku")
    done = run("show", path)
    assert done.stdout.splitlines()[-2:] == [
        "Status: Solved. There is no other solution.",
        "Rating: Naked singles, at most 2.3",
    ]
    assert done.stderr == "xlbuilder: as stored in the file\n"
    typed = openpyxl.load_workbook(tmp_path / path)
    address = typed.defined_names["in_board"].attr_text.rpartition("!")[2].replace("$", "")
    for cell in typed.active[address][0]:
        cell.value = 1
    typed.save(tmp_path / "typed.xlsx")
    done = run("show", "typed.xlsx", "--recalculate")
    assert "Status: Clues clash. They are red." in done.stdout
    assert "Rating" not in done.stdout
    assert "as stored" not in done.stderr


@pytest.mark.slow
def test_show_draws_candidates_that_hung_on_a_guess_as_gone(run, book, puzzles):
    path = book("sudoku", "--puzzle", puzzles["beyond_singles"].puzzle)
    done = run("show", path, "--recalculate")
    assert done.returncode == 0
    assert "?" not in done.stdout
    drawn = "\n".join(line[27:] for line in done.stdout.partition("Valid")[0].splitlines()[1:12])
    assert read_puzzle(drawn, "picture") == puzzles["beyond_singles"].solution


@pytest.mark.slow
def test_verify_exits_1_when_some_are_not_and_prints_one_json_object(run, book, puzzles):
    path = book("stages/candidates")
    puzzle = puzzles["row"].puzzle
    done = run("verify", path, "--puzzles", "-", "--json", input=str(puzzle))
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    assert (report["puzzles"], report["solved"], report["stalled"]) == (1, 0, 1)
    assert report["verdicts"][0]["shown"] == str(puzzle)
    assert done.stderr.startswith("xlbuilder: running the puzzles of standard input through ")


@pytest.mark.slow
def test_verify_names_slips_and_what_was_changed(run, book, tmp_path, puzzles, caplog):
    """In Python the log has them."""
    edited = openpyxl.load_workbook(tmp_path / book("stages/candidates", "--no-values"))
    edited["Main"]["T5"] = 7
    edited.defined_names["mine"] = DefinedName("mine", attr_text="sol_row_from_vol>0")
    edited.save(tmp_path / "mine.xlsx")
    asked = ("verify", "mine.xlsx", "--puzzles", puzzles["row"].puzzle)
    done = run(*asked)
    assert done.returncode == 1, done.stderr
    first, second, _, last = done.stderr.splitlines()
    told = "if it was deleted, xlbuilder diff shows its formula; else did you mean"
    problem = f"there is no name sol_row_from_vol; {told} sol_row_from_val?"
    assert first.endswith(f"warning: mine.xlsx: name mine: {problem}")
    assert "Main!T5: holds 7, where 728 cells of val_board have a formula; fill it in" in second
    assert "differs from xlbuilder build stages/candidates in mine, Main!T5 (" in last
    caplog.clear()
    assert not verify(tmp_path / "mine.xlsx", puzzles["row"].puzzle).all_right
    logged = [line.replace(f"{tmp_path}/", "") for line in caplog.messages]
    assert [f"xlbuilder: {line}" for line in logged] == [first, second, last]
    edited.defined_names["solution_in_rcb"].attr_text = "mine"
    edited.save(tmp_path / "mine.xlsx")
    refused(run(*asked), f": mine.xlsx: name mine: {problem} (the solution depends on it)")


@pytest.mark.slow
def test_verify_exits_3_when_the_engine_is_missing(run_process, book, tmp_path, puzzles):
    """A Python without the package: not run is no verdict."""
    path = book("ellis")
    (tmp_path / "formulas.py").write_text("raise ImportError('not here')")
    command = ["verify", path, "--puzzles", puzzles["row"].puzzle]
    done = run_process(*command, "--engine", "formulas")
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr == (
        "xlbuilder: engine formulas is not installed; run: pip install 'xlbuilder[verify]'\n"
    )
    assert run_process(*command, "--engine", "abc").returncode == 2


@pytest.mark.slow
def test_verify_needs_its_checker_and_says_so_first(run_process, book, tmp_path, puzzles):
    path = book("ellis")
    (tmp_path / "pysat").mkdir()
    (tmp_path / "pysat/__init__.py").write_text("raise ImportError('not here')")
    done = run_process("verify", path, "--puzzles", puzzles["row"].puzzle, "--json")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == (
        "xlbuilder: the checker needs python-sat; run: pip install 'xlbuilder[verify]'\n"
    )


@pytest.mark.slow
def test_without_numba_verify_says_once_that_it_is_slow(run_process, book, tmp_path, puzzles):
    path = book("ellis")
    (tmp_path / "numba.py").write_text("raise ImportError('not here')")
    (tmp_path / "p.txt").write_text(f"{puzzles['row'].puzzle}\n" * 16)
    few = run_process("verify", path, "--puzzles", puzzles["row"].puzzle)
    assert (few.returncode, few.stderr.count("\n")) == (0, 1)  # nobody waits longer for it
    done = run_process("verify", path, "--puzzles", "p.txt")
    assert (done.returncode, done.stderr.count("\n")) == (0, 2), done.stderr
    assert (
        "numba is not installed, and without it the engine takes some 100 times as long"
        in done.stderr
    )
    assert done.stderr.endswith("run: pip install 'xlbuilder[verify]'\n")
    assert "16 puzzles: 16 solved" in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
@pytest.mark.parametrize("words", ["guide", "steps ellis", "--help"])
def test_a_reader_that_is_gone_ends_it_as_sigpipe_does(tmp_path, words):
    """Exit code 1 would say that a puzzle is not solved."""
    with started(xlbuilder(*words.split()), cwd=tmp_path) as process:
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 141)


def test_help_of_every_command_has_an_example(run):
    for command in ("build", "guide", "show", "verify"):
        assert f"Example: xlbuilder {command}" in " ".join(run(command, "--help").stdout.split())
    assert run("--version").stdout.startswith("xlbuilder, version ")
    assert run().returncode == 2
    assert "stages/candidates" in run("templates").stdout.splitlines()


@pytest.mark.parametrize("command", ["show", "verify"])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda _: None, ["cannot be read: No such file", "xlbuilder build --out x.xlsx writes"]),
        (lambda path: path.write_text("1,2,3"), ["is not an .xlsx workbook"]),
        (lambda path: openpyxl.Workbook().save(path), ["--input and --solution", "--cells"]),
    ],
)
def test_a_bad_workbook_is_one_line(run, tmp_path, command, make, words):
    make(tmp_path / "x.xlsx")
    done = run(command, "x.xlsx", *(["--puzzles", LINE] if command == "verify" else []))
    refused(done, "xlbuilder: x.xlsx: ", *words)


@pytest.mark.slow
def test_a_workbook_without_calculation_settings(run, built, tmp_path, puzzles):
    """Another program saved it: it is shown, and both commands say what is missing."""
    other = openpyxl.load_workbook(built("ellis"))
    other.calculation = None
    other.save(tmp_path / "other.xlsx")
    shown = run("show", "other.xlsx")
    assert shown.returncode == 0
    assert "other.xlsx: the file has no settings of iterative calculation" in shown.stderr
    judged = run("verify", "other.xlsx", "--puzzles", str(puzzles["beyond_singles"].puzzle))
    assert "the file has no settings of iterative calculation" in judged.stdout
    assert "File > Options > Formulas" in judged.stdout


def test_a_corpus_with_broken_lines_is_judged_all_the_same(run, book, tmp_path, puzzles):
    good = str(puzzles["naked_singles"].puzzle)
    (tmp_path / "p.txt").write_text("\n".join([good, good[:80], "what?", good, good[:9]]))
    path = book("stages/naked_singles")
    done = run("verify", path, "--puzzles", "p.txt", "--json")
    assert done.returncode == 2
    report = json.loads(done.stdout)
    assert (report["puzzles"], report["solved"], report["unreadable"]) == (2, 2, 3)
    told = [line.split(":")[1].strip() for line in done.stderr.splitlines()]
    assert [place for place in told if not place.startswith("running")] == [
        "p.txt, line 2",
        "p.txt, line 3, character 1",
        "p.txt, line 5",
    ]


def test_a_report_holds_what_json_prints_and_appears_whole(run, book, tmp_path, puzzles):
    path = book("ellis")
    puzzle = puzzles["row"].puzzle
    arguments = [path, "--puzzles", puzzle, "--json", "--report", "deep/report.json"]
    done = run("verify", *arguments)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "deep/report.json").read_text() == done.stdout
    assert list((tmp_path / "deep").iterdir()) == [tmp_path / "deep/report.json"]
    assert set(json.loads(done.stdout)) >= {
        *("engine", "order", "puzzles", "solved", "wrong", "stalled", "capped", "iterations"),
        *("startup_seconds", "seconds", "verdicts"),
    }


def test_watch_tells_what_appears_and_why(run, book):
    """R1C1 (D16) is the only place for 7 in its column in the second iteration of the example."""
    path = book("ellis")
    done = run("watch", path, "--cell", "D16", "--iteration", "2")
    assert done.returncode == 0, done.stderr
    solve = done.stdout.partition("state=Solve, iteration 2: ")[2].splitlines()
    assert "sol_board: appeared R1C1 7" in "\n".join(solve)
    assert "  R1C1 (D16) = 7" in solve
    assert "    val_bigcell_from_sol = P4:R6 = 1 · ·; 4 · 6; 7 · ·" in solve
    (row,) = (line for line in solve if line.startswith("    single_sol_in_row = "))
    (column,) = (line for line in solve if line.startswith("    single_sol_in_col = "))
    assert row.endswith(" = 0")
    assert column.endswith(" = 7")
    assert "    array1to9 = {1;2;3;4;5;6;7;8;9}" in solve


def test_a_command_that_is_not_there(run):
    refused(run("verfy", "my.xlsx"), "xlbuilder: verfy: no such command; did you mean verify?")
