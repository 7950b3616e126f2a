"""Puzzles in JSON, in the lists of programs, in XML and in files with sections."""

import json

import pytest

from tests.helpers.boards import OTHER, OTHER_SOLVED, PUZZLE, SOLVED, ZEROS, floats, lists, rows
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.reading import read_puzzle, read_puzzles

LISTS = lists(PUZZLE)

BRACES = str.maketrans("[]", "{}")

CHARACTERS = [list(row) for row in rows(PUZZLE)]


def game(data, version=""):
    return f'<?xml version="1.0"?>\n<opensudoku{version}>\n<game data="{data}"/>\n</opensudoku>'


def played(version, notes):
    """A game of OpenSudoku in which the player put 4 into each empty cell."""
    cells = "".join(f"{mark}|{notes}0|" if mark != "0" else f"4|{notes}1|" for mark in ZEROS)
    return game(f"version: {version}\n{cells}", ' version="3"')


FORMS = {
    "lists of Python": str(LISTS),
    "lists of characters": json.dumps(CHARACTERS),
    "a list of texts": json.dumps(rows(PUZZLE)),
    "81 numbers": json.dumps([int(mark) for mark in ZEROS]),
    "None": str([[digit or None for digit in row] for row in LISTS]),
    "null": json.dumps([[digit or None for digit in row] for row in LISTS]),
    "an assignment": f"grid = {LISTS}",
    "an array of C": "int grid[9][9] = {\n"
    + ",\n".join("{" + ", ".join(map(str, row)) + "}" for row in LISTS)
    + "\n};",
    "an array of C with comments": "int g[9][9] = { /* hard */\n"
    + "\n".join("{" + ", ".join(map(str, row)) + "}, // row" for row in LISTS)
    + "\n};",
    "characters of C": "char g[9][10] = {" + ", ".join(f'"{row}"' for row in rows(PUZZLE)) + "};",
    "an array of Rust": f"let g: [[u8; 9]; 9] = [\n{str(LISTS)[1:-1]},\n];",
    "an array of Go": "board := [9][9]int{\n" + str(LISTS)[1:-1].translate(BRACES) + "\n}",
    "Kotlin": "val g = arrayOf(\n"
    + ",\n".join("intArrayOf(" + ", ".join(map(str, row)) + ")" for row in LISTS)
    + "\n)",
    "PHP": f"$g = {LISTS};",
    "Ruby": str([[digit or None for digit in row] for row in LISTS]).replace("None", "nil"),
    "a call of numpy": f"np.array({LISTS})",
    "numpy prints": str(LISTS).replace(",", "").replace("] [", "]\n ["),
    "numpy prints floats": str(floats(PUZZLE, "0."))
    .replace(".0", ".")
    .replace(",", "")
    .replace("'", ""),
    "Matlab": "A = [" + ";\n".join(" ".join(map(str, row)) for row in LISTS) + "];",
    "Prolog": str(LISTS).replace("0", "_"),
    "nan of numpy": str(floats(PUZZLE, "np.nan")).replace("'", ""),
    "an object": json.dumps({"puzzle": PUZZLE}),
    "an object with the solution first": json.dumps({"solution": SOLVED, "puzzle": PUZZLE}),
    "names that say nothing": json.dumps({"a": SOLVED, "b": PUZZLE, "level": "hard"}),
    "deep within": json.dumps({"new": {"grids": [{"value": LISTS, "solution": lists(SOLVED)}]}}),
    "a text": json.dumps(PUZZLE),
    "a text of nine lines": json.dumps({"p": "\n".join(rows(PUZZLE))}),
    "elements beside one another": f"<x><solution>{SOLVED}</solution><data>{PUZZLE}</data></x>",
    "a link of HTML": f'<a href="https://example.org/play/{PUZZLE}?x=1">this one</a>',
    "OpenSudoku": game(ZEROS),
    "OpenSudoku that names another encoding": game(ZEROS).replace(
        "?>", ' encoding="UTF-16" standalone="yes" ?>'
    ),
    "OpenSudoku 2": game(ZEROS, ' version="2"'),
    "OpenSudoku, played 1": played(1, "1,2,|"),
    "OpenSudoku, played 2": played(2, "3|"),
    "OpenSudoku, played 3": played(3, "3|0|"),
    "a program's sections": "\n".join(
        ["#ASomebody", "[Puzzle]", *rows(PUZZLE), "", "[State]", *rows(OTHER), ""]
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_puzzle(form):
    assert str(read_puzzle(FORMS[form], "test")) == PUZZLE


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([PUZZLE, OTHER]),
        json.dumps([{"puzzle": PUZZLE, "id": 1}, {"puzzle": OTHER, "id": 2}]),
        json.dumps({"solution": SOLVED, "puzzle": PUZZLE}) + "\n" + json.dumps({"puzzle": OTHER}),
        f'<x><game data="{PUZZLE}"/><game data="{OTHER}"/></x>',
        f"{LISTS}\n{OTHER}",
        json.dumps({"puzzle": {"0": PUZZLE, "1": OTHER}}),
        json.dumps(
            {"solution": {"0": SOLVED, "1": OTHER_SOLVED}, "puzzle": {"0": PUZZLE, "1": OTHER}},
            indent=1,
        ),
        json.dumps([[PUZZLE, SOLVED], [OTHER]]),
        json.dumps(
            {"puzzles": [LISTS, lists(OTHER)], "solutions": [lists(SOLVED), lists(OTHER_SOLVED)]}
        ),
        json.dumps({"p": {"g": PUZZLE}, "s": {"g": SOLVED}}) + f"\n{OTHER}",
        json.dumps({"quizzes": [PUZZLE, OTHER], "solutions": [SOLVED, OTHER_SOLVED]}),
        f"<x><p>{PUZZLE}</p><p>{OTHER}</p></x>",
    ],
)
def test_several_puzzles(text):
    assert [str(board) for board in read_puzzles(text.splitlines(), "p")] == [PUZZLE, OTHER]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (str([*LISTS[:3], LISTS[3][:8], [*LISTS[4], 1], *LISTS[5:]]), "p, line 1, row 4: 8 cells"),
        (str(LISTS[:8]), "p, line 1: 8 rows; a puzzle has 9"),
        (str(LISTS)[:-1], "p, line 1: is no complete list and no JSON; close its brackets"),
        (json.dumps({"puzzle": PUZZLE[1:], "solution": SOLVED}), "p, line 1, puzzle: 80 cells"),
        (
            json.dumps({"solution": SOLVED}),
            "p, line 1: solution is a solution; where is the puzzle?",
        ),
        (
            json.dumps({"a": PUZZLE, "b": OTHER}),
            "p, line 1: a and b have 81 cells each, some empty",
        ),
        (json.dumps({n: dict(enumerate(row)) for n, row in enumerate(LISTS)}), "p, line 1: has no"),
        (f"<x><solution>{SOLVED}</solution></x>", "p, line 1, x: solution is a solution"),
        (json.dumps({"a": 1}), "p, line 1: has no puzzle"),
        (json.dumps([PUZZLE, "lost"]), "p, line 1, item 2: is no puzzle"),
        ("[" * 3000 + "]" * 3000, "p, line 1: "),
        (game(ZEROS[1:]), "p, line 1, opensudoku, game 1: 80 cells"),
        (game("version: 9 1|0|"), "p, line 1, opensudoku, game 1: is no game of version 9"),
        ("<opensudoku>", "p, line 1: is no XML that can be read"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "p, line 1: has a document type definition"),
        ("[State]\n" + PUZZLE, "p: there is no puzzle"),
    ],
)
def test_what_is_no_puzzle_is_refused_whole(text, says):
    with pytest.raises(PuzzleError) as error:
        read_puzzle(text, "p")
    assert str(error.value).startswith(says)
    assert "\n" not in str(error.value)
