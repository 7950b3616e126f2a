"""What a file says beside a board: another order of the cells, other rules, or nothing of both."""

import json
from typing import Any

import pytest

from tests.helpers.boards import CODES, OTHER, PUZZLE, SOLVED, ZEROS, lists, read, rows

LISTS = lists(PUZZLE)
TURNED = [list(row) for row in zip(*LISTS, strict=True)]
LINES = "\n".join(rows(PUZZLE))
MASK = "".join("0" if mark == "." else "1" for mark in PUZZLE)
MAP = "111222333111222333114225336144255366444555666447558669477588699777888999777888999"
MAPPED = [[int(digit) for digit in MAP[at : at + 9]] for at in range(0, 81, 9)]
SPACED = " ".join(PUZZLE)
WRONG = f"{SOLVED[1]}{SOLVED[0]}{SOLVED[2:]}"


def said(**values):
    return json.dumps(values)


HARMLESS = {
    "a level and a title": said(puzzle=PUZZLE, level="hard", title="Box of tricks", id=3),
    "an author and a date": said(puzzle=PUZZLE, author="Killer Joe", created="2024-01-01"),
    "rows": said(type="rows", board=LISTS),
    "the plain kind": said(type="classic", size=9, columns=9, rows=9, box="3x3", board=LISTS),
    "what is off": said(puzzle=PUZZLE, transpose=False, cages=[], variant=None, diagonal=0),
    "what is plain": said(
        puzzle=PUZZLE, row=0, rowMajor=True, classic=True, plain=None, hard=False
    ),
    "more about it": said(puzzle=PUZZLE, meta={"seed": 12, "tags": ["easy", "new"]}),
    "a technique": said(puzzle=PUZZLE, needs="x_wing", technique="Box/line reduction"),
    "what a generator says": said(
        puzzle=PUZZLE, symmetry="diagonal", techniques={"box_line": True}, region="EU"
    ),
    "81 letters": said(puzzle=PUZZLE, about="words of a puzzle ".ljust(81, "s")),
    "a program above": f"CellCol = Int(Rnd * 3) + GridCol\nCount(Columns(c)) = 0\n{LINES}",
    "how it is printed": said(
        puzzle=PUZZLE, orientation="portrait", layout="grid", steps=["row 3", "column 5"]
    ),
    "counts of techniques": f"Puzzle,Box/Line Intersections,Difficulty,\n{PUZZLE},3,Easy,",
    "a link": said(puzzle=PUZZLE, url="https://example.org/boxes?order=columns"),
    "two texts of one board": said(
        initial_board=PUZZLE,
        shown="\n".join(" ".join(row) for row in rows(PUZZLE)),
        solution=SOLVED,
        rules="Each row, column, and 3x3 subgrid must contain all digits from 1 to 9 once.",
    ),
    "a solution in nine parts": said(
        solution=" ".join(rows(SOLVED)), puzzle=" ".join(rows(PUZZLE)), level="hard"
    ),
    "a table as pandas splits it": said(columns=["puzzle"], index=[0], data=[[PUZZLE]]),
    "more lists": said(tags=["easy", "new"], grids=[PUZZLE]),
    "a title with a technique": f"X-wing Sudoku 12\n# x: 3\n{LINES}",
    "lines above": f"Source: a book\nType: easy\nNormal sudoku rules apply\n{LINES}",
    "columns of CSV": f"id,puzzle,type,technique\n1,{PUZZLE},classic,box line",
    "a question": f"https://example.org/play?type=classic&bd={ZEROS}&level=3",
    "attributes": f'<game level="hard" type="classic" data="{ZEROS}"/>',
    "looks": said(puzzle=PUZZLE, theme="boxes", style={"columns": "red"}, font={"size": 16}),
    "tags": said(puzzle=PUZZLE, tags=["easy", "diagonal symmetry", "skyscraper"]),
    "variants in columns that are off": f"id,killer,puzzle,diagonal\n1,0,{PUZZLE},false",
    "a code of letters": said(puzzle=PUZZLE, id="ABCDEFGHI", name="Nightmare"),
    "a list of banks": json.dumps([f"00aa {PUZZLE} 5.4"]),
}

