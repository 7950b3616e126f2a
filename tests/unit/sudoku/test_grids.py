"""Nine lines as people write them, and rows of which nobody knows which puzzle they are."""

import pytest

from tests.helpers.boards import OTHER, PUZZLE, floats, framed, lists, rows
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.reading import read_puzzle, read_puzzles
from xlbuilder.sudoku.text import text_lines

ROWS = rows(PUZZLE)

NUMBERS = "    1 2 3   4 5 6   7 8 9"


def marked(mark, between=""):
    return "\n".join(between.join(row.replace(".", mark)) for row in ROWS)


def labeled(labels, above):
    return "\n".join([above, *(f"{a} {b}" for a, b in zip(labels, framed(PUZZLE), strict=True))])


def ruled(rule, lines):
    return "\n".join([rule, *lines[:3], rule, *lines[3:6], rule, *lines[6:], rule])


MARKS = {
    f"{mark} {len(between)}": marked(mark, between) for mark in "-xX?·•" for between in ("", " ")
}

FORMS = {
    **MARKS,
    "dashes and walls": "\n".join(framed(PUZZLE.replace(".", "-"))),
    "dashes and rules": ruled("-" * 9, [row.replace(".", "-") for row in ROWS]).replace(
        "---------\n", "---+---+---\n"
    ),
    "en dashes for empty cells": marked("\N{EN DASH}"),
    "rules of en dashes": ruled("\N{EN DASH}" * 9, ROWS),
    "rules of underscores": ruled("_" * 25, framed(PUZZLE)),
    "box characters": ruled("╠═══╬═══╬═══╣", framed(PUZZLE.replace(".", " "), "║")),
    "numbers above": "\n".join([NUMBERS, *framed(PUZZLE)]),
    "numbers above, and no walls": "\n".join(["123456789", *ROWS]),
    "letters above, numbers before": labeled("123456789", "    A B C   D E F   G H I"),
    "numbers above, letters before": labeled("ABCDEFGHI", NUMBERS),
    "names above CSV": "\n".join(
        [",".join(f"c{n}" for n in range(1, 10)), *(",".join(r.replace(".", "0")) for r in ROWS)]
    ),
    "a table of Markdown": "\n".join(
        [
            "|" + "|".join("123456789") + "|",
            "|" + "---|" * 9,
            *("|" + "|".join(f" {mark} " for mark in row.replace(".", " ")) + "|" for row in ROWS),
        ]
    ),
    "numbers before packed rows": "\n".join(f"{at}: {row}" for at, row in enumerate(ROWS, 1)),
    "numbers of pandas": "\n".join(",".join(row) for row in floats(PUZZLE, "NaN")),
    "a table that pandas wrote": "\n".join(
        [
            ",0,1,2,3,4,5,6,7,8",
            *(f"{number},{','.join(row)}" for number, row in enumerate(floats(PUZZLE, ""))),
        ]
    ),
    "a table that pandas prints": "\n".join(
        [
            "     0    1    2    3    4    5    6    7    8",
            *(f"{number}  {'  '.join(row)}" for number, row in enumerate(floats(PUZZLE, "NaN"))),
        ]
    ),
    "lists without the one around them": "\n".join(f"{row}," for row in lists(PUZZLE)),
    "texts of a program": "\n".join(f"'{row}'," for row in ROWS),
    "text above and below": "\n".join(
        ["A hard one", "", *ROWS, "", " Simple Sudoku", "  Version 4.2n"]
    ),
    "walls between all cells": "\n---+---+---\n".join(
        " | ".join(row.replace(".", " ")) for row in ROWS
    ),
    "a list of YAML": "puzzle:\n" + "\n".join(f'  - "{row}"' for row in ROWS),
    "three and three lines": "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6)),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_puzzle(form):
    assert str(read_puzzle(FORMS[form], "test")) == PUZZLE


def read(text):
    """Return the puzzles of a corpus, and what is wrong with its lines."""
    wrong: list[PuzzleError] = []
    try:
        return [str(board) for board in read_puzzles(text_lines(text), "p", wrong.append)], wrong
    except PuzzleError as error:
        return [], [*wrong, error]


def test_a_row_of_nine_dashes_is_a_row_where_dashes_are_empty_cells():
    line = "-" * 9 + OTHER[9:].replace(".", "-")
    assert str(read_puzzle("\n".join(rows(line)), "p")) == "." * 9 + OTHER[9:]
    assert read("\n".join(["-" * 9, *ROWS[1:]]))[0] == []


def test_puzzles_below_one_another_with_and_without_names():
    text = "\n".join(["Grid 01", *ROWS, "Grid 02", *rows(OTHER), *ROWS, "", *rows(OTHER)])
    assert read(text) == ([PUZZLE, OTHER, PUZZLE, OTHER], [])


DOUBT = {
    "a row is lost": ([*ROWS[:4], *ROWS[5:], *rows(OTHER)], "p, lines 1 to 17: 17 rows"),
    "a row too many": ([*ROWS, OTHER[:9]], "p, lines 1 to 10: 10 rows are no puzzles"),
    "rows shifted across a blank line": ([*ROWS[:4], "", *ROWS[4:]], "p, line 4: the puzzle ends"),
    "text within": ([*ROWS[:4], "hello there", *ROWS[4:]], "p, line 4: the puzzle ends after 4"),
    "a damaged row": ([*ROWS[:4], "?!", *ROWS[5:], *rows(OTHER)], "p, line 5: 1 cells"),
    "numbers above eight rows": ([NUMBERS, *framed(PUZZLE)[:8]], "p, line 1: is it a row, or the"),
    "numbers like a row": (["1 2 3 4 5 6 7 8 9", *map(" ".join, ROWS[:8])], "p, line 1: is it a"),
    "a number above eight rows": (
        ["202401311", *ROWS[:8]],
        "p, line 1: the other rows have another mark for an empty cell; is this a row?",
    ),
    "numbers below eight rows": (
        [*ROWS[:8], "123456789"],
        "p, line 9: is it a row, or the numbers of the columns?",
    ),
    "numbers above each of nine puzzles": (
        [line for n in range(9) for line in (f"10000000{n}", *ROWS)],
        "p, line 1: . and 0 are marks of one puzzle",
    ),
    "a row that moved to the next puzzle": (
        [*ROWS[:8], *ROWS, OTHER[9:18]],
        "p, line 1: column 2 has 8 twice in the nine rows from here; is a row missing",
    ),
    "numbers above eight rows of CSV": (
        ["0,1,2,3,4,5,6,7,8", *(",".join(row.replace(".", "0")) for row in ROWS[:8])],
        "p, line 1: is it a row, or the numbers of the columns?",
    ),
    "numbers before the rows, one is missing": (
        [f"{n} {' '.join(row)}" for n, row in zip("124567893", ROWS, strict=True)],
        "p, line 1: 10 cells; a row has 9",
    ),
    "two rows between rules": (
        [*ROWS[:2], "---+---", *ROWS[2:6], "---+---", *ROWS[6:]],
        "p, line 1: 2 rows between two rules",
    ),
    "a band lost a row": (
        [*ROWS[:3], "", *ROWS[3:5], "", *ROWS[6:], "", *rows(OTHER)[:3]],
        "p, line 6: the puzzle ends after 5 of 9",
    ),
    "x beside dots": (["x" + ROWS[0][1:], *ROWS[1:]], "p, line 1, character 1: 'x' is neither"),
    "dashes in one row": (
        [ROWS[0].replace(".", "-"), *ROWS[1:]],
        "p, line 1, character 1: '-' is neither",
    ),
}


@pytest.mark.parametrize("case", DOUBT)
def test_rows_in_doubt_are_refused_together(case):
    lines, message = DOUBT[case]
    boards, wrong = read("\n".join(lines))
    assert boards == []
    assert str(wrong[0]).startswith(message)


def test_a_corpus_that_lost_rows_goes_on_with_the_next_puzzle_that_is_whole():
    parts = [ROWS[:8], rows(OTHER), ROWS[1:], rows(OTHER)]
    boards, wrong = read("\n\n".join("\n".join(part) for part in parts))
    assert boards == [OTHER, OTHER]
    assert [str(error).split(":")[0] for error in wrong] == ["p, line 8", "p, line 27"]
