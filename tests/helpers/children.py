"""Processes that a test starts: with the signals of a terminal, and gone when the test ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import psutil

PATIENCE = 120
"""Seconds after which what a test waits for does not come any more."""


@contextmanager
def started(command: Sequence[object], **options) -> Iterator[subprocess.Popen[str]]:
    """Start a process in a group of its own, which is killed in any case.

    Ctrl-C counts in it, even where the tests were started from a shell that ignores it.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            list(map(str, command)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **options,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def xlbuilder(*arguments: object) -> list[object]:
    """Return the command line of xlbuilder with these arguments."""
    return [sys.executable, "-m", "xlbuilder", *arguments]


def comes(happens, seconds: int) -> bool:
    """Return whether a function returns something true while it is called for so many seconds.

    The calls are counted, 20 for a second: the clock goes on while a machine stands still.
    """
    for _ in range(20 * seconds):
        if happens():
            return True
        time.sleep(0.05)
    return bool(happens())


def wait_until(happens, what: str) -> None:
    """Wait until a function returns something true."""
    assert comes(happens, PATIENCE), f"{what} did not happen"


def has_written(folder, size: int = 10_000):
    """Return a function that says whether a file in the making there has this size."""
    return lambda: any(part.stat().st_size > size for part in folder.glob(".xlbuilder-*.part"))


def workers_of(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Return the workers of a command: its descendants without multiprocessing's own helpers."""
    found = []
    for each in psutil.Process(process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            line = " ".join(each.cmdline())
            is_server = "forkserver import main" in line and each.ppid() == process.pid
            is_helper = is_server or "resource_tracker" in line
            if each.status() != psutil.STATUS_ZOMBIE and not is_helper:
                found.append(each)
    return found


def has_members(group: int) -> bool:
    """Return whether a process of the group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
