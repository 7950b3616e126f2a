"""Readers of reasons that follow what a digit in a cell would force: links, colors, chains.

Each takes a claim and the parts of its sentence, as `claims.Reader` says.
"""

from claims import AT, HOUSE, Claim, Reader, cells_in, demand
from players import HOUSES, SIGHT


def linked(places: set[int]) -> dict[int, set[int]]:
    """Return the places that have a house of just two places with each place."""
    found: dict[int, set[int]] = {cell: set() for cell in places}
    for house in HOUSES.values():
        if len(pair := places & {*house}) == 2:
            for cell in pair:
                found[cell] |= pair - {cell}
    return found


def colors_from(places: set[int], start: int) -> tuple[set[int], set[int]]:
    """Return the places that are alike with a place, and those that are not, along links."""
    links, colors, edge = linked(places), ({start}, set[int]()), [(start, 0)]
    for cell, color in edge:
        for other in links[cell] - colors[1 - color]:
            colors[1 - color].add(other)
            edge.append((other, 1 - color))
    return colors


def _asked(claim: Claim, digit: str, cell: str) -> tuple[int, int, set[int]]:
    """Return the cell and the digit of a sentence, which are what goes, and the places."""
    (at,) = cells_in(cell)
    demand(claim.candidates == ((at, int(digit)),), "another candidate goes")
    return at, int(digit), claim.places(int(digit))


def _forced_at(places: set[int], cell: int, kind: str) -> dict[int, str]:
    """Return the only places that a digit in a cell would leave to houses, with their names."""
    found = {}
    for name, house in HOUSES.items():
        rest = places & {*house} - SIGHT[cell] - {cell}
        if name.startswith(kind) and cell not in house and len(rest) == 1:
            found[min(rest)] = name
    return found


