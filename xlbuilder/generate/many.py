"""Any number of puzzles, in the order of their numbers, on all cores, memory bounded."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from xlbuilder.generate.puzzle import Made, Maker
from xlbuilder.generate.wish import Wish
from xlbuilder.work import leave_ctrl_c_to_the_parent, processes

if TYPE_CHECKING:
    from xlbuilder.generate.grades import Step

FEW = 100
"""So many puzzles are made faster here than by processes that have to start first."""


@dataclass
class Order:
    """What is to be made, as it is sent to each process."""

    wish: Wish
    seed: int
    steps: "tuple[Step, ...]"
    """The workbooks of the grades; none when no grade is asked for."""

    @cached_property
    def maker(self) -> Maker:
        """What makes it in this process."""
        if not self.steps:
            return Maker(self.wish, self.seed, None)
        from xlbuilder.generate.grades import Grades  # noqa: PLC0415 - lines alone need no workbook

        return Maker(self.wish, self.seed, Grades(self.steps))


def make(order: Order, count: int, workers: int) -> Iterator[Made]:
    """Yield puzzles 1 to ``count``, working with ``workers`` processes.

    Raises WishError at the first that cannot be had; those before it have been yielded.
    """
    numbers = iter(range(1, count + 1))
    if workers == 1 or count <= FEW:
        yield from map(order.maker.make, numbers)
        return
    with processes(workers, _begin, order) as pool:
        pending = deque(pool.submit(_make, number) for number in islice(numbers, 8 * workers))
        while pending:
            yield pending.popleft().result()
            pending.extend(pool.submit(_make, number) for number in islice(numbers, 1))


_here: list[Order] = []  # of a worker process: what it was started for


def _begin(order: Order) -> None:
    leave_ctrl_c_to_the_parent()
    _here.append(order)


def _make(number: int) -> Made:
    return _here[0].maker.make(number)
