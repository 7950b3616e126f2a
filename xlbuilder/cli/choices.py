"""What a command is asked for, refused before any work is done."""

import os
from collections.abc import Mapping
from pathlib import Path

from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.proof.solver import PUZZLE_STARTS
from xlbuilder.recalc.engines import ENGINES, OWN_STARTS
from xlbuilder.recalc.orders import ORDERS
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.recalc.starts import STARTS

CHOICES: Mapping[str, Mapping[str, str]] = {
    "engine": ENGINES,
    "order": ORDERS,
    "start": {**STARTS, **PUZZLE_STARTS},
}
"""The names that each option takes, and what they mean."""


def asked_schedule(engine: str, order: str, start: str | None) -> Schedule:
    """Return the schedule of the options; without a start an engine begins in its own way.

    Raises EngineError for a name that nothing has.
    """
    first = start or OWN_STARTS.get(engine, "")
    for option, name in (("engine", engine), ("order", order), ("start", first)):
        names = CHOICES[option]
        if name.partition(":")[0] not in {each.partition(":")[0] for each in names}:
            raise EngineError(f"{name}: no such {option}; known are: {', '.join(names)}")
    return Schedule(order, first)


def check_target(path: Path) -> None:
    """Raise WorkbookError when it is plain that ``path`` cannot be written."""
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    reason = None
    if path.is_dir():
        reason = "Is a directory"
    elif not folder.is_dir():
        reason = f"{folder} is no folder"
    elif not os.access(folder, os.W_OK):
        reason = f"the folder {folder} is read-only"
    if reason:
        raise WorkbookError(f"{path}: cannot be written: {reason}")
