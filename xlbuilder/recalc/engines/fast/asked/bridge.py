"""Calls of functions that the machine lacks: Python gives their values when the machine asks.

The machine calculates the arguments, as any other value, and comes to the instruction ASK.  There
it stops; Python reads the arguments from the memory, answers into the memory, and lets the machine
begin the cell again, which goes past the calls that are answered.  So a call sees what the order of
evaluation lets it see, and one behind a branch of IF that is not taken is never made.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import isfinite

from xlbuilder.errors import EngineError
from xlbuilder.formula.functions import function_of
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines.fast.asked.arguments import (
    OF_ONE_VALUE,
    Failed,
    Given,
    Rows,
    plain,
)
from xlbuilder.recalc.engines.fast.asked.known import known
from xlbuilder.recalc.engines.fast.asked.own_arrays import without_blanks
from xlbuilder.recalc.engines.fast.asked.table import Route, asked

MOST_KEPT = 20_000
"""Answers that are kept, for when the same is asked again."""
_SMALL = 100
"""Values that a call whose answer is kept is given at most."""


@dataclass(frozen=True)
class Argument:
    """An argument of a call that the machine calculates."""

    row: int
    """Its row in the operand table."""
    is_range: bool = False
    is_left_out: bool = False


@dataclass(frozen=True)
class AskedCall:
    """A call in the code of a family."""

    function: str
    route: Route
    arguments: "tuple[Argument | AskedCall, ...]"
    shape: tuple[int, int]
    """How many rows and columns of values it gives."""
    is_first: bool = False
    """Whether the first of several values is meant."""

    @property
    def read(self) -> list[Argument]:
        """All that has to be there before the call is made."""
        return [
            argument
            for each in self.arguments
            for argument in (each.read if isinstance(each, AskedCall) else [each])
        ]

    def value(self, values: Callable[[Argument], Rows]) -> Rows:
        """Return the value, given the values of arguments.

        Raises EngineError, with the function, where nobody knows it.
        """
        rows = self.rows(values)
        if self.is_first:
            return ((rows[0][0],),)
        if (len(rows), len(rows[0])) != self.shape:
            raise EngineError(f"gives {len(rows)}x{len(rows[0])} values where a cell takes one")
        return rows

    def rows(self, values: Callable[[Argument], Rows]) -> Rows:
        """Return as many rows and columns as come out."""
        given = [
            Given(without_blanks(self.function, each.rows(values)))
            if isinstance(each, AskedCall)
            else Given(values(each), each.is_range, each.is_left_out)
            for each in self.arguments
        ]
        return answered(self.function, self.route, given)


def answered(function: str, how: Route, given: Sequence[Given]) -> Rows:
    """Return what a function gives; of an array where it takes one value, an array of answers.

    Raises EngineError, with the function, where nobody knows it.
    """
    several = [letter in OF_ONE_VALUE for letter in how.letters]
    rows, columns = common_shape(
        function, (each.shape for each, is_one in zip(given, several, strict=True) if is_one)
    )
    if (rows, columns) == (1, 1):
        return _answer(function, how, tuple(given))
    found: dict[tuple[int, int], Value] = {}
    for i, j in product(range(rows), range(columns)):
        own = [
            Given(((_at(each, i, j),),)) if is_one and each.shape != (1, 1) else each
            for each, is_one in zip(given, several, strict=True)
        ]
        found[i, j] = _answer(function, how, tuple(own))[0][0]
    return tuple(tuple(found[i, j] for j in range(columns)) for i in range(rows))


def common_shape(function: str, shapes: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the rows and columns of values that a function gives for arrays of these shapes.

    A single row or column is repeated.  Raises EngineError, with the function, where another
    array is smaller than the largest one.
    """
    every = [(1, 1), *shapes]
    rows, columns = (max(sizes) for sizes in zip(*every, strict=True))
    if any(shape[0] not in (1, rows) or shape[1] not in (1, columns) for shape in every):
        raise EngineError(f"the engine fast lacks {function} of arrays that differ in size")
    return rows, columns


def _at(given: Given, row: int, column: int) -> Value:
    rows, columns = given.shape
    return given.rows[row if rows > 1 else 0][column if columns > 1 else 0]


def _answer(function: str, how: Route, given: tuple[Given, ...]) -> Rows:
    if function_of(function).is_restless or sum(len(each.values) for each in given) > _SMALL:
        return _made(function, how, given)
    return _kept(function, how, given, repr(given))


@lru_cache(maxsize=MOST_KEPT)
def _kept(function: str, how: Route, given: tuple[Given, ...], _: str) -> Rows:
    """Answer; the last argument differs for 1 and TRUE, which are equal to Python."""
    return _made(function, how, given)


def _made(function: str, how: Route, given: tuple[Given, ...]) -> Rows:
    try:
        arguments = plain(how.letters, given)
        value = known(function, arguments)
        rows = asked(how.who)(function, arguments) if value is None else ((value,),)
        return _as_excel_has_it(rows)
    except Failed as failed:
        return ((failed.error,),)
    except ImportError as error:
        raise EngineError(
            f"the engine fast needs the package {error.name} for {function};"
            " run: pip install 'xlbuilder[verify]'"
        ) from None
    except EngineError as error:
        raise EngineError(f"the engine fast lacks {function} {error}") from None


def _as_excel_has_it(rows: Rows) -> Rows:
    """Return rows in which no number is -0.  Raises EngineError for one that is not finite."""
    if not all(isfinite(v) for row in rows for v in row if isinstance(v, float)):
        raise EngineError("where the value is an infinite number")
    return tuple(tuple(v + 0.0 if type(v) is float else v for v in row) for row in rows)
