"""Many puzzles on all cores or on a Dask cluster, in the order of the corpus, memory bounded."""

import logging
import os
import pickle
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, TypeVar

from xlbuilder.drive.boards import Boards
from xlbuilder.errors import EngineError, EngineUnavailableError, WorkerLostError
from xlbuilder.observe.solver import Solver
from xlbuilder.processes.workers import Portable, in_order
from xlbuilder.proof.chunks import FEW_CHUNKS, Chunk, chunks
from xlbuilder.proof.cluster import Cluster
from xlbuilder.proof.under_orders import judged_under
from xlbuilder.proof.verify import Verdict, judged
from xlbuilder.recalc.choices import Order
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.xlsx.model import Model

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)


class Work(Protocol[Result_co]):
    """What is done with puzzles; each process gets a copy, and opens what it needs once."""

    @property
    def chunk_size(self) -> int:
        """How many puzzles are sent to another process together."""

    def prepare(self) -> object:
        """Compile now, once, and not in each process."""

    def run(self, chunk: Chunk) -> Iterable[Result_co]:
        """Return the result of each puzzle of a chunk."""


@dataclass
class Job(Portable):
    """A workbook, and how it is run to be judged."""

    model: Model
    engine: str
    schedule: Schedule
    others: tuple[Order, ...] = ()
    """More orders: each puzzle is run under them too, and the results are compared."""

    @cached_property
    def solver(self) -> Solver:
        """The workbook in its engine, opened when it is first asked for.

        Raises EngineError when there are several orders and the engine knows only its own.
        """
        solver = Solver(self.model, self.engine, self.schedule)
        if self.others:
            solver.follow(self.schedule)  # refused now, before a puzzle is run
        return solver

    @cached_property
    def answers(self) -> Answers:
        """The checker."""
        return Answers(Boards.of(self.model).rules())

    @property
    def chunk_size(self) -> int:
        """How many puzzles are sent to another process together."""
        return 50 if self.engine == "fast" else 1

    def prepare(self) -> None:
        """Compile the formulas now."""
        self.solver.session.prepare()

    def run(self, chunk: Chunk) -> Iterator[Verdict]:
        """Yield the verdict on each puzzle of a chunk."""
        if not self.others:
            return judged(self.solver, self.answers, chunk.puzzles)
        orders = (self.schedule.order, *self.others)
        schedules = [replace(self.schedule, order=order) for order in orders]
        return judged_under(schedules, self.solver, self.answers, chunk.puzzles)


def all_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_on_cores(
    work: Work[Result], puzzles: Iterable[Board], workers: int
) -> Generator[Result, None, None]:
    """Yield the results in the order of ``puzzles``, working with ``workers`` processes.

    Raises EngineError for a number of ``workers`` below 1, and WorkerLostError when the process
    that works on a chunk is killed twice.
    """
    if workers < 1:
        raise EngineError(f"{workers} workers: give 1 or more")
    some = chunks(puzzles, work.chunk_size)
    return in_order(work.run, some, str, workers, FEW_CHUNKS, work.prepare)


def run_on_dask(
    work: Work[Result], puzzles: Iterable[Board], cluster: Cluster
) -> Generator[Result, None, None]:
    """Yield the results in the order of ``puzzles``, working on a Dask cluster.

    The workers need xlbuilder installed, but not the workbook file.  Dask repeats the work of a
    worker that is lost; its setting ``allowed-failures`` says how often.  Workers may come and go.
    Raises EngineUnavailableError without Dask, EngineError when there is no cluster at the address,
    WorkerLostError when the cluster is gone later, when no worker comes, or when Dask gives a chunk
    up.
    """
    address = cluster.address
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415 - only in the extra `dask`
    except ImportError:
        raise EngineUnavailableError(
            "Dask is not installed; run: pip install 'xlbuilder[dask]'"
        ) from None
    try:
        client: Any = Client(address, timeout="10s", set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise EngineError(f"{address}: no Dask cluster answers there: {error}") from None
    with _without_log(), client:
        # The result of a task, and not scattered: Dask makes it again when its worker is lost.
        sent = client.submit(pickle.loads, pickle.dumps(work), pure=False)
        waiting = chunks(puzzles, work.chunk_size)
        pending: deque[tuple[Chunk, Any]] = deque()
        while True:
            cluster.look(client)
            window = 3 * max(1, cluster.threads)
            for chunk in islice(waiting, max(0, window - len(pending))):
                pending.append((chunk, client.submit(_run_sent, sent, chunk, pure=False)))
            if not pending:
                return
            chunk, future = pending.popleft()
            try:
                cluster.wait_for(future, chunk, client)
                results = future.result()
            except KilledWorker:
                raise WorkerLostError(f"{chunk}: each Dask worker that began it was lost") from None
            except CancelledError:
                raise WorkerLostError(f"{chunk}: the Dask cluster is gone: {address}") from None
            yield from results


@contextmanager
def _without_log() -> Iterator[None]:
    """Let Dask's client log nothing about lost workers: the caller gets results or an error."""
    log = logging.getLogger("distributed.client")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)


_one_at_a_time = threading.Lock()  # the threads of a Dask worker share the work that was sent


def _run_sent(work: Work[Result], chunk: Chunk) -> list[Result]:
    with _one_at_a_time:
        return list(work.run(chunk))
