"""Finds the grade of a puzzle, which is what our own workbook needs to solve it.

The template is built with the first of its strategies, with the first two, and so on.  The grade of
a puzzle is the last strategy of the first workbook that solves it.  So a strategy that is added to
the template's list is a grade.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from xlbuilder.errors import CriteriaError, TemplateError
from xlbuilder.generate.criteria import Grade
from xlbuilder.proof.solver import Solver
from xlbuilder.sudoku.board import Board
from xlbuilder.template.load import load
from xlbuilder.workbook.write import build
from xlbuilder.xlsx.model import Model, read_workbook


class Step(NamedTuple):
    """A grade, and the workbook that solves the puzzles up to it."""

    grade: Grade
    model: Model


def grade_names(template: str) -> list[str]:
    """Return the grades of a template, the easiest first.

    Raises TemplateError for a template with problems, or without strategies.
    """
    loaded = load(template)
    if not loaded.template.strategies:
        raise TemplateError([f"{loaded.path}: has no strategies, so it knows no grades"])
    return [Path(name).stem for name in loaded.template.strategies]


def check_grade(grade: str | None, template: str) -> None:
    """Raise CriteriaError for a grade that the template lacks, TemplateError if it has none."""
    known = grade_names(template)
    if grade is not None and grade not in known:
        raise CriteriaError(
            f"--grade {grade}: there is no such grade; known are: {', '.join(known)}"
        )


def steps(template: str, hardest: str | None = None) -> list[Step]:
    """Build the workbook of each grade up to ``hardest`` on disk, and return them as read back."""
    strategies = load(template).template.strategies
    found = []
    with TemporaryDirectory(prefix="xlbuilder-") as folder:
        for count, strategy in enumerate(strategies, 1):
            loaded = load(template, removed=strategies[count:])
            path = Path(folder) / f"{count}.xlsx"
            build(loaded.template, path)
            grade = Grade(Path(strategy).stem, loaded.template.plugged[-1].title)
            found.append(Step(grade, read_workbook(path)))
            if grade.name == hardest:
                break
    return found


@dataclass
class Grades:
    """The workbooks of the grades, each opened when it is first needed."""

    steps: Sequence[Step]
    _opened: dict[str, Solver] = field(default_factory=dict)

    def grade_of(self, puzzle: Board, solution: Board) -> Grade | None:
        """Return the first grade whose workbook solves the puzzle; None when none does."""
        grades = (step.grade for step in self.steps)
        return next((each for each in grades if self.solves(each.name, puzzle, solution)), None)

    def solves(self, grade: str, puzzle: Board, solution: Board) -> bool:
        """Return whether the workbook of a grade shows the solution after a recalculation."""
        solver = self._solver(grade)
        solver.run(puzzle)
        return [value for _, value in solver.shown()] == list(map(float, solution.digits))

    def _solver(self, grade: str) -> Solver:
        if grade not in self._opened:
            (model,) = (step.model for step in self.steps if step.grade.name == grade)
            self._opened[grade] = Solver(model, "fast")
        return self._opened[grade]
