"""Writes puzzles: as lines of text, as a workbook each, or as one workbook to print.

Each form is a context manager that gives a function, which takes one puzzle after another.  When
the context ends, also by Ctrl-C, every puzzle that the function took is written; after an error, no
line and no page is written.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from xlbuilder.generation.criteria import XLSX
from xlbuilder.generation.pages import printable
from xlbuilder.generation.puzzle import UNSOLVED, GeneratedPuzzle
from xlbuilder.sudoku.rules import Rules
from xlbuilder.template.load import LoadedTemplate
from xlbuilder.workbook.opening import calculated, uncalculated
from xlbuilder.xlsx.atomic import check_target, new_text_file
from xlbuilder.xlsx.pack import replace_workbook

PuzzleWriter = Callable[[GeneratedPuzzle], Path | None]
"""Takes a puzzle, and returns the file that holds this puzzle alone, or None."""


@contextmanager
def lines(out: Path | None, line_of: Callable[[GeneratedPuzzle], str]) -> Iterator[PuzzleWriter]:
    """Write a line for each puzzle, to a file or stdout."""
    with nullcontext(sys.stdout) if out is None else new_text_file(out) as file:

        def take(made: GeneratedPuzzle) -> None:
            file.write(f"{line_of(made)}\n")

        yield take


def detailed(made: GeneratedPuzzle) -> str:
    """Return a puzzle with its grade, the number of its clues and its rating."""
    grade = made.grade.name if made.grade else UNSOLVED
    return f"{made.puzzle} {grade} {made.clues} {made.rating or '-'}"


def as_json(made: GeneratedPuzzle) -> str:
    """Return a puzzle as a JSON object."""
    fields = {
        "number": made.number,
        "puzzle": str(made.puzzle),
        "solution": str(made.solution),
        "clues": made.clues,
        "grade": made.grade.name if made.grade else None,
        "technique": made.grade.title if made.grade else None,
        "rating": made.rating.number if made.rating else None,
        "words": made.rating.words if made.rating else "",
    }
    return json.dumps(fields, ensure_ascii=False)


@contextmanager
def workbooks(out: Path, loaded: LoadedTemplate, count: int) -> Iterator[PuzzleWriter]:
    """Write the workbook of a template with each puzzle typed in.

    ``out`` is the file if it ends in .xlsx, or the folder of numbered files.
    """
    is_file = out.suffix.lower() == XLSX
    check_target(out if is_file else out / f"puzzle{XLSX}")

    def take(made: GeneratedPuzzle) -> Path:
        digits = len(str(count))
        path = out if is_file else out / f"puzzle_{made.number:0{digits}}{XLSX}"
        file = uncalculated(loaded, made.puzzle)
        replace_workbook(path, calculated(loaded, path, file))
        return path

    yield take


@contextmanager
def pages(out: Path, footer: str, rules: Rules) -> Iterator[PuzzleWriter]:
    """Write one workbook to print; see generation/pages.py."""
    check_target(out)
    taken: list[GeneratedPuzzle] = []

    def take(made: GeneratedPuzzle) -> None:
        taken.append(made)

    yield take
    replace_workbook(out, printable(taken, footer, rules))
