"""The command xlbuilder: called in this process, or started as one of its own."""

import gc
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from xlbuilder.cli import main

Done = subprocess.CompletedProcess[str]
WIDE = {"COLUMNS": "100"}

LINE = ".82..39.5...57.638..5..9..22.8..........85..4.3.26..8...63.72...7..268..5..4.8..."
OWN_STRATEGY = """
[strategy]
title = "One rule"
[[rules]]
removes = "user_rule"
[names.user_rule]
formula = "=onetonine>9"
"""


def called(
    *arguments: object,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    input: str | bytes | None = None,  # noqa: A002 - as subprocess calls it
) -> Done:
    """Call the command in this process, which takes a tenth of the time of a new one."""
    words = ["xlbuilder", *map(str, arguments)]
    library = logging.getLogger("xlbuilder")
    before = library.handlers[:], library.level, gc.get_threshold()
    interrupt = signal.getsignal(signal.SIGINT)
    with (
        pytest.MonkeyPatch.context() as patch,
        CliRunner().isolation(input, {**WIDE, **(env or {})}) as (out, err, *_),
    ):
        patch.chdir(cwd)
        patch.setattr(sys, "argv", words)
        try:
            with pytest.raises(SystemExit) as end:
                main()
        finally:
            library.handlers[:] = before[0]
            library.setLevel(before[1])
            gc.set_threshold(*before[2])
            signal.signal(signal.SIGINT, interrupt)
        for stream in (sys.stdout, sys.stderr):
            if not stream.closed:
                stream.flush()
        texts = [each.getvalue().decode() for each in (out, err)]
    code = end.value.code
    assert isinstance(code, int)
    return Done(words, code, *texts)


def refused(done: Done, *words: str) -> None:
    """Check that a command has refused what it was given: by its exit code, and in one line."""
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    assert all(word in line for word in words), line


def in_a_process(
    *arguments: object,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    input: str | None = None,  # noqa: A002
) -> Done:
    """Start the command as a process: what another Python, its imports or its exit would change."""
    return subprocess.run(
        [sys.executable, "-m", "xlbuilder", *map(str, arguments)],
        cwd=cwd,
        input=input,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, **WIDE, **(env or {})},
    )
