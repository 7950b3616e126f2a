"""What a workbook shows of one puzzle: its boards, its status, and its reasons."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from xlbuilder.observe.solver import Solver
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Says


@dataclass(frozen=True)
class Rating:
    """How hard a workbook says that a puzzle is."""

    number: float | None
    """On the scale of Sudoku Explainer, 3.2 for an X-wing; None when there is no such number: the
    puzzle is not solved, or it took guesses, or the hardest technique is not rated."""
    words: str
    """``Rating: X-wing, 3.2``, "" when the workbook says nothing."""

    def __str__(self) -> str:
        """Return the number with one place, ``3.2``, or ``-`` without one."""
        return "-" if self.number is None else f"{self.number:.1f}"


@dataclass(frozen=True, repr=False)
class Solved:
    """What a workbook shows of a puzzle after its recalculation; `verify` judges it, this does not.

    ``R4C7`` is the cell in row 4, column 7.
    """

    puzzle: Board
    board: Board
    """The solution board; a cell that shows no digit is 0."""
    status: str
    """The status in words, "" in a workbook without one."""
    code: int | None
    """The code of the status, None in a workbook without one."""
    says: Says | None
    """What the code stands for."""
    iterations: int
    """Iterations after the last step, in which the puzzle is solved."""
    is_quiet: bool
    """True when nothing moved any more, False when the maximum of iterations ended it."""
    candidates: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The candidates of each cell; empty in a workbook without a board of candidates."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Why the digit of a cell stands there; empty in a workbook that keeps no reasons."""
    removed: Mapping[tuple[str, int], str] = field(default_factory=dict)
    """What removed a digit from the candidates of a cell, by cell and digit: the name that a
    strategy plugs in, ``naked_pairs``, or words, ``it stands in sight``.  `steps` says more of it.
    Empty in a workbook that keeps no reasons."""
    rating: Rating | None = None
    """How hard the puzzle was; None in a workbook that rates nothing."""
    problem: str = ""
    """The first cell of the solution board with an error or no digit, and its value; or ""."""

    def __repr__(self) -> str:
        """Return the board and the status; all fields are 30,000 characters."""
        return f"<Solved: {self.board} {self.status}>"


def solved(solver: Solver, puzzle: Board) -> Solved:
    """Enter ``puzzle`` into the workbook, take every step of its drive, and read what it shows."""
    recalculations = solver.run(puzzle)
    board, problem = solver.board()
    code = next(iter(solver.read("status")), None)
    return Solved(
        puzzle=puzzle,
        board=board,
        status=solver.texts("status_text", 1)[0],
        code=int(code) if isinstance(code, float) else None,
        says=solver.says(),
        iterations=recalculations[-1].iterations,
        is_quiet=recalculations[-1].quiet,
        candidates=_candidates(solver),
        reasons=_reasons(solver),
        removed=_removed(solver),
        rating=rating_of(solver),
        problem=problem[1] if problem else "",
    )


def rating_of(solver: Solver) -> Rating | None:
    """Return what a workbook shows after a run; None when its drive names no rating."""
    drive = solver.drive
    if drive.rating is None and drive.rating_text is None:
        return None
    number = next(iter(solver.read("rating")), None)
    (words,) = solver.texts("rating_text", 1)
    return Rating(number if isinstance(number, float) else None, words)


def _candidates(solver: Solver) -> dict[str, tuple[int, ...]]:
    left = solver.left()
    if left is None:
        return {}
    rules = solver.rules
    candidates: dict[str, tuple[int, ...]] = {rules.name_of(cell): () for cell in rules.cells}
    for cell, digit in sorted(left):
        candidates[rules.name_of(cell)] += (digit,)
    return candidates


def _reasons(solver: Solver) -> dict[str, str]:
    words = solver.read("why")
    if len(words) != len(solver.rules.cells):
        return {}
    pairs = enumerate(words)
    name_of = solver.rules.name_of
    return {name_of(cell): text for cell, text in pairs if isinstance(text, str) and text}


def _removed(solver: Solver) -> dict[tuple[str, int], str]:
    return {
        (solver.rules.name_of(cell), digit): str(reason)
        for (cell, digit), value in solver.marks().items()
        if isinstance(value, float) and value < 0 and (reason := solver.reasons.removed(value))
    }
