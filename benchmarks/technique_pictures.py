"""Draws a position of a technique: what goes, and the candidates that the reason speaks of."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from xml.etree import ElementTree as ET

from xlbuilder.sudoku.board import UNITS, Board, Candidate
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.workshop.cases import Case
from xlbuilder.workshop.drawing import drawn, place_of

Candidates = Collection[Candidate]
_Linked = Callable[[Candidate], Iterable[Candidate]]

_WIDTH = 400
_STYLE = """
text { font: 22px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
.given { font-weight: 700; }
.found { font-weight: 700; fill: #1b7a3c; }
.mark { font-size: 10px; fill: #555; }
.mark.named { font-weight: 700; fill: #000; }
.mark.gone { font-weight: 700; fill: #b3261e; }
rect { fill: #fff4cc; }
path { stroke: #333; fill: none; }
.strike { stroke: #b3261e; stroke-width: 1.2; }
.a { fill: #9cc9f5; } .b { fill: #f9b567; }
.c { fill: #a5dba5; } .d { fill: #e0a8e8; }
.e { fill: #c9c9c9; } .f { fill: #f5a3b5; }
"""
_COLORS = [("a", "b"), ("c", "d"), ("e", "f")]
"""The two colors of a chain; the first one is also that of candidates in no chain."""
_CELL = re.compile(r"R([1-9])C([1-9])")
_HOUSES = re.compile(r"\b(row|column|box)(?:e?s)? ([1-9](?:(?:, | and )[1-9])*)", re.IGNORECASE)
_PLACES = re.compile(r"each ([1-9]) of ((?:row|column|box) [1-9])")
_NO_DIGITS = re.compile(r"\S*[-+]\S*|one solution")
"""``2-string``, ``BUG+1``: their digits are none of the puzzle."""
_IN_SIGHT = [
    {other for unit in UNITS.values() if cell in unit for other in unit} - {cell}
    for cell in range(81)
]


def picture(case: Case) -> str:
    """Return the position of a test as SVG; the name of the test is the reason of the sheet."""
    left, words = case.position.candidates(PLAIN), case.name
    named = _named(words, left - case.eliminated)
    chains = list(_chains(words, named, left))
    if " would make " in words and not chains:
        named |= _partners(case, named, left)
    colors = dict.fromkeys(named, _COLORS[0][0])
    for pair, chain in zip(_COLORS, chains, strict=False):
        colors |= {each: pair[place] for each, place in chain.items()}
    marks = dict.fromkeys(colors, "named") | dict.fromkeys(case.eliminated, "gone")
    shown = list(case.position.board.digits)
    for cell, digit in case.placed:
        shown[cell] = digit
    svg = drawn(Board(tuple(shown)), case.position.board, left, marks, {})
    root = ET.fromstring(svg)  # noqa: S314 - we have just drawn it
    size = str(_WIDTH)
    root.attrib |= {"xmlns": "http://www.w3.org/2000/svg", "width": size, "height": size}
    root.set("aria-label", words)
    style = ET.Element("style")
    style.text = _STYLE
    ground = ET.Element("path", d="M-2-2h328v328h-328z", style="fill:#fff;stroke:none")
    discs = (_disc(*each) for each in sorted(colors.items()))
    root[:0] = [style, ground, *_areas(words), *discs]
    root.extend(map(_strike, sorted(case.eliminated)))
    ET.indent(root, "")
    return ET.tostring(root, encoding="unicode") + "\n"


def _named(words: str, left: Candidates) -> set[Candidate]:
    """Return the candidates of ``left`` that a reason names.

    Those in its cells; without any, those where its rows and columns cross, or in its houses.
    """
    rest = _HOUSES.sub("", _CELL.sub("", _NO_DIGITS.sub("", words)))
    digits = set(map(int, re.findall("[1-9]", rest)))
    of_digits = {each for each in left if each[1] in digits}
    houses = list(houses_named(words.partition(" would ")[0]))
    rows, columns, boxes = (
        {cell for name in houses if name.startswith(kind) for cell in UNITS[name]}
        for kind in ("row", "column", "box")
    )
    cells = {9 * int(row) + int(column) - 10 for row, column in _CELL.findall(words)}
    if words.startswith("unique rectangle"):
        cells = rows & columns
    if found := {each for each in of_digits if each[0] in cells}:
        for digit, house in _PLACES.findall(words):
            found |= {each for each in left if each[0] in UNITS[house] and each[1] == int(digit)}
        return found
    inside = rows & columns if rows and columns and not boxes else rows | columns | boxes
    return {each for each in of_digits if each[0] in inside}


def houses_named(words: str) -> Iterator[str]:
    """Yield the houses that a reason names, as ``UNITS`` does."""
    for kind, numbers in _HOUSES.findall(words):
        yield from (f"{kind.lower()} {number}" for number in re.findall("[1-9]", numbers))


def _partners(case: Case, named: Candidates, left: Candidates) -> set[Candidate]:
    """Return the places that would go, so that those named are the last ones of a house."""
    seen = {cell for gone, _ in case.eliminated for cell in _IN_SIGHT[gone]}
    return {other for each in named for other in _others_of_two(each, left) if other[0] in seen}


def _chains(words: str, named: Candidates, left: Candidates) -> Iterator[Mapping[Candidate, int]]:
    """Yield each chain that the reason speaks of: the color of its candidates, 0 or 1."""
    linked: _Linked = lambda each: _others_of_two(each, left)  # noqa: E731
    if words.startswith("remote pair"):
        yield _chain(min(named), lambda each: _twins(each, named, left))
    elif words.startswith("XY-chain"):
        yield _chain_of_twos(words, left)
    elif words.startswith("colors"):
        yield _chain(min(named), linked)
    elif words.startswith("multi colors"):
        done: set[Candidate] = set()
        for start in sorted(left):
            if start[1] == int(words.split()[3][0]) and start not in done:
                chain = _chain(start, linked)
                done |= chain.keys()
                if len(chain) > 1:
                    yield chain


def _chain(start: Candidate, linked: _Linked) -> dict[Candidate, int]:
    """Return all that hangs together with ``start``, in turn 0 and 1."""
    found, ahead = {start: 0}, [start]
    while ahead:
        each = ahead.pop(0)
        for other in linked(each):
            if other not in found:
                found[other] = 1 - found[each]
                ahead.append(other)
    return found


def _chain_of_twos(words: str, left: Candidates) -> dict[Candidate, int]:
    """Return a shortest chain between the two ends that the words of an XY-chain name."""
    digits = {cell: {one for at, one in left if at == cell} for cell in range(81)}
    first, last = (9 * int(row) + int(column) - 10 for row, column in _CELL.findall(words))
    digit = int(words[-1])
    ways = [[(first, *digits[first] - {digit})]]
    for way in ways:
        cell, taken = way[-1]
        if way[-1] == (last, digit):
            return {(at, one): int((at, one) in way) for at, _ in way for one in digits[at]}
        seen = {at for at, _ in way}
        ways += [
            [*way, (other, *digits[other] - {taken})]
            for other in sorted(_IN_SIGHT[cell] - seen)
            if taken in digits[other] and len(digits[other]) == 2
        ]
    raise ValueError(words)


def _others_of_two(each: Candidate, left: Candidates) -> Iterator[Candidate]:
    """Yield the other place of the digit in each house that has two."""
    cell, digit = each
    for unit in UNITS.values():
        places = [other for other in unit if (other, digit) in left]
        if cell in places and len(places) == 2:
            yield from ((other, digit) for other in places if other != cell)


def _twins(each: Candidate, named: Candidates, left: Candidates) -> Iterator[Candidate]:
    """Yield what is true when ``each`` is false, in cells with the two digits named."""
    cell, digit = each
    pair = {digit for _, digit in named}
    (other_digit,) = pair - {digit}
    yield cell, other_digit
    for other in sorted(_IN_SIGHT[cell]):
        if {each[1] for each in left if each[0] == other} == pair:
            yield other, digit


def _areas(words: str) -> Iterator[ET.Element]:
    cells = sorted({cell for house in houses_named(words) for cell in UNITS[house]})
    for cell in cells:
        x, y = place_of((cell, 5))
        yield ET.Element("rect", x=str(x - 18), y=str(y - 18), width="36", height="36")


def _disc(candidate: Candidate, color: str) -> ET.Element:
    x, y = place_of(candidate)
    return ET.Element("circle", {"cx": str(x), "cy": str(y), "r": "6", "class": color})


def _strike(candidate: Candidate) -> ET.Element:
    x, y = place_of(candidate)
    return ET.Element("path", {"d": f"M{x - 5} {y + 5}l10-10", "class": "strike"})
