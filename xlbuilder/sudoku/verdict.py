"""Judges what a workbook shows: its solution board, and what its status says of the puzzle.

This module knows no file, formula or engine; rules.py and sat.py decide what is right.
"""

from enum import Enum, IntEnum
from typing import Self

from xlbuilder.errors import counted
from xlbuilder.sudoku.board import Board, keeps_givens
from xlbuilder.sudoku.sat import Answers


class Says(Enum):
    """What the status of a workbook can say of the puzzle; the drive has the codes."""

    WORKING = "working"
    """The workbook has not finished; its digits may be guesses."""
    SOLVED = "solved"
    ONLY_SOLUTION = "only_solution"
    """Solved, and there is no other solution."""
    SEVERAL_SOLUTIONS = "several_solutions"
    STUCK = "stuck"
    """The workbook finds no more digits."""
    NO_SOLUTION = "no_solution"
    NO_SINGLE_SOLUTION = "no_single_solution"
    """The clues cannot have a single solution, so the workbook does not look for one."""
    NO_RUN = "no_run"
    """Anything else: an entry is invalid, iteration is off, the workbook waits for its user."""


class Outcome(IntEnum):
    """What a verdict says of the workbook, from the best to the worst."""

    RIGHT = 0
    """The workbook has done all that the puzzle allows."""
    UNFINISHED = 1
    """The workbook has not done all, but all that it claims is true."""
    FALSE = 2
    """Something that the workbook shows, says, removes for good or declares is not true."""


class Kind(Enum):
    """The kinds of verdicts on a puzzle, each with its outcome."""

    SOLVED = "solved", Outcome.RIGHT
    """Every house holds different digits, and every given is kept."""
    NO_SOLUTION_SAID = "no solution, and it says so", Outcome.RIGHT
    """The puzzle has no solution, and the status says so."""
    NO_SINGLE_SOLUTION_SAID = "no single solution, and it says so", Outcome.RIGHT
    """The puzzle has no solution or several, the status says so, and every digit is right."""
    STALLED = "stalled", Outcome.UNFINISHED
    """The workbook came to rest with empty cells; every digit that it shows is right."""
    CAPPED = "capped", Outcome.UNFINISHED
    """It reached the maximum of iterations with empty cells; every digit that it shows is right."""
    WORKING = "working", Outcome.UNFINISHED
    """The status says that it has not finished; its digits may be guesses."""
    WRONG = "wrong", Outcome.FALSE
    """A cell shows a digit that is in no solution of the puzzle, or something that is no digit."""
    TRUE_CANDIDATE_REMOVED = "true candidate removed", Outcome.FALSE
    """A candidate that belongs to a solution is gone for good, whatever the digits show."""
    ORDERS_DIFFER = "orders differ", Outcome.FALSE
    """Two orders left different candidates, but every strategy is declared monotone."""
    WRONG_STATUS = "wrong status", Outcome.FALSE
    """The status says something that is not true."""
    GIVENS_CHANGED = "givens changed", Outcome.FALSE
    """The solution board does not show the puzzle's own digits."""
    ERROR = "error in a cell", Outcome.FALSE
    """The solution board shows an error value."""
    UNSOLVABLE = "no solution", Outcome.UNFINISHED
    """The puzzle has no solution, and the status does not say so."""

    outcome: Outcome
    """What the verdict says of the workbook."""

    def __new__(cls, words: str, outcome: Outcome) -> Self:
        """Return a kind whose value is its words; each kind needs an outcome."""
        kind = object.__new__(cls)
        kind._value_ = words
        kind.outcome = outcome
        return kind

    @property
    def is_right(self) -> bool:
        """Return whether the workbook has done all that this puzzle allows."""
        return self.outcome is Outcome.RIGHT

    @property
    def is_false(self) -> bool:
        """Return whether something that the workbook shows, says or removed is not true."""
        return self.outcome is Outcome.FALSE


