"""The command ``xlbuilder watch``: tell one run iteration by iteration."""

from pathlib import Path

import click
from rich.console import Console

from xlbuilder.cli.inputs import stored_puzzle
from xlbuilder.drive import Drive
from xlbuilder.errors import WorkbookError
from xlbuilder.puzzles import read_puzzle
from xlbuilder.recalc.model import read_workbook
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.terminal import told
from xlbuilder.watch import Watch


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--puzzle", metavar="TEXT", help="Default: the puzzle that the file holds.")
@click.option("--cell", metavar="ADDRESS", help="Explain this cell: the value of each name.")
@click.option("--iteration", type=click.IntRange(1), help="Only this one of each recalculation.")
@click.option("--engine", default="fast", show_default=True, help="fast or formulas.")
@click.option("--order", default="row-major", show_default=True, help="See xlbuilder engines.")
def watch(
    file: Path,
    puzzle: str | None,
    cell: str | None,
    iteration: int | None,
    engine: str,
    order: str,
) -> None:
    """Tell one run iteration by iteration: what appeared, what vanished, and why.

    Example: xlbuilder watch out/sudoku.xlsx --cell D16
    """
    model = read_workbook(file)
    drive = Drive.from_properties(model.properties)
    area = model.area(drive.input)
    if area is None or area.shape != (9, 9):
        raise WorkbookError(f"{file}: has no board of 9x9 cells named {drive.input}")
    stored = model.values_of(area)
    board = read_puzzle(puzzle, "--puzzle") if puzzle else stored_puzzle(file, stored)
    console = Console()
    for one in Watch(model, engine, Schedule(order=order), cell).run(board):
        if iteration in (None, one.number):
            console.print(told(one, cell), soft_wrap=True)
