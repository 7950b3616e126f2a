"""Finds the grade of a puzzle: the hardest technique that our own workbook needs to solve it.

First come the techniques of the template itself, which it always has: singles, locked candidates.
They are the words without blanks among its reasons; the hardest technique that was used is the
grade.  A template that keeps no reasons, such as basic, is a single grade, with its own name.

Then the strategies are put in order: strategies without a ladder as the template lists them, then
the strategies of the ladder by their rungs, and last the search, which guesses.  The template is
built with no strategy, with the first strategy, with the first two, and so on.  The grade of a
puzzle is the last strategy of the first workbook that solves it.

The strategies of the ladder share one workbook.  In it each strategy works only where all easier
strategies find nothing more, so the highest rung among the reasons is the grade.  When a user asks
for a grade, this grade has a workbook of its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from xlbuilder.drive.drive import is_name
from xlbuilder.errors import CriteriaError
from xlbuilder.generation.criteria import (
    Criteria,
    check_clues,
    clue_bounds,
    clue_range,
    rating_range,
)
from xlbuilder.observe.solved import Rating, rating_of
from xlbuilder.observe.solver import Solver
from xlbuilder.processes.workers import Portable
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.template.load import LoadedTemplate, load
from xlbuilder.template.locate import DEFAULT, strategies
from xlbuilder.template.schema import TemplateDrive
from xlbuilder.template.strategy_ref import StrategyRef
from xlbuilder.workbook.opening import input_board
from xlbuilder.workbook.write import read_back
from xlbuilder.xlsx.model import Model


class Grade(NamedTuple):
    """The hardest strategy that our own workbook needs to solve a puzzle."""

    name: str
    """The file name of the strategy, with its parameters; or the word of a technique."""
    title: str
    rung: int | None = None
    """Its rung; None for a strategy that is not on the ladder."""


@dataclass(frozen=True)
class Grader:
    """A template, and the strategies that are added to it or removed, as for ``build``."""

    template: str = DEFAULT
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @cached_property
    def loaded(self) -> LoadedTemplate:
        """The template with these strategies; raises TemplateError with all its problems."""
        return load(self.template, self.added, self.removed)

    @cached_property
    def grades(self) -> dict[Grade, StrategyRef | None]:
        """The grades, the easiest first, each with its strategy; None for the template's own.

        A template that tells no techniques apart is a single grade.  Raises TemplateError for a
        template with problems, PuzzleError for a template that takes no puzzle.
        """
        input_board(self.loaded)
        drive = self.loaded.template.drive
        own = [Grade(word, word.replace("_", " ").capitalize()) for word in _techniques(drive)]
        field = drive.gone.rungs if drive and drive.gone else None
        guesses = self.loaded.guessing
        graded: list[tuple[tuple[bool, int], Grade, StrategyRef]] = []
        for one, about in zip(self.loaded.strategies, self.loaded.template.plugged, strict=True):
            if about.library or (one.name in guesses and not about.guesses):
                continue
            rungs = [int(rule[field]) for rule in one.read().rules if field in rule]
            grade = Grade(one.name, about.title, max(rungs, default=None))
            place = about.guesses, grade.rung or 0
            graded.append((place, grade, one))
        added = {grade: one for _, grade, one in sorted(graded, key=lambda each: each[0])}
        title = self.loaded.template.workbook.title
        return {**dict.fromkeys(own or [Grade(self.loaded.name, title)]), **added}

    @property
    def rules(self) -> Rules:
        """What a solution is; the rules of plain Sudoku where no template is asked for."""
        return self.loaded.rules if str(self) else PLAIN

    @property
    def workbook(self) -> Model | None:
        """The workbook, built on disk and read back; None where no template is asked for."""
        return read_back(self.loaded.template, self.loaded.name) if str(self) else None

    @property
    def logic(self) -> dict[Grade, StrategyRef | None]:
        """The grades without guesses."""
        guesses = self.loaded.guessing
        return dict(takewhile(lambda each: each[0].name not in guesses, self.grades.items()))

    def __str__(self) -> str:
        """Return the template and strategies as options, each with a blank before it."""
        options = [("template", self.template)] if self.template != DEFAULT else []
        options += [("with", each) for each in self.added]
        options += [("without", each) for each in self.removed]
        return "".join(f" --{name} {value}" for name, value in options)

    def grade(self, text: str | None) -> str | None:
        """Return the name of a grade by its strategy's file name or title; None for None.

        Raises CriteriaError when there is no such grade.
        """
        known = {word: grade.name for grade in self.grades for word in _words(grade)}
        if text is None or _plain(text) in known:
            return None if text is None else known[_plain(text)]
        names = ", ".join(grade.name for grade in self.grades)
        raise CriteriaError(
            f"--grade {text}: there is no such grade; known are: {names}{self._hint(text)}"
        )

    def _hint(self, text: str) -> str:
        if _plain(text) in {_plain(one.name) for one in self.loaded.strategies}:
            return ""
        presets = self.loaded.source.tables.get("presets", {})
        shipped = {name: [name] for name in strategies()}
        for name, several in reversed({**shipped, **presets}.items()):
            if several and _plain(text) in (name, *several):
                return f"; --with {name} adds it"
        return ""


class Difficulty(NamedTuple):
    """How hard a puzzle is."""

    grade: Grade
    rating: Rating | None
    """The rating of the first workbook that solves the puzzle; None when it rates nothing."""


@dataclass
class Level(Portable):
    """Some grades, and the workbook that solves the puzzles up to them."""

    grades: tuple[Grade, ...]
    """The grades that the workbook before did not have: one, or all of the ladder."""
    model: Model

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.model, "fast")

    def solves(self, puzzle: Board, solution: Board) -> bool:
        """Return whether the workbook solves the puzzle."""
        self._solver.run(puzzle)
        return self._solver.shown() == list(map(float, solution.digits))

    def difficulty(self) -> Difficulty:
        """Return how hard the last puzzle was that the workbook solved."""
        return Difficulty(_highest(self._solver, self.grades), rating_of(self._solver))


def difficulty_of(levels: Iterable[Level], puzzle: Board, solution: Board) -> Difficulty | None:
    """Return how hard a puzzle is, by the first level that solves it; None if no level does."""
    solving = (each for each in levels if each.solves(puzzle, solution))
    return next((each.difficulty() for each in solving), None)


def criteria_for(
    grader: Grader, symmetry: str, clues: str | None, grade: str | None, rating: str | None
) -> Criteria:
    """Return the criteria that a user asks for; None stands for any.

    Raises CriteriaError for criteria that nobody can ask for.
    """
    if grade is not None and rating is not None:
        raise CriteriaError(f"--grade {grade} --rating {rating}: ask for one of them")
    rules = grader.rules
    fewest, most = clue_bounds(rules) if clues is None else clue_range(clues, rules)
    check_clues(symmetry, fewest, most, rules.side)
    asked = None if rating is None else rating_range(rating)
    if grade is not None or grader != Grader():
        grade = grader.grade(grade)
    return Criteria(symmetry, fewest, most, grade, asked, rules)


def levels_for(criteria: Criteria, grader: Grader) -> list[Level]:
    """Return the workbooks that grade and rate puzzles, as far as the criteria need them.

    Raises CriteriaError when a rating is asked for and the template rates nothing.
    """
    drive = grader.loaded.template.drive
    if criteria.rating is not None and (drive is None or drive.rating is None):
        raise CriteriaError(f"--rating {criteria.rating}: {grader.loaded.path} rates no puzzles")
    known = grader.grades if criteria.rating is None else grader.logic
    return _levels(grader.template, known, criteria.grade)


def _levels(
    template: str, grades: Mapping[Grade, StrategyRef | None], hardest: str | None = None
) -> list[Level]:
    """Build the workbooks of the grades up to ``hardest`` on disk, and return them as read back.

    The techniques share a workbook.  The hardest strategy has a level of its own: all easier
    strategies together do not solve a puzzle of this grade.
    """
    own = [grade for grade, one in grades.items() if one is None]
    groups: list[list[Grade]] = [own] if own else []
    is_own = hardest in {grade.name for grade in own}
    for grade in [] if is_own else [grade for grade in grades if grade not in own]:
        is_hardest = grade.name == hardest
        if None in (grade.rung, groups[-1][-1].rung if groups else None) or is_hardest:
            groups.append([grade])
        else:
            groups[-1].append(grade)
        if is_hardest:
            break
    levels: list[Level] = []
    known: list[Grade] = []
    for group in groups:
        known += group
        chosen = [one for each in known if (one := grades[each]) is not None]
        levels.append(Level(tuple(group), _built(template, chosen)))
    return levels


def _built(template: str, chosen: Iterable[StrategyRef]) -> Model:
    """Return the workbook of a template with these strategies alone, built on disk."""
    loaded = load(template, [one.text for one in chosen], own=False)
    return read_back(loaded.template, "graded")


def _techniques(drive: TemplateDrive | None) -> list[str]:
    """Return the words of the template's own techniques; those that place digits come first."""
    said = [part for part in (drive.placed, drive.gone) if part] if drive else []
    words = dict.fromkeys(word for part in said for _, word in sorted(part.reasons.items()))
    return [word for word in words if is_name(word)]


def _highest(solver: Solver, grades: Sequence[Grade]) -> Grade:
    """Return the hardest grade of a level that the solver used."""
    reasons = solver.reasons
    removed = [*filter(None, map(reasons.removed, solver.gone(quiet=True).values()))]
    if all(grade.name in reasons.known for grade in grades):
        placed = filter(None, map(reasons.placed, solver.placements()))
        used = {each.name for each in (*placed, *removed)}
        return next((each for each in reversed(grades) if each.name in used), grades[0])
    top = grades[-1].rung
    if solver.drive.gone is None or top is None:
        return grades[0]
    highest = max((each.number for each in removed if each.number <= top), default=0)
    return next(grade for grade in grades if grade.rung is not None and grade.rung >= highest)


def _words(grade: Grade) -> tuple[str, str]:
    return _plain(grade.name), _plain(grade.title)


def _plain(text: str) -> str:
    return re.sub("[^a-z0-9]+", "_", text.lower())
