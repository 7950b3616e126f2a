"""What ``import xlbuilder`` gives, and what the command line is made of.

One call for one wish, with the defaults of the command line.  Nothing is printed: what a person may
want to know while it works goes to the logger ``xlbuilder``.  Whatever is refused raises an
XlbuilderError.
"""

import logging
import os
import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from xlbuilder.errors import CriteriaError, PuzzleError, WorkbookError
from xlbuilder.generate.criteria import FEWEST, MOST, SEEDS, Criteria, clue_range
from xlbuilder.generate.grades import check_grade
from xlbuilder.generate.pool import job_for, make
from xlbuilder.generate.puzzle import GeneratedPuzzle
from xlbuilder.generate.symmetry import SYMMETRIES
from xlbuilder.proof.pool import all_cores
from xlbuilder.proof.report import Report
from xlbuilder.proof.run import CHOICES, Proof, asked_schedule, limited
from xlbuilder.proof.solved import Solved, solved
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.stored import recalculated, stored_puzzle
from xlbuilder.proof.verify import Verdict
from xlbuilder.recalc.schedule import Stop
from xlbuilder.render.picture import check_picture, write_picture
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Puzzle, Puzzles, board_of, opened
from xlbuilder.template import load as loading
from xlbuilder.template import locate
from xlbuilder.workbook.editions import DEFINED, EDITIONS
from xlbuilder.workbook.guide.content import guide_of
from xlbuilder.workbook.guide.page import page
from xlbuilder.workbook.opening import calculated, input_board, uncalculated
from xlbuilder.xlsx.atomic import check_target
from xlbuilder.xlsx.model import Model, read_workbook
from xlbuilder.xlsx.pack import check_name, replace_workbook
from xlbuilder.xlsx.stats import Stats, stats_of

__all__ = [
    "Board",
    "GeneratedPuzzle",
    "Report",
    "Solved",
    "Template",
    "Verdict",
    "Workbook",
    "engines",
    "generate_puzzles",
    "load",
    "open",
    "strategies",
    "templates",
    "verify",
]

_log = logging.getLogger(__name__)

StrPath = str | os.PathLike[str]


def load(
    template: StrPath = locate.DEFAULT,
    *,
    add: StrPath | Iterable[StrPath] = (),
    remove: str | Iterable[str] = (),
) -> "Template":
    """Load a template: the path of a .toml file, or the name of one that comes with xlbuilder.

    ``add`` plugs strategies in, each by its name or the path of its file; ``remove`` leaves
    strategies out.  Raises TemplateError with all problems of the template at once.
    """
    return Template(loading.load(os.fspath(template), _several(add), _several(remove)))


@dataclass(frozen=True)
class Template:
    """A template that is loaded and checked."""

    loaded: loading.Loaded
    """What is built: the template's tables."""

    @property
    def path(self) -> Path:
        """The file that it comes from."""
        return self.loaded.path

    @property
    def title(self) -> str:
        """What its workbook is called."""
        return self.loaded.template.workbook.title

    @property
    def strategies(self) -> tuple[str, ...]:
        """The names of the strategies that are plugged in."""
        return tuple(path.stem for path in self.loaded.strategies)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names and cells that nothing uses any more, so that they are not built."""
        return self.loaded.left_out

    def build(
        self,
        path: StrPath | None = None,
        puzzle: Puzzle | None = None,
        *,
        names: str = DEFINED,
        protected: bool = True,
        values: bool = True,
    ) -> Path:
        """Write the workbook to ``path``, whole or not at all, and return the path.

        Without a path it is ``out/TEMPLATE.xlsx``.  ``puzzle`` stands in for the template's
        example.  With ``names="inline"`` the workbook has no defined names.  Without ``protected``
        every cell can be changed.  Without ``values`` the file does not hold what its cells show;
        what cannot be calculated is not held either, and the log says so.

        Raises WorkbookError when the file cannot be written, PuzzleError for what is no puzzle or a
        template that takes none, FormulaError for a template that cannot do without names.
        """
        target = Path("out", f"{self.path.stem}.xlsx") if path is None else Path(path)
        check_name(target)
        check_target(target)
        if names not in EDITIONS:
            raise WorkbookError(f"{names}: no such edition; known are: {', '.join(EDITIONS)}")
        board = None
        if puzzle is not None:
            input_board(self.loaded)
            board = board_of(puzzle, "puzzle")
        file = uncalculated(self.loaded, board, protect=protected, edition=names)
        if values:
            _log.info("calculating what the cells show")
            file = calculated(self.loaded, target, file)
        else:
            read_workbook(target, file)  # nobody gets a file that does not open
        replace_workbook(target, file)
        return target

    def guide(self) -> str:
        """Return how the workbook is used, and each of its names, as Markdown."""
        return page(guide_of(self.loaded.template))


def verify(
    path: StrPath,
    puzzles: Puzzles,
    *,
    engine: str = "fast",
    order: str | Sequence[str] = "row-major",
    start: str | None = None,
    stop: str = Stop.CHANGES.value,
    iterations: int | None = None,
    recalculations: int | None = None,
    workers: int | None = None,
    dask: str | None = None,
) -> Report:
    """Run puzzles through a workbook file, as Excel would, and judge what it shows.

    ``puzzles`` is a text, the path of a file, a Board, or several texts and Boards.  A line of a
    file that is no puzzle is skipped, and is in the report.  `engines` lists the names of engines,
    orders and starts; under several orders the verdict is the first that is not right.
    ``iterations`` is the maximum of a recalculation, by default the one that the file has.

    All cores work, or as many processes as ``workers`` says, or the Dask cluster at the address
    ``dask``.  (Where Python starts processes anew, as on macOS and Windows, a script that verifies
    many puzzles has to begin under ``if __name__ == "__main__":``.)

    Raises PuzzleError for a text that is no puzzle, WorkbookError for a file that is no workbook or
    takes no puzzle, EngineError for a name that nothing has, EngineUnavailableError for a package
    that is not installed, WorkerLostError when processes are killed.
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
    """Read a workbook file.  Raises WorkbookError for what is none."""
    return Workbook(read_workbook(Path(path)))


