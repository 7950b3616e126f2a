"""Readers of reasons that look at the candidates of houses, of pairs of cells, or of rectangles.

Each takes a claim and the parts of its sentence, as `claims.Reader` says.
"""

from itertools import combinations

from claims import AT, HOUSE, Claim, Reader, cells_in, demand, digits_in
from players import HOUSES, SIGHT

from xlbuilder.sudoku.board import Candidate

SIZES = {"pair": 2, "triple": 3, "quad": 4, "X-wing": 2, "swordfish": 3, "jellyfish": 4}
LIST = r"[1-9](?:, [1-9])* and [1-9]"
TWO = r"\([1-9], [1-9]\)"


def naked_single(claim: Claim, _: tuple[str, ...]) -> str:
    ((cell, digit),) = claim.candidates
    demand(claim.left[cell] == {digit}, "another digit can stand there")
    return "singles"


def hidden_single(claim: Claim, said: tuple[str, ...]) -> str:
    demand(claim.digits == {int(said[1])}, "another digit is placed")
    places = claim.places(int(said[1]), HOUSES[said[0].lower()])
    demand(places == claim.cells, "the house has another place")
    return "singles"


def locked(claim: Claim, said: tuple[str, ...]) -> str:
    one, other = {*HOUSES[said[0]]}, {*HOUSES[said[2]]}
    demand(("box" in said[0]) != ("box" in said[2]) and one & other, "the houses do not cross")
    places = claim.places(int(said[1]), one)
    demand(places and places <= other, "the first house has another place, or none")
    demand(claim.digits == {int(said[1])}, "another digit goes")
    demand(claim.cells <= other - one, "it goes from elsewhere")
    return "locked_candidates"


def subset(claim: Claim, said: tuple[str, ...]) -> str:
    kind, name = said[:2]
    digits, house, cells = digits_in(said[2]), {*HOUSES[said[3]]}, {*cells_in(said[4])}
    demand(len(digits) == SIZES[name] == len(cells), "the set has another size")
    demand(cells <= house and not cells & claim.filled, "a cell is filled, or elsewhere")
    if kind == "naked":
        demand(set().union(*(claim.left[cell] for cell in cells)) == digits, "they have others")
        demand(claim.cells <= house - cells and claim.digits <= digits, "others go")
    else:
        places = [claim.places(digit, house) for digit in digits]
        demand(all(places) and set().union(*places) == cells, "they have other places")
        demand(claim.cells <= cells and not claim.digits & digits, "others go")
    return f"{kind}_{name}s"


def fish(claim: Claim, said: tuple[str, ...]) -> str:
    base, cover = (
        [{*HOUSES[f"{kind} {number}"]} for number in digits_in(numbers)]
        for kind, numbers in (said[2:4], said[4:6])
    )
    digit, ours, theirs = int(said[1]), set().union(*base), set().union(*cover)
    demand({said[2], said[4]} == {"row", "column"}, "the lines do not cross")
    demand(len(base) == SIZES[said[0]] == len(cover), "the fish has another size")
    demand(claim.places(digit, ours) <= theirs, "a line has another place")
    demand(all(len(claim.places(digit, line)) > 1 for line in base), "a line has one place")
    demand(all(claim.places(digit, line & ours) for line in cover), "a line has no place")
    demand(claim.digits == {digit} and claim.cells <= theirs - ours, "others go")
    return said[0].lower().replace("-", "_")


def _pair(text: str) -> tuple[int, set[int]]:
    (cell,) = cells_in(text)
    return cell, digits_in(text.split(" ", 1)[1])


def pivot_wing(claim: Claim, said: tuple[str, ...]) -> str:
    (pivot, own), *pincers = map(_pair, said[1:])
    (z,) = claim.digits
    for cell, digits in [(pivot, own), *pincers]:
        demand(claim.left[cell] == digits and cell not in claim.filled, "a cell has others")
    (one, first), (two, second) = pincers
    demand({one, two} <= SIGHT[pivot] and one != two, "the pivot does not see both")
    demand(first & second == {z} and first | second == own | {z}, "these are other digits")
    is_xyz = said[0] == "XYZ"
    demand(len(own) == 2 + is_xyz and (z in own) == is_xyz, "the pivot has others")
    demand(claim.all_see(one, two, *[pivot] * is_xyz), "it goes from out of sight")
    return f"{said[0].lower()}_wing"


def w_wing(claim: Claim, said: tuple[str, ...]) -> str:
    cells, digits, w = cells_in(said[0]), digits_in(said[1]), int(said[2])
    demand(len(cells) == 2 and all(claim.left[cell] == digits for cell in cells), "no twins")
    demand(w in digits and claim.digits == digits - {w}, "another digit goes")
    places = claim.places(w, HOUSES[said[3]])
    seen = {other for cell in cells for other in SIGHT[cell]} - {*cells}
    demand(places and places <= seen, "a place sees none of them")
    demand(claim.all_see(*cells), "it goes from out of sight")
    return "w_wing"


