"""The grade of a puzzle is the last strategy of the first workbook that solves it."""

import shutil
from itertools import pairwise

import pytest
from places import DATA
from singles import by_singles

from xlbuilder.errors import CriteriaError, TemplateError
from xlbuilder.generate import puzzle as generator
from xlbuilder.generate.criteria import Criteria
from xlbuilder.generate.grades import Grades, Step, grade_names, steps
from xlbuilder.generate.puzzle import PuzzleMaker
from xlbuilder.proof.verify import verify
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.template.locate import strategies
from xlbuilder.workbook.write import build

OURS = ["naked_singles", "hidden_singles", "locked_candidates", "search"]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The workbooks of four strategies, and their template."""
    template = tmp_path_factory.mktemp("grades") / "four.toml"
    title = '[workbook]\ntitle = "Four strategies"\n'
    template.write_text(f'extends = "sudoku"\nstrategies = {OURS}\n{title}')
    return Grades(steps(str(template))), str(template)


@pytest.fixture(scope="module")
def known():
    """Puzzles with their solutions, by names that begin with what another program needed."""
    lines = (DATA / "grades.txt").read_text().splitlines()
    named = (line.split() for line in lines if line.startswith(("singles", "locked", "search")))
    found = {name: (board(puzzle), board(solution)) for name, puzzle, solution in named}
    _, solution = found["singles_1"]
    diagonal = [digit * (row % 9 // 3 != row // 9 % 3) for row, digit in enumerate(solution.digits)]
    return {**found, "easy": (Board(tuple(diagonal)), solution)}


def board(text):
    return Board(tuple(map(int, text.replace(".", "0"))))


def wrongly_graded(grades, known):
    """Name the puzzles with another grade than the one found without any workbook."""
    for name, (puzzle, solution) in known.items():
        grade = getattr(grades.grade_of(puzzle, solution), "name", None)
        expected = {"locked": "locked_candidates", "search": "search"}.get(name.split("_")[0])
        if by_singles(puzzle, hidden=False) == solution:
            expected = "naked_singles"
        elif by_singles(puzzle, hidden=True) == solution:
            expected = "hidden_singles"
        if grade != expected:
            yield name


@pytest.mark.exhaustive
def test_the_grades_are_those_of_another_program(graded, known):
    grades, _ = graded
    assert list(wrongly_graded(grades, known)) == []


@pytest.mark.exhaustive
def test_grades_that_are_off_by_one_are_caught(graded, known):
    found = graded[0].steps
    late = [Step(hard.grade, easy.model) for easy, hard in pairwise(found)]
    early = [Step(easy.grade, hard.model) for easy, hard in pairwise(found)]
    for wrong in (late, early):
        assert len(list(wrongly_graded(Grades(wrong), known))) > 3


@pytest.mark.exhaustive
def test_a_puzzle_of_a_grade_is_solved_with_its_strategy_and_not_without(graded, tmp_path):
    """Proved by `verify`, over workbooks that are built once more."""
    grades, template = graded
    makers = [PuzzleMaker(Criteria(grade=grade), 3, grades) for grade in OURS]
    puzzles = [maker.make(number).puzzle for maker in makers for number in (1, 2)]
    for count in range(1, len(OURS) + 1):
        path = tmp_path / f"{count}.xlsx"
        build(load(template, removed=OURS[count:]).template, path)
        kinds = [verdict.kind for verdict in verify(path, puzzles, "fast")]
        solved = 2 * count
        assert kinds == [Kind.SOLVED] * solved + [Kind.STALLED] * (len(puzzles) - solved)


@pytest.mark.exhaustive
def test_a_strategy_that_is_added_is_a_grade(known, tmp_path):
    shutil.copy(strategies()["locked_candidates"], tmp_path / "my_rule.toml")
    template = tmp_path / "my.toml"
    template.write_text(
        'extends = "sudoku"\nstrategies = ["naked_singles", "hidden_singles", "my_rule.toml"]\n'
        '[workbook]\ntitle = "A rule of my own"\n'
    )
    assert grade_names(str(template)) == ["naked_singles", "hidden_singles", "my_rule"]
    grades = Grades(steps(str(template)))
    assert grades.grade_of(*known["locked_1"]).name == "my_rule"
    assert grades.grade_of(*known["search_1"]) is None


@pytest.mark.slow
def test_a_grade_that_does_not_go_with_the_clues_is_told(graded, monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 3)
    with pytest.raises(CriteriaError) as told:
        PuzzleMaker(Criteria(fewest=60, most=60, grade="search"), 1, graded[0]).make(1)
    assert str(told.value) == (
        "puzzle 1: 3 grids gave no puzzle with --grade search --clues 60; the grades were"
        " naked_singles (3): ask for another --grade, or other --clues"
    )


def test_a_template_without_strategies_has_no_grades():
    with pytest.raises(TemplateError, match="has no strategies, so it knows no grades"):
        grade_names("ellis")
