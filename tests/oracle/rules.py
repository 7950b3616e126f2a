"""Rules of Sudoku in plain Python, to compare the workbook's strategies with."""

from tests.oracle.players import SIGHT, TECHNIQUES
from xlbuilder.sudoku.board import DIGITS, UNITS, Board

LINES = [set(unit) for name, unit in UNITS.items() if "box" not in name]
BOXES = [set(unit) for name, unit in UNITS.items() if "box" in name]


def candidates_left(puzzle, strategies):
    """Return the candidates of each cell when these strategies find no more."""
    left = [set(DIGITS) for _ in range(81)]
    while gone := _gone(left, placed(puzzle, left, strategies), strategies):
        for cell, digit in gone:
            left[cell].discard(digit)
    return left


def placed(puzzle, left, strategies):
    """Return the digits that stand: by cell, the clues and what the strategies place."""
    found = {cell: digit for cell, digit in enumerate(puzzle.digits) if digit}
    if "naked_singles" in strategies:
        found |= {cell: min(left[cell]) for cell in range(81) if len(left[cell]) == 1}
    if "hidden_singles" in strategies:
        for unit in LINES + BOXES:
            for digit in DIGITS:
                places = [cell for cell in unit if digit in left[cell]]
                if len(places) == 1:
                    found[places[0]] = digit
    return found


def _gone(left, digits, strategies):
    gone = {(cell, digit) for cell in digits for digit in DIGITS if digit != digits[cell]}
    gone |= {(peer, digit) for cell, digit in digits.items() for peer in SIGHT[cell]}
    if "locked_candidates" in strategies:
        for line in LINES:
            for box in BOXES:
                gone |= _locked(left, line, box) | _locked(left, box, line)
    for name in TECHNIQUES.keys() & {*strategies}:
        gone |= {each for found, _ in TECHNIQUES[name](left) for each in found}
    return {(cell, digit) for cell, digit in gone if digit in left[cell]}


def _locked(left, one, other):
    """Find digits whose places in one unit all lie in the other, and remove them from its rest."""
    return {
        (cell, digit)
        for digit in DIGITS
        if one & other and not any(digit in left[cell] for cell in one - other)
        for cell in other - one
    }


def solved_by(puzzle, strategies):
    """Return the board, and the candidates of each cell, when these strategies find no more."""
    left = candidates_left(puzzle, strategies)
    digits = placed(puzzle, left, strategies)
    return Board(tuple(digits.get(cell, 0) for cell in range(81))), left


def is_closed(sheet, puzzle, strategies):
    """Return whether the sheet shows just what these strategies find, none of it by a guess."""
    return (sheet.shown(), sheet.candidates()) == solved_by(puzzle, strategies) and all(
        isinstance(v, float) and v > -100 for v in sheet.read("val_board")
    )
