"""Every form in which people have puzzles, and one clear line for what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzle, read_puzzles

LINE = ".82..39.5...57.638..5..9..22.8..........85..4.3.26..8...63.72...7..268..5..4.8..."
LINE_SOLVED = "782643915149572638365819472258734196617985324934261587896357241473126859521498763"

ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]

DRAWN = """
+-------+-------+-------+
| . 8 2 | . . 3 | 9 . 5 |
| . . . | 5 7 . | 6 3 8 |
| . . 5 | . . 9 | . . 2 |
+-------+-------+-------+
| 2 . 8 | . . . | . . . |
| . . . | . 8 5 | . . 4 |
| . 3 . | 2 6 . | . 8 . |
+-------+-------+-------+
| . . 6 | 3 . 7 | 2 . . |
| . 7 . | . 2 6 | 8 . . |
| 5 . . | 4 . 8 | . . . |
+-------+-------+-------+
"""


def spaced(width_of_cell):
    gap = " " * (width_of_cell - 1)
    return "\n".join(gap.join(row.replace(".", " ")) for row in ROWS)


FORMS = {
    "dots": LINE,
    "zeros": LINE.replace(".", "0"),
    "stars": LINE.replace(".", "*"),
    "underscores": LINE.replace(".", "_"),
    "spaces": LINE.replace(".", " "),
    "dashes": LINE.replace(".", "-"),
    "blanks between": " ".join(LINE),
    "blanks between rows": " ".join(ROWS),
    "solution behind": LINE + "," + LINE_SOLVED,
    "rating behind": LINE + " 1.2",
    "spaces, solution behind": LINE.replace(".", " ") + ";" + LINE_SOLVED,
    "no-break spaces between": "\xa0".join(LINE),
    "81 fields and a separator": ",".join(LINE.replace(".", "0")) + ",",
    "comment above": "# easy\n" + LINE,
    "windows": LINE + "\r\n",
    "byte order mark": "\ufeff" + LINE,
    "81 fields": ",".join(LINE.replace(".", "0")),
    "nine lines": "\n".join(ROWS),
    "nine lines of spaces": "\n".join(ROWS).replace(".", " "),
    "nine lines, ends cut off": "\n".join(r.replace(".", " ").rstrip().ljust(3) for r in ROWS),
    "nine lines, blank lines between": "\n\n".join(ROWS),
    "nine lines, blanks between": "\n".join(" ".join(row) for row in ROWS),
    "drawn": DRAWN,
    "drawn with spaces": DRAWN.replace(".", " "),
    "drawn closely": "\n".join("|".join(r[i : i + 3] for i in (0, 3, 6)) for r in ROWS),
    "drawn with box characters": DRAWN.replace("|", "│").replace("-", "─").replace("+", "┼"),
    "csv with zeros": "\n".join(",".join(row.replace(".", "0")) for row in ROWS),
    "csv with nothing": "\n".join(",".join("" if m == "." else m for m in row) for row in ROWS),
    "csv with semicolons": "\n".join(";".join("" if m == "." else m for m in r) for r in ROWS),
    "csv with quotes": "\n".join(",".join(f'"{m}"' for m in r.replace(".", "0")) for r in ROWS),
    "pasted from a sheet": "\n".join("\t".join("" if m == "." else m for m in r) for r in ROWS),
    "stretched with spaces": spaced(2),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_puzzle(form):
    assert str(read_puzzle(FORMS[form], "test")) == LINE


def test_many_puzzles_in_mixed_forms_are_streamed():
    lines = iter([LINE, "", "# two", *DRAWN.splitlines(), LINE.replace(".", "0")])
    stream = read_puzzles(lines, "test")
    assert str(next(stream)) == LINE
    assert next(lines) == ""  # no line was read ahead
    assert [str(board) for board in stream] == [LINE, LINE]


@given(st.lists(st.integers(0, 9), min_size=81, max_size=81), st.sampled_from(".0*_ -"))
def test_any_board_in_one_line(digits, mark):
    text = "".join(str(digit) if digit else mark for digit in digits)
    assert read_puzzle(text, "test").digits == tuple(digits)


@given(st.text(max_size=200))
def test_any_text_is_a_board_or_a_puzzle_error(text):
    try:
        assert isinstance(read_puzzle(text, "test"), Board)
    except PuzzleError as error:
        assert str(error).startswith("test")


BAD = {
    "80 characters": (LINE[:80], "test, line 1: 80 cells; a puzzle has 81"),
    "82 characters": (LINE + ".", "test, line 1: 82 cells; a puzzle has 81"),
    "a letter": (LINE[:16] + "x" + LINE[17:], "test, line 1, character 17: 'x' is neither"),
    "ten in a field": (
        FORMS["csv with zeros"].replace("0,8,2", "10,8,2"),
        "test, line 1, field 1: '10' is not a digit from 1 to 9",
    ),
    "ten among blanks": (
        FORMS["nine lines, blanks between"].replace(". 8 2", "10 8 2"),
        "test, line 1, field 1: '10' is not a digit from 1 to 9",
    ),
    "eight fields": (
        FORMS["csv with zeros"].replace("0,8,2", "8,2"),
        "line 1: 8 fields; a row has 9",
    ),
    "82 fields, the last one blank": (
        ",".join("" if mark == "." else mark for mark in LINE) + ",",
        "test, line 1: 82 fields; a puzzle has 81",
    ),
    "another end of line within a row": (
        "\n".join([ROWS[0][:4] + "\x1c" + ROWS[0][5:], *ROWS[1:]]),
        "test, line 1, character 5: '\\x1c' is neither",
    ),
    "another end of line within a line": (
        LINE[:9] + "\x1c" + LINE[10:],
        "test, line 1, character 10: '\\x1c' is neither",
    ),
    "another digit": (LINE[:80] + "\N{ARABIC-INDIC DIGIT ONE}", "character 81"),
    "eight rows": ("\n".join(ROWS[:8]), "test, line 8: the puzzle ends after 8 of 9 rows"),
    "a short row": ("\n".join(["12345678", *ROWS[1:]]), "test, line 1: 8 cells; a row has 9"),
    "a long row": ("\n".join(["1234567891", *ROWS[1:]]), "test, line 1: 10 cells; a row has 9"),
    "nothing": ("", "test: there is no puzzle"),
    "two puzzles": (LINE + "\n" + LINE, "test: 2 puzzles; give exactly one"),
}


SPACED = [row.replace(".", " ") for row in ROWS]

SHIFTED = {
    "blank at its end": [*SPACED[:3], SPACED[3][:-1], *SPACED[4:]],
    "ends of others kept": [*SPACED[:4], SPACED[4][1:], *SPACED[5:]],
    "ends of others cut off": [
        *(row.rstrip() for row in SPACED[:2]),
        SPACED[2][1:] + " ",
        *(row.rstrip() for row in SPACED[3:]),
    ],
    "walls at the right": [*(f"{row}|" for row in SPACED[:5]), "3 26  8|", *SPACED[6:]],
    "others stretched": [*(" ".join(row) for row in SPACED[:8]), "5     4"],
}


@pytest.mark.parametrize("case", SHIFTED)
def test_a_row_that_lost_a_blank_is_refused_as_its_digits_may_have_moved(case):
    rows = SHIFTED[case]
    number = next(number for number, row in enumerate(rows, 1) if len(row.rstrip("|")) < 9)
    with pytest.raises(PuzzleError) as error:
        read_puzzle("\n".join(rows), "test")
    assert str(error.value).startswith(f"test, line {number}: {len(rows[number - 1].rstrip('|'))} ")
    assert "write . for an empty cell" in str(error.value)


def test_a_blank_row_beside_rows_whose_ends_are_cut_off():
    rows = [row.rstrip() for row in SPACED]
    board = read_puzzle("\n".join([*rows[:4], " " * 9, *rows[5:]]), "test")
    assert str(board) == LINE[:36] + "." * 9 + LINE[45:]


@pytest.mark.parametrize("case", BAD)
def test_bad_text_gives_one_line_with_the_place(case):
    text, message = BAD[case]
    with pytest.raises(PuzzleError) as error:
        read_puzzle(text, "test")
    assert message in str(error.value)
    assert "\n" not in str(error.value)
