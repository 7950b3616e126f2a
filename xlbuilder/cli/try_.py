"""The command ``xlbuilder try``: try strategies on puzzles."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from xlbuilder.cli.inputs import driving, given_puzzles, output, puzzles, without
from xlbuilder.cli.say import say, tell
from xlbuilder.cli.terminal import progress, waiting
from xlbuilder.drive.driven import DriveTable
from xlbuilder.errors import PuzzleError
from xlbuilder.template.locate import DEFAULT
from xlbuilder.workshop.bases import rules_of_file
from xlbuilder.workshop.findings import Findings, findings_of
from xlbuilder.workshop.page import page
from xlbuilder.workshop.trial import Trial, orders_of
from xlbuilder.xlsx.atomic import check_in_folder, new_text_file


@click.command("try")
@click.argument("strategies", nargs=-1, metavar="STRATEGY...")
@puzzles
@click.option("--old", metavar="FILE", help="Compare a workbook or template with --new instead.")
@click.option("--new", metavar="FILE", help="For --old: the changed workbook or template.")
@click.option("--base", default=DEFAULT, show_default=True, help="The template, without search.")
@without
@click.option(
    "--orders",
    default="row-major",
    show_default=True,
    metavar="LIST|all",
    help="Such as row-major,random:1; see xlbuilder engines.",
)
@click.option(
    "--only-unsolved",
    is_flag=True,
    help="Try only puzzles that the base does not solve; blind to what breaks in the others.",
)
@output("--needed", text="Write the newly solved puzzles.")
@output("--html", text="Write one page with all of it.")
@click.option("--workers", type=click.IntRange(1), help="Processes; default: all cores.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@driving
@click.pass_context
def try_(
    context: click.Context,
    /,
    strategies: tuple[str, ...],
    puzzles: str,
    orders: str,
    needed: Path | None,
    html: Path | None,
    workers: int | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Try strategies on puzzles: what they solve, break and cost.

    Builds the base template without search, without and with each STRATEGY (a name, a .toml
    file, or a preset such as "classic"), and judges digits and candidates.  Each puzzle runs with
    the strategies.  It runs without them too, except when it was solved and they removed and placed
    nothing.

    --old and --new compare two workbooks or templates as they are, with their search; each puzzle
    runs in both.

    Exit codes: 0 all is fine, 1 a puzzle is broken, a true candidate is removed, or orders differ
    though all strategies are monotone; 2 bad input.

    Example: xlbuilder try my_strategy.toml --puzzles puzzles.txt --html my_strategy.html
    """
    start = _starter(strategies, orders_of(orders), is_page=html is not None, **chosen)
    for path in filter(None, (needed, html)):
        check_in_folder(path)
    unreadable: list[PuzzleError] = []
    rules = rules_of_file(chosen["new"] or chosen["base"], chosen["drive"])
    with given_puzzles(puzzles, unreadable.append, rules) as corpus:
        findings = findings_of(partial(_begun, start), corpus, unreadable, workers, progress)
    for line in findings.unreadable if as_json else ():
        say(line)
    tell(json.dumps(findings.summary(), indent=1) if as_json else findings)
    if needed is not None:
        with new_text_file(needed) as file:
            file.writelines(f"{puzzle}\n" for _, puzzle in findings.newly_solved)
    if html is not None:
        with new_text_file(html) as file:
            file.write(page(findings))
    context.exit(_code(findings))


def _starter(
    strategies: Sequence[str],
    orders: tuple[str, ...],
    *,
    old: str | None,
    new: str | None,
    drive: DriveTable,
    base: str,
    without: Sequence[str],
    only_unsolved: bool,
    is_page: bool,
) -> Callable[[], Trial]:
    """Return a function that builds and opens the workbooks; refuse conflicting choices."""
    if old is not None and new is not None:
        if strategies or without or only_unsolved or is_page:
            raise click.UsageError("--old and --new compare two files; leave out the other choices")
        return partial(Trial.of_two, old, new, orders, drive)
    if old is not None or new is not None:
        raise click.UsageError("give both, --old FILE and --new FILE")
    if drive:
        raise click.UsageError(
            "--drive, and the choices that stand behind it in the help, are for --old and --new"
        )
    if not strategies:
        raise click.UsageError("give a STRATEGY to try, or two files: --old FILE --new FILE")
    return partial(
        Trial.of_strategies,
        base,
        strategies,
        orders,
        removed=without,
        only_unsolved=only_unsolved,
    )


def _begun(start: Callable[[], Trial]) -> Trial:
    with waiting("building the workbooks"):
        return start()


def _code(findings: Findings) -> int:
    if not findings.is_fine:
        return 1
    return 2 if findings.unreadable else 0
