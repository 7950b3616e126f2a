"""The order of guesses of `sudoku`, calculated from the valid values by other means."""

from math import prod

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


def reach(cell: int, digit: int, places: Places) -> int:
    """Return how many places the digit would lose, and 3 for each box left with one place.

    A box counts once for the row that meets it and once for the column.  Where the digit would
    stand counts as a place that is lost; the box of the cell counts as if it were another box.
    """
    row, column = divmod(cell, 9)
    lost = len(in_sight(cell) & places[digit])
    left_with_one = 0
    for line in ({9 * row + c for c in range(9)}, {9 * r + column for r in range(9)}):
        for box in range(9):
            inside = {at for at in places[digit] if at // 27 * 3 + at % 9 // 3 == box}
            left_with_one += bool(inside & line) and len(inside - line) == 1
    return lost + 3 * left_with_one


def expected_order(shown: Board, candidates: list[set[int]]) -> list[float]:
    """Return what `guess_order` should show for this solution and these candidates."""
    places = {digit: {at for at in range(81) if digit in candidates[at]} for digit in range(1, 10)}
    numbers = []
    for cell, left in enumerate(candidates):
        if shown.digits[cell] or not left:
            numbers.append(NO_GUESS)
            continue
        empty = sum(shown.digits[at] == 0 for at in in_sight(cell))
        promise = prod(reach(cell, digit, places) for digit in left) if len(left) == 2 else 0
        rank = len(left) * 10_000 - promise - empty
        numbers.append(float(rank * 1000 + (cell // 9 + 1) * 100 + (cell % 9 + 1) * 10 + max(left)))
    return numbers


def guesses_in_another_order(sheet, puzzle):
    """Return whether the order of guesses is ever another than it should be, row by row.

    It is 0 everywhere while no guess is looked for.
    """
    sheet.follow("row-major", "zero", iterations=60)
    sheet.enter(puzzle)
    looked_for = 0
    for _ in sheet.session.iterations():
        if sheet.one("controller") > 0:
            expected = [0.0] * 81
            if sheet.one("nothing_found") == 1:
                expected = expected_order(sheet.shown(), sheet.candidates())
                looked_for += 1
            if sheet.read("guess_order") != expected:
                return True
    assert looked_for
    return False
