"""Each program in benchmarks/ prints how it is used, and reports a workbook that lies."""

import runpy
import sys

import pytest

from tests.helpers.boards import board
from tests.helpers.places import DATA, ROOT
from tests.helpers.sudoku import one_first, with_damage
from xlbuilder.sudoku.sat import Answers
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

NO_BENCHMARKS = (
    "common.py",
    "api_page.py",
    "cli_page.py",
    "libreoffice_processor.py",
    "technique_pictures.py",
    "technique_sections.py",
    "layer_sections.py",
    "library_sections.py",
)
PROGRAMS = sorted(path for path in ROOT.glob("benchmarks/*.py") if path.name not in NO_BENCHMARKS)
MUTANTS = DATA / "strategies"
LIARS = {name: str(MUTANTS / f"{name}.toml") for name in ("always_gone", "always_two")}
"""Strategies that remove the digit 1 from R1C1, and that place a 2 there."""
BOOKS = ["honest", "says solved", *LIARS]
CLUES = "..58....1784.5.....92.4......72.3...6..514..2......3........96.......7....1.7.4.."


@pytest.fixture
def ran(monkeypatch, capsys):
    """Return a function that runs a program, and gives its exit code and what it printed."""

    def run(name, *arguments):
        path = ROOT / "benchmarks" / name
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        monkeypatch.syspath_prepend(path.parent)
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(str(path), run_name="__main__")
        return ended.value.code, capsys.readouterr().out

    return run


@pytest.fixture(scope="module")
def puzzle():
    """Return a puzzle for naked singles in which R1C1 is no clue and must be 1."""
    return one_first(board(CLUES), Answers())


@pytest.fixture
def puzzles(tmp_path, puzzle):
    """Return a file with the puzzle."""
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{puzzle}\n")
    return path


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Return a function that builds `basic`, honest or with a lie, and gives the path."""
    folder = tmp_path_factory.mktemp("books")

    def get(name):
        template = load("basic", [LIARS[name]] if name in LIARS else []).template
        if name == "says solved":
            template = with_damage(template, ("status_code", "", "7"))
        path = folder / f"{name.replace(' ', '_')}.xlsx"
        if not path.exists():
            build(template.model_copy(update={"guide": None}), path)
        return path

    return get


def rows(out):
    """Return the rows of the tables that were printed."""
    return [line for line in out.splitlines() if line.startswith("|")]


def cells(row):
    return [cell.strip() for cell in row.strip("|").split("|")]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_help_prints_the_usage_and_what_is_measured(ran, path):
    code, out = ran(path.name, "--help")
    assert code == 0
    assert out.startswith(f"usage: {path.name}")
    assert f"python benchmarks/{path.name}" in out


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_iterations(ran, book, puzzles, name):
    options = ("--workers", 1, "--maximums", "1,300")
    code, out = ran("iterations.py", book(name), puzzles, *options)
    counted = ["1", "0", "0"] if name == "honest" else ["0", "0", "1"]
    _, _, row, _, _, last = rows(out)
    assert cells(row)[3:6] == counted
    assert cells(last)[2:] == [f"0.0 %, {cells(row)[-1]}", "100.0 %, 1"]
    assert code == (name != "honest")


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_orders(ran, book, puzzles, name):
    options = ("--orders", "row-major,jacobi", "--workers", 1)
    code, out = ran("orders.py", book(name), puzzles, *options)
    order, *counted = cells(rows(out)[-1])
    assert order == "jacobi"
    assert set(counted) == {"1 / 0 / 0" if name == "honest" else "0 / 0 / **1**"}
    assert code == (name != "honest")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["honest", "says solved"])
def test_no_solution(ran, book, puzzles, name):
    """Of a board without a solution, a status is all that can be false."""
    code, out = ran("no_solution.py", puzzles, "--workbooks", book(name), "--count", 1)
    boards, refuted, unfinished, false = map(int, cells(rows(out)[-1])[4:8])
    assert boards == refuted + unfinished + false == 1
    assert false == code == (name != "honest")


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_puzzle_time(ran, book, puzzles, name):
    code, out = ran("puzzle_time.py", book(name), puzzles, 1, "fast")
    counted = (
        "1 right, 0 unfinished, 0 false" if name == "honest" else "0 right, 0 unfinished, 1 false"
    )
    assert counted in out
    assert code == (name != "honest")


@pytest.mark.slow
def test_techniques(ran, tmp_path, puzzle):
    """What is found first may be true, and what is found later false."""
    library = tmp_path / "library.txt"
    codes = {"0300": "always_gone", "0301": "always_two", "0302": "gone_next"}
    library.write_text("".join(f":{code}:6:{puzzle}::611::\n" for code in codes))
    files = [f"{code}={MUTANTS / name}.toml" for code, name in codes.items()]
    options = [word for each in files for word in ("--strategy", each)]
    code, out = ran("techniques.py", library, *options)
    *_, found, _, _, _, _, false, _ = zip(*map(cells, rows(out)[-3:]), strict=True)
    assert found == ("0", "0", "1")
    assert false == ("1", "1", "1")
    assert code == 1
    library.write_text(f":0300:6:{puzzle}::611::\n")
    code, out = ran("techniques.py", library)
    assert cells(rows(out)[-1])[-2:] == ["0", "0"]
    assert code == 0


@pytest.mark.slow
def test_a_position_without_a_solution_is_not_judged(ran, tmp_path, puzzle):
    """What a strategy removed there counted as true."""
    place = puzzle.digits.index(0, 1)
    without = [f"{digit}{place // 9 + 1}{place % 9 + 1}" for digit in range(1, 10)]
    library = tmp_path / "library.txt"
    library.write_text(f":0300:6:{puzzle}:{' '.join(without)}:611::\n")
    option = f"0300={MUTANTS / 'always_gone.toml'}"
    code, out = ran("techniques.py", library, "--strategy", option)
    assert cells(rows(out)[-1])[3:] == ["0"] * 7 + ["1"]
    assert code == 0


@pytest.mark.slow
def test_mixed_strategies(ran, capsys, puzzles):
    ran("mixed_strategies.py", "--help")  # the first to find the module common
    main = runpy.run_path(str(ROOT / "benchmarks" / "mixed_strategies.py"))["main"]
    known = [*LIARS.values(), "x_wing"]
    assert main(puzzles, count=1, sets=0, workers=1, known=known) == 1
    counted = [cells(row)[4:] for row in rows(capsys.readouterr().out)[-3:]]
    assert counted[:2] == [["2", "2", "0 / 0 / 1"]] * 2
    assert counted[2][:2] == ["0", "0"]
    assert counted[2][2].endswith("/ 0")
