"""Puzzles from a text, from a file or a stream of any size, or from boards of a program.

A text and the path of a file may both be given as a ``str``.  It is a path when there is such a
file, or when it does not look like a puzzle: 75 characters or less with a letter among them, and
neither an ID nor a link.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, TextIO, TypeGuard

from xlbuilder.errors import PuzzleError
from xlbuilder.files import opened_to_read
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.coded import is_code
from xlbuilder.sudoku.line import ErrorHandler
from xlbuilder.sudoku.reading import numbered_puzzles, read_puzzle
from xlbuilder.sudoku.rules import PLAIN, Rules
from xlbuilder.sudoku.small import other_size
from xlbuilder.sudoku.text import decoded, decoding, text_lines

Puzzle = str | os.PathLike[str] | Board
"""One puzzle: a text in any form that reading.py knows, the path of a file with it, or a board."""
Puzzles = Puzzle | Iterable[str | Board]
"""Any number of puzzles: a text or a file with all of them, or texts and boards one by one."""

_LONG_PATH = 75
_LONGEST_LINE = 1_000_000
_LONGEST_TEXT = 1_000_000


class Corpus:
    """Puzzles one by one, and the line where each puzzle ends.

    Messages call it ``source``.  Raises PuzzleError at once when it has no puzzle at all.
    """

    def __init__(self, boards: Iterator[tuple[int, Board]], source: str) -> None:
        self.source = source
        self._ends: deque[int] = deque()
        read = self._read(boards)
        self._boards = chain(list(islice(read, 1)), read)

    def _read(self, boards: Iterator[tuple[int, Board]]) -> Iterator[Board]:
        for number, board in boards:
            self._ends.append(number)
            yield board

    def __iter__(self) -> Iterator[Board]:
        """Yield the puzzles."""
        return self._boards

    def line(self) -> int:
        """Return the line where a puzzle ends; each call is about the next puzzle that was taken.

        For texts and boards that a program gives one by one, it is their number, from 1.
        """
        return self._ends.popleft()


@contextmanager
def opened(
    puzzles: Puzzles, name: str, broken: ErrorHandler, rules: Rules = PLAIN
) -> Iterator[Corpus]:
    """Open puzzles, read by ``rules``; messages call them ``name``, or use the path of their file.

    ``broken`` gets the error for each line of a file that cannot be read.  Raises PuzzleError for
    a file that cannot be opened, and for a text or an item that cannot be read as a puzzle.
    """
    if isinstance(puzzles, Board):
        yield Corpus(iter([(1, _fitting(puzzles, name, rules))]), name)
    elif not isinstance(puzzles, str | os.PathLike):
        yield Corpus(_of_items(puzzles, name, rules), name)
    elif is_text(puzzles):
        yield Corpus(numbered_puzzles(text_lines(puzzles), name, rules=rules), name)
    else:
        with ExitStack() as files:
            try:
                file = files.enter_context(opened_to_read(Path(puzzles)))
                text = files.enter_context(decoding(file, str(puzzles)))
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or error
                raise PuzzleError(f"{puzzles}: cannot be read: {reason}") from None
            yield of_stream(text, str(puzzles), broken, rules)


def of_stream(file: TextIO, source: str, broken: ErrorHandler, rules: Rules = PLAIN) -> Corpus:
    """Return the puzzles of an open text file, which is read as they are taken."""
    return Corpus(numbered_puzzles(_lines(file, source, broken), source, broken, rules), source)


def board_of(puzzle: Puzzle, name: str, rules: Rules = PLAIN) -> Board:
    """Return the only puzzle of a text, a file or a board; messages call a text ``name``.

    Raises PuzzleError when it cannot be read, or has no puzzle or several, or one of another size.
    """
    if isinstance(puzzle, Board):
        return _fitting(puzzle, name, rules)
    if not isinstance(puzzle, str | os.PathLike):
        raise PuzzleError(f"{name}: is a {type(puzzle).__name__}; give a text, a path or a Board")
    return read_puzzle(*text_of(puzzle, name), rules)


def _fitting(puzzle: Board, name: str, rules: Rules) -> Board:
    if puzzle.side != rules.side:
        raise PuzzleError(f"{name}: {other_size(len(puzzle.digits), rules.side)}")
    return puzzle


def text_of(given: str | os.PathLike[str], name: str) -> tuple[str, str]:
    """Return the text that is given or that a file holds, and its name in messages.

    Raises PuzzleError when the file cannot be read.
    """
    if is_text(given):
        return given, name
    try:
        with opened_to_read(Path(given)) as file:
            return _decoded(file, str(given)), str(given)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PuzzleError(f"{given}: cannot be read: {reason}") from None


def read_from(file: BinaryIO, source: str, rules: Rules = PLAIN) -> Board:
    """Return the only puzzle of an open file; raises PuzzleError when it has none or several."""
    return read_puzzle(_decoded(file, source), source, rules)


def _decoded(file: BinaryIO, source: str) -> str:
    data = file.read(_LONGEST_TEXT + 1)
    if len(data) > _LONGEST_TEXT:
        raise PuzzleError(f"{source}: is longer than {_LONGEST_TEXT:,} bytes; is it a puzzle?")
    return decoded(data, source)


def is_text(puzzle: str | os.PathLike[str]) -> TypeGuard[str]:
    """Return whether this is the text of a puzzle, and not the path of a file."""
    if not isinstance(puzzle, str):
        return False
    try:
        is_file = puzzle != "" and Path(puzzle).exists()
    except (OSError, ValueError):  # no path can be so long, or have such characters
        is_file = False
    looks_like_path = len(puzzle) <= _LONG_PATH and any(map(str.isalpha, puzzle))
    return not is_file and (not looks_like_path or is_code(puzzle))


def _of_items(
    puzzles: Iterable[str | Board], name: str, rules: Rules
) -> Iterator[tuple[int, Board]]:
    try:
        items = enumerate(puzzles, 1)
    except TypeError:
        kind = type(puzzles).__name__
        raise PuzzleError(f"{name}: is a {kind}; give a text, a path, or several puzzles") from None
    number = 0
    for number, item in items:
        yield number, _of_item(item, f"{name}, number {number}", rules)
    if not number:
        raise PuzzleError(f"{name}: there is none; give at least one")


def _of_item(item: str | Board, name: str, rules: Rules) -> Board:
    if isinstance(item, Board):
        return _fitting(item, name, rules)
    if not isinstance(item, str):
        raise PuzzleError(f"{name}: is a {type(item).__name__}; give a text or a Board")
    return read_puzzle(item, name, rules)


def _lines(file: TextIO, source: str, broken: ErrorHandler) -> Iterator[str]:
    """Yield the lines; a line too long for memory becomes blank, and ``broken`` gets its error."""
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
