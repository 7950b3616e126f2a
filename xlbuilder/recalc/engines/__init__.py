"""Engines: one module each, found by name; heavy packages are imported inside its functions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Protocol, cast

from xlbuilder.errors import EngineError, EngineUnavailableError, did_you_mean
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value
from xlbuilder.recalc.schedule import EXCEL, Iteration, Recalculation, Schedule
from xlbuilder.xlsx.model import Model

ENGINES = {
    "fast": "our own, compiled by numba if it is installed: any order, thousands of puzzles",
    "formulas": "the package formulas: any order, the reference for single values",
    "formualizer": "the package formualizer: row by row from blank cells, its own iteration",
    "libreoffice": "the file itself in LibreOffice, which has an order of its own",
}
"""The engines by their names, and what each is."""

RECALCULATIONS = {"libreoffice": 300}
"""How many recalculations a run may take in an engine that needs more than Excel's one."""

OWN_STARTS = {"fast": "zero", "formulas": "zero", "formualizer": "empty", "libreoffice": "file"}
"""The start of each engine when the user names none; formualizer and libreoffice know no other."""

OPEN_THE_FILE = frozenset({"libreoffice"})
"""The engines that open the file itself, and calculate all its formulas."""

NO_LOGICAL_VALUES = frozenset({"libreoffice"})
"""The engines whose cells show 1 for TRUE and 0 for FALSE."""

_MODULES = {
    "fast": "fast.machine",
    "formulas": "formulas_package",
    "formualizer": "formualizer_package",
    "libreoffice": "libreoffice",
}


class Session(Protocol):
    """A workbook opened in an engine, under one schedule."""

    schedule: Schedule
    shows_iterations: bool
    """False when ``follow`` and ``iterations`` raise EngineError, as they do in an engine that
    iterates by itself."""

    def follow(self, schedule: Schedule, /) -> None:
        """Go over to another schedule, and to its first values."""

    def prepare(self) -> None:
        """Get ready for much work: do now what takes its time once, such as compiling."""

    def restart(self) -> None:
        """Go back to the first values of the schedule."""

    def enter(self, cell: Area, value: Value) -> None:
        """Type a value into a cell that holds no formula; None clears it."""

    def recalculate(self) -> Recalculation:
        """Recalculate as often as the schedule says, or until nothing moves any more."""

    def iterations(self) -> Iterator[Iteration]:
        """Do as ``recalculate``, yielding what each iteration did as soon as it is done."""

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""


class HiddenIterations:
    """The part of a ``Session`` that is the same in all engines that iterate by themselves."""

    engine: str
    """The name of the engine, for messages."""
    shows_iterations = False

    def follow(self, _: Schedule, /) -> None:
        """Refuse: the engine has one schedule, its own."""
        raise EngineError(
            f"the engine {self.engine} cannot change its schedule; use the engine fast or formulas,"
            " or give one order"
        )

    def prepare(self) -> None:
        """Do nothing: all is ready when the workbook is open."""

    def iterations(self) -> Iterator[Iteration]:
        """Refuse: the engine does not show its iterations."""
        raise EngineError(
            f"the engine {self.engine} does not show its iterations; use the engine fast or"
            " formulas"
        )


def check_engine(engine: str) -> None:
    """Raise EngineError when there is no engine of this name."""
    if engine not in ENGINES:
        raise EngineError(f"{engine}: no such engine; {did_you_mean(engine, ENGINES)}")


def asked_schedule(engine: str, order: str, start: str | None = None) -> Schedule:
    """Return the schedule of these names; without a start an engine begins in its own way.

    Raises EngineError for an unknown name, and for a seed that is missing or wrong.
    """
    check_engine(engine)
    return Schedule.parse(order, start or OWN_STARTS[engine])


def in_full(schedule: Schedule, engine: str, said: int | None) -> Schedule:
    """Return the schedule with its recalculations, where nobody has asked for a number of them.

    They are those that the drive of a file has ``said`` for the iterations that the file asks for,
    and at least those that the engine takes.
    """
    files = said if said and schedule.iterations is None else 1
    own = max(files, RECALCULATIONS.get(engine, 1))
    return replace(schedule, recalculations=schedule.recalculations or own)


def open_workbook(engine: str, model: Model, schedule: Schedule = EXCEL) -> Session:
    """Open a workbook in an engine.

    Raises EngineUnavailableError when the engine's software is not installed, EngineError when
    there is no such engine, or when it cannot evaluate the workbook or honour the schedule,
    WorkbookError when it opens the file itself, and the workbook leads out of its file.
    """
    check_engine(engine)
    if not model.calculation.is_exact:
        raise EngineError(
            f"{model.path}: Excel calculates it with precision as displayed, which is not"
            " calculated here; turn it off in Excel (File > Options > Advanced)"
        )
    try:
        module = import_module(f"{__name__}.{_MODULES[engine]}")
        opener = cast("Callable[[Model, Schedule], Session]", module.open_workbook)
        return opener(model, schedule)
    except ImportError:
        raise EngineUnavailableError(
            f"engine {engine} is not installed; run: pip install 'xlbuilder[verify]'"
        ) from None
