"""Two puzzles in the parts from which tests make the forms that people have; boards of texts."""

from xlbuilder.errors import PuzzleError
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.reading import read_puzzles
from xlbuilder.sudoku.text import text_lines

PUZZLE = ".82..39.5...57.638..5..9..22.8..........85..4.3.26..8...63.72...7..268..5..4.8..."
OTHER = "1.......9...2...3..4.1.6....8.....2.7...6...5.1.....9....5.2.4..9...7.8.6.......3"
SOLVED = "782643915149572638365819472258734196617985324934261587896357241473126859521498763"
"""The solution of PUZZLE."""
OTHER_SOLVED = "157384269869275431243196758986751324732469815514823697378512946491637582625948173"

ZEROS = PUZZLE.replace(".", "0")

CODES = {
    "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9": (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ),
    "3x3db:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9": (
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    ),
    # a clue, a digit that was found, candidates, a clue
    "https://example.org/sudoku.htm?bd=0304" + "vu" * 78 + "g1": "1" + "." * 79 + "9",
}
"""Puzzles as programs and links write them."""


def board(*lines):
    """Return the board of one line or several, ``.`` for an empty cell; what is not said is empty.

    No reader of ours is asked.
    """
    return Board(tuple(map(int, "".join(lines).ljust(81, ".").replace(".", "0"))))


def rows(line):
    """Return the nine rows of 81 characters."""
    return [line[start : start + 9] for start in range(0, 81, 9)]


def lists(line):
    """Return the nine rows as lists of numbers, 0 for an empty cell."""
    return [[int(mark) for mark in row.replace(".", "0")] for row in rows(line)]


def framed(line, wall="|"):
    """Return nine lines with walls round the boxes."""
    lines = []
    for row in rows(line):
        boxes = [" ".join(row[at : at + 3]) for at in (0, 3, 6)]
        lines.append(f"{wall} {f' {wall} '.join(boxes)} {wall}")
    return lines


def floats(line, nothing):
    """Return the rows as pandas writes numbers, with ``nothing`` for an empty cell."""
    return [[nothing if mark == "." else f"{mark}.0" for mark in row] for row in rows(line)]


def read(text):
    """Return the puzzles of a text and what is wrong with it."""
    wrong: list[str] = []
    try:
        found = list(read_puzzles(text_lines(text), "p", lambda error: wrong.append(str(error))))
    except PuzzleError as error:
        return [], [*wrong, str(error)]
    return [str(board) for board in found], wrong
