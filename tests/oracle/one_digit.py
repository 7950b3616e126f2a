"""Techniques of one digit in plain Python, to compare the shipped strategies with.

A technique yields what it finds in the candidates of 81 cells: those that go, and the words for it.
"""

from collections import defaultdict

from tests.oracle.players import HOUSES, SIGHT, address
from xlbuilder.sudoku.board import DIGITS

ROWS, COLUMNS, BOXES = (
    [cells for name, cells in HOUSES.items() if name.startswith(kind)]
    for kind in ("row", "column", "box")
)


def places_of(left, digit):
    """Return the cells where the digit can stand."""
    return {cell for cell in range(81) if digit in left[cell]}


def forced(places, houses, cell):
    """Return the other ends of the links that a cell sees, by the number of the house."""
    found = {}
    for number, house in enumerate(houses):
        pair = places & {*house}
        seen = pair & SIGHT[cell]
        if len(pair) == 2 and len(seen) == 1 and cell not in pair:
            found[number] = min(pair - seen)
    return found


def _asked(left):
    for digit in DIGITS:
        places = places_of(left, digit)
        for cell in places:
            yield digit, places, cell


def _both(digit, cell, one, other):
    return f"{address(cell)} would make {address(one)} and {address(other)} both {digit}"


def skyscraper(left):
    for digit, places, cell in _asked(left):
        for base, across in ((ROWS, COLUMNS), (COLUMNS, ROWS)):
            ends = sorted(forced(places, base, cell).values())
            for one in ends:
                for other in ends:
                    if one < other and any({one, other} <= {*house} for house in across):
                        words = _both(digit, cell, one, other)
                        yield {(cell, digit)}, f"skyscraper of {digit}: {words}"


def two_string_kite(left):
    for digit, places, cell in _asked(left):
        for one in forced(places, ROWS, cell).values():
            for other in forced(places, COLUMNS, cell).values():
                if one != other and any({one, other} <= {*box} for box in BOXES):
                    words = _both(digit, cell, one, other)
                    yield {(cell, digit)}, f"2-string kite of {digit}: {words}"


def empty_rectangle(left):
    for digit, places, cell in _asked(left):
        for base, across, names in (
            (ROWS, COLUMNS, ("row", "column")),
            (COLUMNS, ROWS, ("column", "row")),
        ):
            own = next(house for house in base if cell in house)
            for number, end in forced(places, base, cell).items():
                line = next(house for house in across if end in house)
                for which, box in enumerate(BOXES, 1):
                    rest = (places & {*box}) - {*own}
                    if (
                        {*own} & {*box}
                        and cell not in box
                        and not {*base[number]} & {*box}
                        and rest
                        and rest <= {*line}
                    ):
                        words = (
                            f"empty rectangle of {digit}: with it in {address(cell)}, box {which}"
                            f" and {names[0]} {number + 1} would both need"
                            f" {names[1]} {across.index(line) + 1}"
                        )
                        yield {(cell, digit)}, words


def colors_of(places):
    """Return the chains of a digit: of each, its two colors."""
    links: dict[int, set[int]] = defaultdict(set)
    for house in HOUSES.values():
        if len(pair := places & {*house}) == 2:
            for cell in pair:
                links[cell] |= pair - {cell}
    chains: list[tuple[set[int], set[int]]] = []
    done: set[int] = set()
    for first in sorted(links):
        if first in done:
            continue
        colors: tuple[set[int], set[int]] = ({first}, set())
        todo = [(first, 0)]
        while todo:
            cell, color = todo.pop()
            for other in links[cell] - colors[1 - color]:
                colors[1 - color].add(other)
                todo.append((other, 1 - color))
        done |= colors[0] | colors[1]
        chains.append(colors)
    return chains


def _pairs(cells):
    """Return the pairs that see each other, in both directions."""
    return [(one, other) for one in cells for other in SIGHT[one] & cells]


def simple_colors(left):
    for digit in DIGITS:
        places = places_of(left, digit)
        for colors in colors_of(places):
            for color in colors:
                for cell in color:
                    for pair in _pairs(color):
                        words = _both(digit, cell, *pair)
                        if cell in pair:
                            words = f"{' and '.join(map(address, pair))} would both be {digit}"
                        yield {(cell, digit)}, f"colors of {digit}: {words}"
            for cell in places:
                if SIGHT[cell] & colors[0] and SIGHT[cell] & colors[1]:
                    for start in colors[0] | colors[1]:
                        words = (
                            f"{address(cell)} sees both colors of the chain with {address(start)}"
                        )
                        yield {(cell, digit)}, f"colors of {digit}: {words}"


def multi_colors(left):
    for digit in DIGITS:
        places = places_of(left, digit)
        chains = colors_of(places)
        for cell in places:
            true = set()
            for color, opposite in (two for one in chains for two in (one, one[::-1])):
                if cell not in opposite and SIGHT[cell] & opposite:
                    true |= color
            for name, house in HOUSES.items():
                if len({*house} & true) > 1:
                    words = f"{address(cell)} would put it twice into {name}"
                    yield {(cell, digit)}, f"multi colors of {digit}: {words}"


def x_chain(left):
    for digit, places, cell in _asked(left):
        chain = {cell}
        while True:
            left_now = {each for each in places if each in chain or not SIGHT[each] & chain}
            left_now -= {each for each in chain if SIGHT[each] & chain}
            rest = {name: left_now & {*house} for name, house in HOUSES.items()}
            gone_houses = [name for name, cells in rest.items() if not cells]
            longer = chain.union(*(cells for cells in rest.values() if len(cells) == 1))
            if gone_houses or longer == chain:
                break
            chain = longer
        for name in gone_houses:
            words = f"with it in {address(cell)}, {name} would have no place for it"
            yield {(cell, digit)}, f"X-chain of {digit}: {words}"


TECHNIQUES = {
    "skyscraper": skyscraper,
    "two_string_kite": two_string_kite,
    "empty_rectangle": empty_rectangle,
    "simple_colors": simple_colors,
    "multi_colors": multi_colors,
    "x_chain": x_chain,
}
