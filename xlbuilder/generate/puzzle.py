"""Makes puzzles at random: each is a full grid, from which clues are removed.

A seed and a number give the same puzzle on every machine, for two reasons.  This module uses only
random numbers that never change (`Random.random` after a seed, as Python's documentation promises).
And the puzzle depends only on yes-or-no questions to python-sat: which of several solutions it
finds first depends on its version, but not whether there is one.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeVar

from xlbuilder.errors import CriteriaError
from xlbuilder.generate.criteria import Criteria, Grade
from xlbuilder.generate.symmetry import Orbit, orbits
from xlbuilder.sudoku.board import DIGITS, UNITS, Board
from xlbuilder.sudoku.sat import Answers

if TYPE_CHECKING:
    from xlbuilder.generate.grades import Grades

T = TypeVar("T")

UNSOLVED = "unsolved"
"""The name for the grade of a puzzle that no workbook solves."""
ATTEMPTS = 500
"""Grids that are tried for one puzzle: about ten seconds with a grade, two without."""

_UNITS_OF = [[unit for unit in UNITS.values() if cell in unit] for cell in range(81)]


@dataclass(frozen=True)
class GeneratedPuzzle:
    """A puzzle with its only solution."""

    number: int
    """Counted from 1."""
    puzzle: Board
    solution: Board
    grade: Grade | None
    """None when no grade is asked for, or when no workbook solves the puzzle."""

    @property
    def clues(self) -> int:
        """How many givens the puzzle has."""
        return clues(self.puzzle)


class PuzzleMaker:
    """The maker of the puzzles of one seed; ``grades``, if any, finds the grade of each.

    Raises EngineUnavailableError when python-sat is not installed.
    """

    def __init__(self, criteria: Criteria, seed: int, grades: "Grades | None") -> None:
        self._criteria, self._seed, self._grades = criteria, seed, grades
        self._answers = Answers()
        self._orbits = orbits(criteria.symmetry)

    def make(self, number: int) -> GeneratedPuzzle:
        """Return puzzle ``number``; raises CriteriaError when ATTEMPTS grids do not give it."""
        random = Random(f"{self._seed} {number}")  # noqa: S311 - no secret
        met: Counter[str] = Counter()
        fewest = 81
        for _ in range(ATTEMPTS):
            solution = grid(random, self._answers)
            order = _shuffled(self._orbits, random)
            chain = removals(solution, order, self._criteria.fewest, self._answers)
            fewest = min(fewest, clues(chain[-1]))
            chain = [puzzle for puzzle in chain if clues(puzzle) <= self._criteria.most]
            if not chain:
                continue
            puzzle = self._within_grade(chain, solution)
            grade = self._grades.grade_of(puzzle, solution) if self._grades else None
            name = grade.name if grade else UNSOLVED
            if self._criteria.grade in (None, name):
                return GeneratedPuzzle(number, puzzle, solution, grade)
            met[name] += 1
        raise CriteriaError(self._refusal(number, met, fewest))

    def _within_grade(self, chain: list[Board], solution: Board) -> Board:
        """Return the puzzle with the fewest clues that the workbook of the grade still solves.

        A workbook that solves a puzzle also solves it with more clues; so bisection finds the first
        puzzle of the chain that is too hard.
        """
        if self._criteria.grade is None or self._grades is None:
            return chain[-1]
        grade, solves = self._criteria.grade, self._grades.solves
        if solves(grade, chain[-1], solution):
            return chain[-1]
        too_hard = bisect_left(chain, 1, key=lambda puzzle: not solves(grade, puzzle, solution))
        return chain[max(0, too_hard - 1)]

    def _refusal(self, number: int, met: Counter[str], fewest: int) -> str:
        """Return a message: what was asked for, what was found instead, and what to relax."""
        refused = f"puzzle {number}: {ATTEMPTS} grids gave no puzzle with{self._criteria}"
        if met:
            found = ", ".join(f"{grade} ({count})" for grade, count in met.most_common())
            return f"{refused}; the grades were {found}: ask for another --grade, or other --clues"
        relaxed = "" if self._criteria.symmetry == "none" else ", or --symmetry none"
        return f"{refused}; the fewest clues were {fewest}: ask for more with --clues{relaxed}"


def clues(puzzle: Board) -> int:
    """Return how many givens a puzzle has."""
    return 81 - puzzle.digits.count(0)


def grid(random: Random, answers: Answers) -> Board:
    """Return a full grid: cell by cell the first digit, in random order, that can stand there.

    Every grid is possible, but not all are equally likely.  The solution that was found last
    answers some questions without the solver: the digit that it has in a cell can stand there.
    """
    digits = [0] * 81
    known: Board | None = None
    for cell in range(81):
        in_sight = {digits[other] for unit in _UNITS_OF[cell] for other in unit if other < cell}
        for digit in _shuffled(DIGITS, random):
            if digit in in_sight:
                continue
            digits[cell] = digit
            if known is None or known.digits[cell] != digit:
                found = answers.solution(Board(tuple(digits)))
                if found is None:
                    continue
                known = found
            break
    return Board(tuple(digits))


def removals(solution: Board, order: Iterable[Orbit], fewest: int, answers: Answers) -> list[Board]:
    """Return the chain of puzzles, from the full grid to the last, as clues are removed.

    An orbit of cells is emptied if the solution stays the only one and ``fewest`` clues remain.
    No orbit can be taken from the last puzzle, unless that would leave too few clues.
    """
    chain = [solution]
    for orbit in order:
        if clues(chain[-1]) - len(orbit) < fewest:
            continue
        left = list(chain[-1].digits)
        for cell in orbit:
            left[cell] = 0
        puzzle = Board(tuple(left))
        # The puzzle before has one solution, so another one differs in a cell that is emptied now.
        if not any(answers.has_other(puzzle, cell, solution.digits[cell]) for cell in orbit):
            chain.append(puzzle)
    return chain


def _shuffled(items: Iterable[T], random: Random) -> list[T]:
    return sorted(items, key=lambda _: random.random())
