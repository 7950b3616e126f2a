"""Where the disk is full, the clock wrong or a package noisy: one line or the usual answer."""

import io
import logging
import os
import re
import subprocess
import sys
import time
import warnings
import zipfile
from pathlib import Path

import click
import pytest

from tests.helpers.command import LINE, refused
from tests.helpers.strangers import with_a_switch
from tests.helpers.workbooks import saved
from xlbuilder import api
from xlbuilder.cli.say import LogHandler, say
from xlbuilder.cli.terminal import waiting
from xlbuilder.recalc.engines.fast import compiler, gradual, values
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.pack import repacked

BASIC = ["build", "stages/naked_singles", "--no-values", "--out"]

X14 = """<extLst><ext uri="{CCE6A557-97BC-4B89-ADB6-D9C93CAAB3DF}"
xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:dataValidations
count="1" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidation
type="list"><x14:formula1><xm:f>Main!$A$1:$A$9</xm:f></x14:formula1><xm:sqref>B2</xm:sqref>
</x14:dataValidation></x14:dataValidations></ext></extLst></worksheet>"""


@pytest.fixture
def mine(tmp_path):
    with_a_switch(tmp_path / "mine.xlsx", read_puzzle(LINE, "LINE"))
    return tmp_path / "mine.xlsx"


