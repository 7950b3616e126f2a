"""What a solution board and a status are worth, without any workbook."""

import pytest

from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.sat import Answers
from xlbuilder.sudoku.verdict import Kind, Outcome, Says, judge

EMPTY = Board((0,) * 81)


@pytest.fixture(scope="module")
def answers():
    return Answers()


def changed(board, **digits):
    """Return the board with other digits: r1c2=5 is row 1, column 2."""
    cells = list(board.digits)
    for place, digit in digits.items():
        cells[int(place[1]) * 9 + int(place[3]) - 10] = digit
    return Board(tuple(cells))


@pytest.fixture(scope="module")
def boards(puzzles):
    """Return boards by name, all of one puzzle with one solution.

    ``two`` leaves four cells of its solution open that can be filled in two ways.
    """
    puzzle, solution = puzzles["row"]
    top, left, bottom, right = next(
        (top, left, bottom, right)
        for top in range(9)
        for bottom in range(top + 1, 9)
        for left in range(9)
        for right in range(left + 1, 9)
        if is_rectangle(solution.digits, top, left, bottom, right)
    )
    corners = [(top, left), (top, right), (bottom, left), (bottom, right)]
    two = list(solution.digits)
    for row, column in corners:
        two[9 * row + column] = 0
    other = list(solution.digits)
    for row, column in corners:
        here, there = (row, column), (row, left + right - column)
        other[9 * here[0] + here[1]] = solution.digits[9 * there[0] + there[1]]
    open_cell = puzzle.digits.index(0)
    wrong = list(puzzle.digits)
    wrong[open_cell] = solution.digits[open_cell] % 9 + 1
    almost = list(solution.digits)
    almost[open_cell] = 0
    given = next(cell for cell, digit in enumerate(puzzle.digits) if digit)
    dropped = list(solution.digits)
    dropped[given] = 0
    return {
        "puzzle": puzzle,
        "solution": solution,
        "almost": Board(tuple(almost)),
        "wrong": Board(tuple(wrong)),
        "given dropped": Board(tuple(dropped)),
        "two": Board(tuple(two)),
        "other": Board(tuple(other)),
        "none": Board((5, 5) + (0,) * 79),
        "empty": EMPTY,
    }