def bug_plus_one(claim: Claim, said: tuple[str, ...]) -> str:
    (cell,), digit = cells_in(said[0]), int(said[1])
    demand(claim.cells == {cell} and digit not in claim.digits, "others go")
    rest = [set(digits) for digits in claim.left]
    demand(len(rest[cell]) == 3 and digit in rest[cell], "the cell has not three")
    rest[cell].discard(digit)
    free = [each for each in range(81) if each not in claim.filled]
    demand(all(len(rest[each]) == 2 for each in free), "another cell has not two")
    for house in HOUSES.values():
        for each in range(1, 10):
            count = sum(each in rest[one] for one in house if one in free)
            demand(count in (0, 2), "a digit has not two places")
    return "bug_plus_one"


def rectangle(claim: Claim, said: tuple[str, ...]) -> str:
    pair, rows, columns = map(digits_in, said[:3])
    one, two, what = said[3:]
    corners = {row * 9 + column - 10 for row in rows for column in columns}
    demand(len(pair) == len(rows) == len(columns) == 2, "this is no rectangle")
    boxes = [n for n in range(1, 10) if corners & {*HOUSES[f"box {n}"]}]
    demand(len(boxes) == 2, "it has not two boxes")
    demand(not corners & claim.filled, "a corner is filled")
    roof = {*cells_in(f"{one} {two}")} if what else claim.cells
    demand(len(roof) == 1 + bool(what) and roof < corners, "the roof is no part of it")
    floor = corners - roof
    demand(all(claim.left[cell] == pair for cell in floor), "the floor has others")
    if not what:
        demand(claim.digits <= pair, "another digit goes")
        return "unique_rectangles"
    demand(min(roof) in SIGHT[max(roof)], "the roof has no line")
    return _roof(claim, pair, sorted(roof), what)


def _roof(claim: Claim, pair: set[int], roof: list[int], what: str) -> str:
    extra = set().union(*(claim.left[cell] for cell in roof)) - pair
    if what == "part of a naked set":
        rest = [{*house} - {*roof} for house in HOUSES.values() if {*roof} <= {*house}]
        for each in claim.candidates:
            demand(any(_fills(claim, others, extra, each) for others in rest), "no such set")
        return "unique_rectangles_3"
    if len(what) == 1:
        demand(extra == {int(what)} == claim.digits, "the roof has others, or others go")
        demand(claim.all_see(*roof), "it goes from out of sight")
        return "unique_rectangles_2"
    x, y = int(what[0]), int(what[-1])
    demand({x, y} == pair and claim.digits == {y} and claim.cells <= {*roof}, "others go")
    is_locked = any(claim.places(x, house) == {*roof} for house in HOUSES.values())
    demand(is_locked, f"{x} has another place")
    return "unique_rectangles_4"


def _fills(claim: Claim, others: set[int], extra: set[int], gone: Candidate) -> bool:
    """Return whether the roof, as one cell, fills a naked set with others, for which this goes.

    The workbook may have found the set some iterations before, when its cells had more candidates.
    """
    cell, digit = gone
    return cell in others and any(
        len(extra.union({digit}, *(claim.left[each] for each in cells))) == size + 1
        for size in (1, 2, 3)
        for cells in combinations(sorted(others - {cell}), size)
    )


HOUSE_READERS: dict[str, Reader] = {
    "No other digit can stand here": naked_single,
    r"((?:Row|Column|Box) [1-9]) has no other place for ([1-9])": hidden_single,
    rf"locked candidates: ({HOUSE}) has ([1-9]) in ({HOUSE}) only": locked,
    rf"(naked|hidden) (pair|triple|quad) ({LIST}) in ({HOUSE}) \(({AT}(?:, {AT})*)\)": subset,
    rf"(X-wing|swordfish|jellyfish) of ([1-9]) in (row|column)s ({LIST}), (row|column)s ({LIST})": (
        fish
    ),
    rf"(XY|XYZ)-wing: ({AT} \([^)]*\)) with ({AT} {TWO}) and ({AT} {TWO})": pivot_wing,
    rf"W-wing: ({AT}(?: and {AT})*) ({TWO}), each ([1-9]) of ({HOUSE}) sees one of them": w_wing,
    rf"BUG\+1: ({AT}) is ([1-9]) if the puzzle has one solution": bug_plus_one,
    rf"unique rectangle ({LIST}) in rows ({LIST}), columns ({LIST})"
    rf"(?:: one of ({AT}) and ({AT}) is ([1-9], so neither is [1-9]|[1-9]|part of a naked set))?"
    r", if the puzzle has one solution": rectangle,
}
