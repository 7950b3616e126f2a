"""The command ``xlbuilder verify``: run puzzles through a workbook, and judge it."""

import sys
import time
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from xlbuilder.cli.choices import asked_schedule
from xlbuilder.cli.inputs import Corpus
from xlbuilder.cli.say import say
from xlbuilder.cli.solve import required_puzzle_area
from xlbuilder.cli.terminal import progress, verdicts
from xlbuilder.errors import PuzzleError, WorkerLostError
from xlbuilder.processes.signals import exit_code, held_back
from xlbuilder.proof.pool import Job, all_cores, run, run_on_dask
from xlbuilder.proof.report import JsonReport, Tally
from xlbuilder.recalc.engines import RECALCULATIONS
from xlbuilder.recalc.schedule import Schedule, Stop
from xlbuilder.xlsx.files import new_text_file
from xlbuilder.xlsx.model import read_workbook

_BROKEN_LINES_TOLD = 20


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--puzzles", required=True, metavar="FILE|TEXT", help="A file, a text, or - (stdin).")
@click.option("--engine", default="fast", show_default=True, help="See xlbuilder engines.")
@click.option(
    "--order",
    "orders",
    multiple=True,
    default=["row-major"],
    show_default=True,
    help="See xlbuilder engines. Several times: under each, and whether they agree.",
)
@click.option("--start", help="See xlbuilder engines; default: the engine's own, unsolved.")
@click.option("--iterations", type=click.IntRange(1, 32_767), help="Default: as the file says.")
@click.option(
    "--recalcs", type=click.IntRange(1), help="Recalculations at most; default: 1, libreoffice 300."
)
@click.option("--stop", type=click.Choice([stop.value for stop in Stop]), default="changes")
@click.option("--workers", type=click.IntRange(1), help="Processes; default: all cores.")
@click.option("--dask", metavar="ADDRESS", help="Work on a Dask cluster instead.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the JSON object to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def verify(
    context: click.Context,
    file: Path,
    puzzles: str,
    engine: str,
    orders: tuple[str, ...],
    start: str | None,
    iterations: int | None,
    recalcs: int | None,
    stop: str,
    workers: int | None,
    dask: str | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Run puzzles through a workbook, as Excel would, and judge what it shows.

    The workbook is read from FILE and recalculated with the iteration settings stored in it.  It
    starts unsolved; --start file starts with the values stored in it, as Excel does.  A line of a
    corpus that is no puzzle is reported and skipped.

    Exit codes: 0 all are right, 1 some are not, 2 bad input, 3 a package is missing, 4 worker
    processes were killed, 130 Ctrl-C, 143 SIGTERM.  After 4, 130 and 143 the results so far are
    kept.

    Example: xlbuilder verify out/sudoku.xlsx --puzzles puzzles.txt --json
    """
    recalculations = recalcs or RECALCULATIONS.get(engine, 1)
    order, *others = dict.fromkeys(orders)
    schedule = asked_schedule(engine, order, start)
    schedule = replace(
        schedule, stop=Stop(stop), iterations=iterations, recalculations=recalculations
    )
    tally = Tally(engine, schedule.order, schedule.start)

    def broken(error: PuzzleError) -> None:
        tally.unreadable += 1
        if tally.unreadable <= _BROKEN_LINES_TOLD:
            say(str(error))

    with ExitStack() as files:
        reports = [JsonReport(files.enter_context(new_text_file(report)))] if report else []
        corpus = Corpus(puzzles, files, broken)
        job = _opened(file, tally, schedule, others, has_checker=dask is None)
        if as_json:
            reports.append(JsonReport(sys.stdout))
        found = run_on_dask(job, corpus, dask) if dask else run(job, corpus, workers or all_cores())
        total = corpus.total() if sys.stderr.isatty() else None
        if not sys.stderr.isatty():
            say(f"running the puzzles of {corpus.source} through {file}")
        ended: KeyboardInterrupt | WorkerLostError | None = None
        try:
            with closing(found):
                for verdict in progress(found, total):
                    with held_back():
                        line = corpus.line()
                        tally.add(verdict, line)
                        for each in reports:
                            each.add(verdict, line)
        except (KeyboardInterrupt, WorkerLostError) as error:
            ended = error
        tally.interrupted = ended is not None
        for each in reports:
            each.end(tally)
    if not as_json:
        Console().print(verdicts(tally), soft_wrap=True)
    if isinstance(ended, WorkerLostError):
        raise ended
    if ended is not None:
        context.exit(exit_code(ended))
    if tally.unreadable:
        context.exit(2)
    context.exit(0 if tally.right == tally.puzzles else 1)


def _opened(
    file: Path, tally: Tally, schedule: Schedule, others: list[str], *, has_checker: bool
) -> Job:
    """Open the workbook in its engine, so that a missing package is reported before the work."""
    begin = time.perf_counter()
    with Console(stderr=True).status(f"opening {file}"):
        model = read_workbook(file)
        required_puzzle_area(model)
        job = Job(model, tally.engine, schedule, tuple(others))
        if has_checker:
            _ = job.answers
        used = job.solver.session.schedule
    tally.order = ", ".join([used.order, *others])
    tally.start = used.start if schedule.start == "file" else schedule.start
    tally.startup_seconds = time.perf_counter() - begin
    return job
