"""The command ``xlbuilder build``: write the workbook of a template."""

from pathlib import Path

import click

from xlbuilder.cli.choices import check_target
from xlbuilder.cli.generate import DEFAULT
from xlbuilder.cli.inputs import given_puzzle
from xlbuilder.cli.say import say
from xlbuilder.cli.terminal import working
from xlbuilder.errors import FormulaError
from xlbuilder.sudoku.board import clashes
from xlbuilder.template.load import load
from xlbuilder.workbook.editions import EDITIONS
from xlbuilder.workbook.opening import calculated, input_board, typed_in
from xlbuilder.workbook.write import workbook_file
from xlbuilder.xlsx.model import read_workbook
from xlbuilder.xlsx.pack import check_name, replace_workbook


@click.command()
@click.argument("template", default=DEFAULT)
@click.argument("stdin", required=False, metavar="[-]")
@click.option("--puzzle", metavar="TEXT", help="The puzzle, 81 characters with . for empty cells.")
@click.option("--puzzle-file", metavar="FILE", help="A file with the puzzle; - is standard input.")
@click.option("--out", type=click.Path(path_type=Path), help="Default: out/TEMPLATE.xlsx")
@click.option(
    "--with", "added", multiple=True, metavar="STRATEGY", help="Plug it in; a name or a file."
)
@click.option("--without", "removed", multiple=True, metavar="STRATEGY", help="Leave it out.")
@click.option("--names", type=click.Choice(list(EDITIONS)), default="defined", show_default=True)
@click.option("--unprotected", is_flag=True, help="Let every cell of the sheet be changed.")
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
    loaded = load(template, added, removed)
    target = out or Path("out") / f"{loaded.path.stem}.xlsx"
    check_name(target)
    check_target(target)
    if stdin or puzzle is not None or puzzle_file is not None:
        input_board(loaded)
    board = given_puzzle(puzzle, "-" if stdin else puzzle_file)
    values = typed_in(loaded, board) if board is not None else None
    for clash in clashes(board) if board is not None else []:
        say(f"warning: the puzzle has no solution: {clash}")
    try:
        file = workbook_file(loaded.template, values, protect=not unprotected, edition=names)
    except FormulaError as error:
        raise FormulaError(f"{loaded.path}: {error}") from None
    if no_values:
        read_workbook(target, file)  # nobody gets a file that does not open
    else:
        with working("calculating what the cells show"):
            file = calculated(loaded, target, file)
    replace_workbook(target, file)
    if loaded.left_out:
        say(f"left out, as nothing uses them any more: {', '.join(loaded.left_out)}")
    click.echo(target)
