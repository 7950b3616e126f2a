"""A workbook file: solve, watch, draw."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from xlbuilder.api.template import several
from xlbuilder.drive.boards import Boards
from xlbuilder.drive.driven import DriveSource, driven
from xlbuilder.drive.faults import faults
from xlbuilder.files import NOTHING, FilesRead, one_call
from xlbuilder.observe.replay import Recorder
from xlbuilder.observe.solved import Solved, solved
from xlbuilder.observe.solver import Solver
from xlbuilder.observe.stored import given_or_stored, recalculated, stored_puzzle
from xlbuilder.observe.watch import Watch, WatchedIteration
from xlbuilder.proof.stats import Stats, stats_of
from xlbuilder.recalc.engines import asked_schedule
from xlbuilder.render.picture import check_picture, write_picture
from xlbuilder.render.replay_page import write_replay
from xlbuilder.render.sheet_map import SheetMap, map_of_file
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.corpus import Puzzle, board_of
from xlbuilder.template.locate import StrPath
from xlbuilder.xlsx.atomic import check_in_folder
from xlbuilder.xlsx.model import Model, read_workbook


def open(path: StrPath, drive: DriveSource | None = None) -> "Workbook":
    """Read a workbook file.

    ``drive`` says where the puzzle is, for a workbook that does not say it: the path of a drive
    file, or a dict with its keys, such as ``{"input": "B2:J10", "solution": "L2:T10"}``.  Raises
    WorkbookError when the file is not a workbook, and when the drive does not fit.
    """
    with one_call() as read:
        return Workbook(driven(read_workbook(Path(path)), drive), read)


class Workbook:
    """A workbook file as it is stored; `open` returns it."""

    def __init__(self, model: Model, read: FilesRead = NOTHING) -> None:
        self.model = model
        """The formulas, values, names and settings of the workbook."""
        self._read = read
        self._solvers: dict[str, Solver] = {}
        self._solving = Lock()

    def __reduce__(self) -> tuple[type["Workbook"], tuple[Model, FilesRead]]:
        """Let a copy, also in another process, open engines of its own."""
        return Workbook, (self.model, self._read)

    def __repr__(self) -> str:
        return f"<Workbook: {self.path}>"

    @property
    def path(self) -> Path:
        """The file of the workbook."""
        return self.model.path

    @cached_property
    def puzzle(self) -> Board:
        """The puzzle in the input board.

        Raises WorkbookError when the workbook takes no puzzle, PuzzleError when an entry is not a
        digit.
        """
        return stored_puzzle(self.model)

    def _board_of(self, puzzle: Puzzle) -> Board:
        return board_of(puzzle, "puzzle", Boards.of(self.model).rules())

    @cached_property
    def faults(self) -> tuple[str, ...]:
        """What is plainly wrong, a line each: unknown names, ``#REF!``, odd cells of boards, rows.

        A row below a list is wrong: the names of the list do not reach it.
        """
        return tuple(map(str, faults(self.model)))

    @cached_property
    def stats(self) -> Stats:
        """The size of the file, counts of its formulas and names, and how readable they are.

        Raises WorkbookError when the document properties that name the boards are damaged.
        """
        return stats_of(self.model)

    def solve(self, puzzle: Puzzle | None = None, *, engine: str = "fast") -> Solved:
        """Solve a puzzle, by default the puzzle in the file; the file does not change.

        The workbook starts unsolved, and is recalculated with the settings stored in the file.
        Threads that solve in the same workbook wait for each other.

        Raises WorkbookError when the workbook takes no puzzle, PuzzleError when the puzzle cannot
        be read, EngineError when the engine cannot evaluate the workbook.
        """
        board = self.puzzle if puzzle is None else self._board_of(puzzle)
        with self._solving:  # a solver holds one puzzle
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
    ) -> Iterator[WatchedIteration]:
        """Solve a puzzle, by default the puzzle in the file, and yield what each iteration did.

        ``cell`` is the cell to explain: each `WatchedIteration` has the value of every name behind
        its formula.  ``names`` has names, each with the cell at which it is evaluated.  Cells are
        ``R8C2``, candidates ``R8C2=4``, or addresses such as ``T37``.  A workbook that takes no
        puzzle is recalculated as it is.

        Raises WorkbookError when you give a puzzle and the workbook takes none, or when it has no
        such cell or name, PuzzleError when the puzzle cannot be read, EngineError when the engine
        cannot evaluate the workbook or does not show its iterations.
        """
        schedule = asked_schedule(engine, order, start)
        given = None if puzzle is None else self._board_of(puzzle)
        board = given_or_stored(self.model, given)
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
        """Write a page that replays how a puzzle is solved, by default the puzzle in the file.

        The page is a single .html file, which a browser shows without a network.  It begins at the
        first iteration that changed something for a ``reason``: a strategy, or a name that a
        strategy plugs in.  An existing file is replaced, unless it was read for this.  Returns the
        path.

        Raises WorkbookError when the page cannot be written, or the workbook takes no puzzle or
        knows no such reason, PuzzleError when the puzzle cannot be read, EngineError when the
        engine cannot evaluate the workbook or does not show its iterations.
        """
        target = Path(out)
        with one_call(self._read):
            check_in_folder(target)
            board = self.puzzle if puzzle is None else self._board_of(puzzle)
        schedule = asked_schedule(engine, order, start)
        recorder = Recorder(self.model, engine, schedule)
        asked = {word: recorder.reasons.asked([word]) for word in several(reason)}
        write_replay(recorder.record(board), target, asked)
        return target

    def map(self) -> SheetMap:
        """Return which names stand where on the first sheet, and what is free.

        Raises WorkbookError when no name stands for cells of this sheet.
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

        The name ends in .svg, .png or .pdf; LibreOffice draws .png and .pdf.  ``width`` is in
        pixels; a .pdf has no width.  The picture shows the stored values; ``recalculate`` solves
        the puzzle first.  An existing file is replaced, unless it was read for this.

        Raises WorkbookError when the name, the width or the sheet is wrong, EngineUnavailableError
        when LibreOffice or a package is missing.
        """
        target = Path(out)
        with one_call(self._read):
            check_picture(target, width)
        model = self.model
        if recalculate:
            session = recalculated(model, "fast")
            cells = dict.fromkeys([*model.values, *model.formulas])
            model = replace(model, values={cell: session.read(cell)[0] for cell in cells})
        write_picture(model, target, sheet, width)
        return target
