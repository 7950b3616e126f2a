"""Reads a board of candidates: which candidates are left, and which are gone for good.

The board has 27x27 cells: a block of 3x3 for each cell of the puzzle, and in it a cell for each
digit, row by row.  In a small Sudoku a block is as large as a box: 2x3 or 2x2.  A candidate is gone
for good when it went under no guess, so that nothing brings it back; how the board shows this, the
drive of the workbook says (drive/drive.py, ``Gone``).
"""

from collections.abc import Mapping
from functools import cache

from xlbuilder.drive.drive import Gone
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.sudoku.board import BOX_SHAPES, DIGITS, NINE, Candidate


@cache
def all_candidates(side: int) -> tuple[Candidate, ...]:
    """Return the candidate that each cell of the board stands for, row by row."""
    down, across = BOX_SHAPES[side]
    return tuple(
        (row // down * side + column // across, row % down * across + column % across + 1)
        for row in range(side * down)
        for column in range(side * across)
    )


CANDIDATES = all_candidates(NINE)
"""The candidates of nine by nine cells."""
_TEXTS = frozenset(map(str, DIGITS))


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
    """Return the digit that a cell of the solution shows, as a number or a text; else 0."""
    if isinstance(value, str):
        return int(value) if value in _TEXTS else 0
    return int(value) if isinstance(value, float) and value in DIGITS else 0


def is_digit_or_nothing(value: Value) -> bool:
    """Return whether a cell of a puzzle or of a solution may hold this."""
    return is_nothing(value) or digit_of(value) > 0
