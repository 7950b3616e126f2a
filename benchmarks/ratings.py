"""Hold ratings of the workbook against a rater of its own.

Usage: python benchmarks/ratings.py FILE...

The files are lines of ``xlbuilder generate --details``: a puzzle, its grade, its clues, its rating.
The rater knows no formula and no template.  It takes an easiest step again and again, with the
numbers of Sudoku Explainer and those of the ladder where that has none; the highest number is the
rating.  Unlike the workbook it has the steps of Sudoku Explainer that place a digit at once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

from common import arguments_of

Cells = frozenset[int]
Steps = Iterator[list[tuple[int, int, bool]]]
"""Cells and digits that a technique places (True) or deletes at once."""
DIGITS, NO_CELLS = range(1, 10), frozenset[int]()
ROWS = [frozenset(range(9 * n, 9 * n + 9)) for n in range(9)]
COLUMNS = [frozenset(range(n, 81, 9)) for n in range(9)]
BOXES = [
    NO_CELLS.union(*ROWS[n // 3 * 3 :][:3]) & NO_CELLS.union(*COLUMNS[n % 3 * 3 :][:3])
    for n in range(9)
]
LINES, HOUSES = (ROWS, COLUMNS), [*ROWS, *COLUMNS, *BOXES]
SEES = [NO_CELLS.union(*(h for h in HOUSES if cell in h)) - {cell} for cell in range(81)]


class Grid:
    """The candidates of 81 cells; a filled cell has none."""

    def __init__(self, puzzle: str) -> None:
        self.left = [set(DIGITS) for _ in range(81)]
        for cell, mark in enumerate(puzzle):
            if mark != ".":
                self.do(cell, int(mark), is_placed=True)

    def do(self, cell: int, digit: int, *, is_placed: bool) -> None:
        """Place a digit in a cell, or delete a candidate."""
        if is_placed:
            self.left[cell] = set()
        for other in SEES[cell] if is_placed else {cell}:
            self.left[other].discard(digit)

    def places(self, digit: int, cells: Iterable[int] = range(81)) -> Cells:
        """Return the cells in which the digit is a candidate."""
        return frozenset(cell for cell in cells if digit in self.left[cell])

    def pairs(self, digit: int, houses: Sequence[Cells]) -> set[Cells]:
        """Return the places of the digit in the houses that have two."""
        return {pair for house in houses if len(pair := self.places(digit, house)) == 2}

    def goes(self, digits: Iterable[int], cells: Iterable[int]) -> list[tuple[int, int, bool]]:
        """Return which of the digits go from the cells."""
        return [(cell, d, False) for cell in cells for d in digits if d in self.left[cell]]

    def of_size(self, size: int) -> list[int]:
        """Return the cells with so many candidates."""
        return [cell for cell in range(81) if len(self.left[cell]) == size]


def full_house(grid: Grid) -> Steps:
    """Find the last empty cell of a house."""
    for house in HOUSES:
        if len(empty := [cell for cell in house if grid.left[cell]]) == 1:
            yield [(empty[0], digit, True) for digit in grid.left[empty[0]]]


def hidden_single(grid: Grid, houses: Sequence[Cells]) -> Steps:
    """Find the only place of a digit in a house."""
    for house in houses:
        for digit in DIGITS:
            if len(places := grid.places(digit, house)) == 1:
                yield [(min(places), digit, True)]


def naked_single(grid: Grid) -> Steps:
    """Find the only candidate of a cell."""
    for cell in grid.of_size(1):
        yield [(cell, min(grid.left[cell]), True)]


def locked(
    grid: Grid, bases: Sequence[Cells], covers: Sequence[Cells], *, is_direct: bool
) -> Steps:
    """Find places of one house in a second; directly: so a third one has one place left."""
    for base, cover in ((base, cover) for base in bases for cover in covers if base & cover):
        for digit in DIGITS:
            if not (places := grid.places(digit, base)) or not places <= cover:
                continue
            if not is_direct:
                yield grid.goes({digit}, cover - base)
                continue
            for other in (other for other in bases if other != base and other & cover):
                if len(left := grid.places(digit, other - cover)) == 1:
                    yield [(min(left), digit, True)]


def hidden_set(grid: Grid, size: int, *, is_direct: bool = False) -> Steps:
    """Find digits with as many places in a house; directly: so another digit has one place left."""
    for house in HOUSES:
        places = {digit: grid.places(digit, house) for digit in DIGITS}
        few = [digit for digit in DIGITS if 0 < len(places[digit]) <= size]
        for digits in combinations(few, size):
            cells = NO_CELLS.union(*(places[digit] for digit in digits))
            others = {*DIGITS} - {*digits}
            if len(cells) == size and not is_direct:
                yield grid.goes(others, cells)
            elif len(cells) == size:
                for digit in others:
                    if len(left := places[digit] - cells) == 1:
                        yield [(min(left), digit, True)]


def naked_set(grid: Grid, size: int) -> Steps:
    """Find cells of a house with as many digits."""
    for house in HOUSES:
        few = [cell for cell in house if 0 < len(grid.left[cell]) <= size]
        for cells in combinations(few, size):
            digits = set[int]().union(*(grid.left[cell] for cell in cells))
            if len(digits) == size:
                yield grid.goes(digits, house - {*cells})


def fish(grid: Grid, size: int) -> Steps:
    """Find rows with the digit in as many columns, and columns in as many rows."""
    for digit in DIGITS:
        for bases, covers in (LINES, LINES[::-1]):
            few = [base for base in bases if 0 < len(grid.places(digit, base)) <= size]
            for chosen in combinations(few, size):
                places = grid.places(digit, NO_CELLS.union(*chosen))
                hit = [cover for cover in covers if cover & places]
                if len(hit) == size:
                    yield grid.goes({digit}, NO_CELLS.union(*hit) - places)


def two_pairs(
    grid: Grid, first: Sequence[Cells], second: Sequence[Cells], third: Sequence[Cells]
) -> Steps:
    """Find two houses of two places each, one of each in the same third house."""
    for digit in DIGITS:
        for one in grid.pairs(digit, first):
            for two in grid.pairs(digit, second) - {one}:
                for a, b in ((a, b) for a in one for b in two if a != b):
                    if any({a, b} <= house for house in third):
                        (end,), (other,) = one - {a}, two - {b}
                        yield grid.goes({digit}, SEES[end] & SEES[other])


def wing(grid: Grid, size: int) -> Steps:
    """Find XY-wings, whose middle has two candidates, or XYZ-wings, with three."""
    for middle in grid.of_size(size):
        for one, two in combinations(set(grid.of_size(2)) & SEES[middle], 2):
            shared, both = grid.left[one] & grid.left[two], grid.left[one] | grid.left[two]
            if len(shared) == 1 and grid.left[middle] == (both - shared if size == 2 else both):
                cells = SEES[one] & SEES[two]
                yield grid.goes(shared, cells if size == 2 else cells & SEES[middle])


def w_wing(grid: Grid) -> Steps:
    """Find two cells of the same two digits that a house forbids to be both the one."""
    for one, two in combinations(grid.of_size(2), 2):
        for digit in grid.left[one] if grid.left[one] == grid.left[two] else set():
            found = [grid.places(digit, house) for house in HOUSES]
            if any(places and places <= SEES[one] | SEES[two] for places in found):
                yield grid.goes(grid.left[one] - {digit}, SEES[one] & SEES[two])


def colored(links: set[Cells]) -> Iterator[tuple[set[int], set[int]]]:
    """Yield the two colors of each chain of links."""
    todo = set[int]().union(*links)
    while todo:
        one, two = {min(todo)}, set[int]()
        size = 0
        while size < (size := len(one) + len(two)):
            for link in links:
                two |= link - one if link & one else set()
                one |= link - two if link & two else set()
        todo -= one | two
        yield one, two


def sees_both(one: set[int], two: set[int]) -> Cells:
    """Return the cells that see both colors."""
    return frozenset(cell for cell in range(81) if SEES[cell] & one and SEES[cell] & two)


def clash(cells: set[int]) -> bool:
    """Return whether two of the cells see each other."""
    return any(SEES[cell] & cells for cell in cells)


def simple_colors(grid: Grid) -> Steps:
    """Find cells that see both colors of a chain, and colors that see themselves."""
    for digit in DIGITS:
        for one, two in colored(grid.pairs(digit, HOUSES)):
            yield from (grid.goes({digit}, color) for color in (one, two) if clash(color))
            yield grid.goes({digit}, sees_both(one, two))


def remote_pairs(grid: Grid) -> Steps:
    """Find cells that see both kinds of a chain of cells with the same two digits."""
    for digits in {frozenset(grid.left[cell]) for cell in grid.of_size(2)}:
        same = combinations([cell for cell in range(81) if grid.left[cell] == digits], 2)
        for one, two in colored({frozenset(link) for link in same if link[0] in SEES[link[1]]}):
            yield grid.goes(digits, sees_both(one, two) - one - two)


def empty_rectangle(grid: Grid) -> Steps:
    """Find a box and a line with two places that would both need the same other line."""
    for digit in DIGITS:
        for box, (lines, others) in ((b, kinds) for b in BOXES for kinds in (LINES, LINES[::-1])):
            for line, other in ((a, b) for a in lines for b in others if a & b & box):
                rest = grid.places(digit, box - line)
                if not rest or not rest <= other:
                    continue
                for pair in grid.pairs(digit, [a for a in lines if not a & box]):
                    if len(end := pair - other) == 1:
                        yield grid.goes({digit}, (line & SEES[min(end)]) - box)


def multi_colors(grid: Grid) -> Steps:
    """Find cells that make two places true that see each other."""
    for digit in DIGITS:
        chains = list(colored(grid.pairs(digit, HOUSES)))
        for cell in grid.places(digit):
            true = set[int]()
            for one, two in chains:
                true |= one if cell in one or SEES[cell] & two else set()
                true |= two if cell in two or SEES[cell] & one else set()
            if clash(true):
                yield [(cell, digit, False)]


TECHNIQUES: list[tuple[float, Callable[[Grid], Steps]]] = [
    (1.0, full_house),
    (1.2, partial(hidden_single, houses=BOXES)),
    (1.5, partial(hidden_single, houses=[*ROWS, *COLUMNS])),
    (1.7, partial(locked, bases=BOXES, covers=[*ROWS, *COLUMNS], is_direct=True)),
    (1.9, partial(locked, bases=ROWS, covers=BOXES, is_direct=True)),
    (1.9, partial(locked, bases=COLUMNS, covers=BOXES, is_direct=True)),
    (2.0, partial(hidden_set, size=2, is_direct=True)),
    (2.3, naked_single),
    (2.5, partial(hidden_set, size=3, is_direct=True)),
    (2.6, partial(locked, bases=BOXES, covers=[*ROWS, *COLUMNS], is_direct=False)),
    (2.8, partial(locked, bases=[*ROWS, *COLUMNS], covers=BOXES, is_direct=False)),
    (3.0, partial(naked_set, size=2)),
    (3.2, partial(fish, size=2)),
    (3.4, partial(hidden_set, size=2)),
    (3.6, partial(naked_set, size=3)),
    (3.8, partial(fish, size=3)),
    (4.0, partial(hidden_set, size=3)),
    (4.1, partial(two_pairs, first=ROWS, second=ROWS, third=COLUMNS)),
    (4.1, partial(two_pairs, first=COLUMNS, second=COLUMNS, third=ROWS)),
    (4.2, partial(wing, size=2)),
    (4.3, partial(two_pairs, first=ROWS, second=COLUMNS, third=BOXES)),
    (4.4, partial(wing, size=3)),
    (4.6, w_wing),
    (4.7, simple_colors),
    (4.8, remote_pairs),
    (4.9, empty_rectangle),
    (5.0, partial(naked_set, size=4)),
    (5.1, multi_colors),
    (5.2, partial(fish, size=4)),
    (5.4, partial(hidden_set, size=4)),
]


def rating_of(puzzle: str) -> float | None:
    """Return the rating of a puzzle, None if the techniques do not solve it."""
    grid, highest = Grid(puzzle), 1.0
    while any(grid.left):
        steps = ((rating, step) for rating, find in TECHNIQUES for step in find(grid) if step)
        if (easiest := next(steps, None)) is None:
            return None
        highest = max(highest, easiest[0])
        for cell, digit, is_placed in easiest[1]:
            grid.do(cell, digit, is_placed=is_placed)
    return highest


def main() -> None:
    """Rate the puzzles, and print where both differ."""
    parser = arguments_of(__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    counts: dict[str, Counter[str]] = {}
    for path in parser.parse_args().files:
        for line in path.read_text(encoding="utf-8").splitlines():
            puzzle, *_, shown = line.split()
            found, number = rating_of(puzzle) or 99.0, float(shown.replace("-", "99"))
            word = "lower" if found < number else "higher" if found > number else "the same"
            counts.setdefault("none" if number == 99.0 else shown, Counter())[word] += 1
            if word == "higher" or (number > 4.0 and word == "lower"):
                print(f"{puzzle}: the workbook says {shown}, the rater {found}")
    print("| the workbook | puzzles | the rater: the same | lower | higher |")
    print("|---|---:|---:|---:|---:|")
    for shown, count in sorted(counts.items()):
        numbers = [count.total(), *(count[word] for word in ("the same", "lower", "higher"))]
        print(f"| {shown} | {' | '.join(map(str, numbers))} |")


if __name__ == "__main__":
    main()
