"""The workers of a Dask cluster: how many are there, and how long a run waits for one."""

import logging
import time
from contextlib import suppress
from typing import Any

from xlbuilder.errors import EngineError, WorkerLostError
from xlbuilder.proof.chunks import Chunk

WAIT = 60
"""Seconds that a run waits for a worker, by default."""

_LOOK = 1.0  # seconds from one look at the workers to the next
_SAY = 5.0  # seconds without a worker, after which it is said
_log = logging.getLogger(__name__)


class Cluster:
    """A Dask cluster and its workers, as they were seen last; its text is for a progress line."""

    def __init__(self, address: str, wait: float = WAIT) -> None:
        """Connect to nothing yet; ``wait`` is in seconds.

        Raises EngineError for a ``wait`` below 0.
        """
        if wait < 0:
            raise EngineError(f"a wait of {wait:g} seconds: give 0 or more")
        self.address = address
        self.threads = 0
        """How many chunks the workers run at a time."""
        self._wait = wait
        self._workers: int | None = None
        self._is_said = False

    def __str__(self) -> str:
        return "" if self._workers is None else f"workers: {self._workers}"

    def look(self, client: Any) -> None:
        """Count the workers.

        After `wait_for` has reported that no worker is there, the log reports the first that is.
        """
        with suppress(OSError):  # the scheduler is gone: Dask cancels the futures
            threads = client.nthreads(callback_timeout=_LOOK)
            self._workers, self.threads = len(threads), sum(threads.values())
        if self._is_said and self._workers:
            _log.info("Dask workers that are there again: %s; the run goes on", self._workers)
            self._is_said = False

    def wait_for(self, future: Any, chunk: Chunk, client: Any) -> None:
        """Wait until Dask is done with a chunk, however it ended.

        The log reports once, after a while, that no worker is there.  Raises WorkerLostError when
        none was there for the time to wait.
        """
        last_seen = time.monotonic()
        while True:
            with suppress(TimeoutError):
                future.exception(timeout=_LOOK)  # None of a chunk that is judged
                return
            self.look(client)
            if self._workers != 0:
                last_seen = time.monotonic()
                continue
            missed = time.monotonic() - last_seen
            if missed >= self._wait:
                raise WorkerLostError(
                    f"{chunk}: no Dask worker was there for {self._wait:g} seconds: {self.address}"
                )
            if missed >= _SAY and not self._is_said:
                self._is_said = True
                text = (
                    "no Dask worker is there for %s; the run ends if none comes within %.0f seconds"
                )
                _log.info(text, chunk, self._wait - missed)
