"""What the published rules solve, on the file read from disk, judged by an independent checker."""

from dataclasses import replace

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

import xlbuilder
from tests.helpers.cost import by_cost
from tests.helpers.sudoku import verify
from xlbuilder.errors import WorkbookError
from xlbuilder.observe.solver import Solver
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board, is_solution, keeps_givens
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import read_workbook

# stage, puzzle, what becomes of it.  Each rule is needed by the puzzle that is named after it.
CASES = [
    ("stages/candidates", "naked_singles", Kind.STALLED),
    ("stages/naked_singles", "naked_singles", Kind.SOLVED),
    ("stages/naked_singles", "row", Kind.STALLED),
    ("stages/only_place_in_row", "row", Kind.SOLVED),
    ("stages/only_place_in_row", "column_or_box", Kind.STALLED),
    ("ellis", "naked_singles", Kind.SOLVED),
    ("ellis", "row", Kind.SOLVED),
    ("ellis", "column_or_box", Kind.SOLVED),
    ("ellis", "beyond_singles", Kind.STALLED),
]


RUNS: list[object] = [("fast", case) for case in CASES]

# The reference engine takes seconds a puzzle; test_cross_checks.py compares it cell by cell.
RUNS += [pytest.param("formulas", CASES[5], marks=pytest.mark.exhaustive)]


@pytest.mark.parametrize(("engine", "case"), RUNS)
def test_published_rules(built, puzzles, engine, case):
    stage, name, kind = case
    puzzle, solution = puzzles[name]
    (verdict,) = verify(built(stage), [puzzle], engine)
    assert verdict.kind is kind
    assert verdict.recalculations[-1].quiet
    assert keeps_givens(puzzle, verdict.shown)
    assert keeps_givens(verdict.shown, solution)  # every shown digit is the solution's
    assert is_solution(puzzle, verdict.shown) == (kind is Kind.SOLVED)
    if kind is Kind.STALLED:
        assert verdict.detail.endswith("left")


@pytest.mark.parametrize(
    "start",
    by_cost(["zero", "empty", "text", "garbage:3", "stale", "midsolve:3", "solved", "edited:3"], 1),
)
def test_reset_makes_the_start_indifferent(built, puzzles, start):
    boards = [entry.puzzle for entry in puzzles.values()] * 3
    verdicts = verify(built("ellis"), boards, "fast", Schedule.parse(start=start))
    usual = verify(built("ellis"), boards, "fast")
    assert [(v.kind, v.shown) for v in verdicts] == [(v.kind, v.shown) for v in usual]


@pytest.mark.slow
def test_without_reset_the_start_is_not_indifferent(puzzles, edited, tmp_path):
    """What the test above could not see if starts were not what they say."""
    path = edited('extends = "ellis"\n[drive]\nsteps = [{ state = "Solve" }]')
    build(load(str(path)).template, tmp_path / "x.xlsx")
    boards = [entry.puzzle for entry in puzzles.values()]
    for start, is_right in {"empty": True, "stale": False, "zero": False}.items():
        verdicts = verify(tmp_path / "x.xlsx", boards, "fast", Schedule.parse(start=start))
        assert all(v.kind in (Kind.SOLVED, Kind.STALLED) for v in verdicts) == is_right, start


@pytest.mark.slow
def test_puzzles_do_not_disturb_each_other(built, puzzles):
    names = ["beyond_singles", "naked_singles"]
    together = verify(built("ellis"), [puzzles[name].puzzle for name in names], "fast")
    alone = [verify(built("ellis"), [puzzles[name].puzzle], "fast")[0] for name in names]
    for one, other in zip(together, alone, strict=True):
        assert (one.kind, one.shown, one.iterations) == (other.kind, other.shown, other.iterations)


def test_a_puzzle_without_solution_is_its_own_verdict(built, puzzles):
    digits = list(puzzles["row"].puzzle.digits)
    digits[0] = digits[1]
    (verdict,) = verify(built("stages/candidates"), [Board(tuple(digits))], "fast")
    assert verdict.kind is Kind.UNSOLVABLE


STATUSES = {
    "=1": (Kind.WRONG_STATUS, "its status says that it is solved, but"),
    "=2": (Kind.STALLED, "left"),
    "=3": (Kind.WORKING, "left"),
    "=4": (Kind.WRONG_STATUS, "its status says that there is no solution, but there is"),
    "=5": (Kind.WRONG_STATUS, "its status says that it cannot work on this puzzle"),
    '="solved"': (Kind.WRONG_STATUS, "its status says that it cannot work on this puzzle"),
    "=1/0": (Kind.WRONG_STATUS, "its status says that it cannot work on this puzzle"),
}


@pytest.mark.parametrize("formula", by_cost(STATUSES, 2))
def test_what_the_status_says_is_judged(edited, tmp_path, puzzles, formula):
    """A puzzle that the published rules do not finish, and what can be said of that."""
    kind, detail = STATUSES[formula]
    path = edited(
        f"""
        extends = "ellis"
        [cells.status_code]
        range = "A1"
        style = "input"
        formula = '{formula}'
        [drive]
        status = "status_code"
        says = {{ solved = [1], stuck = [2], working = [3], no_solution = [4] }}
        """
    )
    build(load(str(path)).template, tmp_path / "x.xlsx")
    (verdict,) = verify(tmp_path / "x.xlsx", [puzzles["beyond_singles"].puzzle], "fast")
    assert verdict.kind is kind
    assert detail in verdict.detail


def test_a_status_with_a_word_that_nobody_knows(built):
    model = read_workbook(built("sudoku"))
    properties = {**model.properties, "xlbuilder says": '{"solvd": [1]}'}
    with pytest.raises(WorkbookError, match="its status is not understood: 'solvd'"):
        Solver(replace(model, properties=properties), "fast")


@pytest.mark.parametrize(
    ("new", "problem"),
    [
        (
            "MAX(singel_sol_in_row",
            "name single_sol_in_rcb: there is no name singel_sol_in_row; did",
        ),
        ("MAX(COUNT(mine)*0+mine", "name mine: there is no name single_sol; did you mean"),
        ("MAX(ISTEXT(mine)*1,single_sol_in_row", None),
        ("MAX(ISNA(mine)*1,single_sol_in_row", None),
    ],
)
def test_a_name_that_the_solution_depends_on_is_not_unknown(built, tmp_path, puzzles, new, problem):
    book = openpyxl.load_workbook(built("ellis"))
    entry = book.defined_names["single_sol_in_rcb"]
    entry.attr_text = entry.attr_text.replace("MAX(single_sol_in_row", new)
    book.defined_names["mine"] = DefinedName("mine", attr_text="single_sol+1")
    book["Main"]["A40"] = "=mine"
    book.save(tmp_path / "mine.xlsx")
    if problem is None:
        (verdict,) = xlbuilder.verify(tmp_path / "mine.xlsx", [puzzles["row"].puzzle])
        assert verdict.kind is Kind.SOLVED
        return
    for command in (xlbuilder.verify, xlbuilder.steps):
        with pytest.raises(WorkbookError, match=f"{problem}.* \\(the solution depends on it\\)$"):
            command(tmp_path / "mine.xlsx", puzzles["row"].puzzle)
