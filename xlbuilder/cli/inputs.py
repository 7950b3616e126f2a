"""The puzzles that a command is given: as a text, in a file, on standard input, in a workbook."""

import io
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from xlbuilder.board import DIGITS, Board
from xlbuilder.errors import PuzzleError
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.puzzles import read_puzzle, text_lines

_LONG_PATH = 75
_SMALL_FILE = 1640


def given_puzzle(text: str | None, file: str | None) -> Board | None:
    """Return the puzzle of the options, None without one; a file named - is standard input."""
    if text is not None and file is not None:
        raise click.UsageError("give one puzzle: --puzzle, --puzzle-file or -")
    if text is not None and text != "-":
        return read_puzzle(text, "--puzzle")
    if file is not None or text == "-":
        source = file or "-"
        return read_puzzle(_read(source), "standard input" if source == "-" else source)
    return None


def is_small(argument: str) -> bool:
    """Say whether it is a text, or a file of some twenty puzzles at most."""
    try:
        return argument != "-" and Path(argument).stat().st_size <= _SMALL_FILE
    except (OSError, ValueError):
        return True


def lines_of(argument: str, files: ExitStack) -> tuple[Iterable[str], str]:
    """Return the lines of a file, of standard input or of the text itself, and their source."""
    if argument == "-":
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig"), "standard input"
    try:
        path = Path(argument)
        return files.enter_context(path.open(encoding="utf-8-sig", errors="replace")), argument
    except (OSError, ValueError) as error:
        # A text of a board's size, or one without any letter, was not meant as a file.
        if argument and (len(argument) > _LONG_PATH or not any(map(str.isalpha, argument))):
            return text_lines(argument), "--puzzles"
        reason = getattr(error, "strerror", None) or error
        raise PuzzleError(f"{argument}: cannot be read: {reason}") from None


def stored_puzzle(file: Path, values: Sequence[Value]) -> Board:
    """Return the puzzle that a workbook holds; PuzzleError when an entry is no digit."""
    for place, value in enumerate(values):
        if not (is_nothing(value) or (isinstance(value, float) and value in DIGITS)):
            row, column = place // 9 + 1, place % 9 + 1
            raise PuzzleError(f"{file}: row {row}, column {column} of the puzzle holds {value}")
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))


def _read(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise PuzzleError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{file}: is not a text file (UTF-8)") from None
