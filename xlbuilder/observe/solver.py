"""A workbook opened in an engine, and run with puzzles: the steps of its drive are taken."""

import random
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.drive import Drive
from xlbuilder.drive.spacing import cells_of, values_of
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import ExcelError, Value, is_nothing
from xlbuilder.observe.candidates import all_candidates, digit_of, gone_for_good, left
from xlbuilder.observe.positions import BOARD, STRATEGY, deletions
from xlbuilder.observe.reasons import Reasons
from xlbuilder.recalc.dirty import only_dirty
from xlbuilder.recalc.engines import OPEN_THE_FILE, Session, in_full, open_workbook
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.schedule import EXCEL, FILE, Iteration, Recalculation, Schedule
from xlbuilder.sudoku.board import Board, Candidate
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.verdict import Kind, Says
from xlbuilder.xlsx.model import Model


class Driver:
    """A workbook opened in an engine, and recalculated as its drive says (drive/drive.py).

    It need not take puzzles.  In one that does, a formula is left out that no board, no named cell
    and none of the cells ``also`` depends on.  A formula that nothing entered reaches keeps the
    value that the file has (recalc/dirty.py).  Raises WorkbookError when the file lacks cells that
    its drive names.
    """

    def __init__(
        self,
        model: Model,
        engine: str,
        schedule: Schedule = EXCEL,
        also: Iterable[Area] = (),
    ) -> None:
        self.model = model
        self.boards = boards = Boards.of(model)
        self.drive = boards.drive
        self.reasons = Reasons(boards)
        """The reasons that the workbook keeps."""
        self._locate(boards)
        self._engine = engine
        self._start = schedule.start
        used = self._for_session(schedule)
        wanted = [*boards.wanted(), *also]
        if engine not in OPEN_THE_FILE and not self.drive.all_formulas:
            model = only_dirty(model, self._entered())
        needed = only_needed(model, wanted) if boards.takes_puzzle else model
        self.session: Session = open_workbook(engine, needed, used)

    def run(self, puzzle: Board | Position | None = None) -> tuple[Recalculation, ...]:
        """Enter ``puzzle`` as the schedule starts it, and take every step, each recalculated.

        The puzzle is None in a workbook that takes none.  Only a position changes which candidates
        are deleted; raises WorkbookError when some are, and the workbook has no board for them.
        """
        self._begin(puzzle)
        return self._take_steps()

    def iterations(
        self, puzzle: Board | Position | None = None
    ) -> Iterator[tuple[str, int, Iteration]]:
        """Do as ``run``, yielding each iteration as soon as it is done.

        Yields what was entered before the recalculation (``state=Solve``), the number of the
        iteration after that, from 1, and what the iteration did.  Raises EngineError when the
        engine does not show its iterations.
        """
        self._begin(puzzle)
        for step, assignments in zip(self._steps, self.drive.steps or [{}], strict=True):
            self._enter_step(step)
            words = ", ".join(f"{name}={value}" for name, value in assignments.items())
            for number, iteration in enumerate(self.session.iterations(), 1):
                yield words, number, iteration

    def read(self, word: str) -> list[Value]:
        """Return the values of a board or cell, by its word in the drive, row by row.

        The list is empty when the workbook has no such board or cell.
        """
        area = self.boards.areas.get(word)
        return self.session.read(area) if area else []

    def texts(self, word: str, count: int) -> list[str]:
        """Return the texts of the first ``count`` cells, by their word in the drive.

        A cell without a text gives "".  If there are fewer than ``count`` cells, each text is "".
        """
        texts = [each if isinstance(each, str) else "" for each in self.read(word)]
        return texts[:count] if len(texts) >= count else [""] * count

    def _locate(self, boards: Boards) -> None:
        """Find the cells that are used; raises WorkbookError when one is not there."""
        self._steps = [
            [(boards.cell(name, takes_input=True), value) for name, value in step.items()]
            for step in self.drive.steps
        ] or [[]]

    def _entered(self) -> Iterator[Area]:
        """Yield the cells into which something is typed."""
        yield from (cell for step in self._steps for cell, _ in step)

    def _begin(self, puzzle: Board | Position | None) -> None:
        """Enter nothing: the workbook takes no puzzle."""

    def _take_steps(self) -> tuple[Recalculation, ...]:
        done = []
        for step in self._steps:
            self._enter_step(step)
            done.append(self.session.recalculate())
        return tuple(done)

    def _enter_step(self, step: list[tuple[Area, str | int]]) -> None:
        for cell, value in step:
            self.session.enter(cell, _typed(value))

    def _for_session(self, schedule: Schedule) -> Schedule:
        """Return the schedule with a start that a session knows; `Solver` runs the others."""
        start = FILE if schedule.start.depends_on_puzzle else schedule.start
        return in_full(replace(schedule, start=start), self._engine, self.drive.recalculations)


