"""The order of guesses of `sudoku`, calculated from the valid values by other means."""

from collections.abc import Sequence

from xlbuilder.sudoku.board import Board

NO_GUESS = 99_999_999.0

Places = dict[int, set[int]]
"""For each digit the cells, 0 to 80, that have it as a candidate."""


def in_sight(cell: int) -> set[int]:
    """Return the cells in the row, the column and the box of this one, with itself."""
    row, column = divmod(cell, 9)
    return {
        9 * r + c
        for r in range(9)
        for c in range(9)
        if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
    }


def reach(cell: int, digit: int, other: int, places: Places) -> int:
    """Return how many places the digit would lose, and 3 for each house left with one place.

    The place of the digit itself counts as lost.  One place may be left to the digit in another
    box, once for the row that meets it and once for the column, and to the other candidate of the
    cell in the row, the column and the box.
    """
    row, column = divmod(cell, 9)
    row_cells = {9 * row + c for c in range(9)}
    column_cells = {9 * r + column for r in range(9)}
    singles = 0
    for line in (row_cells, column_cells):
        for box in range(9):
            inside = {at for at in places[digit] if box_of(at) == box}
            is_another = box != box_of(cell)
            singles += is_another and bool(inside & line) and len(inside - line) == 1
        singles += len(line & places[other]) == 2
    in_box = {at for at in places[other] if box_of(at) == box_of(cell)} - {cell}
    singles += len(in_box) == 1 and not in_box & (row_cells | column_cells)
    return len(in_sight(cell) & places[digit]) + 3 * singles


def box_of(cell: int) -> int:
    """Return the box of a cell, 0 to 8."""
    return cell // 27 * 3 + cell % 9 // 3


def promise(cell: int, pair: set[int], places: Places, dead_ends: Sequence[float]) -> int:
    """Return how much follows from either candidate of a cell, with the weights of both."""
    low, high = sorted(pair)
    weights = (20 + dead_ends[low - 1]) * (20 + dead_ends[high - 1])
    reaches = reach(cell, low, high, places) * reach(cell, high, low, places)
    return int(4 * reaches * weights // (20 + max(dead_ends)) ** 2)


def missing_in_a_row(candidates: list[set[int]]) -> list[bool]:
    """Return for each digit whether a row has no place for it."""
    rows = [set[int]().union(*candidates[9 * r : 9 * r + 9]) for r in range(9)]
    return [any(digit not in row for row in rows) for digit in range(1, 10)]


def expected_order(
    shown: Board, candidates: list[set[int]], dead_ends: Sequence[float]
) -> list[float]:
    """Return what `guess_order` should show for this solution and these candidates."""
    places = {digit: {at for at in range(81) if digit in candidates[at]} for digit in range(1, 10)}
    numbers = []
    for cell, left in enumerate(candidates):
        if shown.digits[cell] or not left:
            numbers.append(NO_GUESS)
            continue
        empty = sum(shown.digits[at] == 0 for at in in_sight(cell))
        rank = len(left) * 10_000 - empty
        rank -= promise(cell, left, places, dead_ends) if len(left) == 2 else 0
        numbers.append(float(rank * 1000 + (cell // 9 + 1) * 100 + (cell % 9 + 1) * 10 + max(left)))
    return numbers


def guesses_in_another_order(sheet, puzzle):
    """Return whether the order of guesses is ever another than it should be, row by row.

    It is 0 everywhere while no guess is looked for.  The same of the dead ends that are counted.
    """
    sheet.follow("row-major", "zero", iterations=120)
    sheet.enter(puzzle)
    looked_for = 0
    dead_ends = [0] * 9
    for _ in sheet.session.iterations():
        controller = sheet.one("controller")
        if controller > 0:
            missing = missing_in_a_row(sheet.candidates())
            dead_ends = [
                count + (count % 2 != is_missing)
                for count, is_missing in zip(dead_ends, missing, strict=True)
            ]
        else:
            dead_ends = [count + count % 2 for count in dead_ends] if controller else [0] * 9
        if sheet.read("dead_ends") != dead_ends:
            return True
        if controller > 0:
            expected = [0.0] * 81
            if sheet.one("nothing_found") == 1:
                expected = expected_order(sheet.shown(), sheet.candidates(), dead_ends)
                looked_for += 1
            if sheet.read("guess_order") != expected:
                return True
    assert looked_for
    return False
