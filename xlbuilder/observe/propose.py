"""Where the puzzle of a workbook may be: what formulas read, and what solves an easy puzzle."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from heapq import nlargest
from itertools import islice
from typing import Any, NamedTuple

from xlbuilder.drive.boards import Boards
from xlbuilder.drive.spacing import LAYOUTS, Layout, cells_of, is_board
from xlbuilder.errors import WorkbookError
from xlbuilder.formula.area import Area
from xlbuilder.formula.values import Value, is_nothing
from xlbuilder.observe.candidates import digit_of, is_digit_or_nothing
from xlbuilder.observe.trial import Outcome, Way, other_values, tried
from xlbuilder.observe.windows import Reads, is_within, pairs_of_windows, stands_alone, windows
from xlbuilder.recalc.circles import reached
from xlbuilder.recalc.program import Program, load_program
from xlbuilder.recalc.schedule import FILE
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.xlsx.model import Model

_FEW_ITERATIONS = 20
"""With a maximum so small the user of a workbook presses F9 again and again."""
_PRESSED = 300
_MOST_SWITCHES = 10
_MOST_NAMED = 5
_MOST_TRIED = 5
"""Inputs into which a puzzle is typed; a table of digits has one at each of its cells."""
_MOST_SWITCHED = 3
"""Switches into which something is typed."""
_FEW_FORMULAS = 9
"""The most cells of this kind in an input, by mistake; a board with more such cells is no input."""
SURE = "sure: an easy puzzle was typed into the input, and this solution solved it"
"""The note where nothing else can be meant."""
_FROM_FILE = (
    "it solves this puzzle only if it starts with the values of the file: verify needs --start file"
)
_STORED = (
    "is it this solution? It solves the puzzle that the file holds, but no board solved an easy"
    " puzzle when it was typed"
)
_UNSEEN = "is it this solution? No board showed the solution when an easy puzzle was typed"


class Proposal(NamedTuple):
    """How a workbook may be used."""

    table: dict[str, Any]
    """Where the puzzle is, as a table of drive/driven.py."""
    switches: dict[str, Value]
    """Other cells with a text, a logical value, 0 or 1 that the formulas of the puzzle read, and
    what they hold; without the one into which the steps of the table type."""
    notes: tuple[str, ...]
    """How sure the table is, and which other boards may be meant."""


_Pair = tuple[Area, Area]
"""An input and a solution."""


class _Cells(NamedTuple):
    """What may be an input or a solution.

    In a circular workbook it is what leads to a circle, and what a circle leads to.
    """

    model: Model
    program: Program
    typed: frozenset[Area]
    """Cells without a formula that formulas read."""
    digits: frozenset[Area]
    """Those of them that hold a digit or nothing."""
    formulas: Reads
    """What each formula cell reads that may be a cell of the solution."""
    layout: Layout
    """How the boards lie that are looked for."""


class _Found(NamedTuple):
    """Pairs that may be meant, all of one layout."""

    cells: _Cells
    pairs: list[_Pair]
    outcomes: list[Outcome]
    """None where no board solved the easy puzzle."""
    is_stored: bool = False


def proposed(model: Model) -> Proposal:
    """Return how a workbook may be used that does not say so itself.

    The input is 9x9 cells with digits or nothing.  An easy puzzle is typed into the input, and the
    solution is the board of 9x9 formulas that then shows the solution of this puzzle, if need be
    after a value was typed into a switch.  If no board does, boards with gaps or merged cells are
    tried (drive/spacing.py).  If still no board does, or if the engine cannot calculate the
    workbook, the solution is the board that shows the solution of the stored puzzle.  If no board
    does this either, the solution is a board whose formulas each read their own cell of the input,
    directly or through one other cell.  ``notes`` say how sure it is.  Raises WorkbookError when
    there is no such board, and for a workbook that says itself how it is used.
    """
    if Boards.of(model).takes_puzzle:
        raise WorkbookError(f"{model.path}: says itself where the puzzle is, and needs no drive")
    program = load_program(replace(model, unread={}))  # those keep their values
    recalculations = _PRESSED if _is_pressed(model) else 1
    every = _found(model, program, recalculations)
    found = next((found for found in every if found.pairs), None)
    if found is None:
        raise WorkbookError(_nothing_found(next(_looks(model, program))))
    switches = _switches(found.cells)
    outcomes = found.outcomes
    best = _best(found.cells, found.pairs, outcomes)
    given, solution = best[0]
    way = outcomes[0].way if outcomes else None
    table: dict[str, Any] = {"input": _text(given), "solution": _text(solution)}
    if way is not None and way.steps:
        table["steps"] = [{_text(cell): _said(value)} for cell, value in way.steps]
        switches.pop(way.steps[0][0])
    if recalculations > 1:
        table["recalculations"] = recalculations
    others = [*dict.fromkeys(_text(shown) for _, shown in best if shown != solution)]
    asked = {_text(cell): value for cell, value in islice(switches.items(), _MOST_SWITCHES)}
    return Proposal(table, asked, _notes(way, others, is_stored=found.is_stored))


def _found(model: Model, program: Program, recalculations: int) -> Iterator[_Found]:
    """Yield what may be meant, what is surest first."""
    looks = []
    for cells in map(_without_maps, _looks(model, program)):
        inputs, boards = _boards(cells)
        looks.append((cells, inputs, boards))
        outcomes = _outcomes(cells, inputs, boards, recalculations)
        yield _Found(cells, [(each.given, each.shown) for each in outcomes], outcomes)
    for cells, inputs, boards in looks:
        yield _Found(cells, _stored(model, inputs, boards), [], is_stored=True)
    for cells, *_ in looks:
        yield _Found(cells, _reading(cells), [])


def _outcomes(
    cells: _Cells, inputs: list[Area], boards: list[Area], recalculations: int
) -> list[Outcome]:
    readers = cells.program.dependents
    few = islice(_switches(cells), _MOST_SWITCHED)
    values = {each: other_values(cells.model, each, readers[each]) for each in few}
    return tried(cells.model, inputs, boards, values, recalculations)


def _looks(model: Model, program: Program) -> Iterator[_Cells]:
    """Yield what may be an input or a solution, for each layout of the boards."""
    reads = program.precedents
    typed = frozenset(cell for found in reads.values() for cell in found if cell not in reads)
    digits = frozenset(cell for cell in typed if is_digit_or_nothing(model.values.get(cell)))
    circle = program.phases.iterated
    leading = frozenset(reached(circle, reads) & digits)
    on_circle = {cell: reads[cell] for cell in circle}
    for layout in LAYOUTS:
        used = (leading, on_circle) if windows(leading, layout) else (digits, reads)
        yield _Cells(model, program, typed, *used, layout)


def _without_maps(cells: _Cells) -> _Cells:
    """Return the cells without those of a map or a picture, which are no input.

    Of such cells a game reads thousands again and again.
    """
    found = _windows(cells, cells.digits)
    boards = (board for board in found if not _is_of_map(cells, board))
    return cells._replace(digits=frozenset(cell for board in boards for cell in cells_of(board)))


def _is_of_map(cells: _Cells, board: Area) -> bool:
    """Return whether a board is a part of more, or touches more and has a digit twice in a row."""
    if stands_alone(board, cells.typed):
        return False
    rows = ([digit for digit in row if digit] for row in _board(cells.model, board).rows())
    return is_within(board, cells.digits) or any(len({*row}) < len(row) for row in rows)


def _boards(cells: _Cells) -> tuple[list[Area], list[Area]]:
    """Return the boards that may be the input, and those that may be the solution.

    Of the inputs those come first that stand alone, then those that are read most.
    """
    dependents = cells.program.dependents

    def rank(board: Area) -> tuple[bool, int]:
        read = sum(len(dependents[cell]) for cell in cells_of(board))
        return stands_alone(board, cells.typed), read

    inputs = nlargest(_MOST_TRIED, _windows(cells, cells.digits), key=rank)
    leads = reached((cell for each in inputs for cell in cells_of(each)), dependents)
    return inputs, _windows(cells, leads & cells.formulas.keys())


def _windows(cells: _Cells, of: Iterable[Area]) -> list[Area]:
    return [each for each in windows(of, cells.layout) if is_board(cells.model, each)]


def _switches(cells: _Cells) -> dict[Area, Value]:
    """Return the cells that may be switches, with what they hold; a list of words is none."""
    leading = reached(cells.formulas, cells.program.precedents) & cells.typed
    held = {cell: cells.model.values.get(cell) for cell in sorted(leading)}
    return {
        cell: value
        for cell, value in held.items()
        if (isinstance(value, str | bool) or value in (0.0, 1.0)) and value != ""
        if stands_alone(cell, cells.typed)
    }


def _notes(way: Way | None, others: list[str], *, is_stored: bool) -> tuple[str, ...]:
    """Return how sure the best of several pairs is."""
    more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    listed = f"{', '.join(others[:_MOST_NAMED])}{more}"
    if way is None:
        said = _STORED if is_stored else _UNSEEN
        return (f"{said}; it may also be {listed}" if others else said,)
    found = [f"is it this solution? It is shown by {listed}, too" if others else SURE]
    return *found, *[_FROM_FILE] * (way.start == FILE)


def _best(cells: _Cells, pairs: list[_Pair], outcomes: list[Outcome]) -> list[_Pair]:
    """Return the best pair, and all pairs that are as good.

    The best pair shows the clues, with few of them too, nothing else reads it, it stands on the
    sheet of the input, it has numbers, is no part of a larger board, and reads the input itself.
    """
    reads = cells.program.precedents
    boards = dict.fromkeys(board for _, board in pairs)
    shown = {cell: board for board in reversed(boards) for cell in cells_of(board)}
    read = {
        shown[each]
        for cell, board in shown.items()
        for each in reads.get(cell, ())
        if each in shown and shown[each] != board
    }
    alone = {board: stands_alone(board, reads) for board in boards}
    seen = {(each.given, each.shown): each for each in outcomes}

    def rank(pair: _Pair) -> tuple[bool, ...]:
        given, board = pair
        one = seen.get(pair)
        own = zip(cells_of(given), cells_of(board), strict=True)
        return (
            one.is_of_digits if one else _shows_clues(cells.model, given, board),
            board not in read,
            given.sheet == board.sheet,
            one is None or one.is_of_numbers,
            alone[board],
            all(clue in reads[cell] for clue, cell in own),
        )

    ranks = {pair: rank(pair) for pair in pairs}
    best = max(ranks.values())
    return [pair for pair in pairs if ranks[pair] == best]


def _stored(model: Model, inputs: list[Area], boards: list[Area]) -> list[_Pair]:
    """Return which boards show the solution of the stored puzzle, as the file was saved."""
    shown = {board: _board(model, board) for board in boards}
    return [
        (given, board)
        for given in inputs
        for board, digits in shown.items()
        if is_solution(_board(model, given), digits)
    ]


def _reading(cells: _Cells) -> list[_Pair]:
    """Return the boards whose formulas each read their own cell of an input."""
    for reads in (cells.formulas, _through(cells.formulas, cells.digits)):
        pairs = pairs_of_windows(reads, cells.digits, cells.layout)
        if boards := [pair for pair in pairs if all(is_board(cells.model, each) for each in pair)]:
            return boards
    return []


def _nothing_found(cells: _Cells) -> str:
    """Return why there is no proposal: a formula in the input, or no boards at all."""
    model, reads = cells.model, cells.program.precedents
    read = {*cells.digits, *(cell for cell in reads if is_digit_or_nothing(model.values.get(cell)))}
    for given, _ in pairs_of_windows(_through(reads, read), read):
        own = [cell for cell in cells_of(given) if cell in reads]
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


def _board(model: Model, area: Area) -> Board:
    return Board(tuple(digit_of(model.values.get(cell)) for cell in cells_of(area)))


def _through(reads: Reads, given: Collection[Area]) -> Reads:
    """Return which of the ``given`` cells each cell reads, by itself or through one other cell."""
    own = {cell: {*found}.intersection(given) for cell, found in reads.items()}
    return {
        cell: own[cell].union(*(own[other] for other in found if other in own))
        for cell, found in reads.items()
    }


def _shows_clues(model: Model, given: Area, shown: Area) -> bool:
    clues = zip(cells_of(given), cells_of(shown), strict=True)
    values = ((model.values.get(clue), model.values.get(cell)) for clue, cell in clues)
    return all(clue == digit for clue, digit in values if not is_nothing(clue))


def _said(value: Value) -> str | bool | int:
    """Return what is typed as a step says it."""
    if isinstance(value, str | bool):
        return value
    return int(value) if isinstance(value, float) else ""


def _text(area: Area) -> str:
    return area.absolute().replace("$", "")
