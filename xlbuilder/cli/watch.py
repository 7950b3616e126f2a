"""The command ``xlbuilder watch``: show one run iteration by iteration."""

from collections.abc import Iterable
from pathlib import Path

import click

from xlbuilder import api
from xlbuilder.cli.inputs import driving, given_puzzle, output, puzzle
from xlbuilder.cli.iterations import IterationsView, iteration_text
from xlbuilder.cli.say import tell
from xlbuilder.cli.terminal import draw
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveTable
from xlbuilder.drive.faults import warn_of_faults
from xlbuilder.observe.stored import given_or_stored
from xlbuilder.observe.watch import Watch, WatchedIteration
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.xlsx.atomic import check_in_folder


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@puzzle
@click.option("--cell", metavar="CELL", help="Explain this cell: the value of each name.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Show what a name gives.")
@click.option("--at", metavar="CELL", help="Where --name is evaluated; default: --cell.")
@click.option(
    "--reason",
    "reasons",
    multiple=True,
    metavar="REASON",
    help="Only changes made for it: a name that is plugged in, or a strategy.",
)
@click.option("--iteration", type=click.IntRange(1), help="Only this one of each recalculation.")
@click.option("--all", "all_", is_flag=True, help="Print long lists, ranges and formulas in full.")
@output("--html", text="Write a page that replays the run, instead of printing it.")
@click.option("--engine", default="fast", show_default=True, help="fast or formulas.")
@click.option("--order", default="row-major", show_default=True, help="See xlbuilder engines.")
@click.option("--start", help="See xlbuilder engines; default: the engine's own, unsolved.")
@driving
def watch(
    file: Path,
    puzzle: str | None,
    cell: str | None,
    names: tuple[str, ...],
    at: str | None,
    reasons: tuple[str, ...],
    iteration: int | None,
    all_: bool,
    html: Path | None,
    engine: str,
    order: str,
    start: str | None,
    drive: DriveTable,
) -> None:
    """Show one run iteration by iteration: what appeared, what vanished, and why.

    CELL is R8C2 (row 8, column 2 of the solution), R8C2=4 (its candidate 4), another board's
    (cell_state!R8C2), or an address such as T37.

    --html writes one page that needs no network: the boards with their candidates, a slider and
    keys for the iterations, and the reasons of the cell that you click.

    Example: xlbuilder watch out/sudoku.xlsx --html replay.html
    """
    printed = {"--cell": cell, "--name": names, "--at": at, "--iteration": iteration, "--all": all_}
    _check(html, [option for option, value in printed.items() if value])
    schedule = asked_schedule(engine, order, start)
    book = api.open(file, drive)
    given = given_puzzle(puzzle, Boards.of(book.model).rules())
    warn_of_faults(book.model)
    if html is not None:
        path = book.replay(html, given, reason=reasons, engine=engine, order=order, start=start)
        tell(path)
        return
    run = Watch(book.model, engine, schedule, cell, dict.fromkeys(names, at or cell or ""))
    changes = run.reasons.asked(reasons) if reasons else None
    asked = IterationsView(run.places, run.cell, changes, all_)
    shown = (
        one
        for one in run.run(given_or_stored(book.model, given))
        if iteration in (None, one.number)
    )
    if _print(shown, asked):
        return
    if reasons:
        tell(f"nothing was changed for {', '.join(reasons)}")
    else:
        tell(f"no recalculation has an iteration {iteration}")


def _check(html: Path | None, printed: list[str]) -> None:
    """Refuse options that do not go together, and a page that cannot be written."""
    if html is not None:
        check_in_folder(html)
        if printed:
            raise click.UsageError(f"--html shows the whole run; leave out {printed[0]}")
    if "--name" in printed and not {"--at", "--cell"} & {*printed}:
        raise click.UsageError("--name needs a cell: add --at R8C2, or --at R8C2=4")
    if "--at" in printed and "--name" not in printed:
        raise click.UsageError("--at is for --name; --cell explains a cell")


def _print(iterations: Iterable[WatchedIteration], asked: IterationsView) -> bool:
    """Print the iterations with the changes that the user wants; return whether there are any."""
    is_seen = False
    for one in iterations:
        if asked.reasons is None or asked.of(one):
            is_seen = True
            draw(iteration_text(one, asked))
    return is_seen
