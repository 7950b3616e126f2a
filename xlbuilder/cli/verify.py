"""The command ``xlbuilder verify``: run puzzles through a workbook, and judge it."""

import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import click
from rich.console import Console

from xlbuilder.cli.inputs import lines_of
from xlbuilder.errors import PuzzleError, WorkerLostError
from xlbuilder.files import new_text_file
from xlbuilder.interrupts import exit_code, held_back
from xlbuilder.puzzles import read_puzzles
from xlbuilder.recalc.engines import RECALCULATIONS
from xlbuilder.recalc.model import read_workbook
from xlbuilder.recalc.schedule import Schedule, Stop
from xlbuilder.report import JsonReport, Tally
from xlbuilder.say import say
from xlbuilder.terminal import progress, verdicts
from xlbuilder.work import Job, all_cores, run, run_on_dask

_BROKEN_LINES_TOLD = 20


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--puzzles", required=True, metavar="FILE|TEXT", help="A file, a text, or - (stdin).")
@click.option("--engine", default="fast", show_default=True, help="See xlbuilder engines.")
@click.option("--order", default="row-major", show_default=True, help="See xlbuilder engines.")
@click.option("--start", default="file", show_default=True, help="See xlbuilder engines.")
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
    order: str,
    start: str,
    iterations: int | None,
    recalcs: int | None,
    stop: str,
    workers: int | None,
    dask: str | None,
    report: Path | None,
    as_json: bool,
) -> None:
    """Run puzzles through a workbook, as Excel would, and judge what it shows.

    The workbook is read from FILE and recalculated with the iteration settings stored in it.  A
    line of a corpus that is no puzzle is told and passed over.

    Exit codes: 0 all are right, 1 some are not, 2 bad input, 3 a package is missing, 4 worker
    processes were killed, 130 Ctrl-C, 143 SIGTERM.  After 4, 130 and 143 the results so far are
    kept.

    Example: xlbuilder verify out/sudoku.xlsx --puzzles puzzles.txt --json
    """
    begin = time.perf_counter()
    recalculations = recalcs or RECALCULATIONS.get(engine, 1)
    schedule = Schedule(order, start, Stop(stop), iterations, recalculations)
    job = Job(read_workbook(file), engine, schedule)
    _ = job.answers if dask is None else None  # what it lacks is told before anything is run
    used = job.solver.session.schedule
    tally = Tally(engine, used.order, used.start if start == "file" else start)
    tally.startup_seconds = time.perf_counter() - begin

    def broken(error: PuzzleError) -> None:
        tally.unreadable += 1
        if tally.unreadable <= _BROKEN_LINES_TOLD:
            say(str(error))

    with ExitStack() as files:
        lines, source = lines_of(puzzles, files)
        boards = read_puzzles(lines, source, None if source == "--puzzles" else broken)
        reports = [JsonReport(files.enter_context(new_text_file(report)))] if report else []
        if as_json:
            reports.append(JsonReport(sys.stdout))
        found = run_on_dask(job, boards, dask) if dask else run(job, boards, workers or all_cores())
        ended: KeyboardInterrupt | WorkerLostError | None = None
        try:
            with closing(found):
                for verdict in progress(found):
                    with held_back():
                        tally.add(verdict)
                        for each in reports:
                            each.add(verdict)
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
