"""No formula gives an error, whatever mixture of old and new values it sees.

Programs differ in when they calculate a cell, and some keep a value while others have moved on.
"""

from collections import defaultdict
from random import Random

import pytest

from tests.helpers.basic_sheet import typed
from tests.helpers.cost import by_cost
from tests.helpers.sudoku import EMPTY, Sheet
from xlbuilder.formula.values import ExcelError

ORDERS = ["row-major", "reversed", "jacobi", "random:1"]

PUZZLES = ["naked_1", "search_1", "several_1", "none_2", "locked_1"]

MIXTURES = 200


def shown_in(sheet, puzzles):
    """Return for each formula cell the values that it shows in several orders."""
    shown = defaultdict(set)
    for order in ORDERS:
        sheet.follow(order, iterations=400)
        for puzzle in puzzles:
            sheet.enter(puzzle)
            for number, _ in enumerate(sheet.session.iterations()):
                if number < 12 or number % 5 == 0:
                    for cell in sheet.model.formulas:
                        shown[cell].add(sheet.session.read(cell)[0])
    return {cell: list(values) for cell, values in shown.items()}


def mixtures(sheet, puzzles):
    """Yield values of all cells, each of another moment, and at random."""
    random, shown = Random(1), shown_in(sheet, puzzles)
    if sheet.model.area("controller"):
        shown[sheet.cell("controller")] = [float(number) for number in range(-81, 83)]
    for _ in range(MIXTURES):
        mixed = {cell: random.choice(values) for cell, values in shown.items()}
        clues = zip(sheet.cells("in_board"), random.choice(puzzles).digits, strict=True)
        yield mixed | {cell: float(digit) for cell, digit in clues if digit}


CHOICES = [("basic",), ("sudoku",), ("basic", "search", "unique"), ("sudoku", "all")]


@pytest.mark.parametrize("choice", by_cost(CHOICES, 0, 3), ids=" ".join)
def test_no_formula_gives_an_error(built, boards, choice):
    sheet, found = Sheet(built(*choice)), set()
    puzzles = [*(boards[name] for name in PUZZLES), EMPTY, typed((0, 1), (1, 1))]
    for values in mixtures(sheet, puzzles):
        given = sheet.given_by(values)
        found |= {(str(cell), value) for cell, value in given.items() if type(value) is ExcelError}
    assert not found


def test_there_is_room_for_every_guess(built, boards):
    """A program that remembers names may find that a guess is due again and again."""
    sheet, puzzle, values = Sheet(built("basic", "search")), boards["search_1"], {}
    controller = sheet.cell("controller")
    sheet.enter(puzzle)
    for _ in sheet.session.iterations():
        if sheet.one("controller") > 1:
            break
        values = sheet.everything()
    assert sheet.given_by(values)[controller] == 2
    given = next(cell for cell, digit in enumerate(puzzle.digits) if digit)
    guess = float(given // 9 * 100 + given % 9 * 10 + 110 + puzzle.digits[given])
    values |= dict.fromkeys(sheet.cells("guess_stack"), guess)
    for number in (81, 82):
        shown = sheet.given_by(values | {controller: float(number)})
        assert shown[controller] == 82
        assert not [value for value in shown.values() if type(value) is ExcelError]
