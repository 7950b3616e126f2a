"""The command ``xlbuilder show``: draw a workbook's boards in the terminal, or count in it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from xlbuilder import api
from xlbuilder.cli import work
from xlbuilder.cli.say import NOT_CALCULATED, say, tell
from xlbuilder.cli.terminal import board, boards, counts, draw
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.proof.run import asked_schedule
from xlbuilder.proof.stored import recalculated
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.model import Model, read_workbook


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--recalculate", is_flag=True, help="Solve first, instead of showing stored values.")
@click.option("--engine", default="fast", show_default=True)
@click.option("--stats", is_flag=True, help="Print its size, and what its formulas are like.")
@click.option("--work", "is_run", is_flag=True, help="With --stats: count what a run calculates.")
@click.option("--puzzle", metavar="TEXT", help="For --work. Default: the puzzle in the file.")
@click.option("--json", "as_json", is_flag=True, help="Print what is counted as JSON.")
@click.option("--candidates", is_flag=True, help="Draw the valid values of a solved puzzle too.")
def show(
    file: Path,
    recalculate: bool,
    engine: str,
    stats: bool,
    is_run: bool,
    puzzle: str | None,
    as_json: bool,
    candidates: bool,
) -> None:
    """Show the boards and the status of a workbook in the terminal.

    Shows what the file has stored: what `build` calculated, or the program that saved it last.

    --work counts without a clock what a program does that calculates each formula of the circle in
    each iteration: functions called, cells read, names expanded, texts made.

    Example: xlbuilder show out/sudoku.xlsx --recalculate
    """
    for option, is_given, needed in (
        ("--work", is_run and not stats, "--stats"),
        ("--puzzle", puzzle is not None and not is_run, "--work"),
        ("--json", as_json and not stats, "--stats"),
    ):
        if is_given:
            raise click.UsageError(f"{option} is for {needed}; add {needed}")
    if stats and recalculate:
        raise click.UsageError("--stats counts what is stored; leave out --recalculate")
    asked_schedule(engine, "row-major", "file")
    model = read_workbook(file)
    if stats:
        _count(api.Workbook(model), puzzle, is_run=is_run, as_json=as_json)
        return
    read: Callable[[Area], list[Value]] = model.values_of
    if recalculate:
        read = recalculated(model, engine).read
    parts = list(_parts(model, read, candidates))
    if not parts:
        raise WorkbookError(
            f"{file}: has no boards and no status that xlbuilder knows;"
            f" xlbuilder render {file} --out picture.svg draws any sheet"
        )
    for part in parts:
        draw(part)
    if not recalculate:
        say("as stored in the file" if model.is_calculated else NOT_CALCULATED)
    if model.calculation.note is not None:
        say(f"{file}: {model.calculation.note}")


def _count(book: api.Workbook, puzzle: str | None, *, is_run: bool, as_json: bool) -> None:
    """Print what is counted in a workbook, and in a run of it."""
    profile = book.profile(read_puzzle(puzzle, "--puzzle") if puzzle else None) if is_run else None
    if as_json:
        found = {"stats": asdict(book.stats), **(work.as_json(profile) if profile else {})}
        tell(json.dumps(found, indent=1))
        return
    draw(counts(book.stats))
    if profile is not None:
        tell(f"\n{work.told(profile)}")


def _parts(
    model: Model, read: Callable[[Area], list[Value]], candidates: bool
) -> Iterator[RenderableType]:
    """Yield the boards, the status and the rating of a workbook."""
    located = Boards(model)
    yield from _drawn({word: read(area) for word, area in located.found().items()}, candidates)
    status = model.area(located.drive.status_text or "status")
    if status and not is_nothing(words := read(status)[0]):
        yield Text(f"Status: {words}")
    rating = model.area(located.drive.rating_text) if located.drive.rating_text else None
    if rating and not is_nothing(said := read(rating)[0]):
        yield Text(str(said))


def _drawn(values: dict[str, list[Value]], candidates: bool) -> Iterator[RenderableType]:
    """Yield the boards, of a workbook that takes a puzzle together with it."""
    given, shown = values.get("input"), values.get("solution")
    if shown is None:
        return
    if given is None:
        yield board("Puzzle", shown)
    else:
        is_wanted = candidates or any(is_nothing(value) for value in shown)
        yield boards(given, shown, values.get("candidates") if is_wanted else None)
    yield Text()
