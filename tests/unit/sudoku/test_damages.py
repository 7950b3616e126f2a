"""A puzzle that lost or doubled one part is refused, or it is still the same puzzle."""

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.boards import OTHER, OTHER_SOLVED, PUZZLE, SOLVED, floats, framed, lists, rows
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.text import text_lines

FEW = "........1........2.....3.4.........4..1.5.....6....73....51.....7..2....83.....6."
FEW_SOLVED = "987462351413785692256193847728639514341857926569241738694518273175326489832974165"
SOLUTIONS = {PUZZLE: SOLVED, OTHER: OTHER_SOLVED, FEW: FEW_SOLVED}

NAMES = ",".join(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10))


def fields(line, delimiter, nothing):
    return [delimiter.join(mark.replace(".", nothing) for mark in row) for row in rows(line)]


def solo(line):
    """Return the puzzle as the collection of Simon Tatham writes it."""
    parts, empty = "", 0
    for mark in line:
        if mark == ".":
            empty += 1
            continue
        parts += chr(96 + empty) if empty else "_" if parts else ""
        parts, empty = parts + mark, 0
    return "3x3:" + parts + (chr(96 + empty) if empty else "")


def of_link(line):
    """Return the 162 characters of sudokuwiki.org; all digits are candidates of an empty cell."""
    found = ""
    for mark in line:
        number = 1023 - 1 if mark == "." else 2 * 2 ** (int(mark) - 1) + 1
        found += "0123456789abcdefghijklmnopqrstuv"[number // 32]
        found += "0123456789abcdefghijklmnopqrstuv"[number % 32]
    return f"https://example.org/sudoku.htm?bd={found}"


FORMS: dict[str, Callable[[str], str]] = {
    "dots": str,
    "zeros": lambda line: line.replace(".", "0"),
    "question marks": lambda line: line.replace(".", "?"),
    "x": lambda line: line.replace(".", "x"),
    "spaces": lambda line: line.replace(".", " "),
    "a table": lambda line: f"id,puzzle,solution\n1,{line},{SOLUTIONS[line]}",
    "a table of spaces": lambda line: f"{line.replace('.', ' ')};{SOLUTIONS[line]}",
    "question marks and a rating": lambda line: f"{line.replace('.', '?')},5",
    "a bank": lambda line: f"00152aa39f09 {line}  5.4",
    "a link": lambda line: f"https://example.org/play?bd={line.replace('.', '0')}&level=3",
    "81 fields": lambda line: NAMES + "\n" + ",".join(line.replace(".", "0")),
    "81 fields and a comma": lambda line: ",".join(line.replace(".", "0")) + ",",
    "81 floats with an index": lambda line: (
        f",{NAMES}\n0," + ",".join("" if mark == "." else f"{mark}.0" for mark in line)
    ),
    "nine lines": lambda line: "\n".join(rows(line)),
    "nine lines of spaces": lambda line: "\n".join(rows(line.replace(".", " "))),
    "walls": lambda line: "\n".join(framed(line)),
    "rules of dashes": lambda line: "\n---+---+---\n".join(
        "\n".join(rows(line.replace(".", "-"))[at : at + 3]) for at in (0, 3, 6)
    ),
    "tabs": lambda line: "\n".join(fields(line, "\t", "")),
    "tabs, also at the ends": lambda line: "\n".join(f"{r}\t" for r in fields(line, "\t", "")),
    "commas": lambda line: "\n".join(fields(line, ",", "0")),
    "commas, also at the ends": lambda line: "\n".join(f"{r}," for r in fields(line, ",", "0")),
    "numbers before rows": lambda line: "\n".join(
        f"{at},{row}" for at, row in enumerate(fields(line, ",", "0"), 1)
    ),
    "floats": lambda line: "\n".join(",".join(row) for row in floats(line, "NaN")),
    "lists": lambda line: str(lists(line)),
    "an object": lambda line: json.dumps({"puzzle": lists(line), "solution": SOLUTIONS[line]}),
    "texts": lambda line: json.dumps({"level": "hard", "rows": rows(line)}),
    "numpy": lambda line: str(lists(line)).replace(",", ""),
    "XML": lambda line: f"<x><solution>{SOLUTIONS[line]}</solution><data>{line}</data></x>",
    "a game": lambda line: f'<opensudoku>\n<game data="{line.replace(".", "0")}"/>\n</opensudoku>',
    "an ID": solo,
    "a link of candidates": of_link,
}


@st.composite
def damaged(draw, text):
    """Return a text in which one part is lost or there twice, or one is too many."""
    at = draw(st.integers(0, len(text) - 1))
    lines = text.split("\n")
    line = draw(st.integers(0, len(lines) - 1))
    between = draw(st.sampled_from([mark for mark in ",;\t| \n" if mark in text] or [""]))
    start = text.find(between, at)
    end = text.find(between, start + 1)
    ways = {
        "delete": text[:at] + text[at + 1 :],
        "double": text[:at] + text[at] + text[at:],
        "insert": text[:start] + between + draw(st.sampled_from("01.?")) + text[start:],
        "drop": text[:start] + text[end:] if -1 < start < end else text,
        "drop a line": "\n".join(lines[:line] + lines[line + 1 :]),
        "double a line": "\n".join(lines[: line + 1] + lines[line:]),
    }
    return draw(st.sampled_from(list(ways.values())))


def read(text):
    """Return the puzzles of a text, as the commands read a file that has mistakes."""
    try:
        return [str(board) for board in read_puzzles(text_lines(text), "p", lambda _: None)]
    except PuzzleError:
        return []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("line", [PUZZLE, FEW])
def test_every_form_is_the_same_puzzle(form, line):
    assert read(FORMS[form](line)) == [line]


@pytest.mark.slow
@settings(max_examples=300)
@given(st.data(), st.sampled_from([PUZZLE, OTHER, FEW]), st.sampled_from(list(FORMS)))
def test_no_cell_moves_when_a_puzzle_is_damaged(data, line, form):
    text = data.draw(damaged(FORMS[form](line)))
    for board in read(text):
        # A digit that was erased, or typed into an empty cell, is a mistake that nobody can see.
        assert sum(a != b for a, b in zip(board, line, strict=True)) < 2, (form, text)


LINES = "\n".join(fields(PUZZLE, ",", "0"))
IN_81_FIELDS = ",".join(PUZZLE.replace(".", "0"))
NINE_NAMES = [
    *(
        "c{}",
        "C{}",
        "col{}",
        "col_{}",
        "Col {}",
        "Column {}",
        "V{}",
        "x{}",
        "Spalte {}",
        "field.{}",
    ),
]
NINE_NAMES_OF_OTHERS = [
    *(
        "row {} (top)",
        '"Row {}"',
        "{}. row",
        "r{}",
        "R{}",
        "row{}",
        "Row {}",
        "box{}",
        "b{}",
        "block_{}",
        "Zeile {}",
        "nonet {}",
        "y{}",
    ),
]
NAMES_OF_81 = [
    *("r{0}c{1}", "R{0}C{1}", "row{0}_col{1}", "cell_{0}_{1}", "r{0}{1}", "cell{0}{1}"),
    *("cell r{0}c{1}", '"cell ({0}, {1})"', "i{0}j{1}", "y{0}x{1}"),
]
OTHER_NAMES_OF_81 = [
    *("c{0}r{1}", "x{0}y{1}", "col{0}row{1}", "b{0}c{1}", "box{0}_{1}", "box{0}{1}", "c{0}{1}"),
    *("r{1}c{0}", "b{0}_{1}", "s{0}z{1}", "col{0}_{1}"),
]
LETTERS_OF_81 = [
    [f"{letter}{number}" for letter in "ABCDEFGHI" for number in range(1, 10)],
    [f"{letter}{number}" for number in range(1, 10) for letter in "ABCDEFGHI"],
]


def pairs(form, base):
    return [form.format(base + cell // 9, base + cell % 9) for cell in range(81)]


def test_names_of_columns():
    for form in NINE_NAMES:
        for between in (",", ";", "  ", " | "):
            above = between.join(form.format(number) for number in range(1, 10))
            assert read(f"{above}\n{LINES}") == [PUZZLE], above
    for form in NAMES_OF_81:
        for base in (0, 1):
            assert read(f"{','.join(pairs(form, base))}\n{IN_81_FIELDS}") == [PUZZLE], form


def test_names_of_rows_and_boxes_above_columns_are_one_line():
    nine = [[form.format(number) for number in range(1, 10)] for form in NINE_NAMES_OF_OTHERS]
    many = [pairs(form, base) for form in OTHER_NAMES_OF_81 for base in (0, 1)] + LETTERS_OF_81
    for names, cells in [
        *((each, LINES) for each in nine),
        *((each, IN_81_FIELDS) for each in many),
    ]:
        wrong: list[PuzzleError] = []
        try:
            found = list(read_puzzles([",".join(names), *cells.split("\n")], "p", wrong.append))
        except PuzzleError as error:
            pytest.fail(f"{names[:2]}: {error}")
        assert found == [], names[:2]
        (message,) = map(str, wrong)
        named = f"{names[0]}, {names[1]}".replace('"', "")
        assert f"columns {named}" in message.replace(" are", ""), message
        assert re.search("Write (the nine rows|them row by row), below names such as", message)


DAMAGED = {
    "82 characters": (PUZZLE.replace(".", "?") + "?", "p, line 1: 82 cells; a puzzle has 81"),
    "82 characters from the left": ("?" + PUZZLE.replace(".", "?"), "p, line 1: 82 cells"),
    "a row of ten fields with nothing at the end": (
        "\n".join([*fields(PUZZLE, "\t", "")[:8], "\t" + fields(PUZZLE, "\t", "")[8]]),
        "p, line 9: 10 fields; a row has 9, and it is not known which of them are cells",
    ),
    "ten fields with nothing at both ends": (
        "\n".join(f"\t{row}" for row in fields((PUZZLE[:8] + ".") * 9, "\t", "")),
        "p, line 1: 10 fields; a row has 9, and it is not known which of them are cells",
    ),
    "80 fields and a comma": (
        ",".join(PUZZLE[:80].replace(".", "0")) + ",",
        "p, line 1: 80 fields and nothing behind them",
    ),
    "a table that lost the end of its first line": (
        f"puzzle,solution{PUZZLE},{SOLVED}",
        "p, line 1, field 2: 89 cells; a puzzle has 81",
    ),
    "spaces of which one is lost, and the solution": (
        f"{PUZZLE[:-1].replace('.', ' ')};{SOLVED}",
        "p, line 1: field 2 is a solution; where is the puzzle?",
    ),
    "two boards in a field": (f"a>{SOLVED}<a>{PUZZLE}", "p, line 1, field 1: has several times 81"),
    "81 names column by column": (
        ",".join(f"r{row}c{col}" for col in range(1, 10) for row in range(1, 10))
        + "\n"
        + ",".join(PUZZLE.replace(".", "0")),
        "p, line 2: the columns are r1c1, r2c1, r3c1 and so on; are the cells in another order?",
    ),
    "nine names in another order": (
        "\n".join(["c2,c1,c3,c4,c5,c6,c7,c8,c9", *fields(PUZZLE, ",", "0")]),
        "p, line 1: names the columns in another order",
    ),
    "digits from 0 to 8": (
        OTHER.translate(str.maketrans("123456789", "012345678")),
        "p, line 1: has both 0 and . for an empty cell, and no 9; are the digits 0 to 8?",
    ),
    "digits from 0 to 8 in lists": (
        json.dumps([[digit - 1 if digit else None for digit in row] for row in lists(OTHER)]),
        "p, line 1: has both 0 and nothing for an empty cell",
    ),
    "a frame of dashes that lost a row": (
        "\n".join(
            "---------" if line == "-----------" else line
            for line in [
                "---+---+---",
                *"\n---+---+---\n".join(
                    "\n".join(rows(PUZZLE.replace(".", "-"))[at : at + 3]) for at in (0, 3, 6)
                ).split("\n")[:-1],
                "---------",
            ]
        ),
        "p, line 12: the puzzle ends after 8 of 9 rows",
    ),
}


def test_a_solution_is_no_puzzle_where_its_puzzle_was_lost():
    text = f"id,puzzle,solution\n1,{SOLVED}"
    errors: list[PuzzleError] = []
    assert list(read_puzzles(text_lines(text), "p", errors.append)) == []
    assert str(errors[-1]).startswith("p, line 2: has 2 fields, and the line above 3 names")


@pytest.mark.parametrize("case", DAMAGED)
def test_what_is_wrong_is_one_line(case):
    text, message = DAMAGED[case]
    with pytest.raises(PuzzleError) as error:
        list(read_puzzles(text.split("\n"), "p"))
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)
    assert read(text) == []
