"""What ``import xlbuilder`` gives, and what the command line is made of; docs/reference/api.md."""

import logging
import os
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from xlbuilder.errors import CriteriaError, PuzzleError, WorkbookError
from xlbuilder.generate.criteria import SEEDS
from xlbuilder.generate.grades import Grader, criteria_for
from xlbuilder.generate.pool import job_for, make
from xlbuilder.generate.puzzle import GeneratedPuzzle
from xlbuilder.generate.symmetry import SYMMETRIES
from xlbuilder.proof.pool import all_cores
from xlbuilder.proof.probes import Meaning
from xlbuilder.proof.rating import Rating
from xlbuilder.proof.replay import Recorder
from xlbuilder.proof.report import Report
from xlbuilder.proof.run import CHOICES, Proof, asked_schedule, limited
from xlbuilder.proof.solved import Solved, solved
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.steps import Deduction, Step, Way
from xlbuilder.proof.stored import recalculated, stored_puzzle
from xlbuilder.proof.verify import Verdict
from xlbuilder.proof.watch import Change, Watch, Watched
from xlbuilder.render.picture import check_picture, write_picture
from xlbuilder.render.replay import write_replay
from xlbuilder.render.sheet_map import SheetMap, map_of, map_of_file
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Puzzle, Puzzles, board_of, opened, text_of
from xlbuilder.sudoku.position import Position, read_position
from xlbuilder.sudoku.verdict import Kind
from xlbuilder.template import load as loading
from xlbuilder.template import locate
from xlbuilder.workbook.editions import EDITIONS
from xlbuilder.workbook.guide.content import guide_of
from xlbuilder.workbook.guide.page import page
from xlbuilder.workbook.lacking import lacking
from xlbuilder.workbook.opening import calculated, input_board, uncalculated
from xlbuilder.workshop import cases
from xlbuilder.workshop.cases import CaseResult, StrategyReport
from xlbuilder.workshop.findings import Findings
from xlbuilder.workshop.run import TrialRun, some_of
from xlbuilder.workshop.trial import orders_of
from xlbuilder.workshop.way import Walked, walk
from xlbuilder.xlsx.atomic import check_in_folder, check_target
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.pack import check_name, replace_workbook
from xlbuilder.xlsx.stats import Stats, stats_of

__all__ = [
    "Board",
    "CaseResult",
    "Change",
    "Deduction",
    "Findings",
    "GeneratedPuzzle",
    "Kind",
    "Meaning",
    "Rating",
    "Report",
    "SheetMap",
    "Solved",
    "Step",
    "StrategyReport",
    "Template",
    "Verdict",
    "Watched",
    "Way",
    "Workbook",
    "engines",
    "generate_puzzles",
    "load",
    "open",
    "run_tests",
    "steps",
    "strategies",
    "templates",
    "try_strategies",
    "verify",
]

_log = logging.getLogger(__name__)

StrPath = str | os.PathLike[str]


def load(
    template: StrPath = "sudoku",
    *,
    add: StrPath | Iterable[StrPath] = (),
    remove: str | Iterable[str] = (),
) -> "Template":
    """Load a template and check it: the path of a .toml file, or the name of a shipped template.

    ``add`` plugs strategies in, by name or by the path of a file, with parameters as in
    ``subsets:size=3``; ``remove`` leaves strategies out.  Raises TemplateError with all
    problems of the template, one a line.
    """
    return Template(loading.load(os.fspath(template), _several(add), _several(remove)))


