"""A puzzle in a line: in any column, behind a hash, in a link; never its solution."""

import logging

import pytest

from tests.helpers.boards import OTHER, OTHER_SOLVED, PUZZLE, SOLVED, ZEROS
from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.reading import read_puzzle, read_puzzles

FORMS = {
    "puzzles and solutions": f"quizzes,solutions\n{ZEROS},{SOLVED}",
    "a third column": f"id,puzzle,solution,clues,difficulty\n1,{PUZZLE},{SOLVED},32,1.5",
    "questions": f"source,question,answer,rating\npuzzles0,{PUZZLE},{SOLVED},0",
    "a comma at the end": f"Puzzle,Difficulty,\n{PUZZLE},Easy,",
    "a comma only behind the puzzles": f"Puzzle,Difficulty\n{PUZZLE},Easy,",
    "Excel's line about the separator": f"sep=;\nid;puzzle\n1;{PUZZLE}",
    "what pandas prints": f"     puzzle   solution\n0  {PUZZLE}  {SOLVED}\n\n[1 rows x 2 columns]",
    "a column that pandas prints": f"0    {PUZZLE}\nName: puzzle, dtype: object",
    "81 numbers above floats": ",".join(map(str, range(81)))
    + "\n"
    + ",".join(f"{mark}.0" for mark in ZEROS),
    "81 numbers above an index": ","
    + ",".join(map(str, range(81)))
    + "\n0,"
    + ",".join("" if mark == "." else f"{mark}.0" for mark in PUZZLE),
    "quotes": f'"puzzle","solution"\n"{ZEROS}","{SOLVED}"',
    "tabs": f"puzzle\tsolution\n{PUZZLE}\t{SOLVED}",
    "one column": f"puzzle\n{PUZZLE}",
    "an index without a name": f",puzzle\n0,{PUZZLE}",
    "solution before the puzzle": f"solution,puzzle\n{SOLVED},{PUZZLE}",
    "no header": f"{SOLVED},{PUZZLE}",
    "81 names": ",".join(f"c{n}" for n in range(81)) + "\n" + ",".join(ZEROS),
    "81 numbers of pandas": ",".join("" if mark == "." else f"{mark}.0" for mark in PUZZLE),
    "a bank": f"00152aa39f09 {ZEROS}  5.4",
    "a bank with names": f"hash puzzle rating\n00152aa39f09 {ZEROS}  5.4",
    "a rating of three numbers": f"{PUZZLE} ED=7.2/1.2/1.2",
    "a link": f"https://example.org/play?bd={ZEROS}&level=3",
    "nine parts": ",".join(PUZZLE[at : at + 9] for at in range(0, 81, 9)),
    "rows behind strokes": "/".join(PUZZLE[at : at + 9] for at in range(0, 81, 9)),
    "x": PUZZLE.replace(".", "x"),
    "question marks": PUZZLE.replace(".", "?"),
    "dots in the middle": PUZZLE.replace(".", "·"),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_the_same_puzzle(form):
    assert str(read_puzzle(FORMS[form], "test")) == PUZZLE


def told(caplog, text):
    caplog.set_level(logging.INFO)
    list(read_puzzles(text.splitlines(), "p.csv"))
    return caplog.messages


def test_the_log_names_the_column_and_what_was_skipped(caplog):
    text = f"id,puzzle,solution\n1,{PUZZLE},{SOLVED}\n2,{OTHER},{OTHER_SOLVED}"
    assert told(caplog, text) == ["p.csv: 2 puzzles in column puzzle, 1 header line skipped"]


def test_the_solution_of_the_puzzle_before_it_is_no_puzzle(caplog):
    text = f"{PUZZLE}\n{SOLVED}\n{OTHER}\n{SOLVED}"
    assert told(caplog, text) == ["p.csv: 3 puzzles, 1 solution skipped"]


def test_the_log_has_nothing_of_plain_lines(caplog):
    assert told(caplog, f"# easy\n{PUZZLE}\n{OTHER}\n") == []


BAD = {
    "the puzzle lost a cell": (
        f"id,puzzle,solution\n1,{PUZZLE},{SOLVED}\n1,{PUZZLE[1:]},{SOLVED}",
        "p, line 3, field 2: 80 cells; a puzzle has 81",
    ),
    "the first puzzle lost a cell": (f"{PUZZLE[1:]},{SOLVED}", "p, line 1, field 1: 80 cells"),
    "a puzzle of a bank lost a cell": (f"0aa {PUZZLE[1:]} 5", "p, line 1, field 2: 80 cells"),
    "and is spaced": (f"{' '.join(PUZZLE[1:])},{SOLVED}", "p, line 1, field 1: 159 cells"),
    "columns exchanged": (
        f"puzzle,solution\n{PUZZLE},{SOLVED}\n{SOLVED},{OTHER}",
        "p, line 3: the puzzle stands in field 2, above it in field 1",
    ),
    "columns shifted": (
        f"id,puzzle\n1,{PUZZLE}\n{OTHER},2",
        "p, line 3: the puzzle stands in field 1, above it in field 2",
    ),
    "a rule of 81 dashes": (f"{'-' * 81}\n{PUZZLE}", "p, line 1: is it a rule, or a puzzle"),
    "two puzzles in a line": (f"{PUZZLE},{OTHER}", "p, line 1: (field 1) and (field 2) have 81"),
    "a solution alone": (f"id,solution\n1,{SOLVED}", "p, line 2: solution (field 2) is a solution"),
    "a rating for the lost cell": (f"{PUZZLE[:80]} 5", "p, line 1, field 1: 80 cells"),
    "a blank for the lost cell": (f"{PUZZLE[:80]} ", "p, line 1: 80 cells"),
    "a header below puzzles": (f"{PUZZLE}\nid,puzzle\n{OTHER}", "p, line 2, field 1: 'id' is not"),
    "text between puzzles": (f"{PUZZLE}\nlost it\n{OTHER}", "p, line 2, character 1: 'l' is"),
    "a header for another table": (f"id,puzzle\n{PUZZLE}", "p, line 1, field 1: 'id' is not"),
}


@pytest.mark.parametrize("case", BAD)
def test_another_puzzle_is_never_read(case):
    text, message = BAD[case]
    with pytest.raises(PuzzleError) as error:
        list(read_puzzles(text.splitlines(), "p"))
    assert str(error.value).startswith(message)
    wrong: list[PuzzleError] = []
    boards = {str(board) for board in read_puzzles(text.splitlines(), "p", wrong.append)}
    assert boards <= {PUZZLE, OTHER}
    assert wrong
