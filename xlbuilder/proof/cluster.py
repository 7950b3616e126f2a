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
        self._looked = 0.0
        self._last_seen = 0.0
        self._is_said = False

    def __str__(self) -> str:
        return "" if self._workers is None else f"workers: {self._workers}"

    def wait_for(self, future: Any, chunk: Chunk, client: Any) -> None:
        """Wait until Dask is done with a chunk, however it ended.

        The log reports when no worker is there, and when one is there again.  Raises
        WorkerLostError when none was there for the time to wait.
        """
        while True:
            self.look(client, chunk)
            with suppress(TimeoutError):
                future.exception(timeout=_LOOK)  # None of a chunk that is judged
                return

    def look(self, client: Any, chunk: Chunk | None = None) -> None:
        """Count the workers, at most once a second; ``chunk`` is what the run waits for."""
        now = time.monotonic()
        if self._workers is not None and now < self._looked + _LOOK:
            return
        with suppress(OSError):  # the scheduler is gone: Dask cancels the futures
            threads = client.nthreads(callback_timeout=_LOOK)
            self._workers, self.threads = len(threads), sum(threads.values())
        self._looked = time.monotonic()
        if self._workers != 0:
            self._seen()
        elif chunk is not None:
            self._missed(chunk)

    def _seen(self) -> None:
        self._last_seen = self._looked
        if self._is_said:
            _log.info("Dask workers that are there again: %s; the run goes on", self._workers)
            self._is_said = False

    def _missed(self, chunk: Chunk) -> None:
        """Report once, after a while, that no worker is there; end the run later."""
        self._last_seen = self._last_seen or self._looked
        missed = self._looked - self._last_seen
        if missed >= self._wait:
            raise WorkerLostError(
                f"{chunk}: no Dask worker was there for {self._wait:g} seconds: {self.address}"
            )
        if missed >= _SAY and not self._is_said:
            self._is_said = True
            _log.info(
                "no Dask worker is there for %s; the run ends if none comes within %.0f seconds",
                chunk,
                self._wait - missed,
            )
