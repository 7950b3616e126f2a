"""The command line and its processes: started in each way, asked to end, and killed."""

import json
import os
import re
import signal
import sys
import time
from contextlib import suppress
from itertools import cycle, islice

import dask
import psutil
import pytest
from distributed import LocalCluster

from tests.helpers.children import (
    PATIENCE,
    has_members,
    has_written,
    started,
    wait_until,
    workers_of,
    xlbuilder,
)
from tests.helpers.cost import by_cost
from tests.helpers.sudoku import verify

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="signals of POSIX"),
    pytest.mark.slow,
]

MAIN = """
import multiprocessing, sys
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    from xlbuilder.cli import main
    main()
"""

MANY = 20_000  # more than any test waits for


@pytest.fixture(scope="module")
def book(built):
    return built("ellis")


@pytest.fixture(scope="module")
def boards(puzzles):
    """Return four puzzles; a corpus goes round them, so what is lost or there twice is seen."""
    return [str(entry.puzzle) for entry in puzzles.values()]


@pytest.fixture
def verifying(tmp_path, book, boards):
    """Return a function that gives the arguments of a run of so many puzzles."""

    def arguments(count):
        path = tmp_path / f"{count}.txt"
        path.write_text("".join(f"{board}\n" for board in islice(cycle(boards), count)))
        return ["verify", book, "--puzzles", path, "--workers", 2, "--report", "out.txt"]

    return arguments


@pytest.fixture(scope="module")
def expected(book, puzzles):
    """Return a function that gives the verdicts of a corpus as this process finds them."""
    found = [
        (
            str(each.puzzle),
            each.kind.name.lower(),
            str(each.shown),
            [one.iterations for one in each.recalculations],
        )
        for each in verify(book, [entry.puzzle for entry in puzzles.values()], "fast")
    ]
    return lambda count: list(islice(cycle(found), count))


@pytest.fixture
def by(tmp_path):
    """Return a function that gives the command line with processes started by a method."""
    script = tmp_path / "main.py"
    script.write_text(MAIN)
    return lambda method, *arguments: [sys.executable, script, method, *arguments]


def ended(process):
    """Return the exit code, and what was written to stdout and stderr; there is no traceback.

    The line with which `verify` says what it does is left out of stderr.
    """
    out, err = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in err, err
    return process.returncode, out, re.sub("^xlbuilder: running the puzzles of .*\n", "", err)


def result_of(command, cwd):
    with started(command, cwd=cwd) as process:
        return ended(process)


def verdicts(path):
    return [
        (each["puzzle"], each["verdict"], each["shown"], each["iterations"])
        for each in json.loads(path.read_text())["verdicts"]
    ]


@pytest.fixture
def endless(verifying):
    """Return a function that gives the arguments of a command that does not come to its end."""
    generating = ["generate", "--count", 50 * MANY, "--seed", 1, "--workers", 2, "--out", "out.txt"]
    return lambda name: verifying(MANY) if name == "verify" else generating


def kept(name, tmp_path, err):
    """Return how many results a command kept that was ended early."""
    path = tmp_path / "out.txt"
    assert list(tmp_path.glob(".*")) == []
    if name == "generate":
        lines = path.read_text().splitlines()
        assert {len(line) for line in lines} == {81}
        assert f"{len(lines)} " in err
        return len(lines)
    report = json.loads(path.read_text())
    assert report["interrupted"]
    assert report["puzzles"] == len(report["verdicts"]) < MANY
    return report["puzzles"]


@pytest.mark.parametrize("method", by_cost(["spawn", "forkserver"], 0, 0))
def test_verify_however_processes_are_started(by, tmp_path, verifying, expected, method):
    code, _, err = result_of(by(method, *verifying(120)), tmp_path)
    assert (code, err) == (1, "")
    assert verdicts(tmp_path / "out.txt") == expected(120)


