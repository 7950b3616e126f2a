"""Positions run through a workbook that takes them: the strategy ``position`` is plugged in.

All digits of a position are entered as clues, those that a player placed too.  The board
``deleted`` has 27x27 cells, one for each candidate: its digit in the cell deletes it.
"""

from functools import cached_property

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.proof.candidates import CANDIDATES
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.stored import stored_puzzle
from xlbuilder.recalc.schedule import Recalculation
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.position import Position
from xlbuilder.xlsx.model import Model

STRATEGY = "position"
"""The shipped strategy that lets a workbook start from pencil marks."""

BOARD = "deleted"
"""The name of the board that takes what is deleted."""

_SIDE = 27


def stored_position(model: Model) -> Position:
    """Return the puzzle that a workbook holds, without the candidates that are typed as deleted.

    Raises WorkbookError when it takes no puzzle, PuzzleError when an entry is no digit.
    """
    area = _deletions(model)
    values = model.values_of(area) if area is not None else []
    pairs = zip(CANDIDATES, values, strict=bool(values))
    deleted = frozenset(candidate for candidate, value in pairs if value == candidate[1])
    return Position(stored_puzzle(model), deleted)


class PositionSolver(Solver):
    """A workbook opened in an engine, and run with one position after the other.

    A workbook without a board for what is deleted takes puzzles only.
    """

    _deleted: frozenset[Candidate] = frozenset()

    @cached_property
    def _marks(self) -> list[tuple[Area, Candidate]]:
        """The cells that take what is deleted, each with its candidate."""
        area = _deletions(self.model)
        return list(zip(area.cells(), CANDIDATES, strict=True)) if area is not None else []

    def take(self, position: Position) -> Board:
        """Delete the position's candidates in the runs that follow; return its digits to run.

        Raises WorkbookError when something is deleted, and the workbook has no board for it.
        """
        if position.deleted and not self._marks:
            raise WorkbookError(
                f"{self.model.path}: takes no position, as it has no board named {BOARD}; build it"
                f" with --with {STRATEGY}, or give the template in its place"
            )
        self._deleted = position.deleted
        return position.board

    def run_position(self, position: Position) -> tuple[Recalculation, ...]:
        """Enter ``position`` as the schedule starts it, and take every step of the drive."""
        return self.run(self.take(position))

    def _enter(self, puzzle: Board) -> None:
        super()._enter(puzzle)
        for cell, candidate in self._marks:
            self.session.enter(cell, float(candidate[1]) if candidate in self._deleted else None)


def _deletions(model: Model) -> Area | None:
    """Return the board that takes what is deleted, None when the workbook has none."""
    area = model.area(BOARD)
    return area if area is not None and area.shape == (_SIDE, _SIDE) else None
