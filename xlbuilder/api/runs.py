"""Runs of many puzzles, and of strategies: verify, try, steps, generate."""

import logging
import os
import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import overload

from xlbuilder.api.template import several
from xlbuilder.changes.diff import where_changed
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveSource
from xlbuilder.errors import CriteriaError, EngineError, PuzzleError, did_you_mean
from xlbuilder.generation.criteria import SEEDS
from xlbuilder.generation.grades import Grader, criteria_for
from xlbuilder.generation.puzzle import GeneratedPuzzle, PuzzleMaker
from xlbuilder.generation.symmetry import SYMMETRIES
from xlbuilder.observe.steps import Way
from xlbuilder.proof.cases.prove import Manner, check_files
from xlbuilder.proof.cases.record import prove_workbook
from xlbuilder.proof.cases.report import CaseReport
from xlbuilder.proof.pool import all_cores
from xlbuilder.proof.report import Report
from xlbuilder.proof.run import CHOICES, Proof
from xlbuilder.proof.settings import as_texts, settings_of
from xlbuilder.proof.verify import Verdict
from xlbuilder.sudoku.corpus import Puzzle, Puzzles, board_of, opened, text_of
from xlbuilder.sudoku.position import Position, read_position
from xlbuilder.template.locate import StrPath
from xlbuilder.workshop.bases import rules_of_file
from xlbuilder.workshop.findings import Findings, findings_of
from xlbuilder.workshop.trial import Trial, orders_of
from xlbuilder.workshop.way import Start, walk

_log = logging.getLogger(__name__)


@overload
def verify(
    path: StrPath,
    puzzles: Puzzles,
    *,
    drive: DriveSource | None = None,
    engine: str = "fast",
    order: str | Sequence[str] = "row-major",
    start: str | None = None,
    stop: str = "changes",
    iterations: int | None = None,
    recalculations: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
    wait: float = 60,
) -> Report: ...
@overload
def verify(
    path: StrPath,
    *,
    cases: StrPath,
    record: bool = False,
    engine: str = "fast",
    order: str | Sequence[str] = (),
    start: str | Sequence[str] | None = None,
    stop: str = "changes",
    iterations: int | None = None,
    recalculations: int | None = None,
) -> CaseReport: ...
def verify(
    path: StrPath,
    puzzles: Puzzles | None = None,
    *,
    cases: StrPath | None = None,
    record: bool = False,
    drive: DriveSource | None = None,
    engine: str = "fast",
    order: str | Sequence[str] = (),
    start: str | Sequence[str] | None = None,
    stop: str = "changes",
    iterations: int | None = None,
    recalculations: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
    wait: float = 60,
) -> Report | CaseReport:
    """Run puzzles through a workbook file, as Excel would, and judge what the workbook shows.

    ``puzzles`` is a text, the path of a file, a Board, or an iterable of texts and Boards.  Lines
    of a file that cannot be read are skipped and listed in the report.  ``drive`` says where the
    puzzle is, as in `open`.  `engines` lists the names of engines, orders and starts.  With several
    orders each puzzle runs under every order, and gets the worst verdict: false is worse than
    unfinished, and unfinished worse than right; of equally bad verdicts it gets the first.
    ``iterations`` is the maximum for a recalculation, by default the maximum in the file;
    ``recalculations`` is the maximum after each step, by default as many as the drive says for the
    maximum in the file.

    With ``cases``, the path of a file, there are no puzzles: a case says what is typed into any
    workbook, and what it then shows.  Each case runs under every ``order``, by default those that
    the file names, and from every ``start``; both may be several.  ``record`` writes this file
    first, with the orders and what each formula cell shows now; the file must not exist.

    The log warns of each line of `Workbook.faults`.  When a workbook fails, the log also says where
    it differs from what it was built from.

    The work runs on all cores, or in ``workers`` processes, or on the Dask cluster at the address
    ``dask``; the run ends when the cluster had no worker for ``wait`` seconds.  On macOS and
    Windows Python imports a script again in each process, so a script that verifies many puzzles
    needs the usual ``if __name__ == "__main__":``.

    Raises PuzzleError when a text or a file has no puzzle, or when there are both puzzles and
    cases, or neither; TemplateError when the file of cases has problems, WorkbookError when the
    file is not a workbook or takes no puzzle, or when its solution depends on a name that is not
    defined, EngineError when a name is unknown or the engine fails, EngineUnavailableError when a
    package is not installed, WorkerLostError when processes are killed.
    """
    if (puzzles is None) == (cases is None):
        raise PuzzleError("give puzzles, or cases= with a file of cases")
    if cases is not None:
        check_files(Path(path), Path(cases))
        settings = settings_of(stop, iterations, recalculations)
        manner = Manner(engine, as_texts(order), as_texts(start or ()), settings)
        return prove_workbook(Path(path), Path(cases), manner, is_recorded=record)
    assert puzzles is not None
    if not (start is None or isinstance(start, str)):
        raise EngineError("several starts are for cases; give one for puzzles")
    proof = Proof(
        engine,
        as_texts("row-major" if order == () else order),
        start,
        stop=stop,
        iterations=iterations,
        recalculations=recalculations,
        workers=workers,
        dask=dask,
        wait=wait,
    )
    unreadable: list[PuzzleError] = []
    verdicts: list[Verdict] = []
    lines: list[int] = []

    model = proof.read(Path(path), drive)
    with opened(puzzles, "puzzles", unreadable.append, Boards.of(model).rules()) as corpus:
        proof.open(model)
        with closing(proof.verdicts(corpus)) as judged:
            for verdict in judged:
                lines.append(corpus.line())
                verdicts.append(verdict)
                proof.tally.add(verdict, lines[-1])
    proof.tally.unreadable = len(unreadable)
    if proof.tally.right < len(verdicts) and (changed := where_changed(Path(path))):
        _log.warning("%s", changed)
    return Report(proof.tally, verdicts, lines, [*map(str, unreadable)])


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    grade: str | None = None,
    rating: float | str | None = None,
    symmetry: str = "none",
    clues: int | str | None = None,
    template: StrPath = "sudoku",
    with_: StrPath | Iterable[StrPath] = (),
    without: str | Iterable[str] = (),
    details: bool = False,
    workers: int | None = None,
) -> list[GeneratedPuzzle]:
    """Make ``count`` puzzles at random, each with one solution.

    The same seed makes the same puzzles on every machine; without a seed each call makes other
    puzzles.  ``grade`` is the hardest strategy that each puzzle needs; the template has its own
    strategies, and ``with_`` and ``without`` change them.  ``rating`` is the rating that the
    workbook shows: a number such as 3.2 or a range such as ``"3.0-4.4"``.  With ``details`` each
    puzzle has its grade and rating, also when you ask for no particular one.  ``clues`` is a number
    such as 24 or a range such as ``"22-26"``; by default each puzzle has as few clues as possible.

    With a template or strategies, the workbook solves each puzzle as a proof.

    Raises CriteriaError when an argument is wrong, when no such puzzle is found, and when the
    workbook is wrong about a puzzle; TemplateError when the template has no grades,
    EngineUnavailableError when a package is not installed, WorkerLostError when processes are
    killed.
    """
    if count < 1:
        raise CriteriaError(f"{count} puzzles: give 1 or more")
    if symmetry not in SYMMETRIES:
        raise CriteriaError(f"{symmetry}: no such symmetry; {did_you_mean(symmetry, SYMMETRIES)}")
    grader = Grader(os.fspath(template), several(with_), several(without))
    asked = [None if each is None else str(each) for each in (clues, grade, rating)]
    criteria = criteria_for(grader, symmetry, *asked)
    chosen = random.randrange(SEEDS) if seed is None else seed  # noqa: S311 - no secret
    maker = PuzzleMaker.of(criteria, chosen, grader, is_graded=details)
    return list(maker.make_all(count, workers or all_cores()))


