"""XY-, XYZ- and W-wing in plain Python, by their definitions, to compare the strategies with."""

from itertools import combinations, product

from players import SIGHT, address

from xlbuilder.sudoku.board import DIGITS, UNITS

HOUSES = {name.lower(): frozenset(unit) for name, unit in UNITS.items()}


def described(cell, digits):
    return f"{address(cell)} ({', '.join(map(str, sorted(digits)))})"


def wing(size, name):
    """A pivot of two or three digits, and two cells of two digits that it sees."""

    def find(left):
        for pivot in (cell for cell in range(81) if len(left[cell]) == size):
            twos = [cell for cell in sorted(SIGHT[pivot]) if len(left[cell]) == 2]
            for one, two in combinations(twos, 2):
                shared = left[one] & left[two]
                if len(shared) != 1 or left[one] ^ left[two] != left[pivot] - shared:
                    continue
                if (size == 3) != (shared <= left[pivot]):
                    continue
                seen = SIGHT[one] & SIGHT[two] & (SIGHT[pivot] if size == 3 else {*range(81)})
                gone = {(cell, *shared) for cell in seen if shared <= left[cell]}
                if gone:
                    cells = [described(cell, left[cell]) for cell in (pivot, one, two)]
                    yield gone, f"{name}: {cells[0]} with {cells[1]} and {cells[2]}"

    return find


def w_wing(left):
    for cell, w in product(range(81), DIGITS):
        for z in left[cell] - {w}:
            twins = [each for each in sorted(SIGHT[cell]) if left[each] == {w, z}]
            seen = {other for twin in twins for other in SIGHT[twin]}
            for house, cells in HOUSES.items():
                places = {each for each in cells if w in left[each]}
                if len(twins) > 1 and not seen & {*twins} and places <= seen:
                    named = " and ".join(map(address, twins))
                    digits = ", ".join(map(str, sorted((w, z))))
                    yield (
                        {(cell, z)},
                        f"W-wing: {named} ({digits}), each {w} of {house} sees one of them",
                    )


WINGS = {"xy_wing": wing(2, "XY-wing"), "xyz_wing": wing(3, "XYZ-wing"), "w_wing": w_wing}
