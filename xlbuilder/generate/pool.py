"""Makes any number of puzzles, in the order of their numbers, on all cores, in bounded memory.

proof/pool.py does the same for verdicts; what both share is in processes/workers.py.
"""

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property

from xlbuilder.generate.criteria import Criteria
from xlbuilder.generate.grades import Grades, Step, steps
from xlbuilder.generate.puzzle import GeneratedPuzzle, PuzzleMaker
from xlbuilder.processes.workers import Sent, in_order

FEW = 100
"""Up to this number, puzzles are made sooner in this process than by workers that must start."""


@dataclass
class Job(Sent):
    """Puzzles to make; each worker process gets a copy."""

    criteria: Criteria
    seed: int
    steps: tuple[Step, ...]
    """The workbooks of the grades; empty when no grade is asked for."""

    @cached_property
    def maker(self) -> PuzzleMaker:
        """The maker in this process."""
        return PuzzleMaker(self.criteria, self.seed, Grades(self.steps) if self.steps else None)

    def make(self, number: int) -> GeneratedPuzzle:
        """Return the puzzle of this number."""
        return self.maker.make(number)


def job_for(criteria: Criteria, seed: int, template: str, *, is_graded: bool) -> Job:
    """Return what is to be made, with the workbooks that grade it when grades are asked for."""
    if criteria.grade is None and not is_graded:
        return Job(criteria, seed, ())
    return Job(criteria, seed, tuple(steps(template, criteria.grade)))


def make(job: Job, count: int, workers: int) -> Generator[GeneratedPuzzle, None, None]:
    """Yield puzzles 1 to ``count``, working with ``workers`` processes.

    Raises CriteriaError for the first puzzle that cannot be made, and WorkerLostError for one whose
    process is killed twice; all puzzles before it have been yielded.
    """
    numbers = range(1, count + 1)
    if workers == 1 or count <= FEW:
        yield from map(job.make, numbers)
        return
    yield from in_order(job.make, numbers, "puzzle {}".format, workers, 8 * workers)
