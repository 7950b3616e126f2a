"""The way of a workbook through a puzzle or a position, step by step."""

import json
import tomllib
from dataclasses import replace

import pytest
from openpyxl import load_workbook

import xlbuilder
from tests.helpers.command import LINE, refused
from tests.helpers.pages import Page
from xlbuilder.errors import PuzzleError
from xlbuilder.observe.steps import Deduction, Step, Way
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Says
from xlbuilder.template.locate import strategies

FILES = Page("docs/tutorial/a-strategy.md").files

EMPTY = "." * 81

# 5 is left in R1C1 and R2C1 of its box, so it goes from the rest of column 1.
DELETED = "512 513 522 523 531 532 533"

COLUMN_1 = [[row, 1, 5] for row in range(4, 10)]

LOCKED = "locked candidates: box {0} has 5 in column {0} only"

TWO_BOXES = f":0100:5:{EMPTY}:{DELETED} 577 587 597 578 588 598:::"


FEWER = ["--without", "search"]

X_WING = "..5671....47...1...6..3.9..58..6.....76...38.....8..76..3.4..1...1...23....2136.."

"""It is on the shelf."""

GUESSES = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
"""It takes many guesses, which leave no digit where the singles had found it."""


def steps(run, *arguments, code=0):
    done = run("steps", *arguments, "--json")
    assert (done.returncode, done.stderr) == (code, "")
    found = json.loads(done.stdout)
    assert set(found) == {"steps", "status"}
    return found


@pytest.mark.slow
def test_what_is_deleted_in_a_position_is_no_step(run):
    position = f":0100:5:{EMPTY}:{DELETED}:::"
    found = steps(run, "sudoku", "--position", position, *FEWER)
    (step,) = found["steps"]
    assert set(step) == {"strategy", "eliminated", "placed", "words"}
    assert (step["strategy"], step["placed"]) == ("locked_candidates", [])
    assert sorted(step["eliminated"]) == COLUMN_1
    assert step["words"] == LOCKED.format(1)


@pytest.mark.slow
def test_the_whole_way_of_a_puzzle_is_true_and_complete():
    """Nothing true goes, each digit is placed once, and nothing goes twice."""
    puzzle = read_puzzle(X_WING, "here")
    solution = set(enumerate(Answers().solution(puzzle).digits))
    way = xlbuilder.steps("sudoku", puzzle, with_=["naked_pairs", "x_wing"])
    placed = [each for step in way.steps for each in step.placed]
    eliminated = [each for step in way.steps for each in step.eliminated]
    assert sorted(placed) == sorted(solution - set(enumerate(puzzle.digits)))
    assert solution.isdisjoint(eliminated)
    assert len(set(eliminated)) == len(eliminated) > 0
    assert {step.strategy for step in way.steps} == {
        "singles",
        "locked_candidates",
        "naked_pairs",
        "x_wing",
    }
    assert [step.iteration for step in way.steps] == sorted(step.iteration for step in way.steps)
    assert all(deduction.words for step in way.steps for deduction in step.deductions)
    assert way.status == "Solved."
    assert way.says is Says.SOLVED


@pytest.mark.slow
def test_only_the_first_step(run):
    arguments = ["sudoku", "--puzzle", LINE, *FEWER]
    found = steps(run, *arguments)
    first = steps(run, *arguments, "--first")
    assert len(found["steps"]) > 1
    assert first == {"steps": found["steps"][:1], "status": ""}
    assert {step["strategy"] for step in found["steps"]} == {"singles"}


@pytest.mark.slow
def test_the_position_before_a_step_is_a_test_of_its_strategy(run, tmp_path):
    asked = ["--puzzle", X_WING, "--with", "x_wing", "--before", "x_wing"]
    done = run("steps", "sudoku", *asked)
    (test,) = tomllib.loads(done.stdout)["tests"]
    assert set(test) == {"position", "removes"}
    text = strategies()["x_wing"].read_text(encoding="utf-8").partition("[[tests]]")[0]
    (tmp_path / "x_wing.toml").write_text(text + done.stdout, encoding="utf-8")
    report = xlbuilder.test(tmp_path / "x_wing.toml", base="basic")
    assert report.all_right, str(report)


def test_the_position_before_the_first_step_of_a_strategy():
    """What is found in the same iteration does not count; what a digit excludes is not deleted."""
    found = [
        Step("one", (Deduction(((1, 1), (1, 2)), (), ""), Deduction((), ((0, 1),), "")), 3),
        Step("two", (Deduction(((5, 5), (9, 1)), (), ""),), 4),
        Step("three", (Deduction(((7, 7),), (), ""),), 4),
    ]
    way = Way(
        tuple(found), "", None, Position(read_puzzle(EMPTY, "here"), frozenset({(3, 3)})), PLAIN
    )
    before = way.before("three")
    assert before == way.before("two")
    assert (before.board.digits[0], sum(before.board.digits)) == (1, 1)
    assert before.deleted == {(1, 2), (3, 3)}
    with pytest.raises(PuzzleError, match="four: finds nothing on this way; the others are: one, "):
        way.before("four")
    unnamed = replace(way, steps=(replace(found[0], strategy=""),))
    with pytest.raises(PuzzleError, match="use a template that extends sudoku"):
        unnamed.before("four")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["search", "mine"])
