"""The grade of a puzzle is the last strategy of the first workbook that solves it."""

import re
import shutil
from itertools import pairwise

import pytest

from tests.helpers.boards import board
from tests.helpers.cost import by_cost
from tests.helpers.places import DATA
from tests.helpers.sudoku import verify
from tests.oracle.rules import solved_by
from xlbuilder.errors import CriteriaError
from xlbuilder.generation import grades as graders
from xlbuilder.generation import puzzle as generator
from xlbuilder.generation.criteria import Criteria, RatingRange
from xlbuilder.generation.grades import Grader, Level, difficulty_of, levels_for
from xlbuilder.generation.puzzle import PuzzleMaker
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build

SINGLES = ["naked_singles", "hidden_singles"]
OURS = ["singles", "locked_candidates", "search"]

"""The techniques of the workbook itself, and the search."""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The workbooks of the search alone, and their template."""
    template = tmp_path_factory.mktemp("grades") / "search.toml"
    title = '[workbook]\ntitle = "Search alone"\n'
    template.write_text(f'extends = "sudoku"\nstrategies = ["search"]\n{title}')
    return levels_for(Criteria(), Grader(str(template))), str(template)


@pytest.fixture(scope="module")
def known():
    """Puzzles with their solutions, by names that begin with what another program needed."""
    lines = (DATA / "grades.txt").read_text().splitlines()
    named = (line.split() for line in lines if line.startswith(("singles", "locked", "search")))
    found = {name: (board(puzzle), board(solution)) for name, puzzle, solution in named}
    _, solution = found["singles_1"]
    diagonal = [digit * (row % 9 // 3 != row // 9 % 3) for row, digit in enumerate(solution.digits)]
    return {**found, "easy": (Board(tuple(diagonal)), solution)}


def wrongly_graded(levels, known):
    """Name the puzzles with another grade than the one found without any workbook."""
    for name, (puzzle, solution) in known.items():
        graded = difficulty_of(levels, puzzle, solution)
        grade = graded.grade.name if graded else None
        expected = {"locked": "locked_candidates", "search": "search"}.get(name.split("_")[0])
        if solved_by(puzzle, SINGLES)[0] == solution:
            expected = "singles"
        if grade != expected:
            yield name


@pytest.mark.exhaustive
def test_the_grades_are_those_of_another_program(graded, known):
    levels, _ = graded
    assert list(wrongly_graded(levels, known)) == []


@pytest.mark.slow
def test_a_template_that_keeps_no_reasons_is_one_grade(known):
    """A puzzle that basic solves alone needs none of the strategies that are plugged in."""
    levels = levels_for(Criteria(), Grader("basic", ("naked_pairs",)))
    graded = difficulty_of(levels, *known["easy"])
    assert graded
    assert graded.grade.name == "basic"
    assert [level.grades[0].name for level in levels] == ["basic", "naked_pairs"]


@pytest.mark.slow
def test_grades_that_are_off_by_one_are_caught(graded, known):
    found, _ = graded
    late = [Level(hard.grades, easy.model) for easy, hard in pairwise(found)]
    early = [Level(easy.grades, hard.model) for easy, hard in pairwise(found)]
    for wrong in (late, early):
        assert len(list(wrongly_graded(wrong, known))) > 3


@pytest.mark.exhaustive
def test_a_puzzle_of_a_grade_is_solved_with_its_strategy_and_not_without(graded, tmp_path):
    """Proved by `verify`, over workbooks that are built once more, and of singles by Python."""
    levels, template = graded
    makers = [
        PuzzleMaker(Criteria(grade=grade), 3, levels[:count])
        for grade, count in zip(OURS, (1, 1, 2), strict=True)
    ]
    puzzles = [maker.make(number).puzzle for maker in makers for number in (1, 2)]
    assert [0 not in solved_by(puzzle, SINGLES)[0].digits for puzzle in puzzles] == [True] * 2 + [
        False
    ] * 4
    for removed, solved in (["search"], 4), ([], 6):
        path = tmp_path / f"{solved}.xlsx"
        build(load(template, removed=removed).template, path)
        kinds = [verdict.kind for verdict in verify(path, puzzles, "fast")]
        assert kinds == [Kind.SOLVED] * solved + [Kind.STALLED] * (len(puzzles) - solved)


@pytest.mark.exhaustive
def test_a_strategy_that_is_added_is_a_grade(known, tmp_path):
    shutil.copy(DATA / "strategies" / "pairs.toml", tmp_path / "my_rule.toml")
    shutil.copy(DATA / "strategies" / "couples.toml", tmp_path)
    template = tmp_path / "my.toml"
    template.write_text(
        'extends = "sudoku"\nstrategies = ["my_rule.toml"]\n'
        '[workbook]\ntitle = "A rule of my own"\n'
    )
    names = [grade.name for grade in Grader(str(template)).grades]
    assert names == ["singles", "locked_candidates", "my_rule"]
    levels = levels_for(Criteria(), Grader(str(template)))
    puzzle = board(MADE["naked_pairs"])
    assert difficulty_of(levels, puzzle, Answers().solution(puzzle)).grade.name == "my_rule"
    assert difficulty_of(levels, *known["locked_1"]).grade.name == "locked_candidates"
    assert difficulty_of(levels, *known["search_1"]) is None


@pytest.mark.slow
def test_a_grade_that_does_not_go_with_the_clues_is_told(graded, monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 3)
    with pytest.raises(CriteriaError) as told:
        PuzzleMaker(Criteria(fewest=60, most=60, grade="search"), 1, graded[0]).make(1)
    assert str(told.value) == (
        "puzzle 1: 3 grids gave no puzzle with --grade search --clues 60; the grades were"
        " singles (3): ask for another --grade, or other --clues"
    )


LADDER = {
    "naked_pairs": 30,
    "x_wing": 32,
    "hidden_pairs": 34,
    "swordfish": 38,
    "hidden_triples": 40,
}

ON_LADDER = Grader("sudoku", ("classic", "x_wing", "swordfish"), ("naked_triples",))

MADE = dict(  # by xlbuilder generate --with all
    line.split()
    for line in """
