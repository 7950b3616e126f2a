"""What a board of candidates says: which are left, and which are gone for good.

Nothing here knows engines.  The board has 27x27 cells: a block of 3x3 for each cell of the puzzle,
in it the digits 1 to 9, row by row.
"""

from collections.abc import Sequence
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
class Removed:
    """A true candidate that is gone for good."""

    candidate: Candidate
    reason: tuple[int, str] | None = None
    """The number of the reason, and what it stands for; None when the workbook keeps no reasons."""
    step: str = ""
    """What was entered before the recalculation in which it went: ``state=Solve``."""
    iteration: int | None = None
    """The iteration in which it went; None when nobody knows."""

    @property
    def cell(self) -> str:
        """The cell of the puzzle: ``R4C7`` is row 4, column 7."""
        return address(self.candidate)

    @property
    def why(self) -> str:
        """The reason in words: ``locked_by_row (reason 3)``."""
        if self.reason is None:
            return ""
        number, words = self.reason
        return f"{words} (reason {number})" if words else f"reason {number}"

    def __str__(self) -> str:
        """Return it as a sentence without a full stop."""
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


def gone_for_good(values: Sequence[Value], gone: Gone, *, quiet: bool) -> dict[Candidate, Value]:
    """Return the candidates that are gone for good, with what their cells show.

    ``quiet`` says whether the workbook has come to rest.  An error is no statement.
    """
    pairs = zip(CANDIDATES, values, strict=True)
    if (above := gone.for_good_above) is not None:
        return {
            candidate: value
            for candidate, value in pairs
            if isinstance(value, float) and above < value < 1
        }
    return {candidate: value for candidate, value in pairs if not value} if quiet else {}


def reason_of(value: Value, gone: Gone) -> tuple[int, str] | None:
    """Return the number of the reason, and what it stands for, "" when the workbook keeps quiet.

    None when what the cell shows holds no reason.
    """
    if not gone.reason_digits or not isinstance(value, float):
        return None
    number = int(-value) % 10**gone.reason_digits
    return number, dict(gone.reasons).get(number, "")


def left(values: Sequence[Value]) -> frozenset[Candidate]:
    """Return the candidates that are left: their cells show their digits."""
    return frozenset(
        candidate
        for candidate, value in zip(CANDIDATES, values, strict=True)
        if value == candidate[1]
    )