@dataclass(frozen=True)
class Template:
    """A template, loaded and checked; `load` returns it."""

    loaded: loading.Loaded
    """The template's tables, and its files."""

    @property
    def path(self) -> Path:
        """The file of the template."""
        return self.loaded.path

    @property
    def title(self) -> str:
        """The title of its workbook."""
        return self.loaded.template.workbook.title

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies that are plugged in."""
        return tuple(strategy.name for strategy in self.loaded.strategies)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names and cells that are not built, because no formula uses them any more."""
        return self.loaded.left_out

    def build(
        self,
        path: StrPath | None = None,
        puzzle: Puzzle | None = None,
        *,
        names: str = "defined",
        protected: bool = True,
        values: bool = True,
    ) -> Path:
        """Write the workbook to ``path``, whole or not at all, and return the path.

        Without a path, the file is ``out/TEMPLATE.xlsx``.  Without a puzzle, the workbook has the
        template's example.  With ``names="inline"`` it has no defined names.  Without
        ``protected`` the user can change every cell.  Without ``values`` the file stores formulas
        only; when the values cannot be calculated, the same happens and the log gives the reason.

        Raises WorkbookError when the file cannot be written, PuzzleError when the puzzle cannot be
        read or the template takes no puzzle, FormulaError when the template needs its names.
        """
        target = Path("out", f"{self.loaded.name}.xlsx") if path is None else Path(path)
        check_name(target)
        check_target(target)
        if names not in EDITIONS:
            raise WorkbookError(f"{names}: no such edition; known are: {', '.join(EDITIONS)}")
        board = None
        if puzzle is not None:
            input_board(self.loaded)
            board = board_of(puzzle, "puzzle")
        file = uncalculated(self.loaded, board, protect=protected, edition=names)
        lacks = list(lacking(self.loaded))
        for line in lacks:
            _log.warning("%s: %s", "no values are stored" if values else "warning", line)
        if values and not lacks:
            _log.info("calculating what the cells show")
            file = calculated(self.loaded, target, file)
        else:
            read_workbook(target, file)  # nobody gets a file that does not open
        replace_workbook(target, file)
        return target

    def guide(self) -> str:
        """Return the guide of the workbook, with every name and its formula, as Markdown."""
        return page(guide_of(self.loaded.template))

    def map(self) -> SheetMap:
        """Return what stands where on the sheet, and what is free."""
        return map_of(self.loaded.template)


def verify(
    path: StrPath,
    puzzles: Puzzles,
    *,
    engine: str = "fast",
    order: str | Sequence[str] = "row-major",
    start: str | None = None,
    stop: str = "changes",
    iterations: int | None = None,
    recalculations: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
) -> Report:
    """Run puzzles through a workbook file, as Excel would, and judge what the workbook shows.

    ``puzzles`` is a text, the path of a file, a Board, or an iterable of texts and Boards.  Lines
    of a file that cannot be read are skipped and listed in the report.  `engines` lists the names
    of engines, orders and starts.  With several orders each puzzle runs under every order, and its
    verdict is the first one that is not right.  ``iterations`` is the maximum a recalculation, by
    default that of the file; ``recalculations`` is the maximum after each step.

    The work runs on all cores, or in ``workers`` processes, or on the Dask cluster at the address
    ``dask``.  On macOS and Windows Python imports a script again in each process, so a script that
    verifies many puzzles needs the usual ``if __name__ == "__main__":``.

    Raises PuzzleError when a text or a file has no puzzle, WorkbookError when the file is not a
    workbook or takes no puzzle, EngineError when a name is unknown or the engine fails,
    EngineUnavailableError when a package is not installed, WorkerLostError when processes are
    killed.
    """
    first, *others = dict.fromkeys([order] if isinstance(order, str) else order) or [""]
    schedule = limited(asked_schedule(engine, first, start), stop, iterations, recalculations)
    proof = Proof(engine, schedule, others, workers=workers, dask=dask)
    unreadable: list[str] = []
    verdicts: list[Verdict] = []
    lines: list[int] = []

    def broken(error: PuzzleError) -> None:
        proof.tally.unreadable += 1
        unreadable.append(str(error))

    with opened(puzzles, "puzzles", broken) as corpus:
        proof.open(Path(path))
        with closing(proof.verdicts(corpus)) as found:
            for verdict in found:
                lines.append(corpus.line())
                verdicts.append(verdict)
                proof.tally.add(verdict, lines[-1])
    return Report(proof.tally, verdicts, lines, unreadable)


def open(path: StrPath) -> "Workbook":
    """Read a workbook file.  Raises WorkbookError when the file is not a workbook."""
    return Workbook(read_workbook(Path(path)))


