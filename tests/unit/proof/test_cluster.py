"""The workers of a Dask cluster as a run sees them, without Dask."""

import logging
from functools import partial

import pytest

from xlbuilder.errors import EngineError, WorkerLostError
from xlbuilder.proof.chunks import Chunk
from xlbuilder.proof.cluster import Cluster

NONE = "no Dask worker is there for puzzles 51 to 100"

CHUNK = Chunk(51, [None] * 50)


class Dask:
    """A client of Dask and its future, which is done when the last of these moments is over.

    A moment is a second and what Dask says of the workers then, None when it cannot say it.
    """

    def __init__(self, monkeypatch, *moments):
        self.second = 0
        self.threads = {}
        self.moments = iter(moments)
        monkeypatch.setattr("xlbuilder.proof.cluster.time.monotonic", lambda: 1000.0 + self.second)

    def nthreads(self, *, callback_timeout):
        assert callback_timeout > 0
        if self.threads is None:
            raise TimeoutError
        return self.threads

    def exception(self, timeout):
        assert timeout > 0
        if (moment := next(self.moments, None)) is not None:
            self.second, self.threads = moment
            raise TimeoutError


@pytest.fixture
def dask(monkeypatch):
    return partial(Dask, monkeypatch)


def test_no_worker_is_said_once_and_so_is_the_next_one(dask, caplog):
    caplog.set_level(logging.INFO)
    cluster = Cluster("tcp://here")
    assert str(cluster) == ""
    first = dask((0, {"a": 2, "b": 1}))
    cluster.wait_for(first, CHUNK, first)
    assert (str(cluster), cluster.threads) == ("workers: 2", 3)
    then = dask((0, {"a": 2}), (4, {}), (5, {}), (6, {}), (30, {}))
    cluster.wait_for(then, CHUNK, then)
    assert str(cluster) == "workers: 0"
    last = dask((40, {"c": 1}), (41, None))  # no answer is no loss
    cluster.wait_for(last, CHUNK, last)
    assert str(cluster) == "workers: 1"
    lost, back = caplog.messages
    assert lost == f"{NONE}; the run ends if none comes within 55 seconds"
    assert back == "Dask workers that are there again: 1; the run goes on"


def test_a_run_ends_when_no_worker_comes(dask, caplog):
    caplog.set_level(logging.INFO)
    never = dask((0, {}), (6, {}), (7, {}), (8, {}))
    with pytest.raises(WorkerLostError) as error:
        Cluster("tcp://here", 7).wait_for(never, CHUNK, never)
    assert never.second == 7
    assert str(error.value) == (
        "puzzles 51 to 100: no Dask worker was there for 7 seconds: tcp://here"
    )
    assert caplog.messages == [f"{NONE}; the run ends if none comes within 1 seconds"]


def test_a_wait_is_not_negative():
    with pytest.raises(EngineError, match="a wait of -1 seconds: give 0 or more"):
        Cluster("tcp://here", -1)
