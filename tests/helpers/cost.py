"""How long the cases of a test take decides in which runs they are; see the markers of pytest."""

from collections.abc import Iterable
from typing import TypeVar

import pytest

Value = TypeVar("Value")


def slow(values: Iterable[object]) -> list[object]:
    """Return test parameters that the default run leaves out."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def exhaustive(values: Iterable[object]) -> list[object]:
    """Return test parameters that run with -m exhaustive only."""
    return [pytest.param(value, marks=pytest.mark.exhaustive) for value in values]


def by_cost(values: Iterable[object], quick: int, ordinary: int | None = None) -> list[object]:
    """Return test parameters: the first ones quick, then slow ones, then exhaustive ones.

    ``ordinary`` is the number of quick and slow ones together, as the end of a slice; None for all.
    """
    every = list(values)
    ordinary = len(every) if ordinary is None else ordinary
    return [*every[:quick], *slow(every[quick:ordinary]), *exhaustive(every[ordinary:])]


def spread(values: Iterable[Value], step: int) -> list[Value]:
    """Return the same values, each ``step``-th first: so the first few are of every kind."""
    every = list(values)
    return [value for first in range(step) for value in every[first::step]]
