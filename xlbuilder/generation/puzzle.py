"""Makes puzzles at random: it fills a grid and removes clues from it.

A seed and a number give the same puzzle on every machine, for two reasons.  This module uses only
random numbers that never change (`Random.random` after a seed, as Python's documentation promises).
And it asks python-sat only whether there is a solution.  Another version of python-sat may find
another solution first, but it gives the same answer to this question.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self, TypeVar

from xlbuilder.errors import CriteriaError
from xlbuilder.generation.criteria import Criteria
from xlbuilder.generation.grades import (
    Difficulty,
    Grade,
    Grader,
    Level,
    difficulty_of,
    levels_for,
)
from xlbuilder.generation.symmetry import Orbit, orbits
from xlbuilder.observe.solved import Rating
from xlbuilder.observe.solver import Solver
from xlbuilder.processes.workers import Portable, in_order
from xlbuilder.proof.verify import judged
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.xlsx.model import Model

T = TypeVar("T")

UNSOLVED = "unsolved"
"""The name for the grade of a puzzle that no workbook solves."""
UNRATED = "unrated"
"""The name for the rating of a puzzle without one, such as a puzzle that needs guesses."""
ATTEMPTS = 500
"""The most grids for one puzzle: they take two seconds, ten with a grade, minutes on the ladder."""
FEW = 100
"""Up to this number of puzzles, this process is faster than workers that must start first."""


@dataclass(frozen=True)
class GeneratedPuzzle:
    """A puzzle with its only solution."""

    number: int
    """Counted from 1."""
    puzzle: Board
    solution: Board
    grade: Grade | None
    """None when no grade is asked for, or when no workbook solves the puzzle."""
    rating: Rating | None = None
    """None when neither grades nor ratings are asked for, or when the workbook rates nothing."""

    def __str__(self) -> str:
        """Return the puzzle, a character for each cell."""
        return str(self.puzzle)

    @property
    def clues(self) -> int:
        """How many givens the puzzle has."""
        return clues(self.puzzle)


@dataclass
class PuzzleMaker(Portable):
    """The maker of the puzzles of one seed; each worker process gets a copy."""

    criteria: Criteria
    seed: int
    levels: Sequence[Level] = ()
    """The workbooks that grade and rate, the easiest first; empty if nobody asks for grades."""
    workbook: Model | None = None
    """The workbook that solves the puzzles, which must say and show nothing false of them."""

    @classmethod
    def of(cls, criteria: Criteria, seed: int, grader: Grader, *, is_graded: bool) -> Self:
        """Return the maker, with the workbooks of the grader if the criteria need them."""
        is_graded = is_graded or criteria.grade is not None or criteria.rating is not None
        levels = levels_for(criteria, grader) if is_graded else ()
        return cls(criteria, seed, levels, grader.workbook)

    @cached_property
    def _answers(self) -> Answers:
        """The checker; raises EngineUnavailableError when python-sat is not installed."""
        return Answers(self.criteria.rules)

    @cached_property
    def _solver(self) -> Solver | None:
        return Solver(self.workbook, "fast") if self.workbook else None

    @cached_property
    def _orbits(self) -> list[Orbit]:
        return orbits(self.criteria.symmetry, self.criteria.rules.side)

    def make_all(self, count: int, workers: int) -> Generator[GeneratedPuzzle, None, None]:
        """Yield puzzles 1 to ``count``, working with ``workers`` processes, in bounded memory.

        Raises CriteriaError for the first puzzle that cannot be made, and WorkerLostError for a
        puzzle whose process is killed twice; all puzzles before it have been yielded.
        """
        return in_order(self._made, range(1, count + 1), "puzzle {}".format, workers, FEW)

    def _made(self, number: int) -> Iterator[GeneratedPuzzle]:
        yield self.make(number)

    def make(self, number: int) -> GeneratedPuzzle:
        """Return puzzle ``number``; raises CriteriaError when ATTEMPTS grids do not give it."""
        random = Random(f"{self.seed} {number}")  # noqa: S311 - no secret
        met: Counter[str] = Counter()
        fewest = len(self.criteria.rules.cells)
        for _ in range(ATTEMPTS):
            solution = grid(random, self._answers)
            order = _shuffled(self._orbits, random)
            chain = removals(solution, order, self.criteria.fewest, self._answers)
            fewest = min(fewest, clues(chain[-1]))
            chain = [puzzle for puzzle in chain if clues(puzzle) <= self.criteria.most]
            if not chain:
                continue
            puzzle = self._hardest(chain, solution)
            difficulty = difficulty_of(self.levels, puzzle, solution)
            lacking = self._lacking(difficulty)
            if lacking is None:
                self._prove(number, puzzle)
                return GeneratedPuzzle(number, puzzle, solution, *(difficulty or (None, None)))
            met[lacking] += 1
        raise CriteriaError(self._refusal(number, met, fewest))

    def _prove(self, number: int, puzzle: Board) -> None:
        """Raise CriteriaError if the workbook says or shows something false of a puzzle.

        That happens when its formulas keep other rules than it declares.
        """
        if self._solver is None:
            return
        (verdict,) = judged(self._solver, self._answers, [puzzle])
        if verdict.kind.is_false:
            raise CriteriaError(
                f"puzzle {number}: the workbook that is to solve it is wrong: {verdict}; does its"
                " [variant] declare the rules that its formulas keep?"
            )

    def _hardest(self, chain: list[Board], solution: Board) -> Board:
        """Return the puzzle with the fewest clues that is not too hard.

        A workbook that solves a puzzle also solves the puzzle with more clues; so bisection finds
        the first puzzle of the chain that is too hard.
        """
        criteria = self.criteria
        if (criteria.grade is None and criteria.rating is None) or not self._is_too_hard(
            chain[-1], solution
        ):
            return chain[-1]
        too_hard = bisect_left(chain, 1, key=lambda puzzle: self._is_too_hard(puzzle, solution))
        return chain[max(0, too_hard - 1)]

    def _is_too_hard(self, puzzle: Board, solution: Board) -> bool:
        if self.criteria.rating is None:
            return not self.levels[-1].solves(puzzle, solution)
        number = _number(difficulty_of(self.levels, puzzle, solution))
        return number is None or number > self.criteria.rating.highest

    def _lacking(self, found: Difficulty | None) -> str | None:
        """Return the grade or rating of a puzzle, if the criteria ask for another one."""
        criteria = self.criteria
        if criteria.rating is not None:
            number = _number(found)
            if number is None:
                return UNRATED
            is_asked = criteria.rating.lowest <= number <= criteria.rating.highest
            return None if is_asked else f"{number:.1f}"
        name = found.grade.name if found else UNSOLVED
        return None if criteria.grade in (None, name) else name

    def _refusal(self, number: int, met: Counter[str], fewest: int) -> str:
        """Return a message: what the user asked for, what was found, and what to relax."""
        refused = f"puzzle {number}: {ATTEMPTS} grids gave no puzzle with{self.criteria}"
        if met:
            counts = ", ".join(f"{each} ({count})" for each, count in met.most_common())
            what = "grade" if self.criteria.rating is None else "rating"
            return (
                f"{refused}; the {what}s were {counts}: ask for another --{what}, or other --clues"
            )
        relaxed = "" if self.criteria.symmetry == "none" else ", or --symmetry none"
        return f"{refused}; the fewest clues were {fewest}: ask for more with --clues{relaxed}"


def _number(found: Difficulty | None) -> float | None:
    return found.rating.number if found and found.rating else None


def clues(puzzle: Board) -> int:
    """Return how many givens a puzzle has."""
    return len(puzzle.digits) - puzzle.digits.count(0)


def grid(random: Random, answers: Answers) -> Board:
    """Return a full grid: each cell gets the first digit, in random order, that can stand there.

    Every grid is possible, but not all are equally likely.  The last solution that was found saves
    some questions: the digit that it has in a cell can stand there.
    """
    rules = answers.rules
    digits = [0] * len(rules.cells)
    known: Board | None = None
    for cell in rules.cells:
        in_sight = {digits[other] for other in rules.in_sight[cell] if other < cell}
        for digit in _shuffled(rules.digits, random):
            if digit in in_sight:
                continue
            digits[cell] = digit
            if known is None or known.digits[cell] != digit:
                solution = answers.solution(Board(tuple(digits)))
                if solution is None:
                    continue
                known = solution
            break
    return Board(tuple(digits))


def removals(solution: Board, order: Iterable[Orbit], fewest: int, answers: Answers) -> list[Board]:
    """Return the chain of puzzles, from the full grid to the last, as clues are removed.

    An orbit of cells is emptied if the solution stays the only one and ``fewest`` clues remain.
    From the last puzzle no further orbit can be removed, except one that leaves too few clues.
    """
    chain = [solution]
    for orbit in order:
        if clues(chain[-1]) - len(orbit) < fewest:
            continue
        left = list(chain[-1].digits)
        for cell in orbit:
            left[cell] = 0
        puzzle = Board(tuple(left))
        # Before, there was one solution; so a new one differs in a cell that is emptied now.
        if not any(answers.has_other(puzzle, cell, solution.digits[cell]) for cell in orbit):
            chain.append(puzzle)
    return chain


def _shuffled(items: Iterable[T], random: Random) -> list[T]:
    return sorted(items, key=lambda _: random.random())
