"""Positions whose marks are their own: of the solutions of the clues, the marks leave one."""

import random

from tests.helpers.sudoku import EMPTY, moved
from xlbuilder.sudoku.board import Board
from xlbuilder.sudoku.position import Position
from xlbuilder.sudoku.rules import PLAIN
from xlbuilder.sudoku.sat import Answers

# The mark deletes a digit that a corner of the first unique rectangle needs for the other filling.
EXCLUDED = {
    "unique_rectangles": (
        ":0000::....865..8..7926..467..5.895.36..92.1..953..86.....45.7.5.34196.145..87.9...7134."
        ":872:::"
    ),
    "unique_rectangles_2": (
        ":0000::721.......5.47..1.6.92.3.755679..23.81435.769293768.5.175.2439.98613542.432697581"
        ":617:::"
    ),
    "unique_rectangles_4": (
        ":0000::4386.712....4928372.9318.6494253678.8...7.342.1.2..6.56237.59.8.8.1...737918.3..6"
        ":652:::"
    ),
}
"""By the strategy that, if it did not ask for the marks, would remove a digit of the solution."""


def with_one_solution(seed):
    """Return a position with one solution; its clues alone have several."""
    rnd, answers = random.Random(seed), Answers()  # a used one might give another solution
    solution = moved(answers.solution(_started(rnd)), seed)
    while True:
        kept = rnd.sample(range(81), rnd.randrange(24, 60))
        board = Board(tuple(d if cell in kept else 0 for cell, d in enumerate(solution.digits)))
        if answers.has_several(board):
            break
    others = sorted(Position(board).candidates(PLAIN) - {*enumerate(solution.digits)})
    share = rnd.choice([0, 0, 0.2, 0.5])
    deleted = {each for each in others if rnd.random() < share}
    while held := answers.true_among(board, [*{*others} - deleted], deleted):
        deleted.add(rnd.choice(sorted(held)))
    return Position(board, frozenset(deleted))


def _started(rnd):
    """Return a board whose first row is any."""
    return Board((*rnd.sample(range(1, 10), 9), *EMPTY.digits[9:]))
