"""The workbooks solve Sudoku: each is built from its template, and the file is recalculated.

The file is stored without values, so every digit comes from its formulas.  The package ``formulas``
calculates them: it knows nothing of Sudoku, and its functions are not ours.
"""

import shutil

import pytest

import xlbuilder

EASY = [
    ".7...4..88.57.....2....89.66.894.2..5921..4......8...9..64...2....6.5.9.92...36.4",
    ".82..39.5...57.638..5..9..22.8..........85..4.3.26..8...63.72...7..268..5..4.8...",
    "..58....1784.5.....92.4......72.3...6..514..2......3........96.......7....1.7.4..",
]

NEEDS_A_PAIR = "61...5.79.....2...3.4..91..57..3....8.....6.2.......5....2.......6...58.9..1.8..4"

NO_SOLUTION = "12345678." + "........9" + 63 * "."

SIMPLE = ["ellis", "basic"]

"""The templates that solve easy puzzles."""


def recalculated(template, folder, *puzzles, with_=()):
    """Build a template, read the file from the disk, and recalculate it for each puzzle."""
    path = xlbuilder.load(template, with_=with_).build(folder / "book.xlsx", values=False)
    book = xlbuilder.open(path)
    return [book.solve(puzzle, engine="formulas") for puzzle in puzzles]


def is_solution(done):
    """Return whether the givens are kept, and all rows, columns and boxes hold nine digits."""
    given, shown = done.puzzle.digits, done.board.digits
    rows = [shown[first : first + 9] for first in range(0, 81, 9)]
    columns = [shown[first::9] for first in range(9)]
    corners = [0, 3, 6, 27, 30, 33, 54, 57, 60]
    box = [0, 1, 2, 9, 10, 11, 18, 19, 20]
    boxes = [[shown[corner + place] for place in box] for corner in corners]
    is_right = all(sorted(unit) == [1, 2, 3, 4, 5, 6, 7, 8, 9] for unit in rows + columns + boxes)
    return is_right and all(digit in (0, now) for digit, now in zip(given, shown, strict=True))


@pytest.mark.parametrize("template", SIMPLE)
def test_easy_puzzles_are_solved(template, tmp_path, record_property):
    done = recalculated(template, tmp_path, *EASY)
    unsolved = [str(each.puzzle) for each in done if not is_solution(each)]
    solved = len(EASY) - len(unsolved)
    record_property("solved", f"{template} solves {solved} of {len(EASY)} puzzles")
    assert not unsolved


def test_a_guess_is_right_and_no_solution_is_no_solution(tmp_path, record_property):
    """The default workbook, which says what it has found."""
    guessed, none = recalculated("sudoku", tmp_path, NEEDS_A_PAIR, NO_SOLUTION)
    record_property("solved", f'sudoku says "{guessed.status}" and "{none.status}"')
    assert is_solution(guessed)
    assert guessed.status == "Solved. There is no other solution."
    assert guessed.rating.words == "Rating: Locked candidates, at most 2.8, then guesses"
    assert not is_solution(none)
    assert none.status == "No solution: these clues contradict each other."


def test_a_strategy_that_is_added_finds_the_pair(tmp_path):
    (stuck,) = recalculated("basic", tmp_path, NEEDS_A_PAIR)
    assert not is_solution(stuck)
    (solved,) = recalculated("basic", tmp_path, NEEDS_A_PAIR, with_="naked_pairs")
    assert is_solution(solved)


# A template, one of its files, a formula in it, and the same with a wrong corner of a range.
DAMAGE = {
    "ellis": (
        "ellis.toml",
        "INDEX(val_board, 27, COLUMN(Main!A1)*3)",
        "INDEX(val_board, 26, COLUMN(Main!A1)*3)",
    ),
    "basic": (
        "basic/solution.toml",
        "INDEX(val_board, 27, this_column*3)",
        "INDEX(val_board, 26, this_column*3)",
    ),
}


@pytest.mark.parametrize("template", DAMAGE)
def test_a_wrong_corner_of_a_range_is_seen(template, tmp_path, monkeypatch):
    """In a copy of the templates that come with xlbuilder."""
    file, right, wrong = DAMAGE[template]
    templates = tmp_path / "templates"
    shutil.copytree(xlbuilder.load("ellis").path.parent, templates)
    text = (templates / file).read_text(encoding="utf-8")
    assert text.count(right) == 1
    (templates / file).write_text(text.replace(right, wrong), encoding="utf-8")
    monkeypatch.setattr("xlbuilder.template.locate._folder", lambda: templates)
    (done,) = recalculated(template, tmp_path, EASY[0])
    assert not is_solution(done)