def judge(
    puzzle: Board, shown: Board, says: Says | None, answers: Answers, *, quiet: bool
) -> tuple[Kind, str]:
    """Return the verdict on a solution board of digits and empty cells, and its detail.

    ``says`` is what the status says, None for a workbook without one.  ``quiet`` is whether the
    workbook came to rest.
    """
    if says is Says.WORKING:
        what = f"{_empty(shown)}, or digits that are guesses"
        if answers.rules.is_solution(puzzle, shown):
            what = "it shows a solution, but its status says that the work goes on"
        return Kind.WORKING, what + "; it came to rest" * quiet
    if says is Says.NO_RUN:
        return Kind.WRONG_STATUS, "its status says that it cannot work on this puzzle"
    if answers.rules.is_solution(puzzle, shown):
        return _judge_status(puzzle, says, answers)
    if (solution := answers.solution(puzzle)) is None:
        if says is Says.NO_SOLUTION:
            return Kind.NO_SOLUTION_SAID, ""
        if says is Says.NO_SINGLE_SOLUTION:
            return Kind.NO_SINGLE_SOLUTION_SAID, ""
        if says not in (None, Says.STUCK):
            return Kind.WRONG_STATUS, "its status says that it is solved, but there is no solution"
        if not keeps_givens(puzzle, shown):
            return Kind.GIVENS_CHANGED, _changed_givens(puzzle, shown)
        return Kind.UNSOLVABLE, "the puzzle has no solution"
    if says is Says.NO_SOLUTION:
        return Kind.WRONG_STATUS, "its status says that there is no solution, but there is"
    if not keeps_givens(puzzle, shown):
        return Kind.GIVENS_CHANGED, _changed_givens(puzzle, shown)
    if not keeps_givens(shown, solution) and answers.solution(shown) is None:
        return Kind.WRONG, _first_wrong(puzzle, shown, answers)
    if says is Says.NO_SINGLE_SOLUTION:
        if answers.has_several(puzzle):
            return Kind.NO_SINGLE_SOLUTION_SAID, _empty(shown)
        return Kind.WRONG_STATUS, "its status says that there is no single solution, but there is"
    if says not in (None, Says.STUCK):
        return Kind.WRONG_STATUS, f"its status says that it is solved, but {_empty(shown)}"
    return (Kind.STALLED if quiet else Kind.CAPPED), _empty(shown)


def with_removed(kind: Kind, detail: str, removed: str) -> tuple[Kind, str]:
    """Return the verdict and its detail when a true candidate is lost too; ``removed`` names it.

    A wrong board is worse than the loss, and stays the verdict.  A wrong status follows from the
    loss, which is the verdict then.
    """
    if kind in (Kind.ERROR, Kind.WRONG, Kind.GIVENS_CHANGED):
        return kind, f"{detail}; {removed}"
    return Kind.TRUE_CANDIDATE_REMOVED, removed


def _judge_status(puzzle: Board, says: Says | None, answers: Answers) -> tuple[Kind, str]:
    """Return the verdict and its detail when the board shows a solution."""
    if says in (Says.STUCK, Says.NO_SOLUTION, Says.NO_SINGLE_SOLUTION):
        return Kind.WRONG_STATUS, "it shows a solution, but its status does not say so"
    if says in (Says.ONLY_SOLUTION, Says.SEVERAL_SOLUTIONS):
        only = not answers.has_several(puzzle)
        if only != (says is Says.ONLY_SOLUTION):
            what = "is only one solution" if only else "are several solutions"
            return Kind.WRONG_STATUS, f"its status says otherwise, but there {what}"
    return Kind.SOLVED, ""


def _empty(shown: Board) -> str:
    return f"{counted(shown.digits.count(0), 'cell')} left"


def _changed_givens(puzzle: Board, shown: Board) -> str:
    """Return words for the first given that the board does not show, and how many more are lost."""
    pairs = enumerate(zip(puzzle.digits, shown.digits, strict=True))
    changed = [(cell, given, digit) for cell, (given, digit) in pairs if given not in (0, digit)]
    cell, given, digit = changed[0]
    side = puzzle.side
    words = f"row {cell // side + 1}, column {cell % side + 1} shows {digit or 'nothing'}"
    more = f"; {len(changed) - 1} more are not shown" * (len(changed) > 1)
    return f"{words}, not its given {given}{more}"


def _first_wrong(puzzle: Board, shown: Board, answers: Answers) -> str:
    """Return words for the first cell whose digit, with the digits before it, is in no solution."""
    so_far = list(puzzle.digits)
    for cell, digit in enumerate(shown.digits):
        so_far[cell] = digit or so_far[cell]
        if answers.solution(Board(tuple(so_far))) is None:
            side = puzzle.side
            return f"row {cell // side + 1}, column {cell % side + 1} shows {digit}"
    raise AssertionError("a board without solution has a wrong digit")
