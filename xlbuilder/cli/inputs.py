"""The puzzles that a command is given: as a text, in a file, on standard input, in a workbook."""

import io
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, TextIO

import click

from xlbuilder.errors import PuzzleError
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.sudoku.board import DIGITS, Board
from xlbuilder.sudoku.reading import read_puzzle, read_puzzles, text_lines

STDIN = "standard input"
_LONG_PATH = 75
_LONGEST_LINE = 10_000
_LONGEST_TEXT = 1_000_000


def given_puzzle(text: str | None, file: str | None) -> Board | None:
    """Return the puzzle of the options, None without one; a file named - is standard input."""
    if text is not None and file is not None:
        raise click.UsageError("give one puzzle: --puzzle, --puzzle-file or -")
    if text is not None and text != "-":
        return read_puzzle(text, "--puzzle")
    if file is not None or text == "-":
        source = file or "-"
        return read_puzzle(_read(source), STDIN if source == "-" else source)
    return None


def stored_puzzle(file: Path, values: Sequence[Value]) -> Board:
    """Return the puzzle that a workbook holds; PuzzleError when an entry is no digit."""
    for place, value in enumerate(values):
        if not (is_nothing(value) or (isinstance(value, float) and value in DIGITS)):
            row, column = place // 9 + 1, place % 9 + 1
            raise PuzzleError(f"{file}: row {row}, column {column} of the puzzle holds {value}")
    return Board(tuple(int(value) if isinstance(value, float) else 0 for value in values))


class Corpus:
    """The puzzles of ``--puzzles``: a file, - for standard input, or the text itself.

    What cannot be read at all is refused at once with a PuzzleError.  A line that is no puzzle is
    given to ``broken``; in a text it is refused too.
    """

    def __init__(
        self, argument: str, files: ExitStack, broken: Callable[[PuzzleError], None]
    ) -> None:
        file = _opened(argument, files)
        self.source = "--puzzles" if file is None else STDIN if argument == "-" else argument
        self._ends: deque[int] = deque()
        lines = text_lines(argument) if file is None else _lines(file, self.source, broken)
        read = self._read(lines, None if file is None else broken)
        # What holds no puzzle at all is refused now, before the work.
        self._boards = chain(list(islice(read, 1)), read)

    def __iter__(self) -> Iterator[Board]:
        """Yield the puzzles."""
        return self._boards

    def line(self) -> int:
        """Return the line where a puzzle ends; each call is about the next one that was taken."""
        return self._ends.popleft()

    def total(self) -> int | None:
        """Count the puzzles of a file by reading it once more; None for what is read only once."""
        if not Path(self.source).is_file():
            return None
        with Path(self.source).open(encoding="utf-8-sig", errors="replace") as file:
            lines = _lines(file, self.source, _ignored)
            return sum(1 for _ in read_puzzles(lines, self.source, _ignored))

    def _read(
        self, lines: Iterable[str], broken: Callable[[PuzzleError], None] | None
    ) -> Iterator[Board]:
        number = 0

        def numbered() -> Iterator[str]:
            nonlocal number
            for number, line in enumerate(lines, 1):  # noqa: B007 - told below
                yield line

        for board in read_puzzles(numbered(), self.source, broken):
            self._ends.append(number)
            yield board


def _opened(argument: str, files: ExitStack) -> TextIO | None:
    """Open a file or standard input; None for a text that is the puzzle itself."""
    if argument == "-":
        return io.TextIOWrapper(_stdin(), encoding="utf-8-sig", errors="replace")
    try:
        path = Path(argument)
        return files.enter_context(path.open(encoding="utf-8-sig", errors="replace"))
    except (OSError, ValueError) as error:
        # A text of a board's size, or one without any letter, was not meant as a file.
        if argument and (len(argument) > _LONG_PATH or not any(map(str.isalpha, argument))):
            return None
        reason = getattr(error, "strerror", None) or error
        raise PuzzleError(f"{argument}: cannot be read: {reason}") from None


def _lines(file: TextIO, source: str, broken: Callable[[PuzzleError], None]) -> Iterator[str]:
    """Yield the lines; one that is too long to be kept in memory is ``broken``, and blank here."""
    number = 0
    try:
        while line := file.readline(_LONGEST_LINE):
            number += 1
            if len(line) == _LONGEST_LINE:
                broken(
                    PuzzleError(
                        f"{source}, line {number}: has {_LONGEST_LINE:,} characters or more; is it"
                        " a file of puzzles?"
                    )
                )
                while len(line) == _LONGEST_LINE and not line.endswith("\n"):
                    line = file.readline(_LONGEST_LINE)
                line = ""
            yield line
    except OSError as error:
        raise PuzzleError(f"{source}: cannot be read: {error.strerror}") from None


def _ignored(_: PuzzleError) -> None:
    """Take an error that another reader reports."""


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise PuzzleError(f"{STDIN}: is closed; give the puzzle in a file or as a text")
    return sys.stdin.buffer


def _read(file: str) -> str:
    source = STDIN if file == "-" else file
    try:
        if file == "-":
            data = _stdin().read(_LONGEST_TEXT + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(_LONGEST_TEXT + 1)
        if len(data) > _LONGEST_TEXT:
            raise PuzzleError(f"{source}: is longer than {_LONGEST_TEXT:,} bytes; is it a puzzle?")
        return data.decode("utf-8-sig")
    except OSError as error:
        raise PuzzleError(f"{source}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PuzzleError(f"{source}: is not a text file (UTF-8)") from None
