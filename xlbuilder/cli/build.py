"""The command ``xlbuilder build``: write the workbook of a template."""

from pathlib import Path

import click

from xlbuilder import api
from xlbuilder.cli.inputs import given_puzzle, output, puzzle, with_, without
from xlbuilder.cli.say import say, tell, warn
from xlbuilder.cli.terminal import waiting
from xlbuilder.template.locate import DEFAULT
from xlbuilder.workbook.editions import DEFINED, EDITIONS
from xlbuilder.workbook.opening import input_board


@click.command()
@click.argument("template", default=DEFAULT)
@puzzle
@output("--out", text="Default: out/TEMPLATE.xlsx.")
@with_
@without
@click.option(
    "--replace", multiple=True, metavar="FILE", help="Put it in place of the strategy of its name."
)
@click.option("--names", type=click.Choice(list(EDITIONS)), default=DEFINED, show_default=True)
@click.option("--unprotected", is_flag=True, help="Let every cell of the sheet be changed.")
@click.option("--plain", is_flag=True, help="Add nothing to the formulas for other programs.")
@click.option("--no-values", is_flag=True, help="Do not store what the cells show.")
def build(
    template: str,
    puzzle: str | None,
    out: Path | None,
    with_: tuple[str, ...],
    without: tuple[str, ...],
    replace: tuple[str, ...],
    names: str,
    unprotected: bool,
    plain: bool,
    no_values: bool,
) -> None:
    """Write the workbook of TEMPLATE: a .toml file, or a template by name (default: sudoku).

    Without a puzzle the workbook carries the template's example.  What its cells show is stored in
    it, for programs that do not calculate.  With --names inline it has no defined names, for
    programs that know no relative names.

    Example: xlbuilder build --puzzle puzzle.txt --without search --out my.xlsx
    """
    loaded = api.load(template, with_=with_, without=without, replace=replace)
    if puzzle is not None:
        input_board(loaded.loaded)  # before standard input is read
    board = given_puzzle(puzzle, loaded.loaded.rules)
    for clash in loaded.loaded.rules.clashes(board) if board is not None else []:
        warn(f"warning: the puzzle has no solution: {clash}")
    with waiting("building the workbook"):
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
