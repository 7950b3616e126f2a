"""The command ``xlbuilder generate``: parse, make, write.

Exit codes are as in cli/__init__.py; 2 also when no puzzle is found that meets the criteria.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path

import click

from xlbuilder.cli.inputs import output, with_, without
from xlbuilder.cli.say import say, tell
from xlbuilder.cli.terminal import progress
from xlbuilder.errors import CriteriaError, WorkerLostError, XlbuilderError
from xlbuilder.generation.criteria import MOST_PRINTED, SEEDS, XLSX
from xlbuilder.generation.grades import Grader, criteria_for
from xlbuilder.generation.output import (
    PuzzleWriter,
    as_json,
    detailed,
    lines,
    pages,
    workbooks,
)
from xlbuilder.generation.puzzle import GeneratedPuzzle, PuzzleMaker
from xlbuilder.generation.symmetry import SYMMETRIES
from xlbuilder.processes.signals import exit_code, held_back
from xlbuilder.proof.pool import all_cores
from xlbuilder.template.locate import DEFAULT

FORMS = ("lines", "workbook", "print")
Interruption = KeyboardInterrupt | CriteriaError | WorkerLostError


@click.command()
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, metavar="N")
@click.option("--seed", type=int, metavar="N", help="The same seed makes the same puzzles.")
@click.option("--grade", metavar="NAME", help="The hardest strategy that it takes; default: any.")
@click.option("--rating", metavar="R|R-R", help="On the scale of Sudoku Explainer: 3.0-4.4.")
@click.option("--symmetry", type=click.Choice(SYMMETRIES), default="none", show_default=True)
@click.option("--clues", metavar="N|N-N", help="How many; default: as few as can be.")
@click.option("--form", type=click.Choice(FORMS), default="lines", show_default=True)
@click.option("--details", is_flag=True, help="Add grade, clues and rating to each line.")
@click.option("--json", "is_json", is_flag=True, help="The same as an object a line, in JSON.")
@output("--out", text="A file, or the workbooks' folder.")
@click.option(
    "--template",
    default=DEFAULT,
    show_default=True,
    help="Its strategies are the grades, its workbook is built.",
)
@with_
@without
@click.option("--workers", type=click.IntRange(1), help="Processes; default: all cores.")
@click.pass_context
def generate(
    context: click.Context,
    count: int,
    seed: int | None,
    grade: str | None,
    rating: str | None,
    symmetry: str,
    clues: str | None,
    form: str,
    details: bool,
    is_json: bool,
    out: Path | None,
    template: str,
    with_: tuple[str, ...],
    without: tuple[str, ...],
    workers: int | None,
) -> None:
    """Make puzzles at random, each with one solution.

    The grade of a puzzle is the hardest strategy that the workbook of TEMPLATE needs to solve it,
    and its rating is the number that this workbook shows.

    The forms are lines of 81 characters, a workbook that solves each puzzle, and one workbook to
    be printed, with the solutions on its second sheet.

    Exit codes: 0 done, 2 bad input, or a puzzle that does not turn up, 3 a package is missing, 4
    worker processes were killed, 130 Ctrl-C, 143 SIGTERM.  What was made before is kept.

    Example: xlbuilder generate --grade x_wing --form print --out print.xlsx
    """
    out = _checked(form, count, out, details="--json" if is_json else "--details" * details)
    grader = Grader(template, with_, without)
    criteria = criteria_for(grader, symmetry, clues, grade, rating)
    is_graded = details or is_json or form == "print"
    if seed is None:
        seed = random.randrange(SEEDS)  # noqa: S311 - no secret
        say(f"seed {seed}")
    line_of = as_json if is_json else detailed if details else str
    footer = f"xlbuilder generate --count {count} --seed {seed}{criteria}{grader}"
    output = _output(form, count, out, grader, line_of, footer)
    with output as take:
        maker = PuzzleMaker.of(criteria, seed, grader, is_graded=is_graded)
        with closing(maker.make_all(count, workers or all_cores())) as made:
            is_shown = out is not None or not sys.stdout.isatty()
            done, stopped = _take(progress(made, count, is_shown=is_shown), take)
    if out is not None and form != "workbook":
        tell(out)
    if isinstance(stopped, XlbuilderError):
        raise type(stopped)(f"{stopped}; the {done} before it are kept")
    if stopped is not None:
        say(f"interrupted: {done} of {count} puzzles are kept")
        context.exit(exit_code(stopped))


def _take(
    puzzles: Iterator[GeneratedPuzzle], take: PuzzleWriter
) -> tuple[int, Interruption | None]:
    """Take the puzzles; return their number, and the error that stopped it before the last one.

    An error before the first puzzle is raised.
    """
    done = 0
    try:
        for one in puzzles:
            with held_back():
                if (path := take(one)) is not None:
                    tell(path)
                done += 1
    except (KeyboardInterrupt, CriteriaError, WorkerLostError) as error:
        if not done:
            raise
        return done, error
    return done, None


def _checked(form: str, count: int, out: Path | None, *, details: str) -> Path | None:
    """Return the output file, None for stdout; UsageError for options that do not go together.

    ``details`` is the option that adds more to the puzzle in a line, or "".
    """
    is_excel = out is not None and out.suffix.lower() == XLSX
    if form == "lines":
        if is_excel:
            raise click.UsageError(f"{out}: lines are no workbook; add --form workbook or print")
        return out
    if details:
        raise click.UsageError(f"{details} is about lines; leave it out with --form {form}")
    if form == "workbook":
        if is_excel and count > 1:
            raise click.UsageError(f"{out}: {count} workbooks need a folder; leave out {XLSX}")
        return out or Path("out", f"puzzle{XLSX}" if count == 1 else "puzzles")
    if out is not None and not is_excel:
        raise click.UsageError(f"{out}: a workbook's name ends in {XLSX}")
    if count > MOST_PRINTED:
        raise click.UsageError(f"--count {count}: at most {MOST_PRINTED} are printed at a time")
    return out or Path("out", f"print{XLSX}")


def _output(
    form: str,
    count: int,
    out: Path | None,
    grader: Grader,
    line_of: Callable[[GeneratedPuzzle], str],
    footer: str,
) -> AbstractContextManager[PuzzleWriter]:
    """Return the context that takes the puzzles."""
    if form == "lines" or out is None:
        return lines(out, line_of)
    if form == "workbook":
        return workbooks(out, grader.loaded, count)
    return pages(out, footer, grader.rules)