def is_rectangle(digits, top, left, bottom, right):
    """Return whether two digits stand crosswise in two rows, two columns and two boxes."""
    crosswise = (
        digits[9 * top + left] == digits[9 * bottom + right]
        and digits[9 * top + right] == digits[9 * bottom + left]
    )
    return crosswise and (top // 3 == bottom // 3) != (left // 3 == right // 3)


CODES = [Says.SOLVED, Says.ONLY_SOLUTION, Says.SEVERAL_SOLUTIONS]

# puzzle, shown, says, quiet: verdict and detail.
CASES = [
    ("puzzle", "solution", None, True, Kind.SOLVED, ""),
    ("puzzle", "solution", None, False, Kind.SOLVED, ""),
    ("puzzle", "solution", Says.SOLVED, True, Kind.SOLVED, ""),
    ("puzzle", "solution", Says.ONLY_SOLUTION, True, Kind.SOLVED, ""),
    ("two", "solution", Says.SOLVED, True, Kind.SOLVED, ""),
    ("two", "other", Says.SEVERAL_SOLUTIONS, True, Kind.SOLVED, ""),
    ("none", "none", Says.NO_SOLUTION, True, Kind.NO_SOLUTION_SAID, ""),
    ("none", "empty", Says.NO_SOLUTION, True, Kind.NO_SOLUTION_SAID, ""),
    ("puzzle", "puzzle", None, True, Kind.STALLED, " cells left"),
    ("puzzle", "almost", None, True, Kind.STALLED, "1 cell left"),
    ("puzzle", "almost", Says.STUCK, True, Kind.STALLED, "1 cell left"),
    ("puzzle", "almost", None, False, Kind.CAPPED, "1 cell left"),
    ("puzzle", "almost", Says.STUCK, False, Kind.CAPPED, "1 cell left"),
    ("puzzle", "almost", Says.WORKING, True, Kind.WORKING, "1 cell left, or digits that are"),
    ("puzzle", "almost", Says.WORKING, True, Kind.WORKING, "guesses; it came to rest"),
    ("puzzle", "solution", Says.WORKING, True, Kind.WORKING, "it shows a solution, but its status"),
    ("puzzle", "wrong", Says.WORKING, False, Kind.WORKING, "or digits that are guesses"),
    ("none", "none", Says.WORKING, False, Kind.WORKING, "or digits that are guesses"),
    ("puzzle", "wrong", None, True, Kind.WRONG, "row 1, column 1 shows "),
    ("puzzle", "wrong", Says.SOLVED, True, Kind.WRONG, "row 1, column 1 shows "),
    ("puzzle", "wrong", Says.STUCK, True, Kind.WRONG, "row 1, column 1 shows "),
    ("puzzle", "given dropped", None, True, Kind.GIVENS_CHANGED, "shows nothing, not its"),
    ("puzzle", "empty", Says.STUCK, True, Kind.GIVENS_CHANGED, " more are not shown"),
    ("none", "empty", None, True, Kind.GIVENS_CHANGED, " more are not shown"),
    ("none", "empty", Says.STUCK, False, Kind.GIVENS_CHANGED, " more are not shown"),
    ("none", "none", None, True, Kind.UNSOLVABLE, "the puzzle has no solution"),
    ("none", "none", Says.STUCK, True, Kind.UNSOLVABLE, "the puzzle has no solution"),
    ("two", "two", Says.NO_SINGLE_SOLUTION, True, Kind.NO_SINGLE_SOLUTION_SAID, "4 cells left"),
    ("none", "none", Says.NO_SINGLE_SOLUTION, True, Kind.NO_SINGLE_SOLUTION_SAID, ""),
    # Each way in which a status can be wrong.
    (
        "puzzle",
        "almost",
        Says.NO_SINGLE_SOLUTION,
        True,
        Kind.WRONG_STATUS,
        "solution, but there is",
    ),
    ("puzzle", "solution", Says.NO_RUN, True, Kind.WRONG_STATUS, "its status says that it cannot"),
    ("puzzle", "empty", Says.NO_RUN, True, Kind.WRONG_STATUS, "its status says that it cannot"),
    ("none", "none", Says.NO_RUN, True, Kind.WRONG_STATUS, "its status says that it cannot"),
    ("puzzle", "solution", Says.STUCK, True, Kind.WRONG_STATUS, "its status does not say"),
    ("puzzle", "solution", Says.NO_SOLUTION, True, Kind.WRONG_STATUS, "its status does not say"),
    ("puzzle", "solution", Says.SEVERAL_SOLUTIONS, True, Kind.WRONG_STATUS, "there is only one"),
    ("two", "solution", Says.ONLY_SOLUTION, True, Kind.WRONG_STATUS, "there are several"),
    ("puzzle", "almost", Says.NO_SOLUTION, True, Kind.WRONG_STATUS, "no solution, but there is"),
    *[("puzzle", "almost", s, True, Kind.WRONG_STATUS, "solved, but 1 cell left") for s in CODES],
    *[("none", "none", s, True, Kind.WRONG_STATUS, "but there is no solution") for s in CODES],
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}-{case[3]}")
def test_judge(boards, answers, case):
    puzzle, shown, says, quiet, kind, detail = case
    found, told = judge(boards[puzzle], boards[shown], says, answers, quiet=quiet)
    assert found is kind
    assert detail in told
    assert bool(detail) == bool(told)


def test_every_kind_is_in_the_table_above():
    """Errors in cells, candidates and other orders are no matter of one board of digits."""
    others = {Kind.ERROR, Kind.TRUE_CANDIDATE_REMOVED, Kind.ORDERS_DIFFER}
    assert {case[4] for case in CASES} == set(Kind) - others
    assert {case[2] for case in CASES if case[4] is Kind.WRONG_STATUS} == (
        set(Says) - {Says.WORKING}
    )


def test_what_the_kinds_say_of_the_workbook():
    right = {Kind.SOLVED, Kind.NO_SOLUTION_SAID, Kind.NO_SINGLE_SOLUTION_SAID}
    unfinished = {Kind.STALLED, Kind.CAPPED, Kind.WORKING, Kind.UNSOLVABLE}
    assert {kind for kind in Kind if kind.is_right} == right
    assert {kind for kind in Kind if kind.outcome is Outcome.UNFINISHED} == unfinished
    assert {kind for kind in Kind if kind.is_false} == set(Kind) - right - unfinished
    assert max(Kind, key=lambda kind: kind.outcome).is_false


def test_the_first_wrong_cell_is_named(answers):
    _, detail = judge(EMPTY, changed(EMPTY, r2c3=4, r2c7=4), None, answers, quiet=True)
    assert detail == "row 2, column 7 shows 4"


def test_has_several_leaves_the_answers_as_they_were(boards):
    """It adds to what the solver knows; no later answer may come of that."""
    answers = Answers()
    for _ in range(20):
        assert answers.has_several(boards["two"])
        assert not answers.has_several(boards["puzzle"])
        assert answers.has_several(EMPTY)
        assert not answers.has_several(boards["none"])
        assert answers.solution(boards["puzzle"]) == boards["solution"]
        assert answers.solution(boards["solution"]) == boards["solution"]
        assert answers.solution(boards["other"]) == boards["other"]
        assert answers.solution(boards["two"]) in (boards["solution"], boards["other"])
        assert answers.solution(boards["none"]) is None
