"""The command ``xlbuilder render``: make a picture of a sheet."""

from pathlib import Path

import click

from xlbuilder import api
from xlbuilder.cli.inputs import driving, output, say_unread
from xlbuilder.cli.say import NOT_CALCULATED, tell, warn
from xlbuilder.drive.driven import DriveTable
from xlbuilder.render.picture import NARROWEST, WIDEST, check_picture


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@output("--out", text="A .svg, .png or .pdf.", required=True)
@click.option("--sheet", "tab", metavar="NAME", help="Default: the first sheet.")
@click.option(
    "--width",
    type=click.IntRange(NARROWEST, WIDEST),
    metavar="PIXELS",
    help="Of a .svg or .png; default: as Excel shows it.",
)
@click.option("--recalculate", is_flag=True, help="Solve first, instead of showing stored values.")
@driving
def render(
    file: Path, out: Path, tab: str | None, width: int | None, recalculate: bool, drive: DriveTable
) -> None:
    """Make a picture of a workbook's sheet as the file has it stored.

    A .svg is drawn by xlbuilder itself, a .png or .pdf by LibreOffice.

    Example: xlbuilder render out/sudoku.xlsx --out board.svg
    """
    check_picture(out, width)  # before the workbook is read
    if drive and not recalculate:
        raise click.UsageError("where the puzzle is matters when it is solved; add --recalculate")
    book = api.open(file, drive)
    say_unread(book.model)
    if not recalculate and not book.model.is_calculated:
        warn(NOT_CALCULATED)
    tell(book.render(out, sheet=tab, width=width, recalculate=recalculate))