class Workbook:
    """A workbook file as it is stored; `open` returns it."""

    def __init__(self, model: Model) -> None:
        self.model = model
        """Its formulas, values, names and settings."""
        self._solvers: dict[str, Solver] = {}

    @property
    def path(self) -> Path:
        """The file of the workbook."""
        return self.model.path

    @cached_property
    def puzzle(self) -> Board:
        """The puzzle in its input board.

        Raises WorkbookError when it takes no puzzle, PuzzleError when an entry is not a digit.
        """
        return stored_puzzle(self.model)

    @cached_property
    def stats(self) -> Stats:
        """The size of the file, and counts of its formulas and names."""
        return stats_of(self.model)

    def solve(self, puzzle: Puzzle | None = None, *, engine: str = "fast") -> Solved:
        """Solve a puzzle, by default the one in the file; the file does not change.

        The workbook starts unsolved, and is recalculated with the settings stored in the file.
        Raises WorkbookError when it takes no puzzle, PuzzleError when the puzzle cannot be read,
        EngineError when the engine cannot evaluate the workbook.
        """
        board = self.puzzle if puzzle is None else board_of(puzzle, "puzzle")
        if engine not in self._solvers:
            schedule = asked_schedule(engine, "row-major")
            self._solvers[engine] = Solver(self.model, engine, schedule)
        return solved(self._solvers[engine], board)

    def watch(
        self,
        puzzle: Puzzle | None = None,
        *,
        cell: str | None = None,
        names: Mapping[str, str] | None = None,
        engine: str = "fast",
        order: str = "row-major",
        start: str | None = None,
    ) -> Iterator[Watched]:
        """Solve a puzzle, by default the one in the file, and yield what each iteration did.

        ``cell`` is explained: `Watched` has the value of every name behind its formula.  ``names``
        has names, and for each the cell at which it is evaluated.  Cells are ``R8C2``, candidates
        ``R8C2=4``; an address such as ``T37`` is taken too.

        Raises WorkbookError when it takes no puzzle, or has no such cell or name, PuzzleError when
        the puzzle cannot be read, EngineError when the engine cannot evaluate the workbook or does
        not show its iterations.
        """
        schedule = asked_schedule(engine, order, start)
        board = self.puzzle if puzzle is None else board_of(puzzle, "puzzle")
        return Watch(self.model, engine, schedule, cell, names).run(board)

    def replay(
        self,
        out: StrPath,
        puzzle: Puzzle | None = None,
        *,
        reason: str | Iterable[str] = (),
        engine: str = "fast",
        order: str = "row-major",
        start: str | None = None,
    ) -> Path:
        """Write a page that replays how a puzzle is solved, by default the one in the file.

        The page is one .html file, which a browser shows without a network.  It begins at the first
        iteration that changed something for a ``reason``: a strategy, or a name that one plugs in.
        Returns the path.

        Raises WorkbookError when the page cannot be written, or the workbook takes no puzzle or
        knows no such reason, PuzzleError when the puzzle cannot be read, EngineError when the
        engine cannot evaluate the workbook or does not show its iterations.
        """
        target = Path(out)
        check_in_folder(target)
        schedule = asked_schedule(engine, order, start)
        board = self.puzzle if puzzle is None else board_of(puzzle, "puzzle")
        recorder = Recorder(self.model, engine, schedule)
        asked = {word: recorder.reasons.asked([word]) for word in _several(reason)}
        write_replay(recorder.record(board), target, asked)
        return target

    def map(self) -> SheetMap:
        """Return which names stand where on its first sheet, and what is free.

        Raises WorkbookError when none of its names stands for cells.
        """
        return map_of_file(self.model)

    def render(
        self,
        out: StrPath,
        *,
        sheet: str | None = None,
        width: int | None = None,
        recalculate: bool = False,
    ) -> Path:
        """Make a picture of a sheet, by default of the first, and return its path.

        The name ends in .svg, .png or .pdf; LibreOffice draws the last two.  ``width`` is in
        pixels; a .pdf has none.  The picture shows the stored values; ``recalculate`` solves the
        puzzle first.  Raises WorkbookError when the name, the width or the sheet is wrong,
        EngineUnavailableError when LibreOffice or a package is missing.
        """
        target = Path(out)
        check_picture(target, width)
        model = self.model
        if recalculate:
            session = recalculated(model, "fast")
            cells = dict.fromkeys([*model.values, *model.formulas])
            model = replace(model, values={cell: session.read(cell)[0] for cell in cells})
        write_picture(model, target, sheet, width)
        return target


def generate_puzzles(
    count: int = 1,
    *,
    seed: int | None = None,
    grade: str | None = None,
    rating: float | str | None = None,
    symmetry: str = "none",
    clues: int | str | None = None,
    template: StrPath = "sudoku",
    add: StrPath | Iterable[StrPath] = (),
    remove: str | Iterable[str] = (),
    is_graded: bool = False,
    workers: int | None = None,
) -> list[GeneratedPuzzle]:
    """Make ``count`` puzzles at random, each with one solution.

    The same seed makes the same puzzles on every machine; without a seed each call makes others.
    ``grade`` is the hardest strategy that each puzzle needs, of those of ``template``, ``add`` and
    ``remove``; ``rating`` is what its workbook shows as the rating, a number such as 3.2 or a range
    such as ``"3.0-4.4"``.  ``is_graded`` finds both without asking for one.  ``clues`` is a number
    such as 24 or a range such as ``"22-26"``; by default each puzzle has as few clues as possible.

    Raises CriteriaError when an argument is wrong or no such puzzle is found, TemplateError when
    the template has no grades, EngineUnavailableError when a package is not installed,
    WorkerLostError when processes are killed.
    """
    if count < 1:
        raise CriteriaError(f"{count} puzzles: give 1 or more")
    if symmetry not in SYMMETRIES:
        raise CriteriaError(f"{symmetry}: no such symmetry; known are: {', '.join(SYMMETRIES)}")
    grader = Grader(os.fspath(template), _several(add), _several(remove))
    asked = [None if each is None else str(each) for each in (clues, grade, rating)]
    criteria = criteria_for(grader, symmetry, *asked)
    chosen = random.randrange(SEEDS) if seed is None else seed  # noqa: S311 - no secret
    job = job_for(criteria, chosen, grader, is_graded=is_graded)
    return list(make(job, count, workers or all_cores()))