ANOTHER = {
    "boxes first": (
        said(type="nonets", board=LISTS),
        "p, line 1: type is 'nonets'; write the cells row by row, leave type out",
    ),
    "columns first": (said(type="columns", board=TURNED), "p, line 1: type is 'columns'; write"),
    "an order": (said(order="column-major", board=TURNED), "p, line 1: order is 'column-major'"),
    "transposed": (said(isTransposed=True, board=TURNED), "p, line 1: isTransposed is True"),
    "rotated": (said(rotation=90, board=TURNED), "p, line 1: rotation is 90"),
    "a name": (said(columns=TURNED), "p, line 1: columns may be another order of the cells"),
    "a name above": (said(boxes=[PUZZLE]), "p, line 1: boxes may be another order"),
    "around several": (
        said(order="columns", puzzles=[PUZZLE]),
        "p, line 1, puzzles, item 1: order is 'columns'",
    ),
    "in an object beside it": (
        said(meta={"layout": "boxes"}, puzzles=[PUZZLE]),
        "p, line 1: meta.layout is 'boxes'",
    ),
    "a word that nobody knows": (
        said(board=[[5, 3, 0, 5, 0, 0, 0, 0, 0], *LISTS[1:]], art="Kasten"),
        "p, line 1: row 1 has 5 twice; does art say that the cells stand in another order?",
    ),
    "a killer": (
        said(variant="killer", board=LISTS),
        "p, line 1: variant is 'killer'; only plain Sudoku is read; if it is that, leave variant",
    ),
    "cages": (said(board=LISTS, cages=[{"sum": 3, "cells": [1, 2]}]), "p, line 1: cages is "),
    "cages of numbers": (said(board=LISTS, cages=[[0, 1], [2, 3]]), "p, line 1: cages is [[0, 1]"),
    "lines of numbers": (
        said(board=LISTS, constraints={"thermos": [[[0, 0], [0, 1]]]}),
        "p, line 1: constraints.thermos is [[[0, 0], [0, 1]]]; only plain Sudoku is read",
    ),
    "a shape": (said(board=LISTS, shape="jigsaw"), "p, line 1: shape is 'jigsaw'; only plain"),
    "not row by row": (said(board=TURNED, rowMajor=False), "p, line 1: rowMajor is False; write"),
    "not by rows": (said(board=TURNED, by_row="no"), "p, line 1: by_row is 'no'; write the cells"),
    "no classic": (said(board=LISTS, isClassic=False), "p, line 1: isClassic is False; only plain"),
    "constraints": (said(board=LISTS, constraints=["diagonal"]), "p, line 1: constraints is "),
    "constraints in an object": (
        said(board=LISTS, constraints={"diagonal": True}),
        "p, line 1: constraints.diagonal is True",
    ),
    "X": (said(board=LISTS, type="x"), "p, line 1: type is 'x'; only plain Sudoku is read"),
    "a title of a kind": (said(board=LISTS, title="X-Sudoku 12"), "p, line 1: title is 'X-Sud"),
    "rules in words": (
        said(board=LISTS, rules="Normal sudoku rules apply, and no cage repeats a digit."),
        "p, line 1: rules is 'Normal",
    ),
    "a mask": (said(puzzle=SOLVED, mask=MASK), "p, line 1: mask has 81 cells with empty ones, too"),
    "a mask of the solution": (
        said(solution=SOLVED, mask=MASK),
        "p, line 1: of solution and mask the puzzle is no puzzle: row 1 has 1 5 times",
    ),
    "one of nine for each cell": (
        json.dumps([[[int(d == n) for n in range(1, 10)] for d in row] for row in LISTS]),
        "p, line 1, item 1: has no other digit than 1",
    ),
    "a name twice": (
        f'{{"puzzle": "{OTHER}", "puzzle": "{PUZZLE}"}}',
        "p, line 1: puzzle stands twice in an object",
    ),
    "a call": (f"np.transpose({TURNED})", "p, line 1: transpose may be another order"),
    "a variable": (f"columns = {TURNED}", "p, line 1: columns may be another order"),
    "a list of YAML": (
        "type: nonets\nboard:\n" + "\n".join(f"  - '{row}'" for row in rows(PUZZLE)),
        "p, line 1: type is 'nonets'",
    ),
    "TOML": (f'order = "columns"\npuzzle = """\n{LINES}\n"""', "p, line 1: order is 'columns'"),
    "a line above a list": (f"layout: boxes\ngrid = {LISTS}", "p, line 1: layout is 'boxes'"),
    "a comment above": (f"# order: columns\n# by me\n{LINES}", "p, line 1: order is 'columns'"),
    "X is on": (said(x=True, board=LISTS), "p, line 1: x is True; only plain Sudoku is read"),
    "a name twice in Python": (
        f"{{'puzzle': '{OTHER}', 'puzzle': '{PUZZLE}'}}",
        "p, line 1: 'puzzle' stands twice in an object",
    ),
    "a title above": (f"Killer Sudoku\n{LINES}", "p, line 1: the text is 'Killer Sudoku'"),
    "a column of CSV": (
        f"id,puzzle,type\n1,{PUZZLE},columns",
        "p, line 2: type is 'columns'; write the cells row by row",
    ),
    "a link": (
        f"https://example.org/play?variant=killer&bd={ZEROS}",
        "p, line 1: variant is 'killer'; only plain Sudoku is read",
    ),
    "an attribute": (
        f'<game type="columns" data="{ZEROS}"/>',
        "p, line 1, game: type is 'columns'",
    ),
    "a tag": (said(puzzle=PUZZLE, tags=["easy", "Killer"]), "p, line 1: tags is 'Killer'; only"),
    "a note": (said(puzzle=PUZZLE, note="Columns first"), "p, line 1: note is 'Columns first'; wr"),
    "a list of variants": (said(puzzle=PUZZLE, variants=["Nori"]), "p, line 1: variants is 'Nori'"),
    "YAML of tags": (f"tags: hard, jigsaw\npuzzle: {PUZZLE}", "p, line 1: tags is 'hard, jigsaw'"),
    "a name of a kind": (
        said(killer_puzzle=PUZZLE),
        "p, line 1: the name is 'killer_puzzle'; only",
    ),
    "a variable of a kind": (f"jigsaw = {LISTS}", "p, line 1: the name is 'jigsaw = '; only plain"),
    "a column of a kind": (
        f"id,jigsaw puzzle\n1,{PUZZLE}",
        "p, line 2: the name is 'jigsaw puzzle'",
    ),
    "a column with such a name": (
        f"id,transposed\n1,{PUZZLE}",
        "p, line 2: transposed may be another order of the cells",
    ),
    "an attribute around it": (
        f'<games order="columns"><game data="{ZEROS}"/></games>',
        "p, line 1, games, game 1: order is 'columns'",
    ),
}

