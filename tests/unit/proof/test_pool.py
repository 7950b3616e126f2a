"""Many processes, and a Dask cluster of two workers: the same verdicts in the same order."""

import pytest
from distributed import LocalCluster

from xlbuilder.errors import EngineError
from xlbuilder.proof.cluster import Cluster
from xlbuilder.proof.pool import Job, run_on_cores, run_on_dask
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.xlsx.model import read_workbook


def judged(verdicts):
    return [(v.puzzle, v.kind, v.shown, [r.iterations for r in v.recalculations]) for v in verdicts]


@pytest.fixture(scope="module")
def boards(puzzles):
    return [entry.puzzle for entry in puzzles.values()] * 50


@pytest.fixture(scope="module")
def expected(built, boards):
    job = Job(read_workbook(built("ellis")), "fast", EXCEL)
    return judged(run_on_cores(job, boards, workers=1))


@pytest.mark.slow
def test_two_processes(built, boards, expected):
    job = Job(read_workbook(built("ellis")), "fast", EXCEL)
    assert judged(run_on_cores(job, iter(boards), workers=2)) == expected


def test_less_than_one_process_is_refused(built):
    job = Job(read_workbook(built("ellis")), "fast", EXCEL)
    with pytest.raises(EngineError, match="0 workers: give 1 or more"):
        run_on_cores(job, [], workers=0)


@pytest.mark.slow
def test_puzzles_are_read_as_they_are_needed(built, boards):
    """Bounded memory: a corpus without end gives its first verdicts at once."""

    def endless():
        while True:
            yield from boards

    verdicts = run_on_cores(Job(read_workbook(built("ellis")), "fast", EXCEL), endless(), workers=2)
    assert next(verdicts).puzzle == boards[0]
    verdicts.close()


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")  # what Dask's own start-up and shutdown warn of
def test_a_dask_cluster_of_two_workers(built, boards, expected):
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        job = Job(read_workbook(built("ellis")), "fast", EXCEL)
        assert judged(run_on_dask(job, boards, Cluster(cluster.scheduler_address))) == expected


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
def test_no_cluster_at_the_address(built):
    job = Job(read_workbook(built("ellis")), "fast", EXCEL)
    with pytest.raises(EngineError, match=r"tcp://127\.0\.0\.1:9: no Dask cluster answers there"):
        list(run_on_dask(job, [], Cluster("tcp://127.0.0.1:9")))
