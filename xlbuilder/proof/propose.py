"""Where the puzzle of a workbook may be, found by what its formulas read."""

from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.recalc.program import load_program
from xlbuilder.sudoku.board import DIGITS
from xlbuilder.xlsx.boards import Boards
from xlbuilder.xlsx.model import Model

_FEW_ITERATIONS = 20
"""With a maximum so small the user of a workbook presses F9 again and again."""
_PRESSED = 300
_MOST_SWITCHES = 10
_FEW_FORMULAS = 9
"""In an input by mistake; a board with more of them is none."""

_Reads = Mapping[Area, set[Area]]


class Proposal(NamedTuple):
    """How a workbook may be used."""

    table: dict[str, Any]
    """Where the puzzle is, as a table of xlsx/driven.py."""
    switches: dict[str, Value]
    """Other cells with a text or a logical value that formulas read, and what they hold."""


def proposed(model: Model) -> Proposal:
    """Return how a workbook may be used that does not say it.

    The input is 9x9 cells with digits or nothing, the solution 9x9 formulas, each of which reads
    its own cell of the input, by itself or through one other cell.  Of several, a solution comes
    first that shows the stored clues, and then one that is no part of a larger board.  Raises
    WorkbookError when there are none, and for a workbook that says it.
    """
    if Boards(model).takes_puzzle:
        raise WorkbookError(f"{model.path}: says itself where the puzzle is, and needs no drive")
    reads = {cell: {*found} for cell, found in load_program(model).precedents.items()}
    typed = {cell for found in reads.values() for cell in found} - reads.keys()
    inputs = [board for board in _boards(typed) if _has_digits(model, board)]
    solutions = [*_boards(reads)]
    pairs = _reading(reads, inputs, solutions)
    through = reads if pairs else _through(reads)
    pairs = pairs or _reading(through, inputs, solutions)
    if not pairs:
        if formula := _formula_in_input(model, through, typed, solutions):
            raise WorkbookError(
                f"{model.path}: {_text(formula)} holds a formula among 9x9 cells of a puzzle;"
                " type a digit there, or nothing"
            )
        raise WorkbookError(
            f"{model.path}: has no 9x9 formulas that read 9x9 cells of a puzzle, each its own one;"
            " say where the puzzle is with --input and --solution"
        )
    given, shown = max(
        pairs, key=lambda pair: (_shows_clues(model, *pair), _stands_alone(pair[1], reads))
    )
    table: dict[str, Any] = {"input": _text(given), "solution": _text(shown)}
    if model.calculation.iterate and model.calculation.max_iterations <= _FEW_ITERATIONS:
        table["recalculations"] = _PRESSED
    switches = {
        _text(cell): model.values[cell]
        for cell in sorted(typed)
        if isinstance(model.values.get(cell), str | bool)
    }
    switches = dict(islice(switches.items(), _MOST_SWITCHES))  # a list is none
    return Proposal(table, switches)


def _boards(cells: Collection[Area]) -> Iterator[Area]:
    """Yield each square of 9x9 of these cells."""
    for cell in cells:
        board = Area(cell.sheet, cell.top, cell.left, cell.top + 8, cell.left + 8)
        if all(each in cells for each in board.cells()):
            yield board


def _has_digits(model: Model, board: Area) -> bool:
    return all(is_nothing(value) or value in DIGITS for value in model.values_of(board))


def _formula_in_input(
    model: Model, reads: _Reads, typed: set[Area], solutions: list[Area]
) -> Area | None:
    """Return the cell of the first formula on a board that is an input except for a few formulas.

    None when there is no such board.
    """
    boards = [
        board
        for board in _boards(typed | reads.keys())
        if 0 < len(reads.keys() & {*board.cells()}) <= _FEW_FORMULAS and _has_digits(model, board)
    ]
    found = _reading(reads, boards, solutions)
    return next((cell for cell in found[0][0].cells() if cell in reads), None) if found else None


def _through(reads: _Reads) -> _Reads:
    """Return what each cell reads by itself or through one other cell."""
    return {
        cell: found.union(*(reads[other] for other in found if other in reads))
        for cell, found in reads.items()
    }


def _reading(reads: _Reads, inputs: list[Area], solutions: list[Area]) -> list[tuple[Area, Area]]:
    return [
        (given, shown)
        for given in inputs
        for shown in solutions
        if all(a in reads[b] for a, b in zip(given.cells(), shown.cells(), strict=True))
    ]


def _shows_clues(model: Model, given: Area, shown: Area) -> bool:
    pairs = zip(model.values_of(given), model.values_of(shown), strict=True)
    return all(clue == digit for clue, digit in pairs if not is_nothing(clue))


def _stands_alone(board: Area, cells: Collection[Area]) -> bool:
    """Return whether none of these cells touches the board at a side."""
    sheet, top, left, bottom, right = board
    beside = [(row, column) for row in range(top, bottom + 1) for column in (left - 1, right + 1)]
    beside += [(row, column) for row in (top - 1, bottom + 1) for column in range(left, right + 1)]
    return not any(Area(sheet, row, column, row, column) in cells for row, column in beside)


def _text(area: Area) -> str:
    return area.absolute().replace("$", "")
