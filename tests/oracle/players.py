"""Techniques of players in plain Python, to compare the shipped strategies with.

A technique yields what it finds in the candidates of 81 cells: those that go, and the words for it.
"""

from collections.abc import Sequence
from itertools import combinations

from xlbuilder.sudoku.board import DIGITS, UNITS

NAMES = {2: ("pair", "X-wing"), 3: ("triple", "swordfish"), 4: ("quad", "jellyfish")}
HOUSES = {name.lower(): tuple(unit) for name, unit in UNITS.items()}
SIGHT = [
    frozenset(other for unit in HOUSES.values() if cell in unit for other in unit) - {cell}
    for cell in range(81)
]


def listed(numbers):
    first, last = sorted(numbers)[:-1], max(numbers)
    return f"{', '.join(map(str, first))} and {last}"


def address(cell):
    return f"R{cell // 9 + 1}C{cell % 9 + 1}"


def subsets(size, kind):
    def find(left):
        for house, cells in HOUSES.items():
            for digits in map(set, combinations(DIGITS, size)):
                if kind == "naked":
                    own = [cell for cell in cells if left[cell] <= digits]
                    gone = {(c, d) for c in cells if c not in own for d in left[c] & digits}
                else:
                    own = [cell for cell in cells if left[cell] & digits]
                    gone = {(cell, digit) for cell in own for digit in left[cell] - digits}
                if len(own) == size and gone:
                    at = ", ".join(map(address, own))
                    yield gone, f"{kind} {NAMES[size][0]} {listed(digits)} in {house} ({at})"

    return find


def fish(size):
    def find(left):
        for base, other in (("row", "column"), ("column", "row")):
            for digit in DIGITS:
                for numbers in combinations(range(1, 10), size):
                    ours = {cell for n in numbers for cell in HOUSES[f"{base} {n}"]}
                    places = {cell for cell in ours if digit in left[cell]}
                    across = [n for n in range(1, 10) if places & {*HOUSES[f"{other} {n}"]}]
                    theirs = {cell for n in across for cell in HOUSES[f"{other} {n}"]}
                    gone = {(cell, digit) for cell in theirs - ours if digit in left[cell]}
                    if len(across) == size and gone:
                        lines = f"{base}s {listed(numbers)}, {other}s {listed(across)}"
                        yield gone, f"{NAMES[size][1]} of {digit} in {lines}"

    return find


TECHNIQUES = {
    "naked_pairs": subsets(2, "naked"),
    "naked_triples": subsets(3, "naked"),
    "naked_quads": subsets(4, "naked"),
    "hidden_pairs": subsets(2, "hidden"),
    "hidden_triples": subsets(3, "hidden"),
    "hidden_quads": subsets(4, "hidden"),
    "x_wing": fish(2),
    "swordfish": fish(3),
    "jellyfish": fish(4),
}


def by_sight(digits: Sequence[int]) -> list[set[int]]:
    """Return the candidates of each cell that no digit in sight excludes."""
    return [
        {digit} if digit else {*DIGITS} - {digits[other] for other in SIGHT[cell]}
        for cell, digit in enumerate(digits)
    ]
