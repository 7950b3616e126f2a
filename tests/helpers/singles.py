"""Naked and hidden singles once more, in Python: what the grades of the workbooks are held to."""

from xlbuilder.sudoku.board import DIGITS, UNITS, Board


def by_singles(puzzle):
    """Return the board where naked and hidden singles find no more."""
    digits = list(puzzle.digits)
    units_of = [[unit for unit in UNITS.values() if cell in unit] for cell in range(81)]

    def candidates(cell):
        in_sight = {digits[other] for unit in units_of[cell] for other in unit}
        return set() if digits[cell] else set(DIGITS) - in_sight

    def found():
        for cell in range(81):
            if len(left := candidates(cell)) == 1:
                yield cell, left.pop()
        for unit in UNITS.values():
            for digit in DIGITS:
                places = [cell for cell in unit if digit in candidates(cell)]
                if len(places) == 1:
                    yield places[0], digit

    while single := next(found(), None):
        cell, digits[cell] = single
    return Board(tuple(digits))
