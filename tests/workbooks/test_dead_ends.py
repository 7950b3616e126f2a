"""A house with fewer places than digits, or fewer digits than cells, has no solution."""

import pytest
from sudoku import NO_LADDER
from technique_cases import damaged, opened

from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.verdict import Kind

ORDERS = ["row-major", "jacobi"]


def board(*lines):
    return Board(tuple(int(digit) for digit in "".join(lines).replace(".", "0")))


TWO_PLACES = board(
    "." * 18, "123......", "...1.....", "...2.....", "...3.....",
    ".....1...", ".....2...", ".....3...",
)  # fmt: skip
"""1, 2 and 3 have two places left in column 5, R1C5 and R2C5."""
TWO_DIGITS = board(
    "....789..", "." * 18, "36......4", "4.......3", "5.......6", "63......5",
    ".4.......", ".5.......",
)  # fmt: skip
"""R1C1, R1C2 and R1C9 have two digits left, 1 and 2."""
SEEN_BY = {
    "more digits than places": ("hidden_triples", TWO_PLACES),
    "more cells than digits": ("naked_pairs", TWO_DIGITS),
}

NORVIG = board(
    ".....5.8.", "...6.1.43", ".........", ".1.5.....", "...1.6...", "3.......5",
    "53.....61", "........4", ".........",
)  # fmt: skip
"""The slowest board of norvig.com/sudoku.html: 1, 5 and 6 come to have two places in column 5."""


def said(sheet, puzzle, order):
    sheet.follow(order)
    (verdict,) = sheet.verdicts([puzzle])
    return verdict.kind is Kind.NO_SOLUTION_SAID


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("strategy", "puzzle"), SEEN_BY.values(), ids=SEEN_BY)
def test_a_house_that_cannot_be_filled(sudoku, strategy, puzzle, order):
    assert said(sudoku("-search", NO_LADDER, strategy), puzzle, order)
    assert not said(sudoku("-search", NO_LADDER), puzzle, order)


@pytest.mark.parametrize("order", ORDERS)
def test_before_anything_is_guessed(sudoku, order):
    sheet = sudoku()
    assert said(sheet, NORVIG, order)
    assert len(sheet.solver.run(NORVIG)) == 1
    assert max(sheet.read("guess_stack")) == 0


@pytest.mark.parametrize(
    ("power", "as_many"),
    [
        ("(within_{size}-{size}+1)^5", "(within_{size}={size})"),
        ("(without_{size}+{size}-8)^5", "(without_{size}=9-{size})"),
    ],
)
def test_damage_is_seen(tmp_path, power, as_many):
    loaded = damaged(tmp_path, "sets", power, as_many)
    assert not all(
        said(opened(tmp_path, loaded(technique)), board, "row-major")
        for technique, board in {"hidden_triples": TWO_PLACES, "naked_pairs": TWO_DIGITS}.items()
    )
