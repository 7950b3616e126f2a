"""What the workbooks say in LibreOffice is true after every press of Ctrl+Shift+F9.

A cell that did not change rests there until the next press, and may be older than the others.
"""

import pytest

from tests.helpers.cost import by_cost
from xlbuilder.formula.values import Value
from xlbuilder.recalc.engines import open_workbook
from xlbuilder.sudoku.board import Board, is_solution
from xlbuilder.xlsx.model import read_workbook

pytestmark = pytest.mark.program("libreoffice")

PUZZLES = [
    "6.7..95...2..3....9.418.3727..6.3.1.3.....4.....87........62.3.5......692.3......",
    "....2..4...9..........5.7.....6..579.6...7.2..8.5...3.64.3.....2...8...63...6...1",
    "....5.3...8.6....559.27......7..9...84......2....21...7...8.2.44..3..76.........3",
]
"""Made by `generate`.  `basic` said "Stuck" over the full board of the first one, and before other
candidates of the second one went; the third one needs guesses."""
PRESSES = 25
CHOICES = [("basic",), ("sudoku",), ("basic", "naked_pairs")]


@pytest.mark.parametrize("choice", by_cost(CHOICES, 0, 2), ids=" ".join)
def test_no_word_is_false_after_any_press(built, choice):
    model = read_workbook(built(*choice))
    session = open_workbook("libreoffice", model)
    for text in PUZZLES:
        puzzle = Board(tuple(int(mark.replace(".", "0")) for mark in text))
        session.restart()
        for cell, digit in zip(model.area("in_board").cells(), puzzle.digits, strict=True):
            session.enter(cell, float(digit) if digit else None)
        said: list[tuple[Value, list[list[Value]]]] = []
        quiet = False
        while not quiet and len(said) < PRESSES:
            quiet = session.recalculate().quiet
            boards = [session.read(model.area(name)) for name in ("sol_board", "val_board")]
            said.append((session.read(model.area("status"))[0], boards))
        assert quiet or choice == ("sudoku",)  # the search takes more presses
        assert [
            words for words, boards in said if is_false(words, boards, said[-1][1], puzzle)
        ] == []


def is_false(words, boards, last, puzzle):
    """Return whether words are false beside these boards, and before the last ones."""
    if words.startswith("Stuck"):
        return boards != last
    if words.startswith("Solved") and "Looking" not in words:
        return not is_solution(puzzle, Board(tuple(map(int, boards[0]))))
    return not words.startswith(("Working", "Solved"))
