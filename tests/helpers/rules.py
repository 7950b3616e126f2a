"""Rules of Sudoku in plain Python, to compare the workbook's strategies with."""

from itertools import combinations, permutations

from xlbuilder.sudoku.board import DIGITS, UNITS

LINES = [set(unit) for name, unit in UNITS.items() if "box" not in name]
BOXES = [set(unit) for name, unit in UNITS.items() if "box" in name]
PEERS = [set().union(*(u for u in LINES + BOXES if cell in u)) - {cell} for cell in range(81)]


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
    gone |= {(peer, digit) for cell, digit in digits.items() for peer in PEERS[cell]}
    if "locked_candidates" in strategies:
        for line in LINES:
            for box in BOXES:
                gone |= _locked(left, line, box) | _locked(left, box, line)
    for name, pairs in PAIRS.items():
        if name in strategies:
            gone |= pairs(left)
    return {(cell, digit) for cell, digit in gone if digit in left[cell]}


def _locked(left, one, other):
    """Find digits whose places in one unit all lie in the other, and remove them from its rest."""
    return {
        (cell, digit)
        for digit in DIGITS
        if one & other and not any(digit in left[cell] for cell in one - other)
        for cell in other - one
    }


def _naked_pairs(left):
    return {
        (cell, digit)
        for unit in LINES + BOXES
        for pair in combinations(unit, 2)
        if left[pair[0]] == left[pair[1]] and len(left[pair[0]]) == 2
        for cell in unit - {*pair}
        for digit in left[pair[0]]
    }


def _hidden_pairs(left):
    return {
        (cell, digit)
        for unit in LINES + BOXES
        for pair in combinations(DIGITS, 2)
        for places in [[{c for c in unit if digit in left[c]} for digit in pair]]
        if places[0] == places[1] and len(places[0]) == 2
        for cell in places[0]
        for digit in {*DIGITS} - {*pair}
    }


def _x_wings(left):
    rows, columns = LINES[:9], LINES[9:]
    return {
        (cell, digit)
        for lines, others in permutations((rows, columns))
        for digit in DIGITS
        for pair in combinations(lines, 2)
        for crossed in [
            [
                {n for n, other in enumerate(others) if _holds(left, line & other, digit)}
                for line in pair
            ]
        ]
        if crossed[0] == crossed[1] and len(crossed[0]) == 2
        for number in crossed[0]
        for cell in others[number] - pair[0] - pair[1]
    }


def _holds(left, cells, digit):
    return any(digit in left[cell] for cell in cells)


PAIRS = {"naked_pairs": _naked_pairs, "hidden_pairs": _hidden_pairs, "x_wing": _x_wings}


def is_closed(sheet, puzzle, strategies):
    """Return whether the sheet shows just what these strategies find, none of it by a guess."""
    left = candidates_left(puzzle, strategies)
    digits = placed(puzzle, left, strategies)
    return (
        sheet.candidates() == left
        and sheet.shown().digits == tuple(digits.get(cell, 0) for cell in range(81))
        and all(isinstance(v, float) and v > -100 for v in sheet.read("val_board"))
    )
