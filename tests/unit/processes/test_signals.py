"""Signals that ask a command to end: held back, ignored, and each with its exit code."""

import signal
import subprocess
import sys
from collections.abc import Callable
from types import FrameType

import click
import pytest

from xlbuilder.processes.signals import Terminated, ended_by_signals, exit_code, held_back

WORKER = """
import signal
from xlbuilder.processes.signals import leave_to_the_parent
leave_to_the_parent()
try:
    signal.raise_signal(signal.SIGTERM)
finally:
    signal.raise_signal(signal.SIGTERM)
    print("closed")
"""
Handler = Callable[[int, FrameType | None], object] | signal.Handlers


@pytest.fixture(autouse=True)
def _default_signals():
    """Give the signals their default back, also where a shell had them ignored."""
    defaults: dict[int, Handler] = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, handler) for number, handler in defaults.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_ctrl_c_waits_until_a_verdict_is_kept():
    done = []
    with pytest.raises(KeyboardInterrupt), held_back():  # noqa: PT012 - it ends first
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_what_asks_to_end_waits_too_and_has_its_exit_code(number):
    done = []
    with ended_by_signals():
        with pytest.raises(Terminated) as ended, held_back():  # noqa: PT012
            signal.raise_signal(number)
            done.append("all of it")
        with pytest.raises(Terminated):
            signal.raise_signal(number)
    assert done == ["all of it"]
    assert exit_code(ended.value) == 128 + number
    assert signal.getsignal(number) is signal.SIG_DFL


def test_what_is_ignored_stays_ignored(nohup):
    del nohup
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by_signals(), held_back():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_exit_code_goes_through_click():
    """Which turns a KeyboardInterrupt into an Abort."""

    @click.command()
    def ends():
        with ended_by_signals():
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(click.Abort) as ended:
        ends.main([], standalone_mode=False)
    assert exit_code(ended.value) == 143
    assert exit_code(KeyboardInterrupt()) == 130


def test_a_second_signal_does_not_break_into_the_end_of_a_worker():
    """SIGTERM to a whole group reaches a worker twice: from the sender, and from its parent."""
    done = subprocess.run([sys.executable, "-c", WORKER], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"closed\n", b"")


def test_ctrl_c_at_the_end_of_python_is_no_traceback():
    """The command has kept its results by then; Python would print what the signal fell into."""
    script = "import atexit, signal; atexit.register(signal.raise_signal, signal.SIGINT)"
    command = [sys.executable, "-c", f"{script}; from xlbuilder.cli import main; main()"]
    done = subprocess.run([*command, "--version"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")
    assert done.stdout.startswith(b"xlbuilder, version")