class Solver(Driver):
    """A workbook that takes puzzles, opened in an engine, and run with one after the other.

    Raises WorkbookError when the file lacks the boards and cells that its drive names.
    """

    def _locate(self, boards: Boards) -> None:
        drive = boards.drive
        self.rules = boards.rules()
        self._input = cells_of(boards.input(), boards.side)
        self._solution = boards.solution()
        self._status = boards.cell(drive.status) if drive.status else None
        self._says = _listed(self.model, drive)
        self._candidates = boards.candidates()
        unless = drive.gone.unless if drive.gone else {}
        self._unless = [(boards.cell(name), values) for name, values in unless.items()]
        for name in filter(None, (drive.rating, drive.rating_text)):
            boards.cell(name)
        self._deletions: list[tuple[Area, Value]] = []
        super()._locate(boards)

    def _entered(self) -> Iterator[Area]:
        yield from super()._entered()
        yield from self._input
        yield from (cell for cell, _ in deletions(self.model))

    def follow(self, schedule: Schedule) -> None:
        """Go over to another schedule; raises EngineError when the engine knows only its own."""
        self.session.follow(self._for_session(schedule))
        self._start = schedule.start

    def _begin(self, puzzle: Board | Position | None) -> None:
        """Bring the workbook to where the schedule starts, alike whenever it is this puzzle."""
        assert puzzle is not None
        self._deletions = []
        if isinstance(puzzle, Position):
            self._deletions, puzzle = self._deletions_for(puzzle.deleted), puzzle.board
        self._random = random.Random(f"{self._start.seed} {puzzle}")  # noqa: S311 - no secret
        self.session.restart()
        match self._start.name:
            case "stale":
                self._run_through(_another(puzzle))
            case "midsolve":
                self._break_off(puzzle)
            case "solved":
                self._run_through(puzzle)
            case "edited":
                self._run_through(self._edited(puzzle))
        self._enter(puzzle)

    def _run_through(self, puzzle: Board) -> None:
        self._enter(puzzle)
        self._take_steps()

    def _break_off(self, puzzle: Board) -> None:
        """Take every step, and leave the last recalculation after some iterations (Esc).

        Raises EngineError when the engine does not show its iterations.
        """
        self._enter(puzzle)
        for step in self._steps[:-1]:
            self._enter_step(step)
            self.session.recalculate()
        self._enter_step(self._steps[-1])
        for _ in islice(self.session.iterations(), self._random.randrange(1, 10)):
            pass

    def _edited(self, puzzle: Board) -> Board:
        digits = list(puzzle.digits)
        digits[self._random.randrange(len(digits))] = self._random.randrange(puzzle.side + 1)
        return Board(tuple(digits))

    def _enter(self, puzzle: Board) -> None:
        for cell, digit in zip(self._input, puzzle.digits, strict=True):
            self.session.enter(cell, float(digit) if digit else None)
        for cell, value in self._deletions:
            self.session.enter(cell, value)

    def _deletions_for(self, deleted: Collection[Candidate]) -> list[tuple[Area, Value]]:
        """Return what is typed where, so that just these candidates are deleted."""
        cells = deletions(self.model)
        if deleted and not cells:
            raise WorkbookError(
                f"{self.model.path}: takes no position, as it has no board named {BOARD}; build it"
                f" with --with {STRATEGY}, or give the template in its place"
            )
        return [(cell, float(each[1]) if each in deleted else None) for cell, each in cells]

    def shown(self) -> list[Value]:
        """Return the values of the solution board, row by row."""
        values = self.session.read(self._solution)
        return values_of(self._solution, values, self.boards.side)

    def board(self) -> tuple[Board, tuple[Kind, str] | None]:
        """Return the digits of the solution board, and what is not a digit there, if anything."""
        problem = None
        digits = []
        cells = cells_of(self._solution, self.boards.side)
        for cell, value in zip(cells, self.shown(), strict=True):
            digits.append(digit_of(value))
            if isinstance(value, ExcelError):
                problem = problem or (Kind.ERROR, f"{cell} shows {value}")
            elif not digits[-1] and not is_nothing(value):
                problem = problem or (Kind.WRONG, f"{cell} shows {value!r}")
        return Board(tuple(digits)), problem

    def says(self) -> Says | None:
        """Return what the workbook's status says; None when it has none.

        A code that the drive does not list stands for a state that has no place in a run.
        """
        if self._status is None:
            return None
        code = self.session.read(self._status)[0]
        return self._says.get(code, Says.NO_RUN) if isinstance(code, float) else Says.NO_RUN

    def is_sure(self) -> bool:
        """Return whether the boards speak of the puzzle just now, by `Gone.unless` of the drive.

        They do not while another solution is looked for: what follows then is not true of the
        solution that was found.
        """
        return not any(self.session.read(cell)[0] in values for cell, values in self._unless)

    def gone(self, *, quiet: bool) -> dict[Candidate, Value]:
        """Return the candidates that are gone for good, with what their cells show.

        Empty when the workbook does not say how to read them, or when they say nothing just now.
        ``quiet`` says whether it has come to rest.
        """
        rules = self.drive.gone
        if rules is None or not self.is_sure():
            return {}
        return gone_for_good(self.marks(), rules, quiet=quiet)

    def marks(self) -> dict[Candidate, Value]:
        """Return what the cell of each candidate shows.

        The mapping is empty when the workbook has no board of candidates.
        """
        if self._candidates is None:
            return {}
        every = all_candidates(self.rules.side)
        return dict(zip(every, self.session.read(self._candidates), strict=True))

    def placements(self) -> list[Value]:
        """Return the placements of the cells, row by row.

        Every placement is None when the workbook has no board of placements.
        """
        board = self.reasons.placements
        return self.session.read(board) if board else [None] * len(self._input)

    def left(self) -> frozenset[Candidate] | None:
        """Return the candidates that are left; None without a board."""
        return left(self.marks()) if self._candidates else None


def _typed(value: str | int) -> Value:
    """Return the value as a cell holds it that somebody typed it into: nothing clears the cell."""
    if isinstance(value, str):
        return value or None
    return value if isinstance(value, bool) else float(value)


def _listed(model: Model, drive: Drive) -> dict[float, Says]:
    """Return what each code of the status says."""
    try:
        return {float(code): Says(word) for word, codes in drive.says.items() for code in codes}
    except ValueError as error:
        raise WorkbookError(f"{model.path}: its status is not understood: {error}") from None


def _another(puzzle: Board) -> Board:
    """Return another puzzle with as many solutions: upside down, each digit one more, 1 for 9."""
    side = puzzle.side
    return Board(tuple(digit % side + 1 if digit else 0 for digit in reversed(puzzle.digits)))
