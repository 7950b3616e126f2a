"""Reads a board of candidates: which candidates are left, and which are gone for good.

The board has 27x27 cells: a block of 3x3 for each cell of the puzzle, and in it a cell for each
digit, row by row.  A candidate is gone for good when it went under no guess, so that nothing brings
it back; how the board shows this, the drive of the workbook says (drive/drive.py, ``Gone``).
"""

from collections.abc import Mapping

from xlbuilder.drive.drive import Gone
from xlbuilder.formula.values import Value
from xlbuilder.sudoku.board import DIGITS, Candidate
from xlbuilder.sudoku.rules import name_of

CANDIDATES: tuple[Candidate, ...] = tuple(
    (row // 3 * 9 + column // 3, row % 3 * 3 + column % 3 + 1)
    for row in range(27)
    for column in range(27)
)
"""The candidate that each cell of the board stands for, row by row."""


def address(candidate: Candidate) -> str:
    """Return the cell of a candidate as ``R4C7``."""
    return name_of(candidate[0])


def gone_for_good(
    marks: Mapping[Candidate, Value], gone: Gone, *, quiet: bool
) -> dict[Candidate, Value]:
    """Return the candidates that are gone for good, each with what its cell shows.

    ``marks`` are what the cells of all candidates show; ``quiet`` says whether the workbook has
    come to rest.
    """
    if gone.for_good_above is None and not quiet:
        return {}
    return {each: value for each, value in marks.items() if is_gone_for_good(value, gone)}


def is_gone_for_good(value: Value, gone: Gone) -> bool:
    """Return whether a candidate is gone for good whose cell shows ``value``.

    A cell that shows an error says nothing about its candidate, nor does 0 where each mark has the
    number of a reason.  Where a candidate that is gone shows nothing, the workbook must have come
    to rest.
    """
    if (above := gone.for_good_above) is None:
        return not value
    least = 0 if gone.reason_digits else 1
    return isinstance(value, float) and above < value < least


def left(marks: Mapping[Candidate, Value]) -> frozenset[Candidate]:
    """Return the candidates that are left: their cells show their digits."""
    return frozenset(candidate for candidate, value in marks.items() if value == candidate[1])


def digit_of(value: Value) -> int:
    """Return the digit that a cell of the solution shows, 0 for anything else."""
    return int(value) if isinstance(value, float) and value in DIGITS else 0
