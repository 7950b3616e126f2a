"""Reads a board of candidates: which candidates are left, and which are gone for good.

The board has 27x27 cells: a block of 3x3 for each cell of the puzzle, and in it a cell for each
digit, row by row.  A candidate is gone for good when it went under no guess, so that nothing brings
it back; how the board shows this, the drive of the workbook says (xlsx/drive.py, ``Gone``).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from xlbuilder.formula.values import Value
from xlbuilder.sudoku.board import Candidate
from xlbuilder.xlsx.drive import Gone

CANDIDATES: tuple[Candidate, ...] = tuple(
    (row // 3 * 9 + column // 3, row % 3 * 3 + column % 3 + 1)
    for row in range(27)
    for column in range(27)
)
"""The candidate that each cell of the board stands for, row by row."""


@dataclass(frozen=True)
class RemovedCandidate:
    """A candidate that is part of a solution, and that the workbook has removed for good."""

    candidate: Candidate
    reason: tuple[int, str] | None = None
    """The number of the reason, and its words; None when the workbook shows no reasons."""
    step: str = ""
    """What was entered before the recalculation that removed it: ``state=Solve``."""
    iteration: int | None = None
    """The iteration that removed it, from 1; None when the engine does not show its iterations."""

    @property
    def cell(self) -> str:
        """The cell of the puzzle, such as ``R4C7``: row 4, column 7."""
        return address(self.candidate)

    @property
    def words(self) -> str:
        """The words of the reason alone; "" without any."""
        return self.reason[1] if self.reason else ""

    @property
    def why(self) -> str:
        """The reason in words: ``in_naked_pair (reason 3)``."""
        if self.reason is None:
            return ""
        number, words = self.reason
        return f"{words} (reason {number})" if words else f"reason {number}"

    def __str__(self) -> str:
        """Return the sentence for a report, without its full stop."""
        said = f"{self.candidate[1]} of {self.cell} is in a solution, and gone for good"
        if self.why:
            said += f": {self.why}"
        if self.iteration is not None:
            said += f", in iteration {self.iteration}"
            said += f" of {self.step}" * bool(self.step)
        return said


def address(candidate: Candidate) -> str:
    """Return the cell of a candidate as ``R4C7``."""
    row, column = divmod(candidate[0], 9)
    return f"R{row + 1}C{column + 1}"


def gone_for_good(
    marks: Mapping[Candidate, Value], gone: Gone, *, quiet: bool
) -> dict[Candidate, Value]:
    """Return the candidates that are gone for good, each with what its cell shows.

    ``marks`` are what the cells of all candidates show; ``quiet`` says whether the workbook has
    come to rest.  A cell that shows an error says nothing about its candidate, nor does 0 where
    each mark has the number of a reason.
    """
    if (above := gone.for_good_above) is not None:
        least = 0 if gone.reason_digits else 1
        return {
            candidate: value
            for candidate, value in marks.items()
            if isinstance(value, float) and above < value < least
        }
    return {candidate: value for candidate, value in marks.items() if not value} if quiet else {}


def reason_of(value: Value, gone: Gone) -> tuple[int, str] | None:
    """Return the number of the reason that a cell of the board shows, and its words.

    The words are "" when the workbook has none for this number.  None without a reason there.
    """
    if not gone.reason_digits or not isinstance(value, float):
        return None
    number = int(-value) % 10**gone.reason_digits
    return number, gone.reasons.get(number, "")


def left(marks: Mapping[Candidate, Value]) -> frozenset[Candidate]:
    """Return the candidates that are left: their cells show their digits."""
    return frozenset(candidate for candidate, value in marks.items() if value == candidate[1])
