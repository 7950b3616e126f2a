"""The command ``xlbuilder show``: draw a workbook's boards in the terminal, or count in it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from xlbuilder.cli.inputs import driving, say_unread
from xlbuilder.cli.say import NOT_CALCULATED, OUTDATED, say, tell, warn
from xlbuilder.cli.terminal import board, boards, cells_of, draw
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveTable, driven
from xlbuilder.drive.faults import warn_of_faults
from xlbuilder.drive.spacing import values_of
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.observe.stored import recalculated
from xlbuilder.proof.stats import stats_of
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.ranges import range_of

_MOST_CELLS = 10_000
"""The most cells that are printed."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--recalculate", is_flag=True, help="Solve first, instead of showing stored values.")
@click.option("--engine", default="fast", show_default=True)
@click.option("--stats", is_flag=True, help="Print its size, and what its formulas are like.")
@click.option("--json", "as_json", is_flag=True, help="With --stats: print it as JSON.")
@click.option("--cells", "cells", metavar="RANGE", help="Print these cells of any workbook.")
@driving
def show(
    file: Path,
    recalculate: bool,
    engine: str,
    stats: bool,
    as_json: bool,
    cells: str | None,
    drive: DriveTable,
) -> None:
    """Show the boards and the status of a workbook in the terminal.

    Shows what the file has stored: what `build` calculated, or the program that saved it last.

    Example: xlbuilder show out/sudoku.xlsx --recalculate
    """
    if as_json and not stats:
        raise click.UsageError("--json is for --stats; add --stats")
    if stats and recalculate:
        raise click.UsageError("--stats counts what is stored; leave out --recalculate")
    asked_schedule(engine, "row-major", "file")
    model = driven(read_workbook(file), drive)
    area = None if cells is None else _asked(model, cells)
    say_unread(model)
    if stats:
        _count(model, as_json=as_json)
        return
    read: Callable[[Area], list[Value]] = model.values_of
    if recalculate:
        warn_of_faults(model)
        wanted = [] if area is None else [area]
        read = recalculated(model, engine, wanted, drive.get("recalculations")).read
    parts = list(_parts(model, read)) if area is None else [cells_of(area, read(area))]
    if not parts:
        raise WorkbookError(
            f"{file}: has no boards and no status that xlbuilder knows; add --cells A1:D9 to see"
            " cells, or say where the puzzle is with --input and --solution"
        )
    for part in parts:
        draw(part)
    if not recalculate:
        _say_that_it_is_stored(model)
    if model.calculation.note is not None:
        warn(f"{file}: {model.calculation.note}")


def _say_that_it_is_stored(model: Model) -> None:
    if not model.is_calculated:
        warn(NOT_CALCULATED)
    elif Boards.of(model).is_outdated():
        warn(OUTDATED)
    else:
        say("as stored in the file")


def _asked(model: Model, cells: str) -> Area:
    """Return the cells to print; raises WorkbookError when they are too many."""
    area = range_of(model, cells)
    if area.size > _MOST_CELLS:
        text = f"{cells}: has {area.size:,} cells; give at most {_MOST_CELLS:,}"
        raise WorkbookError(f"{model.path}: {text}")
    return area


def _count(model: Model, *, as_json: bool) -> None:
    """Print the counts of a workbook."""
    stats = stats_of(model)
    tell(json.dumps({"stats": asdict(stats)}, indent=1) if as_json else stats)


def _parts(model: Model, read: Callable[[Area], list[Value]]) -> Iterator[RenderableType]:
    """Yield the boards, the status and the rating of a workbook."""
    located = Boards.of(model)
    found = located.found()
    values = {word: read(area) for word, area in found.items()}
    for word in values.keys() & {"input", "solution"}:
        values[word] = values_of(found[word], values[word], located.side)
    yield from _drawn(values, has_boxes=located.drive.variant.boxes)
    status = located.areas.get("status_text")
    if status and not is_nothing(words := read(status)[0]):
        yield Text(f"Status: {words}")
    rating = located.areas.get("rating_text")
    if rating and not is_nothing(said := read(rating)[0]):
        yield Text(str(said))


def _drawn(values: dict[str, list[Value]], *, has_boxes: bool) -> Iterator[RenderableType]:
    """Yield the boards; candidates only while the puzzle is not solved."""
    given, shown = values.get("input"), values.get("solution")
    if shown is None:
        return
    if given is None:
        yield board("Puzzle", shown)
    else:
        is_wanted = any(map(is_nothing, shown))
        left = values.get("candidates") if is_wanted else None
        yield boards(given, shown, left, has_boxes=has_boxes)
    yield Text()
