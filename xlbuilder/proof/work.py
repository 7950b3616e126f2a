"""The work of one run of a workbook: iteration by iteration, name by name, board by board.

An iteration evaluates all circular cells and all that depend on them; the others are evaluated once
a recalculation, in its first iteration.  Nothing is left out because it cannot have changed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from xlbuilder.errors import FormulaError, WorkbookError
from xlbuilder.formula.area import Area, around, sheet_prefix
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.branches import Trails, names_elsewhere, on_another
from xlbuilder.formula.parse import parse
from xlbuilder.formula.shape import shape_of
from xlbuilder.formula.tree import Node, moved
from xlbuilder.formula.work import CELL, Spent, Work, WorkCounter
from xlbuilder.proof.places import Places
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.stored import stored_puzzle
from xlbuilder.recalc.engines import Session, open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.recalc.trails import TrailSheets
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.formats import read_formats
from xlbuilder.xlsx.model import Model

_ZERO = Schedule.parse(start="zero")
_Evaluation = tuple[Area, str, str]
"""A cell that stands for all that cost the same, a board, and a trail."""


class _Cell(NamedTuple):
    cell: Area
    board: str
    is_iterated: bool


@dataclass(frozen=True)
class IterationWork:
    """The work of one iteration."""

    step: str
    """What was entered before the recalculation: ``state=Solve``."""
    number: int
    """Of the iteration in its recalculation, from 1."""
    work: Work


@dataclass(frozen=True)
class NameWork:
    """The work of one name in all iterations."""

    name: str
    """In lower case; "" for the formulas of the cells."""
    calls: int
    """How often it was expanded; of the cells, how often one was evaluated."""
    own: Work
    """Without the names that it uses."""
    total: Work
    """With them."""


@dataclass(frozen=True)
class BoardWork:
    """The work of the cells of one board in all iterations."""

    board: str
    """Its name; of cells outside every board, that of their sheet."""
    cells: int
    """Cells with a formula."""
    work: Work


@dataclass(frozen=True)
class FormatWork:
    """The work of one conditional format, evaluated once in each of its cells after the run."""

    areas: str
    """Where it is: ``Main!D4:L12``, several areas with blanks between them."""
    formula: str
    """As it is stored, as it reads in the first cell."""
    cells: int
    work: Work


@dataclass(frozen=True)
class Profile:
    """The work of one run, and what it is made of."""

    iterations: tuple[IterationWork, ...]
    names: tuple[NameWork, ...]
    """Those that were expanded, and one for the formulas of the cells; most own work first."""
    boards: tuple[BoardWork, ...]
    """Most work first."""
    formats: tuple[FormatWork, ...]
    """What a program evaluates that draws all cells once; it is no part of the other work."""

    @property
    def work(self) -> Work:
        """The work of all iterations."""
        return sum((each.work for each in self.iterations), Work())


class Run(NamedTuple):
    """A run, before it is sorted by names and boards."""

    session: Session
    """As it is after the run."""
    iterations: list[IterationWork]
    evaluations: Counter[_Evaluation]
    """How often each one happened."""


def profiled(model: Model, puzzle: Board | None = None) -> Profile:
    """Run a puzzle, by default the one in the file, and return the work of the run.

    A workbook that takes no puzzle is recalculated once.  Raises WorkbookError when it takes none
    and there is one, PuzzleError when its own cannot be read, EngineError when the engine ``fast``
    cannot evaluate it.
    """
    profiler = Profiler(model)
    if puzzle is None and Boards(model).takes_puzzle:
        puzzle = stored_puzzle(model)
    return profiler.profile(puzzle)


class Profiler:
    """A workbook whose runs are profiled: row by row in the engine ``fast``, all cells 0 at first.

    Raises WorkbookError and EngineError as opening the workbook in that engine does.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        program = load_program(model)
        binder = binder_of(model.names)
        trails = Trails(model.names, binder)
        self._sheets = TrailSheets(model, trails)
        self._counter = WorkCounter(model.names, binder, trails)
        self._iterates = model.calculation.iterate
        settled = frozenset(program.order.before)
        places = Places(model)
        self._kinds: dict[object, list[_Cell]] = {}
        for cell, formula in model.formulas.items():
            # Such cells differ in where they read, and in numbers.
            kind = shape_of(formula).key, program.members[cell].family
            board = places.board_of(cell) or cell.sheet
            one = _Cell(cell, board, is_iterated=cell not in settled)
            self._kinds.setdefault(kind, []).append(one)
        self._spent: dict[tuple[Area, str], Mapping[str, Spent]] = {}

    def profile(self, puzzle: Board | None) -> Profile:
        """Run a puzzle, None in a workbook that takes none, and return the work of the run."""
        run = self.run(puzzle)
        return Profile(
            tuple(run.iterations),
            self._by_name(run.evaluations),
            self.by_board(run.evaluations),
            _formats(self._model, run.session),
        )

    def run(self, puzzle: Board | None) -> "Run":
        """Run a puzzle, None in a workbook that takes none."""
        session, steps = self._opened(puzzle)
        iterations: list[IterationWork] = []
        together: Counter[_Evaluation] = Counter()
        for step, number in steps:
            done = self._evaluations(number, self._sheets.read(session))
            work = sum((self._work(each) * times for each, times in done.items()), Work())
            iterations.append(IterationWork(step, number, work))
            together += done
        return Run(session, iterations, together)

    def _by_name(self, evaluations: Counter[_Evaluation]) -> tuple[NameWork, ...]:
        names: dict[str, Spent] = {}
        for (cell, _, trail), times in evaluations.items():
            for name, spent in self._spent[cell, trail].items():
                names[name] = names.get(name, Spent()) + spent * times
        found = [NameWork(name, each.calls, each.own, each.total) for name, each in names.items()]
        return tuple(sorted(found, key=lambda each: (-each.own.operations, -each.total.operations)))

    def by_board(self, evaluations: Counter[_Evaluation]) -> tuple[BoardWork, ...]:
        """Return the work of evaluations by boards, most work first."""
        boards = {one.board: Work() for cells in self._kinds.values() for one in cells}
        cells = Counter(one.board for cells in self._kinds.values() for one in cells)
        for each, times in evaluations.items():
            boards[each[1]] += self._work(each) * times
        found = [BoardWork(board, cells[board], work) for board, work in boards.items()]
        return tuple(sorted(found, key=lambda each: -each.work.operations))

    def _evaluations(self, number: int, trails: Mapping[Area, str]) -> Counter[_Evaluation]:
        """Return how often an iteration evaluates which formula in which way, on each board."""
        found: Counter[_Evaluation] = Counter()
        for cells in self._kinds.values():
            first = cells[0].cell
            found.update(
                (first, board, trails.get(cell, ""))
                for cell, board, is_iterated in cells
                if (self._iterates if is_iterated else number == 1)
            )
        return found

    def _work(self, evaluation: _Evaluation) -> Work:
        cell, _, trail = evaluation
        if (cell, trail) not in self._spent:
            formula = self._model.formulas[cell]
            self._spent[cell, trail] = self._counter.spent(formula, cell, trail)
        return self._spent[cell, trail][CELL].total

    def _opened(self, puzzle: Board | None) -> tuple[Session, Iterator[tuple[str, int]]]:
        """Return the workbook with its trails, and its run: the step and number of each iteration.

        A trail may change after the last iteration of the workbook, and ask for one more.
        """
        if puzzle is None:
            session = open_workbook("fast", self._model, _ZERO)
            counts = [session.recalculate().iterations]
            session = open_workbook("fast", self._sheets.model, _ZERO)
            run = (("", number) for number, _ in enumerate(session.iterations(), 1))
        else:
            done = Solver(self._model, "fast", _ZERO).run(puzzle)
            counts = [each.iterations for each in done]
            solver = Solver(self._sheets.model, "fast", _ZERO)
            session = solver.session
            run = ((step, number) for step, number, _ in solver.iterations(puzzle))
        return session, _limited(run, counts)


