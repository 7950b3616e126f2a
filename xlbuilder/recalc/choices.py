"""The orders and the first values that a user can choose, by their names: ``random:7``.

A name is parsed here, once; everything behind works with an ``Order`` and a ``Start``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Self

from xlbuilder.errors import EngineError, did_you_mean

ORDERS = {
    "row-major": "row by row, in place: what Excel most probably does",
    "column-major": "column by column",
    "reversed": "row by row from the last cell: the last cell entered first",
    "reversed-column-major": "column by column from the last cell",
    "alternating": "row by row, then backwards column by column, in turn",
    "blocks-reversed": "blocks of the same formula, the last block first",
    "deferred": "row by row, but a cell that reads one not yet evaluated moves to the end",
    "jacobi": "every cell sees the values from before the iteration",
    "random:SEED": "another permutation in every iteration",
    "permutation:SEED": "one random permutation for all iterations",
    "asynchronous:SEED": "as many single cells as there are, drawn with repetition",
    "subset:SEED": "a random half of the cells, in random order, another one in every iteration",
    "truncated:SEED": "row by row, but each iteration ends at a random cell (Esc)",
    "prelude:SEED": "row by row, after up to three random parts of an iteration",
    "lagged:SEED": "no known program's: each reference may see values of up to two iterations ago",
    "freeze": "row by row, and a cell that did not change rests until the next recalculation",
    "freeze-random:SEED": "the same in random order",
    "remembered": "row by row, but a name without a position is computed once a recalculation",
    "remembered-random:SEED": "the same, and once more somewhere in the first iteration",
    "arrays-of-one": "row by row, but ROW() is an array, and INDEX of it no plain reference",
    "ordinary": "row by row, but IF and its like give #VALUE! for an array, as in a cell",
}
"""The orders of evaluation, with SEED any whole number, and what they mean; recalc/orders.py makes
their iterations."""

STARTS = {
    "file": "the results that the file has stored, 0 where it has none",
    "zero": "0",
    "empty": "blank",
    "text": 'an empty text, ""',
    "garbage:SEED": "random digits, texts, logical values and errors",
}
"""The first values that are the same for every puzzle; recalc/starts.py makes them."""

PUZZLE_STARTS = {
    "stale": "the end of a run of another puzzle",
    "midsolve:SEED": "a run of the same puzzle, broken off after a few iterations",
    "solved": "the end of a run of the same puzzle",
    "edited:SEED": "the end of a run of the puzzle with one digit more, less or other",
}
"""The first values that depend on the puzzle; observe/solver.py makes them."""

_SEED_DIGITS = 18


@dataclass(frozen=True)
class _Choice:
    """One of some known names, with the seed of its random numbers if it has any."""

    name: str
    """Without the seed."""
    seed: int | None = None

    known: ClassVar[Mapping[str, str]]
    """The names that can be chosen, with SEED for a seed, and what they mean."""
    what: ClassVar[str]
    """What is chosen, in one word for messages."""

    def __str__(self) -> str:
        """Return the text that ``parse`` takes: ``row-major``, ``random:7``."""
        return self.name if self.seed is None else f"{self.name}:{self.seed}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the choice that ``text`` names.

        Raises EngineError for a name that is not known, and for a seed that is missing, is not a
        whole number of at most 18 digits, or stands where none is used.
        """
        name, colon, seed = text.partition(":")
        if name in cls.known and not colon:
            return cls(name)
        if name in cls.known:
            raise EngineError(f"{text}: the {cls.what} {name} takes no seed; write {name}")
        if f"{name}:SEED" not in cls.known:
            raise EngineError(f"{text}: no such {cls.what}; {did_you_mean(name, cls.known)}")
        if not seed:
            raise EngineError(
                f"{text}: the {cls.what} {name} needs a seed, any whole number; write for example"
                f" {name}:1"
            )
        # str.isdigit alone takes digits that int does not read.
        if not (seed.isascii() and seed.isdigit() and len(seed) <= _SEED_DIGITS):
            raise EngineError(
                f"{text}: {seed} is no seed, which is a whole number of at most {_SEED_DIGITS}"
                f" digits; write for example {name}:1"
            )
        return cls(name, int(seed))


class Reading(Enum):
    """How a program takes the formulas that a file has; see recalc/readings.py."""

    AS_WRITTEN = "as written"
    """A name is its formula, evaluated anew in each place."""
    REMEMBERED = "remembered"
    """A name without a position is computed once a recalculation."""
    ARRAYS_OF_ONE = "arrays of one"
    """ROW() and COLUMN() are arrays of one number, as in the names of Excel."""
    ORDINARY = "ordinary"
    """A name is read as a cell's formula is: IF and its like take no array."""


@dataclass(frozen=True)
class Order(_Choice):
    """An order of evaluation."""

    known = ORDERS
    what = "order"

    @property
    def reading(self) -> Reading:
        """How a program with this order takes the formulas."""
        match self.name:
            case "remembered" | "remembered-random":
                return Reading.REMEMBERED
            case "arrays-of-one":
                return Reading.ARRAYS_OF_ONE
            case "ordinary":
                return Reading.ORDINARY
            case _:
                return Reading.AS_WRITTEN


@dataclass(frozen=True)
class Start(_Choice):
    """What the formula cells hold before the first recalculation."""

    known: ClassVar = {**STARTS, **PUZZLE_STARTS}
    what = "start"

    @property
    def depends_on_puzzle(self) -> bool:
        """Return whether it differs from puzzle to puzzle."""
        return self.name in {name.partition(":")[0] for name in PUZZLE_STARTS}
