"""What commands are given: puzzles as a text, in a file, on standard input; what to leave out."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import click

from xlbuilder.cli.say import say
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Corpus, board_of, of_stream, opened, read_from
from xlbuilder.sudoku.line import Broken
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.text import decoding
from xlbuilder.xlsx.faults import faults
from xlbuilder.xlsx.model import Model

_STDIN = "standard input"
_FAULTS_TOLD = 10

without = click.option(
    "--without",
    "removed",
    multiple=True,
    metavar="STRATEGY",
    help="Leave out a strategy or a layer.",
)
"""The strategies and layers that a command leaves out, as ``removed``."""


def given_puzzle(text: str | None, file: str | None) -> Board | None:
    """Return the puzzle of the options, None without one; a file named - is standard input."""
    if text is not None and file is not None:
        raise click.UsageError("give one puzzle: --puzzle, --puzzle-file or -")
    if text is not None and text != "-":
        return read_puzzle(text, "--puzzle")
    if file is not None and file != "-":
        return board_of(Path(file), "--puzzle-file")
    if file is None and text is None:
        return None
    try:
        return read_from(_stdin(), _STDIN)
    except OSError as error:
        raise PuzzleError(f"{_STDIN}: cannot be read: {error.strerror}") from None


@contextmanager
def given_puzzles(argument: str, broken: Broken) -> Iterator[Corpus]:
    """Open the puzzles of ``--puzzles``: a file, - for standard input, or the text itself."""
    if argument == "-":
        yield of_stream(decoding(_stdin()), _STDIN, broken)
        return
    with opened(argument, "--puzzles", broken) as corpus:
        yield corpus


def _stdin() -> io.BufferedReader:
    if sys.stdin is None:
        raise PuzzleError(f"{_STDIN}: is closed; give the puzzle in a file or as a text")
    raw = cast("io.RawIOBase", sys.stdin.buffer)  # both have readinto, which is all that is used
    return io.BufferedReader(raw)


def warn_of_faults(model: Model) -> None:
    """Say what is plainly wrong in a workbook, before anything takes time."""
    found = list(faults(model))
    for fault in found[:_FAULTS_TOLD]:
        say(f"warning: {model.path}: {fault}")
    if len(found) > _FAULTS_TOLD:
        say(f"warning: {model.path}: and {len(found) - _FAULTS_TOLD:,} more of this kind")
