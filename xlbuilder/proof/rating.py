"""How hard a puzzle is, as the workbook that solved it says."""

from dataclasses import dataclass

from xlbuilder.proof.solver import Solver


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


def rating_of(solver: Solver) -> Rating | None:
    """Return what a workbook shows after a run; None when its drive names no rating."""
    drive = solver.drive
    if drive.rating is None and drive.rating_text is None:
        return None
    number = solver.read(drive.rating)[0] if drive.rating else None
    words = solver.read(drive.rating_text)[0] if drive.rating_text else None
    return Rating(
        number if isinstance(number, float) else None, words if isinstance(words, str) else ""
    )