def try_(
    strategies: StrPath | Iterable[StrPath],
    puzzles: Puzzles,
    *,
    base: StrPath = "sudoku",
    without: str | Iterable[str] = (),
    orders: str | Iterable[str] = "row-major",
    only_unsolved: bool = False,
    workers: int | None = None,
) -> Findings:
    """Run puzzles through a template without and with strategies, both without search.

    ``strategies`` are names or paths of files, or presets of ``base``; if ``base`` has one of these
    strategies, the first workbook is built without it.  ``without`` leaves strategies out of both
    workbooks.  ``orders`` are names that `engines` lists; ``"all"`` is every order that a known
    program may have.  Each puzzle runs with the strategies.  It also runs without them, except when
    the strategies removed and placed nothing and the puzzle was solved.  With ``only_unsolved``
    each puzzle runs without the strategies first, and with them only if it was not solved: then
    what the strategies break in solved puzzles stays unknown.

    Raises TemplateError for a template or a strategy with problems, EngineError for an order that
    does not exist, PuzzleError when there is no puzzle, EngineUnavailableError when a package is
    not installed, WorkerLostError when processes are killed.
    """
    asked = orders_of(orders if isinstance(orders, str) else ",".join(orders))
    start = partial(
        Trial.of_strategies,
        os.fspath(base),
        several(strategies),
        asked,
        removed=several(without),
        only_unsolved=only_unsolved,
    )
    unreadable: list[PuzzleError] = []
    rules = rules_of_file(os.fspath(base))
    with opened(puzzles, "puzzles", unreadable.append, rules) as corpus:
        return findings_of(start, corpus, unreadable, workers)


def steps(
    file: StrPath = "sudoku",
    puzzle: Puzzle | None = None,
    *,
    position: StrPath | None = None,
    with_: StrPath | Iterable[StrPath] = (),
    without: str | Iterable[str] = (),
    only: StrPath | Iterable[StrPath] = (),
    drive: DriveSource | None = None,
) -> Way:
    """Return which strategy finds what in a puzzle, or in a position, step by step.

    ``file`` is a workbook (.xlsx), or a template, which is built for this.  ``with_`` and
    ``without`` change the strategies of the template; ``only`` replaces them all, and brings what
    its strategies need.  A position is a puzzle with pencil marks: a text as people paste it, or
    the path of a file.  Candidates that are deleted in the position are deleted before the first
    step.  By default `steps` takes the puzzle in ``file``.  ``drive`` says where the puzzle is in a
    workbook that does not say it, as in `open`.

    Raises WorkbookError when a workbook takes no position, PuzzleError when the puzzle or the
    position cannot be read, TemplateError with all problems of the template.
    """
    return walk(
        os.fspath(file),
        _start(puzzle, position),
        added=several(with_),
        removed=several(without),
        only=several(only),
        drive=drive,
    )


def _start(puzzle: Puzzle | None, position: StrPath | None) -> Start | None:
    if position is not None:
        return partial(read_position, *text_of(position, "position"))
    if puzzle is not None:
        return lambda rules: Position(board_of(puzzle, "puzzle", rules))
    return None


def engines() -> Mapping[str, Mapping[str, str]]:
    """Return the names that ``engine``, ``order`` and ``start`` may have, and what they mean."""
    return {option: dict(names) for option, names in CHOICES.items()}