def try_strategies(
    strategies: StrPath | Iterable[StrPath],
    puzzles: Puzzles,
    *,
    base: StrPath = "sudoku",
    orders: str | Iterable[str] = "row-major",
    only_unsolved: bool = False,
    workers: int | None = None,
) -> Findings:
    """Run puzzles through a template without and with strategies, both without search.

    ``strategies`` are names or paths of files; those that belong to ``base`` are left out of the
    workbook without them.  ``orders`` are names that `engines` lists; ``"all"`` is each of them
    that a known program may have.  Each puzzle runs with the strategies.  It runs without them too,
    except when it was solved and they removed and placed nothing.  With ``only_unsolved`` each
    puzzle runs without the strategies, and with them only when it was not solved: what they break
    in the others is not found then.

    Raises TemplateError for a template or a strategy with problems, EngineError for an order that
    does not exist, PuzzleError when there is no puzzle, EngineUnavailableError when a package is
    not installed, WorkerLostError when processes are killed.
    """
    asked = orders_of(orders if isinstance(orders, str) else ",".join(orders))
    unreadable: list[str] = []

    def broken(error: PuzzleError) -> None:
        unreadable.append(str(error))

    with opened(puzzles, "puzzles", broken) as corpus:
        boards = some_of(corpus, unreadable)
        trial = TrialRun(os.fspath(base), _several(strategies), asked, only_unsolved=only_unsolved)
        with closing(trial.run(boards, workers or all_cores())) as found:
            for tried in found:
                trial.findings.add(tried, corpus.line())
    trial.findings.unreadable += unreadable
    return trial.findings


def steps(
    file: StrPath = "sudoku",
    puzzle: Puzzle | None = None,
    *,
    position: StrPath | None = None,
    add: StrPath | Iterable[StrPath] = (),
    remove: str | Iterable[str] = (),
    only: StrPath | Iterable[StrPath] = (),
) -> Way:
    """Return which strategy finds what in a puzzle, or in a position, step by step.

    ``file`` is a workbook (.xlsx), or a template, which is built for this with the strategies of
    ``add`` and ``remove``; or with those of ``only`` alone, and what they need.  A position is a
    puzzle with pencil marks: a text as people paste it, or the path of a file.  What is deleted in
    it is deleted before the first step.  By default the puzzle is the one in ``file``.

    Raises WorkbookError when a workbook takes no position, PuzzleError when the puzzle or the
    position cannot be read, TemplateError with all problems of the template.
    """
    asked = Walked(os.fspath(file), _several(add), _several(remove), _several(only))
    if position is not None:
        return walk(asked, read_position(*text_of(position, "position")))
    return walk(asked, None if puzzle is None else Position(board_of(puzzle, "puzzle")))


def run_tests(strategy: StrPath, *, base: StrPath = "sudoku") -> StrategyReport:
    """Run the ``[[tests]]`` of a strategy, a name or a file, and return what became of them.

    The strategy is plugged into the template ``base`` alone, together with what it needs, and runs
    under several orders of evaluation.  In a test of your own,
    ``report = xlbuilder.run_tests("my.toml"); assert report.all_right, report``.

    Raises TemplateError for a file with problems or without tests, PuzzleError for a test that
    cannot be read, or that says nothing.
    """
    return cases.run_tests(os.fspath(strategy), os.fspath(base))


def templates() -> tuple[str, ...]:
    """Return the names of the templates that come with xlbuilder."""
    return tuple(locate.shipped())


def strategies() -> tuple[str, ...]:
    """Return the names of the strategies that come with xlbuilder."""
    return tuple(locate.strategies())


def engines() -> Mapping[str, Mapping[str, str]]:
    """Return the names that ``engine``, ``order`` and ``start`` may have, and what they mean."""
    return {option: dict(names) for option, names in CHOICES.items()}


def _several(names: StrPath | Iterable[StrPath]) -> tuple[str, ...]:
    if isinstance(names, str | os.PathLike):
        return (os.fspath(names),)
    return tuple(os.fspath(name) for name in names)
