"""Wings, chains of pairs, BUG+1 and unique rectangles in plain Python, to compare strategies with.

They follow the definitions, and not how the strategies look for them.
"""

from itertools import combinations, product

from tests.oracle.players import SIGHT, address
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
    """Look at all twins that a cell sees together, and at any two, as the sheet names two."""
    for cell, w in product(range(81), DIGITS):
        for z in left[cell] - {w}:
            every = [each for each in sorted(SIGHT[cell]) if left[each] == {w, z}]
            for twins in {tuple(every), *combinations(every, 2)}:
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


def remote_pairs(left):
    """Cells of the same two digits, each in sight of the next: an odd number of steps apart."""
    for start in (cell for cell in range(81) if len(left[cell]) == 2):
        steps, edge = {start: 0}, [start]
        while edge:
            cell = edge.pop(0)
            fresh = {each for each in SIGHT[cell] - steps.keys() if left[each] == left[start]}
            steps |= dict.fromkeys(fresh, steps[cell] + 1)
            edge += fresh
        for other in (cell for cell, number in steps.items() if number % 2 and cell > start):
            seen = (SIGHT[start] & SIGHT[other]) - steps.keys()
            gone = {(cell, digit) for cell in seen for digit in left[cell] & left[start]}
            if gone:
                x, y = sorted(left[start])
                cells = f"{address(start)} and {address(other)}"
                yield gone, f"remote pair: one of {cells} is {x}, the other {y}"


def xy_chain(left):
    """Cells of two digits, each in sight of the next: one of the two ends is z, or the only one."""
    for start in (cell for cell in range(81) if len(left[cell]) == 2):
        for z in left[start]:
            ends, edge = set(), [(start, *(left[start] - {z}))]
            for cell, digit in edge:  # the cell is this digit, if the first one is not z
                for other in SIGHT[cell]:
                    if len(left[other]) == 2 and digit in left[other]:
                        step = (other, *(left[other] - {digit}))
                        if step not in edge:
                            edge.append(step)
                        if step[1] == z:
                            ends.add(other)
            for end in ends:
                seen = SIGHT[start] & SIGHT[end]
                gone = {(cell, z) for cell in seen if z in left[cell]}
                if gone and end == start:
                    yield gone, f"XY-chain from {address(start)} back to it: it is {z} in any case"
                elif gone:
                    cells = f"{address(start)} to {address(end)}"
                    yield gone, f"XY-chain from {cells}: one of them is {z}"


def bug_plus_one(left):
    """Without one digit, all cells have two candidates, and each digit two places or none."""
    spare = [cell for cell in range(81) if len(left[cell]) > 2]
    if len(spare) != 1 or len(left[spare[0]]) != 3:
        return
    (cell,) = spare
    for digit in left[cell]:
        rest = [*left[:cell], left[cell] - {digit}, *left[cell + 1 :]]
        open_cells = [{each for each in unit if len(rest[each]) == 2} for unit in HOUSES.values()]
        if all(
            sum(each in rest[one] for one in unit) in (0, 2)
            for unit in open_cells
            for each in DIGITS
        ):
            gone = {(cell, each) for each in left[cell] - {digit}}
            yield gone, f"BUG+1: {address(cell)} is {digit} if the puzzle has one solution"


def rectangles():
    """Yield the corners of each rectangle in two boxes, and the words for where it lies."""
    for rows, columns in product(combinations(range(9), 2), repeat=2):
        corners = [row * 9 + column for row in rows for column in columns]
        if len({(cell // 27, cell % 9 // 3) for cell in corners}) == 2:
            lines = [f"{one + 1} and {two + 1}" for one, two in (rows, columns)]
            yield corners, f"in rows {lines[0]}, columns {lines[1]}"


def unique_rectangles(left):
    """Three corners of a rectangle in two boxes have two digits; the fourth loses them."""
    for corners, where in rectangles():
        for last in corners:
            (first, *others) = (left[cell] for cell in corners if cell != last)
            if len(first) == 2 and others == [first, first] and left[last] & first:
                x, y = sorted(first)
                gone = {(last, digit) for digit in left[last] & first}
                yield gone, f"unique rectangle {x} and {y} {where}, if the puzzle has one solution"


def roofs(left):
    """Yield two corners beside two others that have just two digits, these digits, and words."""
    for corners, where in rectangles():
        for roof in combinations(corners, 2):
            floor = [left[cell] for cell in corners if cell not in roof]
            if roof[1] in SIGHT[roof[0]] and floor[0] == floor[1] and len(floor[0]) == 2:
                x, y = sorted(floor[0])
                at = " and ".join(map(address, roof))
                yield roof, floor[0], f"unique rectangle {x} and {y} {where}: one of {at} is "


def unique_rectangles_2(left):
    """A roof has x, y and z, one side may lack x or y: z is there."""
    yield from unique_rectangles(left)
    for roof, pair, words in roofs(left):
        one, two = (left[cell] for cell in roof)
        thirds = (one | two) - pair
        if len(thirds) == 1 and thirds < one & two and pair | thirds in (one, two):
            gone = {(cell, *thirds) for cell in SIGHT[roof[0]] & SIGHT[roof[1]]}
            if gone := {(cell, digit) for cell, digit in gone if digit in left[cell]}:
                yield gone, f"{words}{max(thirds)}, if the puzzle has one solution"


def unique_rectangles_3(left):
    """Both sides of a roof have x and y; as one cell with the rest they fill a naked set."""
    yield from unique_rectangles(left)
    for roof, pair, words in roofs(left):
        thirds = (left[roof[0]] | left[roof[1]]) - pair
        if not thirds or not pair <= left[roof[0]] & left[roof[1]]:
            continue
        for cells in (cells for cells in HOUSES.values() if cells.issuperset(roof)):
            others = cells - {*roof}
            for count, spare in product((2, 3, 4), range(5)):
                for more in combinations(sorted({*DIGITS} - pair - thirds), spare):
                    digits = thirds | {*more}
                    inside = {cell for cell in others if left[cell] <= digits}
                    gone = {(cell, one) for cell in others - inside for one in left[cell] & digits}
                    if len(digits) == count == len(inside) + 1 and gone:
                        yield gone, f"{words}part of a naked set, if the puzzle has one solution"


def unique_rectangles_4(left):
    """A roof has the only places for x in a house: y goes from it."""
    yield from unique_rectangles(left)
    for roof, pair, words in roofs(left):
        for x in pair:
            (y,) = pair - {x}
            gone = {(cell, y) for cell in roof if y in left[cell]}
            is_locked = any(
                {*roof} == {cell for cell in cells if x in left[cell]} for cells in HOUSES.values()
            )
            if is_locked and gone:
                yield gone, f"{words}{x}, so neither is {y}, if the puzzle has one solution"


TECHNIQUES = {
    "xy_wing": wing(2, "XY-wing"),
    "xyz_wing": wing(3, "XYZ-wing"),
    "w_wing": w_wing,
    "remote_pairs": remote_pairs,
    "xy_chain": xy_chain,
    "bug_plus_one": bug_plus_one,
    "unique_rectangles": unique_rectangles,
    "unique_rectangles_2": unique_rectangles_2,
    "unique_rectangles_3": unique_rectangles_3,
    "unique_rectangles_4": unique_rectangles_4,
}
