"""A puzzle has one solution, the symmetry and the clues asked for, and can be repeated."""

import pytest
from pysat import solvers
from pysat.solvers import Solver

from xlbuilder.errors import CriteriaError
from xlbuilder.generation import puzzle as generator
from xlbuilder.generation.criteria import Criteria, clue_range, rating_range
from xlbuilder.generation.puzzle import PuzzleMaker
from xlbuilder.generation.symmetry import SYMMETRIES, clue_counts, orbits
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.sudoku.rules import rules_with
from xlbuilder.sudoku.sat import Answers

SEEN = {  # where a cell goes, written otherwise than in symmetry.py: by its number
    "none": [],
    "rotation": [lambda cell: 80 - cell],
    "quarter": [lambda cell: 9 * (cell % 9) + 8 - cell // 9],
    "mirror": [lambda cell: cell + 8 - 2 * (cell % 9)],
    "diagonal": [lambda cell: 9 * (cell % 9) + cell // 9],
    "diagonals": [
        lambda cell: 9 * (cell % 9) + cell // 9,
        lambda cell: 80 - 9 * (cell % 9) - cell // 9,
    ],
}

PINNED = [
    ".......612..6.....5.48....2.3....8.96......4..1...4.......9...43.....97..76..3.8.",
    "3124.......81...5....6......2......5..657.412....4..8.....863.94...9............6",
    "...9..2..4....2.7...8.5.1......1........76.43.3....5..8....4.25..9..8..1..7...6..",
]


def made(criteria, seed=1, count=3):
    maker = PuzzleMaker(criteria, seed)
    return [maker.make(number) for number in range(1, count + 1)]


def emptied(puzzle, cells):
    return Board(tuple(0 if cell in cells else d for cell, d in enumerate(puzzle.digits)))


def faults(one, criteria):
    """Say what is wrong with a puzzle, asking nothing of the generator."""
    checker = Answers()
    filled = {cell for cell, digit in enumerate(one.puzzle.digits) if digit}
    if not is_solution(one.puzzle, one.solution):
        yield "not its solution"
    if checker.has_several(one.puzzle):
        yield "several solutions"
    if not criteria.fewest <= len(filled) <= criteria.most:
        yield "clues"
    for moved in SEEN[criteria.symmetry]:
        if {moved(cell) for cell in filled} != filled:
            yield "not symmetric"
    if criteria == Criteria(criteria.symmetry):
        for orbit in orbits(criteria.symmetry):
            if filled & set(orbit) and not checker.has_several(emptied(one.puzzle, orbit)):
                yield "a clue too many"


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_every_puzzle_is_as_asked(symmetry):
    criteria = Criteria(symmetry)
    for one in made(criteria):
        assert list(faults(one, criteria)) == []


def test_as_many_clues_as_asked():
    for text, symmetry in (("24", "none"), ("30", "rotation"), ("26-28", "mirror"), ("80", "none")):
        criteria = Criteria(symmetry, *clue_range(text))
        for one in made(criteria, count=2):
            assert list(faults(one, criteria)) == []


def test_a_generator_that_forgets_uniqueness_is_caught(monkeypatch):
    monkeypatch.setattr(Answers, "has_other", lambda *_: False)
    criteria = Criteria(fewest=25, most=25)
    assert all("several solutions" in faults(one, criteria) for one in made(criteria))


def test_a_generator_that_stops_early_is_caught(monkeypatch):
    monkeypatch.setattr(
        generator,
        "_shuffled",
        lambda items, random: sorted(items, key=lambda _: random.random())[:40],
    )
    assert any("a clue too many" in faults(one, Criteria()) for one in made(Criteria()))


def test_a_quarter_turn_alone_does_not_allow_every_number_of_clues():
    for symmetry in SYMMETRIES:
        allowed = [n for n in range(82) if symmetry != "quarter" or n % 4 < 2]
        assert clue_counts(symmetry) == allowed


def test_orbits_that_lie_are_caught(monkeypatch):
    monkeypatch.setattr(generator, "orbits", lambda *_: orbits("none"))
    assert all(
        "not symmetric" in faults(one, Criteria("mirror")) for one in made(Criteria("mirror"))
    )


def test_a_seed_makes_the_same_puzzles_everywhere():
    """Written down once, on one machine."""
    assert [str(one.puzzle) for one in made(Criteria())] == PINNED


def test_a_puzzle_depends_on_the_seed_and_its_number_alone():
    all_of_them = made(Criteria(), seed=7, count=4)
    assert PuzzleMaker(Criteria(), 7).make(3) == all_of_them[2]
    assert len({one.puzzle for one in all_of_them + made(Criteria(), seed=8, count=4)}) == 8


@pytest.mark.parametrize("solver", ["glucose4", "minisat22"])
def test_which_solution_a_solver_finds_first_does_not_matter(monkeypatch, solver):
    """Another solver fills an empty board otherwise, and makes the same puzzles."""
    usual = Answers().solution(Board((0,) * 81))

    def other(name, **rules):
        assert name != solver
        return Solver(name=solver, **rules)

    monkeypatch.setattr(solvers, "Solver", other)
    assert Answers().solution(Board((0,) * 81)) != usual
    assert [str(one.puzzle) for one in made(Criteria())] == PINNED


def test_what_does_not_turn_up_is_told(monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 4)
    with pytest.raises(CriteriaError) as told:
        made(Criteria("rotation", 17, 17))
    assert str(told.value).startswith(
        "puzzle 1: 4 grids gave no puzzle with --symmetry rotation --clues 17; the fewest clues"
    )
    assert str(told.value).endswith("ask for more with --clues, or --symmetry none")


@pytest.mark.parametrize("text", ["16", "81", "5", "x", "", "22-", "30-22", "-22", "22-26-30"])
def test_clues_that_are_none(text):
    with pytest.raises(CriteriaError, match="give a number from 17 to 80"):
        clue_range(text)


def test_fewer_clues_may_be_enough_with_more_rules():
    assert clue_range("12-16", rules_with([("diagonal", range(0, 81, 10))])) == (12, 16)


@pytest.mark.parametrize(("text", "again"), [("3.2", "3.2"), ("3-4.4", "3.0-4.4"), ("5", "5.0")])
def test_ratings(text, again):
    assert str(rating_range(text)) == again
    assert str(Criteria(rating=rating_range(text))) == f" --rating {again}"


@pytest.mark.parametrize("text", ["0.9", "10", "4.4-3.0", "x", "", "3.25", "3.0..4.4", "-3", "3-"])
def test_ratings_that_are_none(text):
    with pytest.raises(CriteriaError, match=r"give a number from 1\.0 to 9\.9 on the scale of"):
        rating_range(text)
