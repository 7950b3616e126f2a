"""The input of commands: puzzles as a text, in a file, on standard input; what to leave out."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, cast

import click

from xlbuilder.cli.say import warn
from xlbuilder.drive.driven import KEYS, table_of
from xlbuilder.errors import PuzzleError, counted
from xlbuilder.files import reads_stream, would_be_one, writes
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Corpus, board_of, of_stream, opened, read_from
from xlbuilder.sudoku.line import ErrorHandler
from xlbuilder.sudoku.rules import Rules
from xlbuilder.sudoku.text import decoding
from xlbuilder.template.toml import read_toml
from xlbuilder.xlsx.atomic import check_in_folder, check_is_new
from xlbuilder.xlsx.model import Model, is_workbook

_STDIN = "standard input"

with_ = click.option(
    "--with",
    "with_",
    multiple=True,
    metavar="STRATEGY",
    help="Plug it in; a name or a file, with its parameters: FILE:size=3.",
)
"""The strategies that a command plugs in."""

without = click.option(
    "--without", multiple=True, metavar="STRATEGY", help="Leave out a strategy or a layer."
)
"""The strategies and layers that a command leaves out."""

_OUTPUTS = f"{__name__}.outputs"


def output(*names: str, text: str, replaces: bool = True, **more: Any) -> Callable[[Any], Any]:
    """Return an option for a file that a command writes; ``text`` is its help.

    A file is refused if the command also reads it, or writes it for another option.  Without
    ``replaces`` an existing file is refused too.
    """

    def checked(context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
        if path is None:
            return None
        if not replaces:  # people continue to edit these files
            check_is_new(path)
        others: dict[str, Path] = context.meta.setdefault(_OUTPUTS, {})
        for name, other in others.items():
            if would_be_one(path, other):
                raise click.UsageError(f"{name} and {option.opts[0]} are one file, {path}")
        others[option.opts[0]] = path
        writes(path)
        return path

    what = "is replaced" if replaces else "is refused"
    kind = click.Path(path_type=Path)
    help_ = f"{text} A file that is there {what}."
    return click.option(*names, type=kind, callback=checked, help=help_, **more)


puzzle = click.option(
    "--puzzle",
    metavar="FILE|TEXT",
    help="A file, a text, or - (stdin). Default: the puzzle that is there.",
)
"""The puzzle of a command, for `given_puzzle`."""


def _of_puzzles(_: click.Context, __: click.Parameter, argument: str | None) -> str | None:
    if argument is None:
        return None
    if is_workbook(argument):
        raise PuzzleError(f"{argument}: --puzzles takes a list of puzzles, and no workbook")
    is_toml = argument.endswith(".toml") and Path(argument).is_file()
    if is_toml and "tests" in read_toml(Path(argument)):
        raise PuzzleError(f"{argument}: has [[tests]], and no puzzles; give --cases {argument}")
    return argument


def _puzzles(*, required: bool) -> Callable[[Any], Any]:
    return click.option(
        "--puzzles",
        required=required,
        metavar="FILE|TEXT",
        callback=_of_puzzles,
        help="A file, a text, or - (stdin).",
    )


puzzles = _puzzles(required=True)
"""The puzzles of a command, for `given_puzzles`."""

puzzles_or_cases = _puzzles(required=False)
"""The puzzles of a command that takes cases instead."""

_DRIVE = (
    click.option("--drive", "file_of_drive", metavar="FILE", help="See xlbuilder drive."),
    click.option("--input", metavar="RANGE", help="The 9x9 (6x6, 4x4) cells that take the puzzle."),
    click.option("--solution", metavar="RANGE", help="The cells that show the solution."),
    click.option("--status", metavar="CELL", help="The cell that says in words how it stands."),
    click.option(
        "--step",
        "steps",
        multiple=True,
        metavar="CELL=VALUE",
        help="Type it and recalculate; several times: one after the other.",
    ),
    click.option(
        "--recalculations",
        type=click.IntRange(1),
        help="Recalculations at most; default: as the file says, or 1, libreoffice 300.",
    ),
    click.option(
        "--houses",
        multiple=True,
        metavar="RANGE",
        help="A number for each cell: the cells of a number hold different digits, as a diagonal.",
    ),
    click.option("--candidates", metavar="RANGE", help="The 27x27 cells that show what is left."),
    click.option(
        "--all-formulas",
        is_flag=True,
        help="Calculate formulas too that nothing typed reaches; default: they keep their values.",
    ),
)


def driving(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where the puzzle is; the command gets their table as ``drive``.

    An option replaces the same key of the file of ``--drive``.
    """

    @wraps(command)
    def with_drive(file_of_drive: str | None, **given: Any) -> None:
        table = {} if file_of_drive is None else table_of(file_of_drive)
        told = {key: given.pop(key) for key in KEYS if key in given}
        told["steps"] = [_step(text) for text in told["steps"]]
        if houses := given.pop("houses"):
            told["variant"] = {**table.get("variant", {}), "houses": list(houses)}
        drive = {**table, **{key: value for key, value in told.items() if value}}
        command(drive=drive, **given)

    for option in reversed(_DRIVE):
        with_drive = option(with_drive)
    return with_drive


def _step(text: str) -> dict[str, str | int]:
    """Return the cell of a step, and what is typed in: a number, TRUE, FALSE, nothing or a text."""
    cell, sign, value = text.partition("=")
    if not (cell and sign):
        raise click.UsageError(f"--step {text}: write CELL=VALUE, such as V6=Reset")
    typed: str | int = value
    if value.upper() in ("TRUE", "FALSE"):
        typed = value.upper() == "TRUE"
    elif value.isascii() and value.removeprefix("-").isdigit():
        typed = int(value)
    return {cell: typed}


def given_puzzle(puzzle: str | None, rules: Rules) -> Board | None:
    """Return the puzzle of ``--puzzle``: a file, - for standard input, or the text itself.

    ``rules`` are the rules of the workbook.
    """
    if puzzle is None:
        return None
    if puzzle != "-":
        return board_of(puzzle, "--puzzle", rules)
    try:
        return read_from(_stdin(), _STDIN, rules)
    except OSError as error:
        raise PuzzleError(f"{_STDIN}: cannot be read: {error.strerror}") from None


@contextmanager
def given_puzzles(argument: str, broken: ErrorHandler, rules: Rules) -> Iterator[Corpus]:
    """Open the puzzles of ``--puzzles``: a file, - for standard input, or the text itself."""
    if argument == "-":
        yield of_stream(decoding(_stdin(), _STDIN), _STDIN, broken, rules)
        return
    with opened(argument, "--puzzles", broken, rules) as corpus:
        yield corpus


def _stdin() -> io.BufferedReader:
    if sys.stdin is None:
        raise PuzzleError(f"{_STDIN}: is closed; give the puzzle in a file or as a text")
    reads_stream(sys.stdin, _STDIN)
    raw = cast("io.RawIOBase", sys.stdin.buffer)  # both have readinto; nothing else is used
    return io.BufferedReader(raw)


def check_toml(out: Path, thing: str) -> None:
    """Refuse a file for ``--out`` if it cannot be written, or does not end in .toml."""
    if out.suffix != ".toml":
        raise click.UsageError(f"--out {out}: the name of a {thing} ends in .toml")
    check_in_folder(out)


def say_unread(model: Model) -> None:
    """Print a line about formulas that were not read, if there are any."""
    if model.unread:
        cell, problem = next(iter(model.unread.items()))
        formulas = counted(len(model.unread), "formula")
        warn(f"{model.path}: {formulas} shown as stored: {cell.sheet}!{cell}: {problem}")
