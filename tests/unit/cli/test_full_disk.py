"""A disk that is full at the end of the work: results are printed, then what is not written."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers.command import LINE
from xlbuilder.proof.report import Tally, report_file

FULL = os.strerror(errno.ENOSPC)

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")


def no_space(*_):
    raise OSError(errno.ENOSPC, FULL)


class FullFile(io.TextIOWrapper):
    """A text file on a disk that has no room for a byte."""

    write = no_space


@pytest.fixture
def no_names(monkeypatch, tmp_path):
    """Let no file in the folder of the test get its name when it is whole."""
    rename = Path.replace

    def renamed(path, target):
        return no_space() if path.parent == tmp_path else rename(path, target)

    monkeypatch.setattr(Path, "replace", renamed)


@pytest.fixture(params=["at the first write", "when the file gets its name"])
def full_disk(request, monkeypatch):
    """Let no text file be written any more, at one of two moments."""
    if request.param == "at the first write":
        monkeypatch.setattr("xlbuilder.xlsx.atomic.io", SimpleNamespace(TextIOWrapper=FullFile))
    else:
        request.getfixturevalue("no_names")


@pytest.fixture
def verifying(made):
    return ["verify", made("stages/naked_singles"), "--puzzles", LINE]


def names(folder):
    return [path.name for path in folder.iterdir()]


def cannot(*names):
    """Return what stderr ends with when these files cannot be written."""
    return "".join(f"xlbuilder: {name}: cannot be written: {FULL}\n" for name in names)


@pytest.mark.usefixtures("full_disk")
def test_verify_prints_its_results_first(run, verifying, tmp_path):
    (tmp_path / "r.json").write_text("old")
    done = run(*verifying, "--report", "r.json")
    assert done.returncode == 2
    assert "1 puzzle: 1 " in done.stdout
    assert done.stderr.endswith(f" through {verifying[1]}\n{cannot('r.json')}")
    printed = run(*verifying, "--report", "r.json", "--json")
    assert printed.returncode == 2
    assert printed.stdout.endswith("}\n")
    assert (tmp_path / "r.json").read_text() == "old"
    assert names(tmp_path) == ["r.json"]


def test_a_folder_that_is_gone_at_the_end(tmp_path):
    with report_file(tmp_path / "new/r.json") as report:
        for path in (tmp_path / "new").iterdir():
            path.unlink()
        (tmp_path / "new").rmdir()
        report.end(Tally("fast", "row-major", "zero"))
    assert str(report.error) == (
        f"{tmp_path / 'new/r.json'}: cannot be written: {os.strerror(errno.ENOENT)}"
    )


@pytest.mark.slow
@pytest.mark.usefixtures("no_names")
def test_try_prints_its_findings_first(run, tmp_path):
    files = ["--needed", "needed.txt", "--html", "page.html"]
    done = run("try", "naked_pairs", "--base", "basic", "--puzzles", LINE, *files, "--json")
    assert done.returncode == 2
    assert done.stdout.endswith("}\n")
    assert done.stderr.endswith(cannot("needed.txt"))
    assert names(tmp_path) == []


@pytest.mark.usefixtures("full_disk")
def test_generate_leaves_no_half_file(run, tmp_path):
    arguments = ["generate", "--count", "3", "--seed", "1", "--workers", "1"]
    done = run(*arguments, "--out", "x.txt")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", cannot("x.txt"))
    assert names(tmp_path) == []


def to_full(*arguments, cwd):
    """Return the exit code and stderr of the command with a buffered stdout that is full."""
    unbuffered = "PYTHONUNBUFFERED"
    env = {name: value for name, value in os.environ.items() if name != unbuffered}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "xlbuilder", *map(str, arguments)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env=env,
            check=False,
        )
    return done.returncode, done.stderr.splitlines()[-1:]


@needs_full
@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [["--help"], ["engines"], ["map", "--json"], ["generate", "--seed", "1", "--workers", "1"]],
)
def test_an_output_that_is_full_is_one_line(tmp_path, words):
    line = f"xlbuilder: the output cannot be written: {FULL}"
    assert to_full(*words, cwd=tmp_path) == (2, [line])


@needs_full
@pytest.mark.slow
def test_a_full_output_leaves_the_report(verifying, tmp_path):
    line = f"xlbuilder: the output cannot be written: {FULL}"
    for more in ([], ["--json"]):
        command = [*verifying, *more, "--report", "r.json"]
        assert to_full(*command, cwd=tmp_path) == (2, [line])
        assert (tmp_path / "r.json").read_text().endswith("}\n")
        (tmp_path / "r.json").unlink()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_closed_output_is_no_traceback(tmp_path):
    shell = f"{sys.executable} -m xlbuilder generate --seed 1 --workers 1 >&-"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
