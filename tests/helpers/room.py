"""A folder for all temporary folders of a process, and what still runs for it."""

from pathlib import Path

import psutil

SOCKETS = Path("/tmp")  # noqa: S108 - where LibreOffice puts them


def running(room):
    """Return the processes that were started for a folder in the room, zombies excepted."""
    return [
        process
        for process in psutil.process_iter(["cmdline"])
        if any(f"{room}/" in argument for argument in process.info["cmdline"] or ())
    ]


def left(room):
    """Return the processes that still run for the room, and what is in it."""
    return [*running(room), *room.iterdir()]


def is_clean(room):
    return not left(room)
