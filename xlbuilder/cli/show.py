"""The command ``xlbuilder show``: draw a workbook's boards in the terminal."""

from pathlib import Path

import click
from rich.console import Console

from xlbuilder.cli.solve import NOT_CALCULATED, solved
from xlbuilder.drive import Drive
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.values import Value
from xlbuilder.recalc.model import read_workbook
from xlbuilder.say import say
from xlbuilder.stats import stats_of
from xlbuilder.terminal import boards as picture
from xlbuilder.terminal import counts


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--recalculate", is_flag=True, help="Solve first, instead of showing stored values.")
@click.option("--engine", default="fast", show_default=True)
@click.option("--stats", is_flag=True, help="Print its size, and count its formulas and names.")
def show(file: Path, recalculate: bool, engine: str, stats: bool) -> None:
    """Show the boards of a workbook in the terminal.

    Shows what the file has stored: what `build` calculated, or the program that saved it last.

    Example: xlbuilder show out/sudoku.xlsx --recalculate
    """
    if stats and recalculate:
        raise click.UsageError("--stats counts what is stored; leave out --recalculate")
    model = read_workbook(file)
    if stats:
        Console().print(counts(stats_of(model)), soft_wrap=True)
        return
    drive = Drive.from_properties(model.properties)
    boards = [drive.input, drive.solution, *filter(None, [drive.candidates])]
    areas = [model.area(board) for board in boards]
    for board, area, side in zip(boards, areas, (9, 9, 27), strict=False):
        if area is None or area.shape != (side, side):
            raise WorkbookError(f"{file}: has no board of {side}x{side} cells named {board}")
    status = drive.status_text and model.area(drive.status_text)
    words: Value = None
    if recalculate:
        solver = solved(model, engine)
        values = [solver.read(board) for board in boards]
        words = solver.session.read(status)[0] if status else None
    else:
        values = [model.values_of(area) for area in areas if area is not None]
        words = model.values_of(status)[0] if status else None
    Console().print(
        picture(values[0], values[1], values[2] if len(values) > 2 else None, words), soft_wrap=True
    )
    if not recalculate:
        is_empty = all(value is None for value in values[1])
        say(NOT_CALCULATED if is_empty else "as stored in the file")
    if model.calculation.note is not None:
        say(f"{file}: {model.calculation.note}")
