"""Writes puzzles: as lines of text, as a workbook each, or as one workbook to print.

Each form is a context manager that gives a function, which takes one puzzle after another.  Every
puzzle that it took is written when the context ends, also after Ctrl-C; after an error, no line
and no page is.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

from xlbuilder.errors import WorkbookError
from xlbuilder.generate.criteria import XLSX
from xlbuilder.generate.pages import printable
from xlbuilder.generate.puzzle import UNSOLVED, GeneratedPuzzle
from xlbuilder.template.load import load
from xlbuilder.workbook.opening import calculated, uncalculated
from xlbuilder.xlsx.atomic import new_text_file
from xlbuilder.xlsx.pack import replace_workbook

PuzzleWriter = Callable[[GeneratedPuzzle], Path | None]
"""Takes a puzzle, and returns the file that holds this puzzle alone, or None."""


@contextmanager
def lines(out: Path | None, *, details: bool) -> Iterator[PuzzleWriter]:
    """Write 81 characters a line, to a file or stdout; ``details`` adds grade and clues."""

    def line(made: GeneratedPuzzle) -> str:
        more = f" {made.grade.name if made.grade else UNSOLVED} {made.clues}" if details else ""
        return f"{made.puzzle}{more}\n"

    def written_to(file: TextIO) -> PuzzleWriter:
        def take(made: GeneratedPuzzle) -> None:
            file.write(line(made))

        return take

    if out is None:
        yield written_to(sys.stdout)
        return
    with new_text_file(out) as file:
        yield written_to(file)


@contextmanager
def workbooks(out: Path, template: str, count: int) -> Iterator[PuzzleWriter]:
    """Write the workbook of ``template`` with each puzzle typed in.

    ``out`` is the file if it ends in .xlsx, or the folder of numbered files.
    """
    loaded = load(template)
    is_file = out.suffix.lower() == XLSX
    _try_folder(out.parent if is_file else out)

    def take(made: GeneratedPuzzle) -> Path:
        digits = len(str(count))
        path = out if is_file else out / f"puzzle_{made.number:0{digits}}{XLSX}"
        file = uncalculated(loaded, made.puzzle)
        replace_workbook(path, calculated(loaded, path, file))
        return path

    yield take


@contextmanager
def pages(out: Path, footer: str) -> Iterator[PuzzleWriter]:
    """Write one workbook to print; see generate/pages.py."""
    _try_folder(out.parent)
    taken: list[GeneratedPuzzle] = []

    def take(made: GeneratedPuzzle) -> None:
        taken.append(made)

    yield take
    replace_workbook(out, printable(taken, footer))


def _try_folder(folder: Path) -> None:
    """Raise WorkbookError, before the work begins, when nothing can be written into ``folder``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise WorkbookError(f"{folder}: cannot be written into: {error.strerror}") from None