def two_ends(claim: Claim, said: tuple[str, ...]) -> str:
    """A skyscraper, a 2-string kite, or two places of one color that see each other."""
    cell, _, places = _asked(claim, said[1], said[2])
    one, two = cells_in(f"{said[3]} {said[4]}")
    demand(two in SIGHT[one], "the two places may both be right")
    if said[0] == "colors":
        own, _ = colors_from(places, one)
        demand({cell, two} <= own, "the three have not the same color")
        return "simple_colors"
    rows, columns = (_forced_at(places, cell, kind) for kind in ("row", "column"))
    if said[0] == "skyscraper":
        sides = [rows] * (one % 9 == two % 9) + [columns] * (one // 9 == two // 9)
        demand(any({one, two} <= side.keys() for side in sides), "the places are not forced")
        return "skyscraper"
    is_box = any({one, two} <= {*HOUSES[f"box {number}"]} for number in range(1, 10))
    demand(is_box, "the two places are in two boxes")
    crossed = (one in rows and two in columns) or (two in rows and one in columns)
    demand(crossed, "the places are not forced")
    return "two_string_kite"


def both_colors(claim: Claim, said: tuple[str, ...]) -> str:
    cell, _, places = _asked(claim, said[0], said[1])
    colors = colors_from(places, *cells_in(said[2]))
    demand(all(SIGHT[cell] & color for color in colors), "it does not see both colors")
    return "simple_colors"


def multi_colors(claim: Claim, said: tuple[str, ...]) -> str:
    cell, _, places = _asked(claim, said[0], said[1])
    demand(cells_in(said[2]) == [cell], "this is another cell")
    true = colors_from(places, cell)[0] - {cell} if linked(places)[cell] else set[int]()
    for start in places & SIGHT[cell]:
        true |= colors_from(places, start)[1]
    true |= {cell} if linked(places)[cell] else set()
    demand(len(true & {*HOUSES[said[3]]}) > 1, "the house would not have it twice")
    return "multi_colors"


def empty_rectangle(claim: Claim, said: tuple[str, ...]) -> str:
    cell, _, places = _asked(claim, said[0], said[1])
    box, line, across = ({*HOUSES[name]} for name in (f"box {said[2]}", said[3], said[4]))
    demand({said[3][:3], said[4][:3]} == {"row", "col"}, "the lines do not cross")
    demand(not box & line, "the line crosses the box")
    rest = places - SIGHT[cell] - {cell}
    for house in (box, line):
        demand(cell not in house, "the cell is in the house")
        demand(rest & house and rest & house <= across, "it has another place, or none")
    demand(len(places & line) == 2, "the line has not two places")
    return "empty_rectangle"


def x_chain(claim: Claim, said: tuple[str, ...]) -> str:
    """Let the chain grow by all that it forces, until the house has no place."""
    cell, digit, places = _asked(claim, said[0], said[1])
    house = {*HOUSES[said[2]]}
    demand(not {each for each in house & claim.filled if digit in claim.left[each]}, "it is there")
    chain = {cell}
    while True:
        seen = {other for each in chain for other in SIGHT[each]}
        rest = {name: places & {*cells} - seen for name, cells in HOUSES.items()}
        longer = chain.union(*(cells for cells in rest.values() if len(cells) == 1))
        if longer == chain or not rest[said[2]]:
            break
        chain = longer
    demand(not rest[said[2]], "the house would have a place")
    return "x_chain"


def remote_pair(claim: Claim, said: tuple[str, ...]) -> str:
    one, two = cells_in(f"{said[0]} {said[1]}")
    pair = {int(said[2]), int(said[3])}
    steps, edge = {one: 0}, [one]
    for cell in edge:
        for other in SIGHT[cell] - steps.keys():
            if claim.left[other] == pair:
                steps[other] = steps[cell] + 1
                edge.append(other)
    demand(claim.left[one] == pair and len(pair) == 2, "a cell has others")
    demand(steps.get(two, 0) % 2, "they are no odd number of steps apart")
    demand(claim.digits <= pair and claim.all_see(one, two), "others go")
    return "remote_pairs"


def _taken(claim: Claim, start: int, lost: int) -> set[tuple[int, int]]:
    """Return what cells of two candidates would be along chains, if the first one is not this."""
    demand(len(claim.left[start]) == 2 and lost in claim.left[start], "an end has others")
    edge = [(start, digit) for digit in claim.left[start] - {lost}]
    for cell, digit in edge:
        for other in SIGHT[cell]:
            if len(claim.left[other]) == 2 and digit in claim.left[other]:
                (taken,) = claim.left[other] - {digit}
                if (other, taken) not in edge:
                    edge.append((other, taken))
    return {*edge}


def xy_chain(claim: Claim, said: tuple[str, ...]) -> str:
    one, two = cells_in(f"{said[0]} {said[1]}")
    z = int(said[2])
    demand((two, z) in _taken(claim, one, z), "the chain does not lead to the other end")
    demand(claim.digits == {z} and claim.all_see(one, two), "others go")
    return "xy_chain"


def xy_loop(claim: Claim, said: tuple[str, ...]) -> str:
    (cell,), z = cells_in(said[0]), int(said[1])
    demand((cell, z) in _taken(claim, cell, z), "the chain does not come back")
    demand(claim.digits == {z} and claim.all_see(cell), "others go")
    return "xy_chain"


CHAIN_READERS: dict[str, Reader] = {
    rf"(skyscraper|2-string kite|colors) of ([1-9]): ({AT}) would make ({AT}) and ({AT})"
    r" both \2": two_ends,
    rf"colors of ([1-9]): ({AT}) sees both colors of the chain with ({AT})": both_colors,
    rf"multi colors of ([1-9]): (({AT})) would put it twice into ({HOUSE})": multi_colors,
    rf"empty rectangle of ([1-9]): with it in ({AT}), box ([1-9]) and ({HOUSE}) would both need"
    rf" ({HOUSE})": empty_rectangle,
    rf"X-chain of ([1-9]): with it in ({AT}), ({HOUSE}) would have no place for it": x_chain,
    rf"remote pair: one of ({AT}) and ({AT}) is ([1-9]), the other ([1-9])": remote_pair,
    rf"XY-chain from ({AT}) to ({AT}): one of them is ([1-9])": xy_chain,
    rf"XY-chain from ({AT}) back to it: it is ([1-9]) in any case": xy_loop,
}
