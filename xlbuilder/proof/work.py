"""The work of one run of a workbook: iteration by iteration, name by name, board by board.

An iteration evaluates all circular cells and all that depend on them; the others are evaluated once
a recalculation, in its first iteration.  Nothing is left out because it cannot have changed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from xlbuilder.formula.area import Area
from xlbuilder.formula.bind import binder_of
from xlbuilder.formula.branches import Trails
from xlbuilder.formula.shape import shape_of
from xlbuilder.formula.work import CELL, Spent, Work, WorkCounter
from xlbuilder.proof.places import Places
from xlbuilder.proof.solver import Solver
from xlbuilder.proof.stored import stored_puzzle
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import Schedule
from xlbuilder.recalc.trails import TrailSheets
from xlbuilder.sudoku.board import Board
from xlbuilder.xlsx.boards import Boards
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
class Profile:
    """The work of one run, and what it is made of."""

    iterations: tuple[IterationWork, ...]
    names: tuple[NameWork, ...]
    """Those that were expanded, and one for the formulas of the cells; most own work first."""
    boards: tuple[BoardWork, ...]
    """Most work first."""

    @property
    def work(self) -> Work:
        """The work of all iterations."""
        return sum((each.work for each in self.iterations), Work())


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
        binder = binder_of(model.names)
        trails = Trails(model.names, binder)
        self._sheets = TrailSheets(model, trails)
        self._counter = WorkCounter(model.names, binder, trails)
        program = load_program(model)
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
        iterations: list[IterationWork] = []
        together: Counter[_Evaluation] = Counter()
        for step, number, trails in self._iterations(puzzle):
            done = self._evaluations(number, trails)
            work = sum((self._work(each) * times for each, times in done.items()), Work())
            iterations.append(IterationWork(step, number, work))
            together += done
        return Profile(tuple(iterations), self._by_name(together), self._by_board(together))

    def _by_name(self, evaluations: Counter[_Evaluation]) -> tuple[NameWork, ...]:
        names: dict[str, Spent] = {}
        for (cell, _, trail), times in evaluations.items():
            for name, spent in self._spent[cell, trail].items():
                names[name] = names.get(name, Spent()) + spent * times
        found = [NameWork(name, each.calls, each.own, each.total) for name, each in names.items()]
        return tuple(sorted(found, key=lambda each: (-each.own.operations, -each.total.operations)))

    def _by_board(self, evaluations: Counter[_Evaluation]) -> tuple[BoardWork, ...]:
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
                if is_iterated or number == 1
            )
        return found

    def _work(self, evaluation: _Evaluation) -> Work:
        cell, _, trail = evaluation
        if (cell, trail) not in self._spent:
            formula = self._model.formulas[cell]
            self._spent[cell, trail] = self._counter.spent(formula, cell, trail)
        return self._spent[cell, trail][CELL].total

    def _iterations(self, puzzle: Board | None) -> Iterator[tuple[str, int, Mapping[Area, str]]]:
        """Yield the step, the number and the trails of each iteration of the workbook.

        A trail may change after the last iteration of the workbook, and ask for one more.
        """
        if puzzle is None:
            alone = open_workbook("fast", self._model, _ZERO)
            counts = iter([alone.recalculate().iterations])
            session = open_workbook("fast", self._sheets.model, _ZERO)
            run = (("", number) for number, _ in enumerate(session.iterations(), 1))
        else:
            done = Solver(self._model, "fast", _ZERO).run(puzzle)
            counts = iter([each.iterations for each in done])
            solver = Solver(self._sheets.model, "fast", _ZERO)
            session = solver.session
            run = ((step, number) for step, number, _ in solver.iterations(puzzle))
        count = 0
        for step, number in run:
            if number == 1:
                count = next(counts)
            if number <= count:
                yield step, number, self._sheets.read(session)
