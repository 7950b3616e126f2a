"""A folder for all temporary folders of a process, and what still runs for it."""

from pathlib import Path

SOCKETS = Path("/tmp")  # noqa: S108 - where LibreOffice puts them


def running(room):
    """Return the processes that were started for a folder in the room, zombies excepted."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes()
        except OSError:  # it has just ended
            continue
        if f"{room}/".encode() in arguments:
            found.append(int(process.name))
    return found


def is_clean(room):
    return not running(room) and not list(room.iterdir())


def remains(room):
    """Return what is left, for a message: the states of the processes, and the files."""
    states = [Path(f"/proc/{process}/status") for process in running(room)]
    lines = [line for path in states if path.exists() for line in path.read_text().splitlines()]
    kept = ("Name:", "State:", "Pid:", "PPid:", "TracerPid:", "SigQ:")
    return [line for line in lines if line.startswith(kept)] + [*map(str, room.rglob("*"))]
