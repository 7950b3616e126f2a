"""What a reason of the workbook claims, checked against the candidates of that moment.

A reason is a sentence.  For each form of a sentence there is a reader, in `claims_of_houses` and in
`claims_of_chains`.  A reader takes the cells and the digits out of the sentence and looks at the
candidates by itself: it knows the rules of Sudoku and the definition of a technique, and nothing of
how a template looks for it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from operator import attrgetter

from players import SIGHT, by_sight

from xlbuilder.proof.candidates import address
from xlbuilder.proof.steps import Way
from xlbuilder.sudoku.board import Board, Candidate

AT = r"R[1-9]C[1-9]"
HOUSE = r"(?:row|column|box) [1-9]"


class WrongClaimError(Exception):
    """A reason says what is not so."""


@dataclass(frozen=True)
class Claim:
    """What is said of some candidates that go, or of one digit that is placed."""

    strategy: str
    candidates: tuple[Candidate, ...]
    words: str
    left: list[set[int]]
    """The candidates of the 81 cells before the step; a cell that is filled has its digit."""
    filled: frozenset[int]
    """The cells that show a digit before the step."""

    @cached_property
    def cells(self) -> set[int]:
        """The cells in which something goes or is placed."""
        return {cell for cell, _ in self.candidates}

    @cached_property
    def digits(self) -> set[int]:
        """The digits that go or are placed."""
        return {digit for _, digit in self.candidates}

    def places(self, digit: int, house: Iterable[int] = range(81)) -> set[int]:
        """Return the cells of a house where a digit can stand."""
        return {cell for cell in house if digit in self.left[cell]}

    def all_see(self, *cells: int) -> bool:
        """Return whether each candidate that goes sees all these cells."""
        return all({*cells} <= SIGHT[cell] for cell in self.cells)


Reader = Callable[[Claim, tuple[str, ...]], str]
"""Takes a claim and the parts of its sentence.

Returns the strategy that says such a sentence, and raises WrongClaimError.
"""


def demand(truth: object, what: str) -> None:
    """Raise WrongClaimError, which says what is not so, unless it is the truth."""
    if not truth:
        raise WrongClaimError(what)


def cells_in(text: str) -> list[int]:
    """Return the cells that a text names, from 0 to 80; each must be named once."""
    found = [int(row) * 9 + int(column) - 10 for row, column in re.findall(r"R(.)C(.)", text)]
    demand(len({*found}) == len(found), f"{text}: a cell is named twice")
    return found


def digits_in(text: str) -> set[int]:
    """Return the digits of "1, 4 and 7", which must rise."""
    found = [int(each) for each in re.findall(r"[1-9]", text)]
    demand(all(one < other for one, other in pairwise(found)), f"{text}: not in order")
    return {*found}


@dataclass
class Checked:
    """How many reasons of each strategy were checked, and what is wrong."""

    count: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """The strategy, and what is wrong."""


def claims_of(way: Way, puzzle: Board) -> Iterator[Claim]:
    """Yield each reason of a way with the candidates before its iteration."""
    left, digits = by_sight(puzzle.digits), [*puzzle.digits]
    when = attrgetter("iteration")
    for _, steps in groupby(sorted(way.steps, key=when), when):
        found = list(steps)
        before = [set(each) for each in left]
        filled = frozenset(cell for cell in range(81) if digits[cell])
        for step in found:
            for one in step.deductions:
                candidates = one.eliminated + one.placed
                yield Claim(step.strategy, candidates, one.words, before, filled)
        for step in found:
            for cell, digit in step.eliminated:
                left[cell].discard(digit)
            for cell, digit in step.placed:
                digits[cell] = digit
                left[cell] &= {digit}
                for other in SIGHT[cell]:
                    left[other].discard(digit)


def problem_of(claim: Claim, readers: dict[str, Reader]) -> str:
    """Return what is wrong with a claim; "" if it is right."""
    said = ", ".join(f"{each[1]} {address(each)}" for each in claim.candidates)
    for pattern, reader in readers.items():
        if match := re.fullmatch(pattern, claim.words):
            try:
                strategy = reader(claim, match.groups())
                demand(claim.strategy == strategy, f"{strategy} says so")
            except WrongClaimError as error:
                return f"{claim.strategy}: {said}: {claim.words}: {error}"
            return ""
    return f"{claim.strategy}: {said}: {claim.words!r}: no reader"


def check_way(way: Way, puzzle: Board, readers: dict[str, Reader], checked: Checked) -> None:
    """Check all reasons of a way, except what only guesses have found."""
    for claim in claims_of(way, puzzle):
        if claim.strategy != "search":
            checked.count[claim.strategy] += 1
            if problem := problem_of(claim, readers):
                checked.wrong.append((claim.strategy, f"{puzzle}: {problem}"))
