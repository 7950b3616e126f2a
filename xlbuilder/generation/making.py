"""Makes any number of puzzles, in the order of their numbers, on all cores, in bounded memory.

proof/pool.py does the same for verdicts; what both share is in processes/workers.py.
"""

from collections.abc import Generator
from dataclasses import dataclass
from functools import cached_property

from xlbuilder.generation.criteria import Criteria
from xlbuilder.generation.grades import Grader, Grades, grades_for
from xlbuilder.generation.puzzle import GeneratedPuzzle, PuzzleMaker
from xlbuilder.processes.workers import Portable, in_order

FEW = 100
"""Up to this number, puzzles are made sooner in this process than by workers that must start."""


@dataclass
class Job(Portable):
    """Puzzles to make; each worker process gets a copy."""

    criteria: Criteria
    seed: int
    grades: Grades | None
    """The workbooks that grade and rate; None when nobody asks for that."""

    @cached_property
    def maker(self) -> PuzzleMaker:
        """The maker in this process."""
        return PuzzleMaker(self.criteria, self.seed, self.grades)

    def make(self, number: int) -> GeneratedPuzzle:
        """Return the puzzle of this number."""
        return self.maker.make(number)


def job_for(criteria: Criteria, seed: int, grader: Grader, *, is_graded: bool) -> Job:
    """Return what is to be made, with the workbooks that grade and rate it if that is asked."""
    is_graded = is_graded or criteria.grade is not None or criteria.rating is not None
    return Job(criteria, seed, grades_for(criteria, grader) if is_graded else None)


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
