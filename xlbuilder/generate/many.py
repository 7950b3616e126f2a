"""Makes any number of puzzles, in the order of their numbers, on all cores, in bounded memory."""

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property

from xlbuilder.generate.grades import Grades, Step, steps
from xlbuilder.generate.puzzle import Made, Maker
from xlbuilder.generate.wish import Wish
from xlbuilder.processes.workers import Sent, in_order

FEW = 100
"""Up to this number, puzzles are made sooner in this process than by workers that must start."""


@dataclass
class Order(Sent):
    """The puzzles to make, as it is sent to each process."""

    wish: Wish
    seed: int
    steps: tuple[Step, ...]
    """The workbooks of the grades; empty when no grade is asked for."""

    @cached_property
    def maker(self) -> Maker:
        """The maker in this process."""
        return Maker(self.wish, self.seed, Grades(self.steps) if self.steps else None)

    def make(self, number: int) -> Made:
        """Return the puzzle of this number."""
        return self.maker.make(number)


def ordered(wish: Wish, seed: int, template: str, *, is_graded: bool) -> Order:
    """Return what is to be made, with the workbooks that grade it when grades are asked for."""
    if wish.grade is None and not is_graded:
        return Order(wish, seed, ())
    return Order(wish, seed, tuple(steps(template, wish.grade)))


def make(order: Order, count: int, workers: int) -> Generator[Made, None, None]:
    """Yield puzzles 1 to ``count``, working with ``workers`` processes.

    Raises WishError for the first puzzle that cannot be made, and WorkerLostError for one whose
    process is killed twice; all puzzles before it have been yielded.
    """
    numbers = range(1, count + 1)
    if workers == 1 or count <= FEW:
        yield from map(order.make, numbers)
        return
    yield from in_order(order.make, numbers, "puzzle {}".format, workers, 8 * workers)
