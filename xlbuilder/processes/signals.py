"""Handles Ctrl-C and other signals that end a command, so that the command keeps its results."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType
from typing import NoReturn

_INTERRUPTED = 130
_ASK_TO_END = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
]  # SIGHUP, which Windows lacks: the terminal is gone


class Terminated(KeyboardInterrupt):
    """The exception for SIGTERM and SIGHUP; code that handles Ctrl-C handles it too."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_code(error: BaseException) -> int:
    """Return the exit code after a signal, 128 + its number, as a shell reports it."""
    cause = error if isinstance(error, Terminated) else error.__cause__  # of click's Abort
    return 128 + cause.number if isinstance(cause, Terminated) else _INTERRUPTED


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise Terminated in the main thread on SIGTERM and SIGHUP.

    An ignored signal, such as SIGHUP under nohup, stays ignored.
    """
    ours = [number for number in _ASK_TO_END if signal.getsignal(number) is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, _terminate)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def end_at_the_next_ctrl_c() -> None:
    """Make the next Ctrl-C end this process at once and without a traceback.

    For a command that has ended, and kept its results: Python itself takes a while to end, and
    prints a traceback of whatever an interrupt falls into.  An ignored Ctrl-C stays ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _terminate(number: int, _: FrameType | None) -> None:
    raise Terminated(number)


@contextmanager
def held_back() -> Iterator[None]:
    """Delay signals until the block has ended, so that no signal interrupts it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets signals
        return
    with ExitStack() as held:
        for number in (signal.SIGINT, *_ASK_TO_END):
            held.enter_context(_held(number))
        yield


@contextmanager
def _held(number: int) -> Iterator[None]:
    handler = signal.getsignal(number)
    if not callable(handler):
        yield  # ignored, or left to the system
        return
    came: list[int] = []
    signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(number, handler)
    if came:
        handler(number, None)


def leave_to_the_parent() -> None:
    """Make this worker process ignore the signals of a terminal, and end on SIGTERM alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # While python-sat solves, its own handler would run, and make the solver unusable.
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, _: FrameType | None) -> NoReturn:
    """End this process; it closes its open files, and a second signal does not interrupt it."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit()
