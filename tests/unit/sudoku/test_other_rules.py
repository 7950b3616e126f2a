"""Files of puzzles with other rules, read by a caller who knows the rules."""

import json

import pytest

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.reading import read_puzzle
from xlbuilder.sudoku.rules import houses_of, rules_with

REGIONS = "111222333411252333441255366441255366411225366444855669778859969777888999777788899"
JIGSAW = rules_with(houses_of("regions", map(int, REGIONS)), boxes=False)
PUZZLE = "......59318..2....3..5.......3..5.2.......8......4..15.3.1649.2...9.863.9...3..8."
SOLUTION = "724816593185329764349581276673495128561273849298647315837164952412958637956732481"
WRONG = f"{SOLUTION[1]}{SOLUTION[0]}{SOLUTION[2:]}"
ROWS = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))

FORMS = {
    "an object of generate": json.dumps(
        {"puzzle": PUZZLE, "solution": SOLUTION, "grade": "jigsaw", "technique": "Jigsaw Sudoku"}
    ),
    "a line of generate": f"{PUZZLE} diagonals 28 -",
    "its solution beside it": f"{PUZZLE},{SOLUTION}",
    "its solution below it": f"{PUZZLE}\n{SOLUTION}",
    "words above lines": f"X-Sudoku\n{ROWS}",
    "a comment": f"# Anti-knight and windoku\n{PUZZLE}",
    "an object that says the kind": json.dumps({"type": "irregular sudoku", "board": PUZZLE}),
    "an element": f"<puzzle variant='jigsaw'>{PUZZLE}</puzzle>",
}


@pytest.mark.parametrize("form", FORMS)
def test_words_of_other_rules_and_solutions_by_them_are_read(form):
    assert str(read_puzzle(FORMS[form], form, JIGSAW)) == PUZZLE


PLAINLY = {form for form in FORMS if form != "its solution below it"}


@pytest.mark.parametrize("form", sorted(PLAINLY))
def test_they_are_refused_by_plain_rules(form):
    with pytest.raises(PuzzleError):
        read_puzzle(FORMS[form], form)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{PUZZLE},{WRONG}", "no solution of the puzzle: column 1 has 2 twice"),
        (json.dumps({"puzzle": PUZZLE, "regions": REGIONS}), "81"),
        (f"{PUZZLE}\n{REGIONS}", "equal digits touch"),
        (json.dumps({"order": "box by box", "type": "jigsaw", "board": PUZZLE}), "row by row"),
        (f"digits 0 to 8, jigsaw\n{ROWS}", "write the digits 1 to 9"),
        (f"Jigsaw 6x6\n{ROWS}", "6x6"),
    ],
)
def test_what_would_be_another_puzzle_is_refused_by_any_rules(text, problem):
    with pytest.raises(PuzzleError, match=problem):
        read_puzzle(text, "here", JIGSAW)
