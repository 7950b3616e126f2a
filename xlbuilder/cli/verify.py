"""The command ``xlbuilder verify``: run puzzles through a workbook, and judge it."""

import sys
from collections.abc import Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from xlbuilder import api
from xlbuilder.changes.diff import read_origin, where_changed
from xlbuilder.cli.case_report import tell_cases
from xlbuilder.cli.inputs import driving, given_puzzles, output, puzzles_or_cases
from xlbuilder.cli.say import say
from xlbuilder.cli.terminal import draw, progress, verdicts, waiting
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import KEYS, DriveTable
from xlbuilder.errors import PuzzleError, XlbuilderError
from xlbuilder.files import check_unread
from xlbuilder.processes.signals import exit_code, held_back
from xlbuilder.proof.cluster import WAIT
from xlbuilder.proof.report import JsonReport, Tally, report_file
from xlbuilder.proof.run import Proof
from xlbuilder.recalc.schedule import MOST_ITERATIONS, Stop
from xlbuilder.sudoku.corpus import Corpus
from xlbuilder.xlsx.model import Model

_BROKEN_LINES_TOLD = 20
_GIVEN = ParameterSource.COMMANDLINE
Interruption = KeyboardInterrupt | XlbuilderError


_DECLARE = (
    "if it has others, declare them: in [variant] of its template, or with --houses or --drive"
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@puzzles_or_cases
@click.option(
    "--cases", metavar="FILE", help="Instead of puzzles: what is typed and shown, for any workbook."
)
@click.option(
    "--record", is_flag=True, help="Write the file of --cases first: what the workbook shows now."
)
@click.option("--engine", default="fast", show_default=True, help="See xlbuilder engines.")
@click.option(
    "--order",
    "orders",
    multiple=True,
    help="See xlbuilder engines. Several times: under each, and whether they agree; default:"
    " row-major, or as the file of --cases says.",
)
@click.option(
    "--start",
    "starts",
    multiple=True,
    help="See xlbuilder engines; default: the engine's own, unsolved. With --cases several times.",
)
@click.option(
    "--iterations", type=click.IntRange(1, MOST_ITERATIONS), help="Default: as the file says."
)
@click.option(
    "--stop",
    type=click.Choice([stop.value for stop in Stop]),
    default="changes",
    show_default=True,
    help="Which changes keep an iteration going.",
)
@click.option("--workers", type=click.IntRange(1), help="Processes; default: all cores.")
@click.option("--dask", metavar="ADDRESS", help="Work on a Dask cluster instead.")
@click.option(
    "--wait",
    type=click.IntRange(0),
    metavar="SECONDS",
    default=WAIT,
    show_default=True,
    help="For --dask: how long to wait while no worker is there.",
)
@output("--report", text="Write the JSON object to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@driving
@click.pass_context
def verify(
    context: click.Context,
    /,
    file: Path,
    puzzles: str,
    cases: str | None,
    record: bool,
    engine: str,
    orders: tuple[str, ...],
    starts: tuple[str, ...],
    report: Path | None,
    as_json: bool,
    drive: DriveTable,
    **limits: Any,
) -> None:
    """Run puzzles or cases through a workbook, as Excel would, and judge what it shows.

    The workbook is read from FILE and recalculated with the iteration settings stored in it.  It
    starts unsolved; --start file starts with the values stored in it, as Excel does.  A line of a
    corpus that is no puzzle is reported and skipped.

    --cases takes a file with [[tests]] for any workbook: what is typed (set), and what it then
    shows.  Each runs under every --order from every --start, which must agree.

    Exit codes: 0 all are right, 1 some are not, 2 bad input, 3 a package is missing, 4 worker
    processes were killed, 130 Ctrl-C, 143 SIGTERM.  After 4, 130 and 143 the results so far are
    kept, and after 2 when the engine fails in mid-work.

    Example: xlbuilder verify out/sudoku.xlsx --puzzles puzzles.txt --json
    """
    _check_options(context)
    if cases is not None:
        context.exit(_run_cases(context.params, cases, is_recorded=record))
    proof = Proof(engine, orders or ["row-major"], *starts, **limits)
    with ExitStack() as files:
        reports = [files.enter_context(report_file(report))] if report else []
        model = _read(proof, file, drive, report)
        broken = partial(_report_line, proof.tally)
        corpus = files.enter_context(given_puzzles(puzzles, broken, Boards.of(model).rules()))
        with waiting(f"opening {file}"):
            proof.open(model)
        if as_json:
            reports.append(JsonReport(sys.stdout))
        if not sys.stderr.isatty():
            say(f"running the puzzles of {corpus.source} through {file}")
        ended = _run(proof, corpus, reports, is_drawn=not as_json)
    try:
        if not as_json:
            draw(verdicts(proof.tally))
    finally:
        _check_written(reports, ended)
    code = _code(proof.tally, ended)
    if code == 1:
        _say_why(model, proof.tally)
    context.exit(code)


def _run_cases(given: Mapping[str, Any], cases: str, *, is_recorded: bool) -> int:
    """Judge a file of cases with the options that were given, and return the exit code."""
    manner = {name: given[name] for name in ("engine", "stop", "iterations", "recalculations")}
    manner |= {"order": given["orders"], "start": given["starts"]}
    found = api.verify(given["file"], cases=cases, record=is_recorded, **manner)
    return tell_cases(found, given["report"], as_json=given["as_json"])


def _check_options(context: click.Context) -> None:
    """Refuse options that do not go together."""
    given = {
        name: parameter.opts[0]
        for parameter in context.command.params
        if context.get_parameter_source(name := parameter.name or "") is _GIVEN
    }
    if ("puzzles" in given) == ("cases" in given):
        raise click.UsageError("give --puzzles, or --cases instead")
    if "record" in given and "cases" not in given:
        raise click.UsageError("--record writes the file of --cases; add --cases FILE")
    if "wait" in given and "dask" not in given:
        raise click.UsageError("--wait is for --dask; add --dask ADDRESS")
    if "cases" not in given and len(context.params["starts"]) > 1:
        raise click.UsageError("several --start are for --cases; give one for puzzles")
    of_puzzles = {"workers", "dask", "file_of_drive", "houses", *KEYS} - {"recalculations"}
    if "cases" in given and (
        wrong := [option for name, option in given.items() if name in of_puzzles]
    ):
        raise click.UsageError(f"{wrong[0]} is for puzzles; leave it out beside --cases")


def _say_why(model: Model, tally: Tally) -> None:
    """Say what may be the reason of verdicts that are not right, if there is one."""
    if changed := where_changed(model.path):
        say(changed)
    elif tally.denies_a_solution and Boards.of(model).drive.variant.is_plain:
        say(f"{model.path}: is judged by the rules of plain Sudoku; {_DECLARE}")


def _read(proof: Proof, file: Path, drive: DriveTable, report: Path | None) -> Model:
    """Return the workbook; refuse a report that would replace the template of the workbook."""
    model = proof.read(file, drive)
    if report and report.exists():
        read_origin(model)
        check_unread(report)
    return model


def _report_line(tally: Tally, error: PuzzleError) -> None:
    """Count a line that is no puzzle; print the errors of the first such lines."""
    tally.unreadable += 1
    if tally.unreadable <= _BROKEN_LINES_TOLD:
        say(str(error))


def _run(
    proof: Proof, corpus: Corpus, reports: list[JsonReport], *, is_drawn: bool
) -> Interruption | None:
    """Judge the puzzles; return the error that ended the run before the last puzzle, or None.

    The results so far are kept.  When no report can be written any more, the run ends, unless the
    tally is drawn later.
    """
    ended: Interruption | None = None
    try:
        with closing(proof.verdicts(corpus)) as found:
            for verdict in progress(found, note=proof.cluster or ""):
                with held_back():
                    line = corpus.line()
                    proof.tally.add(verdict, line)
                    for each in reports:
                        each.add(verdict, line)
                if not is_drawn and all(each.error for each in reports):
                    break
    except (KeyboardInterrupt, XlbuilderError) as error:
        ended = error
    proof.tally.interrupted = ended is not None
    for each in reports:
        each.end(proof.tally)
    return ended


def _check_written(reports: list[JsonReport], ended: Interruption | None) -> None:
    """Raise the error of a report that could not be written; print first what ended the run."""
    failed = [each.error for each in reports if each.error is not None]
    if failed and isinstance(ended, XlbuilderError):
        say(str(ended))
    if failed:
        raise failed[0]


def _code(tally: Tally, ended: Interruption | None) -> int:
    """Return the exit code; raises the error that has ended the run."""
    if isinstance(ended, XlbuilderError):
        raise ended
    if ended is not None:
        return exit_code(ended)
    if tally.unreadable:
        return 2
    return 0 if tally.right == tally.puzzles else 1
