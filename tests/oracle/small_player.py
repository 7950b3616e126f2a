"""Small Sudokus in plain Python: their houses, their solutions, and what a player finds in them.

Nothing of xlbuilder is used.  A board is a text with a character for each cell, ``.`` for none.
"""

from functools import cache
from itertools import product

BLOCKS = {4: (2, 2), 6: (2, 3)}
"""Rows and columns of a box, by the side."""


@cache
def houses(side):
    """Return the rows, the columns and the boxes, each a set of cells."""
    high, wide = BLOCKS[side]
    cells = [*product(range(side), range(side))]
    kinds = (
        lambda row, _: row,
        lambda _, column: column,
        lambda row, column: (row // high, column // wide),
    )
    found: list[set[int]] = []
    for kind in kinds:
        of_kind: dict[object, set[int]] = {}
        for row, column in cells:
            of_kind.setdefault(kind(row, column), set()).add(side * row + column)
        found += of_kind.values()
    return found


@cache
def in_sight(side):
    """Return the cells that each cell sees."""
    return [
        set().union(*(house for house in houses(side) if cell in house)) - {cell}
        for cell in range(side * side)
    ]


def side_of(puzzle):
    return {16: 4, 36: 6}[len(puzzle)]


def solutions(puzzle, most=2):
    """Return the first solutions of a puzzle, at most so many, found by trying."""
    side = side_of(puzzle)
    open_cells = [cell for cell, mark in enumerate(puzzle) if mark == "."]
    if not open_cells:
        return [puzzle]
    left = {
        cell: {*"123456"[:side]} - {puzzle[other] for other in in_sight(side)[cell]}
        for cell in open_cells
    }
    cell = min(open_cells, key=lambda each: len(left[each]))
    found: list[str] = []
    for digit in sorted(left[cell]):
        if len(found) < most:
            rest = puzzle[:cell] + digit + puzzle[cell + 1 :]
            found += solutions(rest, most - len(found))
    return found


def played(puzzle):
    """Return the board, and the candidates of each cell, when singles and locked candidates end."""
    side = side_of(puzzle)
    left = [{*"123456"[:side]} for _ in puzzle]
    while True:
        digits = dict(_placed(puzzle, left))
        gone = {(cell, digit) for cell in digits for digit in left[cell] - {digits[cell]}}
        for cell, digit in digits.items():
            gone |= {(other, digit) for other in in_sight(side)[cell] if digit in left[other]}
        gone |= {each for each in _locked(side, left) if each[1] in left[each[0]]}
        if not gone:
            return "".join(digits.get(cell, ".") for cell in range(side * side)), left
        for cell, digit in gone:
            left[cell].discard(digit)


def _placed(puzzle, left):
    """Yield the digits that stand: the clues, and naked and hidden singles."""
    yield from ((cell, min(digits)) for cell, digits in enumerate(left) if len(digits) == 1)
    for house in houses(side_of(puzzle)):
        for digit in set().union(*(left[cell] for cell in house)):
            places = [cell for cell in house if digit in left[cell]]
            if len(places) == 1:
                yield places[0], digit
    yield from ((cell, mark) for cell, mark in enumerate(puzzle) if mark != ".")


def _locked(side, left):
    """Yield what goes because all places of a digit in one house lie in another one."""
    for one, other in product(houses(side), repeat=2):
        if len(one & other) > 1:
            for digit in "123456"[:side]:
                if not any(digit in left[cell] for cell in one - other):
                    yield from ((cell, digit) for cell in other - one)