def _limited(run: Iterator[tuple[str, int]], counts: Iterable[int]) -> Iterator[tuple[str, int]]:
    """Yield of each recalculation as many iterations as are given."""
    left = iter(counts)
    count = 0
    for step, number in run:
        if number == 1:
            count = next(left)
        if number <= count:
            yield step, number


def _formats(model: Model, session: Session) -> tuple[FormatWork, ...]:
    """Return the work of the conditional formats of ``model``, with the values of ``session``.

    They are evaluated in a workbook that has nothing else, each on a sheet of its own.
    """
    numbered = enumerate(read_formats(model), 1)
    formats = {f"conditional format {number}": each for number, each in numbered}
    cells = dict.fromkeys([*model.values, *model.formulas])
    formulas: dict[Area, Node] = {}
    names = dict(model.names)
    for sheet, each in formats.items():
        top, left = min(area.top for area in each.areas), min(area.left for area in each.areas)
        home = each.areas[0].sheet
        try:
            written = on_another(home, parse(each.formula))
        except FormulaError as error:
            raise WorkbookError(f"{model.path}: {sheet}: {error}") from None
        names |= names_elsewhere(model.names, home, sheet)
        for cell in _within(each.areas, [cell for cell in cells if cell.sheet == home]):
            formula = moved(written, cell.top - top, cell.left - left)
            formulas[cell._replace(sheet=sheet)] = formula
    if not formulas:
        return ()
    values = {cell: session.read(cell)[0] for cell in cells}
    sheets = (*model.sheets, *formats)
    profiler = Profiler(
        replace(model, sheets=sheets, formulas=formulas, values=values, names=names)
    )
    return tuple(
        FormatWork(
            " ".join(f"{sheet_prefix(area.sheet)}{area}" for area in formats[found.board].areas),
            formats[found.board].formula,
            found.cells,
            found.work,
        )
        for found in profiler.by_board(profiler.run(None).evaluations)
    )


def _within(areas: Iterable[Area], used: Sequence[Area]) -> Iterator[Area]:
    """Yield the cells of areas, as far as the used part of their sheet goes."""
    if used:
        _, top, left, bottom, right = around(used)
        for area in areas:
            yield from Area(
                area.sheet,
                max(top, area.top),
                max(left, area.left),
                min(bottom, area.bottom),
                min(right, area.right),
            ).cells()
