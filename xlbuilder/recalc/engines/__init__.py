"""Engines: one module each, found by name; heavy packages are imported inside its functions."""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from xlbuilder.errors import EngineUnavailableError
from xlbuilder.formula.tree import Area
from xlbuilder.formula.values import Value
from xlbuilder.recalc.model import Model
from xlbuilder.recalc.schedule import Recalculation

ENGINES = {"formulas": "formulas_package"}
"""The module of each engine, by the engine's name."""


class Session(Protocol):
    """A workbook opened in an engine."""

    order: str
    """The order of evaluation: the name of a schedule."""

    def restart(self) -> None:
        """Go back to the values that the file holds."""

    def enter(self, cell: Area, value: Value) -> None:
        """Type a value into a cell that holds no formula; None clears it."""

    def recalculate(self) -> Recalculation:
        """Recalculate once, with the settings of the file."""

    def read(self, area: Area) -> list[Value]:
        """Return the values of an area, row by row."""


def open_workbook(engine: str, model: Model) -> Session:
    """Open a workbook in an engine.

    Raises EngineUnavailableError when the engine's software is not installed, EngineError when
    the engine cannot evaluate the workbook.
    """
    if engine not in ENGINES:
        raise EngineUnavailableError(f"{engine}: no such engine; known are: {', '.join(ENGINES)}")
    module = import_module(f"{__name__}.{ENGINES[engine]}")
    opener = cast("Callable[[Model], Session]", module.open_workbook)
    return opener(model)