STATEMENTS = (
    """\
Columns:|Box by box|column by column|transposed|Transposed grid|Boxes first|Column-major order
read from right to left|cells in column order|rotated by 90 degrees|Mirrored (easy)|nonets
# Columns|## transposed|Order: transposed
digits 0-8|Digits from 0 to 8|Digits: 0..8|zero-based|base: 0|Offset: 1
Jigsaw|Killer|Windoku|Sudoku X|Sudoku-X 12|Daily Killer|Hard Killer No. 12|Even/Odd|Anti-Knight
**Killer** (hard)|== Windoku ==|[Killer]|# Killer|Center dot|Squiggly|Puzzle 3: Jigsaw!
Type: Squiggly|Puzzle type: Nonomino|type = "Sudoku X"|variant: Thermo|size 16|Grid 16x16
upside down|each box on a line|columns, not rows|digits start at 0|Monday Killer|diagonal (X)
Non-consecutive|Renban lines|NRC Sudoku|Sumdoku|Offset Sudoku|Chain Sudoku 4|Parity Sudoku
Queen Sudoku|Antiknight|Anti-diagonal|Untouchable|The grid below is transposed.|This is a killer.
Given column by column|Digits 0-8 are used|Both main diagonals must contain 1-9
# This puzzle is given box by box|Here each box is on a line
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

TITLES = (
    """\
Puzzle 12 (hard)|Grid 01|Sudoku 3 - diabolical|# top95|Monday, 2024-01-05|Easter Monster
The Boxer's Sudoku|Classic Sudoku|Row by row|Left to right, top to bottom|Sudoku 9x9
Killer Joe's first puzzle|Sudoku X-wing|Box/Line|Box/Line reduction
Naked pair in column 5|Box 3 has a naked pair|A box of chocolates
Each row, column and box|Rows, columns and boxes: 1 to 9|Code 0 8 2 0 8 2|The cells from 0 to 80
Type: Sudoku|Type: very hard|Puzzle type: classic|Digits 1-9|size: 9|base: 3|Level 5|Offset: 0
Each column must contain all digits|Every box has 1-9|This one is hard|The one below is for Anna
Queen of the Boxes|Chain reaction|All columns have one 5|Parity|Column by Jane Doe
Symmetry: diagonal|Diagonal symmetry|Skyscraper|Puzzle X|Theme: boxes|Technique: column
""".replace("\n", "|")
    .strip("|")
    .split("|")
)

REFUSED: dict[str, list[dict[str, Any]]] = {
    "only plain Sudoku is read; if it is that": [
        *(
            {"type": kind}
            for kind in ("Nonomino", "Squiggly", "Sudoku X", "16x16", "Wolkenkratzer")
        ),
        {"puzzleType": "Quadratum"},
        {"Game kind": "chess"},
        {"genre": "Tectonic"},
        {"rules": "chess"},
        {"meta": {"type": "Latin"}},
        {"variant": True},
        {"title": "Jigsaw 12"},
        *({"size": size} for size in (16, "16", "6x6", "4.0", [16, 16])),
        {"boxSize": "2x3"},
    ],
    "write the digits 1 to 9": [
        *({"digits": digits} for digits in ("0-8", "012345678", "A-I", 8, list(range(9)))),
        {"symbols": "abcdefghi"},
        {"base": 0},
        {"base": "0"},
        {"indexBase": 0},
        {"first_digit": 0},
        {"zeroBased": True},
        {"offset": 1},
    ],
    "write the cells row by row": [
        {"type": "transposed"},
        {"order": "Fortran"},
        {"reading_order": "top to bottom"},
        *({"axis": axis} for axis in (1, "columns", "x")),
        {"axes": "xy"},
        {"indexing": "ij"},
    ],
}

PLAIN: list[dict[str, Any]] = [
    *({"type": kind} for kind in ("sudoku", "Classic Sudoku", "9x9", "easy", "Very Hard", 3, "3")),
    {"kind": "normal", "variants": ["classic"], "genre": "standard", "ruleset": "vanilla"},
    {"variant": None, "type": "none", "variants": []},
    *({"size": size} for size in (9, "9", "9.0", "9x9", "3x3", 81, 3, [9, 9], "large")),
    *({"digits": digits} for digits in ("1-9", "123456789", 9, list(range(1, 10)), "1 to 9")),
    {"base": 3, "offset": 0, "zero_based": False, "index": 0, "base_url": "/x"},
    {"fontSize": 16, "fileType": "json", "contentType": "text/plain", "theme": {"size": 16}},
    {"rules": ["row", "column", "box"], "constraints": ["rows", "boxes"]},
    {"title": "An even harder Sudoku", "source": "Killer Joe", "name": "Odd one out"},
    {"axis": 0, "indexing": "row-major", "axes": "rows"},
    {"order": "row-major", "orientation": "landscape", "mode": "timed"},
]

NO_SOLUTION = {
    "a map in lists": (said(puzzle=PUZZLE, areas=MAPPED), "p, line 1: areas has 81 digits, and is"),
    "a map as a text": (said(puzzle=PUZZLE, map=MAP), "p, line 1: map has 81 digits, and is no"),
    "a table": (f"puzzle,regions\n{PUZZLE},{MAP}", "p, line 2: regions (field 2) has 81 digits"),
    "the next line of a table": (
        f"puzzle,solution\n{PUZZLE},{SOLVED}\n{PUZZLE},{WRONG}",
        "p, line 3: field 2 has 81 digits, and is no solution of the puzzle: column 1 has ",
    ),
    "XML": (
        f"<game><puzzle>{PUZZLE}</puzzle><regions>{MAP}</regions></game>",
        "p, line 1, game: regions has 81 digits",
    ),
    "one line": (f"{PUZZLE} {MAP}", "p, line 1: (field 2) has 81 digits, and is no solution"),
    "spaces between": (f"{SPACED},{MAP}", "p, line 1: what follows has 81 digits"),
    "spaces between both": (f"{SPACED};{' '.join(MAP)}", "p, line 1: what follows has 81 digits"),
    "a solution of another puzzle": (
        said(puzzle=PUZZLE, solution=SOLVED.translate(str.maketrans("12", "21"))),
        "p, line 1: solution has 81 digits, and is no solution of the puzzle: it has other digits",
    ),
}


@pytest.mark.parametrize("case", HARMLESS)
def test_what_changes_no_cell_is_left_alone(case):
    assert read(HARMLESS[case]) == ([PUZZLE], [])


@pytest.mark.parametrize("case", ANOTHER)
def test_cells_of_another_puzzle_are_refused(case):
    text, message = ANOTHER[case]
    boards, wrong = read(text)
    assert boards == []
    assert wrong[0].startswith(message)
    assert "\n" not in wrong[0]


def test_a_line_of_nothing_but_such_words_is_a_statement():
    """The first line is refused, above a grid and above one line, and named."""
    for line in STATEMENTS:
        for cells in (LINES, PUZZLE):
            boards, wrong = read(f"{line}\n{cells}")
            assert boards == [], line
            assert wrong[0].startswith("p, line 1: "), line
            assert " out" in wrong[0], line
            assert "\n" not in wrong[0], line


def test_other_words_are_a_title():
    for line in TITLES:
        assert read(f"{line}\n{LINES}") == ([PUZZLE], []), line


NAMES_OF_PARTS = ["squares", "regions", "houses", "quadrants", "sectors", "chutes", "units", "b"]

NAMES_OF_ROWS = [
    *("rows", "grid", "newBoard", "puzzle_1", "cells", "sudoku", "value", "data", "clues", "12"),
    *("givens", "matrix", "unsolved", "startingNumbers", "question", "puzzleInput", "easy"),
]


def test_nine_parts_are_rows_where_their_name_may_be_that_of_rows():
    for name in NAMES_OF_PARTS:
        for board in (LISTS, rows(PUZZLE), " ".join(rows(PUZZLE))):
            for text in (said(**{name: board}), said(game={name: board}, level="hard")):
                boards, wrong = read(text)
                assert boards == [], text
                (message,) = wrong
                assert name in message
                assert "write the" in message
        assert read(f"<x><{name}>{' '.join(rows(PUZZLE))}</{name}></x>")[0] == []
    for name in NAMES_OF_ROWS:
        assert read(said(**{name: LISTS})) == ([PUZZLE], []), name
    assert read(said(chutes=PUZZLE)) == ([PUZZLE], [])


GIVENS = [at for at, mark in enumerate(PUZZLE) if mark != "."]


@pytest.mark.parametrize("name", ["givens", "what"])
@pytest.mark.parametrize(
    "cells",
    [
        GIVENS,
        GIVENS[:2],
        [divmod(at, 9) for at in GIVENS],
        [f"r{at // 9 + 1}c{at % 9 + 1}" for at in GIVENS],
        ["A1", "B7"],
        " ".join(map(str, GIVENS)),
        "0, 1, 4, 9",
        {"0": True, "4": True},
        {"cells": GIVENS},
    ],
)
def test_a_full_board_beside_a_list_of_cells_is_no_puzzle(name, cells):
    boards, wrong = read(said(puzzle=SOLVED, **{name: cells}))
    assert boards == []
    assert wrong[0].startswith(f"p, line 1: no cell is empty; does {name}")
    assert read(said(puzzle=PUZZLE, **{name: cells})) == ([PUZZLE], [])
    assert read(said(puzzle=SOLVED, tags=["easy", "new"], id=12)) == ([SOLVED], [])


ON_THE_LINE = [
    *(f"{said}: {{}}" for said in ("killer", "columns", "transposed", "Sudoku X")),
    *("{},killer", "killer,{}", "3,{},box by box", "{} # killer", "{} X-Sudoku", "anti-knight {}"),
    *("Guardian 12 {} killer", "{} # Guardian # box by box", "no=7 {} type=killer"),
    *("#DKiller Sudoku\n{}", "#TKiller\n{}", "#D column by column\n{}", "#Dtransposed\n{}"),
    *(
        f"https://example.org/{path}"
        for path in (
            *("jigsaw.htm?bd={}", "killersudoku.aspx?p={}", "sudokux.htm?bd={}", "{}/killer"),
            *("Windoku.aspx?bd={}", "transposed/?p={}", "anti-knight/{}", "a#order=columns&p={}"),
        )
    ),
]

HARMLESS_ON_THE_LINE = [
    *("{},hard", "hard: {}", "{} # box of tricks", "7,{},Killer Joe", "{} # Easter Monster ED=7.2"),
    *("#DA killer of an hour\n{}", "#AAndrew Box\n{}", "#LHard\n{}", "00aa {} 5.4 box/line"),
    *(
        f"https://example.org/{path}"
        for path in ("sudoku.htm?bd={}", "dailysudoku/12?p={}", "killer-joe/play.php?a=1&p={}")
    ),
]


def test_words_on_the_line_of_a_puzzle_are_judged_as_those_above_it():
    (*_, coded) = CODES
    for line in ON_THE_LINE:
        for cells in (PUZZLE, ZEROS, coded.partition("=")[2]):
            boards, wrong = read(line.format(cells))
            assert boards == [], line
            assert wrong[0].startswith("p, line "), line
            assert " out" in wrong[0], line
    for line in HARMLESS_ON_THE_LINE:
        assert read(line.format(PUZZLE)) == ([PUZZLE], []), line


def test_names_with_values_that_are_not_known_as_plain():
    for remedy, values in REFUSED.items():
        for value in values:
            boards, (wrong, *_) = read(said(puzzle=PUZZLE, **value))
            assert boards == [], value
            assert f"; {remedy}, leave " in wrong, value


def test_names_with_plain_values():
    for values in PLAIN:
        assert read(said(puzzle=PUZZLE, **values)) == ([PUZZLE], []), values


@pytest.mark.parametrize("drawn", [MAP, MAP.translate(str.maketrans("123456789", "012345678"))])
def test_a_map_of_regions_is_no_puzzle(drawn):
    grid = "\n".join(rows(drawn))
    for text in (
        f"{PUZZLE}\n{drawn}",
        f"{drawn}\n{PUZZLE}",
        f"{LINES}\n\n{grid}",
        json.dumps([PUZZLE, drawn]),
    ):
        boards, wrong = read(text)
        assert boards == [PUZZLE], text
        assert len(wrong) == 1, text
        assert "equal digits touch, as in a map of regions; only plain Sudoku is read" in wrong[0]


def test_a_map_of_letters_is_one_line():
    letters = MAP.translate(str.maketrans("123456789", "ABCDEFGHI"))
    for text in (letters, "\n".join(rows(letters)), letters.lower()):
        boards, wrong = read(f"{LINES}\n\n{text}")
        assert boards == [PUZZLE]
        assert len(wrong) == 1
        assert wrong[0].startswith(f"p, line 11: the text is '{text[:9]}")
        assert read(f"{text}\n\n{LINES}")[0] == []


@pytest.mark.parametrize("case", NO_SOLUTION)
def test_a_full_board_beside_a_puzzle_solves_it(case):
    text, message = NO_SOLUTION[case]
    boards, wrong = read(text)
    assert boards == [PUZZLE] * text.count(SOLVED)
    assert wrong[0].startswith(message)
    assert "\n" not in wrong[0]


def test_a_text_is_about_the_puzzles_below_it_only():
    text = f"Killer Sudoku\n{LINES}\n\nAn easy one\n" + "\n".join(rows(OTHER))
    boards, wrong = read(text)
    assert boards == [OTHER]
    assert len(wrong) == 1