@pytest.mark.parametrize(
    ("name", "ignored", "number"),
    [
        ("generate", None, signal.SIGINT),
        ("verify", None, signal.SIGINT),
        ("generate", signal.SIGINT, signal.SIGTERM),
        ("verify", None, signal.SIGTERM),
    ],
)
@pytest.mark.usefixtures("nohup")
def test_a_signal_keeps_the_results(tmp_path, endless, name, ignored, number):
    """Ctrl-C, to all processes as a terminal sends it; SIGTERM also under a shell's nohup."""
    command = xlbuilder(*endless(name))
    if ignored:
        command = ["sh", "-c", 'trap "" INT; exec "$0" "$@"', *command]
    with started(command, cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")
        if ignored:
            os.killpg(process.pid, ignored)
        is_alone = (name, number) == ("verify", signal.SIGTERM)
        (os.kill if is_alone else os.killpg)(process.pid, number)
        code, out, err = ended(process)
        assert not has_members(process.pid)
    assert code == 128 + number
    done = kept(name, tmp_path, err)
    assert done > 0
    if name == "generate":
        assert err == f"xlbuilder: interrupted: {done} of {50 * MANY} puzzles are kept\n"
        assert out == "out.txt\n"
    else:
        assert "interrupted: these are the results so far" in out


def test_a_second_ctrl_c_is_no_traceback_either(tmp_path, endless):
    """It may come when Python is ending, or the file about to be kept."""
    with started(xlbuilder(*endless("generate")), cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.02)
        code, out, err = ended(process)
        assert not has_members(process.pid)
    if code != -signal.SIGINT and out:
        assert code == 130
        assert kept("generate", tmp_path, err) > 0


@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("generate", "fork"),
        *(
            pytest.param(name, method, marks=pytest.mark.exhaustive)
            for name, method in (
                ("verify", "fork"),
                ("generate", "spawn"),
                ("generate", "forkserver"),
            )
        ),
    ],
)
def test_workers_end_with_a_parent_that_is_killed(by, tmp_path, endless, name, method):
    with started(by(method, *endless(name)), cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")
        assert len(workers_of(process)) >= 2
        process.kill()
        process.wait()
        wait_until(lambda: not has_members(process.pid), "the end of the workers")
    assert len(list(tmp_path.glob(".xlbuilder-*.part"))) == 1


@pytest.mark.exhaustive
def test_a_worker_that_is_killed_loses_no_result(tmp_path, verifying, expected):
    with started(xlbuilder(*verifying(600)), cwd=tmp_path) as process:
        for size in (10_000, 60_000):
            wait_until(has_written(tmp_path, size), "some results")
            workers_of(process)[0].kill()
        code, _, err = ended(process)
    assert (code, err) == (1, "")
    assert verdicts(tmp_path / "out.txt") == expected(600)


@pytest.mark.parametrize("name", by_cost(["verify", "generate"], 0, 1))
def test_what_kills_every_worker_ends_the_run_and_keeps_the_results(tmp_path, endless, name):
    command = xlbuilder(*endless(name))
    with started(command, cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")

        def all_killed():
            if process.poll() is not None:
                return True
            for worker in workers_of(process):
                with suppress(psutil.NoSuchProcess):  # it has ended by itself
                    worker.kill()
            return False

        wait_until(all_killed, "the end")
        code, _, err = ended(process)
    assert code == 4
    done = kept(name, tmp_path, err)
    first = f"puzzles {done + 1} to {done + 50}: " if name == "verify" else f"puzzle {done + 1}: "
    assert err.startswith(f"xlbuilder: {first}")
    assert len(err.splitlines()) == 1


@pytest.fixture
def cluster(request):
    """Return a Dask cluster that gives up a task when it lost more workers than the parameter."""
    allowed = {"distributed.scheduler.allowed-failures": getattr(request, "param", 3)}
    with (
        dask.config.set(allowed),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as made,
    ):
        yield made


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")  # what Dask's own start-up and shutdown warn of
def test_dask_workers_that_are_killed_lose_no_result(tmp_path, verifying, expected, cluster):
    command = xlbuilder(*verifying(600), "--dask", cluster.scheduler_address)
    with started(command, cwd=tmp_path) as process:
        for worker, size in enumerate((10_000, 60_000)):  # each of the two
            wait_until(has_written(tmp_path, size), "some results")
            os.kill(cluster.workers[worker].pid, signal.SIGKILL)
        code, _, err = ended(process)
    assert (code, err) == (1, "")
    assert verdicts(tmp_path / "out.txt") == expected(600)


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_that_goes_leaves_the_results(tmp_path, endless, cluster):
    command = xlbuilder(*endless("verify"), "--dask", cluster.scheduler_address)
    with started(command, cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")
        cluster.close()
        code, _, err = ended(process)
    assert code == 4
    done = kept("verify", tmp_path, err)
    assert err.startswith(f"xlbuilder: puzzles {done + 1} to {done + 50}: the Dask cluster is gone")
    assert len(err.splitlines()) == 1


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cluster", [0], indirect=True)
def test_what_dask_gives_up_is_named_and_the_results_are_kept(tmp_path, endless, cluster):
    command = xlbuilder(*endless("verify"), "--dask", cluster.scheduler_address)
    with started(command, cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")
        for worker in cluster.workers.values():
            os.kill(worker.pid, signal.SIGKILL)
        code, _, err = ended(process)
    assert code == 4
    done = kept("verify", tmp_path, err)
    assert err.startswith(f"xlbuilder: puzzles {done + 1} to {done + 50}: ")
    assert len(err.splitlines()) == 1


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_without_workers_ends_the_run_and_the_results_are_kept(
    tmp_path, endless, cluster
):
    command = xlbuilder(*endless("verify"), "--dask", cluster.scheduler_address, "--wait", 7)
    with started(command, cwd=tmp_path) as process:
        wait_until(has_written(tmp_path), "the first results")
        cluster.scale(0)
        code, out, err = ended(process)
    assert code == 4
    done = kept("verify", tmp_path, err)
    assert f"{done} puzzles: " in out
    said, error = err.splitlines()
    chunk = f"puzzles {done + 1} to {done + 50}"
    assert said.startswith(f"xlbuilder: no Dask worker is there for {chunk}; the run ends if ")
    lost = f"{chunk}: no Dask worker was there for 7 seconds: {cluster.scheduler_address}"
    assert error == f"xlbuilder: {lost}"


def test_a_child_is_ended_when_a_test_fails():
    with pytest.raises(AssertionError), started(["sleep", "600"]) as process:
        assert process.pid < 0
    assert process.returncode == -signal.SIGKILL
