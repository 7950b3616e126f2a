"""Excel workbooks that solve Sudoku with formulas alone: built, read back, recalculated, judged.

The functions and classes are those of xlbuilder/api.py, which is imported when the first of them
is asked for.
"""

import logging
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlbuilder.api import (
        Board,
        GeneratedPuzzle,
        Report,
        Solved,
        Template,
        Verdict,
        Workbook,
        engines,
        generate_puzzles,
        load,
        open,
        strategies,
        templates,
        verify,
    )
    from xlbuilder.errors import (
        CriteriaError,
        EngineError,
        EngineUnavailableError,
        FormulaError,
        PuzzleError,
        TemplateError,
        WorkbookError,
        WorkerLostError,
        XlbuilderError,
    )

__version__ = "0.1.0"

__all__ = [
    "Board",
    "CriteriaError",
    "EngineError",
    "EngineUnavailableError",
    "FormulaError",
    "GeneratedPuzzle",
    "PuzzleError",
    "Report",
    "Solved",
    "Template",
    "TemplateError",
    "Verdict",
    "Workbook",
    "WorkbookError",
    "WorkerLostError",
    "XlbuilderError",
    "engines",
    "generate_puzzles",
    "load",
    "open",
    "strategies",
    "templates",
    "verify",
]

logging.getLogger(__name__).addHandler(logging.NullHandler())

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return what ``__all__`` lists, importing it now (PEP 562)."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        room = "errors" if name.endswith("Error") else "api"
        return getattr(import_module(f"{__name__}.{room}"), name)

    def __dir__() -> list[str]:
        """Return what ``__all__`` lists, so that it can be completed before it is imported."""
        return sorted({*globals(), *__all__})