def shell(script, cwd, **variables):
    """Return the exit code, stdout and stderr of a script, in which ``$x`` is the command."""
    done = subprocess.run(
        ["sh", "-c", script.replace("$x", f"{sys.executable} -m xlbuilder")],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **variables},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_workbook_is_built_without_temporary_files(run, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    done = run(*BASIC, "x.xlsx")
    assert (done.returncode, done.stdout) == (0, "x.xlsx\n")


def test_a_temporary_folder_that_is_missing_is_one_line(run, made, monkeypatch):
    book = made("stages/naked_singles", "--no-values")
    monkeypatch.setattr("tempfile.tempdir", "/nowhere")
    refused(run("extract", book), "a temporary file cannot be written: No such file or directory")


@pytest.mark.slow
def test_a_clock_before_1980_changes_nothing(run, mine, tmp_path, monkeypatch):
    """The time of a zip file begins in 1980."""
    calls = {
        "x.xlsx": [*BASIC, "x.xlsx"],
        "with_drive.xlsx": ["drive", str(mine), "--save-as", "with_drive.xlsx"],
    }
    for clock in (None, 0.0):
        if clock is not None:
            monkeypatch.setattr(time, "time", lambda: 0.0)
        for name, words in calls.items():
            done = run(*words)
            assert (done.returncode, done.stdout) == (0, f"{name}\n"), done.stderr
            path = tmp_path / name
            if clock is None:
                path.rename(tmp_path / f"first_{name}")
            else:
                assert path.read_bytes() == (tmp_path / f"first_{name}").read_bytes()


def test_warnings_of_openpyxl_reach_nobody(run, made, tmp_path):
    file = made("stages/naked_singles", "--no-values").read_bytes()

    def with_x14(name, data):
        end = b"</worksheet>"
        return data.replace(end, X14.encode()) if name.endswith("/sheet1.xml") else data

    (tmp_path / "x14.xlsx").write_bytes(repacked(file, with_x14))
    with zipfile.ZipFile(tmp_path / "x14.xlsx") as archive:
        assert b"x14:dataValidation" in archive.read("xl/worksheets/sheet1.xml")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        before = warnings.filters[:]
        for words in (["show", "--cells", "A1:B2"], ["render", "--out", "x.svg"]):
            done = run(words[0], "x14.xlsx", *words[1:])
            assert done.returncode == 0, done.stderr
        assert warnings.filters == before


def test_what_openpyxl_prints_reaches_nobody(run, tmp_path):
    whole = saved(tmp_path, {"A1": 1}).read_bytes()

    def without_styles(_, data):
        return re.sub(rb"<cellStyleXfs.*?</cellStyleXfs>", b"", data)

    (tmp_path / "bare.xlsx").write_bytes(repacked(whole, without_styles))
    for words in (["diff", "--json", "bare.xlsx", "bare.xlsx"], ["show", "--stats", "bare.xlsx"]):
        refused(run(*words), "bare.xlsx: is damaged")


def test_a_warning_is_said_once(capsys):
    handler = LogHandler()
    for text in ("warning: x", "warning: y", "warning: x"):
        handler.emit(logging.makeLogRecord({"msg": text}))
    assert capsys.readouterr().err == "xlbuilder: warning: x\nxlbuilder: warning: y\n"


def test_a_full_stderr_is_no_error(monkeypatch):
    class Full(io.StringIO):
        def write(self, _):
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", Full())
        say("nobody reads it")
        with waiting("comparing"):
            pass


def test_a_warning_that_is_lost_gives_exit_code_2(run, tmp_path, monkeypatch):
    """It was 0, as if there had been none."""
    saved(tmp_path, {"A1": "=A2", "A2": "=A1"}, (False, 100, 0.001))
    echo = click.echo

    def full(text, *, err=False):
        if err:
            raise OSError(28, "No space left on device")
        echo(text)

    show = ("show", "book.xlsx", "--recalculate", "--cells", "A1:A2")
    before = run(*show)
    assert before.returncode == 0
    monkeypatch.setattr("click.echo", full)
    done = run(*show)
    assert (done.returncode, done.stdout, done.stderr) == (2, before.stdout, "")


def test_numba_that_is_switched_off_is_as_good_as_none(monkeypatch, caplog):
    numba = pytest.importorskip("numba")
    compiler.numba_or_none.cache_clear()
    gradual._say_that_numba_is_missing.cache_clear()  # noqa: SLF001
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    try:
        assert compiler.numba_or_none() is None
        with caplog.at_level("INFO", "xlbuilder"):
            assert gradual.compiled_iteration() is gradual.plain_iteration
    finally:
        compiler.numba_or_none.cache_clear()
        gradual._say_that_numba_is_missing.cache_clear()  # noqa: SLF001
    assert "switched off by NUMBA_DISABLE_JIT" in caplog.text


@pytest.mark.slow
def test_a_full_disk_keeps_numba_from_keeping_only(monkeypatch):
    caching = pytest.importorskip("numba.core.caching")

    def full(*_):
        raise OSError(28, "No space left on device")

    compiler.compiled.cache_clear()
    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    monkeypatch.setattr(caching.IndexDataCacheFile, "load", full)
    assert compiler.compiled(values.truncated)(97.5) == 97
    compiler.compiled.cache_clear()


def test_a_full_memory_is_one_line(run, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    monkeypatch.setattr(api, "engines", full)
    refused(run("engines"), "the memory is full")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_file_that_grows_too_large_is_one_line(tmp_path):
    build = "ulimit -f 1; $x build stages/naked_singles --no-values --out x.xlsx"
    code, out, err = shell(build, tmp_path)
    assert (code, out) == (2, "")
    assert err == "xlbuilder: x.xlsx: cannot be written: File too large\n"
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    ("words", "expected", "printed"),
    [
        ("diff {book} {book}", 0, "no difference"),
        ("diff {book} gone.xlsx", 2, ""),
        ("show {book}", 2, "Puzzle"),  # that it is not calculated is lost
    ],
)
def test_a_stderr_that_is_full_keeps_no_result_back(made, tmp_path, words, expected, printed):
    book = made("stages/naked_singles", "--no-values")
    code, out, err = shell(f"$x {words.format(book=book)} 2>/dev/full", tmp_path)
    assert (code, err) == (expected, "")
    assert printed in out


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_closed_stderr_is_no_matter(tmp_path):
    code, out, _ = shell("$x engines 2>&-", tmp_path)
    assert code == 0
    assert re.search("row-major", out)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
def test_a_difference_is_told_while_stderr_is_closed(made, tmp_path):
    book = made("stages/naked_singles", "--no-values")
    code, out, _ = shell(f"$x diff {book} {book} 2>&-", tmp_path)
    assert code == 0
    assert "no difference" in out
