"""Excel workbooks that solve Sudoku with formulas alone: built, read back, recalculated, judged.

```python
import xlbuilder

template = xlbuilder.load("sudoku", without=["search"])
template.build("no_guess.xlsx", puzzle="puzzle.txt")

report = xlbuilder.verify("no_guess.xlsx", "puzzles.txt")
assert report.all_right, str(report)
print(report.summary["iterations"])

solved = xlbuilder.open("no_guess.xlsx").solve()
print(solved.board, solved.status, solved.reasons["R1C1"])
```

Each command has a function or a method of its name, with arguments of its options' names and the
same defaults.  Where the word is a keyword of Python, an underscore follows it: ``try_``, and
``with_`` for ``--with``.  What ``--unprotected`` and ``--no-values`` do, ``protected=False`` and
``values=False`` do.  What the calls return is described below; its classes need no import, and
``print`` of it shows what the command prints; of a `Report` only the counts, and a line for each
puzzle that is not right.  pytest shows it with ``str``, as above.

A path (``StrPath``) is a ``str`` or an ``os.PathLike``.  A puzzle (``Puzzle``) is a text in any
form that cli.md names, such as 81 characters, or the path of a file, or a ``Board``.  A ``str`` is
a path when there is such a file, or when it does not look like a puzzle.  Several puzzles
(``Puzzles``) are a text or a file with all of them, or texts and boards one by one.

Bad input raises an ``XlbuilderError`` with one line for the user.  Nothing is printed; warnings go
to the logger ``xlbuilder``.

Several threads may call all of this at once, also with the same objects: each gets what it would
get alone.  Threads that solve in one `Workbook` wait for each other; those that open the file
themselves do not.  What `Workbook.watch` returns belongs to one thread.  `verify`, `try_` and
`generate` start processes: in a program with several threads give them ``workers=1``, because on
Linux Python copies locks into a new process that other threads may hold just then.
"""

import logging
from importlib import import_module
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from xlbuilder.api import *

__version__ = "0.1.0"

__all__ = [
    "Board",
    "CriteriaError",
    "EngineError",
    "EngineUnavailableError",
    "FormulaError",
    "PuzzleError",
    "Template",
    "TemplateError",
    "Workbook",
    "WorkbookError",
    "WorkerLostError",
    "XlbuilderError",
    "copy",
    "diff",
    "engines",
    "extract",
    "generate",
    "libraries",
    "load",
    "open",
    "steps",
    "strategies",
    "templates",
    "test",
    "try_",
    "verify",
]

logging.getLogger(__name__).addHandler(logging.NullHandler())

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return what ``__all__`` lists, importing it now (PEP 562)."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.api"), name)

    def __dir__() -> list[str]:
        """Return what ``__all__`` lists, so that it can be completed before it is imported."""
        return sorted({*globals(), *__all__})
