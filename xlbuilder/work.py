"""Many puzzles on all cores or on a Dask cluster, in the order of the corpus, memory bounded."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import Any, Protocol

from xlbuilder.answers import Answers
from xlbuilder.board import Board
from xlbuilder.errors import EngineError, EngineUnavailableError
from xlbuilder.recalc.model import Model
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.verify import Solver, Verdict, judged

Chunk = list[Board]


@dataclass
class Job:
    """A workbook to be opened, once in each process that works on it."""

    model: Model
    engine: str
    schedule: Schedule

    @cached_property
    def solver(self) -> Solver:
        """The workbook in its engine, opened when it is first asked for."""
        return Solver(self.model, self.engine, self.schedule)

    @cached_property
    def answers(self) -> Answers:
        """The checker."""
        return Answers()

    @property
    def chunk(self) -> int:
        """Puzzles that are worth a message between processes."""
        return 50 if self.engine == "fast" else 1

    def judge(self, puzzles: Chunk) -> list[Verdict]:
        """Judge some puzzles."""
        return list(judged(self.solver, self.answers, puzzles))


def all_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(job: Job, puzzles: Iterable[Board], workers: int) -> Iterator[Verdict]:
    """Yield the verdicts in the order of ``puzzles``, working with ``workers`` processes.

    What one chunk holds is done here: other processes are not worth their start.
    """
    puzzles = iter(puzzles)
    first = list(islice(puzzles, 2 * job.chunk))
    rest = list(islice(puzzles, 1))
    if workers == 1 or not rest:
        yield from judged(job.solver, job.answers, chain(first, rest, puzzles))
        return
    chunks = _chunks(chain(first, rest, puzzles), job.chunk)
    with processes(workers, _begin, job) as pool:
        yield from _in_order(lambda chunk: pool.submit(_judge, chunk), chunks, 3 * workers)


def run_on_dask(job: Job, puzzles: Iterable[Board], address: str) -> Iterator[Verdict]:
    """Yield the verdicts in the order of ``puzzles``, working on the Dask cluster at ``address``.

    The workers need xlbuilder installed, not the workbook.  Raises EngineUnavailableError without
    Dask, EngineError when there is no cluster at the address.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - only in the extra `dask`
    except ImportError:
        raise EngineUnavailableError(
            "Dask is not installed; run: pip install 'xlbuilder[dask]'"
        ) from None
    try:
        client: Any = Client(address, timeout="10s", set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise EngineError(f"{address}: no Dask cluster answers there: {error}") from None
    with client:
        sent = client.scatter(job, broadcast=True, hash=False)
        window = 3 * max(1, sum(client.nthreads().values()))
        yield from _in_order(
            lambda chunk: client.submit(_judge_sent, sent, chunk, pure=False),
            _chunks(puzzles, job.chunk),
            window,
        )


class _Pending(Protocol):
    """What a pool and a Dask client give back for a chunk."""

    def result(self) -> list[Verdict]: ...


def _in_order(
    submit: Callable[[Chunk], _Pending], chunks: Iterator[Chunk], window: int
) -> Iterator[Verdict]:
    """Keep ``window`` chunks under way, no more, and yield their verdicts first in, first out."""
    pending = deque(submit(chunk) for chunk in islice(chunks, window))
    while pending:
        yield from pending.popleft().result()
        pending.extend(submit(chunk) for chunk in islice(chunks, 1))


def _chunks(puzzles: Iterable[Board], size: int) -> Iterator[Chunk]:
    puzzles = iter(puzzles)
    while chunk := list(islice(puzzles, size)):
        yield chunk


_here: list[Job] = []  # of a worker process: what it was started for
_one_at_a_time = threading.Lock()  # the threads of a Dask worker share the job that was sent


@contextmanager
def processes(
    workers: int, begin: Callable[[Any], None], order: object
) -> Iterator[ProcessPoolExecutor]:
    """Give a pool whose processes call ``begin(order)`` first, and are gone when it ends.

    A second Ctrl-C while they end must not break that off: Python would wait for them for ever.
    """
    pool = ProcessPoolExecutor(workers, initializer=begin, initargs=(order,))
    try:
        yield pool
    finally:
        with ctrl_c_held_back():
            pool.shutdown(cancel_futures=True)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Let what is inside come to its end before Ctrl-C counts: it is done whole or not at all."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Ctrl-C is the main thread's
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def leave_ctrl_c_to_the_parent() -> None:
    """Let a worker process ignore Ctrl-C, which a terminal sends to it too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # While python-sat solves it has a handler of its own, which leaves its solver unusable.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _begin(job: Job) -> None:
    leave_ctrl_c_to_the_parent()
    _here.append(replace(job))  # what a fork brings along open is its parent's


def _judge(chunk: Chunk) -> list[Verdict]:
    return _here[0].judge(chunk)


def _judge_sent(job: Job, chunk: Chunk) -> list[Verdict]:
    with _one_at_a_time:
        return job.judge(chunk)
