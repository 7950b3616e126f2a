"""The command ``xlbuilder steps``: the way of a workbook, as a list for people to follow."""

import json

import click

from xlbuilder import api
from xlbuilder.cli.inputs import driving, given_puzzle, puzzle, with_, without
from xlbuilder.cli.say import tell
from xlbuilder.drive.driven import DriveTable
from xlbuilder.observe.steps import Step, Way
from xlbuilder.sudoku.board import Candidate
from xlbuilder.workshop.as_test import as_test
from xlbuilder.workshop.bases import rules_of_file


@click.command()
@click.argument("file", default="sudoku")
@click.argument("more", nargs=-1, metavar="")
@puzzle
@click.option("--position", metavar="FILE|TEXT", help="A puzzle with pencil marks instead.")
@with_
@without
@click.option(
    "--only", multiple=True, metavar="STRATEGY...", help="These alone, and what they need."
)
@click.option("--first", is_flag=True, help="Only the first step.")
@click.option(
    "--before", metavar="STRATEGY", help="Print the position before its first step as [[tests]]."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; rows and columns from 1.")
@driving
def steps(
    file: str,
    more: tuple[str, ...],
    puzzle: str | None,
    position: str | None,
    with_: tuple[str, ...],
    without: tuple[str, ...],
    only: tuple[str, ...],
    first: bool,
    before: str | None,
    as_json: bool,
    drive: DriveTable,
) -> None:
    """Show which strategy finds what, step by step.

    FILE is a workbook, or a template: its name or its .toml file (default: sudoku).  A template is
    built for this, with its strategies or with those of --with, --without and --only.  A position
    is read in any form in which people paste it: a grid of candidates, 729 characters, a line of
    HoDoKu's library.

    Example: xlbuilder steps sudoku --puzzle puzzle.txt --with naked_pairs
    """
    if more and not only:
        raise click.UsageError(f"unexpected argument {more[0]}; give one workbook or template")
    if only and without:
        raise click.UsageError("--only names all strategies; leave out --without")
    if before is not None and (first or as_json):
        raise click.UsageError("--before prints a test; leave out --first and --json")
    if puzzle is not None and position is not None:
        raise click.UsageError("give --puzzle or --position, not both")
    chosen = {"with_": with_, "without": without, "only": (*only, *more)}
    given = None if puzzle is None else given_puzzle(puzzle, rules_of_file(file, drive))
    way = api.steps(file, given, position=position, drive=drive, **chosen)
    if before is not None:
        tell(as_test(way, before))
        return
    if first:
        way = way.first()
    if as_json:
        tell(json.dumps(_as_json(way), ensure_ascii=False))
        return
    tell(way)


def _as_json(way: Way) -> dict[str, object]:
    return {
        "steps": [_step(step, way.start.board.side) for step in way.steps],
        "status": way.status,
    }


def _step(step: Step, side: int) -> dict[str, object]:
    return {
        "strategy": step.strategy,
        "eliminated": [_triple(each, side) for each in step.eliminated],
        "placed": [_triple(each, side) for each in step.placed],
        "words": step.words,
    }


def _triple(candidate: Candidate, side: int) -> list[int]:
    cell, digit = candidate
    return [cell // side + 1, cell % side + 1, digit]
