"""The command ``xlbuilder build``: write the workbook of a template."""

from pathlib import Path

import click
from rich.console import Console

from xlbuilder import api
from xlbuilder.cli.inputs import given_puzzle, without
from xlbuilder.cli.say import say, tell
from xlbuilder.sudoku.board import Board, clashes
from xlbuilder.template.locate import DEFAULT
from xlbuilder.workbook.editions import DEFINED, EDITIONS
from xlbuilder.workbook.opening import input_board


@click.command()
@click.argument("template", default=DEFAULT)
@click.argument("stdin", required=False, metavar="[-]")
@click.option("--puzzle", metavar="TEXT", help="The puzzle, 81 characters with . for empty cells.")
@click.option("--puzzle-file", metavar="FILE", help="A file with the puzzle; - is standard input.")
@click.option("--out", type=click.Path(path_type=Path), help="Default: out/TEMPLATE.xlsx")
@click.option(
    "--with",
    "added",
    multiple=True,
    metavar="STRATEGY",
    help="Plug it in; a name or a file, with its parameters: FILE:size=3.",
)
@without
@click.option("--names", type=click.Choice(list(EDITIONS)), default=DEFINED, show_default=True)
@click.option("--unprotected", is_flag=True, help="Let every cell of the sheet be changed.")
@click.option("--plain", is_flag=True, help="Add nothing to the formulas for other programs.")
@click.option("--no-values", is_flag=True, help="Do not store what the cells show.")
def build(
    template: str,
    stdin: str | None,
    puzzle: str | None,
    puzzle_file: str | None,
    out: Path | None,
    added: tuple[str, ...],
    removed: tuple[str, ...],
    names: str,
    unprotected: bool,
    plain: bool,
    no_values: bool,
) -> None:
    """Write the workbook of TEMPLATE: a .toml file, or a template by name (default: sudoku).

    A lone - reads the puzzle from standard input.  Without a puzzle the workbook carries the
    template's example.  What its cells show is stored in it, for programs that do not calculate.
    With --names inline it has no defined names, for programs that know no relative ones.

    Example: xlbuilder build --puzzle-file puzzle.txt --without search --out my.xlsx
    """
    if template == "-":
        template, stdin = DEFAULT, "-"
    if stdin not in (None, "-"):
        raise click.UsageError(f"unexpected argument {stdin}; give one template")
    loaded = api.load(template, add=added, remove=removed)
    board = _puzzle(loaded, puzzle, "-" if stdin else puzzle_file)
    with Console(stderr=True).status("building the workbook"):
        built = loaded.build(
            out,
            board,
            names=names,
            protected=not unprotected,
            values=not no_values,
            plain=plain,
        )
    if loaded.left_out:
        say(f"left out, as nothing uses them any more: {', '.join(loaded.left_out)}")
    tell(built)


def _puzzle(template: api.Template, text: str | None, file: str | None) -> Board | None:
    """Return the puzzle that is given, with a warning when its digits clash."""
    if text is not None or file is not None:
        input_board(template.loaded)  # before standard input is read
    board = given_puzzle(text, file)
    for clash in clashes(board) if board is not None else []:
        say(f"warning: the puzzle has no solution: {clash}")
    return board
