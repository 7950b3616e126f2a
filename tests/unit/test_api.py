"""`import xlbuilder`: one call for one wish, the same as the command line, and nothing printed."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import xlbuilder
from tests.helpers.sudoku import EMPTY
from xlbuilder import api
from xlbuilder.cli import cli
from xlbuilder.errors import WorkbookError, XlbuilderError
from xlbuilder.generation.criteria import Criteria
from xlbuilder.generation.puzzle import GeneratedPuzzle, PuzzleMaker
from xlbuilder.proof.stats import Stats
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.xlsx.model import read_workbook

HEAVY = {"openpyxl", "numpy", "pydantic", "lark", "click", "rich"}

STAGE = "stages/naked_singles"


@pytest.fixture
def one(puzzles):
    return puzzles["naked_singles"].puzzle


@pytest.fixture(autouse=True)
def silence(capfd, tmp_path, monkeypatch):
    """Nothing is printed, and files are made where a test can see them."""
    monkeypatch.chdir(tmp_path)
    yield
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_importing_it_imports_nothing_heavy_until_something_is_asked_for():
    code = (
        "import sys, xlbuilder; print(sorted(name for name in sys.modules if '.' not in name));"
        "dir(xlbuilder); xlbuilder.PuzzleError; print(len(sys.modules)); xlbuilder.load;"
        "print('openpyxl' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, _, after = done.stdout.splitlines()
    assert HEAVY.isdisjoint(eval(before))  # noqa: S307 - a list that was printed above
    assert after == "True"


def test_all_that_is_promised_is_there():
    errors = {name for name in xlbuilder.__all__ if name.endswith("Error")}
    assert {*api.__all__, *errors} == set(xlbuilder.__all__) <= set(dir(xlbuilder))
    for name in xlbuilder.__all__:
        assert getattr(xlbuilder, name) is getattr(xlbuilder, name)
    for name in errors:
        assert issubclass(getattr(xlbuilder, name), XlbuilderError)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        getattr(xlbuilder, "nothing")  # noqa: B009 - a name that the type checker refuses
    assert (Path(xlbuilder.__file__).parent / "py.typed").exists()


OPTIONS: dict[str, tuple[Callable[..., object], dict[str, str]]] = {
    "verify": (xlbuilder.verify, {"order": "orders"}),
    "generate": (xlbuilder.generate, {}),
    "build": (xlbuilder.Template.build, {}),
    "render": (xlbuilder.Workbook.render, {"sheet": "tab"}),
    "watch": (xlbuilder.Workbook.watch, {"names": "_"}),
    "watch --html": (xlbuilder.Workbook.replay, {"reason": "_"}),
}


@pytest.mark.parametrize("command", OPTIONS)
def test_the_defaults_are_those_of_the_command_line(command):
    function, called = OPTIONS[command]
    options = (
        cli.get_command(None, command.split()[0])
        .make_context("x", [], resilient_parsing=True)
        .params
    )
    compared = 0
    for name, parameter in inspect.signature(function).parameters.items():
        if called.get(name, name) in options and parameter.default is not parameter.empty:
            default = options[called.get(name, name)]
            compared += 1
            assert default in (parameter.default, (parameter.default,)), name
    assert compared >= 3


@pytest.mark.slow
def test_a_build_is_the_build_of_the_command_line(run, tmp_path, one):
    built = xlbuilder.load(STAGE).build("api.xlsx", puzzle=str(one))
    assert built == Path("api.xlsx")
    run("build", STAGE, "--puzzle", one, "--out", "cli.xlsx")
    assert (tmp_path / "api.xlsx").read_bytes() == (tmp_path / "cli.xlsx").read_bytes()
    assert read_workbook(built).is_calculated
    bare = xlbuilder.load(STAGE).build("bare.xlsx", names="inline", protected=False, values=False)
    run("build", STAGE, *["--out", "c.xlsx", "--names", "inline", "--unprotected", "--no-values"])
    assert bare.read_bytes() == Path("c.xlsx").read_bytes()


@pytest.mark.slow
def test_every_form_of_a_puzzle_gives_the_same(one):
    template = xlbuilder.load(STAGE)
    Path("p.txt").write_text(f"{one}\n")
    grid = "\n".join(str(one)[row : row + 9] for row in range(0, 81, 9))
    forms = [str(one), grid, "p.txt", Path("p.txt"), one]
    files = {template.build("x.xlsx", form, values=False).read_bytes() for form in forms}
    assert len(files) == 1
    assert files != {template.build("x.xlsx", values=False).read_bytes()}
    assert xlbuilder.open("x.xlsx").puzzle != one
    template.build(puzzle=one, values=False)
    assert xlbuilder.open("out/naked_singles.xlsx").puzzle == one


BAD = {
    "no template": (lambda: xlbuilder.load("elis"), "TemplateError", "did you mean ellis"),
    "a folder": (lambda: build("folder.xlsx"), "WorkbookError", "Is a directory"),
    "no edition": (lambda: build(names="x"), "WorkbookError", "x: no such edition"),
    "80 cells": (lambda: build(puzzle="1" * 80), "PuzzleError", "puzzle, line 1: 80 cells"),
    "no text": (lambda: build(puzzle=81), "PuzzleError", "puzzle: is a int"),
    "an empty text": (lambda: build(puzzle=""), "PuzzleError", "there is no puzzle"),
    "no puzzle taken": (
        lambda: xlbuilder.load("generator").build("x.xlsx", puzzle="1"),
        "PuzzleError",
        "takes no puzzle",
    ),
    "no workbook": (lambda: xlbuilder.open("no.xlsx"), "WorkbookError", "no.xlsx: cannot be read"),
    "no engine": (lambda: verify(engine="x"), "EngineError", "x: no such engine"),
    "no order": (lambda: verify(order=["row-major", "x"]), "EngineError", "x: no such order"),
    "a list of orders": (
        lambda: verify(order="row-major, reversed"),
        "EngineError",
        "give each order by itself: --order row-major --order reversed$",
    ),
    "no orders": (lambda: verify(order=[]), "EngineError", "no such order"),
    "no start": (lambda: verify(start="x"), "EngineError", "x: no such start"),
    "no stop": (lambda: verify(stop="x"), "EngineError", "x: no such stop"),
    "iterations": (lambda: verify(iterations=0), "EngineError", "from 1 to 32,767"),
    "recalculations": (lambda: verify(recalculations=0), "EngineError", "give 1 or more"),
    "workers": (lambda: verify(workers=0), "EngineError", "give 1 or more"),
    "no puzzles": (lambda: verify([]), "PuzzleError", "puzzles: there is none"),
    "a bad text": (lambda: verify([EMPTY, "12"]), "PuzzleError", "puzzles, number 2, line 1"),
    "a bad item": (lambda: verify([EMPTY, 3]), "PuzzleError", "puzzles, number 2: is a int"),
    "a number": (lambda: verify(3), "PuzzleError", "puzzles: is a int"),
    "grade": (lambda: xlbuilder.generate(grade="x"), "CriteriaError", "no such grade"),
    "symmetry": (
        lambda: xlbuilder.generate(symmetry="x"),
        "CriteriaError",
        "x: no such symm",
    ),
}


def build(path="x.xlsx", **options):
    return xlbuilder.load("ellis").build(path, **options)


def verify(puzzles=EMPTY, **options):
    return xlbuilder.verify("nobody.xlsx", puzzles, **options)


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_an_error_of_the_family_in_one_line_and_leaves_no_file(tmp_path, case):
    call, kind, words = BAD[case]
    (tmp_path / "folder.xlsx").mkdir()
    if case in ("a bad text", "a bad item", "a number", "no puzzles"):  # its rules say how to read
        build("nobody.xlsx", values=False)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(XlbuilderError, match=words) as refused:
        call()
    assert type(refused.value) is getattr(xlbuilder, kind)
    assert len(str(refused.value).splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before


def test_a_report_is_a_sequence_and_says_what_the_command_says(run, built, one, puzzles):
    Path("p.txt").write_text(f"# two\n{one}\n{puzzles['row'].puzzle}\n")
    path = built(STAGE)
    report = xlbuilder.verify(path, "p.txt")
    assert len(report) == 2
    assert [each.puzzle for each in report] == [one, puzzles["row"].puzzle]
    assert report[0].kind is Kind.SOLVED
    assert report[-1] is report[1]
    assert list(report[:1]) == [report[0]]
    assert report.lines == (2, 3)
    assert not report.all_right
    assert report[1] in report
    assert str(report).splitlines()[0] == "2 puzzles: 1 solved, 1 stalled"
    assert str(report).splitlines()[1].startswith("line 3: stalled: ")
    assert repr(report) == "<Report: 2 puzzles: 1 solved, 1 stalled>"
    assert repr(xlbuilder.load("ellis")) == "<Template ellis: no strategies>"
    (capped,) = xlbuilder.verify(path, one, iterations=1)
    assert capped.detail.endswith(" (verify --iterations allows more, F9 in Excel goes on)")
    done = run("verify", path, "--puzzles", "p.txt", "--json")
    assert untimed(report.to_json()) == untimed(done.stdout)
    summary = json.loads(report.to_json())
    del summary["verdicts"]
    assert report.summary == summary


def untimed(text):
    found = json.loads(text)
    for entry in (found, *found["verdicts"]):
        entry.pop("seconds")
    found.pop("startup_seconds")
    return found


@pytest.mark.slow
def test_puzzles_come_in_every_form(built, one):
    path = str(built(STAGE))
    Path("p.txt").write_text(f"{one}\n")
    for puzzles in (str(one), one, "p.txt", Path("p.txt"), [str(one)], (one for _ in range(1))):
        report = xlbuilder.verify(path, puzzles)
        assert ([each.puzzle for each in report], report.all_right) == ([one], True)
    assert xlbuilder.verify(path, [one, EMPTY]).lines == (1, 2)


def test_a_line_that_is_no_puzzle_is_skipped_and_in_the_report(built, one):
    Path("p.txt").write_text(f"{one}\nwhat?\n")
    report = xlbuilder.verify(built(STAGE), Path("p.txt"))
    assert [each.kind for each in report] == [Kind.SOLVED]
    assert not report.all_right
    assert report.summary["unreadable"] == 1
    assert report.unreadable == (str(report).splitlines()[-1],)
    assert report.unreadable[0].startswith("p.txt, line 2, character 1: ")


@pytest.mark.slow
def test_a_solved_puzzle_has_boards_a_status_and_reasons(built, puzzles):
    book = xlbuilder.open(built("sudoku", "-unique"))
    given, solution = puzzles["beyond_singles"]
    solved = book.solve(str(given))
    assert (solved.puzzle, solved.board, solved.problem) == (given, solution, "")
    assert (solved.status, solved.says.value, solved.code) == (
        "Solved.",
        "solved",
        7,
    )
    assert solved.rating.words.startswith("Rating: ")
    assert (solved.rating.number, str(solved.rating)) == (None, "-")
    assert solved.is_quiet
    assert solved.iterations > 1
    assert set(solved.reasons) == {f"R{row}C{column}" for row in NINE for column in NINE}
    for row in NINE:
        for column in NINE:
            cell, place = f"R{row}C{column}", 9 * row + column - 10
            assert (solved.reasons[cell] == "Given") == (given.digits[place] > 0)
            assert solution.digits[place] in solved.candidates[cell]
            gone = {digit for name, digit in solved.removed if name == cell}
            assert gone.isdisjoint(solved.candidates[cell])
    assert "it stands in sight" in solved.removed.values()


NINE = range(1, 10)


def test_each_puzzle_is_solved_afresh_and_the_file_stays(built, puzzles, one):
    path = built(STAGE)
    before = path.read_bytes()
    book = xlbuilder.open(path)
    first = book.solve(one)
    assert book.solve(puzzles["row"].puzzle).board != first.board
    assert book.solve(one) == first
    assert book.solve().puzzle == book.puzzle
    assert first.rating is None
    assert (first.status, first.code, first.says, first.reasons, first.removed) == (
        *("", None, None),
        *({}, {}),
    )
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_run_is_watched_iteration_by_iteration(built, one):
    book = xlbuilder.open(built(STAGE))
    watched = list(book.watch(str(one), cell="R1C1", names={"val_bigcell_from_sol": "R9C9"}))
    assert [(each.step, each.number) for each in watched[:3]] == [
        ("state=Reset", 1),
        ("state=Reset", 2),
        ("state=Solve", 1),
    ]
    assert watched[-1].value == float(book.solve(one).board.digits[0])
    assert [meaning.shape for meaning in watched[-1].asked] == [(3, 3)]
    placed = [each for every in watched for each in every.changes if each.board == "sol_board"]
    assert {change.place for change in placed} >= {f"R{row}C5" for row in range(1, 10)}
    with pytest.raises(WorkbookError, match="R0C1: is not the address of a cell"):
        book.watch(cell="R0C1")
    with pytest.raises(XlbuilderError, match="x: no such order"):
        book.watch(order="x")


@pytest.mark.slow
def test_a_workbook_that_takes_no_puzzle_solves_none():
    book = xlbuilder.open(xlbuilder.load("life").build("life.xlsx", values=False))
    for ask in (book.solve, lambda: book.solve(EMPTY), lambda: book.puzzle):
        with pytest.raises(xlbuilder.WorkbookError, match="takes no puzzle"):
            ask()
    assert book.stats.formula_cells > 1600


@pytest.mark.exhaustive
def test_puzzles_are_generated_as_the_command_does():
    assert xlbuilder.generate(3, seed=7) == list(PuzzleMaker(Criteria(), 7).make_all(3, 1))
    (made,) = xlbuilder.generate(grade="singles", seed=7, clues="30-50")
    assert made.grade.name == "singles"
    assert 30 <= made.clues <= 50
    (made,) = xlbuilder.generate(rating=3, seed=3, with_="naked_pairs", without="search")
    assert (made.grade.name, made.rating.number) == ("naked_pairs", 3.0)
    with pytest.raises(xlbuilder.XlbuilderError, match="ask for one of them"):
        xlbuilder.generate(grade="search", rating="3.0-4.4")


@pytest.mark.slow
def test_what_there_is_to_choose_from():
    assert {"sudoku", "ellis", "life"} < set(xlbuilder.templates())
    assert {"search", "unique"} < set(xlbuilder.strategies())
    assert {"houses", "ladder"} < set(xlbuilder.libraries())
    assert set(xlbuilder.strategies()).isdisjoint(xlbuilder.libraries())
    assert [*xlbuilder.engines()] == ["engine", "order", "start"]
    assert "fast" in xlbuilder.engines()["engine"]


def test_the_guide_is_that_of_the_command_line(run):
    assert xlbuilder.load("ellis").guide() + "\n" == run("guide", "ellis").stdout


@pytest.mark.slow
def test_a_result_prints_what_its_command_prints_and_its_repr_is_one_short_line(run, built, one):
    path = built(STAGE)
    book = xlbuilder.open(path)
    results = {
        f"try naked_pairs --base basic --puzzles {one}": xlbuilder.try_(
            "naked_pairs", str(one), base="basic"
        ),
        f"steps {path} --puzzle {one}": xlbuilder.steps(path, one),
        f"diff {STAGE} ellis": xlbuilder.diff(STAGE, "ellis"),
        f"extract {path} --base {STAGE}": xlbuilder.extract(path, STAGE),
        "map ellis": xlbuilder.load("ellis").map(),
        "test naked_pairs --base basic": xlbuilder.test("naked_pairs", base="basic"),
        f"show {path} --stats": book.stats,
        "generate --seed 7": xlbuilder.generate(seed=7)[0],
        f"watch {path} --iteration 1": next(book.watch()),
    }
    for command, result in results.items():
        printed = run(*command.split()).stdout
        if command.startswith("watch"):
            printed = printed.splitlines()[0] + "\n"
        assert untimed_text(str(result)) == untimed_text(printed.removesuffix("\n")), command
        if not isinstance(result, Stats | GeneratedPuzzle):
            assert (len(repr(result)) < 200, repr(result)[0]) == (True, "<"), command
    assert repr(book) == f"<Workbook: {path}>"
    assert repr(one) == f"<Board: {one}>"
    assert repr(book.model) == f"<Model: {path}>"


def untimed_text(text):
    """Return the words of a text; the times have widths of their own."""
    return re.sub(r"\d+\.[\de-]+", "", text).split()