def test_what_only_a_guess_finds_is_the_last_step(run, boards, tmp_path, name):
    mine = tmp_path / "mine.toml"
    mine.write_text(strategies()["search"].read_text(encoding="utf-8"), encoding="utf-8")
    chosen = ["--with", str(mine), *FEWER] if name == "mine" else []
    found = steps(run, "sudoku", "--puzzle", boards["search_1"], *chosen)
    *sure, last = found["steps"]
    assert name not in {step["strategy"] for step in sure}
    assert (last["strategy"], last["words"]) == (name, "found by guessing")
    placed = sum(len(step["placed"]) for step in found["steps"])
    assert placed == str(boards["search_1"]).count(".")


@pytest.mark.slow
def test_each_finding_has_a_line_with_the_words_of_its_own_cells(run):
    done = run("steps", "sudoku", "--position", TWO_BOXES, *FEWER)
    first, *deductions, status = done.stdout.splitlines()
    assert first == "1. locked_candidates:"
    assert deductions == [
        f"   5 goes from R1C9, R2C9, R3C9, R4C9, R5C9, R6C9: {LOCKED.format(9)}",
        f"   5 goes from R4C1, R5C1, R6C1, R7C1, R8C1, R9C1: {LOCKED.format(1)}",
    ]
    assert status.startswith("Stuck")


@pytest.mark.slow
def test_a_strategy_of_ones_own_and_its_words(run, tmp_path):
    (tmp_path / "pairs.toml").write_text(FILES["naked_pairs.toml"])
    (puzzle, *_) = FILES["puzzles.txt"].split()
    found = steps(run, "sudoku", "--puzzle", puzzle, "--with", "pairs.toml", *FEWER)
    ours = [step for step in found["steps"] if step["strategy"] == "pairs"]
    assert any("naked pair in row 8" in step["words"] for step in ours)
    assert [8, 3, 4] in [each for step in ours for each in step["eliminated"]]


@pytest.fixture(scope="module")
def books(made):
    return {
        "plain": made("sudoku", "--no-values"),
        "takes": made("--with", "position", "--no-values"),
    }


@pytest.mark.slow
def test_what_follows_while_another_solution_is_looked_for_is_no_step(run, books):
    """Each digit is right, and is placed once; the way ends when the workbook is at rest."""
    puzzle = read_puzzle(GUESSES, "here")
    solution = Answers().solution(puzzle).digits
    found = steps(run, books["plain"], "--puzzle", GUESSES)
    placed = [each for step in found["steps"] for each in step["placed"]]
    empty = [cell for cell, digit in enumerate(puzzle.digits) if not digit]
    assert sorted(placed) == [[cell // 9 + 1, cell % 9 + 1, solution[cell]] for cell in empty]
    assert found["status"] == "Solved. There is no other solution."
    first = found["steps"][0]
    assert (first["strategy"], first["placed"], first["words"]) == (
        "singles",
        [[2, 5, 5], [5, 6, 3]],
        "",
    )


@pytest.mark.exhaustive
def test_a_workbook_takes_a_position_when_it_was_built_so(run, books):
    position = f":0100:5:{EMPTY}:{DELETED}:::"
    found = steps(run, books["takes"], "--position", position, "--first")
    assert sorted(found["steps"][0]["eliminated"]) == COLUMN_1
    done = run("steps", books["plain"], "--position", position)
    refused(done, "takes no position, as it has no board named deleted; build it with --with pos")


@pytest.mark.slow
def test_what_is_typed_into_a_workbook_is_its_position(run, books, tmp_path):
    """The steps of the file are those of its position; another puzzle knows nothing of it."""
    book = load_workbook(books["takes"])
    (corner,) = (name.attr_text for name in book.defined_names.values() if name.name == "deleted")
    sheet, _, cells = corner.replace("$", "").partition("!")
    deleted = book[sheet][cells]
    for row in book["Main"]["D4:L12"]:
        for cell in row:
            cell.value = None
    for text in DELETED.split():
        digit, place, column = int(text[0]), int(text[1]) - 1, int(text[2]) - 1
        inner = divmod(digit - 1, 3)
        deleted[3 * place + inner[0]][3 * column + inner[1]].value = digit
    book.save(tmp_path / "typed.xlsx")
    (step,) = steps(run, "typed.xlsx", "--first")["steps"]
    assert (step["strategy"], sorted(step["eliminated"])) == ("locked_candidates", COLUMN_1)
    assert steps(run, "typed.xlsx", "--puzzle", LINE) == steps(
        run, books["takes"], "--puzzle", LINE
    )


@pytest.mark.slow
def test_a_workbook_without_reasons_says_what_it_places(run):
    done = run("steps", "ellis", "--puzzle", LINE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1. workbook:")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--position", "12"], "position, line 1: 2 cells; a row has 9"),
        (["--position", ""], "position: there is no puzzle"),
        (["--position", "no_such.txt"], "no_such.txt: cannot be read: No such file"),
        (["--position", ":0100:5:12"], "position: 3 fields; a line of the library has 7"),
        (["--puzzle", LINE, "--position", LINE], "give --puzzle or --position, not both"),
        (["--only", "naked_pairs", "--without", "search"], "--only names all strategies"),
        (["out/sudoku.xlsx"], "unexpected argument out/sudoku.xlsx; give one workbook"),
        (["--only", "no_such"], "no_such: no such strategy"),
    ],
)
def test_bad_input_is_one_line(run, arguments, says):
    refused(run("steps", "sudoku", *arguments), says)


def test_strategies_are_chosen_for_a_template_only(run):
    done = run("steps", "my.xlsx", "--only", "naked_pairs")
    refused(done, "my.xlsx: is built already, with the strategies that it has; give the te")