class Workbook:
    """A workbook file as it is stored; to be made by `open`."""

    def __init__(self, model: Model) -> None:
        self.model = model
        """Its formulas, values, names and settings."""
        self._solvers: dict[str, Solver] = {}

    @property
    def path(self) -> Path:
        """The file that it was read from."""
        return self.model.path

    @cached_property
    def puzzle(self) -> Board:
        """The puzzle that it holds.

        Raises WorkbookError when it takes none, PuzzleError when an entry is no digit.
        """
        return stored_puzzle(self.model)

    @cached_property
    def stats(self) -> Stats:
        """How large it is: its file, its formulas, its names."""
        return stats_of(self.model)

    def solve(self, puzzle: Puzzle | None = None, *, engine: str = "fast") -> Solved:
        """Solve a puzzle, or else the one that it holds; the file stays as it is.

        It starts unsolved, and is recalculated with the settings that are stored in the file.
        Raises WorkbookError when it takes no puzzle, PuzzleError for what is no puzzle,
        EngineError when the engine cannot evaluate it.
        """
        board = self.puzzle if puzzle is None else board_of(puzzle, "puzzle")
        if engine not in self._solvers:
            schedule = asked_schedule(engine, "row-major")
            self._solvers[engine] = Solver(self.model, engine, schedule)
        return solved(self._solvers[engine], board)

    def render(
        self,
        out: StrPath,
        *,
        sheet: str | None = None,
        width: int | None = None,
        recalculate: bool = False,
    ) -> Path:
        """Make a picture of a sheet, by default the first, and return its path.

        The name ends in .svg, which xlbuilder draws itself, or in .png or .pdf, which LibreOffice
        draws.  ``width`` is in pixels.  It shows what the file has stored; with ``recalculate`` it
        is solved first.  Raises WorkbookError for a name or a sheet that cannot be,
        EngineUnavailableError for a program that is missing.
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
    symmetry: str = "none",
    clues: int | str | None = None,
    template: StrPath = locate.DEFAULT,
    is_graded: bool = False,
    workers: int | None = None,
) -> list[GeneratedPuzzle]:
    """Make ``count`` puzzles at random, each with one solution.

    The same seed makes the same puzzles on every machine; without one they are others each time.
    ``grade`` is the last strategy of ``template`` that each of them needs; with ``is_graded`` the
    grade of each is found, whatever it is.  ``clues`` is a number such as 24 or a range such as
    ``"22-26"``; by default they are as few as can be.  Raises CriteriaError for a puzzle that
    cannot be made, TemplateError for a template without grades, EngineUnavailableError for a
    package that is not installed, WorkerLostError when processes are killed.
    """
    if count < 1:
        raise CriteriaError(f"{count} puzzles: give a number from 1 on")
    if symmetry not in SYMMETRIES:
        raise CriteriaError(f"{symmetry}: no such symmetry; known are: {', '.join(SYMMETRIES)}")
    fewest, most = (FEWEST, MOST) if clues is None else clue_range(str(clues))
    grader = os.fspath(template)
    if grade is not None or is_graded or grader != locate.DEFAULT:
        check_grade(grade, grader)
    chosen = random.randrange(SEEDS) if seed is None else seed  # noqa: S311 - no secret
    job = job_for(Criteria(symmetry, fewest, most, grade), chosen, grader, is_graded=is_graded)
    return list(make(job, count, workers or all_cores()))


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