naked_pairs ...5....3.96..175.8..9.....1...63..2..4.5.8.......7.9.....3..2....1....9..1.....8
x_wing .2....6....57..3.48..5..19.93......7.7..4..61....1.......2..5...9..7..2...24.....
hidden_pairs .....5.47.1..6.2.5.4...1..6.59..8....8...75..6..1..7.....546...8...7..2..........
search 4....17.........1683.7......4.1..6.7.5..8.2....7.9..............9...3..5.6.42....
""".strip().splitlines()
)


@pytest.mark.slow
def test_the_ladder_comes_between_the_others_and_the_search():
    assert [one.name for one in ON_LADDER.loaded.strategies][-1] == "swordfish"
    assert [grade.name for grade in ON_LADDER.grades] == [*OURS[:2], *LADDER, "search"]
    rungs = [*LADDER.values()]
    assert [grade.rung for grade in ON_LADDER.grades] == [None] * 2 + rungs + [None]
    assert [grade.name for grade in ON_LADDER.logic] == [*OURS[:2], *LADDER]
    assert [grade.name for grade in Grader("sudoku", (), ("search",)).grades] == OURS[:2]


@pytest.mark.parametrize("text", ["x_wing", "X-wing", "x-wing", "X-Wing"])
def test_a_grade_is_the_name_of_a_file_or_a_title(text):
    assert ON_LADDER.grade(text) == "x_wing"
    assert ON_LADDER.grade(None) is None


@pytest.mark.parametrize(
    ("grader", "text", "told"),
    [
        (ON_LADDER, "y_wing", f"{', '.join([*OURS[:2], *LADDER])}, search"),
        (Grader(), "XY-wing", ", search; --with all adds it"),
        (Grader(), "unique", ", search"),  # it is there, but solves nothing more
        (Grader("basic"), "naked pairs", "known are: basic; --with naked_pairs adds it"),
        (Grader("basic"), "naked_singles", "known are: basic"),
        (Grader(), "x_chain", ", search; --with x_chain adds it"),
        (Grader("sudoku", (), ("search",)), "search", "locked_candidates; --with search adds it"),
    ],
)
def test_a_grade_that_is_not_there_is_told_with_those_that_are(grader, text, told):
    with pytest.raises(CriteriaError) as error:
        grader.grade(text)
    assert str(error.value).startswith(f"--grade {text}: there is no such grade; known are: ")
    assert str(error.value).endswith(told)


@pytest.mark.exhaustive
def test_a_grade_that_is_asked_for_has_a_workbook_of_its_own():
    levels = levels_for(Criteria(grade="x_wing"), ON_LADDER)
    names = [[grade.name for grade in level.grades] for level in levels]
    assert names == [OURS[:2], ["naked_pairs"], ["x_wing"]]
    puzzle = board(MADE["x_wing"])
    solution = Answers().solution(puzzle)
    assert difficulty_of(levels, puzzle, solution).grade.name == "x_wing"
    assert [level.solves(puzzle, solution) for level in levels] == [False, False, True]


@pytest.fixture(scope="module")
def on_ladder():
    return levels_for(Criteria(), ON_LADDER)


def solved_with(puzzle, names, tmp_path):
    """Return the puzzle's solution, and whether a workbook with these strategies alone finds it."""
    path = tmp_path / "x.xlsx"
    build(load("sudoku", names, own=False).template, path)
    (verdict,) = verify(path, [puzzle], "fast")
    return verdict.kind is Kind.SOLVED


