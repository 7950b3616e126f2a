"""The workbook `basic`, held where a test wants it, and what is asked of it there."""

from tests.helpers.sudoku import FIXED, few, moved
from xlbuilder.formula.values import ExcelError
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.sudoku.corpus import board_of

RULES = ["naked_singles", "hidden_singles", "locked_candidates"]
OFF, NO_DIGIT, CLASH, RESTART, WORKING, NO_SOLUTION, STUCK, SOLVED = map(float, range(8))
ONLY, SEVERAL = 8.0, 9.0
BOARDS = ["sol_board", "val_board", "cell_state", "given_board", "guess_stack", "guess_order"]
BOARDS += ["dead_ends", "kept_board", "left_before", "keeping", "controller", "status_code"]
"""All boards and cells with search and unique."""
ORDERS = [*FIXED, "random:1", "subset:1", "asynchronous:1", "permutation:1", "prelude:1"]
SOLVABLE = ["naked_1", "hidden_1", "locked_1", "locked_5"]


def typed(*clues):
    digits = [0] * 81
    for cell, digit in clues:
        digits[cell] = digit
    return Board(tuple(digits))


NO_PLACE_FOR_9 = typed(*((cell, cell + 1) for cell in range(8)), (17, 9))

GUESSED = board_of(
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "guessed"
)
"""Much is guessed, and taken back."""


def held(sheet, order, puzzle, **boards):
    """Begin where a puzzle is solved, but with other values in some boards."""
    sheet.follow(order)
    sheet.solve(puzzle)
    values = sheet.everything()
    for name, shown in boards.items():
        values |= zip(sheet.cells(name), map(float, shown), strict=True)
    sheet.hold(values)
    return sheet


BACK = {
    "sol_board": [0] * 81,
    "val_board": [3 * (row % 3) + column % 3 + 1 for row in range(27) for column in range(27)],
    "cell_state": [4] * 81,
    "status_code": [3],
}
LATE = {
    "none": {},
    "a digit": {"sol_board": 5},
    "a value": {"val_board": 0},
    "another value": {"val_board": 2},
    "a state": {"cell_state": 5},
}
"""What the first cell of a board still shows at the start."""


def code_at_start(sheet, puzzle, late):
    """Return the status after an iteration that begins with it, while a cell of a board is late."""
    boards = {name: [first, *BACK[name][1:]] for name, first in LATE[late].items()}
    return code_after(sheet, puzzle, **boards)


def code_after(sheet, puzzle, **late):
    """Return the status after an iteration that begins with it, while these boards are late."""
    held(sheet, "reversed", puzzle, **{**BACK, **late}).calculate(1)
    return sheet.one("status_code")


def says_of_a_digit_twice(sheet, puzzle):
    """Return what is said when two cells of a row have just taken the same digit."""
    solution = list(sheet.answers.solution(puzzle).digits)
    first, second = [cell for cell in range(81) if not puzzle.digits[cell]][:2]
    assert first // 9 == second // 9
    solution[second] = solution[first]
    valid = [
        digit if solution[row // 3 * 9 + column // 3] == digit else 0
        for row in range(27)
        for column in range(27)
        for digit in [3 * (row % 3) + column % 3 + 1]
    ]
    now = {"sol_board": solution, "val_board": valid, "cell_state": [4] * 81, "status_code": [4]}
    held(sheet, "jacobi", puzzle, **now)
    return {sheet.one("status_code") for _ in sheet.session.iterations()}


def keeps(sheet, puzzle):
    """Whether a digit that is placed, and a candidate that is gone, stay so without a reason."""
    sheet.follow()
    sheet.solve(puzzle)
    digits, valid = sheet.read("sol_board"), sheet.read("val_board")
    cell = digits.index(0.0)
    first = cell // 9 * 81 + cell % 9 * 3  # of its block in the valid values
    block = [first + 27 * row + column for row in range(3) for column in range(3)]
    place = next(at for at in block if valid[at])
    with_digit, without = list(digits), list(valid)
    with_digit[cell], without[place] = valid[place], 0.0
    held(sheet, "jacobi", puzzle, sol_board=with_digit).calculate(1)
    stays = sheet.read("sol_board")[cell] == valid[place]
    held(sheet, "jacobi", puzzle, val_board=without).calculate(1)
    return stays and sheet.read("val_board")[place] == 0


def rests(sheet, boards):
    """Whether clues that contradict each other, too, come to rest."""
    puzzles = [boards[f"none_{number}"] for number in range(1, 5)]
    for seed in range(20):
        sheet.follow(few(1, ["row-major", "jacobi", "reversed"], seed)[0], iterations=150)
        for puzzle in puzzles:
            sheet.solve(moved(puzzle, seed))
            if len(sheet.done) == 150:
                return False
    return True


def false_claims(sheet, puzzle):
    """Yield what is false on the sheet after each iteration, once it solves these clues."""
    solution = sheet.answers.solution(puzzle)
    is_only = solution is not None and not sheet.answers.has_several(puzzle)
    for _ in sheet.session.iterations():
        code = sheet.one("status_code")
        if code < WORKING or tuple(sheet.read("given_board")) != puzzle.digits:
            continue
        if code == NO_SOLUTION and solution is not None:
            yield "no solution"
        if code == STUCK:
            yield "stuck"
        if code in (SOLVED, ONLY, SEVERAL) and not is_solution(puzzle, sheet.shown()):
            yield "solved"
        if code == ONLY and not is_only:
            yield "the only one"
        if code == SEVERAL and is_only:
            yield "several"
        if code in (WORKING, ONLY) and is_only and sheet.one("controller") in (0, 1):
            left = sheet.candidates()
            if not all(digit in left[cell] for cell, digit in enumerate(solution.digits)):
                yield "gone"


def not_healed(sheet, puzzle, order):
    """Yield where an error or a text stays: in a cell of a board, or in all of its cells."""
    sheet.follow(order)
    sheet.solve(puzzle)
    rest = sheet.everything()
    for name in BOARDS:
        places = sheet.cells(name)
        for value in (ExcelError.VALUE, "x"):
            for damaged in (places[:1], places):
                sheet.hold({**rest, **dict.fromkeys(damaged, value)})
                sheet.calculate(1_000)
                sheet.calculate(1_000)
                if sheet.one("status_code") != ONLY:
                    yield name, value, len(damaged)
