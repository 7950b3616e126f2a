"""Worker processes by themselves: order, what they raise, and what becomes of a lost one's task."""

import os
import signal
import time
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

import pytest

from xlbuilder.errors import CriteriaError, WorkerLostError
from xlbuilder.processes.workers import Portable, in_order


def done(do, count=20, workers=2):
    return in_order(do, range(count), "task {}".format, workers)


def pid(_):
    yield os.getpid()


def doubled(number):
    time.sleep(0.02 * (number % 3))  # so that they do not end in their order
    yield 2 * number


def deadly(number, *, folder: Path, lives: int, at: int = 7):
    """End the process at one task, as the system does when memory is full, so many times."""
    if number == at and len(list(folder.iterdir())) < lives:
        (folder / str(os.getpid())).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield number


def refused(number):
    if number == 3:
        raise CriteriaError("three is refused")
    yield number


def broken(number):
    yield 1 // (3 - number)


def full(number):
    if number == 3:
        raise MemoryError
    yield number


def test_results_come_in_the_order_of_the_tasks():
    assert list(done(doubled)) == list(range(0, 40, 2))


@pytest.mark.parametrize(("few", "workers"), [(19, 2), (20, 2), (0, 1)])
def test_a_few_tasks_are_done_in_this_process(few, workers):
    prepared: list[bool] = []
    tasks = iter(range(20))
    pids = in_order(pid, tasks, str, workers, few, lambda: prepared.append(True))
    first = next(pids)
    if few < 20 and workers > 1:
        assert prepared
        assert os.getpid() not in {first, *pids}
        return
    assert not prepared
    assert len(list(tasks)) == 20 - few - 1 * (few < 20)  # it takes no more than it must
    pids.close()


def test_tasks_are_taken_as_they_are_needed():
    taken: list[int] = []

    def endless():
        while True:
            taken.append(len(taken))
            yield taken[-1]

    results = in_order(doubled, endless(), str, 2)
    assert [next(results) for _ in range(3)] == [0, 2, 4]
    results.close()
    assert len(taken) <= 3 + 2 * 8


def test_what_a_task_raises_comes_in_its_turn():
    results = done(refused)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(CriteriaError, match="three is refused"):
        next(results)


def test_a_defect_shows_the_line_of_the_worker():
    with pytest.raises(RuntimeError, match=r"yield 1 // \(3 - number\)"):
        list(done(broken))


def test_the_task_of_a_lost_worker_is_done_again(tmp_path):
    assert list(done(partial(deadly, folder=tmp_path, lives=1))) == list(range(20))
    assert len(list(tmp_path.iterdir())) == 1


def test_a_task_that_loses_two_workers_is_named_in_its_turn(tmp_path):
    results = done(partial(deadly, folder=tmp_path, lives=9))
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(WorkerLostError, match=r"^task 7: the process .* was killed"):
        next(results)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_worker_without_memory_is_a_lost_one():
    with pytest.raises(WorkerLostError, match=r"^task 3: "):
        list(done(full))


def test_each_of_many_losses_is_made_good(tmp_path):
    """Every task loses one worker."""
    assert list(done(partial(always_once, folder=tmp_path), count=6)) == list(range(6))
    assert len(list(tmp_path.iterdir())) == 6


def always_once(number, *, folder: Path):
    if not (folder / str(number)).exists():
        (folder / str(number)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    yield number


@dataclass
class Opener(Portable):
    number: int

    @cached_property
    def opened(self):
        return iter(lambda: 0, 0)  # cannot be pickled

    def do(self, task):
        yield self.number, task, self.opened is not None


def test_what_is_opened_stays_where_it_is():
    opener = Opener(5)
    assert opener.opened is not None
    assert list(done(opener.do, count=3)) == [(5, 0, True), (5, 1, True), (5, 2, True)]
