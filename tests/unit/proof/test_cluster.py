"""The workers of a Dask cluster as a run sees them, without Dask."""

import logging

import pytest

from xlbuilder.errors import EngineError, WorkerLostError
from xlbuilder.proof.chunks import Chunk
from xlbuilder.proof.cluster import Cluster

NONE = "no Dask worker is there for puzzles 51 to 100"

CHUNK = Chunk(51, [None] * 50)


class Client:
    """A client of Dask; ``threads`` is what it says of the workers, None when it cannot say it."""

    def __init__(self):
        self.threads = {}

    def nthreads(self, *, callback_timeout):
        assert callback_timeout > 0
        if self.threads is None:
            raise TimeoutError
        return self.threads


@pytest.fixture
def look(monkeypatch):
    """Return a function that looks at the workers at a second of a clock of its own."""
    client = Client()

    def look(cluster, second, threads):
        client.threads = threads
        monkeypatch.setattr("xlbuilder.proof.cluster.time.monotonic", lambda: 1000.0 + second)
        cluster.look(client, CHUNK)

    return look


def test_no_worker_is_said_once_and_so_is_the_next_one(look, caplog):
    caplog.set_level(logging.INFO)
    cluster = Cluster("tcp://here")
    assert str(cluster) == ""
    look(cluster, 0, {"a": 2, "b": 1})
    assert (str(cluster), cluster.threads) == ("workers: 2", 3)
    for second in (4, 5, 6, 30):
        look(cluster, second, {})
    assert str(cluster) == "workers: 0"
    look(cluster, 40, {"c": 1})
    look(cluster, 41, None)  # no answer is no loss
    assert str(cluster) == "workers: 1"
    lost, back = caplog.messages
    assert lost == f"{NONE}; the run ends if none comes within 55 seconds"
    assert back == "Dask workers that are there again: 1; the run goes on"


def test_a_run_ends_when_no_worker_comes(look, caplog):
    caplog.set_level(logging.INFO)
    cluster = Cluster("tcp://here", 7)
    look(cluster, 0, {})  # none was ever there
    look(cluster, 6, {})
    with pytest.raises(WorkerLostError) as error:
        look(cluster, 7, {})
    assert str(error.value) == (
        "puzzles 51 to 100: no Dask worker was there for 7 seconds: tcp://here"
    )
    assert caplog.messages == [f"{NONE}; the run ends if none comes within 1 seconds"]


def test_a_wait_is_not_negative():
    with pytest.raises(EngineError, match="a wait of -1 seconds: give 0 or more"):
        Cluster("tcp://here", -1)
