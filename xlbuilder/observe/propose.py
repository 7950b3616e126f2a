"""Where the puzzle of a workbook may be: what formulas read, and what solves an easy puzzle."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from xlbuilder.drive.boards import Boards
from xlbuilder.errors import EngineError, WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.observe.windows import Reads, pairs_of_windows, stands_alone, windows
from xlbuilder.recalc.dirty import only_dirty
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.recalc.needed import only_needed
from xlbuilder.recalc.program import load_program
from xlbuilder.recalc.schedule import EXCEL
from xlbuilder.sudoku.board import DIGITS, Board, is_solution
from xlbuilder.xlsx.model import Model

_FEW_ITERATIONS = 20
"""With a maximum so small the user of a workbook presses F9 again and again."""
_PRESSED = 300
_MOST_SWITCHES = 10
_MOST_NAMED = 5
_MOST_TRIED = 5
"""Inputs into which a puzzle is typed; a table of digits has one at each of its cells."""
_FEW_FORMULAS = 9
"""The most cells of this kind in an input, by mistake; a board with more such cells is no input."""
_EASY = "530070900600195048190340567809761403426003791703924056061530284287019635005286179"
_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
"""A puzzle that naked singles solve, and its solution."""


class Proposal(NamedTuple):
    """How a workbook may be used."""

    table: dict[str, Any]
    """Where the puzzle is, as a table of drive/driven.py."""
    switches: dict[str, Value]
    """Other cells with a text or a logical value that formulas read, and what they hold."""
    doubt: str = ""
    """Why another board may be meant, and which; "" where the solution was seen to be one."""


class _PossibleCells(NamedTuple):
    """What may be an input or a solution."""

    model: Model
    reads: Reads
    typed: frozenset[Area]
    """Cells without a formula that formulas read."""


def proposed(model: Model) -> Proposal:
    """Return how a workbook may be used that does not say so itself.

    The input is 9x9 cells with digits or nothing.  An easy puzzle is typed into the input, and the
    solution is the board of 9x9 formulas that then shows the solution of this puzzle.  If no board
    does, or if the engine cannot calculate the workbook, the solution is the board that shows the
    solution of the stored puzzle.  If no board does this either, the solution is a board whose
    formulas each read their own cell of the input, directly or through one other cell, and
    ``doubt`` says so.  Raises WorkbookError when there is no such board, and for a workbook that
    says itself how it is used.
    """
    if Boards.of(model).takes_puzzle:
        raise WorkbookError(f"{model.path}: says itself where the puzzle is, and needs no drive")
    program = load_program(replace(model, unread={}))  # those keep their values
    typed = {cell for read in program.precedents.values() for cell in read}
    cells = _PossibleCells(model, program.precedents, frozenset(typed - program.precedents.keys()))
    digits = {cell for cell in cells.typed if _is_digit(model.values.get(cell))}
    pairs = pairs_of_windows(cells.reads, digits)
    squares = windows(digits)
    alone = [board for board in squares if stands_alone(board, cells.typed)]
    seen: list[tuple[Area, Area]] = []
    for inputs in (alone, squares, [*dict.fromkeys(given for given, _ in pairs)]):
        if not seen and len(inputs) <= _MOST_TRIED:
            seen = [
                (given, shown)
                for given in inputs
                for shown in _solved(cells, program.dependents, given) or _stored(cells, given)
            ]
    if not (seen or pairs):
        pairs = pairs_of_windows(_through(cells.reads, digits), digits)
    if not (seen or pairs):
        raise WorkbookError(_nothing_found(cells, digits))
    best = _best(cells, seen or pairs)
    given, shown = best[0]
    table: dict[str, Any] = {"input": _text(given), "solution": _text(shown)}
    if _is_pressed(model):
        table["recalculations"] = _PRESSED
    switches = {
        _text(cell): model.values[cell]
        for cell in sorted(cells.typed)
        if isinstance(model.values.get(cell), str | bool)
    }
    switches = dict(islice(switches.items(), _MOST_SWITCHES))  # a list is none
    return Proposal(table, switches, _doubt([pair for pair in best if pair[1] != shown], seen))


def _doubt(others: list[tuple[Area, Area]], seen: list[tuple[Area, Area]]) -> str:
    """Return what is not sure of the first of several pairs."""
    names = [*dict.fromkeys(_text(shown) for _, shown in others)]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    listed = f"{', '.join(names[:_MOST_NAMED])}{more}"
    if seen:
        return f"is it this solution? It is shown by {listed}, too" if names else ""
    unseen = "is it this solution? No board showed the solution when an easy puzzle was typed"
    return f"{unseen}; it may also be {listed}" if names else unseen


def _best(cells: _PossibleCells, pairs: list[tuple[Area, Area]]) -> list[tuple[Area, Area]]:
    """Return the best pair, and all pairs that are as good: first the pair that shows the clues.

    Then what stands on the sheet of the input, what no other of these boards reads, and what is no
    part of a larger board.
    """
    boards = dict.fromkeys(board for _, board in pairs)
    shown = {cell: board for board in reversed(boards) for cell in board.cells()}
    read = {
        shown[each]
        for cell, board in shown.items()
        for each in cells.reads.get(cell, ())
        if each in shown and shown[each] != board
    }
    own = {board: (board not in read, stands_alone(board, cells.reads)) for board in boards}

    def rank(pair: tuple[Area, Area]) -> tuple[bool, ...]:
        given, board = pair
        return _shows_clues(cells.model, given, board), given.sheet == board.sheet, *own[board]

    ranks = {pair: rank(pair) for pair in pairs}
    best = max(ranks.values())
    return [pair for pair in pairs if ranks[pair] == best]


def _solved(
    cells: _PossibleCells, dependents: Mapping[Area, Iterable[Area]], given: Area
) -> list[Area]:
    """Return the boards that show the solution of a puzzle that is typed into an input."""
    reached = {*given.cells()}
    waiting = [*reached]
    while waiting:
        new = {*dependents.get(waiting.pop(), ())} - reached
        reached |= new
        waiting += new
    boards = windows(reached - {*given.cells()})
    wanted = {cell for board in boards for cell in board.cells()}
    model = cells.model
    schedule = replace(EXCEL, recalculations=_PRESSED if _is_pressed(model) else 1)
    try:
        needed = only_needed(only_dirty(model, given.cells()), wanted)
        session = open_workbook("fast", needed, schedule)
        for cell, digit in zip(given.cells(), _EASY, strict=True):
            session.enter(cell, float(digit) if digit != "0" else None)
        session.recalculate()
    except (EngineError, WorkbookError):
        return []
    shown = {cell: session.read(cell)[0] for cell in wanted}
    right = [float(digit) for digit in _SOLVED]
    return [
        board
        for board in boards
        if all(shown[cell] == digit for cell, digit in zip(board.cells(), right, strict=True))
    ]


def _stored(cells: _PossibleCells, given: Area) -> list[Area]:
    """Return the boards that show the solution of the stored puzzle, as the file was saved."""
    values = cells.model.values
    clues = Board(tuple(_digit(values.get(cell)) for cell in given.cells()))
    filled = {cell for cell in cells.reads if _digit(values.get(cell))}
    return [
        board
        for board in windows(filled)
        if is_solution(clues, Board(tuple(_digit(values[cell]) for cell in board.cells())))
    ]


def _nothing_found(cells: _PossibleCells, digits: Collection[Area]) -> str:
    """Return why there is no proposal: a formula in the input, or no boards at all."""
    model = cells.model
    formulas = {cell for cell in cells.reads if _is_digit(model.values.get(cell))}
    read = {*digits, *formulas}
    for given, _ in pairs_of_windows(_through(cells.reads, read), read):
        own = [cell for cell in given.cells() if cell in cells.reads]
        if 0 < len(own) <= _FEW_FORMULAS:
            return (
                f"{model.path}: {_text(own[0])} holds a formula among 9x9 cells of a puzzle;"
                " type a digit there, or nothing"
            )
    return (
        f"{model.path}: has no 9x9 formulas that read 9x9 cells of a puzzle, each its own one;"
        " say where the puzzle is with --input and --solution"
    )


def _is_pressed(model: Model) -> bool:
    return model.calculation.iterate and model.calculation.max_iterations <= _FEW_ITERATIONS


def _is_digit(value: Value) -> bool:
    """Return whether a cell of a puzzle may hold this: a digit, or nothing."""
    return is_nothing(value) or value in DIGITS


def _digit(value: Value) -> int:
    """Return the digit that a cell holds, 0 for another value."""
    return int(value) if isinstance(value, float) and value in DIGITS else 0


def _through(reads: Reads, given: Collection[Area]) -> Reads:
    """Return which of the ``given`` cells each cell reads, by itself or through one other cell."""
    own = {cell: {*found}.intersection(given) for cell, found in reads.items()}
    return {
        cell: own[cell].union(*(own[other] for other in found if other in own))
        for cell, found in reads.items()
    }


def _shows_clues(model: Model, given: Area, shown: Area) -> bool:
    clues = zip(given.cells(), shown.cells(), strict=True)
    values = ((model.values.get(clue), model.values.get(cell)) for clue, cell in clues)
    return all(clue == digit for clue, digit in values if not is_nothing(clue))


def _text(area: Area) -> str:
    return area.absolute().replace("$", "")