@pytest.mark.slow
@pytest.mark.parametrize("name", by_cost(reversed(MADE), 0, 1))
def test_a_grade_of_the_ladder_is_needed_and_enough(on_ladder, name, tmp_path):
    """Proved by workbooks of their own for each rung, where one stands for all of them here."""
    puzzle = board(MADE[name])
    found = difficulty_of(on_ladder, puzzle, Answers().solution(puzzle))
    assert found.grade.name == name
    names = [grade.name for grade, strategy in ON_LADDER.grades.items() if strategy is not None]
    easier = names[: names.index(name)]
    assert not solved_with(puzzle, easier, tmp_path)
    assert solved_with(puzzle, [*easier, name], tmp_path)
    if name == "search":
        assert found.rating.number is None
        assert " guess" in found.rating.words
    else:
        assert found.rating.number == found.grade.rung / 10
        assert found.rating.words == f"Rating: {found.grade.title}, at most {found.rating.number}"


@pytest.mark.slow
def test_a_ladder_that_is_not_looked_at_is_caught(on_ladder, monkeypatch):
    monkeypatch.setattr(graders, "_highest", lambda _, grades: grades[0])
    puzzles = list(map(board, MADE.values()))
    found = [difficulty_of(on_ladder, each, Answers().solution(each)) for each in puzzles]
    assert [each.grade.name for each in found] != list(MADE)


@pytest.mark.slow
def test_puzzles_of_a_rating(on_ladder):
    levels = on_ladder[:-1]
    assert levels[-1].grades[-1].name == "hidden_triples"
    maker = PuzzleMaker(Criteria(rating=RatingRange(3.0, 3.4)), 1, levels)
    made = [maker.make(number) for number in (1, 2)]
    assert all(3.0 <= one.rating.number <= 3.4 for one in made)
    assert all(one.grade.name in LADDER for one in made)
    maker = PuzzleMaker(Criteria(rating=RatingRange(1.0, 2.3)), 1, levels)
    assert maker.make(1).grade.name == "singles"


@pytest.mark.slow
def test_a_rating_that_does_not_turn_up_is_told(graded, monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 3)
    criteria = Criteria(rating=RatingRange(3.0, 4.4))
    with pytest.raises(CriteriaError) as told:
        PuzzleMaker(criteria, 1, graded[0][:3]).make(1)
    assert re.fullmatch(
        r"puzzle 1: 3 grids gave no puzzle with --rating 3.0-4.4; the ratings were"
        r" (2\.[38] \([123]\)(, )?)+: ask for another --rating, or other --clues",
        str(told.value),
    )


def test_a_template_that_rates_nothing_has_no_puzzles_of_a_rating():
    with pytest.raises(CriteriaError, match=r"--rating 3.2: .*ellis.toml rates no puzzles"):
        levels_for(Criteria(rating=RatingRange(3.2, 3.2)), Grader("ellis"))
