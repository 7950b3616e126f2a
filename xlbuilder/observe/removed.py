"""The true candidate that a workbook removed for good: which one went first, when, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from xlbuilder.formula.values import Value
from xlbuilder.observe.candidates import all_candidates, is_gone_for_good
from xlbuilder.observe.events import Events
from xlbuilder.observe.reasons import Reason
from xlbuilder.observe.solver import Solver
from xlbuilder.sudoku.board import NINE, Board, Candidate
from xlbuilder.sudoku.rules import name_of


@dataclass(frozen=True)
class RemovedCandidate:
    """A candidate that is part of a solution, and that the workbook has removed for good."""

    candidate: Candidate
    reason: Reason | None = None
    """None when the workbook shows no reasons."""
    step: str = ""
    """What was entered before the recalculation that removed it: ``state=Solve``."""
    iteration: int | None = None
    """The iteration that removed it, from 1; None when the engine does not show its iterations."""
    side: int = NINE
    """Of the board."""

    @property
    def cell(self) -> str:
        """The cell of the puzzle, such as ``R4C7``: row 4, column 7."""
        return name_of(self.candidate[0], self.side)

    @property
    def words(self) -> str:
        """The words of the reason alone; "" without any."""
        return self.reason.words if self.reason else ""

    @property
    def why(self) -> str:
        """The reason in words: ``in_naked_pair (reason 3)``."""
        if self.reason is None:
            return ""
        number = f"reason {self.reason.number}"
        return f"{self.words} ({number})" if self.words else number

    def __str__(self) -> str:
        """Return the sentence for a report, without its full stop."""
        said = f"{self.candidate[1]} of {self.cell} is in a solution, and gone for good"
        if self.why:
            said += f": {self.why}"
        if self.iteration is not None:
            said += f", in iteration {self.iteration}"
            said += f" of {self.step}" * bool(self.step)
        return said


def first_removed(
    solver: Solver, puzzle: Board, candidates: Mapping[Candidate, Value]
) -> RemovedCandidate:
    """Return which of these candidates went for good first, and why and when it went.

    ``candidates`` are gone now, each with what its cell shows.  Runs the puzzle again if the engine
    shows its iterations.  If not, the first on the board counts, and its iteration is not known.
    """
    rules = solver.drive.gone
    assert rules is not None
    every = all_candidates(puzzle.side)
    went: dict[Candidate, tuple[int, str, int]] = {}
    if solver.session.shows_iterations:
        for count, one in enumerate(Events(solver).run(puzzle)):
            for event in one.marks:
                each = every[event.place]
                was_gone = count > 0 and is_gone_for_good(event.before, rules)
                if each in candidates and is_gone_for_good(event.after, rules) and not was_gone:
                    went[each] = count, one.step, one.number
    last = len(every), 0
    first = min(candidates, key=lambda each: (*went.get(each, last)[:1], each))
    reason = solver.reasons.removed(candidates[first])
    if first not in went:
        return RemovedCandidate(first, reason, side=puzzle.side)
    _, step, iteration = went[first]
    return RemovedCandidate(first, reason, step, iteration, puzzle.side)
