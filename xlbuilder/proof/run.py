"""Puzzles run through a workbook file, as the command ``verify`` and the API ask for it."""

import time
from collections.abc import Generator, Iterable
from dataclasses import replace
from pathlib import Path

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveSource, driven, table_of
from xlbuilder.drive.faults import first_unknown, warn_of_faults
from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.proof.cluster import WAIT, Cluster
from xlbuilder.proof.pool import Job, all_cores, run_on_cores, run_on_dask
from xlbuilder.proof.report import Tally
from xlbuilder.proof.settings import names_of_orders, settings_of, with_settings
from xlbuilder.proof.verify import Verdict
from xlbuilder.recalc.choices import Order, Start
from xlbuilder.recalc.engines import ENGINES, asked_schedule
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.schedule import FILE, Stop
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.model import Model, read_workbook

CHOICES: dict[str, dict[str, str]] = {
    "engine": dict(ENGINES),
    "order": dict(Order.known),
    "start": dict(Start.known),
}
"""The names that an engine, an order and a start may have, and what they mean."""


def with_known_names(model: Model) -> Model:
    """Return the workbook when its boards depend on no name that is not defined.

    Raises WorkbookError otherwise: a run would end minutes later, and not say why.
    """
    if first_unknown(model):  # what the boards need takes longer to find than any unknown name
        needed = only_needed(model, Boards.of(model).found().values())
        if fault := first_unknown(needed):
            raise WorkbookError(f"{model.path}: {fault} (the solution depends on it)")
    return model


class Proof:
    """One workbook in one engine, under one or several orders, and the tally of its verdicts."""

    def __init__(  # noqa: PLR0913 - what verify can be asked
        self,
        engine: str,
        orders: Iterable[str],
        start: str | None = None,
        *,
        stop: str = Stop.CHANGES.value,
        iterations: int | None = None,
        recalculations: int | None = None,
        workers: int | None = None,
        dask: str | None = None,
        wait: float = WAIT,
    ) -> None:
        """Check the arguments, the same as ``verify`` takes; the workbook is read later.

        Raises EngineError for an unknown name, and for a number out of range.
        """
        settings = settings_of(stop, iterations, recalculations)
        if workers is not None and workers < 1:
            raise EngineError(f"{workers} workers: give 1 or more")
        order, *others = names_of_orders(orders) or [""]
        schedule = asked_schedule(engine, order, start)
        self._schedule = with_settings(schedule, settings)
        self._others = tuple(map(Order.parse, others))
        self._workers = workers
        self.cluster = None if dask is None else Cluster(dask, wait)
        """The Dask cluster that works; None for processes of this computer."""
        self.tally = Tally(engine, str(schedule.order), str(schedule.start))

    def read(self, path: Path, drive: DriveSource | None = None) -> Model:
        """Return the workbook, for `open`, and warn of its faults.

        ``drive`` says where the puzzle is (drive/driven.py), by default the file does.  Raises
        WorkbookError when the file is not a workbook, when the drive does not fit, and as
        `with_known_names` does.
        """
        begin = time.perf_counter()
        table = {} if drive is None else table_of(drive)
        model = with_known_names(driven(read_workbook(path), table))
        asked = self._schedule.recalculations or table.get("recalculations")
        self._schedule = replace(self._schedule, recalculations=asked)
        self.tally.startup_seconds = time.perf_counter() - begin
        warn_of_faults(model)
        return model

    def open(self, model: Model) -> None:
        """Open the workbook in its engine, so that a missing package is reported before the work.

        Raises WorkbookError when it takes no puzzle, EngineError when the engine cannot follow the
        schedule, EngineUnavailableError when it is not installed.
        """
        begin = time.perf_counter()
        self._job = Job(model, self.tally.engine, self._schedule, self._others)
        if self.cluster is None:
            _ = self._job.answers
        used = self._job.solver.session.schedule
        self.tally.order = ", ".join(map(str, [used.order, *self._others]))
        if self._schedule.start == FILE:
            self.tally.start = str(used.start)
        self.tally.startup_seconds += time.perf_counter() - begin

    def verdicts(self, puzzles: Iterable[Board]) -> Generator[Verdict, None, None]:
        """Yield the verdicts in the order of ``puzzles``; the caller adds them to the tally.

        Raises what `run_on_cores` and `run_on_dask` raise.
        """
        if self.cluster is not None:
            return run_on_dask(self._job, puzzles, self.cluster)
        return run_on_cores(self._job, puzzles, self._workers or all_cores())
