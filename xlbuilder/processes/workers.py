"""Does tasks in worker processes, which end with their parent; a lost worker loses no result.

Each worker has a pipe of its own; workers share no lock and no queue.  So when a worker is lost,
the parent knows its task, and the other workers continue.  (When a process of a ProcessPoolExecutor
is killed, all tasks under way are lost, and nobody knows which task that process had; when the
parent is killed, its processes stay.)

A few tasks are done in this process, because workers have to start first.
"""

import multiprocessing
import os
import pickle
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import fields
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from xlbuilder.errors import WorkerLostError, XlbuilderError
from xlbuilder.processes.signals import held_back, leave_to_the_parent

Task = TypeVar("Task")
Result = TypeVar("Result")

_Numbered = tuple[int, Any]
"""A task with its number, from 0."""
_Outcome = tuple[list[Any], Exception | None]
"""The results of a task, or the exception that it raised."""

_AHEAD = 8
"""Tasks for each worker that are taken and not yet yielded."""
_GRACE_SECONDS = 5
"""How long a worker may take to close what it has opened."""


class Portable:
    """A base of dataclasses: pickling leaves out what cached properties have opened."""

    def __getstate__(self) -> dict[str, Any]:
        """Return only the fields; each process opens what it needs."""
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]


def in_order(  # noqa: PLR0913, PLR0917 - what is done, how it is named, where
    do: Callable[[Task], Iterable[Result]],
    tasks: Iterable[Task],
    named: Callable[[Task], str],
    workers: int,
    few: int = 0,
    prepare: Callable[[], object] | None = None,
) -> Generator[Result, None, None]:
    """Yield all that ``do`` gives for each task, in the order of the tasks.

    With one worker, or up to ``few`` tasks, this process does all tasks.  Otherwise it calls
    ``prepare`` and pickles ``do``, and at most ``workers`` processes run; memory is bounded for any
    number of tasks.  A task whose worker is lost is done once more.  What a task raises is raised
    here, after the results of all earlier tasks.  Raises WorkerLostError, with the name that
    ``named`` gives the task, for a task that lost two workers.
    """
    tasks = iter(tasks)
    first = list(islice(tasks, few + 1))
    tasks = chain(first, tasks)
    if workers == 1 or len(first) <= few:
        yield from chain.from_iterable(map(do, tasks))
        return
    if prepare is not None:
        prepare()
    window = _AHEAD * workers
    new = enumerate(tasks)
    again: deque[_Numbered] = deque()
    lost: set[int] = set()
    outcomes: dict[int, _Outcome] = {}
    taken = yielded = 0
    with closing(_Crew(pickle.dumps(do), workers)) as crew:
        while True:
            while crew.has_room and (again or taken < yielded + window):
                numbered = again.popleft() if again else next(new, None)
                if numbered is None:
                    break
                crew.give(numbered)
                taken = max(taken, numbered[0] + 1)
            if crew.is_idle:
                return
            for numbered, outcome in crew.outcomes():
                number = numbered[0]
                if outcome is not None:
                    outcomes[number] = outcome
                elif number in lost:
                    outcomes[number] = [], _lost_twice(named(numbered[1]))
                else:
                    lost.add(number)
                    again.append(numbered)
            while yielded in outcomes:
                results, error = outcomes.pop(yielded)
                if error is not None:
                    raise error
                yield from results
                yielded += 1


def _lost_twice(task: str) -> WorkerLostError:
    return WorkerLostError(
        f"{task}: the process that did it was killed, and so was the one that did it again;"
        " if the memory was full, give fewer --workers"
    )


class _Crew:
    """The worker processes; a process is started when a task needs it."""

    def __init__(self, sent: bytes, most: int) -> None:
        self._sent = sent
        self._most = most
        self._workers: list[_Worker] = []

    @property
    def has_room(self) -> bool:
        """Return whether a worker is free for another task, or can be started."""
        return len(self._workers) < self._most or any(each.has is None for each in self._workers)

    @property
    def is_idle(self) -> bool:
        """Return whether no task is under way."""
        return all(each.has is None for each in self._workers)

    def give(self, numbered: _Numbered) -> None:
        """Give a task to a free worker."""
        worker = next((each for each in self._workers if each.has is None), None)
        if worker is None:
            worker = _Worker(self._sent)
            self._workers.append(worker)
        worker.give(numbered)

    def outcomes(self) -> Iterator[tuple[_Numbered, _Outcome | None]]:
        """Wait until tasks end; yield each with its outcome, or None when its worker is lost."""
        busy = {each.pipe: each for each in self._workers if each.has is not None}
        for pipe in wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]
            numbered, outcome = worker.take()
            if outcome is None:
                self._workers.remove(worker)
                _end([worker])
            yield numbered, outcome

    def close(self) -> None:
        """End all workers, also the workers that have a task."""
        with held_back():
            _end(self._workers)
            self._workers = []


class _Worker:
    """A worker process, and the task that it has."""

    def __init__(self, sent: bytes) -> None:
        self.has: _Numbered | None = None
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=_work, args=(theirs, sent), daemon=True)
        with theirs, held_back():
            self.process.start()

    def give(self, numbered: _Numbered) -> None:
        """Give a task to this worker, which must be free."""
        self.has = numbered
        with suppress(OSError):  # the worker is lost; `take` finds this
            self.pipe.send(numbered[1])

    def take(self) -> tuple[_Numbered, _Outcome | None]:
        """Wait for the outcome of the task, and return both; None when the worker is lost."""
        assert self.has is not None
        numbered, self.has = self.has, None
        try:
            return numbered, self.pipe.recv()
        except (EOFError, OSError):
            return numbered, None


def _end(workers: list[_Worker]) -> None:
    """End workers; they have _GRACE_SECONDS to close what they have opened."""
    for worker in workers:
        worker.process.terminate()
    end = time.monotonic() + _GRACE_SECONDS
    for worker in workers:
        worker.process.join(max(0.0, end - time.monotonic()))
        worker.process.kill()
        worker.process.join()
        worker.process.close()
        worker.pipe.close()


def _work(pipe: "Connection[Any, Any]", sent: bytes) -> None:
    """Do tasks until SIGTERM; this is what a worker process runs."""
    leave_to_the_parent()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    do = pickle.loads(sent)  # noqa: S301 - from our parent
    with suppress(EOFError, OSError):  # the parent is gone
        while True:
            pipe.send(_outcome(do, pipe.recv()))


def _outcome(do: Callable[[Any], Iterable[Any]], task: object) -> _Outcome:
    try:
        return list(do(task)), None
    except MemoryError:
        raise  # this worker is lost
    except XlbuilderError as error:
        return [], error
    except Exception:  # noqa: BLE001 - a mistake in our code; the parent raises it
        return [], RuntimeError(traceback.format_exc())


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
        time.sleep(_GRACE_SECONDS)
    os._exit(1)
