"""The command ``xlbuilder watch``: show one run iteration by iteration."""

from pathlib import Path

import click
from rich.console import Console

from xlbuilder import api
from xlbuilder.cli.terminal import told
from xlbuilder.proof.run import asked_schedule
from xlbuilder.proof.watch import Watch
from xlbuilder.sudoku.reading import read_puzzle


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--puzzle", metavar="TEXT", help="Default: the puzzle that the file holds.")
@click.option("--cell", metavar="ADDRESS", help="Explain this cell: the value of each name.")
@click.option("--iteration", type=click.IntRange(1), help="Only this one of each recalculation.")
@click.option("--engine", default="fast", show_default=True, help="fast or formulas.")
@click.option("--order", default="row-major", show_default=True, help="See xlbuilder engines.")
@click.option("--start", help="See xlbuilder engines; default: the engine's own, unsolved.")
def watch(
    file: Path,
    puzzle: str | None,
    cell: str | None,
    iteration: int | None,
    engine: str,
    order: str,
    start: str | None,
) -> None:
    """Show one run iteration by iteration: what appeared, what vanished, and why.

    Example: xlbuilder watch out/sudoku.xlsx --cell D16
    """
    schedule = asked_schedule(engine, order, start)
    given = read_puzzle(puzzle, "--puzzle") if puzzle else None
    book = api.open(file)
    board = given or book.puzzle
    console = Console()
    for one in Watch(book.model, engine, schedule, cell).run(board):
        if iteration in (None, one.number):
            console.print(told(one, cell), soft_wrap=True)
